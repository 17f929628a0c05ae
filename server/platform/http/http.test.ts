import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { commonErrors } from '@mizan/contract/errors.ts';
import { teamRoleOf } from '@mizan/contract/rights.ts';
import { type AnyRoute, defineRoute } from '@mizan/contract/route.ts';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { Failure, notFound } from '../failure.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import type { Principal } from './call.ts';
import { createHttp } from './http.ts';
import { httpLimits } from './limits.ts';

const row = z.object({ id: z.string(), note: z.string().nullable(), tags: z.array(z.string()) });
const errors = ['notFound'] as const;
const read = defineRoute({
  id: 'test.read',
  method: 'GET',
  path: '/things/:id',
  allow: ['MERCHANT'],
  right: 'account.own',
  summary: '',
  params: z.object({ id: z.string().regex(/^\d+$/) }),
  query: z.object({ limit: z.coerce.number().int().max(9).default(3) }),
  output: row,
  errors,
});
const write = defineRoute({
  id: 'test.write',
  method: 'POST',
  path: '/things',
  allow: ['MERCHANT', 'CASHIER'],
  right: 'account.own',
  summary: '',
  body: z.object({ amountMinor: z.number().int().min(1), inner: z.object({ name: z.string() }).optional() }),
  output: row,
  successStatus: 201,
  errors: [],
});
const form = defineRoute({
  id: 'test.form',
  method: 'POST',
  path: '/form',
  allow: 'public',
  summary: '',
  bodyKind: 'form',
  body: z.object({ email: z.string() }),
  output: z.object({ email: z.string() }),
  errors: [],
});
const upload = defineRoute({
  id: 'test.upload',
  method: 'POST',
  path: '/upload',
  allow: 'public',
  summary: '',
  bodyKind: 'upload',
  body: z.unknown(),
  output: z.object({ bytes: z.number().int() }),
  errors: [],
});
const faulty = defineRoute({
  id: 'test.faulty',
  method: 'GET',
  path: '/faulty/:kind',
  allow: 'public',
  summary: '',
  params: z.object({ kind: z.string() }),
  output: z.object({ id: z.string() }),
  errors: [...commonErrors],
});

const person = (role: Principal['role']): Principal => ({
  userId: '1',
  role,
  teamRole: teamRoleOf(role),
  merchantId: role === 'ADMIN' ? null : '7',
  branchId: null,
  terminalId: null,
  fullName: 'Test',
  email: null,
  locale: 'en',
  authenticatedAt: new Date(0),
  sessionId: '1',
});
const tokens: Record<string, Principal['role']> = {
  'merchant-token-000': 'MERCHANT',
  'cashier-token-0000': 'CASHIER',
};

const seen: { route: AnyRoute; status: number; body: unknown }[] = [];
const lines: string[] = [];
const { app, on } = await createHttp({
  log: createLog('info', { write: (line) => void lines.push(line) }),
  metrics: createMetrics(),
  publicUrl: new URL('https://mizan.example'),
  authenticate: async (token) => {
    const role = tokens[token];
    return role ? person(role) : null;
  },
  checkAnswer: (route, status, body) => void seen.push({ route, status, body }),
});
on(read, async ({ params, query }) => {
  if (params.id === '404') throw notFound();
  return { id: params.id, note: null, tags: Array(query.limit).fill('t'), secret: 'never' } as z.infer<
    typeof row
  >;
});
on(write, async ({ body, principal }) => ({ id: String(body.amountMinor), note: principal.role, tags: [] }));
on(form, async ({ body }) => ({ email: body.email }));
const uploads = new EventEmitter();
on(upload, async ({ body }) => {
  let bytes = 0;
  try {
    for await (const chunk of body as Readable) bytes += (chunk as Buffer).length;
  } catch (error) {
    uploads.emit('failed', error);
    throw error;
  }
  return { bytes };
});
on(faulty, async ({ params }) => {
  if (params.kind === 'database') throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
  if (params.kind === 'full') throw new Failure('unavailable', 'Too many at once');
  if (params.kind === 'limited') {
    throw new Failure('rateLimited', 'Slow down', { retryAt: new Date(Date.now() + 30_000).toISOString() });
  }
  if (params.kind === 'challenge') throw new Failure('otpRequired', 'Code', { token: 'abc', sentTo: 's•••' });
  throw new Error('secret inner text');
});
afterAll(() => app.close());

