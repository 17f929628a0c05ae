import { listSessions } from '@mizan/contract/account.ts';
import { allRoutes } from '@mizan/contract/all-routes.ts';
import { signInMessages } from '@mizan/contract/errors.ts';
import {
  integratorLogin,
  listCredentials,
  makeCredential,
  revokeCredential,
} from '@mizan/contract/integrator.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { hashPassword } from '../../platform/sessions/passwords.ts';
import { authenticate } from '../../platform/sessions/sessions.ts';
import { routeFixtures } from '../../testing/route-fixtures.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';

const portal = await testPortal();
const { db, clock } = portal;
const password = 'Mizan#2026';
const passwordHash = await hashPassword(password);
const hourMs = 3_600_000;
let names = 0;

/** A shop whose cashier and owner both have this password, and names of their own. */
async function shopWithNames() {
  const shop = await openShop(db, 1);
  const place = shop.terminals[0] ?? expect.fail('no terminal');
  names += 1;
  const [cashierName, ownerName] = [`till${names}`, `owner${names}@mizan.test`];
  await platformRows(db, 'UPDATE users SET username = $2, password_hash = $3 WHERE id = $1', [
    place.cashier.userId,
    cashierName,
    passwordHash,
  ]);
  await platformRows(
    db,
    'UPDATE users SET email = $2, password_hash = $3, email_verified_at = now() WHERE id = $1',
    [shop.owner.userId, ownerName, passwordHash],
  );
  return { shop, place, cashierName, ownerName, ownerToken: await portal.tokenOf(shop.owner.userId) };
}
const logIn = (username: string, secret = password) =>
  portal.call(integratorLogin, { body: { username, password: secret } });
const madeBy = async (token: string) =>
  (await portal.call(makeCredential, { body: { name: 'Shop system' } }, { token })).json<{
    id: string;
    username: string;
    password: string;
  }>();

const guarded = routeFixtures.filter(({ route }) => route.allow !== 'public');
const closed = guarded.filter(({ route }) => !route.forIntegrations);
/** Asked of a route with a token, whatever comes of it. */
const statusWith = async (token: string, { route, args }: (typeof guarded)[number]) => {
  const answer = await portal.call(route, args as never, { token });
  return [route.id, answer.statusCode, answer.statusCode === 403 && answer.json().code];
};

test('a cashier’s software signs in by username, whatever its case, and gets a token for 24 hours, used or not', async () => {
  const { cashierName, place } = await shopWithNames();
  const answer = await logIn(cashierName.toUpperCase());
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { accessToken: expect.stringMatching(/^mzi_[\w-]{43}$/), role: 'CASHIER', fullName: 'Sami' },
  ]);
  const token = answer.json().accessToken;
  const [row] = await platformRows<{ row: string }>(
    db,
    `SELECT sessions::text AS row FROM sessions WHERE user_id = $1 AND kind = 'INTEGRATION'`,
    [place.cashier.userId],
  );
  expect(row?.row).not.toContain(token);
  // What it may call is tested with those calls; here only whether it is somebody's.
  const isSomebodys = async () => (await portal.call(listSessions, {}, { token })).statusCode === 403;
  clock.advance(24 * hourMs - 1);
  expect(await isSomebodys()).toBe(true);
  clock.advance(1);
  expect(await isSomebodys()).toBe(false);
});

test('an owner makes a sign-in for software, sees its password once, and the software signs in with it', async () => {
  const { ownerToken: token, shop } = await shopWithNames();
  const made = await madeBy(token);
  const listed = await portal.call(listCredentials, {}, { token });
  expect(listed.json().rows).toMatchObject([{ id: made.id, username: made.username, lastUsedAt: null }]);
  expect(listed.body).not.toContain(made.password);
  const [kept] = await platformRows<{ row: string }>(
    db,
    'SELECT c::text AS row FROM integrator_credentials c WHERE id = $1',
    [made.id],
  );
  expect(kept?.row).not.toContain(made.password);
  const answer = await logIn(made.username, made.password);
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    { role: 'MERCHANT', fullName: 'Shop system' },
  ]);
  const after = await portal.call(listCredentials, {}, { token });
  expect(after.json().rows[0].lastUsedAt).toBe(clock.now().toISOString());
  const other = await shopWithNames();
  const theirs = await portal.call(listCredentials, {}, { token: other.ownerToken });
  expect(theirs.json().rows).toEqual([]);
  expect(shop.merchantId).not.toBe(other.shop.merchantId);
});

test('the same answer to an unknown name, a wrong password, a revoked sign-in, and an owner’s own right password', async () => {
  const { cashierName, ownerName, ownerToken: token } = await shopWithNames();
  const made = await madeBy(token);
  await portal.call(revokeCredential, { params: { id: made.id } }, { token });
  const answers = [
    await logIn('nobody-at-all'),
    await logIn(cashierName, 'Mizan#2027'),
    await logIn(ownerName),
    await logIn(made.username, made.password),
    await logIn(' '),
  ];
  for (const answer of answers) {
    const { requestId: _, ...told } = answer.json();
    expect([answer.statusCode, told]).toEqual([
      401,
      { code: 'incorrectCredentials', message: signInMessages.incorrect },
    ]);
  }
});

