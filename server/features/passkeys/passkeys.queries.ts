import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

/**
 * As the platform: a passkey is found before anybody is signed in, and administrators have no tenant. Every statement
 * of the own account names the user whose session asks.
 */
export interface PasskeyRow {
  id: string;
  userId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  userHandle: Buffer;
  signCount: number;
  transports: string[];
  name: string;
  addedOn: Date;
  lastUsedAt: Date | null;
}

const columns = `id::text, user_id::text AS "userId", credential_id AS "credentialId", public_key AS "publicKey",
  user_handle AS "userHandle", sign_count AS "signCount", transports, name, created_at AS "addedOn",
  last_used_at AS "lastUsedAt"`;

export const listPasskeys = (db: Database, userId: string): Promise<PasskeyRow[]> =>
  platformRows<PasskeyRow>(
    db,
    `SELECT ${columns} FROM (SELECT *, passkeys.id AS place FROM passkeys) passkeys WHERE user_id = $1 ORDER BY created_at DESC, place DESC`,
    [userId],
  );

export async function findPasskey(db: Database, credentialId: Buffer): Promise<PasskeyRow | null> {
  const text = `SELECT ${columns} FROM passkeys WHERE credential_id = $1`;
  return (await platformRows<PasskeyRow>(db, text, [credentialId]))[0] ?? null;
}

/**
 * Notes that a passkey signed. False where it was removed meanwhile, or where it has signed as often as it says
 * already: then two copies of its key are about. One statement, so that of two answers with one count one is taken.
 */
export async function countSignature(
  db: Database,
  { id, signCount, at }: { id: string; signCount: number; at: Date },
): Promise<boolean> {
  const rows = await platformRows(
    db,
    `UPDATE passkeys SET sign_count = $2, last_used_at = $3
     WHERE id = $1 AND (sign_count < $2 OR (sign_count = 0 AND $2 = 0)) RETURNING id`,
    [id, signCount, at],
  );
  return rows.length === 1;
}

export async function ownsPasskey(tx: Tx, userId: string): Promise<boolean> {
  const text = 'SELECT EXISTS (SELECT 1 FROM passkeys WHERE user_id = $1) AS owns';
  return (await tx.row<{ owns: boolean }>(text, [userId]))?.owns ?? false;
}

export async function countPasskeys(tx: Tx, userId: string): Promise<number> {
  const text = 'SELECT count(*) AS count FROM passkeys WHERE user_id = $1';
  return (await tx.row<{ count: number }>(text, [userId]))?.count ?? 0;
}

export type NewPasskey = Omit<PasskeyRow, 'id' | 'addedOn' | 'lastUsedAt'> & { at: Date };

/** Answers its id; null where the credential is somebody's already. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<string | null> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO passkeys (user_id, credential_id, public_key, user_handle, sign_count, transports, name, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (credential_id) DO NOTHING RETURNING id::text`,
    [
      passkey.userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.userHandle,
      passkey.signCount,
      passkey.transports,
      passkey.name,
      passkey.at,
    ],
  );
  return row?.id ?? null;
}

/** Holds one of this user's passkeys and answers its name. */
export const lockPasskey = (tx: Tx, userId: string, id: string): Promise<{ name: string } | null> =>
  tx.row<{ name: string }>('SELECT name FROM passkeys WHERE user_id = $1 AND id = $2 FOR UPDATE', [
    userId,
    id,
  ]);

export const storeName = (tx: Tx, userId: string, id: string, name: string): Promise<number> =>
  tx.change('UPDATE passkeys SET name = $3 WHERE user_id = $1 AND id = $2', [userId, id, name]);

/** Answers the name of the one that is gone. */
export const deletePasskey = (tx: Tx, userId: string, id: string): Promise<{ name: string } | null> =>
  tx.row<{ name: string }>('DELETE FROM passkeys WHERE user_id = $1 AND id = $2 RETURNING name', [
    userId,
    id,
  ]);

export const deletePasskeysOf = (tx: Tx, userId: string): Promise<number> =>
  tx.change('DELETE FROM passkeys WHERE user_id = $1', [userId]);
