import { platformSettingsId } from '@mizan/contract/platform-settings.ts';
import type { TimedKind } from '@mizan/contract/retention.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Keeping } from '../../platform/housekeeping/retention.ts';

/** What the services of the platform's settings share (docs/decisions/0158-settings-of-the-platform.md). */
export interface SettingsDeps extends Keeping {
  readonly db: Database;
  readonly clock: Clock;
  /** Where links of mails begin. */
  readonly linkBase: () => string;
  /** How many rows of a kind go whose time ended before an instant. */
  readonly countOldRows: (tx: Tx, kind: TimedKind, before: Date) => Promise<number>;
}

/** What every change of a setting is about, so that the trail of all of them stands on one screen. */
export const aboutSettings = { type: 'platformSettings', id: platformSettingsId } as const;
