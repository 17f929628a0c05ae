import { randomUUID } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiBase } from '@mizan/contract/route.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { startTerminal } from '../terminal/terminal.ts';
import { closeDatabase, inPlatform, openDatabase, platformRows } from './platform/database/database.ts';
import { openSession } from './platform/sessions/sessions.ts';
import { testDatabase } from './platform/testing/database.ts';
import { portalEnvironment, runPortal } from './testing/portal-process.ts';
import { openShop } from './testing/shop.ts';

/** A portal that sends its traces to a collector of ours: what of a payment arrives there, and what never does. */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number };
  attributes: { key: string; value: unknown }[];
}
interface Export {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Span[] }[];
  }[];
}
const bodies: string[] = [];
const collector = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (request.url === '/v1/traces') bodies.push(Buffer.concat(chunks).toString('utf8'));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const stateDir = mkdtempSync(join(tmpdir(), 'mizan-traces-'));

const database = await testDatabase();
const db = openDatabase(database.roles);
const shop = await openShop(db, 1);
const portal = await runPortal({
  ...portalEnvironment(database.url),
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  OTEL_SERVICE_NAME: 'mizan-riyadh',
});
const [place] = shop.terminals;
const terminal = startTerminal({
  tid: place?.tid ?? '',
  enrolCode: place?.enrolCode ?? '',
  serial: 'S1',
  model: 'A920',
  url: portal.url,
  stateDir,
  speed: 0,
  log: () => {},
});
afterAll(async () => {
  terminal.stop();
  await portal.end();
  await closeDatabase(db);
  collector.close();
  rmSync(stateDir, { recursive: true, force: true });
});

const token = await inPlatform(db, (tx) =>
  openSession(tx, { userId: shop.owner.userId, at: new Date(), userAgent: null, ip: '127.0.0.1' }),
);
const headers = {
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  // A stranger's trace, which would say that nothing of it is kept.
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00',
};
const paymentId = randomUUID();
const secretQuery = 'search=4847831234567890';
const email = 'not-registered@mizan.test';

/** A job of the queue: whose address nobody has gets no link, and its job looks for it all the same. */
async function forgetPassword(): Promise<void> {
  const body = new FormData();
  body.set('email', email);
  const answer = await fetch(`${portal.url}${apiBase}/merchant-password/forgot-password`, {
    method: 'POST',
    body,
  });
  expect(answer.status).toBe(200);
  await vi.waitFor(() => expect(bodies.join('')).toContain('"job auth.sendResetLink"'), {
    timeout: 20_000,
    interval: 100,
  });
}

async function payAndLook(): Promise<Record<string, unknown>> {
  const within = { timeout: 20_000, interval: 100 };
  await vi.waitFor(async () => {
    expect(await (await fetch(`${portal.url}/metrics`)).text()).toContain('mizan_terminals_connected 1');
  }, within);
  const body = JSON.stringify({ paymentId, terminalId: place?.id, amountMinor: 1_234_500 });
  const answer = await fetch(`${portal.url}${apiBase}/payments`, { method: 'POST', headers, body });
  expect(answer.status).toBe(201);
  const text = 'SELECT * FROM transactions WHERE merchant_id = $1';
  const payment = await vi.waitFor(async () => {
    const [row] = await platformRows<Record<string, unknown>>(db, text, [shop.merchantId]);
    expect(row?.status).toBe('APPROVED');
    return row ?? {};
  }, within);
  await fetch(`${portal.url}${apiBase}/transactions?${secretQuery}`, { headers });
  await fetch(`${portal.url}${apiBase}/nowhere/4847831234567890`, { headers });
  return payment;
}

const payment = await payAndLook();
await forgetPassword();
await portal.end();
const exported = bodies.map((body) => JSON.parse(body) as Export);
const spans = exported.flatMap(({ resourceSpans }) =>
  resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
);
const named = (name: string): Span[] => spans.filter((span) => span.name === name);
const partsOf = ({ spanId }: Span): string[] =>
  spans.filter(({ parentSpanId }) => parentSpanId === spanId).map(({ name }) => name);

