import type { BellType } from '@mizan/contract/notices.ts';
import type { Tx } from '../database/database.ts';
import { withoutCopy } from '../database/without-copy.ts';

/** The next number of a merchant. Its row stays locked until the transaction is over. */
export async function drawNumber(tx: Tx, merchantId: string): Promise<number> {
  const row = await tx.row<{ drawn: number }>(
    `INSERT INTO notice_counters (merchant_id, newest_seq) VALUES ($1, 1)
     ON CONFLICT (merchant_id) DO UPDATE SET newest_seq = notice_counters.newest_seq + 1
     RETURNING newest_seq AS drawn`,
    [merchantId],
  );
  if (!row) throw new Error('no number was drawn for a notice');
  return row.drawn;
}

export interface NoticeRow {
  merchantId: string;
  seq: number;
  type: BellType;
  about: string;
  amountMinor: number | null;
  count: number | null;
  at: Date;
}

/** One row for those who run the merchant, and one for each of these cashiers and managers of the branch. */
export const insertNotice = (tx: Tx, notice: NoticeRow, cashierIds: readonly string[]): Promise<number> =>
  tx.change(
    `INSERT INTO notices (merchant_id, audience_id, seq, type, about, amount_minor, count, at)
     SELECT $1::bigint, audience.id, $3::bigint, $4, $5, $6::bigint, $7::integer, $8::timestamptz
       FROM unnest($2::bigint[]) AS audience (id)
     ${withoutCopy}`,
    [
      notice.merchantId,
      ['0', ...cashierIds],
      notice.seq,
      notice.type,
      notice.about,
      notice.amountMinor,
      notice.count,
      notice.at,
    ],
  );

/** Whether anybody of the merchant lets notices be sent to a device. */
export async function hasDevices(tx: Tx, merchantId: string): Promise<boolean> {
  const row = await tx.row<{ some: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM push_devices WHERE merchant_id = $1 AND removed_at IS NULL) AS "some"',
    [merchantId],
  );
  return row?.some ?? false;
}

/** As the platform, of all merchants: how many of that age there are. */
export const countOldNotices = async (tx: Tx, before: Date): Promise<number> =>
  (await tx.row<{ count: number }>('SELECT count(*) FROM notices WHERE at < $1', [before]))?.count ?? 0;

/** As the platform, of all merchants: the oldest first. Numbers stay as they are, and how far somebody has read. */
export const deleteOldNotices = (tx: Tx, before: Date, most: number): Promise<number> =>
  tx.change(
    `DELETE FROM notices WHERE (merchant_id, audience_id, seq) IN (
       SELECT merchant_id, audience_id, seq FROM notices WHERE at < $1 ORDER BY at LIMIT $2)`,
    [before, most],
  );
