import { Failure } from '../failure.ts';
import { httpLimits } from './limits.ts';

const minuteMs = 60_000;

/** What a session may still call, and when that was reckoned. */
interface Allowance {
  calls: number;
  atMs: number;
}

export interface SessionLimit {
  /** Counts one call of a session. @throws Failure 'rateLimited' with `retryAt` where it has none left. */
  countCall(sessionId: string): void;
  /** How many sessions are held in memory. */
  readonly heldSessions: number;
}

/**
 * How many calls a session may make: a minute's worth at once, and as many again with every minute. Counted in this
 * process's memory, because a write for each call would cost more than what it guards: N processes allow N times as
 * many. Guessing is limited in the database, at the sign-in. `nowMs` never goes back, whatever is done to the clock.
 */
export function sessionLimit(
  callsPerMinute: number,
  nowMs: () => number = () => performance.now(),
): SessionLimit {
  const held = new Map<string, Allowance>();
  let forgottenAtMs = nowMs();

  /** After a minute without a call a session has its whole allowance, as one has that was never seen. */
  function forgetIdle(atMs: number): void {
    if (atMs - forgottenAtMs < minuteMs) return;
    forgottenAtMs = atMs;
    for (const [key, allowance] of held) if (atMs - allowance.atMs >= minuteMs) held.delete(key);
  }

  function countCall(sessionId: string): void {
    const atMs = nowMs();
    forgetIdle(atMs);
    const before = held.get(sessionId) ?? { calls: callsPerMinute, atMs };
    const grown = before.calls + ((atMs - before.atMs) * callsPerMinute) / minuteMs;
    const calls = Math.min(callsPerMinute, grown);
    if (calls < 1) {
      const waitMs = ((1 - calls) * minuteMs) / callsPerMinute;
      const retryAt = new Date(Date.now() + waitMs).toISOString();
      throw new Failure('rateLimited', 'Too many calls. Try again in a moment.', { retryAt });
    }
    // Put at the end, so that the first one is the one that was idle for longest.
    held.delete(sessionId);
    held.set(sessionId, { calls: calls - 1, atMs });
    if (held.size > httpLimits.countedSessions) held.delete(held.keys().next().value ?? sessionId);
  }

  return {
    countCall,
    get heldSessions() {
      return held.size;
    },
  };
}
