import { signInMessages } from '@mizan/contract/errors.ts';
import { afterAll, expect, test } from 'vitest';
import { attemptLimits } from '../../platform/attempts/attempts.ts';
import { platformRows } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { sendResetLink } from '../auth/password-reset.service.ts';
import { addUser, newestMail, rightPassword, signInPortal } from '../auth/testing/sign-in-portal.ts';
import { sendAskedActivation } from './activation.service.ts';
import { registerOnboardingRoutes } from './onboarding.routes.ts';
import { newApplicant } from './testing/applicant.ts';

/** A mailbox that was mistyped, a link that is dead, and what strangers could make of the way out (decision 0029). */
const portal = await signInPortal(await testDatabase(), {
  register: (on, deps) => registerOnboardingRoutes(on, { ...deps, scanner: null }),
});
afterAll(() => portal.close());
const { db, deps } = portal;
const from = { ip: '10.3.0.1', userAgent: 'Test/1' };

const newAddress = (): string => `a${crypto.randomUUID().slice(0, 12)}@diyar.coffee`;

async function applied() {
  const applicant = await newApplicant(portal);
  await applicant.send();
  const { account, business } = applicant.application;
  return { name: account.username, email: business.email };
}
async function correct(username: string, email: string, password = rightPassword) {
  const body = { username: await portal.sealed(username), password: await portal.sealed(password), email };
  return portal.post('/onboarding/email', body);
}
const ask = (name: string, ip = '10.3.0.2') => portal.post('/onboarding/activation-mail', { name }, { ip });
const mailsTo = async (to: string): Promise<string[]> =>
  (
    await platformRows<{ subject: string }>(
      db,
      'SELECT subject FROM outbox_mails WHERE recipient = $1 ORDER BY id',
      [to],
    )
  ).map(({ subject }) => subject);
const queryOf = async (to: string): Promise<string> => new URL((await newestMail(db, to)).link ?? '').search;
const activate = (search: string) => portal.get(`/merchant-password/activate-email${search}`);

test('a mistyped address is corrected: the new link works, and the old mailbox opens nothing', async () => {
  const { name, email } = await applied();
  const old = await queryOf(email);
  await sendResetLink(deps, email);
  const oldReset = new URLSearchParams(await queryOf(email)).get('token');
  const next = newAddress();
  const answer = await correct(name, ` ${next} `);
  expect([answer.statusCode, answer.json()]).toEqual([200, { sentTo: next }]);

  expect((await activate(old)).statusCode).toBe(400);
  const reset = { token: oldReset, newPassword: 'Balance#2027' };
  expect((await portal.post('/merchant-password/reset-password', reset)).statusCode).toBe(400);
  expect((await mailsTo(email)).at(-1)).toBe('A Mizan application no longer uses this email');
  expect((await newestMail(db, email)).text).not.toContain(next);

  expect((await portal.signIn(email)).statusCode).toBe(401);
  expect((await activate(await queryOf(next))).statusCode).toBe(200);
  expect((await portal.signIn(next)).json().message).toBe(signInMessages.accountPending);
  expect((await mailsTo(next)).at(-1)).toBe('Your Mizan application is being reviewed');
  const entries = await platformRows(
    db,
    `SELECT before, after FROM audit_entries WHERE action = 'onboarding.emailCorrected' AND after ->> 'email' = $1`,
    [next],
  );
  expect(entries).toEqual([{ before: { email }, after: { email: next } }]);
});

test('a link that a job wrote for the old address meanwhile proves nothing of the new one', async () => {
  const { name, email } = await applied();
  const old = await queryOf(email);
  const next = newAddress();
  await correct(name, next);
  const [row] = await platformRows<{ id: string }>(db, 'SELECT id::text FROM users WHERE email = $1', [next]);
  // As if both had committed at the same moment: links that are open, and name the address they were mailed to.
  await platformRows(
    db,
    `UPDATE mail_links SET used_at = NULL WHERE user_id = $1 AND payload ->> 'email' = $2`,
    [row?.id, email],
  );
  expect((await activate(old)).statusCode).toBe(400);
  expect((await portal.signIn(next)).json().message).toBe(signInMessages.emailNotVerified);
  expect((await activate(await queryOf(next))).statusCode).toBe(200);
});

test('401: a wrong password and a name that nobody has say the same and change nothing', async () => {
  const { name, email } = await applied();
  const wrong = await correct(name, newAddress(), 'Wrong#2026x');
  const nobody = await correct(`n${crypto.randomUUID()}`, newAddress(), 'Wrong#2026x');
  expect([wrong.statusCode, wrong.json().message]).toEqual([401, signInMessages.incorrect]);
  const { requestId: _, ...said } = wrong.json();
  expect(nobody.json()).toMatchObject(said);
  expect((await portal.signIn(email)).json().message).toBe(signInMessages.emailNotVerified);
});

