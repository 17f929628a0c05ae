import { startPayment } from '@mizan/contract/payments.ts';
import { getBankFile } from '@mizan/contract/reconciliation.ts';
import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { stubBrowser } from '../testing/browser.ts';
import type * as ApiClient from './api-client.ts';
import type * as Line from './line.ts';
import type * as Client from './query-client.ts';

let client: typeof Client;
let api: typeof ApiClient;
let line: typeof Line;
let browser: ReturnType<typeof stubBrowser>;
/** Paths that left the browser, as the portal would have heard them. */
let sent: string[] = [];
let isOnline = true;
/** Answers what hangs, once somebody lets it. */
let hold: Promise<void> | null = null;

async function portal(path: string, init: RequestInit = {}): Promise<Response> {
  if (!isOnline && !hold) throw new TypeError('Failed to fetch');
  sent.push(path);
  const aborted = new Promise<never>((_, reject) =>
    init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
  );
  // What is answered at once is given up by its timer, long after its test.
  aborted.catch(() => undefined);
  if (hold) await Promise.race([hold, aborted]);
  return Response.json({ id: '1042' });
}

beforeEach(async () => {
  browser = stubBrowser();
  sent = [];
  isOnline = true;
  hold = null;
  vi.stubGlobal('fetch', portal);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  [client, api, line] = await Promise.all([
    import('./query-client.ts'),
    import('./api-client.ts'),
    import('./line.ts'),
  ]);
  client.queryClient.mount();
});
afterEach(() => {
  client.queryClient.unmount();
  client.queryClient.clear();
  line.heard();
  vi.unstubAllGlobals();
});

function setOnline(online: boolean): void {
  isOnline = online;
  browser.navigator.onLine = online;
  browser.events.dispatchEvent(new Event(online ? 'online' : 'offline'));
}

const body = { paymentId: 'p', terminalId: '1', amountMinor: 31_240, orderRef: null, retryOfId: null };
const payment = () =>
  new MutationObserver(client.queryClient, { mutationFn: () => api.call(startPayment, { body }) });
const payments = (): string[] => sent.filter((path) => path.includes('/payments'));

test('a payment asked for offline fails at once, and nothing is sent when the line is back', async () => {
  setOnline(false);
  const asked = payment();
  const refusal = await asked.mutate().catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'network', details: { unsent: true } });
  setOnline(true);
  await line.whenReachable();
  await client.queryClient.resumePausedMutations();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(payments()).toEqual([]);
  expect(asked.getCurrentResult().isPaused).toBe(false);
});

test('a payment under way when the line is lost ends there, without a claim that it was not sent', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  hold = promise;
  const under = payment()
    .mutate()
    .catch((error: unknown) => error);
  await expect.poll(payments).toHaveLength(1);
  hold = null;
  setOnline(false);
  expect(await under).toMatchObject({ code: 'network', details: {} });
  setOnline(true);
  await line.whenReachable();
  resolve();
  await new Promise((done) => setTimeout(done, 50));
  expect(payments()).toHaveLength(1);
});

test('what is only read waits for the line and is asked for by itself', async () => {
  setOnline(false);
  await line.doubt();
  const reading = new QueryObserver(client.queryClient, {
    queryKey: ['session'],
    queryFn: () => api.call(startPayment, { body }),
  });
  const stop = reading.subscribe(() => {});
  expect(reading.getCurrentResult().fetchStatus).toBe('paused');
  setOnline(true);
  await expect.poll(() => reading.getCurrentResult().data).toEqual({ id: '1042' });
  stop();
});

test('a reading from before a change puts nothing over its answer, and is begun anew', async () => {
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let asked = 0;
  const { queryKey } = client.routeQuery(getBankFile, { params: { id: '7' } });
  const reading = new QueryObserver<string>(client.queryClient, {
    queryKey,
    queryFn: () => (answers[asked++] as (typeof answers)[number]).promise,
  });
  const stop = reading.subscribe(() => {});
  client.takeAnswer(getBankFile, { params: { id: '7' } }, 'is being tried' as never);
  answers[0]?.resolve('as it was before');
  await new Promise((done) => setTimeout(done, 20));
  expect(reading.getCurrentResult().data).toBe('is being tried');
  answers[1]?.resolve('tried');
  await expect.poll(() => reading.getCurrentResult().data).toBe('tried');
  stop();
});

describe('what may have changed is read anew', () => {
  const order = () => {
    const read = Promise.withResolvers<void>();
    const said: string[] = [];
    const refresh = () => read.promise.then(() => void said.push('read'));
    return { read, said, refresh };
  };

  test('behind an answer that leads to another screen, and before one that stays', async () => {
    const [leads, stays] = [order(), order()];
    const answer = () => Promise.resolve('refund');
    const ended = client.settled(answer(), stays.refresh).then(() => stays.said.push('over'));
    await client.settledBehind(answer(), leads.refresh).then(() => leads.said.push('over'));
    for (const { read } of [leads, stays]) read.resolve();
    await ended;
    expect([leads.said, stays.said]).toEqual([
      ['over', 'read'],
      ['read', 'over'],
    ]);
  });

  test('before a refusal, which stays where it was asked', async () => {
    const { read, said, refresh } = order();
    const refused = client
      .settledBehind(Promise.reject(new Error('more than is left')), refresh)
      .catch(() => said.push('refused'));
    read.resolve();
    await refused;
    expect(said).toEqual(['read', 'refused']);
  });
});
