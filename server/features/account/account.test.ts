import { signInMessages } from '@mizan/contract/errors.ts';
import { afterAll, expect, test } from 'vitest';
import { attemptLimits } from '../../platform/attempts/attempts.ts';
import { testClock } from '../../platform/clock.ts';
import { platformRows } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { maskEmail } from '../auth/one-time-codes.ts';
import { sendResetLink } from '../auth/password-reset.service.ts';
import {
  addMerchant,
  addUser,
  breachedPassword,
  deviceOf,
  newestMail,
  rightPassword,
  signInPortal,
  testStart,
} from '../auth/testing/sign-in-portal.ts';
import { registerAccountRoutes } from './account.routes.ts';

const minuteMs = 60_000;
const database = await testDatabase();
const clock = testClock(testStart);
const portal = await signInPortal(database, { clock, register: registerAccountRoutes });
afterAll(() => portal.close());
const merchant = await addMerchant(portal.db);

async function newUser(): Promise<string> {
  const email = `${crypto.randomUUID()}@diyar.coffee`;
  await addUser(portal.db, { role: 'MERCHANT', merchant, email });
  return email;
}
/** Signs in with password and code, trusting the device. */
async function signedIn(email: string): Promise<{ token: string; device: string | undefined }> {
  const asked = await portal.signIn(email);
  expect(asked.statusCode).toBe(511);
  const { code } = await newestMail(portal.db, email);
  const answer = await portal.post(
    '/auth/validate-otp',
    { token: asked.json().token, otp: code, trustDevice: true },
    { device: deviceOf(asked) },
  );
  return { token: answer.json().accessToken, device: deviceOf(answer) };
}
const statusOf = async (token: string): Promise<number> =>
  (await portal.get('/account', { token })).statusCode;
/** Past the 15 minutes in which a sign-in is fresh, with the session kept awake. */
async function agedBy(minutes: number, token: string): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 10) {
    clock.advance(10 * minuteMs);
    expect(await statusOf(token)).toBe(200);
  }
}

test('a new name takes effect when the link of its mail is followed, and not before', async () => {
  const email = await newUser();
  const { token } = await signedIn(email);
  const change = { fullName: 'Sara Q.', email, mobile: '+966501234567' };
  expect((await portal.send('PUT', '/account/profile', change, { token })).json()).toEqual({ sentTo: email });
  expect((await portal.get('/account', { token })).json()).toMatchObject({ mobile: null });
  const { link } = await newestMail(portal.db, email);
  const follow = new URL(link ?? '');
  expect(follow.pathname).toBe('/neopaas/portal/veryfiUpdateInfo');
  await portal.get(`/merchant-password/verify-update?token=${follow.searchParams.get('token')}`);
  expect((await portal.get('/account', { token })).json()).toMatchObject({
    fullName: 'Sara Q.',
    mobile: '+966501234567',
    pendingEmail: null,
  });
});

test('a new e-mail gets the link itself, and is told as pending until then', async () => {
  const email = await newUser();
  const { token } = await signedIn(email);
  const next = `${crypto.randomUUID()}@diyar.coffee`;
  const change = { fullName: 'Sara Al-Otaibi', email: next, mobile: null };
  expect((await portal.send('PUT', '/account/profile', change, { token })).json()).toEqual({ sentTo: next });
  expect((await portal.get('/account', { token })).json()).toMatchObject({ email, pendingEmail: next });
  expect((await newestMail(portal.db, next)).link).toContain('veryfiUpdateInfo');
});

/** Follows the newest link that was sent to an address. */
async function follow(to: string): Promise<void> {
  const { link } = await newestMail(portal.db, to);
  const { searchParams } = new URL(link ?? '');
  const answer = await portal.get(`/merchant-password/verify-update?token=${searchParams.get('token')}`);
  expect(answer.statusCode).toBe(200);
}

test('a new e-mail ends the other sessions, every trusted device and open links and codes, and tells the old one', async () => {
  const email = await newUser();
  const other = await signedIn(email);
  const { token, device } = await signedIn(email);
  const next = `${crypto.randomUUID()}@diyar.coffee`;
  const change = { fullName: 'Sara Al-Otaibi', email: next, mobile: null };
  await portal.send('PUT', '/account/profile', change, { token });
  const challenge = (await portal.signIn(email)).json<{ token: string }>().token;
  const { code } = await newestMail(portal.db, email);
  await sendResetLink(portal.deps, email);
  const reset = new URL((await newestMail(portal.db, email)).link ?? '').searchParams.get('token');
  await follow(next);
  expect([await statusOf(other.token), await statusOf(token)]).toEqual([401, 200]);
  expect((await portal.signIn(next, rightPassword, { device })).statusCode).toBe(511);
  expect((await portal.post('/auth/validate-otp', { token: challenge, otp: code })).statusCode).toBe(400);
  const newPassword = { token: reset, newPassword: 'Balance#2027' };
  expect((await portal.post('/merchant-password/reset-password', newPassword)).statusCode).toBe(400);
  const told = await newestMail(portal.db, email);
  expect(told.subject).toBe('The email of your Mizan account was changed');
  expect(told.text).toContain(maskEmail(next));
  expect(told.text).not.toContain(next);
});

