import type { WebhookAttempt } from '@mizan/contract/integrator-webhooks.ts';

/** What a message's lag is owed to, as far as it can be told from here. */
export type LagCause =
  /** It arrived with the first attempt, which was made at once. */
  | { kind: 'none' }
  /** Its first attempt was late: that is ours. */
  | { kind: 'ours'; lateMs: number }
  /** The address answered, and asked to be left alone for so long. */
  | { kind: 'askedToWait'; waitSeconds: number }
  /** The address answered, but did not take it. */
  | { kind: 'notTaken' }
  /** Its name leads into a network that nothing is sent to. */
  | { kind: 'closedNetwork' }
  /** No answer came: whether for the address or for the way to it is not known. */
  | { kind: 'noAnswer' };

/** An attempt that begins so late was held up by the portal. */
const lateFromMs = 5_000;
const isTaken = ({ status }: WebhookAttempt): boolean => status !== null && status >= 200 && status < 300;
/** Whole seconds, as most answers give it; a date is left to the time of the next attempt. */
const secondsOf = (retryAfter: string | null): number | null =>
  retryAfter !== null && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : null;

function ofRefusal({ status, reason, retryAfter }: WebhookAttempt): LagCause {
  if (status === null) {
    return reason === 'closedNetwork' ? { kind: 'closedNetwork' } : { kind: 'noAnswer' };
  }
  const waitSeconds = secondsOf(retryAfter);
  return waitSeconds === null || waitSeconds === 0
    ? { kind: 'notTaken' }
    : { kind: 'askedToWait', waitSeconds };
}

/**
 * Who causes the lag of a message: read off its attempts, the last that was not taken first. `createdAt` is when it was
 * written; null before the first attempt, when nothing can be said.
 */
export function lagCause(createdAt: string, attempts: readonly WebhookAttempt[]): LagCause | null {
  const [first] = attempts;
  if (!first) return null;
  const refused = attempts.findLast((each) => !isTaken(each));
  if (refused) return ofRefusal(refused);
  const lateMs = Date.parse(first.at) - Date.parse(createdAt);
  return lateMs >= lateFromMs ? { kind: 'ours', lateMs } : { kind: 'none' };
}
