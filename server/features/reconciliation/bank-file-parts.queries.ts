import type { BankFileResult } from '@mizan/contract/reconciliation.ts';
import type { SchemeName } from '@mizan/contract/reconciliation-terms.ts';
import type { Tx } from '../../platform/database/database.ts';

/** What the files of a layout hold, and what the other files of it that were judged say of their coverage. */

interface PartRecord {
  id: string;
  bankId: number;
  tids: string[] | null;
  schemes: SchemeName[] | null;
  openingMs: number;
  closingMinute: number | null;
}

/** The confirmed parts of the layout that a file was read by. */
export const selectParts = (tx: Tx, bankFileId: string): Promise<PartRecord[]> =>
  tx.rows<PartRecord>(
    `SELECT p.id::text, p.bank_id::float8 AS "bankId", p.tids, p.schemes,
            round(date_part('epoch', p.opens_at) * 1000) AS "openingMs", p.closes_minute AS "closingMinute"
       FROM bank_files f
       JOIN bank_layouts l ON l.merchant_id = f.merchant_id AND l.layout = f.layout AND l.bank_name = f.bank_name
       JOIN bank_layout_parts p ON p.merchant_id = f.merchant_id AND p.layout_id = l.id
      WHERE f.merchant_id = tenant_id() AND f.id = $1
      ORDER BY p.id`,
    [bankFileId],
  );

export interface PartFileRecord {
  bankFileId: string;
  partId: string | null;
  newestLineMs: number;
  coverage: NonNullable<BankFileResult['coverage']> | null;
}

/** A year of daily files: what is older says nothing of the edges of a new one. */
const partFilesMax = 400;

/**
 * Judged files beside one, the newest lines first: those of parts or, where there are none, those of the same bank's
 * name that are of no part either. Served by bank_files_by_part.
 */
export const selectPartFiles = (
  tx: Tx,
  bankFileId: string,
  partIds: readonly string[],
): Promise<PartFileRecord[]> =>
  tx.rows<PartFileRecord>(
    `SELECT f.id::text AS "bankFileId", f.part_id::text AS "partId",
            round(date_part('epoch', f.newest_line_at) * 1000) AS "newestLineMs",
            f.summary -> 'coverage' AS coverage
       FROM bank_files own
       JOIN bank_files f ON f.merchant_id = own.merchant_id AND f.id <> own.id
      WHERE own.merchant_id = tenant_id() AND own.id = $1 AND f.state = 'DONE' AND f.newest_line_at IS NOT NULL
        AND CASE WHEN cardinality($2::bigint[]) > 0 THEN f.part_id = ANY ($2::bigint[])
                 ELSE f.part_id IS NULL AND f.bank_name = own.bank_name END
      ORDER BY f.newest_line_at DESC
      LIMIT ${partFilesMax}`,
    [bankFileId, partIds],
  );