test('the old address is told in its reader’s language', async () => {
  const email = `${crypto.randomUUID()}@diyar.coffee`;
  await addUser(portal.db, { role: 'MERCHANT', merchant, email, locale: 'ar' });
  const { token } = await signedIn(email);
  const next = `${crypto.randomUUID()}@diyar.coffee`;
  await portal.send('PUT', '/account/profile', { fullName: 'Sara', email: next, mobile: null }, { token });
  await follow(next);
  expect((await newestMail(portal.db, email)).subject).toBe('تغيّر البريد الإلكتروني لحسابك في ميزان');
});

test('a new name alone ends nothing and tells nobody', async () => {
  const email = await newUser();
  const other = await signedIn(email);
  const { token, device } = await signedIn(email);
  await portal.send('PUT', '/account/profile', { fullName: 'Sara Q.', email, mobile: null }, { token });
  await follow(email);
  expect([await statusOf(other.token), await statusOf(token)]).toEqual([200, 200]);
  expect((await newestMail(portal.db, email)).subject).toBe('Confirm the change of your Mizan account');
  expect((await portal.signIn(email, rightPassword, { device })).statusCode).toBe(200);
});

test('429: links to one address after the other, and no mail goes to the last of them', async () => {
  const { token } = await signedIn(await newUser());
  const { most } = attemptLimits.profileLinksOfAccount;
  const strangers = Array.from({ length: most + 1 }, () => `${crypto.randomUUID()}@example.com`);
  const statuses: number[] = [];
  for (const email of strangers) {
    const change = { fullName: 'Sara Al-Otaibi', email, mobile: null };
    statuses.push((await portal.send('PUT', '/account/profile', change, { token })).statusCode);
  }
  expect(statuses).toEqual([...Array.from({ length: most }, () => 200), 429]);
  const mails = await platformRows(portal.db, 'SELECT 1 FROM outbox_mails WHERE recipient = $1', [
    strangers.at(-1),
  ]);
  expect(mails).toEqual([]);
});

test('nothing is sent where nothing changes', async () => {
  const email = await newUser();
  const { token } = await signedIn(email);
  const same = { fullName: 'Sara Al-Otaibi', email: email.toUpperCase(), mobile: null };
  expect((await portal.send('PUT', '/account/profile', same, { token })).json()).toEqual({ sentTo: null });
});

test('403: what asks for a fresh sign-in after 15 minutes, until the password is given once more', async () => {
  const email = await newUser();
  const { token } = await signedIn(email);
  await agedBy(20, token);
  const revoke = (as: string) => portal.send('DELETE', '/account/trusted-devices', undefined, { token: as });
  expect((await revoke(token)).json().code).toBe('freshSignInNeeded');
  const wrong = await portal.post(
    '/account/confirm-password',
    { password: await portal.sealed('wrong') },
    { token },
  );
  expect([wrong.statusCode, wrong.json().message]).toEqual([401, signInMessages.incorrect]);
  expect((await revoke(token)).json().code).toBe('freshSignInNeeded');
  const right = await portal.post(
    '/account/confirm-password',
    { password: await portal.sealed(rightPassword) },
    { token },
  );
  expect(right.json()).toEqual({
    freshUntil: new Date(clock.now().getTime() + 15 * minuteMs).toISOString(),
    accessToken: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect((await revoke(token)).json().code).toBe('freshSignInNeeded');
  expect((await revoke(right.json().accessToken)).json()).toEqual({ ended: 1 });
  clock.advance(10_000);
  expect([await statusOf(token), await statusOf(right.json().accessToken)]).toEqual([401, 200]);
});

test.each([
  '/account/trusted-devices/1',
  '/account/trusted-devices',
  '/account/sessions/1',
  '/account/sessions',
])('403: DELETE %s asks for a fresh sign-in', async (path) => {
  const { token } = await signedIn(await newUser());
  await agedBy(20, token);
  const answer = await portal.send('DELETE', path, undefined, { token });
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'freshSignInNeeded']);
});

test('429: an eleventh wrong password within a quarter of an hour', async () => {
  const { token } = await signedIn(await newUser());
  const tries = [];
  for (let count = 0; count < 11; count += 1) {
    tries.push(
      await portal.post('/account/confirm-password', { password: await portal.sealed('wrong') }, { token }),
    );
  }
  expect(tries.map((answer) => answer.statusCode)).toEqual([...Array(10).fill(401), 429]);
});

test('strangers who guess at the login keep nobody signed in from giving the password once more', async () => {
  const email = await newUser();
  const { token } = await signedIn(email);
  for (let tried = 0; tried <= attemptLimits.signInOfAccount.most; tried += 1) {
    await portal.signIn(email, 'wrong', { ip: '10.66.0.1' });
  }
  expect((await portal.signIn(email, rightPassword, { ip: '10.66.0.2' })).statusCode).toBe(429);
  const body = { password: await portal.sealed(rightPassword) };
  expect((await portal.post('/account/confirm-password', body, { token })).statusCode).toBe(200);
});

