import type { Tx } from '../../platform/database/database.ts';
import { lockUser, type ProfileChange } from '../users/users.service.ts';

/** Links of mails: single use, 24 hours, of which only a hash is kept (rules D7). */
export type LinkPurpose = 'RESET_PASSWORD' | 'ACTIVATE_EMAIL' | 'UPDATE_PROFILE';

export interface NewLink {
  purpose: LinkPurpose;
  tokenHash: Buffer;
  userId: string;
  payload?: ProfileChange | undefined;
  /** The session that asked for it, where one did. */
  sessionId?: string | undefined;
  at: Date;
  expiresAt: Date;
}

export async function insertLink(tx: Tx, link: NewLink): Promise<void> {
  await tx.change(
    `INSERT INTO mail_links (token_hash, user_id, purpose, payload, session_id, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      link.tokenHash,
      link.userId,
      link.purpose,
      link.payload ?? null,
      link.sessionId ?? null,
      link.at,
      link.expiresAt,
    ],
  );
}

export interface OpenLink {
  userId: string;
  payload: ProfileChange | null;
  sessionId: string | null;
}

/** Whom a link may still change; null where it is used, expired, of another purpose or unknown. */
export const findLink = (
  tx: Tx,
  purpose: LinkPurpose,
  tokenHash: Buffer,
  at: Date,
): Promise<OpenLink | null> =>
  tx.row<OpenLink>(
    `SELECT user_id::text AS "userId", payload, session_id::text AS "sessionId" FROM mail_links
     WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3`,
    [tokenHash, purpose, at],
  );

/**
 * Spends a link, and with it every other one of its user and purpose; false where somebody was faster. The user's row
 * is taken first, as a change of the password takes it: two links of one person would wait for each other otherwise.
 */
export async function spendLink(
  tx: Tx,
  purpose: LinkPurpose,
  tokenHash: Buffer,
  userId: string,
  at: Date,
): Promise<boolean> {
  await lockUser(tx, userId);
  const spent = await tx.change(
    `UPDATE mail_links SET used_at = $3
     WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3`,
    [tokenHash, purpose, at],
  );
  if (spent === 0) return false;
  await spendLinksOf(tx, userId, purpose, at);
  return true;
}

/** Spends every open link of a user and purpose. */
export const spendLinksOf = (tx: Tx, userId: string, purpose: LinkPurpose, at: Date): Promise<number> =>
  tx.change('UPDATE mail_links SET used_at = $3 WHERE user_id = $1 AND purpose = $2 AND used_at IS NULL', [
    userId,
    purpose,
    at,
  ]);

export const deleteLinksOf = (tx: Tx, userId: string): Promise<number> =>
  tx.change('DELETE FROM mail_links WHERE user_id = $1', [userId]);

export const deleteLinksOfMany = (tx: Tx, userIds: readonly string[]): Promise<number> =>
  tx.change('DELETE FROM mail_links WHERE user_id = ANY($1::bigint[])', [userIds]);

export const deleteOldLinks = (tx: Tx, before: Date): Promise<number> =>
  tx.change('DELETE FROM mail_links WHERE expires_at < $1', [before]);
