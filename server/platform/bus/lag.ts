/**
 * How long a live message takes from its commit to the live channel, as the process that committed it hears it: one clock,
 * so nothing hangs on whether those of several machines agree.
 */

/** More are on their way only where the bus is down, and what is lost then comes by the rows. */
const waitingMax = 10_000;
/** By the sequence of the message, in ms of this process's own clock. */
const committedAtMs = new Map<number, number>();

/** Says that a message of this process is committed from now on. */
export function noteCommitted(seq: number): void {
  if (committedAtMs.size >= waitingMax) committedAtMs.clear();
  committedAtMs.set(seq, performance.now());
}

/** How long ago a message was committed here, in seconds, once; null where another process did. */
export function takeLag(seq: number): number | null {
  const at = committedAtMs.get(seq);
  if (at === undefined) return null;
  committedAtMs.delete(seq);
  return (performance.now() - at) / 1_000;
}
