import { type FeatureSwitch, featureSwitches } from '@mizan/contract/feature-switches.ts';
import type { switchFeature } from '@mizan/contract/platform-settings.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import type { Principal } from '../../platform/http/call.ts';
import { changeSetting } from '../../platform/settings/settings.ts';
import { aboutSettings, type SettingsDeps } from './settings-deps.ts';

/** Switches one part of the portal off or on; as it already is, nothing happens. */
export const switchOne = (
  { db, clock }: SettingsDeps,
  actor: Principal,
  feature: FeatureSwitch,
  isOn: boolean,
): Promise<RouteOutput<typeof switchFeature>> =>
  inPlatform(db, async (tx) => {
    const at = clock.now();
    const { next: switchedOff, isChanged } = await changeSetting(tx, 'switchedOff', at, (off) =>
      featureSwitches.filter((each) => (each === feature ? !isOn : off.includes(each))),
    );
    if (isChanged) {
      const fact = isOn ? 'platformSettings.switchedOn' : 'platformSettings.switchedOff';
      await happened(tx, actor, { fact, at, about: aboutSettings, params: { feature } });
    }
    return { switchedOff };
  });
