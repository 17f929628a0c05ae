import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { withFileLock } from '../../server/platform/postgres/file-lock.ts';

/** As long as a file of tests takes, on a machine that does other things too. */
const waitMs = 300_000;

/**
 * The tests of a file run while no other file's do that ask for the same: a merchant's bank files are read one at a time,
 * and the portal refuses a second one meanwhile.
 */
export function oneAtATime(what: string): void {
  let letGo = (): void => {};
  let held: Promise<void> = Promise.resolve();
  beforeAll(async () => {
    const name = createHash('sha256')
      .update(`${inject('demoPortal').url} ${what}`)
      .digest('hex')
      .slice(0, 16);
    await new Promise<void>((taken, failed) => {
      held = withFileLock(join(tmpdir(), `mizan-e2e-${name}.lock`), waitMs, async () => {
        taken();
        await new Promise<void>((done) => {
          letGo = done;
        });
      });
      held.catch(failed);
    });
  }, waitMs);
  afterAll(async () => {
    letGo();
    await held;
  });
}
