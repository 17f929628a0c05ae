import type { MailEnding, setMailEnding } from '@mizan/contract/mail-settings.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { savedOver } from '../../platform/as-seen.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import type { Principal } from '../../platform/http/call.ts';
import { changeSetting } from '../../platform/settings/settings.ts';
import { aboutSettings, type SettingsDeps } from './settings-deps.ts';

/** What stands below every mail that is written from here on; the same again is no change. @throws Failure 'conflict' 'changedMeanwhile' */
export const setEnding = (
  { db, clock }: SettingsDeps,
  actor: Principal,
  { seen, ...ending }: RouteInput<typeof setMailEnding>['body'],
): Promise<MailEnding> =>
  inPlatform(db, async (tx) => {
    const at = clock.now();
    const { before, isChanged } = await changeSetting(tx, 'mailEnding', at, (was) =>
      savedOver(was, ending, seen),
    );
    const told = { at, about: aboutSettings, params: ending, was: before };
    if (isChanged) await happened(tx, actor, { ...told, fact: 'platformSettings.mailEndingSet' });
    return ending;
  });
