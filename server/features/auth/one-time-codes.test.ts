import { otpSends, otpTries } from '@mizan/contract/auth.ts';
import { incorrectOtpMessage, invalidTokenMessage } from '@mizan/contract/errors.ts';
import { afterAll, expect, test } from 'vitest';
import { attemptLimits } from '../../platform/attempts/attempts.ts';
import { platformRows } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { maskEmail } from './one-time-codes.ts';
import { addMerchant, addUser, newestMail, signInPortal } from './testing/sign-in-portal.ts';

const portal = await signInPortal(await testDatabase());
afterAll(() => portal.close());
const { db, clock } = portal;
const merchant = await addMerchant(db);
const minuteMs = 60_000;

async function newUser(locale: 'en' | 'ar' = 'en'): Promise<string> {
  const email = `${crypto.randomUUID()}@diyar.coffee`;
  await addUser(db, { role: 'MERCHANT', merchant, email, locale });
  return email;
}
/** A challenge, the code that was sent and one that was not. */
async function challenged(email: string): Promise<{ token: string; right: string; wrong: string }> {
  const { token } = (await portal.signIn(email)).json<{ token: string }>();
  const right = (await newestMail(db, email)).code ?? '';
  return { token, right, wrong: right === '000000' ? '000001' : '000000' };
}
const answer = (token: string, otp: string) => portal.post('/auth/validate-otp', { token, otp });
const resend = (token: string) => portal.post('/auth/resend-otp', { token });

test('a code signs in once: the second time its challenge is void', async () => {
  const { token, right } = await challenged(await newUser());
  expect((await answer(token, right)).statusCode).toBe(200);
  const again = await answer(token, right);
  expect(again.statusCode).toBe(400);
  expect(again.json()).toMatchObject({ code: 'invalidToken', message: invalidTokenMessage });
});

test('of two right answers at once one signs in', async () => {
  const { token, right } = await challenged(await newUser());
  const both = await Promise.all([answer(token, right), answer(token, right)]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
});

test('400 Incorrect OTP: five wrong codes, each told how many are left; then not even the right one', async () => {
  const { token, right, wrong } = await challenged(await newUser());
  for (let left = otpTries - 1; left >= 0; left -= 1) {
    const refused = await answer(token, wrong);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      code: 'incorrectOtp',
      message: incorrectOtpMessage,
      details: { reason: 'wrong', attemptsLeft: left },
    });
  }
  expect((await answer(token, right)).json()).toMatchObject({
    message: incorrectOtpMessage,
    details: { reason: 'tooManyTries', attemptsLeft: 0 },
  });
});

test('ten wrong codes at once cost five tries and no more', async () => {
  const { token, wrong } = await challenged(await newUser());
  const answers = await Promise.all(Array.from({ length: 10 }, () => answer(token, wrong)));
  const reasons = answers.map((each) => each.json<{ details?: { reason: string } }>().details?.reason);
  expect(reasons.filter((reason) => reason === 'wrong')).toHaveLength(otpTries);
});

test('a right code a moment before the ten minutes are over', async () => {
  const { token, right } = await challenged(await newUser());
  clock.advance(10 * minuteMs - 1);
  expect((await answer(token, right)).statusCode).toBe(200);
});

test('400 Incorrect OTP: a right code after ten minutes', async () => {
  const { token, right } = await challenged(await newUser());
  clock.advance(10 * minuteMs);
  expect((await answer(token, right)).json()).toMatchObject({
    message: incorrectOtpMessage,
    details: { reason: 'expired' },
  });
});

test('a code of one challenge does not open another', async () => {
  const email = await newUser();
  const first = await challenged(email);
  const second = await challenged(email);
  if (first.right !== second.right) {
    expect((await answer(first.token, second.right)).statusCode).toBe(400);
  }
  expect((await answer(first.token, first.right)).statusCode).toBe(200);
});

test('400: a code that is not six digits, and a token that nobody was given', async () => {
  const { token } = await challenged(await newUser());
  for (const otp of ['12345', '1234567', '12a456', '']) {
    expect((await answer(token, otp)).json()).toMatchObject({ code: 'badRequest' });
  }
  expect((await answer('unknown', '123456')).json()).toMatchObject({ code: 'invalidToken' });
});

test('403: a user who was deactivated while the code was on its way', async () => {
  const email = await newUser();
  const { token, right } = await challenged(email);
  await platformRows(db, `UPDATE users SET status = 'INACTIVE' WHERE email = $1`, [email]);
  const refused = await answer(token, right);
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({ code: 'accountRefused', message: 'Account deactivated' });
});

test('a new code voids the old one, half a minute later at the earliest, and gives no tries back', async () => {
  const email = await newUser();
  const { token, right, wrong } = await challenged(email);
  await answer(token, wrong);
  const early = await resend(token);
  expect(early.statusCode).toBe(429);
  expect(early.json()).toMatchObject({
    details: { retryAt: new Date(clock.now().getTime() + 30_000).toISOString() },
  });
  clock.advance(30_000);
  expect((await resend(token)).json()).toEqual({ sentTo: maskEmail(email) });
  const fresh = (await newestMail(db, email)).code ?? '';
  if (fresh !== right) {
    expect((await answer(token, right)).json()).toMatchObject({ details: { attemptsLeft: otpTries - 2 } });
  }
  expect((await answer(token, fresh)).statusCode).toBe(200);
});

test('429: a challenge sends no more than its share of codes', async () => {
  const { token } = await challenged(await newUser());
  for (let sent = 1; sent < otpSends; sent += 1) {
    clock.advance(30_000);
    expect((await resend(token)).statusCode).toBe(200);
  }
  clock.advance(30_000);
  expect((await resend(token)).statusCode).toBe(429);
});

test('429: twenty wrong codes of one account within an hour, over however many challenges', async () => {
  const email = await newUser();
  const { most } = attemptLimits.wrongCodeOfAccount;
  for (let round = 0; round < most / 4; round += 1) {
    const { token, wrong } = await challenged(email);
    for (let guess = 0; guess < 4; guess += 1) expect((await answer(token, wrong)).statusCode).toBe(400);
  }
  const { token, right } = await challenged(email);
  expect((await answer(token, right)).statusCode).toBe(429);
  clock.advance(60 * minuteMs);
  const later = await challenged(email);
  expect((await answer(later.token, later.right)).statusCode).toBe(200);
});

test("the mail speaks its reader's language", async () => {
  const [english, arabic] = [await newUser('en'), await newUser('ar')];
  await challenged(english);
  const { right } = await challenged(arabic);
  expect((await newestMail(db, english)).subject).toBe('Your Mizan verification code');
  const mail = await newestMail(db, arabic);
  expect(mail.subject).toBe('رمز التحقق لتسجيل الدخول إلى ميزان');
  expect(mail.text).toContain(right);
});

test('no code is stored as it is', async () => {
  const email = await newUser();
  const { right } = await challenged(email);
  const rows = await platformRows<{ codeHash: Buffer }>(
    db,
    `SELECT code_hash AS "codeHash" FROM otp_challenges`,
  );
  for (const { codeHash } of rows) expect(codeHash.toString('latin1')).not.toContain(right);
});
