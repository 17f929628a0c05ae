import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { defineRoute } from '@mizan/contract/route.ts';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createHttp } from './http.ts';
import { sendPage } from './security-headers.ts';

/** What no browser sends, and whoever attacks does: bytes on a socket, and bodies that are built to do harm. */
const route = { method: 'POST', allow: 'public', summary: '', errors: [] } as const;
const output = z.object({ seen: z.string() });
const json = defineRoute({
  ...route,
  id: 'hostile.json',
  path: '/json',
  body: z.object({ name: z.string(), more: z.looseObject({}).optional() }),
  output,
});
const form = defineRoute({
  ...route,
  id: 'hostile.form',
  path: '/form',
  bodyKind: 'form',
  body: z.looseObject({ name: z.string() }),
  output,
});
const query = defineRoute({
  id: 'hostile.query',
  method: 'GET',
  path: '/query',
  allow: 'public',
  summary: '',
  query: z.object({ name: z.string() }),
  output,
  errors: [],
});

const lines: string[] = [];
const { app, on } = await createHttp({
  log: createLog('debug', { write: (line) => void lines.push(line) }),
  metrics: createMetrics(),
  publicUrl: new URL('https://mizan.example'),
  authenticate: async () => null,
  bodyTimeoutMs: 100,
});
on(json, async ({ body }) => ({ seen: body.name }));
on(form, async ({ body }) => ({ seen: body.name }));
on(query, async (call) => ({ seen: call.query.name }));
app.get('/page', async (_request, reply) => sendPage(reply, () => '<!doctype html><p>page</p>'));
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
afterAll(() => app.close());

/** Writes bytes as they are and answers everything that came until the connection was closed. */
function exchange(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}
const head = (start: string, ...headers: string[]): string =>
  `${[start, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`;
