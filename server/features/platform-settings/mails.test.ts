import { readFileSync } from 'node:fs';
import { type AuditRow, listChangesOf } from '@mizan/contract/audit.ts';
import { factIds, factKind } from '@mizan/contract/facts.ts';
import { closingProblem, contactProblem, listMails, setMailEnding } from '@mizan/contract/mail-settings.ts';
import { getPlatformSettings, platformSettingsId } from '@mizan/contract/platform-settings.ts';
import { expect, test } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { httpLimits } from '../../platform/http/limits.ts';
import { openMailer, writeMail } from '../../platform/mail/mailer.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { oneTimeCodeMail } from '../auth/auth.mails.ts';

const portal = await testPortal();
const { db, clock } = portal;
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);
const as = { token: await portal.tokenOf(admin?.id ?? '') };

interface Written {
  subject: string;
  text: string;
}
const previews = async () =>
  (await portal.call(listMails, {}, as)).json<{ rows: { id: string; en: Written; ar: Written }[] }>().rows;
const none = { closingEn: '', closingAr: '', contactEn: '', contactAr: '' };
const ending = {
  closingEn: 'Thank you for working with us.',
  closingAr: 'شكرًا لتعاملكم معنا.',
  contactEn: 'help@mizan.sa, 920000000',
  contactAr: 'help@mizan.sa، ٩٢٠٠٠٠٠٠٠',
};
const kept = async () =>
  (await portal.call(getPlatformSettings, {}, as)).json<{ mailEnding: typeof ending }>().mailEnding;
const set = async (body: typeof ending) =>
  portal.call(setMailEnding, { body: { ...body, seen: await kept() } }, as);
const sent = async (language: 'en' | 'ar') => {
  const mailer = openMailer({ smtpUrl: null, host: 'localhost', clock });
  await inPlatform(db, (tx) =>
    writeMail(tx, mailer, oneTimeCodeMail('sara@diyar.coffee', language, '012345')),
  );
  const [row] = await platformRows<{ text: string; code: string }>(
    db,
    'SELECT body_text AS text, code FROM outbox_mails ORDER BY id DESC LIMIT 1',
  );
  return row;
};

test('every mail of the texts and of the facts is previewed in both languages, with every value filled in', async () => {
  const texts = JSON.parse(readFileSync('locales/en/server/mails.json', 'utf8')) as Record<string, object>;
  const ids = Object.keys(texts).filter((key) => Object.hasOwn(Object(texts[key]), 'subject'));
  const rows = await previews();
  expect(rows.map(({ id }) => id).sort()).toEqual(ids.sort());
  const ofFacts = factIds.flatMap((fact) => factKind(fact).mail ?? []);
  expect(ofFacts.length).toBeGreaterThan(10);
  for (const key of ofFacts) expect(ids).toContain(key.replace('mails:', ''));
  for (const { id, en, ar } of rows) {
    expect(`${id} ${en.subject}${en.text}${ar.subject}${ar.text}`).not.toMatch(/\{\{|\$t\(|undefined|NaN/);
    expect(`${id} ${ar.text}`).toMatch(/\p{Script=Arabic}/u);
    expect(`${id} ${en.text}`).not.toMatch(/\p{Script=Arabic}/u);
  }
});

test('the ending stands below the mail that is sent, in its language; code and text stay as they are', async () => {
  const before = { en: await sent('en'), ar: await sent('ar') };
  expect((await set(ending)).json()).toEqual(ending);
  const stale = { ...none, contactEn: 'x@mizan.sa', contactAr: 'x@mizan.sa', seen: none };
  expect((await portal.call(setMailEnding, { body: stale }, as)).statusCode, 'over what was not seen').toBe(
    409,
  );
  const after = { en: await sent('en'), ar: await sent('ar') };
  expect(after.en?.text).toBe(
    `${before.en?.text}\n${ending.closingEn}\n\nMizan support: ${ending.contactEn}\n`,
  );
  expect(after.ar?.text.startsWith(`${before.ar?.text}\n${ending.closingAr}\n\n`)).toBe(true);
  expect(after.ar?.text).toContain(ending.contactAr);
  expect([after.en?.code, after.ar?.code]).toEqual(['012345', '012345']);
  const preview = (await previews()).find(({ id }) => id === 'oneTimeCode');
  expect(preview?.en.text).toBe(after.en?.text.replace('012345', '000000'));
  expect((await portal.call(getPlatformSettings, {}, as)).json()).toMatchObject({ mailEnding: ending });
  await set(none);
  expect(await sent('en')).toEqual(before.en);
});

test('400: a link in any dress, digits like a code, hidden characters, a second line, one language alone', async () => {
  const links = [
    'See https://evil.example',
    'WWW.evil',
    'evil.example',
    'إلى موقع.السعودية',
    'evil。example',
    'a@b',
  ];
  for (const closingEn of links) {
    expect([closingEn, closingProblem(closingEn)]).toEqual([closingEn, 'link']);
    expect((await set({ ...ending, closingEn })).statusCode).toBe(400);
  }
  for (const closingEn of ['Your code: 123456', 'رمزك ١٢٣٤٥٦', '12 34-56']) {
    expect([closingEn, closingProblem(closingEn)]).toEqual([closingEn, 'code']);
  }
  for (const text of ['One\nTwo', 'a\u202Eb', 'a\u200Bb', 'a\0b'])
    expect(contactProblem(text)).toBe('hidden');
  for (const text of ['help@mizan.sa or evil.example', 'https://mizan.sa', 'x@y.sa/evil.example']) {
    expect([text, contactProblem(text)]).toEqual([text, 'link']);
  }
  expect(closingProblem('Thank you. We reply within 24 hours, every day.')).toBeNull();
  expect((await set({ ...ending, closingAr: '' })).statusCode).toBe(400);
  expect((await set({ ...ending, closingEn: 'x'.repeat(301) })).statusCode).toBe(400);
});

test('400: as long a text as a request may have, refused before anybody looks for addresses in it', async () => {
  const beganMs = performance.now();
  const long = 'a'.repeat(httpLimits.jsonBytes / 4);
  expect((await set({ ...ending, contactEn: long, contactAr: long })).statusCode).toBe(400);
  expect(performance.now() - beganMs).toBeLessThan(2_000);
});

test('the trail says who changed it, before and after; the same again and a reset of nothing are no change', async () => {
  const query = { type: 'platformSettings', id: platformSettingsId } as const;
  await set(none);
  await set(ending);
  await set(ending);
  const { rows } = (await portal.call(listChangesOf, { query }, as)).json<{ rows: AuditRow[] }>();
  expect(rows.slice(0, 2)).toMatchObject([
    { action: 'platformSettings.mailEndingSet', before: none, after: ending, actorName: 'Huda Al-Faisal' },
    { action: 'platformSettings.mailEndingSet', before: ending, after: none },
  ]);
});
