import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Failure } from '../failure.ts';

/** argon2id, which is the library's default variant; 19 MiB, two passes, one lane (design, section 1). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * A hash takes some 30 ms of a core and 19 MiB. One core is always left to the other requests, and more than two
 * are never taken; what waits beyond the limit is refused, because a queue of minutes helps nobody who signs in.
 */
export const hashingLimits = {
  atOnce: Math.min(2, Math.max(1, availableParallelism() - 1)),
  waiting: 64,
} as const;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * For what comes before a password is looked at and costs something as well, such as opening its seal: nobody
 * makes the portal do that for a sign-in that will be refused. @throws Failure 'unavailable'
 */
export function refuseWhereTooManyWait(): void {
  if (running < hashingLimits.atOnce || waiting.length < hashingLimits.waiting) return;
  throw new Failure('unavailable', 'Too many people are signing in at this moment.');
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  refuseWhereTooManyWait();
  if (running < hashingLimits.atOnce) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The place is handed on as it is, so that nobody who comes now slips in before those who wait.
    if (next) next();
    else running -= 1;
  }
}

/** The PHC text of a password. @throws Failure 'unavailable' where too many wait. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

let nobody: Promise<string> | undefined;

/**
 * Whether a password fits a stored hash. Null stands for a user who does not exist: the work is done all the
 * same, against a hash that fits nothing, so that the answer's time tells nothing.
 */
export function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  return inTurn(async () => {
    nobody ??= hash('no password is this one, as nobody has it', cost);
    const fits = await verify(stored ?? (await nobody), password);
    return fits && stored !== null;
  });
}
