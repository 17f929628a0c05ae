import { platformSettingsId } from '@mizan/contract/platform-settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';

import type { RetentionDays } from '../../platform/housekeeping/retention.ts';

/** What the services of the platform's settings share (docs/decisions/0158-settings-of-the-platform.md). */
export interface SettingsDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Where links of mails begin. */
  readonly linkBase: () => string;
  readonly keepDays: RetentionDays;
}

/** What every change of a setting is about, so that the trail of all of them stands on one screen. */
export const aboutSettings = { type: 'platformSettings', id: platformSettingsId } as const;
