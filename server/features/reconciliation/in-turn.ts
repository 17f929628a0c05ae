import { Failure } from '../../platform/failure.ts';

/** More than wait here are sent away: each would wait for all before it. */
const waitingMax = 20;
/** A file as large as one may be is read in a fraction of it. */
const workMsMax = 120_000;

/** Does one piece of work. Its signal ends when it takes too long, or nobody waits for it any more. */
type InTurn = <T>(gone: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * Work that takes memory and a connection, one after the other in this process. Whoever goes away leaves the line.
 * @throws Failure 'unavailable' where too many wait, and where it is ended.
 */
export function oneAfterTheOther(): InTurn {
  let [last, waiting]: [Promise<unknown>, number] = [Promise.resolve(), 0];
  return async (gone, work) => {
    if (waiting >= waitingMax) throw busy();
    waiting += 1;
    const mine = last.then(() => withLimits(gone, work));
    last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      waiting -= 1;
    }
  };
}

async function withLimits<T>(gone: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const end = (): void => ending.abort(busy());
  const timer = setTimeout(end, workMsMax);
  gone.addEventListener('abort', end, { once: true });
  try {
    if (gone.aborted) end();
    ending.signal.throwIfAborted();
    return await work(ending.signal);
  } finally {
    clearTimeout(timer);
    gone.removeEventListener('abort', end);
  }
}

const busy = (): Failure => new Failure('unavailable', 'Too much is being read at the moment; try again.');