test('a request is a span by the pattern of its route, with the transactions that it makes', () => {
  const started = named('POST /api/v1/payments').at(-1);
  expect(started).toBeDefined();
  const said = Object.fromEntries(started?.attributes.map(({ key, value }) => [key, value]) ?? []);
  expect(said).toEqual({
    'http.request.method': { stringValue: 'POST' },
    'http.route': { stringValue: '/api/v1/payments' },
    'http.response.status_code': { intValue: 201 },
    'mizan.route': { stringValue: 'payments.start' },
  });
  // Who calls is asked before the body is read, the work is done after it.
  expect(partsOf(started as Span)).toEqual(
    expect.arrayContaining([expect.stringContaining('mizan_platform'), 'transaction mizan_app']),
  );
  expect(named('GET /api/v1/transactions')).toHaveLength(1);
});

test('orders to the terminal and what it said are spans, and jobs of the queue', () => {
  expect(named('order pay.start')).toHaveLength(1);
  expect(spans.filter(({ name }) => name.startsWith('frame pay.')).length).toBeGreaterThan(0);
  const result = spans.find(({ name }) => name === 'frame pay.result');
  expect(partsOf(result as Span)).toContain('transaction mizan_app');
  const [job, ...more] = named('job auth.sendResetLink');
  expect(more).toEqual([]);
  expect(job?.parentSpanId).toBeUndefined();
  expect(job?.attributes).toEqual([{ key: 'mizan.job', value: { stringValue: 'auth.sendResetLink' } }]);
  expect(partsOf(job as Span)).toContain('transaction mizan_platform');
});

test('what runs by the clock alone makes no trace of its own, and nobody else’s trace is joined', () => {
  const roots = spans.filter(({ parentSpanId }) => !parentSpanId).map(({ name }) => name);
  expect(roots.filter((name) => /^(?:transaction|statement) /.test(name))).toEqual([]);
  expect(spans.filter(({ traceId }) => traceId === '0af7651916cd43dd8448eb211c80319c')).toEqual([]);
});

test('the service is named as the usual variable says', () => {
  const names = exported.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ resource }) =>
      resource.attributes.filter(({ key }) => key === 'service.name').map(({ value }) => value.stringValue),
    ),
  );
  expect(new Set(names)).toEqual(new Set(['mizan-riyadh']));
});

test('nothing of the payment, the card, the terminal, the caller or an address that was asked leaves', () => {
  const text = bodies.join('\n');
  expect(text.length).toBeGreaterThan(1_000);
  const kept = Object.entries(payment).filter(
    ([column, value]) =>
      typeof value === 'string' && value.length >= 4 && !/status|state|type|scheme/.test(column),
  );
  expect(kept.length).toBeGreaterThan(3);
  const secrets = [token, paymentId, secretQuery, '4847831234567890', '1234500', place?.tid ?? '-', email];
  const told = [...kept.map(([, value]) => String(value)), ...secrets].filter((each) =>
    text.includes(`"${each}`),
  );
  expect(told).toEqual([]);
  expect(secrets.filter((each) => text.includes(each))).toEqual([]);
});

test('what sends traces is loaded only where somebody wants them', () => {
  const sources = globSync(['server/**/*.ts'], { exclude: ['**/*.test.ts', '**/node_modules/**'] });
  const importing = (pattern: RegExp) => sources.filter((path) => pattern.test(readFileSync(path, 'utf8')));
  expect(importing(/^import \{[^}]*\} from '[^']*\/otlp\.ts'/m)).toEqual([]);
  expect(importing(/import\('[^']*\/otlp\.ts'\)/)).toEqual(['server/start.ts']);
  expect(importing(/'@opentelemetry\//)).toEqual(['server/platform/tracing/otlp.ts']);
});
