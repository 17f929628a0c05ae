import type { BankFileResult } from '@mizan/contract/reconciliation.ts';
import type { TFunction } from 'i18next';
import { formatNumber } from '../../../platform/formats.ts';

type Rows = NonNullable<BankFileResult['rows']>;

/** How many rows of a file are neither heading, line nor rejected, and are listed: blank ones are only counted. */
export const listedRows = ({ rows }: Pick<BankFileResult, 'rows'>): number =>
  rows === undefined ? 0 : notCounted(rows) - rows.notCounted.blank;

const notCounted = ({ notCounted: counts }: Rows): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** All rows of a file as a sum in words: with the row that names the columns, where the file has one, and blank ones where it has any. */
export function rowsSumText(
  t: TFunction,
  rows: Rows,
  { lines, rejected }: { lines: number; rejected: number },
): string {
  const isUnnamed = rows.count === notCounted(rows) + lines + rejected;
  const { blank } = rows.notCounted;
  return t(`reconciliation:rows.sum${isUnnamed ? 'Unnamed' : ''}${blank > 0 ? 'Blank' : ''}`, {
    rows: formatNumber(rows.count),
    lines: formatNumber(lines),
    notCounted: formatNumber(listedRows({ rows })),
    blank: formatNumber(blank),
    rejected: formatNumber(rejected),
  });
}
