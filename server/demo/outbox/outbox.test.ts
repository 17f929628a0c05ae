import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { testClock } from '../../platform/clock.ts';
import { closeDatabase, inPlatform, openDatabase } from '../../platform/database/database.ts';
import { answerFailure } from '../../platform/http/failures.ts';
import { openMailer, writeMail } from '../../platform/mail/mailer.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { registerOutbox } from './outbox.routes.ts';

const db = openDatabase((await testDatabase()).roles);
const clock = testClock(new Date('2026-11-21T08:00:00Z'));
const app = fastify();
app.setErrorHandler(answerFailure);
registerOutbox(app, db);
afterAll(async () => {
  await app.close();
  await closeDatabase(db);
});

const mailer = openMailer({ smtpUrl: null, host: 'localhost', clock });
const link = 'http://localhost:8080/neopaas/portal/reset?token=a&b=c';
await inPlatform(db, (tx) =>
  writeMail(tx, mailer, {
    to: 'sara@diyar.coffee',
    language: 'ar',
    subject: 'الرمز',
    text: 'رمز',
    code: '012345',
  }),
);
clock.advance(1_000);
await inPlatform(db, (tx) =>
  writeMail(tx, mailer, {
    to: '<b>@diyar.coffee',
    language: 'en',
    subject: '<script>',
    text: 'Open it',
    link,
  }),
);

const ask = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'localhost:8080', ...headers } });

test('JSON: every mail, newest first, with its code or its link', async () => {
  const answer = await ask('/demo/outbox');
  expect(answer.json()).toEqual({
    messages: [
      {
        id: expect.any(String),
        to: '<b>@diyar.coffee',
        subject: '<script>',
        text: 'Open it',
        code: null,
        link,
        createdAt: '2026-11-21T08:00:01.000Z',
      },
      {
        id: expect.any(String),
        to: 'sara@diyar.coffee',
        subject: 'الرمز',
        text: 'رمز',
        code: '012345',
        link: null,
        createdAt: '2026-11-21T08:00:00.000Z',
      },
    ],
  });
});

test.each([
  ['/demo/outbox', { accept: 'text/html,application/xhtml+xml' }],
  ['/demo/outbox.html', {}],
] as const)('a page: %s with %o, where nothing of a mail is markup', async (url, headers) => {
  const answer = await ask(url, headers);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.body).toContain('012345');
  expect(answer.body).toContain('token=a&amp;b=c');
  expect(answer.body).toContain('&lt;script&gt;');
  expect(answer.body).not.toContain('<script>');
});

test.each(['/demo/outbox', '/demo/outbox.html'])(
  '404: %s asked under a name that is not local',
  async (url) => {
    expect((await ask(url, { host: 'portal.example.sa' })).statusCode).toBe(404);
  },
);

test('what a mail brings along is opened from its page: a report has its file', async () => {
  const attachment = { name: 'Sales <1>.csv', content: Buffer.from('Day,Sales') };
  const mail = {
    to: 'sara@diyar.coffee',
    language: 'en',
    subject: 'Sales',
    text: 'Attached',
    attachment,
  } as const;
  await inPlatform(db, (tx) => writeMail(tx, mailer, mail));
  const page = await ask('/demo/outbox.html');
  expect(page.body).toContain('Sales &lt;1&gt;.csv</a>');
  const at = /href="(\/demo\/outbox\/\d+\/attachment)"/.exec(page.body)?.[1] ?? '';
  const file = await ask(at);
  expect([file.statusCode, file.body]).toEqual([200, 'Day,Sales']);
  expect(file.headers['content-disposition']).toMatch(/^attachment;/);
  expect((await ask(at, { host: 'portal.example.sa' })).statusCode).toBe(404);
  expect((await ask('/demo/outbox/0/attachment')).statusCode).toBe(404);
});
