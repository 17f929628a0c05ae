import type { SettlementTable, SettlementTableRow } from '@mizan/contract/settlement-table.ts';

type Cell = Pick<SettlementTableRow, 'bankId' | 'scheme' | 'currency' | 'day'>;

/** What of a row's net was written off; null where nothing was. */
export const writtenOffOf = (row: Cell, writtenOff: SettlementTable['writtenOff']): number | null =>
  writtenOff.find(
    (each) =>
      each.bankId === row.bankId &&
      each.scheme === row.scheme &&
      each.currency === row.currency &&
      each.day === row.day,
  )?.netMinor ?? null;

/** And of the net of all rows of a currency. */
export const writtenOffIn = (currency: Cell['currency'], writtenOff: SettlementTable['writtenOff']): number =>
  writtenOff.filter((each) => each.currency === currency).reduce((sum, { netMinor }) => sum + netMinor, 0);

/** Sums of settlements by currency: minor units, each of its own. */
export function totalsOf(rows: readonly Omit<SettlementTableRow, 'valueDates'>[]): SettlementTable['totals'] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, ofCurrency]) => {
    const sum = (of: (row: Omit<SettlementTableRow, 'valueDates'>) => number) =>
      ofCurrency.reduce((total, row) => total + of(row), 0);
    return {
      currency,
      grossMinor: sum((row) => row.grossMinor),
      refundsMinor: sum((row) => row.refundsMinor),
      mdrMinor: sum((row) => row.mdrMinor),
      processingMinor: sum((row) => row.processingMinor),
      vatMinor: sum((row) => row.vatMinor),
      netMinor: sum((row) => row.netMinor),
      arrivedMinor: sum((row) => row.arrivedMinor),
      differenceMinor: sum((row) => row.differenceMinor ?? 0),
      unsaidMinor: sum((row) => (row.differenceMinor === null ? row.netMinor - row.arrivedMinor : 0)),
    };
  });
}
