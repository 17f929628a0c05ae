import { addDays, daysBetween, riyadhDay, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import {
  type IntegratorKey,
  keyDaysMax,
  keysMax,
  type makeKey as makeRoute,
} from '@mizan/contract/integrator-keys.ts';
import { teamRoleOf } from '@mizan/contract/rights.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member, Principal } from '../../platform/http/call.ts';
import { hashToken, isToken, newToken } from '../../platform/sessions/secret-token.ts';
import { lockUser } from '../users/users.service.ts';
import { countKeys, findLiving, insertKey, type KeyRow, revoke, selectKeys } from './keys.queries.ts';

interface KeyDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/** What keys begin with, so that one is never taken for a session, and is known where it was left lying. */
const prefixes = { live: 'mzk_', test: 'mzt_' } as const;
const prefixOf = (isTest: boolean): string => (isTest ? prefixes.test : prefixes.live);
/** Of its 256 bits so few characters tell nothing of the others. */
const shownChars = 4;
const touchEveryMs = 60_000;

const shown = (row: KeyRow): IntegratorKey => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

export async function keysOf({ db }: KeyDeps, { merchantId }: Member): Promise<{ rows: IntegratorKey[] }> {
  return { rows: (await selectKeys(db, merchantId, keysMax)).map(shown) };
}

/** Makes a key; only its hash is kept. @throws Failure 'badRequest' for a day that is over or too far away, 'conflict' where there are too many */
export async function makeKey(
  { db, clock }: KeyDeps,
  member: Member,
  { name, scopes, lastDay, isTest }: RouteInput<typeof makeRoute>['body'],
): Promise<RouteOutput<typeof makeRoute>> {
  const at = clock.now();
  const daysAhead = daysBetween(riyadhDay(at), lastDay);
  if (daysAhead < 0 || daysAhead > keyDaysMax) {
    throw new Failure('badRequest', `The last day is today or one of the ${keyDaysMax} after it.`);
  }
  const { merchantId, userId, fullName } = member;
  const keyPrefix = prefixOf(isTest);
  const key = keyPrefix + newToken();
  const beginning = key.slice(0, keyPrefix.length + shownChars);
  const expiresAt = startOfRiyadhDay(addDays(lastDay, 1));
  const id = await inPlatform(db, async (tx) => {
    await lockUser(tx, userId);
    if ((await countKeys(tx, merchantId)) >= keysMax) {
      throw new Failure('conflict', 'Revoke a key that is not used any more before you make another.');
    }
    const row = { merchantId, madeBy: userId, name, beginning, scopes, isTest, at, expiresAt };
    const made = await insertKey(tx, { ...row, keyHash: hashToken(key) });
    const about = { type: 'merchant', id: merchantId } as const;
    const params = { name, beginning, scopes: scopes.join(' '), lastDay };
    await happened(tx, member, { fact: 'integrator.keyMade', at, about, params });
    return made;
  });
  const row = { id, name, beginning, scopes, isTest, madeByName: fullName, createdAt: at, expiresAt };
  return { ...shown({ ...row, isStopped: false, lastUsedAt: null }), key };
}

/** @throws Failure 'notFound' */
export async function revokeKey(
  { db, clock }: KeyDeps,
  member: Member,
  id: string,
): Promise<{ revoked: true }> {
  const at = clock.now();
  await inPlatform(db, async (tx) => {
    const revoked = await revoke(tx, member.merchantId, id, at);
    if (!revoked) throw notFound();
    const about = { type: 'merchant', id: member.merchantId } as const;
    await happened(tx, member, { fact: 'integrator.keyRevoked', at, about, params: revoked });
  });
  return { revoked: true };
}

/** Who a key speaks for at this moment, by its own name; null where it is none, or counts no more. */
export async function authenticateKey(db: Database, clock: Clock, token: string): Promise<Principal | null> {
  const prefix = Object.values(prefixes).find((each) => token.startsWith(each));
  if (prefix === undefined || !isToken(token.slice(prefix.length))) return null;
  const at = clock.now();
  const found = await findLiving(db, hashToken(token), at, new Date(at.getTime() - touchEveryMs));
  // What a person reads off a key is what it is.
  if (!found || prefixOf(found.isTest) !== prefix) return null;
  const { id, name, scopes, isTest, createdAt, ...who } = found;
  return {
    ...who,
    role: 'MERCHANT',
    teamRole: teamRoleOf('MERCHANT'),
    branchId: null,
    terminalId: null,
    email: null,
    fullName: name,
    authenticatedAt: createdAt,
    sessionId: `key ${id}`,
    through: 'key',
    key: { id, scopes, isTest },
  };
}
