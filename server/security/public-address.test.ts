import { allRoutes } from '@mizan/contract/all-routes.ts';
import { getSession } from '@mizan/contract/auth.ts';
import { type AnyRoute, apiBase, pathOf } from '@mizan/contract/route.ts';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { addMerchant, addUser } from '../features/auth/testing/sign-in-portal.ts';
import { exceptionBook } from '../features/exceptions/exception-book.ts';
import { testClock } from '../platform/clock.ts';
import { closeDatabase, inPlatform, openDatabase } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { openMailer } from '../platform/mail/mailer.ts';
import { openSession } from '../platform/sessions/sessions.ts';
import { testDatabase, testSecret } from '../platform/testing/database.ts';
import { engineHere } from '../testing/engine-here.ts';
import { routeFixtures } from '../testing/route-fixtures.ts';

/** The portal as it stands on the internet: a public address, a proxy before it, and no demo. */
const host = 'portal.example.sa';
const database = await testDatabase();
const db = openDatabase(database.roles);
const clock = testClock(new Date('2026-11-22T09:00:00Z'));
const { app } = await buildApp({
  config: { publicUrl: new URL(`https://${host}`), demo: false, version: '0.0.0', breachedPasswords: null },
  db,
  clock,
  log: createLog('silent'),
  mailer: openMailer({ smtpUrl: null, host, clock }),
  secret: testSecret,
  linkBase: () => `https://${host}`,
  exportsFolder: '/nowhere',
  hear: () => () => undefined,
  bankFiles: { folder: '/nowhere', wake: () => undefined, engine: engineHere, exceptions: exceptionBook },
});
afterAll(async () => {
  await app.close();
  await closeDatabase(db);
});

const merchant = await addMerchant(db);
const userId = await addUser(db, { role: 'MERCHANT', merchant, email: 'sara@diyar.coffee' });
/** A session of its own for each call: some of them end it. */
const newToken = (): Promise<string> =>
  inPlatform(db, (tx) => openSession(tx, { userId, at: clock.now(), userAgent: null, ip: '127.0.0.1' }));
const fixtures = routeFixtures.map((fixture) => [fixture.route.id, fixture] as const);
const ask = (route: AnyRoute, params: object | undefined, headers: Record<string, string>) =>
  app.inject({
    method: route.method,
    url: pathOf(route, params as Record<string, unknown>),
    headers: { host, ...headers },
  });

test.each(fixtures)('kept by no cache, framed and sniffed by nobody: %s', async (_, { route, args }) => {
  const anybody: Record<string, string> = {};
  for (const headers of [anybody, { authorization: `Bearer ${await newToken()}` }]) {
    const answer = await ask(route, args.params, headers);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
    expect(answer.headers['content-type'] ?? 'charset=utf-8').toContain('charset=utf-8');
  }
});

const changing = fixtures.filter(([, { route }]) => route.method !== 'GET');
test.each(changing)('403: %s from a page of another origin, whoever is signed in', async (_, fixture) => {
  const authorization = `Bearer ${await newToken()}`;
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: `https://shop.${host}` },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of foreign) {
    const answer = await ask(fixture.route, fixture.args.params, { ...headers, authorization });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'foreignOrigin']);
  }
});

test('what is read changes nothing, the two links of mails apart', () => {
  const readsThatSpend = allRoutes.filter(
    ({ method, path }) => method === 'GET' && /activate|verify/.test(path),
  );
  expect(readsThatSpend.map(({ id }) => id)).toEqual(['auth.activateEmail', 'auth.verifyUpdate']);
});

test('401: a session token in the query or in a cookie opens nothing', async () => {
  const token = await newToken();
  const url = pathOf(getSession, {});
  const named = `access_token=${token}&token=${token}`;
  for (const [asked, headers] of [
    [`${url}?${named}`, {}],
    [url, { cookie: `accessToken=${token}; token=${token}; __Host-mizan_device=${token}` }],
  ] as const) {
    expect((await app.inject({ url: asked, headers: { host, ...headers } })).statusCode).toBe(401);
  }
  const rightly = { host, authorization: `Bearer ${token}` };
  expect((await app.inject({ url, headers: rightly })).statusCode).toBe(200);
});

test.each([
  ['by the public name', { host }, 404],
  [
    'through the proxy, whatever name it passes on',
    { host: 'localhost', 'x-forwarded-for': '203.0.113.7' },
    404,
  ],
  ['through a proxy that speaks RFC 7239', { host: '10.0.0.7:8080', forwarded: 'for=203.0.113.7' }, 404],
  ['on the inside, by address', { host: '10.0.0.7:8080' }, 200],
])('metrics %s', async (_, headers, status) => {
  const answer = await app.inject({ url: '/metrics', headers });
  expect(answer.statusCode).toBe(status);
  expect(answer.headers['cache-control']).toBe('no-store');
});

test.each([
  '/demo/outbox',
  '/demo/outbox.html',
  '/.git/config',
  '/.git/HEAD',
  '/.env',
  '/package.json',
  '/server/main.ts',
  '/web/main.tsx',
  '/assets/',
  '/assets',
  '/.vite/manifest.json',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/secret',
])('404: %s, of the demo, the sources or the machine', async (url) => {
  const answer = await app.inject({ url, headers: { host } });
  // Whatever looks like a page gets the web's own 404 page; before the web is built there is none to get.
  expect([404, 503]).toContain(answer.statusCode);
  expect(answer.body).not.toMatch(/"dependencies"|\[core\]|ref: refs|import \{|messages/);
});

test.each(['TRACE', 'CONNECT', 'PUT', 'PATCH', 'OPTIONS'] as const)(
  '%s is no method of a page',
  async (method) => {
    const answer = await app.inject({ method: method as 'PUT', url: '/dashboard', headers: { host } });
    expect([400, 404, 405]).toContain(answer.statusCode);
    expect(answer.body).not.toContain('authorization');
  },
);

test('a refusal says nothing of the program: no stack, no version, no server header', async () => {
  const answer = await app.inject({ url: `${apiBase}/nothing-here`, headers: { host } });
  expect(answer.headers).not.toHaveProperty('server');
  expect(answer.headers).not.toHaveProperty('x-powered-by');
  expect(Object.keys(answer.json())).toEqual(['code', 'message', 'requestId']);
});