test('a new password ends the other sessions and every trusted device; this session goes on under another token', async () => {
  const email = await newUser();
  const first = await signedIn(email);
  const second = await signedIn(email);
  const body = { current: await portal.sealed(rightPassword), next: await portal.sealed('Balance#2027') };
  const changed = await portal.post('/account/password', body, { token: second.token });
  expect([await statusOf(first.token), await statusOf(changed.json().accessToken)]).toEqual([401, 200]);
  clock.advance(10_000);
  expect(await statusOf(second.token)).toBe(401);
  const again = await portal.signIn(email, 'Balance#2027', { device: second.device });
  expect(again.statusCode).toBe(511);
  expect((await portal.signIn(email)).statusCode).toBe(401);
});

test('a cashier sets a new password by the own one, which their merchant never learns; other sessions end', async () => {
  const username = `till-${crypto.randomUUID().slice(0, 8)}`;
  await addUser(portal.db, { role: 'CASHIER', merchant, username });
  const first = (await portal.signIn(username)).json().accessToken;
  const second = (await portal.signIn(username)).json().accessToken;
  const wrong = { current: await portal.sealed('Guessed#2027'), next: await portal.sealed('Balance#2027') };
  const refused = await portal.post('/account/password', wrong, { token: second });
  expect(refused.json()).toMatchObject({ code: 'incorrectCredentials' });
  const body = { current: await portal.sealed(rightPassword), next: await portal.sealed('Balance#2027') };
  const changed = await portal.post('/account/password', body, { token: second });
  expect([await statusOf(first), await statusOf(changed.json().accessToken)]).toEqual([401, 200]);
  expect((await portal.signIn(username)).statusCode).toBe(401);
  expect((await portal.signIn(username, 'Balance#2027')).statusCode).toBe(200);
});

test('400: a weak new password or a breached one, and the old one stays', async () => {
  const email = await newUser();
  const { token } = await signedIn(email);
  for (const weak of ['password', 'P@ssw0rd2027', breachedPassword]) {
    const body = { current: await portal.sealed(rightPassword), next: await portal.sealed(weak) };
    expect((await portal.post('/account/password', body, { token })).statusCode).toBe(400);
  }
  expect((await portal.signIn(email)).statusCode).toBe(511);
});

test('trusted devices tell system, browser and address; a revoked one asks for the code again', async () => {
  const email = await newUser();
  const { token, device } = await signedIn(email);
  await platformRows(portal.db, `UPDATE trusted_devices SET user_agent = $1, ip_address = '10.1.2.3'`, [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  ]);
  const { rows } = (await portal.get('/account/trusted-devices', { token })).json();
  expect(rows).toEqual([
    {
      id: expect.any(String),
      os: 'Windows 10',
      browser: 'Chrome 142',
      ipAddress: '10.1.2.3',
      addedOn: clock.now().toISOString(),
      expiresAt: new Date(clock.now().getTime() + 30 * 24 * 60 * minuteMs).toISOString(),
    },
  ]);
  const revoked = await portal.send('DELETE', `/account/trusted-devices/${rows[0].id}`, undefined, { token });
  expect(revoked.json()).toEqual({ ended: 1 });
  expect((await portal.signIn(email, rightPassword, { device })).statusCode).toBe(511);
});

test('404: a trusted device and a session of somebody else, which stay as they are', async () => {
  const [mine, theirs] = [await signedIn(await newUser()), await signedIn(await newUser())];
  const device = (await portal.get('/account/trusted-devices', { token: theirs.token })).json().rows[0].id;
  const session = (await portal.get('/account/sessions', { token: theirs.token })).json().rows[0].id;
  const remove = (path: string) => portal.send('DELETE', path, undefined, { token: mine.token });
  expect((await remove(`/account/trusted-devices/${device}`)).statusCode).toBe(404);
  expect((await remove(`/account/sessions/${session}`)).statusCode).toBe(404);
  expect(await statusOf(theirs.token)).toBe(200);
});

test('sessions: the own one is marked, one can be ended, then all others', async () => {
  const email = await newUser();
  const [first, second, third] = [await signedIn(email), await signedIn(email), await signedIn(email)];
  const list = (await portal.get('/account/sessions', { token: third.token })).json().rows;
  expect(list.map((row: { current: boolean }) => row.current)).toEqual([true, false, false]);
  const ended = await portal.send('DELETE', `/account/sessions/${list[2].id}`, undefined, {
    token: third.token,
  });
  expect(ended.json()).toEqual({ ended: 1 });
  expect(await statusOf(first.token)).toBe(401);
  const others = await portal.send('DELETE', '/account/sessions', undefined, { token: third.token });
  expect(others.json()).toEqual({ ended: 1 });
  expect([await statusOf(second.token), await statusOf(third.token)]).toEqual([401, 200]);
});
