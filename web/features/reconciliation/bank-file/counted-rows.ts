import { type CoveredRow, coveredKinds } from '@mizan/contract/bank-file-part.ts';
import type { LayoutProposal } from '@mizan/contract/bank-file-reading.ts';
import { type CountedSide, countedSides } from '@mizan/contract/counted-lines.ts';
import { currencies } from '@mizan/contract/money.ts';
import type { BankFileDetail } from '@mizan/contract/reconciliation.ts';

/** A number of the bank's side of the table, and the proposal that the table is of. */
export interface CountedAsked extends Pick<CoveredRow, 'currency' | 'kind' | 'value'> {
  reading: string;
  of: CountedSide;
}

/** As it stands in the address. */
export const writeCounted = ({ reading, of, currency, kind, value }: CountedAsked): string =>
  [reading, of, currency, kind, value].join('.');

export const countedShape = /^[\da-f-]{36}\.[a-zA-Z]+\.[A-Z]{3}\.[a-z]+\..{0,64}$/u;

/** Null where the address names none. */
export function readCounted(text: string): CountedAsked | null {
  const [reading = '', ofText, currencyText, kindText, ...rest] = text.split('.');
  const of = countedSides.find((each) => each === ofText);
  const currency = currencies.find((each) => each === currencyText);
  const kind = coveredKinds.find((each) => each === kindText);
  return of && currency && kind ? { reading, of, currency, kind, value: rest.join('.') } : null;
}

type Table = LayoutProposal & { reading: string; whole: NonNullable<LayoutProposal['whole']> };

const isTable = (proposal: LayoutProposal | null | undefined): proposal is Table =>
  Boolean(proposal?.reading && proposal.whole);

/** The table that an address names; where it was worked out anew since, the one that stands now. Null where there is none. */
export function tableOf(detail: BankFileDetail, reading: string): Table | null {
  const tables = [detail.proposal, detail.trial?.proposal].filter(isTable);
  return tables.find((each) => each.reading === reading) ?? tables.at(-1) ?? null;
}

/** What a row of the table says of the number that was opened. */
export function saidOf({ whole }: Table, { of, currency, kind, value }: CountedAsked) {
  const row = whole.sides.find(
    (each) => each.currency === currency && each.kind === kind && each.value === value,
  );
  if (!row) return null;
  return {
    lines: { count: row.lines, totalMinor: row.bankMinor },
    notInFile: { count: row.notInFile, totalMinor: row.notInFileMinor },
    payments: { count: row.payments, totalMinor: row.portalMinor },
  }[of];
}
