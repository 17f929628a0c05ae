import type { BankFileState } from '@mizan/contract/reconciliation.ts';
import type { Tx } from '../../platform/database/database.ts';

/** What the daily letters have said of files, and what they have to say. */

export interface ToldFile {
  bankFileId: string;
  state: BankFileState;
  /** The number of its newest verdict; 0 where it has none. */
  seq: number;
}

export interface FileToTell extends ToldFile {
  /** Whether no letter has told of it, or none of a verdict that it has now. */
  isNew: boolean;
}

/**
 * Files that came, were judged otherwise or were refused since they were told last, and all that are under way or wait
 * for a person; the oldest first.
 */
export const selectFilesToTell = (tx: Tx, limit: number): Promise<FileToTell[]> =>
  tx.rows<FileToTell>(
    `SELECT f.id::text AS "bankFileId", f.state, coalesce(v.seq, 0) AS seq,
            t.state IS NULL OR (t.seq = 0 AND f.state = 'DONE') AS "isNew"
       FROM bank_files f
       LEFT JOIN (SELECT bank_file_id, max(seq) AS seq FROM bank_file_verdicts WHERE merchant_id = tenant_id()
                   GROUP BY bank_file_id) v ON v.bank_file_id = f.id
       LEFT JOIN bank_files_told t ON t.merchant_id = tenant_id() AND t.bank_file_id = f.id
      WHERE f.merchant_id = tenant_id()
        AND (f.state IN ('RECEIVED', 'READING', 'MATCHING', 'WAITING_LAYOUT')
             OR (f.state = 'DONE'
                 AND (t.seq IS NULL OR coalesce(v.seq, 0) > t.seq OR t.state <> 'DONE' OR f.rejudge_cause IS NOT NULL))
             OR (f.state = 'REFUSED' AND t.state IS DISTINCT FROM 'REFUSED'))
      ORDER BY f.created_at, f.id LIMIT $1`,
    [limit],
  );

/** As the platform, in the transaction that writes the mails. */
export const upsertTold = (tx: Tx, merchantId: string, files: readonly ToldFile[]): Promise<number> =>
  tx.change(
    `INSERT INTO bank_files_told (merchant_id, bank_file_id, state, seq)
     SELECT $1::bigint, f.id, f.state, f.seq
       FROM unnest($2::bigint[], $3::text[], $4::bigint[]) AS f (id, state, seq)
     ON CONFLICT (merchant_id, bank_file_id) DO UPDATE SET state = excluded.state, seq = excluded.seq`,
    [
      merchantId,
      files.map(({ bankFileId }) => bankFileId),
      files.map(({ state }) => state),
      files.map(({ seq }) => seq),
    ],
  );

/** Everything that there is as told. */
export const tellAll = (tx: Tx): Promise<number> =>
  tx.change(
    `INSERT INTO bank_files_told (merchant_id, bank_file_id, state, seq)
     SELECT tenant_id(), f.id, f.state, coalesce(v.seq, 0)
       FROM bank_files f
       LEFT JOIN (SELECT bank_file_id, max(seq) AS seq FROM bank_file_verdicts WHERE merchant_id = tenant_id()
                   GROUP BY bank_file_id) v ON v.bank_file_id = f.id
      WHERE f.merchant_id = tenant_id()
     ON CONFLICT (merchant_id, bank_file_id) DO UPDATE SET state = excluded.state, seq = excluded.seq`,
    [],
  );
