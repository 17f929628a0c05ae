import { afterAll, vi } from 'vitest';
import { endFile } from '../../server/platform/testing/at-file-end.ts';

/** A setup file: the next test file of this worker finds globals, timers and functions as they are, and nothing that is open. */
afterAll(async () => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  vi.restoreAllMocks();
  await endFile();
});
