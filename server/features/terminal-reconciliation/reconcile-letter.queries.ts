import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

/** The e-mails after the daily time: one a merchant and moment, written once. */

export const insertLetter = (
  tx: Tx,
  { runAt, dueAt, terminalIds }: { runAt: Date; dueAt: Date; terminalIds: readonly string[] },
): Promise<number> =>
  tx.change(
    `INSERT INTO reconcile_letters (merchant_id, run_at, due_at, terminal_ids) VALUES (tenant_id(), $1, $2, $3::bigint[])
     ON CONFLICT (merchant_id, run_at) DO NOTHING`,
    [runAt, dueAt, terminalIds],
  );

export interface WaitingLetter {
  merchantId: string;
  runAt: Date;
  dueAt: Date;
  /** Those that were asked; null: all of them. */
  terminalIds: string[] | null;
}

/** As the platform: letters that are not written yet, the longest due first. */
export const selectWaitingLetters = (db: Database, limit: number): Promise<WaitingLetter[]> =>
  platformRows<WaitingLetter>(
    db,
    `SELECT merchant_id::text AS "merchantId", run_at AS "runAt", due_at AS "dueAt",
            terminal_ids::text[] AS "terminalIds" FROM reconcile_letters
      WHERE due_at IS NOT NULL ORDER BY due_at LIMIT $1`,
    [limit],
  );

/** As the platform, in the transaction that writes the mails; false where another process has written them. */
export const markWritten = async (
  tx: Tx,
  { merchantId, runAt }: Pick<WaitingLetter, 'merchantId' | 'runAt'>,
  at: Date,
): Promise<boolean> =>
  (await tx.change(
    `UPDATE reconcile_letters SET due_at = NULL, written_at = $3
      WHERE merchant_id = $1 AND run_at = $2 AND due_at IS NOT NULL`,
    [merchantId, runAt, at],
  )) === 1;

export const selectNewestLetter = (tx: Tx): Promise<{ runAt: Date; writtenAt: Date | null } | null> =>
  tx.row(
    `SELECT run_at AS "runAt", written_at AS "writtenAt" FROM reconcile_letters
      WHERE merchant_id = tenant_id() ORDER BY run_at DESC LIMIT 1`,
    [],
  );
