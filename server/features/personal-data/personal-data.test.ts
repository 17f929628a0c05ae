import { randomUUID } from 'node:crypto';
import { getAccount } from '@mizan/contract/account.ts';
import { getSession } from '@mizan/contract/auth.ts';
import { getManagementCounts } from '@mizan/contract/management.ts';
import { listPeople, makePersonLink, setPeopleStatus } from '@mizan/contract/people.ts';
import * as contract from '@mizan/contract/personal-data.ts';
import { setRetention } from '@mizan/contract/retention.ts';
import { listMembers } from '@mizan/contract/suspension.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { openMailer } from '../../platform/mail/mailer.ts';
import { openShop, type Shop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { remindAnswerers } from './personal-reminders.service.ts';

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
type State = 'IN_WORK' | 'DONE' | 'REFUSED';
const answerTo = (id: string, version: number, token: string, state: State, reason?: string) =>
  portal.call(
    contract.answerPersonalRequest,
    { params: { id }, body: { version, state, reason } },
    { token },
  );
/** To what stands there now. */
const answer = async (id: string, token: string, state: State, reason?: string) => {
  const [row] = await platformRows<{ version: number }>(
    db,
    'SELECT version FROM personal_requests WHERE id = $1',
    [id],
  );
  return answerTo(id, row?.version ?? 0, token, state, reason);
};
const withdraw = (id: string, token: string) =>
  portal.call(contract.withdrawPersonalRequest, { params: { id } }, { token });
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
  expect(csv.split('\r\n')[0]).toBe('\uFEFFالقسم,الصف,الاسم,القيمة');
  expect(csv).not.toContain('@diyar.coffee');
  // The first file is on record before the second is written.
  expect(JSON.parse(await file(cashier, 'json')).audit[0]).toMatchObject({ action: 'personalData.taken' });
  for (const secret of ['password_hash', 'token_hash', 'endpoint', 'p256dh'])
    expect(csv).not.toContain(secret);
});

test('what goes by itself says after how many days, as administrators set it', async () => {
  const days = async () => (await own(cashier)).kept.flatMap((row) => row.days ?? []);
  expect(await days()).toEqual([30, 30, 30, 400]);
  const longer = { params: { kind: 'sessions' as const }, body: { days: 60, seen: null } };
  expect((await portal.call(setRetention, longer, { token: admin })).statusCode).toBe(200);
  expect(await days()).toEqual([60, 30, 60, 400]);
});

