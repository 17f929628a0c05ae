import { signInMessages } from '@mizan/contract/errors.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  addMerchant,
  addUser,
  deviceOf,
  newestMail,
  signInPortal,
  type TestMerchant,
} from '../auth/testing/sign-in-portal.ts';
import { registerSuspensionRoutes } from './suspension.routes.ts';

const portal = await signInPortal(await testDatabase(), { register: registerSuspensionRoutes });
afterAll(() => portal.close());

const admin = 'admin@mizan.test';
const adminId = await addUser(portal.db, { role: 'ADMIN', email: admin });

/** Signs in by password and, where one is asked for, by code. */
async function tokenOf(name: string): Promise<string> {
  const asked = await portal.signIn(name);
  if (asked.statusCode !== 511) return asked.json().accessToken;
  const { code } = await newestMail(portal.db, name);
  const body = { token: asked.json().token, otp: code, trustDevice: false };
  return (await portal.post('/auth/validate-otp', body, { device: deviceOf(asked) })).json().accessToken;
}
const messageTo = async (name: string): Promise<string> => (await portal.signIn(name)).json().message;
const statusOf = async (token: string): Promise<number> =>
  (await portal.get('/auth/session', { token })).statusCode;

/** A merchant with an owner and a cashier who are both signed in. */
async function newShop() {
  const merchant = await addMerchant(portal.db);
  const name = crypto.randomUUID();
  const [email, username] = [`${name}@diyar.coffee`, `c${name}`];
  const ownerId = await addUser(portal.db, { role: 'MERCHANT', merchant, email });
  const cashierId = await addUser(portal.db, { role: 'CASHIER', merchant, username });
  const owner = { id: ownerId, name: email, token: await tokenOf(email) };
  const cashier = { id: cashierId, name: username, token: await tokenOf(username) };
  return { merchant, owner, cashier };
}
let token: string;
beforeEach(async () => {
  token = await tokenOf(admin);
});
const set = (path: string, status: string, by = token) =>
  portal.send('PUT', `/admin/merchants/${path}/status`, { status, reason: 'Rent is overdue' }, { token: by });
const branchOf = ({ id, branchId }: TestMerchant): string => `${id}/branches/${branchId}`;

test('a suspended merchant: everybody is out at once, and in again only by a new sign-in', async () => {
  const { merchant, owner, cashier } = await newShop();
  expect((await set(merchant.id, 'SUSPENDED')).json()).toEqual({ status: 'SUSPENDED' });
  expect([await statusOf(owner.token), await statusOf(cashier.token)]).toEqual([401, 401]);
  expect(await messageTo(owner.name)).toBe(signInMessages.accountDeactivated);
  expect(await messageTo(cashier.name)).toBe(signInMessages.accountDeactivated);
  expect((await portal.signIn(owner.name, 'Wrong#2026')).json().message).toBe(signInMessages.incorrect);

  expect((await set(merchant.id, 'ACTIVE')).statusCode).toBe(200);
  expect([await statusOf(owner.token), await statusOf(cashier.token)]).toEqual([401, 401]);
  expect(await statusOf(await tokenOf(owner.name))).toBe(200);
  expect(await statusOf(await tokenOf(cashier.name))).toBe(200);
});

test('a suspended branch: its cashiers are out, its owner goes on', async () => {
  const { merchant, owner, cashier } = await newShop();
  expect((await set(branchOf(merchant), 'INACTIVE')).statusCode).toBe(200);
  expect([await statusOf(owner.token), await statusOf(cashier.token)]).toEqual([200, 401]);
  expect(await messageTo(cashier.name)).toBe(signInMessages.branchDeactivated);
  expect((await portal.signIn(cashier.name, 'Wrong#2026')).json().message).toBe(signInMessages.incorrect);
  expect((await set(branchOf(merchant), 'ACTIVE')).statusCode).toBe(200);
  expect(await statusOf(await tokenOf(cashier.name))).toBe(200);
});

test('a suspended person is out alone', async () => {
  const { merchant, owner, cashier } = await newShop();
  expect((await set(`${merchant.id}/people/${cashier.id}`, 'INACTIVE')).statusCode).toBe(200);
  expect([await statusOf(owner.token), await statusOf(cashier.token)]).toEqual([200, 401]);
  expect(await messageTo(cashier.name)).toBe(signInMessages.accountDeactivated);
  expect((await set(`${merchant.id}/people/${cashier.id}`, 'ACTIVE')).statusCode).toBe(200);
  expect(await statusOf(await tokenOf(cashier.name))).toBe(200);
});

const signOut = (path: string, by = token) =>
  portal.post(`/admin/merchants/${path}/sign-out`, { reason: 'A phone was lost' }, { token: by });

