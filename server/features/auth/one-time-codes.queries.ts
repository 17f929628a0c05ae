import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

export interface ChallengeRow {
  userId: string;
  tries: number;
  sends: number;
  sentAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
  codeHash: Buffer;
  deviceHash: Buffer | null;
}

const columns = `user_id::text AS "userId", tries, sends, sent_at AS "sentAt", expires_at AS "expiresAt",
  used_at AS "usedAt", code_hash AS "codeHash", device_hash AS "deviceHash"`;

/** As the platform: whoever answers a challenge is not signed in yet. */
export async function findChallenge(db: Database, tokenHash: Buffer): Promise<ChallengeRow | null> {
  const text = `SELECT ${columns} FROM otp_challenges WHERE token_hash = $1`;
  return (await platformRows<ChallengeRow>(db, text, [tokenHash]))[0] ?? null;
}

export async function insertChallenge(
  tx: Tx,
  row: {
    tokenHash: Buffer;
    userId: string;
    codeHash: Buffer;
    deviceHash: Buffer;
    sentAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await tx.change(
    `INSERT INTO otp_challenges (token_hash, user_id, code_hash, device_hash, sent_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [row.tokenHash, row.userId, row.codeHash, row.deviceHash, row.sentAt, row.expiresAt],
  );
}

/** Spends one of a challenge's tries and holds its row until the transaction's end; null where none is left. */
export const takeTry = (
  tx: Tx,
  tokenHash: Buffer,
  at: Date,
  mostTries: number,
): Promise<ChallengeRow | null> =>
  tx.row<ChallengeRow>(
    `UPDATE otp_challenges SET tries = tries + 1
     WHERE token_hash = $1 AND used_at IS NULL AND expires_at > $2 AND tries < $3
     RETURNING ${columns}`,
    [tokenHash, at, mostTries],
  );

export async function markUsed(tx: Tx, tokenHash: Buffer, at: Date): Promise<void> {
  await tx.change('UPDATE otp_challenges SET used_at = $2 WHERE token_hash = $1', [tokenHash, at]);
}

/** Puts a new code in the place of the old one, where a send is left and the last one is not too recent. */
export const replaceCode = async (
  tx: Tx,
  code: {
    tokenHash: Buffer;
    codeHash: Buffer;
    at: Date;
    expiresAt: Date;
    sentBefore: Date;
    mostSends: number;
    mostTries: number;
  },
): Promise<boolean> =>
  (await tx.change(
    `UPDATE otp_challenges SET code_hash = $2, sends = sends + 1, sent_at = $3, expires_at = $4
     WHERE token_hash = $1 AND used_at IS NULL AND sends < $6 AND tries < $7 AND sent_at <= $5`,
    [code.tokenHash, code.codeHash, code.at, code.expiresAt, code.sentBefore, code.mostSends, code.mostTries],
  )) === 1;

/** Voids what is still open, because the password that began it was changed. */
export const voidChallengesOf = (tx: Tx, userId: string, at: Date): Promise<number> =>
  tx.change('UPDATE otp_challenges SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL', [userId, at]);

export const deleteOldChallenges = (tx: Tx, before: Date): Promise<number> =>
  tx.change('DELETE FROM otp_challenges WHERE expires_at < $1', [before]);
