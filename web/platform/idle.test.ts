import { afterEach, expect, test, vi } from 'vitest';
import { whenIdle } from './idle.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A page that stands still, of which Chromium says at no time that it is idle. */
function standStill(): void {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (work: () => void, { timeout }: IdleRequestOptions = {}) =>
    timeout === undefined ? 0 : setTimeout(work, timeout),
  );
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
}

test('what waits for an idle moment is done on a page that never has one', async () => {
  standStill();
  const work = vi.fn<() => Promise<void>>(async () => undefined);
  whenIdle(work);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(work).toHaveBeenCalledOnce();
});

test('what was called off is not done', async () => {
  standStill();
  const work = vi.fn<() => Promise<void>>(async () => undefined);
  whenIdle(work)();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(work).not.toHaveBeenCalled();
});

test('a browser that tells no idle moments does it after a second', async () => {
  vi.useFakeTimers();
  expect('requestIdleCallback' in globalThis).toBe(false);
  const work = vi.fn<() => Promise<void>>(async () => undefined);
  whenIdle(work);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work).toHaveBeenCalledOnce();
});