test('a person who is logged out is out alone, and may sign in again', async () => {
  const { merchant, owner, cashier } = await newShop();
  const answer = await signOut(`${merchant.id}/people/${cashier.id}`);
  expect([answer.statusCode, answer.json()]).toEqual([200, { ended: 1 }]);
  expect([await statusOf(owner.token), await statusOf(cashier.token)]).toEqual([200, 401]);
  expect(await statusOf(await tokenOf(cashier.name))).toBe(200);
  const rows = await platformRows(
    portal.db,
    `SELECT subject_type AS type, after FROM audit_entries
      WHERE actor_id = $1 AND action = 'merchants.signedOut' AND subject_id = $2 ORDER BY merchant_id`,
    [adminId, cashier.id],
  );
  const entry = { type: 'user', after: { name: 'Sara Al-Otaibi', ended: 1, note: 'A phone was lost' } };
  expect(rows, "in the platform's log and in the merchant's").toEqual([entry, entry]);
});

test('a merchant that is logged out: everybody of it, nobody else, and all may sign in again', async () => {
  const [{ merchant, owner, cashier }, other] = [await newShop(), await newShop()];
  expect((await signOut(merchant.id)).json()).toEqual({ ended: 2 });
  const tokens = [owner.token, cashier.token, other.owner.token, other.cashier.token, token];
  expect(await Promise.all(tokens.map(statusOf))).toEqual([401, 401, 200, 200, 200]);
  expect(await statusOf(await tokenOf(owner.name))).toBe(200);
});

test('404 and 403: nobody is logged out through another merchant, nor by whoever is no administrator', async () => {
  const [mine, other] = [await newShop(), await newShop()];
  const foreign = await signOut(`${mine.merchant.id}/people/${other.cashier.id}`);
  expect(foreign.statusCode).toBe(404);
  expect((await signOut(other.merchant.id, other.owner.token)).statusCode).toBe(403);
  expect(await statusOf(other.cashier.token)).toBe(200);
});

