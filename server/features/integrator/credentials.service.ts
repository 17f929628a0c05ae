import { randomBytes } from 'node:crypto';
import {
  credentialsMax,
  type IntegratorCredential,
  type makeCredential as makeRoute,
} from '@mizan/contract/integrator.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { hashPassword } from '../../platform/sessions/passwords.ts';
import { newToken } from '../../platform/sessions/secret-token.ts';
import { endSessionsWith } from '../../platform/sessions/sessions.ts';
import { lockUser } from '../users/users.service.ts';
import { countCredentials, insertCredential, revoke, selectCredentials } from './integrator.queries.ts';

interface CredentialDeps {
  readonly db: Database;
  readonly clock: Clock;
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What the merchant's software may sign in with, newest first. */
export async function credentialsOf(
  { db }: CredentialDeps,
  { merchantId }: Member,
): Promise<{ rows: IntegratorCredential[] }> {
  const rows = await selectCredentials(db, merchantId, credentialsMax);
  return {
    rows: rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: iso(row.lastUsedAt),
    })),
  };
}

/** A colon stands in no username that a person may choose, so the two never meet. */
const newUsername = (): string => `api:${randomBytes(6).toString('hex')}`;

/** Makes one; its password is kept as a hash alone. @throws Failure 'conflict' where the merchant has as many as it may */
export async function makeCredential(
  { db, clock }: CredentialDeps,
  member: Member,
  { name }: { name: string },
): Promise<RouteOutput<typeof makeRoute>> {
  const { merchantId, userId } = member;
  const at = clock.now();
  const [username, password] = [newUsername(), newToken()];
  const passwordHash = await hashPassword(password);
  const id = await inPlatform(db, async (tx) => {
    await lockUser(tx, userId);
    if ((await countCredentials(tx, merchantId)) >= credentialsMax) {
      throw new Failure('conflict', 'Revoke one that is not used any more before you make another.');
    }
    const made = await insertCredential(tx, { merchantId, madeBy: userId, name, username, passwordHash, at });
    const about = { type: 'merchant', id: merchantId } as const;
    await happened(tx, member, { fact: 'integrator.credentialMade', at, about, params: { name, username } });
    return made;
  });
  const madeByName = member.fullName;
  return {
    id,
    name,
    username,
    password,
    madeByName,
    isStopped: false,
    createdAt: at.toISOString(),
    lastUsedAt: null,
  };
}

/** Revokes one and ends what was opened with it. @throws Failure 'notFound' */
export async function revokeCredential(
  { db, clock }: CredentialDeps,
  member: Member,
  id: string,
): Promise<{ revoked: true }> {
  const at = clock.now();
  await inPlatform(db, async (tx) => {
    const revoked = await revoke(tx, member.merchantId, id, at);
    if (!revoked) throw notFound();
    await endSessionsWith(tx, id, at);
    const about = { type: 'merchant', id: member.merchantId } as const;
    await happened(tx, member, { fact: 'integrator.credentialRevoked', at, about, params: revoked });
  });
  return { revoked: true };
}
