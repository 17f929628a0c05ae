import { addDays, riyadhDay, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import { type getInsights, usualWeeks } from '@mizan/contract/dashboard-insights.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import { dayWindow } from '../transactions/transaction-window.ts';
import {
  type BranchName,
  selectBranchNames,
  selectCompared,
  selectHours,
  selectOpenDays,
  selectPeople,
  selectTids,
} from './comparison.queries.ts';
import { type ComparedSpans, comparedSpans, comparisonOf, hoursUntil } from './comparison.ts';
import { edgesOf, startOfHour } from './dashboard-period.ts';
import { selectReasons } from './insights.queries.ts';
import { usualWhereQuiet } from './quiet-branches.ts';

type Insights = RouteOutput<typeof getInsights>;

const weekDays = 7;

/**
 * What stands behind a merchant's figures of a range of days, today where none are chosen. Failures: 'notFound' for a
 * branch that is not theirs to see, 'badRequest' for days that are no window.
 */
export async function insightsOf(
  db: Database,
  merchantId: string,
  query: RouteInput<typeof getInsights>['query'],
  now: Date,
): Promise<Insights> {
  const range = dayWindow(query, 1, now);
  const branchId = query.branchId ?? null;
  const today = riyadhDay(now);
  const spans = comparedSpans(range, now);
  return inTenant(db, merchantId, async (tx) => {
    const [reasons, branches] = await Promise.all([
      selectReasons(tx, branchId, edgesOf(range)),
      selectBranchNames(tx),
    ]);
    if (branchId !== null && !branches.some(({ id }) => id === branchId)) throw notFound();
    return {
      ...range,
      declinedCount: reasons.reduce((sum, { count }) => sum + count, 0),
      reasons,
      comparison: typeof spans === 'string' ? null : await compared(tx, branchId, spans, branches),
      noComparison: typeof spans === 'string' ? spans : null,
      quiet: range.from <= today && today <= range.to ? await quietNow(tx, branchId, now, branches) : [],
    };
  });
}

async function compared(
  tx: Tx,
  branchId: string | null,
  spans: ComparedSpans,
  branches: readonly BranchName[],
): Promise<Insights['comparison']> {
  const rows = await selectCompared(tx, branchId, spans.now, spans.before);
  const [tids, people] = await Promise.all([
    selectTids(
      tx,
      rows.flatMap((row) => row.terminalId ?? []),
    ),
    selectPeople(
      tx,
      rows.flatMap((row) => row.cashierId ?? []),
    ),
  ]);
  return comparisonOf(spans, rows, { branches, tids, people });
}

/**
 * The branches that sell unusually little for this hour of this weekday, the one that misses most first. An earlier day
 * without any sale was a holiday or a closed day, and says nothing about what is usual. A branch that has caught up in the
 * running hour is not named.
 */
async function quietNow(
  tx: Tx,
  branchId: string | null,
  now: Date,
  branches: readonly BranchName[],
): Promise<Insights['quiet']> {
  const today = riyadhDay(now);
  const until = startOfHour(now);
  if (until <= startOfRiyadhDay(today)) return [];
  const earlier = Array.from({ length: usualWeeks }, (_, i) => addDays(today, -weekDays * (i + 1)));
  const [hours, openDays] = await Promise.all([
    // The running hour too: what a branch without a line sold arrives at once, later.
    selectHours(tx, branchId, [...hoursUntil([today, ...earlier], until, today), until]),
    selectOpenDays(tx, branchId, earlier),
  ]);
  const counts = new Map<string, number>();
  const running = new Map<string, number>();
  for (const { branchId: id, hour, count } of hours) {
    if (hour >= until) {
      running.set(id, count);
      continue;
    }
    const key = `${id} ${riyadhDay(hour)}`;
    counts.set(key, (counts.get(key) ?? 0) + count);
  }
  const countOf = (id: string, day: string): number => counts.get(`${id} ${day}`) ?? 0;
  const open = Map.groupBy(openDays, (each) => each.branchId);
  const quiet = branches.flatMap(({ id, nameEn, nameAr, active, terminalsAway }) => {
    const days = (open.get(id) ?? []).map(({ day }) => countOf(id, day));
    const count = countOf(id, today);
    const usualCount = active ? usualWhereQuiet({ earlier: days, today: count }) : null;
    const soFar = count + (running.get(id) ?? 0);
    if (usualCount === null || usualWhereQuiet({ earlier: days, today: soFar }) === null) return [];
    const said = {
      day: today,
      until: until.toISOString(),
      count,
      usualCount,
      weeks: days.length,
      terminalsAway,
    };
    return [{ branchId: id, nameEn, nameAr, ...said }];
  });
  return quiet.toSorted((a, b) => b.usualCount - b.count - (a.usualCount - a.count));
}
