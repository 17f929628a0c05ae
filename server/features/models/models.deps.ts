import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';

export interface ModelDeps {
  readonly db: Database;
  readonly clock: Clock;
}
