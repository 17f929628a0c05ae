import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';

/** What work on exceptions needs. */
export interface ExceptionDeps {
  db: Database;
  clock: Clock;
}
