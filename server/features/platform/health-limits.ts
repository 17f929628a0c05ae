import type { HealthRow, HealthState } from '@mizan/contract/platform.ts';
import type { HealthLimits } from '@mizan/contract/platform-settings.ts';

/** Pure: what each figure of the platform is held against. */

/** Below these a share says nothing: one of two payments that fails is no trend. */
const tooFew = { paymentsAMinute: 10, attempts: 20, requests: 50, messages: 20 } as const;

/** What was counted at one time; null where nothing was kept of it. */
export interface Counted {
  readonly payments: number;
  readonly attempts: number;
  readonly approved: number;
  readonly undecided: number | null;
  readonly jobs: number | null;
  readonly files: number | null;
  readonly requests: number;
  readonly faults: number;
  readonly messages: number;
  readonly liveMs: number | null;
}

const share = (part: number, of: number, least: number): number | null =>
  of < least ? null : Math.round((part / of) * 10_000);

type Judged = Pick<HealthRow, 'judged' | 'limit' | 'state'>;
const state = (isKnown: boolean, isWithin: boolean): HealthState =>
  isKnown ? (isWithin ? 'WITHIN' : 'OUT') : 'UNKNOWN';
const atMost = (judged: number | null, limit: number): Judged => ({
  judged,
  limit,
  state: state(judged !== null, judged !== null && judged <= limit),
});
const atLeast = (judged: number | null, limit: number | null): Judged => ({
  judged,
  limit,
  state: state(judged !== null && limit !== null, judged !== null && limit !== null && judged >= limit),
});

/**
 * The seven figures, each against its limit; `oldestJobSeconds` is the age of the oldest job that waits, null without one.
 * A figure that too little stands behind is UNKNOWN and never within its limit.
 */
export function judgeHealth(
  now: Counted,
  before: Counted,
  oldestJobSeconds: number | null,
  limits: HealthLimits,
): HealthRow[] {
  const approval = share(now.approved, now.attempts, tooFew.attempts);
  const faults = share(now.faults, now.requests, tooFew.requests);
  const live = now.messages < tooFew.messages ? null : now.liveMs;
  const least =
    before.payments < tooFew.paymentsAMinute
      ? null
      : Math.round(before.payments * limits.paymentsPercent) / 100;
  return [
    { id: 'payments', now: now.payments, lastWeek: before.payments, ...atLeast(now.payments, least) },
    {
      id: 'approval',
      now: approval,
      lastWeek: share(before.approved, before.attempts, tooFew.attempts),
      ...atLeast(approval, limits.approvalPercent * 100),
    },
    {
      id: 'undecided',
      now: now.undecided,
      lastWeek: before.undecided,
      ...atMost(now.undecided, limits.undecided),
    },
    {
      id: 'jobs',
      now: now.jobs,
      lastWeek: before.jobs,
      ...atMost(oldestJobSeconds ?? 0, limits.oldestJobSeconds),
    },
    { id: 'files', now: now.files, lastWeek: before.files, ...atMost(now.files, limits.files) },
    {
      id: 'faults',
      now: faults,
      lastWeek: share(before.faults, before.requests, tooFew.requests),
      ...atMost(faults, limits.faultsBps),
    },
    {
      id: 'live',
      now: live,
      lastWeek: before.messages < tooFew.messages ? null : before.liveMs,
      ...atMost(live, limits.liveMs),
    },
  ];
}

/**
 * The bound that 99 of 100 stay within, of counts by the bounds of `boundsMs`; null without any. The last bound stands for
 * everything above it too, so a figure that is as large as it may be larger.
 */
export function p99Of(counts: readonly number[], boundsMs: readonly number[]): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let within = 0;
  for (const [place, count] of counts.entries()) {
    within += count;
    if (within * 100 >= total * 99) return boundsMs[place] ?? null;
  }
  return null;
}
