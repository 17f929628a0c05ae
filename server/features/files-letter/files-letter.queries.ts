import type { Tx } from '../../platform/database/database.ts';

/** The letters about bank files that were written. */

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
