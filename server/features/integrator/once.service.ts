import { createHash } from 'node:crypto';
import { idempotencyHours } from '@mizan/contract/integrator-keys.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Answered, Once } from '../../platform/http/register.ts';
import { type Asked, begin, deleteOld, forget, keepAnswer, selectKnown } from './once.queries.ts';

/** A request that was never answered is taken up again after this: its portal ended. */
const staleMs = 10 * 60_000;

/**
 * Does what a key asks for once for each Idempotency-Key, which counts for a day: the same request again gets the first
 * answer. What ended half-way is done again: every route that a key may change something by bears that by itself
 * (`idempotency` of the route).
 * @throws Failure 'conflict' for another request under the same key, and while the first one is under way; whatever
 * `work` throws, and then the key is free again
 */
export function makeOnce(db: Database, clock: Clock): Once {
  return async ({ caller, routeId, idempotencyKey, input }, work): Promise<Answered> => {
    const { merchantId, key } = caller;
    if (merchantId === null || !key) throw new Error('no key of a merchant asked');
    const hash = createHash('sha256')
      .update(JSON.stringify([routeId, input]))
      .digest();
    const asked: Asked = { merchantId, keyId: key.id, idempotencyKey, route: routeId, hash };
    const at = clock.now();
    const isFirst = await inPlatform(db, (tx) => begin(tx, asked, at, new Date(at.getTime() - staleMs)));
    if (!isFirst) return firstAnswer(db, asked);
    try {
      const answered = await work();
      await inPlatform(db, (tx) => keepAnswer(tx, asked, answered.status, answered.text));
      return answered;
    } catch (error) {
      await inPlatform(db, (tx) => forget(tx, asked));
      throw error;
    }
  };
}

async function firstAnswer(db: Database, asked: Asked): Promise<Answered> {
  const known = await inPlatform(db, (tx) => selectKnown(tx, asked));
  if (known && (known.route !== asked.route || !known.hash.equals(asked.hash))) {
    throw new Failure('conflict', 'This Idempotency-Key was used for another request.');
  }
  if (!known || known.status === null) {
    throw new Failure('conflict', 'The first request with this Idempotency-Key is under way. Ask again.');
  }
  return { status: known.status, text: known.answer ?? '' };
}

/** Forgets what nobody sends again. */
export async function forgetOldRequests(db: Database, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - idempotencyHours * 3_600_000);
  await inPlatform(db, (tx) => deleteOld(tx, before));
}
