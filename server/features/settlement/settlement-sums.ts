import type { SettlementTable, SettlementTableRow } from '@mizan/contract/settlement-table.ts';

/** Sums of settlements by currency: minor units, each of its own. */
export function totalsOf(rows: readonly SettlementTableRow[]): SettlementTable['totals'] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, ofCurrency]) => {
    const sum = (of: (row: SettlementTableRow) => number) =>
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
