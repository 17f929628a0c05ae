import type { Preferences } from '@mizan/contract/preferences.ts';
import { afterAll, expect, test } from 'vitest';
import { testClock } from '../../platform/clock.ts';
import { platformRows } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import {
  addMerchant,
  addUser,
  deviceOf,
  newestMail,
  signInPortal,
  testStart,
} from '../auth/testing/sign-in-portal.ts';
import { registerPreferencesRoutes } from './preferences.routes.ts';

const clock = testClock(testStart);
const database = await testDatabase();
const [portal, second] = await Promise.all([
  signInPortal(database, { clock, register: registerPreferencesRoutes }),
  signInPortal(database, { clock, register: registerPreferencesRoutes }),
]);
afterAll(() => Promise.all([portal.close(), second.close()]));
const merchant = await addMerchant(portal.db);
const minuteMs = 60_000;
const ip = '10.4.5.6';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const unchosen: Preferences = {
  language: 'en',
  digits: 'language',
  calendar: 'gregorian',
  mutedNotices: [],
  mailNotices: ['SIL', 'UNB', 'OVD'],
  pushNotices: ['SIL', 'UNB', 'OVD'],
  pushAmounts: false,
  signInMail: true,
  askedMail: true,
};

async function newPerson(locale: 'en' | 'ar' = 'en'): Promise<string> {
  const email = `${crypto.randomUUID()}@diyar.coffee`;
  await addUser(portal.db, { role: 'MERCHANT', merchant, email, locale });
  return email;
}
/** Signs in by code, or without one where the browser is trusted. */
async function signIn(
  email: string,
  device?: string,
): Promise<{ token: string; device?: string | undefined }> {
  const headers = { 'user-agent': chrome };
  const asked = await portal.signIn(email, undefined, { ip, headers, device });
  if (asked.statusCode === 200) return { token: asked.json().accessToken };
  const { code } = await newestMail(portal.db, email);
  const body = { token: asked.json().token, otp: code, trustDevice: true };
  const answer = await portal.post('/auth/validate-otp', body, { ip, headers, device: deviceOf(asked) });
  return { token: answer.json().accessToken, device: deviceOf(answer) };
}
const choose = (token: string, change: Partial<Preferences>) =>
  portal.send('PUT', '/account/preferences', { ...unchosen, ...change }, { token });
const mailsTo = (email: string): Promise<{ subject: string; code: string | null }[]> =>
  platformRows(portal.db, 'SELECT subject, code FROM outbox_mails WHERE recipient = $1 ORDER BY id', [email]);

test('who chose nothing has the defaults, in the language of the account', async () => {
  for (const language of ['en', 'ar'] as const) {
    const { token } = await signIn(await newPerson(language));
    const answer = await portal.get('/account/preferences', { token });
    expect(answer.json()).toEqual({ ...unchosen, language, languageChosen: false });
  }
});

test("what one chose follows to every process, and is nobody else's", async () => {
  const [mine, theirs] = [await signIn(await newPerson()), await signIn(await newPerson())];
  const wanted: Partial<Preferences> = {
    language: 'ar',
    digits: 'latin',
    calendar: 'ummAlQura',
    mutedNotices: ['SRC', 'TCO', 'SRC'],
  };
  const kept = { ...unchosen, ...wanted, mutedNotices: ['TCO', 'SRC'], languageChosen: true };
  expect((await choose(mine.token, wanted)).json()).toEqual(kept);
  expect((await second.get('/account/preferences', { token: mine.token })).json()).toEqual(kept);
  expect((await second.get('/account/preferences', { token: theirs.token })).json()).toEqual({
    ...unchosen,
    languageChosen: false,
  });
});

test('the language is that of the next mail', async () => {
  const email = await newPerson('en');
  const { token } = await signIn(email);
  await choose(token, { language: 'ar' });
  await portal.signIn(email);
  expect((await newestMail(portal.db, email)).subject).toBe('رمز التحقق لتسجيل الدخول إلى ميزان');
});

test('a change is written down with before and after, and what changes nothing is not', async () => {
  const email = await newPerson();
  const { token } = await signIn(email);
  await choose(token, {});
  await choose(token, { digits: 'arabic', mutedNotices: ['TDI', 'TCO'] });
  await choose(token, { digits: 'arabic', mutedNotices: ['TCO', 'TDI'] });
  const rows = await platformRows(
    portal.db,
    `SELECT before, after FROM audit_entries
      WHERE action = 'account.preferencesChanged'
        AND actor_id = (SELECT users.id FROM users WHERE email = $1)`,
    [email],
  );
  const alerts = 'SIL, UNB, OVD';
  const before = { ...unchosen, mutedNotices: '', mailNotices: alerts, pushNotices: alerts };
  expect(rows).toEqual([{ before, after: { ...before, digits: 'arabic', mutedNotices: 'TCO, TDI' } }]);
});

test('a sign-in by code is told by mail, with its browser, address and time; one from a trusted browser is not', async () => {
  const email = await newPerson();
  const { device } = await signIn(email);
  const mail = await newestMail(portal.db, email);
  expect(mail.subject).toBe('New sign-in to your Mizan account');
  for (const part of [
    'Chrome 142, Windows 10',
    ip,
    'November 21, 2026',
    'https://portal.example.sa/settings',
  ]) {
    expect(mail.text).toContain(part);
  }
  const before = await mailsTo(email);
  await signIn(email, device);
  expect(await mailsTo(email)).toEqual(before);
});

test('a wrong code is told to nobody', async () => {
  const email = await newPerson();
  const asked = await portal.signIn(email);
  const { code } = await newestMail(portal.db, email);
  const otp = code === '000000' ? '000001' : '000000';
  await portal.post('/auth/validate-otp', { token: asked.json().token, otp });
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Your Mizan verification code']);
});

test('who asked to go without gets no mail about a sign-in', async () => {
  const email = await newPerson();
  const { token } = await signIn(email);
  expect((await choose(token, { signInMail: false })).json()).toMatchObject({ signInMail: false });
  await signIn(email);
  expect((await mailsTo(email)).map(({ code }) => code !== null)).toEqual([true, false, true]);
});

test('the mail stands in the language, digits and calendar of its reader', async () => {
  const email = await newPerson('ar');
  const { token } = await signIn(email);
  expect((await newestMail(portal.db, email)).text).toContain('٢١ نوفمبر ٢٠٢٦');
  await choose(token, { language: 'ar', digits: 'latin', calendar: 'ummAlQura' });
  await signIn(email);
  expect((await newestMail(portal.db, email)).text).toContain('11 جمادى الآخرة 1448');
});

test('403: to go without those mails, 15 minutes after the password; everything else stays free', async () => {
  const { token } = await signIn(await newPerson());
  for (let passed = 0; passed < 20; passed += 10) {
    clock.advance(10 * minuteMs);
    expect((await portal.get('/account/preferences', { token })).statusCode).toBe(200);
  }
  const refused = await choose(token, { signInMail: false });
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'freshSignInNeeded']);
  expect((await choose(token, { digits: 'latin' })).statusCode).toBe(200);
  expect((await portal.get('/account/preferences', { token })).json()).toEqual({
    ...unchosen,
    digits: 'latin',
    languageChosen: false,
  });
});

test('a language that was chosen stays chosen, also where it is chosen back', async () => {
  const { token } = await signIn(await newPerson('ar'));
  const chosenIn = async (language: 'en' | 'ar') =>
    (await choose(token, { language })).json().languageChosen as boolean;
  expect(await chosenIn('ar')).toBe(false);
  expect(await chosenIn('en')).toBe(true);
  expect(await chosenIn('ar')).toBe(true);
});
