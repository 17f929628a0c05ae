import { randomUUID } from 'node:crypto';
import { apiBase, defineRoute } from '@mizan/contract/route.ts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { Failure } from '../failure.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import type { Principal } from './call.ts';
import { createHttp } from './http.ts';
import { httpLimits } from './limits.ts';
import { sessionLimit } from './session-limit.ts';

const newSession = (): string => randomUUID();

const merchant: Omit<Principal, 'sessionId'> = {
  userId: '1',
  role: 'MERCHANT',
  teamRole: 'owner',
  merchantId: '7',
  branchId: null,
  terminalId: null,
  fullName: 'Sara',
  email: null,
  locale: 'en',
  authenticatedAt: new Date(0),
};

/** A limit whose time is moved by hand. */
function limitAt(callsPerMinute: number) {
  let atMs = 0;
  const limit = sessionLimit(callsPerMinute, () => atMs);
  const isLimited = (session: string): boolean => {
    try {
      limit.countCall(session);
      return false;
    } catch (error) {
      expect(error).toMatchObject({ code: 'rateLimited', details: { retryAt: expect.any(String) } });
      expect(error).toBeInstanceOf(Failure);
      return true;
    }
  };
  return { limit, isLimited, pass: (ms: number) => (atMs += ms) };
}

test('a minute’s calls at once and not one more; another session has its own', () => {
  const { isLimited } = limitAt(60);
  const session = newSession();
  for (let call = 0; call < 60; call += 1) expect(isLimited(session)).toBe(false);
  expect(isLimited(session)).toBe(true);
  expect(isLimited(newSession())).toBe(false);
});

test('time gives calls back one by one, never more than a minute’s, and a refused call costs nothing', () => {
  const { isLimited, pass } = limitAt(60);
  const session = newSession();
  for (let call = 0; call < 60; call += 1) isLimited(session);
  pass(500);
  expect([isLimited(session), isLimited(session)]).toEqual([true, true]);
  pass(500);
  expect([isLimited(session), isLimited(session)]).toEqual([false, true]);
  pass(10 * 60_000);
  for (let call = 0; call < 60; call += 1) expect(isLimited(session)).toBe(false);
  expect(isLimited(session)).toBe(true);
});

test('sessions that are idle for a minute are forgotten, and those in use are not', () => {
  const { limit, isLimited, pass } = limitAt(60);
  const inUse = newSession();
  for (let session = 0; session < 100; session += 1) isLimited(newSession());
  pass(30_000);
  isLimited(inUse);
  expect(limit.heldSessions).toBe(101);
  pass(30_000);
  isLimited(inUse);
  expect(limit.heldSessions).toBe(1);
});

test('memory has an end: of too many sessions the one that was idle for longest is forgotten', () => {
  const { limit, isLimited } = limitAt(1);
  const [oldest, kept] = [newSession(), newSession()];
  isLimited(oldest);
  isLimited(kept);
  for (let session = 2; session < httpLimits.countedSessions + 1; session += 1) isLimited(newSession());
  expect(limit.heldSessions).toBe(httpLimits.countedSessions);
  expect([isLimited(kept), isLimited(oldest)]).toEqual([true, false]);
});

test('429 with Retry-After for a session that calls too often; others and strangers are answered', async () => {
  const own = defineRoute({
    id: 'test.own',
    method: 'GET',
    path: '/own',
    allow: ['MERCHANT'],
    right: 'account.own',
    summary: '',
    output: z.object({ role: z.string() }),
    errors: [],
  });
  const open = defineRoute({ ...own, id: 'test.open', path: '/open', allow: 'public' });
  const sessions = new Map(['first-token-00000', 'second-token-0000'].map((token) => [token, newSession()]));
  const { app, on } = await createHttp({
    log: createLog('silent'),
    metrics: createMetrics(),
    publicUrl: null,
    sessionCallsPerMinute: 2,
    authenticate: async (token) => {
      const sessionId = sessions.get(token);
      return sessionId ? { ...merchant, sessionId } : null;
    },
  });
  on(own, async ({ principal }) => ({ role: principal.role }));
  on(open, async ({ principal }) => ({ role: principal?.role ?? 'nobody' }));
  const get = (path: string, token?: string) =>
    app.inject({
      url: apiBase + path,
      headers: { host: 'localhost', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    });
  const statuses: number[] = [];
  for (const path of ['/own', '/open', '/own', '/open']) {
    statuses.push((await get(path, 'first-token-00000')).statusCode);
  }
  expect(statuses).toEqual([200, 200, 429, 429]);
  const refused = await get('/own', 'first-token-00000');
  expect(refused.json()).toMatchObject({ code: 'rateLimited' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  expect((await get('/own', 'second-token-0000')).statusCode).toBe(200);
  expect((await get('/open')).statusCode).toBe(200);
  expect((await get('/own', 'unknown-token-0000')).statusCode).toBe(401);
  await app.close();
});
