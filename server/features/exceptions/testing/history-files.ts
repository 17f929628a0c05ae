import { csvLineOf, csvOf, type Sold } from '../../reconciliation/testing/bank-world.ts';

/**
 * Monday's file has one line for sales 1 and 2 and one that is short; Tuesday's two lines for sale 6, and one of nobody. The fourth keeps
 * 5.00 too much of sale 9, the fifth says what was agreed.
 */
export const contentOf = (sold: readonly Sold[], which: number, again: number): string => {
  const at = (place: number): Sold => sold[place] as Sold;
  const strange = (place: number, key: number, change: Partial<Sold>): string =>
    csvLineOf(at(place), {
      rrn: `6321160000${10 + key}`,
      approvalCode: `4468${10 + key}`,
      lastFour: '6106',
      ...change,
    });
  const monday = [
    csvLineOf(at(0)),
    strange(1, 1, { amountMinor: at(1).amountMinor + at(2).amountMinor }),
    csvLineOf(at(3), { amountMinor: at(3).amountMinor - 9_000 }),
    csvLineOf(at(4)),
  ];
  const tuesday = [
    csvLineOf(at(5)),
    strange(6, 2, { amountMinor: 7_000 }),
    strange(6, 3, { amountMinor: at(6).amountMinor - 7_000 }),
    strange(7, 4, { amountMinor: 55_500 }),
    csvLineOf(at(8)),
  ];
  // The third file has what Monday's joined, line by line: whoever joined them first has them.
  const corrected = [csvLineOf(at(1)), csvLineOf(at(2)), csvLineOf(at(7))];
  const dear = [csvLineOf(at(9), { feeMinor: at(9).feeMinor + 500 })];
  const setRight = [csvLineOf(at(9))];
  return csvOf([monday, tuesday, corrected, dear, setRight][which] ?? []) + '\n'.repeat(again);
};
