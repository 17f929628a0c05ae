import type { Scope } from '@mizan/contract/scopes.ts';
import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';
import { isActiveOwner } from './made-by.queries.ts';

/** Keys of integrations, as the platform: they are found before the tenant is known. */

export interface KeyRow {
  id: string;
  name: string;
  beginning: string;
  scopes: Scope[];
  isTest: boolean;
  madeByName: string;
  isStopped: boolean;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

export const selectKeys = (db: Database, merchantId: string, limit: number): Promise<KeyRow[]> =>
  platformRows<KeyRow>(
    db,
    `SELECT k.id::text, k.name, k.beginning, k.scopes, k.is_test AS "isTest", u.full_name AS "madeByName",
            NOT (${isActiveOwner}) AS "isStopped", k.created_at AS "createdAt",
            k.expires_at AS "expiresAt", k.last_used_at AS "lastUsedAt"
       FROM integrator_keys k JOIN users u ON u.id = k.made_by
      WHERE k.merchant_id = $1 AND k.revoked_at IS NULL ORDER BY k.id DESC LIMIT $2`,
    [merchantId, limit],
  );

export async function countKeys(tx: Tx, merchantId: string): Promise<number> {
  const row = await tx.row<{ count: number }>(
    'SELECT count(*) FROM integrator_keys WHERE merchant_id = $1 AND revoked_at IS NULL',
    [merchantId],
  );
  return row?.count ?? 0;
}

export interface NewKey {
  merchantId: string;
  madeBy: string;
  name: string;
  keyHash: Buffer;
  beginning: string;
  scopes: readonly Scope[];
  isTest: boolean;
  at: Date;
  expiresAt: Date;
}

export async function insertKey(tx: Tx, made: NewKey): Promise<string> {
  const { merchantId, madeBy, name, keyHash, beginning, at, expiresAt } = made;
  const row = await tx.row<{ id: string }>(
    `INSERT INTO integrator_keys (merchant_id, made_by, name, key_hash, beginning, scopes, created_at, expires_at, is_test)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id::text`,
    [merchantId, madeBy, name, keyHash, beginning, made.scopes, at, expiresAt, made.isTest],
  );
  if (!row) throw new Error('an INSERT returns its row');
  return row.id;
}

/** Null where the merchant has no such one that counts. */
export const revoke = (
  tx: Tx,
  merchantId: string,
  id: string,
  at: Date,
): Promise<{ name: string; beginning: string } | null> =>
  tx.row(
    `UPDATE integrator_keys SET revoked_at = $3
      WHERE merchant_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING name, beginning`,
    [merchantId, id, at],
  );

export interface LivingKey {
  id: string;
  name: string;
  scopes: Scope[];
  isTest: boolean;
  createdAt: Date;
  userId: string;
  merchantId: string;
  locale: 'en' | 'ar';
}

/**
 * The key of this hash, where it counts at $2: neither ended nor revoked, of an active merchant, made by an active
 * owner. Its use is written where the last one is not after `touchBefore`.
 */
export async function findLiving(
  db: Database,
  keyHash: Buffer,
  at: Date,
  touchBefore: Date,
): Promise<LivingKey | null> {
  const rows = await platformRows<LivingKey>(
    db,
    `WITH living AS (
       SELECT k.id, k.name, k.scopes, k.is_test, k.created_at, u.id AS user_id, k.merchant_id, u.locale
         FROM integrator_keys k
         JOIN users u ON u.id = k.made_by AND ${isActiveOwner}
         JOIN merchants m ON m.id = k.merchant_id AND m.id = u.merchant_id AND m.status = 'ACTIVE'
        WHERE k.key_hash = $1 AND k.revoked_at IS NULL AND k.expires_at > $2
     ), touched AS (
       UPDATE integrator_keys SET last_used_at = $2 FROM living
        WHERE integrator_keys.id = living.id
          AND (integrator_keys.last_used_at IS NULL OR integrator_keys.last_used_at <= $3)
     )
     SELECT id::text, name, scopes, is_test AS "isTest", created_at AS "createdAt", user_id::text AS "userId",
            merchant_id::text AS "merchantId", locale FROM living`,
    [keyHash, at, touchBefore],
  );
  return rows[0] ?? null;
}
