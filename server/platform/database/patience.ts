import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

/** How long a step of a start waits for a database that is away, starting, or died in the middle of it. */
const patienceMs = 60_000;
const retryMs = 500;

/** The database stayed away for as long as a start waits. */
export class DatabaseStayedAway extends Error {
  override readonly name = 'DatabaseStayedAway';
}

/** Does a step of a start, which may be done twice, until the database was there for all of it. */
export type Patience = <T>(step: string, work: () => Promise<T>) => Promise<T>;

/** Every step waits alike, each for its own time, and says so in one line. Throws what has nothing to do with waiting. */
export function patience(log: Pick<Logger, 'warn'>, forMs: number = patienceMs): Patience {
  return async (step, work) => {
    let deadline: number | null = null;
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        if (deadline === null) log.warn({ step, err: error }, 'the start waits for the database');
        deadline ??= performance.now() + forMs;
        if (performance.now() > deadline) {
          throw new DatabaseStayedAway((error as Error).message, { cause: error });
        }
        await delay(retryMs);
      }
    }
  };
}