const as = (token: string) => ({ authorization: `Bearer ${token}` });
const merchant = as('merchant-token-000');
const get = (url: string, headers: Record<string, string> = merchant) =>
  app.inject({ url: `/api/v1${url}`, headers });
const post = (url: string, payload: unknown, headers: Record<string, string> = merchant) =>
  app.inject({ method: 'POST', url: `/api/v1${url}`, payload: payload as object, headers });

test('200: what the schema names and nothing else, with defaults filled in, not to be cached', async () => {
  const answer = await get('/things/5');
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ id: '5', note: null, tags: ['t', 't', 't'] });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('401 without a token, with a wrong one, and with one in another scheme', async () => {
  for (const headers of [{}, as('another-token-0000'), { authorization: 'Basic merchant-token-000' }]) {
    const answer = await get('/things/5', headers);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'unauthenticated' });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  }
});

test('403: a role that the route does not allow', async () => {
  const answer = await get('/things/5', as('cashier-token-0000'));
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
});

test('400 names each field, and a field that the schema does not know is refused', async () => {
  const bad = await post('/things', { amountMinor: 0, inner: {} });
  expect(bad.statusCode).toBe(400);
  expect(Object.keys(bad.json().details)).toEqual(['body.amountMinor', 'body.inner.name']);
  const extra = await post('/things', { amountMinor: 1, amuontMinor: 2 });
  expect(extra.statusCode).toBe(400);
  expect((await get('/things/x')).json().details).toHaveProperty(['params.id']);
  expect((await get('/things/1?limit=10')).json().details).toHaveProperty(['query.limit']);
});

test('400: broken JSON, no body, and a body of another kind', async () => {
  const broken = { ...merchant, 'content-type': 'application/json' };
  expect((await post('/things', '{"amountMinor":', broken)).json().code).toBe('badRequest');
  expect((await app.inject({ method: 'POST', url: '/api/v1/things', headers: merchant })).statusCode).toBe(
    400,
  );
  const asForm = { ...merchant, 'content-type': 'application/x-www-form-urlencoded' };
  expect((await post('/things', 'amountMinor=1', asForm)).json()).toMatchObject({
    code: 'badRequest',
    message: 'Send the body as application/json.',
  });
});

test('400: characters that no column of the database takes, wherever they stand', async () => {
  const bodies = ['a\0b', 'a\ud83d'].map((name) => ({ amountMinor: 1, inner: { name } }));
  for (const body of bodies) {
    const answer = await post('/things', body);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'badRequest']);
  }
  const encoded = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await post('/form', 'email=a%00b', encoded)).statusCode).toBe(400);
});

test('413: a JSON body over its limit', async () => {
  const answer = await post('/things', { amountMinor: 1, inner: { name: 'x'.repeat(httpLimits.jsonBytes) } });
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'tooLarge']);
});

test('201: the status of the contract', async () => {
  const answer = await post('/things', { amountMinor: 12 }, as('cashier-token-0000'));
  expect([answer.statusCode, answer.json()]).toEqual([201, { id: '12', note: 'CASHIER', tags: [] }]);
});

