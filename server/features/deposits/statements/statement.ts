import { type Currency, currencies, maxAmountMinor } from '@mizan/contract/money.ts';
import { day } from '@mizan/contract/page.ts';
import type { RefusedLine, RowBeside, refusedLineReasons } from '@mizan/contract/statements.ts';
import { Failure } from '../../../platform/failure.ts';

/** A bank statement as it was read: what its two readers answer. Amounts in minor units, signed as the account sees them. */
export interface StatementLine {
  /** Of the file, from 1. */
  line: number;
  valueDate: string;
  amountMinor: number;
  currency: Currency;
  /** '' where there is none. */
  reference: string;
  /** Whether the bank gave the reference, and so gives it once; one that somebody wrote may stand on any number of lines. */
  isBanksOwn: boolean;
  text: string;
  /** What an entry without a reference is known by, where it is not its text: as it stands in the statement. */
  knownBy?: string | undefined;
  /** The bank says that it takes an earlier entry back. */
  isReversal: boolean;
  /** Its balance does not follow from that of the row before. */
  isOff: boolean;
}
export type LineReason = (typeof refusedLineReasons)[number];

export interface Statement {
  /** As it stands there, without spaces; null where it names none. */
  account: string | null;
  openingMinor: number | null;
  closingMinor: number | null;
  lines: StatementLine[];
  refused: RefusedLine[];
  /** Of a table: rows that are no entries. */
  beside?: readonly RowBeside[];
}

export const statementLimits = {
  bytesMax: 10_000_000,
  linesMax: 5_000,
  textCharsMax: 500,
  depthMax: 40,
} as const;

/** @throws Failure 'unreadableFile' (details.reason) */
export const unreadable = (reason: string, more: Record<string, string | number> = {}): Failure =>
  new Failure('unreadableFile', `The statement cannot be read: ${reason}`, { reason, ...more });

/** An amount with a point or a comma before at most two digits that count; null where it is none. Never below zero. */
export function minorOf(text: string): number | null {
  const found = /^(\d{1,13})(?:[.,](\d{0,5}))?$/.exec(text.trim());
  if (!found) return null;
  const decimals = (found[2] ?? '').padEnd(2, '0');
  if (/[^0]/.test(decimals.slice(2))) return null;
  const minor = Number(`${found[1]}${decimals.slice(0, 2)}`);
  return minor <= maxAmountMinor ? minor : null;
}

export const currencyOf = (code: string | undefined): Currency | null =>
  (currencies as readonly string[]).includes(code ?? '') ? (code as Currency) : null;

/** 'YYYY-MM-DD' of a date or an instant as text; null where it is no day. */
export const dayOf = (text: string): string | null => {
  const found = /^\d{4}-\d\d-\d\d/.exec(text.trim())?.[0];
  return found !== undefined && day.safeParse(found).success ? found : null;
};

/** The balance that is stated against the one that its lines come to; null where it cannot be held against anything. */
export function balanceOf({ openingMinor, closingMinor, lines, refused }: Statement): {
  statedMinor: number;
  reckonedMinor: number;
} | null {
  if (openingMinor === null || closingMinor === null || refused.length > 0) return null;
  if (new Set(lines.map(({ currency }) => currency)).size > 1) return null;
  const sum = lines.reduce((total, { amountMinor }) => total + amountMinor, 0);
  return { statedMinor: closingMinor, reckonedMinor: openingMinor + sum };
}
