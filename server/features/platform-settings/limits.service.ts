import type {
  AloneLimits,
  HealthLimits,
  setAloneLimits,
  setHealthLimits,
} from '@mizan/contract/platform-settings.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { savedOver } from '../../platform/as-seen.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import type { Principal } from '../../platform/http/call.ts';
import { changeSetting } from '../../platform/settings/settings.ts';
import { aboutSettings, type SettingsDeps } from './settings-deps.ts';

/** What each figure of the platform is held against from here on; the same again is no change. @throws Failure 'conflict' 'changedMeanwhile' */
export const setHealth = (
  { db, clock }: SettingsDeps,
  actor: Principal,
  { seen, ...limits }: RouteInput<typeof setHealthLimits>['body'],
): Promise<HealthLimits> =>
  inPlatform(db, async (tx) => {
    const at = clock.now();
    const { before, isChanged } = await changeSetting(tx, 'healthLimits', at, (was) =>
      savedOver(was, limits, seen),
    );
    const told = { at, about: aboutSettings, params: limits, was: before };
    if (isChanged) await happened(tx, actor, { ...told, fact: 'platformSettings.healthLimitsSet' });
    return limits;
  });

/**
 * Up to which sum one person acts alone from here on, in halalas, at merchants whose owner set nothing else; what was done
 * before stays as it was decided. @throws Failure 'conflict' 'changedMeanwhile'
 */
export const setAlone = (
  { db, clock }: SettingsDeps,
  actor: Principal,
  { seen, ...limits }: RouteInput<typeof setAloneLimits>['body'],
): Promise<AloneLimits> =>
  inPlatform(db, async (tx) => {
    const at = clock.now();
    const { before, isChanged } = await changeSetting(tx, 'aloneLimits', at, (was) =>
      savedOver(was, limits, seen),
    );
    const told = { at, about: aboutSettings, params: limits, was: before };
    if (isChanged) await happened(tx, actor, { ...told, fact: 'platformSettings.aloneLimitsSet' });
    return limits;
  });
