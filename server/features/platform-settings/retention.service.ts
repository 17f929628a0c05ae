import {
  type getRetention,
  type KeptDaysOf,
  type previewRetention,
  type RetentionRow,
  retentionTerms,
  type setRetention,
  shorterAfterHours,
  type TimedKind,
  timedKinds,
} from '@mizan/contract/retention.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure } from '../../platform/failure.ts';
import { daysAt, endOfDays, type Keeping } from '../../platform/housekeeping/retention.ts';
import type { Principal } from '../../platform/http/call.ts';
import { lockSettings } from '../../platform/settings/settings.queries.ts';
import { changeSetting, settingOf } from '../../platform/settings/settings.ts';
import { aboutSettings, type SettingsDeps } from './settings-deps.ts';

/** How long things are kept (docs/decisions/0431-how-long-is-set-by-administrators.md). */

const hourMs = 60 * 60_000;

const rowOf = (keeping: Keeping, kept: KeptDaysOf, kind: TimedKind, now: Date): RetentionRow => {
  const { setting, least, most } = retentionTerms[kind];
  const isFixed = keeping.keepFixed?.includes(kind) ?? false;
  const said = isFixed ? null : kept[kind];
  const days = daysAt(keeping, kept, kind, now);
  const next = said && Date.parse(said.from) > now.getTime() ? { days: said.days, from: said.from } : null;
  return { kind, days, next, setting, isFixed, least, most };
};

/** What counts now and what is to count, of every kind whose time may be set. */
export const retentionOf = (deps: SettingsDeps): Promise<RouteOutput<typeof getRetention>> =>
  inPlatform(deps.db, async (tx) => {
    const kept = await settingOf(tx, 'keepDays');
    return { rows: timedKinds.map((kind) => rowOf(deps, kept, kind, deps.clock.now())) };
  });

type Goes = RouteOutput<typeof previewRetention>['goes'];

/**
 * What a time would delete as soon as it counts; null where nothing goes. It begins with a full hour, so that what was seen and
 * what is asked for a moment later speak of the same rows; all of them are older than it, so that none is added meanwhile.
 * @throws Failure 'badRequest' outside the limits of its kind
 */
async function goesOf(
  tx: Tx,
  deps: SettingsDeps,
  { kind, days, kept }: { kind: TimedKind; days: number; kept: KeptDaysOf },
): Promise<Goes> {
  const { least, most } = retentionTerms[kind];
  if (days < least || days > most) throw new Failure('badRequest', `Keep them for ${least} to ${most} days.`);
  const now = deps.clock.now();
  if (days >= daysAt(deps, kept, kind, now)) return null;
  const from = new Date(Math.ceil((now.getTime() + shorterAfterHours * hourMs) / hourMs) * hourMs);
  const olderThan = endOfDays(from, days);
  const rows = await deps.countOldRows(tx, kind, olderThan);
  return { from: from.toISOString(), olderThan: olderThan.toISOString(), rows };
}

/** What would be deleted; nothing is. @throws Failure 'badRequest' outside the limits of its kind */
export const previewOf = (
  deps: SettingsDeps,
  kind: TimedKind,
  days: number,
): Promise<RouteOutput<typeof previewRetention>> =>
  inPlatform(deps.db, async (tx) => ({
    goes: await goesOf(tx, deps, { kind, days, kept: await settingOf(tx, 'keepDays') }),
  }));

const refused = (reason: string): Failure => new Failure('conflict', reason, { reason });

/**
 * Sets for how many days a kind is kept. A longer time counts at once; a shorter one a day later, until when a longer one takes
 * it back, and only with what its preview said. The same again is no change.
 * @throws Failure 'badRequest' outside the limits of its kind; 'conflict': 'fixed' where whoever runs the portal has set it,
 *   'notSeen' where other rows would go than were seen
 */
export const setKeptDays = (
  deps: SettingsDeps,
  actor: Principal,
  { kind, days, seen }: { kind: TimedKind } & RouteInput<typeof setRetention>['body'],
): Promise<RetentionRow> =>
  inPlatform(deps.db, async (tx) => {
    await lockSettings(tx);
    const at = deps.clock.now();
    const kept = await settingOf(tx, 'keepDays');
    if (deps.keepFixed?.includes(kind)) throw refused('fixed');
    const counting = daysAt(deps, kept, kind, at);
    const goes = await goesOf(tx, deps, { kind, days, kept });
    if ((kept[kind]?.days ?? counting) === days) return rowOf(deps, kept, kind, at);
    if (goes && (seen?.olderThan !== goes.olderThan || goes.rows > seen.rows)) throw refused('notSeen');
    const said = { days, from: goes?.from ?? at.toISOString(), before: goes ? counting : days };
    const { next } = await changeSetting(tx, 'keepDays', at, (before) => ({ ...before, [kind]: said }));
    await happened(tx, actor, {
      fact: 'platformSettings.retentionSet',
      at,
      about: aboutSettings,
      params: { timed: kind, keptDays: days, countsFromAt: said.from, goesRows: goes?.rows ?? 0 },
      was: { keptDays: counting },
    });
    return rowOf(deps, next, kind, at);
  });
