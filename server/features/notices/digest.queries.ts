import type { Tx } from '../../platform/database/database.ts';
import type { ReadNotice } from './notices.queries.ts';

export interface MailReader {
  userId: string;
  merchantId: string;
  email: string;
}

const chosen = `coalesce(p.mail_notices, '{SIL,UNB,OVD}')`;

/** People with a verified e-mail and a notice of theirs that is to be mailed, who were written to before `mailedBefore` or never. */
export const selectReaders = (
  tx: Tx,
  { since, mailedBefore, limit }: { since: Date; mailedBefore: Date; limit: number },
): Promise<MailReader[]> =>
  tx.rows<MailReader>(
    `SELECT u.id::text AS "userId", u.merchant_id::text AS "merchantId", u.email
       FROM users u
       JOIN merchants m ON m.id = u.merchant_id AND m.status = 'ACTIVE'
       JOIN notice_counters c ON c.merchant_id = u.merchant_id
       LEFT JOIN notice_places n ON n.merchant_id = c.merchant_id AND n.user_id = u.id
       LEFT JOIN user_preferences p ON p.user_id = u.id
      WHERE u.role = 'MERCHANT' AND u.status = 'ACTIVE' AND u.email IS NOT NULL AND u.email_verified_at IS NOT NULL
        AND c.newest_seq > coalesce(n.mailed_seq, 0) AND (n.mailed_at IS NULL OR n.mailed_at <= $2)
        AND EXISTS (SELECT 1 FROM notices o
                     WHERE o.merchant_id = c.merchant_id AND o.audience_id = CASE WHEN u.team_role = 'branchManager' THEN u.id ELSE 0 END
                       AND o.seq > coalesce(n.mailed_seq, 0) AND o.at > $1 AND o.type = ANY(${chosen}))
      ORDER BY u.id LIMIT $3`,
    [since, mailedBefore, limit],
  );

/** How far somebody was written to, their row locked; null where they were written to after `mailedBefore`. */
export async function lockMailPlace(
  tx: Tx,
  { merchantId, userId }: MailReader,
  mailedBefore: Date,
): Promise<number | null> {
  await tx.change(`INSERT INTO notice_places (merchant_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [
    merchantId,
    userId,
  ]);
  const row = await tx.row<{ place: number }>(
    `SELECT mailed_seq AS place FROM notice_places
      WHERE merchant_id = $1 AND user_id = $2 AND (mailed_at IS NULL OR mailed_at <= $3) FOR UPDATE`,
    [merchantId, userId, mailedBefore],
  );
  return row?.place ?? null;
}

/** What goes into the mail: the kinds that this person chose, oldest first. */
export const selectForMail = (
  tx: Tx,
  { merchantId, userId }: MailReader,
  { after, since }: { after: number; since: Date },
): Promise<ReadNotice[]> =>
  tx.rows<ReadNotice>(
    `SELECT o.seq, o.type, o.about, o.amount_minor AS "amountMinor", o.count, o.at
       FROM notices o JOIN users u ON u.id = $2 LEFT JOIN user_preferences p ON p.user_id = u.id
      WHERE o.merchant_id = $1 AND o.audience_id = CASE WHEN u.team_role = 'branchManager' THEN u.id ELSE 0 END AND o.seq > $3 AND o.at > $4 AND o.type = ANY(${chosen})
      ORDER BY o.seq`,
    [merchantId, userId, after, since],
  );

export const moveMailPlace = (
  tx: Tx,
  { merchantId, userId }: MailReader,
  upTo: number,
  at: Date,
): Promise<number> =>
  tx.change(
    'UPDATE notice_places SET mailed_seq = $3, mailed_at = $4 WHERE merchant_id = $1 AND user_id = $2',
    [merchantId, userId, upTo, at],
  );
