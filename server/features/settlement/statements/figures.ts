import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { ExportFormat } from '@mizan/contract/export-terms.ts';
import { screens } from '@mizan/contract/screens.ts';
import type { SettlementStatementRow, StatementTotal } from '@mizan/contract/settlement-statements.ts';
import type { SettlementTable, SettlementTableRow } from '@mizan/contract/settlement-table.ts';
import { writtenOffIn } from '../settlement-sums.ts';

/** Statements of form 1 and 2 know the last value date of a row alone. */
export type StatementRow = Omit<SettlementTableRow, 'valueDates'> &
  Partial<Pick<SettlementTableRow, 'valueDates'>>;

/**
 * What a settlement statement says, and how it is sealed (docs/decisions/0077-statements-that-can-be-checked.md). Pure;
 * amounts are whole minor units of their row's currency, days those of Riyadh.
 */
export interface StatementFigures {
  /**
   * Of this shape; another one has another number. 2: says what was written off. 3: says all value dates of a row. 4: says what is in
   * no difference.
   */
  form: 1 | 2 | 3 | 4;
  number: string;
  code: string;
  /** Where the paper is checked, with its code. */
  address: string;
  merchant: { id: string; nameEn: string; nameAr: string };
  /** The one bank that was asked for. */
  bank: { nameEn: string; nameAr: string } | null;
  from: string;
  to: string;
  /** ISO 8601 in UTC: the states are those of this moment. */
  madeAt: string;
  madeByName: string;
  /** False where more could still be sold on the last day. */
  isLastDayOver: boolean;
  banks: SettlementTable['banks'];
  /** By bank, the oldest day first. */
  rows: StatementRow[];
  totals: StatementTotal[];
  /** Of the rows, what of their net was accepted as never paid; absent in those of form 1. */
  writtenOff?: SettlementTable['writtenOff'];
  /** Of deposits with a value date in the span: what nobody has matched to a settlement, by currency. */
  unmatched: { currency: StatementTotal['currency']; amountMinor: number }[];
}

const sortedKeys = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** JSON without spaces, the names of every object in alphabetical order: the same figures are the same bytes (UTF-8). */
export const canonicalText = (figures: StatementFigures | StatementSummary): string =>
  JSON.stringify(figures, sortedKeys);

export const sha256 = (content: string | Uint8Array): Buffer => createHash('sha256').update(content).digest();

const sealingKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'mizan', 'settlement statements', 32));
const sealOf = (secret: string, ...parts: string[]): Buffer =>
  createHmac('sha256', sealingKey(secret)).update(parts.join('\n')).digest();

/** What only this installation can make of a summary, and so of the figures whose hash it has. */
export const summarySeal = (secret: string, summary: string): Buffer =>
  sealOf(secret, 'summary', sha256(summary).toString('hex'));
/** And of a file of a statement. */
export const fileSeal = (secret: string, code: string, format: ExportFormat, hash: Uint8Array): Buffer =>
  sealOf(secret, 'file', code, format, Buffer.from(hash).toString('hex'));

export const isSealedBy = (expected: Buffer, seal: Uint8Array): boolean =>
  seal.length === expected.length && timingSafeEqual(expected, seal);

/** Head and closing sums, for lists and for whoever checks a paper. */
export interface StatementSummary extends Omit<SettlementStatementRow, 'id'> {
  code: string;
  merchant: StatementFigures['merchant'];
}

export interface KeptSummary {
  id: string;
  merchantId: string;
  summary: string;
  seal: Buffer;
}
export interface KeptStatement extends KeptSummary {
  figures: string;
}

export function summaryOf(figures: StatementFigures, canonical: string): StatementSummary {
  const { code, merchant, number, from, to, bank, madeAt, madeByName, totals, rows } = figures;
  const figuresSha256 = sha256(canonical).toString('hex');
  return {
    code,
    merchant,
    number,
    from,
    to,
    bank,
    madeAt,
    madeByName,
    totals,
    figuresSha256,
    rowsCount: rows.length,
  };
}

/** The summary on record; null where this installation has not sealed it so, or for another merchant. */
export function openSummary(kept: KeptSummary, secret: string): StatementSummary | null {
  if (!isSealedBy(summarySeal(secret, kept.summary), kept.seal)) return null;
  const summary = JSON.parse(kept.summary) as StatementSummary;
  return summary.merchant.id === kept.merchantId ? summary : null;
}

/** The figures on record; null where they are not those of the sealed summary. */
export function openFigures(kept: KeptStatement, secret: string): StatementFigures | null {
  const summary = openSummary(kept, secret);
  if (!summary || sha256(kept.figures).toString('hex') !== summary.figuresSha256) return null;
  return JSON.parse(kept.figures) as StatementFigures;
}

/** Closing sums: those of the rows, and beside them what has no agreed rate and what of the net was written off. */
export const closingOf = (
  { totals, writtenOff }: Pick<SettlementTable, 'totals' | 'writtenOff'>,
  rows: readonly SettlementTableRow[],
): StatementTotal[] =>
  totals.map((total) => ({
    ...total,
    writtenOffMinor: writtenOffIn(total.currency, writtenOff),
    unjudgedMinor: rows
      .filter(({ currency }) => currency === total.currency)
      .reduce((sum, { unjudgedMinor }) => sum + unjudgedMinor, 0),
  }));

/** Where a paper is checked: the page of its own, without a sign-in. */
export const statementAddress = (origin: string, code: string): string =>
  `${origin}${screens.settlementStatement.path}?code=${code}`;

/** 'MZ-2026-0007': year of making and number among those of the merchant. */
export const numberOf = (year: string, sequence: number): string =>
  `MZ-${year}-${String(sequence).padStart(4, '0')}`;

/** Oldest first within each bank, as they are read. */
export const inReadingOrder = (rows: readonly SettlementTableRow[]): SettlementTableRow[] =>
  rows
    .toReversed()
    .toSorted((a, b) => a.bankId.localeCompare(b.bankId) || (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
