import type { getInsights } from '@mizan/contract/dashboard-insights.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { type Database, inTenant } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import { dayWindow } from '../transactions/transaction-window.ts';
import { edgesOf } from './dashboard-period.ts';
import { selectBranch } from './dashboard-terminals.queries.ts';
import { selectReasons } from './insights.queries.ts';

/**
 * What stands behind a merchant's figures of a range of days, today where none are chosen. Failures: 'notFound' for a
 * branch that is not theirs to see, 'badRequest' for days that are no window.
 */
export async function insightsOf(
  db: Database,
  merchantId: string,
  query: RouteInput<typeof getInsights>['query'],
  now: Date,
): Promise<RouteOutput<typeof getInsights>> {
  const range = dayWindow(query, 1, now);
  const branchId = query.branchId ?? null;
  return inTenant(db, merchantId, async (tx) => {
    const [branch, reasons] = await Promise.all([
      branchId === null ? null : selectBranch(tx, branchId),
      selectReasons(tx, branchId, edgesOf(range)),
    ]);
    if (branchId !== null && branch === null) throw notFound();
    return { ...range, declinedCount: reasons.reduce((sum, { count }) => sum + count, 0), reasons };
  });
}
