import type { FeatureSwitch } from '@mizan/contract/feature-switches.ts';
import { type Database, inPlatform, type Tx } from '../database/database.ts';
import { Failure } from '../failure.ts';
import { settingOf } from './settings.ts';

/** Whether administrators let a part of the portal work at this moment. */
export const isOn = async (tx: Tx, feature: FeatureSwitch): Promise<boolean> =>
  !(await settingOf(tx, 'switchedOff')).includes(feature);

/** @throws Failure 'switchedOff' where administrators have switched it off, with which part it is */
export async function requireOn(db: Database, feature: FeatureSwitch): Promise<void> {
  if (await inPlatform(db, (tx) => isOn(tx, feature))) return;
  throw new Failure('switchedOff', `This part of the portal is switched off for now: ${feature}.`, {
    feature,
  });
}
