import type { Logger } from '../log.ts';
import { isDatabaseUnavailable } from './unavailable.ts';
import { whileUnavailable } from './while-unavailable.ts';

/** How long a step of a start waits for a database that is away, starting, or died in the middle of it. */
const patienceMs = 60_000;

/** The database stayed away for as long as a start waits. */
export class DatabaseStayedAway extends Error {
  override readonly name = 'DatabaseStayedAway';
}

/** Does a step of a start, which may be done twice, until the database was there for all of it. */
export type Patience = <T>(step: string, work: () => Promise<T>) => Promise<T>;

/** Every step waits alike, each for its own time, and says so in one line. Throws what has nothing to do with waiting. */
export function patience(log: Pick<Logger, 'warn'>, forMs: number = patienceMs): Patience {
  return async (step, work) => {
    try {
      const onWait = (error: Error): void =>
        log.warn({ step, err: error }, 'the start waits for the database');
      return await whileUnavailable(work, { forMs, onWait });
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      throw new DatabaseStayedAway((error as Error).message, { cause: error });
    }
  };
}
