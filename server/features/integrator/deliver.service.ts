import { tryHours } from '@mizan/contract/integrator-webhooks.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import { type IsReachable, isPublicAddress } from '../../platform/http/public-address.ts';
import { isOn } from '../../platform/settings/require-on.ts';
import { type Posted, post, secretOf } from './webhook-post.ts';
import { claim, insertAttempt, selectDue, settle } from './webhooks.queries.ts';

export interface DeliverDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secret: string;
  /** Tests have their addresses on this machine. */
  readonly isReachable?: IsReachable | undefined;
}

/** Sends what is due: every minute, and at once where much was sent again by hand. */
export const dueJob = 'integrator.deliverDue';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** After each attempt that failed; three days in all, and then it is given up. */
export const retryAfterMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  18 * hourMs,
  22 * hourMs,
] as const;
/** Longer than any attempt takes. */
const leaseMs = 2 * minuteMs;
const sweepLimits = { rows: 200, atOnce: 10 } as const;

/** How long an address asked to be left alone, in ms: whole seconds, or until a date (RFC 9110, 10.2.3). 0 of anything else. */
export function askedWaitMs(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return 0;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  // Numbers of another shape are no dates, though a parser might take them for years.
  const until = /[A-Za-z]/.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(until) ? 0 : Math.max(0, until - now.getTime());
}

const isTaken = ({ status }: Posted): boolean => status !== null && status >= 200 && status < 300;

/** Sends one message where it is due and nobody else does; while webhooks are switched off it waits as it is. */
export async function deliver(
  { db, clock, secret, isReachable = isPublicAddress }: DeliverDeps,
  named: { merchantId: string; id: string },
): Promise<void> {
  const at = clock.now();
  const claimed = await inPlatform(db, async (tx) =>
    (await isOn(tx, 'webhooks')) ? claim(tx, named, at, new Date(at.getTime() + leaseMs)) : null,
  );
  if (!claimed) return;
  const { uuid: id, body, url, secretUuids, tries, begunAt } = claimed;
  const secrets = secretUuids.map((uuid) => secretOf(secret, uuid));
  const begunMs = performance.now();
  const posted = await post(url, { id, body, secrets, at }, isReachable);
  const durationMs = Math.round(performance.now() - begunMs);
  const waitMs = retryAfterMs[tries - 1];
  await inPlatform(db, async (tx) => {
    await insertAttempt(tx, named, { at, durationMs, ...posted });
    if (isTaken(posted)) {
      return settle(tx, named, { state: 'DELIVERED', nextAttemptAt: null, deliveredAt: clock.now() });
    }
    const now = clock.now();
    const nextAttemptAt = new Date(
      now.getTime() + Math.max(waitMs ?? 0, askedWaitMs(posted.retryAfter, now)),
    );
    if (waitMs === undefined || nextAttemptAt.getTime() > begunAt.getTime() + tryHours * hourMs) {
      return settle(tx, named, { state: 'GIVEN_UP', nextAttemptAt: null, deliveredAt: null });
    }
    return settle(tx, named, { state: 'WAITING', nextAttemptAt, deliveredAt: null });
  });
}

/** Sends what is due: what failed before, and what was left by a portal that ended. */
export async function deliverDue(deps: DeliverDeps): Promise<void> {
  const due = await inPlatform(deps.db, (tx) => selectDue(tx, deps.clock.now(), sweepLimits.rows));
  for (let done = 0; done < due.length; done += sweepLimits.atOnce) {
    await Promise.all(due.slice(done, done + sweepLimits.atOnce).map((each) => deliver(deps, each)));
  }
}
