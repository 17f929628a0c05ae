import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

export type ChallengePurpose = 'ADD' | 'SIGN_IN' | 'SECOND_FACTOR' | 'FRESH_SIGN_IN';

export interface NewPasskeyChallenge {
  challengeHash: Buffer;
  purpose: ChallengePurpose;
  /** Null where nobody is known: a sign-in. */
  userId: string | null;
  boundTo: Buffer | null;
  at: Date;
  expiresAt: Date;
}

export async function insertPasskeyChallenge(db: Database, row: NewPasskeyChallenge): Promise<void> {
  await platformRows(
    db,
    `INSERT INTO passkey_challenges (challenge_hash, purpose, user_id, bound_to, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [row.challengeHash, row.purpose, row.userId, row.boundTo, row.at, row.expiresAt],
  );
}

/**
 * Spends a challenge and answers whom it was made for; null where it is none, of another purpose, session or one-time
 * code, expired or spent. One statement of its own, so that of two answers at once one is looked at.
 */
export async function spendPasskeyChallenge(
  db: Database,
  asked: { challengeHash: Buffer; purpose: ChallengePurpose; boundTo: Buffer | null; at: Date },
): Promise<{ userId: string | null } | null> {
  const rows = await platformRows<{ userId: string | null }>(
    db,
    `UPDATE passkey_challenges SET used_at = $4
     WHERE challenge_hash = $1 AND purpose = $2 AND bound_to IS NOT DISTINCT FROM $3::bytea
       AND used_at IS NULL AND expires_at > $4
     RETURNING user_id::text AS "userId"`,
    [asked.challengeHash, asked.purpose, asked.boundTo, asked.at],
  );
  return rows[0] ?? null;
}

export const deleteOldPasskeyChallenges = (tx: Tx, before: Date): Promise<number> =>
  tx.change('DELETE FROM passkey_challenges WHERE expires_at < $1', [before]);
