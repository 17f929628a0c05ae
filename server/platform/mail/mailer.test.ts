import { afterAll, expect, test } from 'vitest';
import { testClock } from '../clock.ts';
import { closeDatabase, inPlatform, openDatabase, platformRows } from '../database/database.ts';
import { platformJobs, tidyPlatform } from '../housekeeping/housekeeping.jobs.ts';
import { usualDays } from '../housekeeping/retention.ts';
import { startWorker } from '../jobs/worker.ts';
import { createLog } from '../log.ts';
import { testDatabase } from '../testing/database.ts';
import { type Mail, type Mailer, openMailer, sendMail, writeMail } from './mailer.ts';

const database = await testDatabase();
const db = openDatabase(database.roles);
const clock = testClock(new Date('2026-11-21T08:00:00Z'));
const mail: Mail = {
  to: 'sara@diyar.coffee',
  language: 'en',
  subject: 'Your code',
  text: 'Your code: 012345',
  code: '012345',
};

interface Stored {
  text: string;
  code: string | null;
  sentAt: Date | null;
  reason: string | null;
}
async function newest(): Promise<Stored & { id: string }> {
  const rows = await platformRows<Stored & { id: string }>(
    db,
    `SELECT id AS place, id::text, body_text AS text, code, sent_at AS "sentAt", failed_reason AS reason
     FROM outbox_mails ORDER BY place DESC LIMIT 1`,
  );
  if (!rows[0]) throw new Error('no mail');
  return rows[0];
}

/** A mailer whose transport is the test's own function. */
function mailerTo(send: (message: object) => Promise<unknown>): Mailer {
  const transport = { sendMail: send, close: () => {} } as unknown as NonNullable<Mailer['transport']>;
  return { ...openMailer({ smtpUrl: null, host: 'portal.example.sa', clock }), transport };
}
let sent = Promise.withResolvers<object>();
const mailer = mailerTo(async (message) => sent.resolve(message));
const worker = await startWorker({
  url: database.roles.platform,
  log: createLog('silent'),
  jobs: platformJobs({ db, clock, mailer, keepDays: usualDays }),
});
afterAll(async () => {
  await worker.stop();
  await closeDatabase(db);
});

test('a mail leaves after its transaction, in plain text, from the portal', async () => {
  await inPlatform(db, (tx) => writeMail(tx, mailer, mail));
  expect(await sent.promise).toEqual({
    from: 'Mizan <no-reply@portal.example.sa>',
    to: 'sara@diyar.coffee',
    subject: 'Your code',
    text: 'Your code: 012345',
  });
});

test('a mail of a transaction that is rolled back is never sent', async () => {
  sent = Promise.withResolvers();
  const broken = inPlatform(db, async (tx) => {
    await writeMail(tx, mailer, { ...mail, subject: 'Never' });
    throw new Error('no');
  });
  await expect(broken).rejects.toThrow('no');
  await inPlatform(db, (tx) => writeMail(tx, mailer, { ...mail, subject: 'After' }));
  expect(await sent.promise).toMatchObject({ subject: 'After' });
});

test('what was sent keeps no text and no code, and is not sent again', async () => {
  const messages: object[] = [];
  const direct = mailerTo(async (message) => messages.push(message));
  const id = await writtenUnsent();
  await sendMail(db, direct, id);
  await sendMail(db, direct, id);
  expect(messages).toHaveLength(1);
  expect(await newest()).toMatchObject({ text: '', code: null, sentAt: clock.now(), reason: null });
});

test('what could not be sent is thrown, so that it is tried again, and says why', async () => {
  const id = await writtenUnsent();
  const broken = mailerTo(() => Promise.reject(new Error('connect ECONNREFUSED')));
  await expect(sendMail(db, broken, id)).rejects.toThrow('ECONNREFUSED');
  expect(await newest()).toMatchObject({ sentAt: null, reason: 'connect ECONNREFUSED', code: '012345' });
  await sendMail(
    db,
    mailerTo(async () => {}),
    id,
  );
  expect(await newest()).toMatchObject({ sentAt: clock.now(), reason: null });
});

/** A mail whose job the worker of this file does not get to see. */
async function writtenUnsent(): Promise<string> {
  await inPlatform(db, (tx) => writeMail(tx, openMailer({ smtpUrl: null, host: 'localhost', clock }), mail));
  const { id } = await newest();
  await platformRows(db, 'UPDATE outbox_mails SET sent_at = NULL WHERE id = $1', [id]);
  return id;
}

test('without SMTP_URL a mail stays readable, and the demo hears of it once it is committed', async () => {
  const heard: Mail[] = [];
  const demo = openMailer({ smtpUrl: null, host: 'localhost', clock, onWritten: (each) => heard.push(each) });
  await inPlatform(db, async (tx) => {
    await writeMail(tx, demo, mail);
    expect(heard).toEqual([]);
  });
  expect(heard).toEqual([mail]);
  expect(await newest()).toMatchObject({ text: mail.text, code: '012345', sentAt: clock.now() });
});

test('live messages go after a day, mails after thirty', async () => {
  await platformRows(
    db,
    `INSERT INTO merchants (id, uuid, name_en, name_ar) VALUES (1, gen_random_uuid(), 'M', 'م')`,
  );
  const later = testClock(clock.now());
  const put = `INSERT INTO live_messages (merchant_id, text, created_at) VALUES (1, 'PAY11', $1)`;
  await platformRows(db, put, [clock.now()]);
  later.advance(24 * 60 * 60_000);
  await platformRows(db, put, [later.now()]);
  const count = async (table: string) =>
    (await platformRows<{ count: number }>(db, `SELECT count(*) FROM ${table}`))[0]?.count;
  await tidyPlatform({ db, clock: later, keepDays: usualDays });
  expect(await count('live_messages')).toBe(2);
  later.advance(1);
  await tidyPlatform({ db, clock: later, keepDays: usualDays });
  expect(await count('live_messages')).toBe(1);
  expect(await count('outbox_mails')).toBeGreaterThan(0);
  later.advance(30 * 24 * 60 * 60_000);
  await tidyPlatform({ db, clock: later, keepDays: usualDays });
  expect(await count('outbox_mails')).toBe(0);
});
