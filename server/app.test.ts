import { allRoutes } from '@mizan/contract/all-routes.ts';
import { getPublicKey, getSession, getToken } from '@mizan/contract/auth.ts';
import type { OpenApiDocument } from '@mizan/contract/openapi.ts';
import { apiBase } from '@mizan/contract/route.ts';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testPortal } from './testing/test-portal.ts';

const portal = await testPortal();
const { app } = portal;

test('health says that the process runs, ready that the database answers', async () => {
  expect((await app.inject('/health')).json()).toEqual({ status: 'ok', version: '0.0.0' });
  const ready = await app.inject('/ready');
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { ready: true, database: true, migrations: true, bankFiles: 'ok' },
  ]);
});

test('503: a schema that is older than the program, as after a restore', async () => {
  const owner = new pg.Client({ connectionString: portal.database.url });
  await owner.connect();
  const { rows } = await owner.query('DELETE FROM schema_migrations WHERE number > 2 RETURNING *');
  const ready = await app.inject('/ready');
  expect([ready.statusCode, ready.json()]).toEqual([
    503,
    { ready: false, database: true, migrations: false, bankFiles: 'ok' },
  ]);
  for (const row of rows) {
    await owner.query(
      'INSERT INTO schema_migrations SELECT * FROM json_populate_record(NULL::schema_migrations, $1)',
      [row],
    );
  }
  await owner.end();
  expect((await app.inject('/ready')).statusCode).toBe(200);
});

test('metrics count answers by route, and tell of the pools', async () => {
  await portal.call(getPublicKey, {});
  const { body, headers } = await app.inject('/metrics');
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toMatch(/mizan_http_request_seconds_count\{route="auth.publicKey",status="200"\} 1/);
  expect(body).toContain('mizan_db_pool_app_connections');
});

test('404: an unknown path of the API, by any method, as a failure and not as a page', async () => {
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    const answer = await app.inject({ method, url: `${apiBase}/nothing-here` });
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'notFound']);
  }
});

test('answers are held against the API document', async () => {
  expect((await portal.call(getSession, {})).statusCode).toBe(401);
  expect((await portal.call(getToken, { body: { username: 'x', password: 'y' } })).statusCode).toBe(401);
  expect([...portal.seen]).toEqual(expect.arrayContaining(['auth.session 401', 'auth.getToken 401']));
});

test('the API document and its page: every route, no script, styles by nonce alone', async () => {
  const document = (await app.inject(`${apiBase}/openapi.json`)).json<OpenApiDocument>();
  expect([document.openapi, Object.keys(document.paths).length > 20]).toEqual(['3.1.0', true]);
  const { body, headers } = await app.inject('/api/docs');
  for (const { id } of allRoutes) expect(body).toContain(`<article id="${id}">`);
  expect(body).not.toMatch(/<script|style="|<link[^>]+stylesheet/);
  const nonce = /<style nonce="([\w-]+)">/.exec(body)?.[1];
  expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`);
});
