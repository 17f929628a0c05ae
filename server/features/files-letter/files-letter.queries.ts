import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

/** The daily time of the e-mail about bank files, its recipients, and the letters that were written. */

export interface LetterTime {
  atTime: string;
  nextAt: Date;
}

export const selectTime = (tx: Tx): Promise<LetterTime | null> =>
  tx.row<LetterTime>(
    `SELECT at_time AS "atTime", next_at AS "nextAt" FROM files_letter_times
      WHERE merchant_id = tenant_id() AND at_time IS NOT NULL`,
    [],
  );

export const upsertTime = (tx: Tx, { atTime, nextAt }: LetterTime): Promise<number> =>
  tx.change(
    `INSERT INTO files_letter_times (merchant_id, at_time, next_at) VALUES (tenant_id(), $1, $2)
     ON CONFLICT (merchant_id) DO UPDATE SET at_time = excluded.at_time, next_at = excluded.next_at`,
    [atTime, nextAt],
  );

export const clearTime = (tx: Tx): Promise<number> =>
  tx.change(
    'UPDATE files_letter_times SET at_time = NULL, next_at = NULL WHERE merchant_id = tenant_id()',
    [],
  );

/** Who is written to, by user. */
export const selectRecipients = async (tx: Tx): Promise<string[]> =>
  (
    await tx.row<{ ids: string[] }>(
      'SELECT recipient_ids::text[] AS ids FROM files_letter_times WHERE merchant_id = tenant_id()',
      [],
    )
  )?.ids ?? [];

export const upsertRecipients = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.change(
    `INSERT INTO files_letter_times (merchant_id, recipient_ids) VALUES (tenant_id(), $1::bigint[])
     ON CONFLICT (merchant_id) DO UPDATE SET recipient_ids = excluded.recipient_ids`,
    [ids],
  );

/** As the platform: merchants whose time has come, the longest due first. */
export const selectDueMerchants = (
  db: Database,
  now: Date,
  limit: number,
): Promise<{ merchantId: string }[]> =>
  platformRows(
    db,
    `SELECT merchant_id::text AS "merchantId" FROM files_letter_times WHERE next_at <= $1 ORDER BY next_at LIMIT $2`,
    [now, limit],
  );

/** As the platform, locked until the transaction ends; null where it is not due any more, or another process has it in hand. */
export const lockDue = (tx: Tx, merchantId: string, now: Date): Promise<LetterTime | null> =>
  tx.row<LetterTime>(
    `SELECT at_time AS "atTime", next_at AS "nextAt" FROM files_letter_times
      WHERE merchant_id = $1 AND next_at <= $2 FOR UPDATE SKIP LOCKED`,
    [merchantId, now],
  );

export const setNext = (tx: Tx, merchantId: string, nextAt: Date): Promise<number> =>
  tx.change('UPDATE files_letter_times SET next_at = $2 WHERE merchant_id = $1', [merchantId, nextAt]);

export const insertLetter = (
  tx: Tx,
  { merchantId, runAt, writtenAt }: { merchantId: string; runAt: Date; writtenAt: Date },
): Promise<number> =>
  tx.change(
    `INSERT INTO files_letters (merchant_id, run_at, written_at) VALUES ($1, $2, $3)
     ON CONFLICT (merchant_id, run_at) DO NOTHING`,
    [merchantId, runAt, writtenAt],
  );

export const selectNewestLetter = (tx: Tx): Promise<{ runAt: Date; writtenAt: Date } | null> =>
  tx.row(
    `SELECT run_at AS "runAt", written_at AS "writtenAt" FROM files_letters
      WHERE merchant_id = tenant_id() ORDER BY run_at DESC LIMIT 1`,
    [],
  );