const post = (path: string, type: string, body: string): Promise<string> =>
  exchange(
    head(
      `POST /api/v1${path} HTTP/1.1`,
      'Host: localhost',
      `Content-Type: ${type}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
    ) + body,
  );
const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

test.each([
  ['what is no request', 400, 'BLAH\r\n\r\n'],
  ['a head that is too large', 431, head('GET / HTTP/1.1', 'Host: localhost', `X: ${'a'.repeat(20_000)}`)],
  ['an address that does not decode', 400, head('GET /%zz HTTP/1.1', 'Host: localhost')],
  ['a method that nobody serves', 404, head('TRACE / HTTP/1.1', 'Host: localhost')],
  ['a page', 200, head('GET /page HTTP/1.1', 'Host: localhost')],
])('the security headers are on the answer to %s', async (_, status, text) => {
  const answer = await exchange(text);
  expect(statusOf(answer)).toBe(status);
  expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
  expect(answer).toMatch(/^content-security-policy: .*frame-ancestors 'none'\r?$/im);
  expect(answer).toMatch(/^referrer-policy: no-referrer\r$/im);
  expect(answer).toMatch(/^strict-transport-security: max-age=31536000; includeSubDomains\r$/im);
  expect(answer).toMatch(/^cache-control: no-store\r$/im);
});

test.each([
  ["localhost:1; script-src 'unsafe-inline' *"],
  ['localhost evil.example'],
  ['localhost:80,evil.example'],
  ['[::1]; frame-ancestors *'],
  ['localhost:999999'],
])('403: Host %s, of which nothing reaches the policy of a page', async (host) => {
  const answer = await exchange(head('GET /page HTTP/1.1', `Host: ${host}`));
  expect(statusOf(answer)).toBe(403);
  expect(answer).not.toContain(host);
});

test('400: two lengths, and a length beside chunks, which a proxy could read otherwise', async () => {
  const start = ['POST /api/v1/json HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
  const hidden = '0\r\n\r\nGET /page HTTP/1.1\r\nHost: localhost\r\n\r\n';
  for (const lengths of [
    ['Content-Length: 5', 'Content-Length: 6'],
    ['Content-Length: 5', 'Transfer-Encoding: chunked'],
  ]) {
    const answer = await exchange(head(...([...start, ...lengths] as [string, ...string[]])) + hidden);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(statusOf(answer)).toBe(400);
  }
});

test('a body that does not come ends its connection, and the portal serves others meanwhile', async () => {
  const slow = exchange(
    head(
      'POST /api/v1/json HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      'Content-Length: 50',
    ) + '{"na',
  );
  expect(statusOf(await post('/json', 'application/json', '{"name":"quick"}'))).toBe(200);
  await slow;
});

test('a page of another origin is told by no header that it may read an answer', async () => {
  const asked = await app.inject({
    method: 'OPTIONS',
    url: '/api/v1/json',
    headers: {
      host: 'mizan.example',
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
    },
  });
  const read = await app.inject({
    url: '/api/v1/query?name=x',
    headers: { host: 'mizan.example', origin: 'https://evil.example' },
  });
  expect(asked.statusCode).toBe(404);
  expect(read.statusCode).toBe(200);
  for (const { headers } of [asked, read]) {
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  }
});

test.each([
  '{"name":"x","more":{"__proto__":{"isAdmin":true}}}',
  '{"name":"x","more":{"constructor":{"prototype":{"isAdmin":true}}}}',
])('400: %s, which would give every object a field', async (body) => {
  expect(statusOf(await post('/json', 'application/json', body))).toBe(400);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test('a form with the names of prototypes changes no other object', async () => {
  const answer = await post('/form', 'application/x-www-form-urlencoded', '__proto__=x&name=fine');
  expect(statusOf(answer)).toBe(200);
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

test('400: a parameter that comes twice is not one of both by chance', async () => {
  const answer = await app.inject({ url: '/api/v1/query?name=a&name=b', headers: { host: 'mizan.example' } });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'badRequest']);
});

test('a line end in an address or a header makes no line of its own in the log, nor a header in the answer', async () => {
  lines.length = 0;
  const answer = await exchange(
    head('GET /x%0d%0aSet-Cookie:%20a=b%0a{"level":"fatal"} HTTP/1.1', 'Host: localhost', 'User-Agent: a\tb'),
  );
  expect(answer).not.toMatch(/^set-cookie/im);
  const written = lines.map((line) => JSON.parse(line) as { level: string });
  expect(written.length).toBeGreaterThan(0);
  expect(written.map(({ level }) => level)).not.toContain('fatal');
});

test('a refusal is a line of the log: who, which route, which status', async () => {
  lines.length = 0;
  await app.inject({
    method: 'POST',
    url: '/api/v1/json',
    headers: { host: 'mizan.example', origin: 'https://evil.example' },
  });
  const written = lines.map((line) => JSON.parse(line) as object);
  expect(written).toContainEqual(
    expect.objectContaining({
      level: 'info',
      msg: 'request',
      route: 'hostile.json',
      status: 403,
      method: 'POST',
    }),
  );
});

test('the policy of a page lets nothing in but what is its own or carries its nonce', async () => {
  const ask = () => app.inject({ url: '/page', headers: { host: 'mizan.example' } });
  const policies = [await ask(), await ask()].map(({ headers }) =>
    String(headers['content-security-policy']),
  );
  expect(policies[0]).not.toBe(policies[1]);
  const [policy = ''] = policies;
  const directives = new Map(policy.split('; ').map((each) => [each.split(' ', 1)[0], each]));
  for (const name of ['object-src', 'base-uri', 'frame-ancestors']) {
    expect(directives.get(name)).toBe(`${name} 'none'`);
  }
  expect(directives.get('default-src')).toBe("default-src 'self'");
  expect(directives.get('form-action')).toBe("form-action 'self'");
  expect(directives.get('script-src')).toMatch(/^script-src 'self' 'nonce-[\w-]{22}'$/);
});
