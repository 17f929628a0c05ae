import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import { attemptLimits, countAttempt } from '../../platform/attempts/attempts.ts';
import { testClock } from '../../platform/clock.ts';
import { platformRows } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { tidyAuth } from './auth.jobs.ts';
import {
  addMerchant,
  addUser,
  deviceOf,
  newestMail,
  signInPortal,
  testStart,
} from './testing/sign-in-portal.ts';

const database = await testDatabase();
const clock = testClock(testStart);
/** Two processes on one database. */
const portals = [await signInPortal(database, { clock }), await signInPortal(database, { clock })] as const;
const [one, two] = portals;
afterAll(() => Promise.all(portals.map((portal) => portal.close())));
const merchant = await addMerchant(one.db);
const wrong = 'Mizan#2027';
const { most, windowMs } = attemptLimits.signInOfAccount;
const status = async (answer: Promise<{ statusCode: number }>): Promise<number> => (await answer).statusCode;
const statuses = (answers: Promise<{ statusCode: number }>[]) => Promise.all(answers.map(status));

let made = 0;
/** An address of their own for each test, so that no test is stopped by another's guesses. */
const newAddress = (): string => `10.20.0.${(made += 1)}`;
async function newOwner(): Promise<{ email: string; username: string }> {
  made += 1;
  const names = { email: `iris${made}@diyar.coffee`, username: `iris${made}` };
  await addUser(one.db, { role: 'MERCHANT', merchant, ...names });
  return names;
}

test('an account is one, however it is spelled, and by its e-mail or its username', async () => {
  const { email, username } = await newOwner();
  const ip = newAddress();
  const spellings = [email, username, email.toUpperCase(), ` ${username} `, username.replaceAll('i', 'I')];
  const tries = Array.from({ length: most }, (_, index) => spellings[index % spellings.length] ?? email);
  await statuses(tries.map((name, index) => portals[index % 2 ? 1 : 0].signIn(name, wrong, { ip })));
  for (const name of spellings) expect(await status(two.signIn(name, undefined, { ip }))).toBe(429);
});

test('letters that only the database folds lead to the same counter', async () => {
  const { username } = await newOwner();
  const ip = newAddress();
  const odd = username.replaceAll('i', '\u0130').replaceAll('s', '\u017f');
  for (let tried = 0; tried < most; tried += 1) await one.signIn(odd, wrong, { ip });
  for (let tried = 0; tried < most; tried += 1) await one.signIn(username, wrong, { ip });
  expect(await status(one.signIn(username, undefined, { ip }))).toBe(429);
});

test('a name like an id counts against nobody', async () => {
  const id = await addUser(one.db, { role: 'CASHIER', merchant, username: 'nobody-else' });
  const ip = newAddress();
  for (let tried = 0; tried <= most; tried += 1) await one.signIn(`user ${id}`, wrong, { ip });
  expect(await status(one.signIn('nobody-else', undefined, { ip }))).toBe(200);
});

test('a forwarded address is not taken from a stranger: the one that calls is counted', async () => {
  const ip = newAddress();
  const limit = attemptLimits.signInOfAddress.most;
  const answers: number[] = [];
  for (let tried = 0; tried <= limit; tried += 1) {
    const headers = {
      'x-forwarded-for': `203.0.113.${tried}`,
      forwarded: `for=203.0.113.${tried}`,
      'x-real-ip': `203.0.113.${tried}`,
    };
    const body = { username: 'YQ==', password: 'YQ==' };
    answers.push(await status(one.post('/auth/get-token', body, { ip, headers })));
    // The name is the same each time; only the address is to stop this.
    await platformRows(one.db, `DELETE FROM rate_counters WHERE key LIKE 'signInOfAccount:%'`);
  }
  expect(answers).toEqual([...Array(limit).fill(401), 429]);
});

test('an address of IPv6 is counted with all that its owner has beside it', async () => {
  const limit = attemptLimits.signInOfAddress.most;
  for (let tried = 0; tried < limit; tried += 1) {
    await countAttempt(one.db, clock, 'signInOfAddress', `2001:db8:7:7::${tried.toString(16)}`);
  }
  expect(await status(two.signIn('nobody', wrong, { ip: '2001:db8:7:7:ffff::1' }))).toBe(429);
  expect(await status(two.signIn('nobody', wrong, { ip: '2001:db8:7:8::1' }))).toBe(401);
});

