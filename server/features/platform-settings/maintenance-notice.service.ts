import type { FactParams } from '@mizan/contract/facts.ts';
import type {
  endMaintenanceNotice,
  getMaintenanceNotice,
  MaintenanceNotice,
  setMaintenanceNotice,
} from '@mizan/contract/platform-settings.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { standsAlready } from '../../platform/as-seen.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure } from '../../platform/failure.ts';
import type { Principal } from '../../platform/http/call.ts';
import { changeSetting, settingOf } from '../../platform/settings/settings.ts';
import { aboutSettings, type SettingsDeps } from './settings-deps.ts';

/** The notice over every screen behind the sign-in. */

const dayMs = 24 * 60 * 60_000;

/** The notice that shows or is going to; null of one whose time is over. */
export const lastingNotice = <Notice extends { shownUntil?: unknown }>(
  notice: Notice | null,
  now: Date,
): Notice | null => (notice && Date.parse(String(notice.shownUntil)) > now.getTime() ? notice : null);

const toldOf = (notice: MaintenanceNotice): FactParams<'platformSettings.noticeShown'> => ({
  noticeEn: notice.textEn,
  noticeAr: notice.textAr,
  shownFromAt: notice.shownFrom,
  shownUntilAt: notice.shownUntil,
});

/** What a window shows now, by the portal's clock, and when it is to ask again: clocks of browsers decide nothing. */
export const noticeNow = ({ db, clock }: SettingsDeps): Promise<RouteOutput<typeof getMaintenanceNotice>> =>
  inPlatform(db, async (tx) => {
    const now = clock.now();
    const notice = lastingNotice(await settingOf(tx, 'maintenance'), now);
    if (!notice) return { notice: null, againInMs: null };
    const { textEn, textAr, shownFrom, shownUntil } = notice;
    const isShown = Date.parse(shownFrom) <= now.getTime();
    const againInMs = Math.min(Date.parse(isShown ? shownUntil : shownFrom) - now.getTime(), dayMs);
    return { notice: isShown ? { textEn, textAr } : null, againInMs };
  });

/**
 * Shows a notice in place of the one that was seen, or of none; the same one again is no change.
 * @throws Failure 'conflict' where its time is over: nobody would ever see it; 'changedMeanwhile'
 */
export const setNotice = (
  { db, clock }: SettingsDeps,
  actor: Principal,
  { seen, ...notice }: RouteInput<typeof setMaintenanceNotice>['body'],
): Promise<RouteOutput<typeof setMaintenanceNotice>> =>
  inPlatform(db, async (tx) => {
    const at = clock.now();
    if (!lastingNotice(notice, at)) throw new Failure('conflict', 'The time of this notice is over.');
    // One that ended by itself while somebody typed was changed by nobody.
    const standing = (each: object | null): object => lastingNotice(each, at) ?? {};
    const { before, isChanged } = await changeSetting(tx, 'maintenance', at, (kept) => {
      standsAlready(standing(kept), notice, standing(seen));
      return notice;
    });
    const was = lastingNotice(before, at);
    const told = { at, about: aboutSettings, params: toldOf(notice) };
    if (isChanged && was) {
      await happened(tx, actor, { ...told, fact: 'platformSettings.noticeChanged', was: toldOf(was) });
    } else if (isChanged) await happened(tx, actor, { ...told, fact: 'platformSettings.noticeShown' });
    return { maintenance: notice };
  });

/** Takes the notice down; where none shows or is going to, nothing happens. */
export const endNotice = (
  { db, clock }: SettingsDeps,
  actor: Principal,
): Promise<RouteOutput<typeof endMaintenanceNotice>> =>
  inPlatform(db, async (tx) => {
    const at = clock.now();
    const { before } = await changeSetting(tx, 'maintenance', at, () => null);
    const was = lastingNotice(before, at);
    if (was) {
      await happened(tx, actor, {
        fact: 'platformSettings.noticeEnded',
        at,
        about: aboutSettings,
        params: toldOf(was),
      });
    }
    return { maintenance: null };
  });
