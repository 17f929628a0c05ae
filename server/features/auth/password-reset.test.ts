import { invalidTokenMessage } from '@mizan/contract/errors.ts';
import { afterAll, expect, test } from 'vitest';
import { attemptLimits } from '../../platform/attempts/attempts.ts';
import { testClock } from '../../platform/clock.ts';
import { platformRows } from '../../platform/database/database.ts';
import { startWorker } from '../../platform/jobs/worker.ts';
import { createLog } from '../../platform/log.ts';
import { mailRhythm, nextMailMoment } from '../../platform/mail/mail-rhythm.ts';
import { type Mail, openMailer } from '../../platform/mail/mailer.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { authJobs } from './auth.jobs.ts';
import { sendResetLink } from './password-reset.service.ts';
import {
  addMerchant,
  addUser,
  breachedPassword,
  deviceOf,
  newestMail,
  signInPortal,
  testStart,
} from './testing/sign-in-portal.ts';

const database = await testDatabase();
const clock = testClock(testStart);
const readers = new Map<string, (mail: Mail) => void>();
const mailer = openMailer({
  smtpUrl: null,
  host: 'localhost',
  clock,
  onWritten: (mail) => readers.get(mail.to)?.(mail),
});
const portal = await signInPortal(database, { clock, mailer });
const { db } = portal;
const worker = await startWorker({
  url: database.roles.platform,
  log: createLog('silent'),
  jobs: authJobs(portal.deps),
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
});
const merchant = await addMerchant(db);

async function newUser(): Promise<string> {
  const email = `${crypto.randomUUID()}@diyar.coffee`;
  await addUser(db, { role: 'MERCHANT', merchant, email });
  return email;
}
const forgot = (email: string, ip = '10.0.0.1') =>
  portal.app.inject({
    method: 'POST',
    url: '/api/v1/merchant-password/forgot-password',
    remoteAddress: ip,
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ email }).toString(),
  });
/** Asks for a link and reads its token from the mail that comes. */
async function askedFor(email: string): Promise<string> {
  const mail = new Promise<Mail>((resolve) => readers.set(email, resolve));
  expect((await forgot(email.toUpperCase())).statusCode).toBe(200);
  const { link } = await mail;
  expect(link).toMatch(/^https:\/\/portal\.example\.sa\/neopaas\/portal\/reset\?token=[\w-]{43}$/);
  return new URL(link ?? '').searchParams.get('token') ?? '';
}
const reset = (token: string, newPassword: string) =>
  portal.post('/merchant-password/reset-password', { token, newPassword });
const strong = 'Balance#2027';

test('a link sets a new password and ends sessions, trusted devices and open codes', async () => {
  const email = await newUser();
  const asked = await portal.signIn(email);
  const { code } = await newestMail(db, email);
  const body = { token: asked.json<{ token: string }>().token, otp: code };
  const signedIn = await portal.post('/auth/validate-otp', body, { device: deviceOf(asked) });
  const { accessToken } = signedIn.json<{ accessToken: string }>();
  const open = (await portal.signIn(email)).json<{ token: string }>();
  const openCode = (await newestMail(db, email)).code;

  expect((await reset(await askedFor(email), strong)).json()).toEqual({ changed: true });

  expect((await portal.get('/auth/session', { token: accessToken })).statusCode).toBe(401);
  expect((await portal.signIn(email)).statusCode).toBe(401);
  expect((await portal.signIn(email, strong, { device: deviceOf(signedIn) })).statusCode).toBe(511);
  expect((await portal.post('/auth/validate-otp', { token: open.token, otp: openCode })).statusCode).toBe(
    400,
  );
});

test('400 Invalid or expiered token: used, a sibling of a used one, a day old, or nobody was given it', async () => {
  const email = await newUser();
  const [first, second] = [await askedFor(email), await askedFor(email)];
  expect((await reset(second, strong)).statusCode).toBe(200);
  const other = await newUser();
  const old = await askedFor(other);
  clock.advance(24 * 60 * 60_000);
  for (const token of [first, second, old, 'q'.repeat(43), '']) {
    const refused = await reset(token, strong);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({ code: 'invalidToken', message: invalidTokenMessage });
  }
});

