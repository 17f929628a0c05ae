import { sessionIdleMinutes, sessionLifeMinutes } from '@mizan/contract/auth.ts';
import { afterAll, expect, test } from 'vitest';
import { testClock } from '../clock.ts';
import { closeDatabase, inPlatform, openDatabase, platformRows } from '../database/database.ts';
import { testDatabase } from '../testing/database.ts';
import { newToken } from './secret-token.ts';
import {
  authenticate,
  endedAmong,
  endSession,
  endSessionsOf,
  openSession,
  renewSession,
  requireFresh,
} from './sessions.ts';

const db = openDatabase((await testDatabase()).roles);
afterAll(() => closeDatabase(db));
const minuteMs = 60_000;
const start = new Date('2026-11-21T08:00:00Z');
const clock = testClock(start);

await platformRows(
  db,
  `INSERT INTO merchants (id, uuid, name_en, name_ar) VALUES (1, gen_random_uuid(), 'M', 'م')`,
);
await platformRows(
  db,
  `INSERT INTO branches (merchant_id, id, code, name_en, name_ar) VALUES (1, 1, 'OLY', 'Olaya', 'العليا')`,
);
await platformRows(
  db,
  `INSERT INTO users (id, merchant_id, role, username, email, full_name, password_hash, branch_id, locale) VALUES
     (1, 1, 'MERCHANT', NULL, 'sara@diyar.coffee', 'Sara', '-', NULL, 'en'),
     (2, 1, 'CASHIER', 'cashier1', NULL, 'Omar', '-', 1, 'ar'),
     (3, NULL, 'ADMIN', NULL, 'admin@mizan.test', 'Admin', '-', NULL, 'ar')`,
);
const session = (userId: string, ip = '10.0.0.1'): Promise<string> =>
  inPlatform(db, (tx) => openSession(tx, { userId, at: clock.now(), userAgent: 'Test/1', ip }));
const isValid = async (token: string, options?: { isPoll: boolean }): Promise<boolean> =>
  (await authenticate(db, clock, token, options)) !== null;
/** Runs `work` in a state of the database and takes that back. */
async function whereas(change: string, back: string, work: () => Promise<void>): Promise<void> {
  await platformRows(db, change);
  await work();
  await platformRows(db, back);
}

test('a token says who calls', async () => {
  const token = await session('2');
  expect(await authenticate(db, clock, token)).toEqual({
    userId: '2',
    role: 'CASHIER',
    teamRole: 'cashier',
    merchantId: '1',
    branchId: '1',
    terminalId: null,
    fullName: 'Omar',
    email: null,
    locale: 'ar',
    authenticatedAt: clock.now(),
    sessionId: expect.stringMatching(/^\d+$/),
  });
  expect(await authenticate(db, clock, await session('3', 'not an address'))).toMatchObject({
    merchantId: null,
  });
});

test('null: an unknown token, and a text that is none', async () => {
  for (const token of [newToken(), '', 'x'.repeat(43), `${await session('1')} `]) {
    expect(await isValid(token)).toBe(false);
  }
});

test('no token is stored as it is', async () => {
  const token = await session('1');
  const rows = await platformRows<{ row: string }>(db, 'SELECT sessions::text AS row FROM sessions');
  for (const { row } of rows) expect(row).not.toContain(token);
});

test('a session that is used lives for 24 hours and no longer', async () => {
  const token = await session('1');
  const opened = clock.now().getTime();
  while (clock.now().getTime() - opened < sessionLifeMinutes * minuteMs - 1) {
    expect(await isValid(token)).toBe(true);
    clock.set(
      new Date(Math.min(clock.now().getTime() + 20 * minuteMs, opened + sessionLifeMinutes * minuteMs - 1)),
    );
  }
  expect(await isValid(token)).toBe(true);
  clock.advance(1);
  expect(await isValid(token)).toBe(false);
});

test('half an hour without activity ends it, and polls are none', async () => {
  const [used, polled] = [await session('1'), await session('1')];
  for (let minutes = 0; minutes < sessionIdleMinutes; minutes += 5) {
    clock.advance(5 * minuteMs);
    expect(await isValid(used)).toBe(true);
    expect(await isValid(polled, { isPoll: true })).toBe(minutes + 5 < sessionIdleMinutes);
  }
  expect(await isValid(used)).toBe(true);
});

