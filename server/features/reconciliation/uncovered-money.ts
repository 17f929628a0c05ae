import type { Tx } from '../../platform/database/database.ts';
import type { JobPart } from '../../reconciliation/judge/coverage-job.ts';
import { type CoverageSummary, opensAtMs } from '../../reconciliation/judge/coverage-summary.ts';
import type { PortalScope } from '../../reconciliation/reconcile-job.ts';
import { selectBefore, selectSoldAfter } from './uncovered-money.queries.ts';

type After = CoverageSummary['after'];

/**
 * A coverage with all the money that it is not about: the engine is given the payments around a file's days, and what
 * was sold before and after them until now is added up here.
 */
export async function withAllMoney(
  tx: Tx,
  coverage: CoverageSummary,
  { parts, scope, now }: { parts: readonly JobPart[]; scope: PortalScope; now: Date },
): Promise<CoverageSummary> {
  const part = parts.find(({ id }) => id === coverage.partId);
  const own = { tids: part?.tids?.slice() ?? null, schemes: part?.schemes?.slice() ?? null };
  const ofBanks = { bankIds: coverage.bankIds, ...own };
  const loadedTo = scope.spans.at(-1)?.toDay ?? scope.toDay;
  const later = await selectSoldAfter(tx, ofBanks, loadedTo, now);
  const opens = opensAtMs(coverage);
  const beforeFirstFile = opens === null ? [] : await selectBefore(tx, ofBanks, new Date(opens));
  return {
    ...coverage,
    part: own,
    after: joined(coverage.after, later),
    beforeFirstFile,
    untilMs: now.getTime(),
  };
}

function joined(some: After, more: After): After {
  const sums = new Map<string, After[number]>();
  for (const one of [...some, ...more]) {
    const key = `${one.dueDay ?? ''} ${one.currency}`;
    const known = sums.get(key) ?? { ...one, count: 0, amountMinor: 0 };
    sums.set(key, {
      ...known,
      count: known.count + one.count,
      amountMinor: known.amountMinor + one.amountMinor,
    });
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}
