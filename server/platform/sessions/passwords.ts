import { type KeyObject, randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { Failure } from '../failure.ts';
import type * as worker from './sign-in.worker.ts';

/**
 * A hash takes some 30 ms of a core and 19 MiB. One core is always left to the other requests, and more than two
 * are never taken; what waits beyond the limit is refused, because a queue of minutes helps nobody who signs in.
 */
export const hashingLimits = {
  atOnce: Math.min(2, Math.max(1, availableParallelism() - 1)),
  waiting: 64,
} as const;

/**
 * Half of the time is left to chance, so that who was refused together does not come back together. More than
 * these are not held, because each holds a socket: the others are refused at once.
 */
const refusals = { heldForMs: 1_000, heldAtMost: 1_000 } as const;

/**
 * Linux alone counts this for the thread and not for the process. The thread waits where the cores have other work:
 * a flood of sign-ins is held up by the other requests, and not they by it.
 */
const niceIncrement = process.platform === 'linux' ? 10 : 0;

const threads = new Piscina({
  filename: new URL('./sign-in.worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: hashingLimits.atOnce,
  idleTimeout: 60_000,
  niceIncrement,
});

const areTooManyWaiting = (): boolean => threads.queueSize >= hashingLimits.waiting;

let held = 0;

/** Who is refused hears of it a moment later: a flood that comes back at each answer comes back less often. */
async function refuse(): Promise<never> {
  if (held < refusals.heldAtMost) {
    held += 1;
    await setTimeout(randomInt(refusals.heldForMs / 2, refusals.heldForMs)).finally(() => {
      held -= 1;
    });
  }
  throw new Failure('unavailable', 'Too many people are signing in at this moment.');
}

/**
 * For what comes before a password is looked at and costs something as well, such as opening its seal: nobody
 * makes the portal do that for a sign-in that will be refused. @throws Failure 'unavailable'
 */
export async function refuseWhereTooManyWait(): Promise<void> {
  if (areTooManyWaiting()) await refuse();
}

/** The PHC text of a password. @throws Failure 'unavailable' where too many wait. */
export async function hashPassword(password: string): Promise<string> {
  if (areTooManyWaiting()) return refuse();
  return (await threads.run(password, { name: 'hash' })) as ReturnType<typeof worker.hash>;
}

/**
 * Whether a password fits a stored hash. Null stands for a user who does not exist: the work is done all the
 * same, against a hash that fits nothing, so that the answer's time tells nothing.
 * @throws Failure 'unavailable' where too many wait.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  if (areTooManyWaiting()) return refuse();
  // Of somebody who was added and never let in it is empty: nothing fits, at the same cost.
  const asked: Parameters<typeof worker.verify>[0] = { stored: stored === '' ? null : stored, password };
  return (await threads.run(asked, { name: 'verify' })) as ReturnType<typeof worker.verify>;
}

/**
 * The bytes in a seal of the login screen, or null where none of these keys opens it. In the same threads: an RSA key
 * of 3072 bits takes a millisecond, and a flood of sign-ins has two of them for each hash.
 */
export async function unseal(keys: readonly KeyObject[], sealed: Buffer): Promise<Buffer | null> {
  const asked: Parameters<typeof worker.unseal>[0] = { keys, sealed };
  const opened = (await threads.run(asked, { name: 'unseal' })) as ReturnType<typeof worker.unseal>;
  return opened && Buffer.from(opened);
}