test('forms arrive urlencoded and as multipart, with extra fields passed over', async () => {
  const encoded = await post('/form', 'email=a%40b.sa&more=1', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(encoded.json()).toEqual({ email: 'a@b.sa' });
  const data = new FormData();
  data.set('email', 'c@d.sa');
  const multipart = await app.inject({ method: 'POST', url: '/api/v1/form', payload: data });
  expect(multipart.json()).toEqual({ email: 'c@d.sa' });
});

test('an upload is read as a stream; one that announces too much is refused before it is read', async () => {
  const type = { 'content-type': 'application/octet-stream' };
  const fine = await post('/upload', Readable.from([Buffer.alloc(70_000), Buffer.alloc(5)]), type);
  expect(fine.json()).toEqual({ bytes: 70_005 });
  const huge = await post('/upload', Buffer.alloc(1), {
    ...type,
    'content-length': String(httpLimits.uploadBytes + 1),
  });
  expect([huge.statusCode, huge.json().code]).toEqual([413, 'tooLarge']);
});

test('an upload that is cut in the middle fails the handler that reads it, and the portal goes on', async () => {
  const cut = once(uploads, 'failed');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const headers = { 'content-type': 'application/octet-stream', 'content-length': '1000' };
  const sending = request({ port, method: 'POST', path: '/api/v1/upload', headers });
  sending.on('error', () => undefined);
  sending.write(Buffer.alloc(10), () => sending.destroy());
  expect(await cut).toMatchObject([{ message: 'The upload was cut off.' }]);
  expect((await fetch(`http://127.0.0.1:${port}/api/v1/faulty/limited`)).status).toBe(429);
});

test('403: a page of another origin, whatever it sends; 403: another name in the Host header', async () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  for (const headers of foreign) {
    const answer = await post('/things', { amountMinor: 1 }, { ...merchant, ...headers });
    expect(answer.json().code).toBe('foreignOrigin');
  }
  expect((await get('/things/5', { ...merchant, host: 'rebound.example' })).json().code).toBe(
    'foreignOrigin',
  );
  const own = { ...merchant, origin: 'https://mizan.example', host: 'mizan.example' };
  expect((await post('/things', { amountMinor: 1 }, own)).statusCode).toBe(201);
});

test('404 of a service keeps its sentence and names the request', async () => {
  const answer = await get('/things/404');
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: 'notFound', requestId: answer.headers['x-request-id'] });
});

test('500 says nothing of what happened inside and logs it with its stack', async () => {
  const answer = await get('/faulty/bug');
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toContain('inner text');
  const logged = lines.map((line) => JSON.parse(line)).find((line) => line.msg === 'a request failed');
  expect(logged.err.stack).toContain('secret inner text');
});

test('503 while the database is away, 429 with Retry-After, 511 with its token beside the code', async () => {
  const away = await get('/faulty/database');
  expect([away.statusCode, away.json().code]).toEqual([503, 'unavailable']);
  const limited = await get('/faulty/limited');
  expect(limited.statusCode).toBe(429);
  expect(Number(limited.headers['retry-after'])).toBeGreaterThanOrEqual(29);
  const challenge = await get('/faulty/challenge');
  expect([challenge.statusCode, challenge.json()]).toEqual([
    511,
    { code: 'otpRequired', message: 'Code', token: 'abc', sentTo: 's•••' },
  ]);
});

test('a database that is away is a warning; who is refused because too many wait is none', async () => {
  const warnings = () => lines.filter((line) => (JSON.parse(line) as { level: string }).level === 'warn');
  lines.length = 0;
  expect((await get('/faulty/full')).statusCode).toBe(503);
  expect(warnings()).toEqual([]);
  expect((await get('/faulty/database')).statusCode).toBe(503);
  expect(warnings()).toHaveLength(1);
});

test('every JSON answer of a route passes the check, with its route and status', () => {
  expect(seen.filter(({ route }) => route.id === 'test.read').map(({ status }) => status)).toContain(200);
  expect(seen.map(({ status }) => status)).toEqual(
    expect.arrayContaining([201, 400, 401, 403, 404, 429, 500]),
  );
});

test('a token, a cookie and a query reach no log line', async () => {
  await post(
    '/things?token=in-the-query',
    { amountMinor: 0 },
    { ...merchant, cookie: '__Host-mizan_device=in-a-cookie' },
  );
  const written = lines.join('\n');
  expect(written).toContain('"route":"test.write"');
  expect(written).not.toMatch(/in-the-query|in-a-cookie|merchant-token-000/);
});
