import { randomUUID } from 'node:crypto';
import { getAccount } from '@mizan/contract/account.ts';
import { getSession } from '@mizan/contract/auth.ts';
import { makePersonLink, setPeopleStatus } from '@mizan/contract/people.ts';
import * as contract from '@mizan/contract/personal-data.ts';
import { beforeEach, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { openShop, type Shop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';

/** What people ask for under the personal data law, and who answers. */
const portal = await testPortal();
const { db, clock } = portal;
const addPerson = async (role: 'ADMIN' | 'MERCHANT' | 'CASHIER', merchantId: string | null) => {
  const [row] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (role, merchant_id, email, full_name, password_hash) VALUES ($1, $2, $3, 'Huda Al-Faisal', '')
     RETURNING id::text`,
    [role, merchantId, `${randomUUID()}@mizan.test`],
  );
  return row?.id ?? '';
};
const adminId = await addPerson('ADMIN', null);
let shop: Shop;
let cashierId = '';
let cashier = '';
let owner = '';
let admin = '';
beforeEach(async () => {
  shop = await openShop(db, 1);
  cashierId = await addPerson('CASHIER', shop.merchantId);
  await platformRows(db, 'UPDATE users SET email = $2 WHERE id = $1', [
    shop.owner.userId,
    `${randomUUID()}@diyar.coffee`,
  ]);
  [cashier, owner, admin] = (await Promise.all(
    [cashierId, shop.owner.userId, adminId].map((id) => portal.tokenOf(id)),
  )) as [string, string, string];
});

type Asked = Parameters<typeof portal.call<typeof contract.askPersonalData>>[1]['body'];
const ask = async (body: Asked, token: string): Promise<string> => {
  const answered = await portal.call(contract.askPersonalData, { body }, { token });
  expect(answered.body).toContain('"id"');
  return answered.json().id;
};
const listOf = async (token: string): Promise<contract.PersonalRequest[]> =>
  (await portal.call(contract.listPersonalRequests, {}, { token })).json().rows;
const answer = (id: string, token: string, state: 'IN_WORK' | 'DONE' | 'REFUSED', reason?: string) =>
  portal.call(contract.answerPersonalRequest, { params: { id }, body: { state, reason } }, { token });
const own = async (token: string): Promise<contract.PersonalData> =>
  (await portal.call(contract.getPersonalData, {}, { token })).json();
const file = async (token: string, format: 'json' | 'csv') =>
  (await portal.call(contract.takePersonalData, { query: { format } }, { token })).body;
const mails = (): Promise<{ to: string; text: string }[]> =>
  platformRows(db, 'SELECT recipient AS to, body_text AS text FROM outbox_mails ORDER BY id');

test('everybody takes away what is kept of them, and nothing of anybody else', async () => {
  for (const token of [cashier, owner, admin]) {
    const taken = JSON.parse(await file(token, 'json'));
    expect(taken.profile).toHaveLength(1);
    expect(taken.sessions.length).toBeGreaterThan(0);
    expect((await own(token)).kept.find(({ kind }) => kind === 'audit')?.stays).toBe('ALWAYS');
  }
  const csv = await file(cashier, 'csv');
  expect(csv).toContain('Huda Al-Faisal');
  expect(csv).not.toContain('@diyar.coffee');
  // The first file is on record before the second is written.
  expect(JSON.parse(await file(cashier, 'json')).audit[0]).toMatchObject({ action: 'personalData.taken' });
  for (const secret of ['password_hash', 'token_hash', 'endpoint', 'p256dh'])
    expect(csv).not.toContain(secret);
});

test("a cashier's correction goes to the owner alone, and is made when it is done", async () => {
  const written = (await mails()).length;
  const id = await ask({ kind: 'CORRECTION', field: 'fullName', wanted: 'Sara Al-Otaibi' }, cashier);
  expect((await mails()).length - written).toBe(1);
  expect((await listOf(owner)).map((row) => row.id)).toEqual([id]);
  expect((await listOf(admin)).some((row) => row.id === id)).toBe(false);
  expect((await answer(id, admin, 'DONE')).statusCode).toBe(404);
  const stranger = await openShop(db, 1);
  expect((await answer(id, await portal.tokenOf(stranger.owner.userId), 'DONE')).statusCode).toBe(404);
  expect((await answer(id, cashier, 'DONE')).statusCode).toBe(403);
  expect((await answer(id, owner, 'IN_WORK')).statusCode).toBe(200);
  expect((await own(cashier)).requests[0]).toMatchObject({ state: 'IN_WORK', isOverdue: false });
  expect((await answer(id, owner, 'DONE')).statusCode).toBe(200);
  const account = (await portal.call(getAccount, {}, { token: cashier })).json();
  expect(account.fullName).toBe('Sara Al-Otaibi');
  const log = await platformRows<{ action: string; after: unknown }>(
    db,
    `SELECT action, after FROM audit_entries WHERE merchant_id = $1 AND action LIKE 'personalData.%' ORDER BY id`,
    [shop.merchantId],
  );
  expect(log.map(({ action }) => action)).toEqual([
    'personalData.asked',
    'personalData.answered',
    'personalData.answered',
  ]);
  expect(JSON.stringify(log)).not.toContain('Sara');
});

test('asked again it stays one, with its day; after 30 days it is said to be overdue', async () => {
  const id = await ask({ kind: 'CORRECTION', field: 'other', wanted: 'My branch' }, cashier);
  const { dueAt, askedAt } = (await own(cashier)).requests[0] as contract.OwnRequest;
  expect(Date.parse(dueAt) - Date.parse(askedAt)).toBe(contract.answerDays * 86_400_000);
  expect(await ask({ kind: 'CORRECTION', field: 'other', wanted: 'My terminal' }, cashier)).toBe(id);
  expect((await own(cashier)).requests).toMatchObject([{ dueAt, wanted: 'My terminal' }]);
  await platformRows(
    db,
    `UPDATE personal_requests SET due_at = $2::timestamptz - interval '1 minute' WHERE id = $1`,
    [id, clock.now()],
  );
  expect((await listOf(owner))[0]).toMatchObject({ id, isOverdue: true });
  expect((await answer(id, owner, 'REFUSED', 'It is right')).statusCode).toBe(200);
  expect((await own(cashier)).requests[0]).toMatchObject({
    state: 'REFUSED',
    isOverdue: false,
    reason: 'It is right',
  });
  expect((await answer(id, owner, 'DONE')).json().details).toEqual({ reason: 'answered' });
  expect((await mails()).at(-1)?.text).toMatch(/It is right/);
});

test('deleted: nobody signs in any more, the name is gone from the row and from the requests, the log stays', async () => {
  await ask({ kind: 'CORRECTION', field: 'fullName', wanted: 'Secret Name' }, cashier);
  const id = await ask({ kind: 'DELETION' }, cashier);
  expect((await answer(id, owner, 'DONE')).statusCode).toBe(200);
  expect((await portal.call(getSession, {}, { token: cashier })).statusCode).toBe(401);
  const [row] = await platformRows(
    db,
    'SELECT full_name, username, email, mobile, status FROM users WHERE id = $1',
    [cashierId],
  );
  expect(row).toEqual({
    full_name: `#${cashierId}`,
    username: `deleted-${cashierId}`,
    email: null,
    mobile: null,
    status: 'INACTIVE',
  });
  const kept = await listOf(owner);
  expect(kept.map(({ state }) => state)).toEqual(['DONE', 'DONE']);
  expect(JSON.stringify(kept)).not.toMatch(/Secret|Al-Faisal/);
  expect((await mails()).at(-1)?.text).not.toContain('undefined');
});

