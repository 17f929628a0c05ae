import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/log.ts';

/** What the runner of bank files needs. */
export interface RunnerDeps {
  db: Database;
  clock: Clock;
  log: Logger;
  /** Where uploaded files lie while they are worked on. */
  folder: string;
}
