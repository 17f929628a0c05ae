import { type AnyRoute, apiBase, defineRoute } from '@mizan/contract/route.ts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { Failure } from '../failure.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import type { Principal } from './call.ts';
import { createHttp, type HttpDeps } from './http.ts';

/** The order of the guards: each refuses before the next is asked, and the body is read behind all of them. */
const guarded = defineRoute({
  id: 'test.guarded',
  method: 'POST',
  path: '/guarded',
  allow: ['MERCHANT'],
  right: 'payments.decide',
  freshSignIn: true,
  idempotency: 'none',
  rateClass: 'documents',
  summary: '',
  body: z.object({ amountMinor: z.number() }),
  output: z.undefined(),
  errors: [],
});
const owner: Principal = {
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
  sessionId: '1',
};
const portal = (more: Partial<HttpDeps>) =>
  createHttp({
    log: createLog('silent'),
    metrics: createMetrics(),
    publicUrl: null,
    authenticate: async () => null,
    ...more,
  });

test('origin, caller, allow, right, fresh sign-in, rate class, body kind, parse, work', async () => {
  let caller: Principal | null = null;
  const refuse = { fresh: true, rate: true };
  let worked = 0;
  const { app, on } = await portal({
    authenticate: async () => caller,
    requireFresh: () => {
      if (refuse.fresh) throw new Failure('freshSignInNeeded', '');
    },
    countCall: async (rateClass, ip) => {
      if (refuse.rate)
        throw new Failure('rateLimited', `${rateClass} ${ip}`, { retryAt: new Date().toISOString() });
    },
  });
  on(guarded, async () => {
    worked += 1;
    return undefined;
  });
  // Wrong in every way at once: each repair lets the call one guard further.
  const sent = { origin: 'https://elsewhere.example', type: 'application/xml', payload: '<xml/>' };
  const codeOf = async () => {
    const answer = await app.inject({
      method: 'POST',
      url: `${apiBase}/guarded`,
      payload: sent.payload,
      headers: {
        host: 'localhost',
        origin: sent.origin,
        'content-type': sent.type,
        authorization: `Bearer ${'x'.repeat(43)}`,
      },
    });
    return answer.statusCode === 204
      ? 'done'
      : `${answer.statusCode} ${answer.json().code} ${answer.json().message}`;
  };
  const seen = [await codeOf()];
  sent.origin = 'http://localhost';
  seen.push(await codeOf());
  caller = { ...owner, role: 'CASHIER', teamRole: 'cashier' };
  seen.push(await codeOf());
  caller = { ...owner, teamRole: 'accountant' };
  seen.push(await codeOf());
  caller = owner;
  seen.push(await codeOf());
  refuse.fresh = false;
  seen.push(await codeOf());
  refuse.rate = false;
  seen.push(await codeOf());
  sent.type = 'application/json';
  sent.payload = '{}';
  seen.push(await codeOf());
  expect(worked).toBe(0);
  sent.payload = '{"amountMinor": 1}';
  seen.push(await codeOf());
  expect(worked).toBe(1);
  expect(seen.map((each) => each.split(' ', 2).join(' '))).toEqual([
    '403 foreignOrigin',
    '401 unauthenticated',
    '403 forbidden',
    '403 forbidden',
    '403 freshSignInNeeded',
    '429 rateLimited',
    '400 badRequest',
    '400 badRequest',
    'done',
  ]);
  expect(seen[5]).toContain('documents 127.0.0.1');
  await app.close();
});

test.each([
  ['a right', { ...guarded, right: undefined }, {}],
  ['a check of its fresh sign-in', guarded, { countCall: async () => undefined }],
  ['a counter of its calls', guarded, { requireFresh: () => undefined }],
])('a route whose guard nobody wired is not served: %s', async (what, route, wired) => {
  const { app, on } = await portal(wired);
  expect(() => on(route as AnyRoute, async () => undefined)).toThrow(`the route test.guarded lacks ${what}`);
  await app.close();
});