test("a cashier's correction goes to the owner alone, and is made when it is done", async () => {
  const written = (await mails()).length;
  const id = await ask({ kind: 'CORRECTION', field: 'fullName', wanted: 'Sara Al-Otaibi' }, cashier);
  expect((await mails()).length - written).toBe(1);
  // An owner has people of one merchant alone.
  expect((await listOf(owner)).map((row) => [row.id, row.merchant])).toEqual([[id, null]]);
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

test('mails say what was asked for; done without a note, one ends with its sentence', async () => {
  const email = `${crypto.randomUUID()}@mizan.test`;
  await platformRows(
    db,
    `UPDATE users SET email = $2, email_verified_at = now(), locale = 'en' WHERE id = $1`,
    [shop.owner.userId, email],
  );
  const told = async () => (await mails()).filter(({ to }) => to === email).map(({ text }) => text);
  const id = await ask({ kind: 'CORRECTION', field: 'fullName', wanted: 'Huda Al-Otaibi' }, owner);
  expect((await answer(id, admin, 'DONE')).statusCode).toBe(200);
  expect((await told()).at(-1)).toMatch(/ \(Riyadh time\): correction of personal data\.\n$/);
  const other = await ask({ kind: 'DELETION' }, owner);
  expect((await answer(other, admin, 'REFUSED', 'You are the only owner.')).statusCode).toBe(200);
  expect((await told()).at(-1)).toMatch(
    / \(Riyadh time\): deletion of personal data\.\n\nReason: You are the only owner\.\n$/,
  );
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
  const listed = async () => {
    const people = (await portal.call(listPeople, { query: {} }, { token: owner })).json();
    const counted = (await portal.call(getManagementCounts, {}, { token: owner })).json();
    const params = { id: shop.merchantId };
    const members = (await portal.call(listMembers, { params, query: {} }, { token: admin })).json();
    return {
      ids: (people.rows as { id: string }[]).map(({ id }) => id).toSorted(),
      counts: [people.total, counted.people],
      members: (members.people as { id: string }[]).map(({ id }) => id).toSorted(),
    };
  };
  const before = [
    shop.owner.userId,
    ...shop.terminals.map((each) => each.cashier.userId),
    cashierId,
  ].toSorted();
  expect(await listed()).toEqual({ ids: before, counts: [before.length, before.length], members: before });
  const id = await ask({ kind: 'DELETION' }, cashier);
  expect((await answer(id, owner, 'DONE')).statusCode).toBe(200);
  const left = before.filter((each) => each !== cashierId);
  expect(await listed()).toEqual({ ids: left, counts: [left.length, left.length], members: left });
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
  const [name] = await platformRows(
    db,
    'SELECT name_en AS "nameEn", name_ar AS "nameAr" FROM merchants WHERE id = $1',
    [shop.merchantId],
  );
  // In both languages, of which the screen shows its own.
  expect((await listOf(admin)).find((row) => row.id === id)?.merchant).toEqual(name);
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

test('409: an answer to a correction that was changed since it was read changes nothing', async () => {
  const id = await ask({ kind: 'CORRECTION', field: 'fullName', wanted: 'Sara Al-Otaibi' }, cashier);
  const [read] = await listOf(owner);
  expect(read).toMatchObject({ id, wanted: 'Sara Al-Otaibi', version: 1 });
  // The same once more is what was read.
  await ask({ kind: 'CORRECTION', field: 'fullName', wanted: 'Sara Al-Otaibi' }, cashier);
  expect((await listOf(owner))[0]?.version).toBe(1);
  await ask({ kind: 'CORRECTION', field: 'fullName', wanted: 'The Owner' }, cashier);
  for (const state of ['DONE', 'IN_WORK', 'REFUSED'] as const) {
    const refused = await answerTo(id, read?.version ?? 0, owner, state, 'As asked');
    expect([refused.statusCode, refused.json().details]).toEqual([409, { reason: 'changed' }]);
  }
  const account = (await portal.call(getAccount, {}, { token: cashier })).json();
  expect(account.fullName).toBe('Huda Al-Faisal');
  expect((await listOf(owner))[0]).toMatchObject({ id, wanted: 'The Owner', version: 2, state: 'ASKED' });
  expect((await answerTo(id, 2, owner, 'DONE')).statusCode).toBe(200);
});

test('taken back by who asked, it needs no answer, who would give it is told once, and asking anew is another request', async () => {
  const id = await ask({ kind: 'CORRECTION', field: 'fullName', wanted: 'Sara Al-Otaibi' }, cashier);
  expect((await answer(id, owner, 'IN_WORK')).statusCode).toBe(200);
  for (const other of [owner, admin]) expect((await withdraw(id, other)).statusCode).toBe(404);
  const written = (await mails()).length;
  for (const _ of [1, 2]) expect((await withdraw(id, cashier)).json()).toEqual({ state: 'WITHDRAWN' });
  expect((await mails()).slice(written).map(({ text }) => text)).toEqual([
    expect.stringMatching(/تصحيح البيانات.*Huda Al-Faisal/),
  ]);
  const stands = { id, state: 'WITHDRAWN', isOverdue: false, withdrawnAt: clock.now().toISOString() };
  expect((await own(cashier)).requests).toMatchObject([stands]);
  expect(await listOf(owner)).toMatchObject([stands]);
  expect((await answer(id, owner, 'DONE')).json().details).toEqual({ reason: 'withdrawn' });
  const log = await platformRows(
    db,
    `SELECT after FROM audit_entries WHERE merchant_id = $1 AND action = 'personalData.withdrawn'`,
    [shop.merchantId],
  );
  expect(log).toEqual([{ after: { kind: 'CORRECTION' } }]);
  const anew = await ask({ kind: 'CORRECTION', field: 'fullName', wanted: 'Sara Al-Otaibi' }, cashier);
  expect(anew).not.toBe(id);
  expect((await answer(anew, owner, 'DONE')).statusCode).toBe(200);
  expect((await withdraw(anew, cashier)).statusCode).toBe(409);
  expect((await own(cashier)).requests.map(({ state }) => state)).toEqual(['DONE', 'WITHDRAWN']);
});

test('an answer and a withdrawal at the same moment: one of them is done, and the other one is told', async () => {
  for (let round = 0; round < 6; round += 1) {
    const id = await ask({ kind: 'CORRECTION', field: 'fullName', wanted: `Sara ${round}` }, cashier);
    const both = [() => withdraw(id, cashier), () => answerTo(id, 1, owner, 'DONE')];
    const ended = await Promise.all((round % 2 ? both : both.toReversed()).map((each) => each()));
    expect(new Set(ended.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    const [row] = (await own(cashier)).requests;
    expect(ended.find(({ statusCode }) => statusCode === 200)?.json()).toEqual({ state: row?.state });
    const { fullName } = (await portal.call(getAccount, {}, { token: cashier })).json();
    expect(fullName === `Sara ${round}`).toBe(row?.state === 'DONE');
  }
});

describe('before the days are over', () => {
  const deps = { db, clock, mailer: openMailer({ smtpUrl: null, host: 'localhost', clock }) };
  /** How many mails somebody was written to since they were last counted. */
  const counted = new Map<string, number>();
  const newMails = async (to: string): Promise<number> => {
    const all = (await mails()).filter((mail) => mail.to === to).length;
    const news = all - (counted.get(to) ?? 0);
    counted.set(to, all);
    return news;
  };
  const addressOf = async (id: string) => {
    const sql = 'SELECT email FROM users WHERE id = $1';
    return (await platformRows<{ email: string }>(db, sql, [id]))[0]?.email ?? '';
  };
  /** As if it had been asked so that so many milliseconds are left. */
  const due = (id: string, leftMs: number) =>
    platformRows(db, 'UPDATE personal_requests SET due_at = $2 WHERE id = $1', [
      id,
      new Date(clock.now().getTime() + leftMs),
    ]);
  const daysMs = contract.reminderDays * 86_400_000;

  test('the owner is written to once, and not before; the log names the kind alone', async () => {
    const id = await ask({ kind: 'CORRECTION', field: 'fullName', wanted: 'Sara Al-Otaibi' }, cashier);
    const to = await addressOf(shop.owner.userId);
    const toAdmin = await addressOf(adminId);
    await newMails(toAdmin);
    expect(await newMails(to)).toBe(1);
    await due(id, daysMs + 1_000);
    await remindAnswerers(deps);
    expect(await newMails(to)).toBe(0);
    await due(id, daysMs);
    await Promise.all([remindAnswerers(deps), remindAnswerers(deps)]);
    await remindAnswerers(deps);
    expect(await newMails(to)).toBe(1);
    expect(await newMails(toAdmin)).toBe(0);
    const sql = `SELECT after FROM audit_entries
      WHERE merchant_id = $1 AND action = 'personalData.reminded'`;
    expect(await platformRows(db, sql, [shop.merchantId])).toEqual([{ after: { kind: 'CORRECTION' } }]);
  });

  test('what was answered reminds nobody', async () => {
    const id = await ask({ kind: 'DELETION' }, cashier);
    const to = await addressOf(shop.owner.userId);
    expect(await newMails(to)).toBe(1);
    await due(id, 1_000);
    await answer(id, owner, 'REFUSED', 'The books');
    await remindAnswerers(deps);
    expect(await newMails(to)).toBe(0);
  });

  test('of an owner, and where the account is closed, the administration is written to', async () => {
    const to = await addressOf(adminId);
    const ofOwner = await ask({ kind: 'DELETION' }, owner);
    const ofCashier = await ask({ kind: 'DELETION' }, cashier);
    await platformRows(db, `UPDATE merchants SET status = 'CLOSED', closed_at = now() WHERE id = $1`, [
      shop.merchantId,
    ]);
    const toOwner = await addressOf(shop.owner.userId);
    for (const each of [to, toOwner]) await newMails(each);
    for (const id of [ofOwner, ofCashier]) await due(id, 1_000);
    await remindAnswerers(deps);
    expect(await newMails(to)).toBe(2);
    expect(await newMails(toOwner)).toBe(0);
  });
});
