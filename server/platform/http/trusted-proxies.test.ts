import { apiBase, defineRoute } from '@mizan/contract/route.ts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createHttp } from './http.ts';

const host = 'portal.example.sa';
const whoCalls = defineRoute({
  id: 'test.whoCalls',
  method: 'GET',
  path: '/who-calls',
  allow: 'public',
  summary: '',
  output: z.object({ ip: z.string() }),
  errors: [],
});

/** Whom a portal takes for the caller, where `remoteAddress` connects and says for whom. */
async function callerOf(
  trustedProxies: readonly string[] | null,
  { remoteAddress, forwardedFor }: { remoteAddress: string; forwardedFor: string },
): Promise<string> {
  const { app, on } = await createHttp({
    log: createLog('silent'),
    metrics: createMetrics(),
    publicUrl: new URL(`https://${host}`),
    trustedProxies,
    authenticate: async () => null,
  });
  on(whoCalls, async ({ ip }) => ({ ip }));
  const headers = { host, 'x-forwarded-for': forwardedFor };
  const answer = await app.inject({ url: `${apiBase}/who-calls`, remoteAddress, headers });
  await app.close();
  return answer.json<{ ip: string }>().ip;
}

test.each([
  ['a proxy that is named', '10.0.0.5', '203.0.113.7', '203.0.113.7'],
  ['a proxy of a network that is named', '10.9.0.77', '203.0.113.7', '203.0.113.7'],
  ['a neighbour that is not named', '10.0.0.6', '203.0.113.7', '10.0.0.6'],
  ['this machine, which is not named either', '127.0.0.1', '203.0.113.7', '127.0.0.1'],
  [
    'a neighbour who makes up an address before a named proxy',
    '10.0.0.5',
    '203.0.113.7, 10.0.0.6',
    '10.0.0.6',
  ],
])('named proxies: %s', async (_, remoteAddress, forwardedFor, caller) => {
  expect(await callerOf(['10.0.0.5', '10.9.0.0/16'], { remoteAddress, forwardedFor })).toBe(caller);
});

test('no proxy named: any private address is one, and no public one', async () => {
  const forwardedFor = '203.0.113.7';
  expect(await callerOf(null, { remoteAddress: '10.0.0.6', forwardedFor })).toBe('203.0.113.7');
  expect(await callerOf(null, { remoteAddress: '198.51.100.1', forwardedFor })).toBe('198.51.100.1');
});