test('a link that is opened is not spent by that, and is said to be over as soon as it is', async () => {
  const token = await askedFor(await newUser());
  const check = (asked: string) => portal.post('/merchant-password/check-link', { token: asked });
  for (const _again of [1, 2]) expect((await check(token)).json()).toEqual({ open: true });
  expect((await reset(token, strong)).statusCode).toBe(200);
  const late = await askedFor(await newUser());
  clock.advance(24 * 60 * 60_000);
  for (const over of [token, late, 'q'.repeat(43), '']) {
    const [opened, sent] = [await check(over), await reset(over, strong)];
    const { requestId: _own, ...said } = sent.json<{ requestId: string }>();
    expect([opened.statusCode, opened.json()], 'as sending says it').toMatchObject([sent.statusCode, said]);
    expect(opened.statusCode).toBe(400);
  }
});

test('of two resets by one link at once one counts', async () => {
  const token = await askedFor(await newUser());
  const both = await Promise.all([reset(token, strong), reset(token, 'Balance#2028')]);
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
});

test.each([
  'sh#A1',
  'nouppercase#1',
  'NOLOWERCASE#1',
  'NoDigits#here',
  'NoSpecial2027',
  'P@ssw0rd2027',
  breachedPassword,
])('400 Password is weak.: %s, and the link stays good', async (weak) => {
  const token = await askedFor(await newUser());
  const refused = await reset(token, weak);
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toMatchObject({ code: 'badRequest', message: 'Password is weak.' });
  expect((await reset(token, strong)).statusCode).toBe(200);
});

test('the answer is the same for an e-mail that nobody has, and no mail is written', async () => {
  const stranger = `${crypto.randomUUID()}@nowhere.test`;
  const known = await forgot(await newUser());
  const unknown = await forgot(stranger);
  expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body]);
  await sendResetLink(portal.deps, stranger);
  expect(await platformRows(db, 'SELECT 1 FROM outbox_mails WHERE recipient = $1', [stranger])).toEqual([]);
});

test('429: a sixth mail to one address within an hour, whether it is registered or not', async () => {
  for (const email of [await newUser(), `${crypto.randomUUID()}@nowhere.test`]) {
    for (let asked = 0; asked < attemptLimits.forgotOfAccount.most; asked += 1) {
      expect((await forgot(email, '10.0.0.2')).statusCode).toBe(200);
    }
    expect((await forgot(email, '10.0.0.2')).statusCode).toBe(429);
  }
});

test('no token of a link is stored as it is', async () => {
  const token = await askedFor(await newUser());
  const rows = await platformRows<{ row: string }>(db, 'SELECT mail_links::text AS row FROM mail_links');
  for (const { row } of rows) expect(row).not.toContain(token);
});

test('400: a password of more bytes than the login screen can seal, which nobody could sign in with', async () => {
  const token = await askedFor(await newUser());
  const tooLong = `Balance#2027 ${'ميزان'.repeat(30)}`;
  const refused = await reset(token, tooLong);
  expect([refused.statusCode, refused.json().message]).toEqual([400, 'Password is weak.']);
  expect((await reset(token, strong)).statusCode).toBe(200);
});

test('what follows an ask is the same for a known and an unknown e-mail: nothing is looked up or written yet', async () => {
  const quiet = await signInPortal(database, { clock, mailer, mailMoment: nextMailMoment });
  const left = async () => {
    const [row] = await platformRows<{ links: number; mails: number; entries: number }>(
      db,
      `SELECT (SELECT count(*) FROM mail_links) AS links, (SELECT count(*) FROM outbox_mails) AS mails,
              (SELECT count(*) FROM audit_entries) AS entries`,
    );
    return row;
  };
  const before = await left();
  const asked = [await newUser(), `${crypto.randomUUID()}@nowhere.test`];
  for (const email of asked) {
    await quiet.app.inject({
      method: 'POST',
      url: '/api/v1/merchant-password/forgot-password',
      remoteAddress: '10.0.0.3',
      headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ email }).toString(),
    });
  }
  expect(await left()).toEqual(before);
  await quiet.close();
});

test('a mail that was asked for leaves at a moment of its own, seconds after the ask', () => {
  const moments = Array.from({ length: 200 }, nextMailMoment);
  expect(Math.min(...moments)).toBeGreaterThanOrEqual(mailRhythm.leastMs);
  expect(Math.max(...moments)).toBeLessThanOrEqual(mailRhythm.mostMs);
  expect(new Set(moments).size).toBeGreaterThan(100);
});