test('what is wrong with an address is said to nobody who does not know the password', async () => {
  const [first, second] = [await applied(), await applied()];
  for (const email of ['no address', second.email]) {
    expect((await correct(first.name, email, 'Wrong#2026x')).json().code).toBe('incorrectCredentials');
  }
  expect((await correct(first.name, 'no address')).json().details).toEqual({
    'business.email': 'emailInvalid',
  });
  const taken = await correct(first.name, second.email.toUpperCase());
  expect([taken.statusCode, taken.json().details]).toEqual([409, { 'business.email': 'emailTaken' }]);
});

test('409: an address that was verified is not corrected in this way', async () => {
  const { name, email } = await applied();
  await activate(await queryOf(email));
  const pending = await correct(name, newAddress());
  expect([pending.statusCode, pending.json().message]).toEqual([403, signInMessages.accountPending]);
  const admin = newAddress();
  await addUser(db, { role: 'ADMIN', email: admin });
  expect((await correct(admin, newAddress())).json().details).toEqual({ 'business.email': 'emailVerified' });
  // Nor is that of an administrator whose own address nobody verified: there is no application.
  const unverified = newAddress();
  await addUser(db, { role: 'ADMIN', email: unverified, verified: false });
  expect((await correct(unverified, newAddress())).statusCode).toBe(409);
  expect(await mailsTo(unverified)).toEqual([]);
});

test('429: a sixth correction within an hour, so that nobody mails strangers by it', async () => {
  const { name } = await applied();
  for (let done = 0; done < attemptLimits.emailCorrectionsOfAccount.most; done += 1) {
    expect((await correct(name, newAddress())).statusCode).toBe(200);
  }
  const stranger = newAddress();
  expect((await correct(name, stranger)).statusCode).toBe(429);
  expect(await mailsTo(stranger)).toEqual([]);
});

test('of two corrections to one address at once one gets it', async () => {
  const people = [await applied(), await applied()];
  const email = newAddress();
  const answers = await Promise.all(people.map(({ name }) => correct(name, email)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
});

test('asking for the link again answers the same for everyone, and mails only who waits for it', async () => {
  const { name, email } = await applied();
  const verified = await applied();
  await activate(await queryOf(verified.email));
  const before = (await mailsTo(verified.email)).length;
  const answers = [];
  for (const each of [name, email, verified.name, 'nobody@nowhere.test']) {
    const answer = await ask(each);
    answers.push([answer.statusCode, answer.body]);
    await sendAskedActivation(deps, each, from);
  }
  expect(new Set(answers.map(String)).size).toBe(1);
  expect(await mailsTo(email)).toHaveLength(3);
  expect(await mailsTo(verified.email)).toHaveLength(before);
  expect((await activate(await queryOf(email))).statusCode).toBe(200);
});

test('an account is mailed five links an hour, by whichever of its names they are asked for', async () => {
  const { name, email } = await applied();
  for (let asked = 0; asked < attemptLimits.activationsOfAccount.most; asked += 1) {
    await sendAskedActivation(deps, asked % 2 === 0 ? name : email, from);
  }
  await sendAskedActivation(deps, name, from);
  expect(await mailsTo(email)).toHaveLength(1 + attemptLimits.activationsOfAccount.most);
});

test('429: a sixth ask by one name, whether somebody has it or not', async () => {
  for (const name of [(await applied()).name, 'nobody-has-this-name']) {
    for (let asked = 0; asked < attemptLimits.activationsOfName.most; asked += 1) {
      expect((await ask(name, '10.3.0.9')).statusCode).toBe(200);
    }
    expect((await ask(name, '10.3.0.9')).statusCode).toBe(429);
  }
});

test('a password reset through the same mailbox proves the mailbox', async () => {
  const { email } = await applied();
  const activation = await queryOf(email);
  await sendResetLink(deps, email);
  const token = new URLSearchParams(await queryOf(email)).get('token');
  const reset = { token, newPassword: 'Balance#2027' };
  expect((await portal.post('/merchant-password/reset-password', reset)).statusCode).toBe(200);
  expect((await portal.signIn(email, 'Balance#2027')).json().message).toBe(signInMessages.accountPending);
  expect((await mailsTo(email)).at(-1)).toBe('Your Mizan application is being reviewed');
  expect((await activate(activation)).statusCode).toBe(400);
});

test('a reset link that went to another address proves nothing of this one', async () => {
  const { email } = await applied();
  await sendResetLink(deps, email);
  const token = new URLSearchParams(await queryOf(email)).get('token');
  const moved = newAddress();
  await platformRows(db, 'UPDATE users SET email = $2 WHERE email = $1', [email, moved]);
  const reset = { token, newPassword: 'Balance#2027' };
  expect((await portal.post('/merchant-password/reset-password', reset)).statusCode).toBe(200);
  expect((await portal.signIn(moved, 'Balance#2027')).json().message).toBe(signInMessages.emailNotVerified);
});