test('strangers who guess lock nobody out of a device that the account trusts', async () => {
  const { email } = await newOwner();
  const asked = await one.signIn(email, undefined, { ip: newAddress() });
  const { code } = await newestMail(one.db, email);
  const otp = { token: asked.json().token, otp: code, trustDevice: true };
  const right = await one.post('/auth/validate-otp', otp, { device: deviceOf(asked) });
  const device = deviceOf(right);
  for (let tried = 0; tried <= most; tried += 1) await two.signIn(email, wrong, { ip: newAddress() });
  expect(await status(two.signIn(email, undefined, { ip: newAddress() }))).toBe(429);
  expect(await status(two.signIn(email, undefined, { ip: newAddress(), device }))).toBe(200);
});

test('429: an eleventh wrong password from a trusted device, on both processes', async () => {
  const { email } = await newOwner();
  const asked = await one.signIn(email, undefined, { ip: newAddress() });
  const { code } = await newestMail(one.db, email);
  const otp = { token: asked.json().token, otp: code, trustDevice: true };
  const device = deviceOf(await one.post('/auth/validate-otp', otp, { device: deviceOf(asked) }));
  const tries = Array.from({ length: most + 1 }, (_, index) =>
    portals[index % 2 ? 1 : 0].signIn(email, wrong, { ip: newAddress(), device }),
  );
  const answers = await statuses(tries);
  expect(answers.filter((each) => each === 401)).toHaveLength(most);
  expect(answers.filter((each) => each === 429)).toHaveLength(1);
  clock.advance(windowMs);
});

const addCashier = async (): Promise<string> => {
  const username = `till${(made += 1)}`;
  await addUser(one.db, { role: 'CASHIER', merchant, username });
  return username;
};
/** Wrong passwords from addresses that nobody knows, of both processes, until the account takes no more. */
async function strangersGuess(username: string): Promise<void> {
  const guess = (index: number) => portals[index % 2 ? 1 : 0].signIn(username, wrong, { ip: newAddress() });
  const answers = await statuses(Array.from({ length: most + 1 }, (_, index) => guess(index)));
  expect(answers.toSorted((one, another) => one - another)).toEqual([...Array(most).fill(401), 429]);
}

test('strangers who guess keep no till closed: the address that a cashier lately signed in from counts for itself', async () => {
  const [username, till] = [await addCashier(), newAddress()];
  const signedIn = await one.signIn(username, undefined, { ip: till });
  expect(await status(one.post('/auth/logout', {}, { token: signedIn.json().accessToken }))).toBe(200);
  await strangersGuess(username);
  expect(await status(one.signIn(username, undefined, { ip: newAddress() }))).toBe(429);
  expect(await status(two.signIn(username, undefined, { ip: till }))).toBe(200);
  expect(await status(two.signIn(username, undefined, { ip: `::ffff:${till}` }))).toBe(200);
});

test('429: an eleventh wrong password from a known address, on both processes; elsewhere it is still asked', async () => {
  const [username, till] = [await addCashier(), newAddress()];
  await one.signIn(username, undefined, { ip: till });
  const guess = (index: number) => portals[index % 2 ? 1 : 0].signIn(username, wrong, { ip: till });
  const answers = await statuses(Array.from({ length: most + 1 }, (_, index) => guess(index)));
  expect(answers.toSorted((one, another) => one - another)).toEqual([...Array(most).fill(401), 429]);
  expect(await status(one.signIn(username, undefined, { ip: till }))).toBe(429);
  await strangersGuess(username);
});

test('an address is known by a sign-in and not by a right password alone, a wrong one or another account', async () => {
  const [username, colleague, shop] = [await addCashier(), await addCashier(), newAddress()];
  const { email } = await newOwner();
  await one.signIn(username, wrong, { ip: shop });
  await one.signIn(colleague, undefined, { ip: shop });
  expect(await status(one.signIn(email, undefined, { ip: shop }))).toBe(511);
  for (const name of [username, email]) {
    for (let tried = 0; tried < most; tried += 1) await two.signIn(name, wrong, { ip: newAddress() });
    expect(await status(two.signIn(name, undefined, { ip: shop }))).toBe(429);
  }
});

