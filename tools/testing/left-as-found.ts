import { afterAll, vi } from 'vitest';

/** A setup file: the next test file of this worker finds globals, timers and functions as they are. */
afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
