import type { BankFileResult } from '@mizan/contract/reconciliation.ts';

/** How many rows of a file are neither heading, line nor rejected, and are listed: blank ones are only counted. */
export const listedRows = ({ rows }: BankFileResult): number =>
  rows === undefined ? 0 : notCounted(rows) - rows.notCounted.blank;

export const notCounted = ({ notCounted: counts }: NonNullable<BankFileResult['rows']>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The sum of all rows in words: with the row that names the columns, where the file has one. */
export const rowsSumKey = (rows: NonNullable<BankFileResult['rows']>, others: number) =>
  rows.count === notCounted(rows) + others ? 'reconciliation:rows.sumUnnamed' : 'reconciliation:rows.sum';