test('an address that says it forwards for the till, from elsewhere, is not the till', async () => {
  const [username, till] = [await addCashier(), newAddress()];
  await one.signIn(username, undefined, { ip: till });
  await strangersGuess(username);
  const headers = { 'x-forwarded-for': till, forwarded: `for=${till}`, 'x-real-ip': till };
  expect(await status(two.signIn(username, undefined, { ip: newAddress(), headers }))).toBe(429);
});

test('a known address of IPv6 is known, and counted, with all that its owner has beside it', async () => {
  const username = await addCashier();
  const beside = (host: number): string => `2001:db8:20:1::${host.toString(16)}`;
  await one.signIn(username, undefined, { ip: beside(1) });
  await strangersGuess(username);
  expect(await status(two.signIn(username, undefined, { ip: '2001:db8:20:2::1' }))).toBe(429);
  expect(await status(two.signIn(username, undefined, { ip: '2001:DB8:20:1:ffff::9' }))).toBe(200);
  for (let tried = 0; tried < most; tried += 1) await one.signIn(username, wrong, { ip: beside(tried + 2) });
  expect(await status(two.signIn(username, undefined, { ip: beside(1) }))).toBe(429);
});

test('after 30 days without a sign-in an address counts no more, and the hourly tidying forgets it then only', async () => {
  const dayMs = 24 * 60 * 60_000;
  const [username, till] = [await addCashier(), newAddress()];
  await one.signIn(username, undefined, { ip: till });
  clock.advance(29 * dayMs);
  await tidyAuth(one.deps);
  await strangersGuess(username);
  expect(await status(one.signIn(username, undefined, { ip: till }))).toBe(200);
  clock.advance(31 * dayMs);
  await strangersGuess(username);
  expect(await status(one.signIn(username, undefined, { ip: till }))).toBe(429);
  await tidyAuth(one.deps);
  const known = `SELECT 1 FROM rate_counters WHERE key LIKE 'knownAddress:%'`;
  expect(await platformRows(one.db, known)).toEqual([]);
});

test('a name that nobody has asks the database what a name that somebody has asks, with a cookie and without', async () => {
  const username = await addCashier();
  const asked = async (name: string, device?: string): Promise<string[]> => {
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    expect(await status(one.signIn(name, wrong, { ip: newAddress(), device }))).toBe(401);
    const texts = queries.mock.calls.map(([query]: unknown[]) =>
      typeof query === 'string' ? query : (query as pg.QueryConfig).text,
    );
    queries.mockRestore();
    return texts.toSorted();
  };
  for (const device of [undefined, 'd'.repeat(43)]) {
    const ofCashier = await asked(username, device);
    expect(ofCashier.filter((text) => text.includes('rate_counters')).length).toBeGreaterThan(2);
    expect(await asked(`nobody-${username}`, device)).toEqual(ofCashier);
  }
});

test('wrong codes: an address has so many, whatever challenge they are for', async () => {
  const ip = newAddress();
  const limit = attemptLimits.wrongCodeOfAddress.most;
  const guess = (index: number) =>
    portals[index % 2 ? 1 : 0].post('/auth/validate-otp', { token: 'x'.repeat(43), otp: '123456' }, { ip });
  const answers = await statuses(Array.from({ length: limit + 3 }, (_, index) => guess(index)));
  expect(answers.filter((each) => each === 400)).toHaveLength(limit);
  expect(answers.filter((each) => each === 429)).toHaveLength(3);
});

test('resets: two processes together take five for an e-mail, however it is spelled', async () => {
  const { email } = await newOwner();
  const limit = attemptLimits.forgotOfAccount.most;
  const ask = (index: number) => {
    const spelled = [email, email.toUpperCase(), ` ${email}`][index % 3] ?? email;
    const payload = new URLSearchParams({ email: spelled }).toString();
    return portals[index % 2 ? 1 : 0].app.inject({
      method: 'POST',
      url: '/api/v1/merchant-password/forgot-password',
      payload,
      remoteAddress: newAddress(),
      headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
    });
  };
  const answers = await statuses(Array.from({ length: limit + 3 }, (_, index) => ask(index)));
  const refused = answers.filter((each) => each === 429);
  expect(answers.filter((each) => each === 200).length + refused.length).toBe(limit + 3);
  expect(refused).toHaveLength(3);
});
