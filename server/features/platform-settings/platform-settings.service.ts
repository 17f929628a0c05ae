import type { getPlatformSettings } from '@mizan/contract/platform-settings.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { settingOf } from '../../platform/settings/settings.ts';
import { lastingNotice } from './maintenance-notice.service.ts';
import type { SettingsDeps } from './settings-deps.ts';

/** Everything that the screen shows. */
export const settingsOf = ({ db, clock }: SettingsDeps): Promise<RouteOutput<typeof getPlatformSettings>> =>
  inPlatform(db, async (tx) => ({
    maintenance: lastingNotice(await settingOf(tx, 'maintenance'), clock.now()),
    switchedOff: await settingOf(tx, 'switchedOff'),
    healthLimits: await settingOf(tx, 'healthLimits'),
    aloneLimits: await settingOf(tx, 'aloneLimits'),
    rateProposals: await settingOf(tx, 'rateProposals'),
    mailEnding: await settingOf(tx, 'mailEnding'),
    keepDays: await settingOf(tx, 'keepDays'),
  }));
