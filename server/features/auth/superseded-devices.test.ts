import { afterAll, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  addMerchant,
  addUser,
  type CallOptions,
  deviceOf,
  newestMail,
  signInPortal,
} from './testing/sign-in-portal.ts';

/** Decision 0018: a token that a trusted device had before. */
const portal = await signInPortal(await testDatabase());
afterAll(() => portal.close());
const { db, clock } = portal;
const merchant = await addMerchant(db);
const dayMs = 24 * 60 * 60_000;
const ip = '10.20.30.40';

interface Person {
  email: string;
  userId: string;
  /** Another session of theirs, which nothing here ends. */
  session: string;
  /** The token that the device had before, and the one that it has. */
  old: string;
  device: string;
}

const signIn = (email: string, device: string | undefined, options: CallOptions = {}, password?: string) =>
  portal.signIn(email, password, { ip, device, ...options });

/** Somebody whose trusted device has signed in twice, a minute ago. */
async function twiceSignedIn(locale: 'en' | 'ar' = 'en'): Promise<Person> {
  const email = `${crypto.randomUUID()}@diyar.coffee`;
  const userId = await addUser(db, { role: 'MERCHANT', merchant, email, locale });
  const asked = await signIn(email, undefined);
  const { code } = await newestMail(db, email);
  const body = { token: asked.json().token, otp: code, trustDevice: true };
  const answer = await portal.post('/auth/validate-otp', body, { ip, device: deviceOf(asked) });
  const old = deviceOf(answer) ?? '';
  const again = await signIn(email, old);
  expect(again.statusCode).toBe(200);
  clock.advance(60_000);
  return { email, userId, session: again.json().accessToken, old, device: deviceOf(again) ?? '' };
}
const mailsTo = async (email: string): Promise<string[]> =>
  (
    await platformRows<{ subject: string }>(
      db,
      'SELECT subject FROM outbox_mails WHERE recipient = $1 ORDER BY id',
      [email],
    )
  ).map(({ subject }) => subject);
const revoked = 'One of your trusted devices was revoked in Mizan';
const revocationsOf = async (email: string): Promise<number> =>
  (await mailsTo(email)).filter((subject) => subject === revoked).length;
const entriesOf = (userId: string) =>
  platformRows(
    db,
    `SELECT subject_type AS type, host(ip_address) AS ip FROM audit_entries
      WHERE actor_id = $1 AND action = 'auth.deviceRevoked'`,
    [userId],
  );

test('an old token asks for the code, revokes the device, tells its owner and is written down, once', async () => {
  const { email, userId, old, device } = await twiceSignedIn();
  expect((await signIn(email, old, { ip: '10.66.6.6' })).statusCode).toBe(511);
  expect((await signIn(email, device)).statusCode).toBe(511);
  expect((await signIn(email, old)).statusCode).toBe(511);
  expect(await revocationsOf(email)).toBe(1);
  const [mail] = await platformRows<{ text: string }>(
    db,
    'SELECT body_text AS text FROM outbox_mails WHERE recipient = $1 AND subject = $2',
    [email, revoked],
  );
  expect(mail?.text).toContain('IP address: 10.66.6.6');
  expect(mail?.text).toContain('https://portal.example.sa/settings');
  expect(await entriesOf(userId)).toEqual([{ type: 'device', ip: '10.66.6.6' }]);
});

test('the sessions of its owner go on, and other devices stay trusted', async () => {
  const { email, session, old } = await twiceSignedIn();
  const asked = await signIn(email, undefined, { headers: { 'user-agent': 'Other/1' } });
  const { code } = await newestMail(db, email);
  const body = { token: asked.json().token, otp: code, trustDevice: true };
  const other = deviceOf(await portal.post('/auth/validate-otp', body, { ip, device: deviceOf(asked) }));
  await signIn(email, old);
  expect(await revocationsOf(email)).toBe(1);
  expect((await portal.get('/auth/session', { token: session })).statusCode).toBe(200);
  expect((await signIn(email, other)).statusCode).toBe(200);
});

test('the mail speaks its reader’s language, also to who asked for no mails about sign-ins', async () => {
  const { email, userId, old } = await twiceSignedIn('ar');
  await platformRows(
    db,
    `INSERT INTO user_preferences (user_id, digits, calendar, muted_notices, sign_in_mail)
     VALUES ($1, 'language', 'gregorian', '{}', false)`,
    [userId],
  );
  await signIn(email, old, {}, 'Wrong#2026');
  expect((await newestMail(db, email)).subject).toBe('ألغينا توثيق أحد أجهزتك في ميزان');
});

test('a wrong password and another’s account revoke it too: the copy is what counts', async () => {
  const [first, second] = [await twiceSignedIn(), await twiceSignedIn()];
  expect((await signIn(first.email, first.old, {}, 'Wrong#2026')).statusCode).toBe(401);
  expect((await signIn(first.email, second.old)).statusCode).toBe(511);
  for (const { email } of [first, second]) expect(await revocationsOf(email)).toBe(1);
});

test('two tabs that sign in at once with one cookie: both are in, one cookie is set, nobody is alarmed', async () => {
  const { email, device } = await twiceSignedIn();
  const both = await Promise.all([signIn(email, device), signIn(email, device)]);
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  const cookies = both.map(deviceOf).filter((cookie) => cookie !== undefined);
  expect(cookies).toHaveLength(1);
  clock.advance(60_000);
  expect((await signIn(email, cookies[0])).statusCode).toBe(200);
  expect(await revocationsOf(email)).toBe(0);
});

test('the other tab has 30 seconds; a second later the token is an old one', async () => {
  const { email, device } = await twiceSignedIn();
  await signIn(email, device);
  clock.advance(30_000);
  expect((await signIn(email, device)).statusCode).toBe(200);
  clock.advance(1000);
  expect((await signIn(email, device)).statusCode).toBe(511);
  expect(await revocationsOf(email)).toBe(1);
});

test.each([
  ['another address', { ip: '10.20.30.41' }],
  ['another browser', { headers: { 'user-agent': 'Other/1' } }],
])('within those seconds, from %s, it is no other tab', async (_, place) => {
  const { email, device } = await twiceSignedIn();
  await signIn(email, device);
  expect((await signIn(email, device, place)).statusCode).toBe(511);
  expect(await revocationsOf(email)).toBe(1);
});

test('within those seconds, it lets nobody else in and no wrong password either', async () => {
  const [first, second] = [await twiceSignedIn(), await twiceSignedIn()];
  await signIn(first.email, first.device);
  expect((await signIn(second.email, first.device)).statusCode).toBe(511);
  expect((await signIn(first.email, first.device, {}, 'Wrong#2026')).statusCode).toBe(401);
  expect(await revocationsOf(first.email)).toBe(0);
});

test('old tokens of a device that was revoked or has expired alarm nobody', async () => {
  const [first, second] = [await twiceSignedIn(), await twiceSignedIn()];
  const revoke = 'UPDATE trusted_devices SET revoked_at = $2 WHERE user_id = $1';
  await platformRows(db, revoke, [first.userId, clock.now()]);
  expect((await signIn(first.email, first.old)).statusCode).toBe(511);
  clock.advance(30 * dayMs);
  expect((await signIn(second.email, second.old)).statusCode).toBe(511);
  for (const { email, userId } of [first, second]) {
    expect(await revocationsOf(email)).toBe(0);
    expect(await entriesOf(userId)).toEqual([]);
  }
});
