import type { JudgementCause } from '@mizan/contract/reconciliation.ts';
import type { Tx } from '../../platform/database/database.ts';
import { heldBy } from './held-payments.queries.ts';
import { formerClaims, isOfSameDay, marked, ofSamePart, placeOf } from './judged-again.queries.ts';
import { withoutLineIn } from './without-line.ts';

/**
 * Which payments a judged file names as missing or waiting decides which of them the files after it are to name. A file
 * that names others than before, because it was judged again, passes that on to the files of its part with newer lines.
 * It never goes back to older ones, so that no two files keep each other busy.
 */
const formerTable = 'former_names';

/**
 * The edges of a file as it was judged last: its newest line, the stretches that it says no file holds, its part, and where the
 * part opens where this file is its first one.
 */
export interface FormerEdges {
  newestLineAt: Date | null;
  withoutFile: string | null;
  partId: string | null;
  opensAt: string | null;
}

/** What a file named before it is judged again. Null where it is judged for the first time. */
export async function keepNamed(tx: Tx, bankFileId: string): Promise<FormerEdges | null> {
  await tx.change(`CREATE TEMPORARY TABLE ${formerTable} (transaction_id bigint) ON COMMIT DROP`);
  await tx.change(
    `INSERT INTO ${formerTable}
     SELECT transaction_id FROM bank_entries
      WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND ${withoutLineIn()}
        AND transaction_id IS NOT NULL`,
    [bankFileId],
  );
  return tx.row<FormerEdges>(
    `SELECT newest_line_at AS "newestLineAt", (summary -> 'coverage' -> 'withoutFile')::text AS "withoutFile",
            summary #>> '{coverage,partId}' AS "partId", summary #>> '{coverage,opensAt}' AS "opensAt"
       FROM bank_files WHERE merchant_id = tenant_id() AND id = $1 AND verdict IS NOT NULL`,
    [bankFileId],
  );
}

/** Marks the files after one where it names, ends or leaves out anything else than before; answers how many. */
export const passOn = (
  tx: Tx,
  bankFileId: string,
  former: FormerEdges,
  cause: JudgementCause,
): Promise<number> =>
  tx.change(
    `WITH named AS (
       SELECT transaction_id FROM bank_entries
        WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND ${withoutLineIn()}
          AND transaction_id IS NOT NULL
     ), changed AS (
       (SELECT transaction_id FROM named EXCEPT SELECT transaction_id FROM ${formerTable})
       UNION ALL
       (SELECT transaction_id FROM ${formerTable} EXCEPT SELECT transaction_id FROM named)
     )
     UPDATE bank_files f SET ${marked('$2')}
       FROM bank_files own
      WHERE f.merchant_id = tenant_id() AND own.merchant_id = tenant_id() AND own.id = $1 AND f.id <> $1
        AND f.state = 'DONE' AND (${ofSamePart('f')} OR f.part_id = $5::bigint)
        -- One that waits already reads what is there when its turn comes.
        AND f.rejudge_cause IS NULL AND (${placeOf('f')} > least(own.newest_line_at, $3::timestamptz) OR ${isOfSameDay})
        AND (EXISTS (SELECT 1 FROM changed) OR own.newest_line_at IS DISTINCT FROM $3::timestamptz
             OR (own.summary -> 'coverage' -> 'withoutFile') IS DISTINCT FROM $4::jsonb
             -- Where the part opens the files after its first one ask that one.
             OR own.summary #>> '{coverage,opensAt}' IS DISTINCT FROM $6)`,
    [
      bankFileId,
      JSON.stringify(cause),
      former.newestLineAt,
      former.withoutFile,
      former.partId,
      former.opensAt,
    ],
  );

/**
 * Marks files that name a payment as missing or waiting which this one holds now and did not hold before: it lets go of nothing
 * by that, so that none of them marks this one again. Answers how many.
 */
export const tellTaken = (tx: Tx, bankFileId: string, cause: JudgementCause): Promise<number> =>
  tx.change(
    // The table of this connection first and by itself: on several machines none of theirs is joined to it.
    `WITH former AS MATERIALIZED (SELECT transaction_id FROM ${formerClaims}), named AS MATERIALIZED (
       SELECT n.bank_file_id, n.transaction_id
         FROM bank_files o JOIN bank_entries n ON n.merchant_id = tenant_id() AND n.bank_file_id = o.id
        WHERE o.merchant_id = tenant_id() AND o.state = 'DONE' AND o.id <> $1 AND o.rejudge_cause IS NULL
          AND ${withoutLineIn('n.')}
          AND NOT EXISTS (SELECT 1 FROM former l WHERE l.transaction_id = n.transaction_id))
     UPDATE bank_files f SET ${marked('$2')}
      WHERE f.merchant_id = tenant_id() AND f.state = 'DONE' AND f.id IN (
        SELECT n.bank_file_id FROM named n JOIN ${heldBy('$1')} AS h ON h.transaction_id = n.transaction_id)`,
    [bankFileId, JSON.stringify(cause)],
  );
