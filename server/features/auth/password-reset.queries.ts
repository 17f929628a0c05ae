import type { Tx } from '../../platform/database/database.ts';

export interface ResetReader {
  id: string;
  email: string;
  locale: 'en' | 'ar';
}

/** The active user of an e-mail. Cashiers have none: the owner resets their passwords. */
export const findReader = (tx: Tx, email: string): Promise<ResetReader | null> =>
  tx.row<ResetReader>(
    `SELECT id::text, email, locale FROM users WHERE lower(email) = lower($1) AND status = 'ACTIVE'`,
    [email],
  );

export async function insertResetLink(
  tx: Tx,
  link: { tokenHash: Buffer; userId: string; at: Date; expiresAt: Date },
): Promise<void> {
  await tx.change(
    `INSERT INTO mail_links (token_hash, user_id, purpose, created_at, expires_at)
     VALUES ($1, $2, 'RESET_PASSWORD', $3, $4)`,
    [link.tokenHash, link.userId, link.at, link.expiresAt],
  );
}

/** Whose password a link may still change; null where it is used, expired or unknown. */
export async function findResetUser(tx: Tx, tokenHash: Buffer, at: Date): Promise<string | null> {
  const row = await tx.row<{ userId: string }>(
    `SELECT user_id::text AS "userId" FROM mail_links
     WHERE token_hash = $1 AND purpose = 'RESET_PASSWORD' AND used_at IS NULL AND expires_at > $2`,
    [tokenHash, at],
  );
  return row?.userId ?? null;
}

/** Spends a link, and with it every other one of its user; false where somebody was faster. */
export async function spendResetLink(tx: Tx, tokenHash: Buffer, userId: string, at: Date): Promise<boolean> {
  const spent = await tx.change(
    `UPDATE mail_links SET used_at = $2
     WHERE token_hash = $1 AND purpose = 'RESET_PASSWORD' AND used_at IS NULL AND expires_at > $2`,
    [tokenHash, at],
  );
  if (spent === 0) return false;
  await tx.change(
    `UPDATE mail_links SET used_at = $2 WHERE user_id = $1 AND purpose = 'RESET_PASSWORD' AND used_at IS NULL`,
    [userId, at],
  );
  return true;
}

export async function storePassword(tx: Tx, userId: string, passwordHash: string): Promise<void> {
  await tx.change('UPDATE users SET password_hash = $2 WHERE id = $1', [userId, passwordHash]);
}

export const deleteOldLinks = (tx: Tx, before: Date): Promise<number> =>
  tx.change('DELETE FROM mail_links WHERE expires_at < $1', [before]);