test('who was deleted is let in by nobody again, has no terminal, and is listed nowhere', async () => {
  await platformRows(db, 'UPDATE terminals SET cashier_id = $2 WHERE id = $1', [
    shop.terminals[0]?.id,
    cashierId,
  ]);
  await platformRows(db, 'UPDATE users SET terminal_id = $2, branch_id = $3 WHERE id = $1', [
    cashierId,
    shop.terminals[0]?.id,
    shop.branchId,
  ]);
  const id = await ask({ kind: 'DELETION' }, cashier);
  expect((await answer(id, owner, 'DONE')).statusCode).toBe(200);
  const again = await portal.call(
    setPeopleStatus,
    { body: { ids: [cashierId], status: 'ACTIVE' } },
    { token: owner },
  );
  expect(again.statusCode).toBe(404);
  const link = await portal.call(makePersonLink, { params: { id: cashierId } }, { token: owner });
  expect(link.statusCode).toBe(404);
  const person = await platformRows(db, 'SELECT status FROM users WHERE id = $1', [cashierId]);
  expect(person).toEqual([{ status: 'INACTIVE' }]);
  const seats = await platformRows(db, 'SELECT id FROM terminals WHERE cashier_id = $1', [cashierId]);
  expect(seats).toEqual([]);
});

test('a request to an owner of a closed account is answered by the administration', async () => {
  const id = await ask({ kind: 'DELETION' }, cashier);
  expect((await answer(id, admin, 'DONE')).statusCode).toBe(404);
  await platformRows(db, `UPDATE merchants SET status = 'CLOSED', closed_at = now() WHERE id = $1`, [
    shop.merchantId,
  ]);
  expect((await answer(id, admin, 'DONE')).statusCode).toBe(200);
});

test("an owner's goes to the administration; the only owner and the only administrator cannot be deleted", async () => {
  const id = await ask({ kind: 'DELETION' }, owner);
  expect((await own(owner)).answeredBy).toBe('ADMIN');
  expect((await listOf(owner)).some((row) => row.id === id)).toBe(false);
  expect((await answer(id, owner, 'DONE')).statusCode).toBe(404);
  expect((await answer(id, admin, 'DONE')).json().details).toEqual({ reason: 'lastOwner' });
  await addPerson('MERCHANT', shop.merchantId);
  expect((await answer(id, admin, 'DONE')).statusCode).toBe(200);
  const logged = await platformRows<{ merchant: string }>(
    db,
    `SELECT merchant_id::text AS merchant FROM audit_entries
      WHERE action = 'personalData.answered' AND subject_id = $1 ORDER BY merchant_id`,
    [shop.owner.userId],
  );
  expect(logged.map(({ merchant }) => merchant)).toEqual(['0', shop.merchantId]);
  const ofAdmin = await ask({ kind: 'DELETION' }, admin);
  expect((await answer(ofAdmin, admin, 'DONE')).statusCode).toBe(404);
});
