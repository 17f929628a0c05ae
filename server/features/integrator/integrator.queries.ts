import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';
import { isActiveOwner } from './made-by.queries.ts';

/** Credentials of integrations, as the platform: they are found by their name before the tenant is known. */

interface CredentialRow {
  id: string;
  name: string;
  username: string;
  madeByName: string;
  isStopped: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Those that count, newest first. */
export const selectCredentials = (
  db: Database,
  merchantId: string,
  limit: number,
): Promise<CredentialRow[]> =>
  platformRows<CredentialRow>(
    db,
    `SELECT c.id::text, c.name, c.username, u.full_name AS "madeByName",
            NOT (${isActiveOwner}) AS "isStopped", c.created_at AS "createdAt",
            c.last_used_at AS "lastUsedAt"
       FROM integrator_credentials c JOIN users u ON u.id = c.made_by
      WHERE c.merchant_id = $1 AND c.revoked_at IS NULL ORDER BY c.id DESC LIMIT $2`,
    [merchantId, limit],
  );

export async function countCredentials(tx: Tx, merchantId: string): Promise<number> {
  const row = await tx.row<{ count: number }>(
    'SELECT count(*) FROM integrator_credentials WHERE merchant_id = $1 AND revoked_at IS NULL',
    [merchantId],
  );
  return row?.count ?? 0;
}

export interface NewCredential {
  merchantId: string;
  madeBy: string;
  name: string;
  username: string;
  passwordHash: string;
  at: Date;
}

export async function insertCredential(tx: Tx, made: NewCredential): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO integrator_credentials (merchant_id, made_by, name, username, password_hash, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id::text`,
    [made.merchantId, made.madeBy, made.name, made.username, made.passwordHash, made.at],
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
): Promise<{ name: string; username: string } | null> =>
  tx.row(
    `UPDATE integrator_credentials SET revoked_at = $3
      WHERE merchant_id = $1 AND id = $2 AND revoked_at IS NULL RETURNING name, username`,
    [merchantId, id, at],
  );

interface FoundCredential {
  id: string;
  name: string;
  madeBy: string;
  passwordHash: string;
}

export async function findCredential(db: Database, username: string): Promise<FoundCredential | null> {
  const rows = await platformRows<FoundCredential>(
    db,
    `SELECT id::text, name, made_by::text AS "madeBy", password_hash AS "passwordHash" FROM integrator_credentials
      WHERE username = lower($1) AND revoked_at IS NULL`,
    [username],
  );
  return rows[0] ?? null;
}

/** False where it was revoked meanwhile; holds the row, so that a revocation waits and then ends what is opened now. */
export const noteUse = async (tx: Tx, id: string, at: Date): Promise<boolean> =>
  (await tx.change(
    'UPDATE integrator_credentials SET last_used_at = $2 WHERE id = $1 AND revoked_at IS NULL',
    [id, at],
  )) === 1;
