import { Session } from 'node:inspector';
// This one function alone: what else the module has rebuilds objects from bytes (source-rules.test).
import { setFlagsFromString } from 'node:v8';

/** What so many rows leave behind is little; a collection for them would cost more than it gives. */
const manyRows = 20_000;
/**
 * By how many percent of what lives the heap may grow before all of it is collected; 0 leaves it to V8, which lets it grow to
 * four times that. The flag is V8's own, read at the end of each full collection; a V8 without it would do nothing
 * (docs/decisions/0395-a-heap-held-close.md).
 */
const growsPercent = { usual: 0, close: 30 } as const;
const setGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);

/** A full collection, as a debugger may ask for one; it is asked from within, and nothing listens. */
async function collect(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await new Promise<void>((resolve, reject) => {
      session.post('HeapProfiler.collectGarbage', (error) => (error ? reject(error) : resolve()));
    });
  } finally {
    session.disconnect();
  }
}

let reading = 0;

/**
 * Rows on their way into a file, with the heap held close while many of them are read. A batch lives long enough for the
 * collector to take it for something that stays, so that a file of many rows would leave as much behind it as V8 finds room for.
 */
export async function* heldClose<T>(rows: AsyncIterable<T>, rowsTotal: number): AsyncGenerator<T> {
  if (rowsTotal < manyRows) return yield* rows;
  reading += 1;
  try {
    if (reading === 1) {
      setGrowth(growsPercent.close);
      // How far it may grow is set by a collection; the last one knew nothing of this file.
      await collect();
    }
    yield* rows;
  } finally {
    reading -= 1;
    if (reading === 0) setGrowth(growsPercent.usual);
  }
}
