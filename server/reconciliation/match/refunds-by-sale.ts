import { isPlainRrn } from '../normalise/bank-lines.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import type { Pass } from './pass.ts';
import type { Sides } from './sides.ts';

/** Whether a refund or reversal has the RRN of the sale that it takes back, which is then not its own name alone. */
function hasRrnOfSale({ columns }: PortalRecords, originalOf: Int32Array, record: number): boolean {
  const sale = originalOf[record] as number;
  return (
    sale >= 0 &&
    isPlainRrn(columns.rrnHigh[record] as number) &&
    columns.rrnHigh[record] === columns.rrnHigh[sale] &&
    columns.rrnLow[record] === columns.rrnLow[sale]
  );
}

/** Whether a line has the RRN of the sale that a refund takes back: banks print it under its own RRN or under that one. */
export function isUnderSale({ lines, records, originalOf }: Sides, l: number, r: number): boolean {
  const [line, record] = [lines.columns, records.columns];
  const sale = originalOf[r] as number;
  return (
    sale >= 0 &&
    isPlainRrn(line.rrnHigh[l] as number) &&
    line.rrnHigh[l] === record.rrnHigh[sale] &&
    line.rrnLow[l] === record.rrnLow[sale]
  );
}

/**
 * The refunds that have the RRN of their sale and beside which there is another one of that sale and amount: a bank reports any of
 * these under that RRN (docs/decisions/0466-a-refund-under-its-sales-rrn.md).
 */
export function refundsUnderOneRrn(records: PortalRecords, originalOf: Int32Array): ReadonlySet<number> {
  const { amountMinor, approved } = records.columns;
  const alike = new Map<string, number[]>();
  for (let record = 0; record < records.count; record++) {
    const sale = originalOf[record] as number;
    if (sale < 0 || approved[record] !== 1) continue;
    const key = `${sale}|${amountMinor[record]}`;
    alike.set(key, [...(alike.get(key) ?? []), record]);
  }
  const several = [...alike.values()].filter((refunds) => refunds.length > 1).flat();
  return new Set(several.filter((record) => hasRrnOfSale(records, originalOf, record)));
}

/** Passes that name a refund by its sale, which may have several of one amount. */
export const isBySale = ({ key }: Pass): boolean => key === 'originalReference' || key === 'originalRrn';