test('tokens die at once: revoked, cashier or maker deactivated, branch or merchant suspended; and none is made then', async () => {
  const { cashierName, ownerToken, shop, place } = await shopWithNames();
  const made = await madeBy(ownerToken);
  const tokensNow = async () => ({
    cashier: (await logIn(cashierName)).json().accessToken as string,
    merchant: (await logIn(made.username, made.password)).json().accessToken as string,
  });
  const isLiving = async (token: string) =>
    (await portal.call(listSessions, {}, { token })).statusCode === 403;
  const tokens = await tokensNow();
  expect([await isLiving(tokens.cashier), await isLiving(tokens.merchant)]).toEqual([true, true]);
  const user = (id: string, status: string) =>
    platformRows(db, 'UPDATE users SET status = $2 WHERE id = $1', [id, status]);
  const branch = (status: string) =>
    platformRows(db, 'UPDATE branches SET status = $2 WHERE id = $1', [shop.branchId, status]);
  const merchant = (status: string) =>
    platformRows(db, 'UPDATE merchants SET status = $2 WHERE id = $1', [shop.merchantId, status]);

  await user(place.cashier.userId, 'INACTIVE');
  expect([await isLiving(tokens.cashier), await isLiving(tokens.merchant)]).toEqual([false, true]);
  expect((await logIn(cashierName)).json()).toMatchObject({ message: signInMessages.accountDeactivated });
  await user(place.cashier.userId, 'ACTIVE');
  await branch('INACTIVE');
  expect(await isLiving(tokens.cashier)).toBe(false);
  expect((await logIn(cashierName)).json()).toMatchObject({ message: signInMessages.branchDeactivated });
  await branch('ACTIVE');
  await user(shop.owner.userId, 'INACTIVE');
  expect(await isLiving(tokens.merchant)).toBe(false);
  expect((await logIn(made.username, made.password)).statusCode).toBe(403);
  await user(shop.owner.userId, 'ACTIVE');
  const placeInTeam = (teamRole: string) =>
    platformRows(db, 'UPDATE users SET team_role = $2 WHERE id = $1', [shop.owner.userId, teamRole]);
  // Opened in the very moment in which its maker stopped being an owner: nothing ended it.
  await placeInTeam('accountant');
  expect(await isLiving(tokens.merchant)).toBe(false);
  expect((await logIn(made.username, made.password)).json()).toMatchObject({
    message: signInMessages.accountDeactivated,
  });
  await placeInTeam('owner');
  expect(await isLiving(tokens.merchant)).toBe(true);
  await merchant('SUSPENDED');
  expect([await isLiving(tokens.cashier), await isLiving(tokens.merchant)]).toEqual([false, false]);
  expect((await logIn(made.username, made.password)).statusCode).toBe(403);
  await merchant('ACTIVE');
  const again = await tokensNow();
  const owner = await portal.tokenOf(shop.owner.userId);
  await portal.call(revokeCredential, { params: { id: made.id } }, { token: owner });
  expect([await isLiving(again.cashier), await isLiving(again.merchant)]).toEqual([true, false]);
});

test('429: the eleventh wrong password in a row; the address’s own limit is shared with the login screen', async () => {
  const { cashierName } = await shopWithNames();
  for (let tries = 0; tries < 10; tries += 1) await logIn(cashierName, 'Mizan#2027');
  expect((await logIn(cashierName)).json()).toMatchObject({ code: 'rateLimited' });
});

test('403: every route that is not for integrations, with a cashier’s and a merchant’s token; the live channel knows neither', async () => {
  const { cashierName, ownerToken } = await shopWithNames();
  const made = await madeBy(ownerToken);
  const tokens = [
    (await logIn(cashierName)).json().accessToken as string,
    (await logIn(made.username, made.password)).json().accessToken as string,
  ];
  for (const token of tokens) {
    expect(await authenticate(db, clock, token)).toBeNull();
    for (const fixture of closed) {
      expect(await statusWith(token, fixture)).toEqual([fixture.route.id, 403, 'forbidden']);
    }
  }
  expect(closed.length).toBeGreaterThan(100);
  expect(allRoutes.filter(({ forIntegrations, allow }) => forIntegrations && allow === 'public')).toEqual([]);
});

test('an integration’s token is in no list of the person’s own sessions', async () => {
  const { cashierName, place } = await shopWithNames();
  await logIn(cashierName);
  const token = await portal.tokenOf(place.cashier.userId);
  expect((await portal.call(listSessions, {}, { token })).json().rows).toHaveLength(1);
});
