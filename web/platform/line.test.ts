import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../testing/browser.ts';
import type * as Line from './line.ts';

type Answer = 'ok' | 'gateway' | 'none' | 'never';

let line: typeof Line;
let browser: ReturnType<typeof stubBrowser>;
let answer: Answer = 'ok';
const asked = vi.fn<() => void>();

/** The portal as a doubt asks it. */
function answerHealth(_path: string, { signal }: RequestInit): Promise<Response> {
  asked();
  if (answer === 'ok') return Promise.resolve(new Response('{}'));
  if (answer === 'gateway') return Promise.resolve(new Response('', { status: 502 }));
  if (answer === 'none') return Promise.reject(new TypeError('Failed to fetch'));
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('late', 'TimeoutError')));
  });
}

beforeEach(async () => {
  browser = stubBrowser();
  asked.mockClear();
  answer = 'ok';
  vi.stubGlobal('fetch', answerHealth);
  line = await import('./line.ts');
});
afterEach(() => {
  line.heard();
  vi.unstubAllGlobals();
});

const goOffline = (): void => {
  browser.navigator.onLine = false;
  browser.events.dispatchEvent(new Event('offline'));
};

test('a browser that calls itself offline is believed when the portal does not answer', async () => {
  answer = 'none';
  goOffline();
  await expect.poll(line.isReachable).toBe(false);
  answer = 'ok';
  browser.navigator.onLine = true;
  browser.events.dispatchEvent(new Event('online'));
  await expect.poll(line.isReachable).toBe(true);
});

test('a browser that calls itself offline beside a portal on its own machine is not', async () => {
  goOffline();
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  expect(await line.doubt()).toBe(true);
});

test.each<Answer>(['none', 'never', 'gateway'])(
  'a doubt to which %s answers: not reachable',
  async (kind) => {
    answer = kind;
    const lost = vi.fn<() => void>();
    const stop = line.watchLine(lost);
    expect(await line.doubt()).toBe(false);
    expect(lost).toHaveBeenCalledOnce();
    stop();
  },
);

test('whatever is heard of the portal by then settles a doubt', async () => {
  answer = 'never';
  const doubt = line.doubt();
  line.heard();
  expect(await doubt).toBe(true);
});

test('while nobody answers the portal is asked again, and found by itself', async () => {
  answer = 'none';
  await line.doubt();
  await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(1);
  answer = 'ok';
  await line.whenReachable();
  expect(line.isReachable()).toBe(true);
});

test('beats that still arrive in a browser without a line are no answer', async () => {
  answer = 'none';
  goOffline();
  await expect.poll(line.isReachable).toBe(false);
  line.heardLive();
  expect(line.isReachable()).toBe(false);
});

test('what is under way when the line is lost ends with it; what was released does not', async () => {
  answer = 'none';
  const [underWay, over] = [line.lineSignal(), line.lineSignal()];
  over.release();
  const work = line.whileReachable(new Promise(() => {}));
  const ended = work.catch((error: unknown) => String(error));
  await line.doubt();
  expect(await ended).toContain('the line was lost');
  expect([underWay.signal.aborted, over.signal.aborted]).toEqual([true, false]);
});

test('a file that is being made outlasts a portal that is silent meanwhile, and no line that stays lost', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { fileMs } = line.lineTimes;
    const [back, gone] = [1, 2].map(() => line.lineSignal(undefined, { patienceMs: fileMs }));
    answer = 'none';
    await line.doubt();
    expect(line.isReachable()).toBe(false);
    vi.advanceTimersByTime(fileMs - 1);
    expect(back?.signal.aborted).toBe(false);
    line.heard();
    back?.release();
    vi.advanceTimersByTime(fileMs);
    expect(gone?.signal.aborted).toBe(false);
    // One that was under way when the portal was heard again says nothing.
    while (line.isReachable()) await line.doubt();
    vi.advanceTimersByTime(fileMs);
    expect([back?.signal.aborted, gone?.signal.aborted]).toEqual([false, true]);
    gone?.release();
  } finally {
    vi.useRealTimers();
  }
});
