import { createHmac } from 'node:crypto';
import { idempotencyHours } from '@mizan/contract/integrator-keys.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Principal } from '../../platform/http/call.ts';
import type { Answered, Once } from '../../platform/http/register.ts';
import { type Asked, begin, deleteOld, forget, keepAnswer, selectKnown } from './once.queries.ts';

/** A request that was never answered is taken up again after this: its portal ended. */
const staleMs = 10 * 60_000;

/** No key has it: what signed in says who it is before its Idempotency-Key, where no space can stand. */
const ofNoKey = '0';

/**
 * Whose Idempotency-Key it is. What signed in is known by its credential or its cashier, so that a new token of the next
 * morning gets the answer of the one before.
 */
function nameOf(
  { key, credentialId, userId }: Principal,
  idempotencyKey: string,
): Pick<Asked, 'keyId' | 'idempotencyKey'> {
  if (key) return { keyId: key.id, idempotencyKey };
  const whose = credentialId === undefined ? `user:${userId}` : `credential:${credentialId}`;
  return { keyId: ofNoKey, idempotencyKey: `${whose} ${idempotencyKey}` };
}

/**
 * Does what software asks for once for each Idempotency-Key, which counts for a day: the same request again gets the first
 * answer. What ended half-way is done again: every route that software may change something by bears that by itself
 * (`idempotency` of the route).
 * @throws Failure 'conflict' for another request under the same key, and while the first one is under way; whatever
 * `work` throws, and then the key is free again
 */
export function makeOnce(db: Database, clock: Clock, secret: string): Once {
  return async ({ caller, routeId, idempotencyKey, input }, work): Promise<Answered> => {
    const { merchantId } = caller;
    if (merchantId === null) throw new Error('no software of a merchant asked');
    // With the secret of the portal: what is asked may hold a password, which a plain hash would let be guessed.
    const hash = createHmac('sha256', secret)
      .update(JSON.stringify([routeId, input]))
      .digest();
    const asked: Asked = { merchantId, ...nameOf(caller, idempotencyKey), route: routeId, hash };
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