test('activity is written once a minute at most', async () => {
  const token = await session('1');
  const lastActive = async (): Promise<Date | undefined> =>
    (await platformRows<{ at: Date }>(db, 'SELECT max(last_active_at) AS at FROM sessions'))[0]?.at;
  const opened = clock.now();
  clock.advance(minuteMs - 1);
  await isValid(token);
  expect(await lastActive()).toEqual(opened);
  clock.advance(1);
  await isValid(token);
  expect(await lastActive()).toEqual(clock.now());
});

test('a session that is ended is gone on the next request; others of the user stay', async () => {
  const [ending, staying] = [await session('1'), await session('1')];
  const principal = await authenticate(db, clock, ending);
  await endSession(db, clock, principal?.sessionId ?? '0');
  expect([await isValid(ending), await isValid(staying)]).toEqual([false, true]);
  await inPlatform(db, (tx) => endSessionsOf(tx, '1', clock.now()));
  expect(await isValid(staying)).toBe(false);
});

/** A session of user 1 whose token was renewed now, `ageMs` after its sign-in. */
async function renewedAfter(ageMs: number) {
  const replaced = await session('1');
  clock.advance(ageMs);
  const id = (await authenticate(db, clock, replaced))?.sessionId ?? '0';
  const token = await inPlatform(db, (tx) => renewSession(tx, id, clock.now()));
  return { replaced, token, id };
}

test('a renewed session has another token; the one before opens it for ten seconds and is fresh for nothing', async () => {
  const { replaced, token, id } = await renewedAfter(20 * minuteMs);
  const [before, after] = [await authenticate(db, clock, replaced), await authenticate(db, clock, token)];
  expect([before?.sessionId, after?.sessionId]).toEqual([id, id]);
  expect(after?.authenticatedAt).toEqual(clock.now());
  expect(() => requireFresh(before ?? expect.fail('no session'), clock)).toThrow(
    expect.objectContaining({ code: 'freshSignInNeeded' }),
  );
  clock.advance(9_999);
  expect(await isValid(replaced)).toBe(true);
  clock.advance(1);
  expect([await isValid(replaced), await isValid(token)]).toEqual([false, true]);
  expect(await endedAmong(db, clock, [id])).toEqual([]);
});

test('a session that ends takes the token before with it, and is not renewed', async () => {
  const { replaced, token, id } = await renewedAfter(0);
  await endSession(db, clock, id);
  expect([await isValid(replaced), await isValid(token)]).toEqual([false, false]);
  await expect(inPlatform(db, (tx) => renewSession(tx, id, clock.now()))).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

test('renewing makes no session longer than 24 hours', async () => {
  const token = await session('1');
  const opened = clock.now().getTime();
  let newest = token;
  while (clock.now().getTime() - opened < (sessionLifeMinutes - 20) * minuteMs) {
    clock.advance(20 * minuteMs);
    const id = (await authenticate(db, clock, newest))?.sessionId ?? '0';
    newest = await inPlatform(db, (tx) => renewSession(tx, id, clock.now()));
  }
  clock.set(new Date(opened + sessionLifeMinutes * minuteMs));
  expect(await isValid(newest)).toBe(false);
});

test('a deactivated user, a suspended merchant and an inactive branch count at once', async () => {
  const [owner, cashier, admin] = [await session('1'), await session('2'), await session('3')];
  const valid = async () => [await isValid(owner), await isValid(cashier), await isValid(admin)];
  await whereas(
    `UPDATE users SET status = 'INACTIVE' WHERE id = 1`,
    `UPDATE users SET status = 'ACTIVE' WHERE id = 1`,
    async () => expect(await valid()).toEqual([false, true, true]),
  );
  await whereas(
    `UPDATE merchants SET status = 'SUSPENDED'`,
    `UPDATE merchants SET status = 'ACTIVE'`,
    async () => expect(await valid()).toEqual([false, false, true]),
  );
  await whereas(
    `UPDATE branches SET status = 'INACTIVE'`,
    `UPDATE branches SET status = 'ACTIVE'`,
    async () => expect(await valid()).toEqual([true, false, true]),
  );
  expect(await valid()).toEqual([true, true, true]);
});

test('what moves money wants a password of the last 15 minutes', async () => {
  const principal = await authenticate(db, clock, await session('1'));
  if (!principal) throw new Error('no session');
  clock.advance(15 * minuteMs);
  requireFresh(principal, clock);
  clock.advance(1);
  expect(() => requireFresh(principal, clock)).toThrow(
    expect.objectContaining({ code: 'freshSignInNeeded' }),
  );
});
