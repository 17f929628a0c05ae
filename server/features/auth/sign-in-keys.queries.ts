import type { Tx } from '../../platform/database/database.ts';

export interface SignInKeyRow {
  publicPem: string;
  sealedPrivate: Buffer;
  createdAt: Date;
}

const columns = `public_pem AS "publicPem", sealed_private AS "sealedPrivate", created_at AS "createdAt"`;

/** Newest first, made after `since`. */
export const findKeys = (tx: Tx, since: Date): Promise<SignInKeyRow[]> =>
  tx.rows<SignInKeyRow>(
    `SELECT ${columns} FROM sign_in_keys WHERE created_at > $1 AND retired_at IS NULL ORDER BY created_at DESC`,
    [since],
  );

/** Takes turns with other processes that want to make a key, until the transaction's end. */
export async function lockKeys(tx: Tx): Promise<void> {
  await tx.rows(`SELECT pg_advisory_xact_lock(hashtext('mizan sign-in keys'))`);
}

export async function insertKey(tx: Tx, key: SignInKeyRow): Promise<void> {
  await tx.change('INSERT INTO sign_in_keys (public_pem, sealed_private, created_at) VALUES ($1, $2, $3)', [
    key.publicPem,
    key.sealedPrivate,
    key.createdAt,
  ]);
}

/** Keys that no sign-in can use any more. */
export const deleteOldKeys = (tx: Tx, before: Date): Promise<number> =>
  tx.change('DELETE FROM sign_in_keys WHERE created_at < $1', [before]);
