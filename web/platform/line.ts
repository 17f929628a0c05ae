import { backoffMs } from '@mizan/contract/backoff.ts';
import { useSyncExternalStore } from 'react';

/**
 * Whether the portal can be reached, as far as this window can know: by the browser's word, by beats of the live
 * channel that stay away, by calls that find nobody. Whatever makes it doubtful, the portal is asked before anything
 * is said, because a browser that calls itself offline may still reach a portal on its own machine.
 */
const askedPath = '/health';

export const lineTimes = {
  /** So long a doubt waits for an answer before the screen says so; the asking after that takes its time. */
  answerMs: 600,
  laterAnswerMs: 3_000,
  /** While nobody answers, the portal is asked again after a wait that doubles, with jitter. */
  firstAskMs: 500,
  lastAskMs: 15_000,
  /** A portal that draws a file on a busy machine may be silent meanwhile: its own answer is not given up for that. */
  fileMs: 30_000,
} as const;

type Listener = () => void;
const listeners = new Set<Listener>();
let reachable = true;
/** When the portal was last heard; this page itself came from it. */
let heardAtMs = Date.now();
let timesHeard = 0;
let asking: Promise<boolean> | null = null;
let asks = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function change(next: boolean): void {
  if (reachable === next) return;
  reachable = next;
  for (const listener of listeners) listener();
}

export const isReachable = (): boolean => reachable;
/** The last moment of which the screen can tell anything while the portal can't be reached. */
export const lastHeardMs = (): number => heardAtMs;

/** An answer, a beat, bytes that left: somebody is there. */
export function heard(): void {
  heardAtMs = Date.now();
  timesHeard += 1;
  clearTimeout(timer);
  asks = 0;
  change(true);
}

/** A beat of the live channel. In a browser that calls itself offline only the answer to a call counts. */
export function heardLive(): void {
  if (navigator.onLine) heard();
}

/** Asks whether anybody is there; what is heard of the portal by then is an answer, too. */
export function doubt(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<boolean> {
  const before = timesHeard;
  clearTimeout(timer);
  const waitMs = reachable ? lineTimes.answerMs : lineTimes.laterAnswerMs;
  const options = { cache: 'no-store', signal: AbortSignal.timeout(waitMs) } as const;
  const answered = await fetch(askedPath, options).then(
    ({ ok }) => ok,
    () => false,
  );
  if (answered) heard();
  else if (timesHeard === before) {
    change(false);
    const waits = { firstMs: lineTimes.firstAskMs, mostMs: lineTimes.lastAskMs };
    timer = setTimeout(() => void doubt(), backoffMs(waits, asks, Math.random()));
    asks += 1;
  }
  return reachable;
}

for (const kind of ['online', 'offline']) addEventListener(kind, () => void doubt());

/** Calls back whenever the portal is lost or back. Answers the way to stop. */
export function watchLine(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useReachable = (): boolean => useSyncExternalStore(watchLine, isReachable);

/** Resolves when the portal can be reached; at once where it can. */
export function whenReachable(): Promise<void> {
  if (reachable) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = watchLine(() => {
      stop();
      resolve();
    });
  });
}

/** The answer to something, unless the line is lost before it comes. */
export async function whileReachable<T>(work: Promise<T>): Promise<T> {
  const lost = Promise.withResolvers<never>();
  const giveUp = (): void => lost.reject(new Error('the line was lost'));
  const stop = watchLine(() => {
    if (!reachable) giveUp();
  });
  // What the browser keeps comes without a line, too.
  const timer = reachable ? undefined : setTimeout(giveUp, lineTimes.laterAnswerMs);
  try {
    return await Promise.race([work, lost.promise]);
  } finally {
    stop();
    clearTimeout(timer);
  }
}

/**
 * A signal that ends with the line, or with `other`: what is under way when the line is lost must not reach the
 * portal at some later time. What only reads may be given `patienceMs`, in which the line may come back. Released, it ends no
 * more.
 */
export function lineSignal(
  other?: AbortSignal,
  { patienceMs = 0 }: { patienceMs?: number } = {},
): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const giveUp = (): void => controller.abort(new Error('the line was lost'));
  let patience: ReturnType<typeof setTimeout> | undefined;
  const stop = watchLine(() => {
    clearTimeout(patience);
    if (reachable) return;
    if (patienceMs === 0) giveUp();
    else patience = setTimeout(giveUp, patienceMs);
  });
  const release = (): void => {
    clearTimeout(patience);
    stop();
  };
  const signal = other ? AbortSignal.any([other, controller.signal]) : controller.signal;
  return { signal, release };
}
