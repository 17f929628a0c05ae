import type { BankFileResult } from '@mizan/contract/reconciliation.ts';

/** How many rows of a file are neither heading, line nor rejected, and are listed: blank ones are only counted. */
export const listedRows = ({ rows }: BankFileResult): number =>
  rows === undefined ? 0 : notCounted(rows) - rows.notCounted.blank;

export const notCounted = ({ notCounted: counts }: NonNullable<BankFileResult['rows']>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
