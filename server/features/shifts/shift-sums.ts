import type { ShiftSums } from '@mizan/contract/shifts.ts';
import { type Scheme, schemes } from '@mizan/contract/transaction-states.ts';

/** Transactions of a shift that are alike: how many, and their amounts in halalas. */
export interface SumGroup {
  isBack: boolean;
  scheme: Scheme;
  kind: 'COUNTED' | 'UNDECIDED' | 'UNSUCCESSFUL';
  count: number;
  minor: number;
}

interface Counted {
  count: number;
  minor: number;
}

const added = (groups: readonly SumGroup[]): Counted => ({
  count: groups.reduce((sum, { count }) => sum + count, 0),
  minor: groups.reduce((sum, { minor }) => sum + minor, 0),
});

/** What a shift comes to: approved sales by scheme less what went back; what is undecided stands beside it. */
export function sumsOf(groups: readonly SumGroup[]): ShiftSums {
  const those = (kind: SumGroup['kind'], isBack: boolean): SumGroup[] =>
    groups.filter((group) => group.kind === kind && group.isBack === isBack);
  const soldBy = those('COUNTED', false);
  const sales = added(soldBy);
  const refunds = added(those('COUNTED', true));
  return {
    schemes: schemes
      .map((scheme) => ({ scheme, ...added(soldBy.filter((group) => group.scheme === scheme)) }))
      .filter(({ count }) => count > 0),
    sales,
    refunds,
    totalMinor: sales.minor - refunds.minor,
    unsuccessful: added(groups.filter(({ kind }) => kind === 'UNSUCCESSFUL')).count,
    undecidedSales: added(those('UNDECIDED', false)),
    undecidedRefunds: added(those('UNDECIDED', true)),
  };
}