test('409: the last active owner stays; of two who are suspended at once, one stays', async () => {
  const { merchant, owner } = await newShop();
  const path = (id: string) => `${merchant.id}/people/${id}`;
  const alone = await set(path(owner.id), 'INACTIVE');
  expect([alone.statusCode, alone.json().details]).toEqual([409, { reason: 'lastOwner' }]);
  expect(await statusOf(owner.token)).toBe(200);

  const second = await addUser(portal.db, {
    role: 'MERCHANT',
    merchant,
    email: `${crypto.randomUUID()}@diyar.coffee`,
  });
  const both = await Promise.all([set(path(owner.id), 'INACTIVE'), set(path(second), 'INACTIVE')]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('404: a branch and a person of another merchant, who go on; and a merchant that nobody has', async () => {
  const [mine, other] = [await newShop(), await newShop()];
  const foreign = [
    `${mine.merchant.id}/branches/${other.merchant.branchId}`,
    `${mine.merchant.id}/people/${other.cashier.id}`,
    `${mine.merchant.id}/people/${adminId}`,
    '9000000000000000000',
  ];
  for (const path of foreign) {
    const status = path.includes('/') ? 'INACTIVE' : 'SUSPENDED';
    expect([path, (await set(path, status)).statusCode]).toEqual([path, 404]);
  }
  expect([await statusOf(other.cashier.token), await statusOf(token)]).toEqual([200, 200]);
});

test('409: a merchant whose application is undecided or was rejected', async () => {
  for (const status of ['PENDING', 'REJECTED']) {
    const merchant = await addMerchant(portal.db, status);
    const answer = await set(merchant.id, 'ACTIVE');
    expect([answer.statusCode, answer.json().details]).toEqual([409, { status }]);
  }
});

test('403: after 15 minutes without a password, and for whoever is no administrator', async () => {
  const { merchant, owner, cashier } = await newShop();
  expect((await set(merchant.id, 'SUSPENDED', owner.token)).statusCode).toBe(403);
  for (let passed = 0; passed < 20; passed += 10) {
    portal.clock.advance(10 * 60_000);
    for (const each of [token, cashier.token]) expect(await statusOf(each)).toBe(200);
  }
  for (const answer of [await set(merchant.id, 'SUSPENDED'), await signOut(merchant.id)])
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'freshSignInNeeded']);
  expect(await statusOf(cashier.token)).toBe(200);
});

test('each change is written down once, with before, after and the reason', async () => {
  const { merchant, cashier } = await newShop();
  const person = `${merchant.id}/people/${cashier.id}`;
  for (const status of ['INACTIVE', 'INACTIVE', 'ACTIVE']) await set(person, status);
  await set(branchOf(merchant), 'INACTIVE');
  const rows = await platformRows(
    portal.db,
    `SELECT action, subject_type AS type, subject_id AS id, before, after
       FROM (SELECT *, audit_entries.id AS place FROM audit_entries) entries
      WHERE merchant_id = 0 AND actor_id = $1 AND action LIKE 'merchants.%' ORDER BY place DESC LIMIT 3`,
    [adminId],
  );
  const note = 'Rent is overdue';
  const user = { type: 'user', id: cashier.id };
  expect(rows.reverse()).toEqual([
    {
      action: 'merchants.suspended',
      ...user,
      before: { status: 'ACTIVE' },
      after: { status: 'INACTIVE', name: 'Sara Al-Otaibi', note },
    },
    {
      action: 'merchants.reinstated',
      ...user,
      before: { status: 'INACTIVE' },
      after: { status: 'ACTIVE', name: 'Sara Al-Otaibi', note },
    },
    {
      action: 'merchants.suspended',
      type: 'branch',
      id: merchant.branchId,
      before: { status: 'ACTIVE' },
      after: { status: 'INACTIVE', name: 'Olaya', arabicName: 'العليا', note },
    },
  ]);
});

/** What the merchant's own log has of it, and the mails that were written since, newest last. */
const ownLog = (merchantId: string) =>
  platformRows(
    portal.db,
    `SELECT action, actor_name AS actor, after FROM audit_entries
      WHERE merchant_id = $1 AND action LIKE 'merchants.%' ORDER BY id`,
    [merchantId],
  );
const mailsTo = async (email: string): Promise<string[]> => {
  const rows = await platformRows<{ text: string }>(
    portal.db,
    'SELECT body_text AS text FROM outbox_mails WHERE recipient = $1 ORDER BY id',
    [email],
  );
  return rows.map(({ text }) => text);
};

test('a suspended merchant is told: its owners by mail, with the reason, and its own log; of the end, too', async () => {
  const { merchant, owner } = await newShop();
  await platformRows(portal.db, "UPDATE users SET locale = 'ar' WHERE id = $1", [owner.id]);
  const written = (await mailsTo(owner.name)).length;
  for (const status of ['SUSPENDED', 'SUSPENDED', 'ACTIVE']) await set(merchant.id, status);
  const told = (await mailsTo(owner.name)).slice(written);
  expect(told, 'one of the suspension, one of its end').toHaveLength(2);
  for (const text of told) expect(text).toContain('Rent is overdue');
  expect(told[0], 'in the language of the owner').toContain('قهوة ديار');
  const after = { name: 'Diyar Coffee', arabicName: 'قهوة ديار', note: 'Rent is overdue' };
  const actor = 'Sara Al-Otaibi';
  expect(await ownLog(merchant.id)).toEqual([
    { action: 'merchants.suspended', actor, after: { ...after, status: 'SUSPENDED' } },
    { action: 'merchants.reinstated', actor, after: { ...after, status: 'ACTIVE' } },
  ]);
});

test('an owner who is suspended is written to, as the other owners are', async () => {
  const { merchant, owner } = await newShop();
  const other = `${crypto.randomUUID()}@diyar.coffee`;
  await addUser(portal.db, { role: 'MERCHANT', merchant, email: other });
  const before = [await mailsTo(owner.name), await mailsTo(other)].map(({ length }) => length);
  await set(`${merchant.id}/people/${owner.id}`, 'INACTIVE');
  const after = [await mailsTo(owner.name), await mailsTo(other)].map(({ length }) => length);
  expect(after).toEqual(before.map((count) => count + 1));
});

test('the list: owners first, then cashiers, narrowed by what is looked for', async () => {
  const { merchant, owner, cashier } = await newShop();
  const list = async (search = '') =>
    (await portal.get(`/admin/merchants/${merchant.id}/members${search}`, { token })).json();
  const shown = { fullName: 'Sara Al-Otaibi', status: 'ACTIVE' };
  const people = [
    { ...shown, id: owner.id, signInName: owner.name, role: 'MERCHANT', teamRole: 'owner', branchId: null },
    {
      ...shown,
      id: cashier.id,
      signInName: cashier.name,
      role: 'CASHIER',
      teamRole: 'cashier',
      branchId: merchant.branchId,
    },
  ];
  const olaya = { id: merchant.branchId, code: 'OLY', nameEn: 'Olaya', nameAr: 'العليا', status: 'ACTIVE' };
  expect(await list()).toEqual({ branches: [olaya], people, truncated: false });
  // Of an accountant it is said, and not that they own the shop.
  const accountant = "UPDATE users SET team_role = 'accountant' WHERE id = $1";
  await platformRows(portal.db, accountant, [owner.id]);
  expect((await list()).people).toMatchObject([
    { id: owner.id, teamRole: 'accountant' },
    { teamRole: 'cashier' },
  ]);
  expect(await list(`?search=${cashier.name.toUpperCase()}`)).toEqual({
    branches: [],
    people: [people[1]],
    truncated: false,
  });
  expect(await list(`?search=${encodeURIComponent('العليا')}`)).toMatchObject({
    branches: [olaya],
    people: [],
  });
});
