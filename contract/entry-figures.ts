import type { BankFileEntry } from './bank-file-entry.ts';
import type { FigureFilter } from './entry-parts.ts';

/** Signed minor units; a side that has nothing is null. */
type Sides = Pick<BankFileEntry, 'portalMinor' | 'bankMinor' | 'chargeMinor' | 'differenceMinor'>;

const difference = ({ differenceMinor }: Sides): number => differenceMinor;
const paid = ({ bankMinor, chargeMinor }: Sides): number => (bankMinor ?? 0) - (chargeMinor ?? 0);
const keptBack = (entry: Sides): number => paid(entry) - entry.differenceMinor - (entry.portalMinor ?? 0);

/**
 * What an entry adds to the figure that it is listed for: the figure is the sum of its entries. What was agreed to be kept
 * back of a line, or was kept back without an agreement, is what lies between its two sides and is no difference.
 */
export const amountIn: Readonly<Record<FigureFilter, (entry: Sides) => number>> = {
  toClaim: difference,
  paidTooMuch: difference,
  here: difference,
  portal: ({ portalMinor }) => portalMinor ?? 0,
  charges: keptBack,
  notJudged: keptBack,
  bank: paid,
};
