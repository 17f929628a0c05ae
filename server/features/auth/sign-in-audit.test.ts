import type { AuditAction } from '@mizan/contract/audit.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { attemptLimits } from '../../platform/attempts/attempts.ts';
import { testClock } from '../../platform/clock.ts';
import { platformRows } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { sendResetLink } from './password-reset.service.ts';
import {
  addMerchant,
  addUser,
  deviceOf,
  newestMail,
  rightPassword,
  signInPortal,
  type TestMerchant,
  testStart,
} from './testing/sign-in-portal.ts';

const database = await testDatabase();
const clock = testClock(testStart);
const portal = await signInPortal(database, { clock });
afterAll(() => portal.close());
const wrong = 'Guessed#2026';
const ip = '10.4.5.6';
let merchant: TestMerchant;
let email: string;
let userId: string;

beforeEach(async () => {
  merchant = await addMerchant(portal.db);
  email = `${crypto.randomUUID()}@diyar.coffee`;
  userId = await addUser(portal.db, { role: 'MERCHANT', merchant, email });
  await platformRows(portal.db, 'DELETE FROM rate_counters');
});

interface Entry {
  action: AuditAction;
  actorId: string | null;
  after: Record<string, unknown> | null;
  ip: string;
  userAgent: string;
}
const entriesOf = (chain: string = merchant.id): Promise<Entry[]> =>
  platformRows<Entry>(
    portal.db,
    `SELECT action, actor_id::text AS "actorId", after, host(ip_address) AS ip, user_agent AS "userAgent"
     FROM audit_entries WHERE merchant_id = $1 ORDER BY id`,
    [chain],
  );
const actions = async (): Promise<AuditAction[]> => (await entriesOf()).map(({ action }) => action);

async function signedIn(): Promise<{
  token: string;
  device: string | undefined;
  code: string;
  challenge: string;
}> {
  const asked = await portal.signIn(email, undefined, { ip });
  const code = (await newestMail(portal.db, email)).code ?? '';
  const challenge: string = asked.json().token;
  const body = { token: challenge, otp: code, trustDevice: true };
  const answer = await portal.post('/auth/validate-otp', body, { ip, device: deviceOf(asked) });
  return { token: answer.json().accessToken, device: deviceOf(answer), code, challenge };
}
test('a sign-in by code, and the next one from the device it trusted, and the logout', async () => {
  const { token, device } = await signedIn();
  await portal.signIn(email, undefined, { ip, device });
  await portal.post('/auth/logout', {}, { token, ip });
  expect(await entriesOf()).toMatchObject([
    { action: 'auth.codeSent', actorId: userId, ip, userAgent: 'Test/1' },
    { action: 'auth.signedIn', actorId: userId, after: { method: 'code' }, ip },
    { action: 'auth.deviceTrusted', actorId: userId },
    { action: 'auth.signedIn', after: { method: 'trustedDevice' } },
    { action: 'auth.signedOut', actorId: userId, ip },
  ]);
});

test('a wrong password, a wrong code, and a right password of an account that is off', async () => {
  await portal.signIn(email, wrong, { ip });
  const { token } = (await portal.signIn(email, undefined, { ip })).json();
  const { code } = await newestMail(portal.db, email);
  const otp = code === '000000' ? '000001' : '000000';
  await portal.post('/auth/validate-otp', { token, otp }, { ip });
  await platformRows(portal.db, `UPDATE users SET status = 'INACTIVE' WHERE id = $1`, [userId]);
  await portal.signIn(email, undefined, { ip });
  expect(await entriesOf()).toMatchObject([
    { action: 'auth.signInRefused', actorId: userId, after: { reason: 'credentials' }, ip },
    { action: 'auth.codeSent' },
    { action: 'auth.codeRefused', actorId: userId, after: { attemptsLeft: 4 }, ip },
    { action: 'auth.signInRefused', actorId: userId, after: { reason: 'accountDeactivated' } },
  ]);
});

test('a name that nobody has: in the chain of the platform, and what was typed is not kept', async () => {
  const typed = 'my-own-password#1';
  const before = (await entriesOf('0')).length;
  await portal.signIn(typed, wrong, { ip });
  const entries = (await entriesOf('0')).slice(before);
  expect(entries).toEqual([
    {
      action: 'auth.signInRefused',
      actorId: null,
      after: { reason: 'credentials' },
      ip,
      userAgent: 'Test/1',
    },
  ]);
});

test('one entry, not thousands, where somebody goes on beyond the limit', async () => {
  const { most } = attemptLimits.signInOfAccount;
  for (let tried = 0; tried < most + 5; tried += 1) await portal.signIn(email, wrong, { ip });
  const found = await actions();
  expect(found.filter((each) => each === 'auth.signInRefused')).toHaveLength(most);
  expect(found.filter((each) => each === 'auth.signInLimited')).toHaveLength(1);
});

test('a reset: the link, with who asked for it, and the new password', async () => {
  await sendResetLink(portal.deps, email, { ip, userAgent: 'Test/1' });
  const link = new URL((await newestMail(portal.db, email)).link ?? '');
  const token = link.searchParams.get('token');
  await portal.post('/merchant-password/reset-password', { token, newPassword: 'Balance#2027' }, { ip });
  expect(await entriesOf()).toMatchObject([
    { action: 'auth.resetLinkSent', actorId: userId, ip },
    { action: 'auth.passwordReset', actorId: userId, ip },
  ]);
});

test('no entry holds a password, a code, a token, or a hash of one', async () => {
  const { token, device, code, challenge } = await signedIn();
  await portal.signIn(email, wrong, { ip, device });
  const rows = await platformRows<{ text: string }>(
    portal.db,
    `SELECT concat(actor_name, action, subject_id, before, after, user_agent) AS text FROM audit_entries`,
  );
  const all = rows.map(({ text }) => text).join('\n');
  expect(rows.length).toBeGreaterThan(20);
  for (const secret of [rightPassword, wrong, code, token, challenge, device ?? 'none', '$argon2']) {
    expect(all).not.toContain(secret);
  }
});
