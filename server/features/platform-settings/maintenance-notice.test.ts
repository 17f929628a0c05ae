import { changedMeanwhile } from '@mizan/contract/as-seen.ts';
import { type AuditRow, listChangesOf } from '@mizan/contract/audit.ts';
import { freshSignInMinutes } from '@mizan/contract/auth.ts';
import * as settings from '@mizan/contract/platform-settings.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';

/** Sunday, 22 November 2026, at noon in Riyadh. */
const portal = await testPortal();
const { db, clock } = portal;
const shop = await openShop(db, 1);
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);
/** Signed in at this moment: hours pass in these tests. */
const as = async (userId = admin?.id ?? '') => ({ token: await portal.tokenOf(userId) });
const cashierId = shop.terminals[0]?.cashier.userId ?? '';

const hourMs = 60 * 60_000;
const inHours = (hours: number): string => new Date(clock.now().getTime() + hours * hourMs).toISOString();
const notice = {
  textEn: 'Closed at night.',
  textAr: 'مغلق ليلًا.',
  shownFrom: inHours(1),
  shownUntil: inHours(3),
};
const texts = { textEn: notice.textEn, textAr: notice.textAr };
/** Over what stands, unless something else was seen. */
const set = async (body: settings.MaintenanceNotice, seen?: Record<string, unknown>) =>
  portal.call(
    settings.setMaintenanceNotice,
    { body: { ...body, seen: seen ?? (await kept()) ?? {} } },
    await as(),
  );
const seen = async () =>
  (await portal.call(settings.getMaintenanceNotice, {}, await as(cashierId))).json<unknown>();
const kept = async () =>
  (await portal.call(settings.getPlatformSettings, {}, await as())).json<{
    maintenance: Record<string, unknown> | null;
  }>().maintenance;
const trail = async () => {
  const query = { type: 'platformSettings', id: settings.platformSettingsId } as const;
  const answer = await portal.call(listChangesOf, { query }, await as());
  return answer.json<{ rows: AuditRow[] }>().rows;
};

test('shows from its time until its end by the portal’s clock, and a window is told when to ask again', async () => {
  expect(await seen()).toEqual({ notice: null, againInMs: null });
  expect((await set(notice)).statusCode).toBe(200);
  expect(await seen()).toEqual({ notice: null, againInMs: hourMs });
  clock.advance(hourMs);
  expect(await seen()).toEqual({ notice: texts, againInMs: 2 * hourMs });
  clock.advance(2 * hourMs);
  expect(await seen()).toEqual({ notice: null, againInMs: null });
  expect(await kept()).toBeNull();
});

test('each change is told to everybody and stands in the trail with who made it; the same again is none', async () => {
  const before = (await trail()).length;
  const long = { ...notice, shownFrom: inHours(0), shownUntil: inHours(48) };
  await set(long);
  await set(long);
  expect(await seen()).toEqual({ notice: texts, againInMs: 24 * hourMs });
  await set({ ...long, textEn: 'Open.' });
  await portal.call(settings.endMaintenanceNotice, {}, await as());
  await portal.call(settings.endMaintenanceNotice, {}, await as());
  expect(await seen()).toEqual({ notice: null, againInMs: null });
  const rows = (await trail()).slice(0, -before);
  expect(rows.map(({ action, actorName }) => [action, actorName])).toEqual([
    ['platformSettings.noticeEnded', 'Huda Al-Faisal'],
    ['platformSettings.noticeChanged', 'Huda Al-Faisal'],
    ['platformSettings.noticeShown', 'Huda Al-Faisal'],
  ]);
  expect(rows[1]).toMatchObject({ before: { noticeEn: 'Closed at night.' }, after: { noticeEn: 'Open.' } });
  // One of the first test beside them.
  const said = await platformRows(db, "SELECT seq FROM live_messages WHERE merchant_id = 0 AND text = 'SET'");
  expect(said).toHaveLength(4);
});

test('409: a notice that nobody would ever see; 400: one that ends before it begins, or lasts too long', async () => {
  expect((await set({ ...notice, shownFrom: inHours(-3), shownUntil: inHours(-1) })).statusCode).toBe(409);
  expect((await set({ ...notice, shownFrom: inHours(3), shownUntil: inHours(3) })).statusCode).toBe(400);
  const days = settings.noticeDaysMax * 24;
  expect((await set({ ...notice, shownFrom: inHours(0), shownUntil: inHours(days + 1) })).statusCode).toBe(
    400,
  );
  expect(await kept()).toBeNull();
});

test('409: no notice is put over one that was not seen, nor over one that somebody took down meanwhile', async () => {
  const night = { ...notice, shownFrom: inHours(0), shownUntil: inHours(5) };
  const other = { ...night, textEn: 'Open.' };
  const refusal = { code: 'conflict', details: { reason: changedMeanwhile } };
  expect((await set(night, {})).statusCode).toBe(200);
  expect((await set(other, {})).json()).toMatchObject(refusal);
  expect((await set(night, {})).statusCode).toBe(200);
  expect(await kept()).toEqual(night);
  expect((await set(other, night)).statusCode).toBe(200);
  expect((await set(night, night)).json()).toMatchObject(refusal);
  await portal.call(settings.endMaintenanceNotice, {}, await as());
  expect((await set(night, other)).json()).toMatchObject(refusal);
  expect(await kept()).toBeNull();
});

test('one that ended by itself while the next was typed is in nobody’s way', async () => {
  const short = { ...notice, shownFrom: inHours(0), shownUntil: inHours(1) };
  const next = { ...notice, shownFrom: inHours(2), shownUntil: inHours(3) };
  await set(short);
  clock.advance(hourMs);
  expect((await set(next, short)).statusCode).toBe(200);
  clock.advance(2 * hourMs);
  expect((await set({ ...notice, shownFrom: inHours(0), shownUntil: inHours(1) }, {})).statusCode).toBe(200);
  await portal.call(settings.endMaintenanceNotice, {}, await as());
});

test('403: without a fresh sign-in nothing is changed', async () => {
  const old = await as();
  clock.advance((freshSignInMinutes + 1) * 60_000);
  const body = { ...notice, shownFrom: inHours(0), shownUntil: inHours(1), seen: {} };
  const answer = await portal.call(settings.setMaintenanceNotice, { body }, old);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'freshSignInNeeded']);
  expect(await kept()).toBeNull();
});
