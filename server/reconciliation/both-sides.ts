import type { CoveredRow } from '@mizan/contract/bank-file-part.ts';
import { type Currency, currencies } from '@mizan/contract/money.ts';
import { type SchemeName, schemeNames } from '@mizan/contract/reconciliation-terms.ts';
import { countsOf } from './judge/coverage-input.ts';
import { unconfirmedPart } from './judge/coverage-job.ts';
import { dayOfInstant } from './judge/coverage-model.ts';
import type { JudgedFile } from './judge-bank-file.ts';
import { isPaymentLine } from './match/matches.ts';
import { isoDayOf } from './normalise/date-text.ts';

/** What the bank's file and the portal have of one day, scheme or terminal, before fees. Nothing of it is judged. */
export type BothSides = Pick<
  CoveredRow,
  | 'currency'
  | 'kind'
  | 'value'
  | 'lines'
  | 'bankMinor'
  | 'payments'
  | 'portalMinor'
  | 'notInFile'
  | 'notInFileMinor'
>;

export interface Place {
  currency: Currency;
  /** The bank's business day, since 1970. */
  day: number;
  scheme: SchemeName | '';
  terminal: string;
}

/** Both sides of a file, and where each of its bank's payments lies. */
export interface Sides {
  rows: BothSides[];
  /** Of the rows that are no totals, by currency, kind and value. */
  rowOf: (currency: Currency, kind: BothSides['kind'], value: string) => BothSides | undefined;
  placeOf: (record: number) => Place;
  /** The payments of the table, as records. */
  records: number[];
}

/**
 * Both sides of a file as it is read: a line with its payment's business day, scheme and terminal where it has one, else
 * with its own. Payments are the approved ones of the lines' bank from the first to the last of those days.
 */
export function bothSidesOf(judged: JudgedFile): Sides {
  const sums = new Map<string, BothSides>();
  const nameOf = (currency: Currency, kind: string, value: string): string => `${currency} ${kind} ${value}`;
  const addTo = (currency: Currency, [kind, value]: RowAt, part: Partial<BothSides>): void => {
    const name = nameOf(currency, kind, value);
    const sum = sums.get(name) ?? emptySum(currency, kind, value);
    sums.set(name, sum);
    for (const [key, amount] of Object.entries(part) as [Count, number][]) sum[key] += amount;
  };
  const add = (place: Place, part: Partial<BothSides>): void => {
    for (const at of rowsAt(place)) addTo(place.currency, at, part);
  };
  const shown: number[] = [];
  walkSides(judged, {
    line: (_, place, bankMinor) => add(place, { lines: 1, bankMinor }),
    other: (_, currency, bankMinor) => addTo(currency, othersRow, { lines: 1, bankMinor }),
    record: (record, place, amount, isOut) => {
      shown.push(record);
      add(place, {
        payments: 1,
        portalMinor: amount,
        ...(isOut ? { notInFile: 1, notInFileMinor: amount } : {}),
      });
    },
  });
  const rows = [...sums.values()].sort(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || a.value.localeCompare(b.value),
  );
  return {
    rows,
    rowOf: (currency, kind, value) => sums.get(nameOf(currency, kind, value)),
    placeOf: placesOf(judged).record,
    records: shown,
  };
}

type RowAt = [kind: BothSides['kind'], value: string];

/** The row of lines that are no sale, refund or reversal: they lie on no day, scheme or terminal of the table. */
export const othersRow: RowAt = ['others', ''];

/** The rows of the table in which what lies at a place is counted, each as its kind and value. */
export const rowsAt = ({ day, scheme, terminal }: Place): RowAt[] =>
  (
    [
      ['whole', ''],
      ['day', isoDayOf(day)],
      ['scheme', scheme],
      ['terminal', terminal],
    ] satisfies RowAt[]
  ).filter(([kind, value]) => value !== '' || kind === 'whole');

interface SidesVisit {
  line: (line: number, place: Place, amountMinor: number) => void;
  /** A line that is no sale, refund or reversal: rent, a fee of the bank, a chargeback, a balance. */
  other: (line: number, currency: Currency, amountMinor: number) => void;
  /** `isOut`: no line of the file has it. */
  record: (record: number, place: Place, amountMinor: number, isOut: boolean) => void;
}

/** Everything that the table counts, one by one: the lines, then the payments. */
export function walkSides(judged: JudgedFile, visit: SidesVisit): void {
  const { records, matches } = judged;
  const { lines } = judged.file;
  const placeOf = placesOf(judged);
  let [firstDay, lastDay] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let line = 0; line < lines.count; line++) {
    const place = placeOf.line(line);
    const amountMinor = lines.columns.grossMinor[line] as number;
    if (!isPaymentLine(lines, line)) {
      visit.other(line, place.currency, amountMinor);
      continue;
    }
    firstDay = Math.min(firstDay, place.day);
    lastDay = Math.max(lastDay, place.day);
    visit.line(line, place, amountMinor);
  }
  const ofBank = ofBankOf(judged);
  for (let record = 0; record < records.count; record++) {
    if (ofBank[record] !== 1) continue;
    const place = placeOf.record(record);
    if (place.day < firstDay || place.day > lastDay) continue;
    const isOut = (matches.lineOf[record] as number) < 0;
    visit.record(record, place, records.columns.amountMinor[record] as number, isOut);
  }
}

/** 1 for each approved payment of the file's bank, whatever the part leaves out. */
const ofBankOf = ({ file, records, matches, cover }: JudgedFile): Uint8Array =>
  countsOf(
    { lines: file.lines, records, matches, shared: file.shared },
    { ...unconfirmedPart, bankId: cover.part?.bankId ?? null },
  );

type Count = 'lines' | 'bankMinor' | 'payments' | 'portalMinor' | 'notInFile' | 'notInFileMinor';
const order: readonly BothSides['kind'][] = ['day', 'scheme', 'terminal', 'whole', 'others'];

const emptySum = (currency: Currency, kind: BothSides['kind'], value: string): BothSides => ({
  currency,
  kind,
  value,
  lines: 0,
  bankMinor: 0,
  payments: 0,
  portalMinor: 0,
  notInFile: 0,
  notInFileMinor: 0,
});

function placesOf({ file: { lines, shared }, records, matches, cover }: JudgedFile) {
  const terminal = (id: number): string => (id < 0 ? '' : (shared.terminalNames[id] ?? ''));
  const place = (currency: number, day: number, scheme: number, terminalId: number): Place => ({
    currency: currencies[currency] ?? 'SAR',
    day,
    scheme: scheme === 0 ? '' : (schemeNames[scheme] ?? ''),
    terminal: terminal(terminalId),
  });
  const record = (r: number): Place => {
    const { currency, hostMs, scheme, terminal: id } = records.columns;
    const day = dayOfInstant(hostMs[r] as number, cover.dayEnd);
    return place(currency[r] as number, day, scheme[r] as number, id[r] as number);
  };
  return {
    record,
    line: (l: number): Place => {
      const own = matches.recordOf[l] as number;
      if (own >= 0) return record(own);
      const { currency, epochDay, scheme, terminal: id } = lines.columns;
      return place(currency[l] as number, epochDay[l] as number, scheme[l] as number, id[l] as number);
    },
  };
}
