import { addDays, riyadhDay } from '@mizan/contract/business-day.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { vatOn } from '@mizan/contract/vat.ts';
import type * as contract from '@mizan/contract/vat-settings.ts';
import { vatRowsMax } from '@mizan/contract/vat-settings.ts';
import { announceToEverybody } from '../../platform/bus/announce.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Principal } from '../../platform/http/call.ts';
import { lockSettings } from '../../platform/settings/settings.queries.ts';
import { insertVat, selectVatHistory, updateVatWithdrawn } from '../../platform/settings/vat.queries.ts';
import { vatRates } from '../../platform/settings/vat.ts';
import { aboutSettings, type SettingsDeps } from './settings-deps.ts';

/** VAT by day is added and never changed: what was charged stays as it was (docs/decisions/0174-vat-by-day.md). */

/** A bank whose cut-off is noon is half a day ahead of the clock; what is said is written down a minute before. */
const aheadMs = 12 * 60 * 60_000 + 60_000;
const firstDayAt = (now: Date): string => addDays(riyadhDay(new Date(now.getTime() + aheadMs)), 1);

const refused = (reason: string): Failure => new Failure('conflict', reason, { reason });

export const listVat = ({ db, clock }: SettingsDeps): Promise<RouteOutput<typeof contract.listVat>> =>
  inPlatform(db, async (tx) => ({
    today: riyadhDay(clock.now()),
    firstDay: firstDayAt(clock.now()),
    rows: (await selectVatHistory(tx)).map(
      ({ id, validFrom, vatBps, note, addedByName, addedAt, withdrawnAt, withdrawnByName }) => ({
        id,
        validFrom,
        vatBps,
        note,
        addedByName,
        addedAt: addedAt.toISOString(),
        withdrawnAt: withdrawnAt?.toISOString() ?? null,
        withdrawnByName,
      }),
    ),
  }));

/** @throws Failure 'conflict': 'dayBegun', 'taken' where another one begins on that day, 'same' as on the day before, 'tooMany' */
export const addVat = (
  { db, clock }: SettingsDeps,
  actor: Principal,
  { validFrom, vatBps, note }: RouteInput<typeof contract.addVat>['body'],
): Promise<RouteOutput<typeof contract.addVat>> =>
  inPlatform(db, async (tx) => {
    await lockSettings(tx);
    const at = clock.now();
    if (validFrom < firstDayAt(at)) throw refused('dayBegun');
    const vat = await vatRates(tx);
    const standing = vat.find((each) => each.validFrom === validFrom);
    // The same said again, by a repeated request.
    if (standing?.vatBps === vatBps) return { validFrom };
    if (standing) throw refused('taken');
    if (vatOn(vat, validFrom) === vatBps) throw refused('same');
    if ((await selectVatHistory(tx)).length >= vatRowsMax) throw refused('tooMany');
    await insertVat(tx, { validFrom, vatBps, note, byName: actor.fullName, at });
    await announceToEverybody(tx, { type: 'SET' });
    const params = { vatBps, validFrom, note };
    await happened(tx, actor, { fact: 'platformSettings.vatAdded', at, about: aboutSettings, params });
    return { validFrom };
  });

/** @throws Failure 'notFound'; 'conflict', 'dayBegun' */
export const withdrawVat = (
  { db, clock }: SettingsDeps,
  actor: Principal,
  id: string,
): Promise<{ id: string }> =>
  inPlatform(db, async (tx) => {
    await lockSettings(tx);
    const at = clock.now();
    const row = (await selectVatHistory(tx)).find((each) => each.id === id);
    if (!row) throw notFound();
    if (row.withdrawnAt !== null) return { id };
    if (row.validFrom < firstDayAt(at)) throw refused('dayBegun');
    await updateVatWithdrawn(tx, id, actor.fullName, at);
    await announceToEverybody(tx, { type: 'SET' });
    const was = { vatBps: row.vatBps, validFrom: row.validFrom, note: row.note };
    await happened(tx, actor, { fact: 'platformSettings.vatWithdrawn', at, about: aboutSettings, was });
    return { id };
  });
