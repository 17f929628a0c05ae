import type { Tx } from '../../platform/database/database.ts';
import { givePaymentsBack, heldBy } from './held-payments.queries.ts';
import { withoutLineIn } from './without-line.ts';

/**
 * Entries of one short transaction: their payments' rows are locked for some tenths of a second, no longer. It takes what
 * of a block lies beyond (at most 1,000) with it.
 */
const confirmationsAtOnce = 1_000;

/** The claims that this transaction works on, as the expectations take them. */
export const claimsTable = 'next_claims';
/** The temporary table that `confirmInRollups` reads: payments whose confirmation this transaction changed. */
export const changedTable = 'changed_confirmations';

export const makeTables = async (tx: Tx): Promise<void> => {
  await tx.change(`CREATE TEMPORARY TABLE ${claimsTable} (seq bigint, transaction_id bigint, bank_line bigint, line text)
       ON COMMIT DROP`);
  await tx.change(`CREATE TEMPORARY TABLE ${changedTable} (transaction_id bigint) ON COMMIT DROP`);
};

/** Shorter than PostgreSQL waits before it looks for a circle (deadlock_timeout, a second), and long beside a payment's transaction. */
const giveWayMs = 400;

/**
 * From here on the transaction ends with 55P03 where it waits for a row that long, and is made again by the runner. It locks
 * hundreds of payments, and a person or a terminal who holds one of them may wait for the next: it is never they who lose.
 */
export const giveWay = (tx: Tx): Promise<number> => tx.change(`SET LOCAL lock_timeout = '${giveWayMs}ms'`);

/** The next entries of a bank file that hold a payment; answers the last one's number, or null without any. */
export async function takeClaims(tx: Tx, bankFileId: string, after: number): Promise<number | null> {
  await makeTables(tx);
  const upTo = await selectNextEnd(tx, bankFileId, after);
  if (upTo === null) return null;
  await tx.change(
    `INSERT INTO ${claimsTable}
     SELECT seq, transaction_id, line, CASE WHEN outcome IN ('matched', 'rounding') THEN 'agreed' ELSE 'differs' END
       FROM ${heldBy('$1', { after: '$2', upTo: '$3' })} AS held ORDER BY seq`,
    [bankFileId, after, upTo],
  );
  return upTo;
}

/** The number up to which the next claims are taken: some behind the first one, and to the end of the block there. */
async function selectNextEnd(tx: Tx, bankFileId: string, after: number): Promise<number | null> {
  const row = await tx.row<{ upTo: number | null }>(
    `WITH next AS (
       SELECT least(
         (SELECT min(seq) FROM bank_entries
           WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND seq > $2 AND claims),
         (SELECT min(first_seq) FROM bank_entry_blocks
           WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND first_seq > $2 AND claims)) AS seq)
     SELECT coalesce(b.last_seq, next.seq + ${confirmationsAtOnce - 1}) AS "upTo"
       FROM next LEFT JOIN bank_entry_blocks b ON b.merchant_id = tenant_id() AND b.bank_file_id = $1
        AND b.first_seq <= next.seq + ${confirmationsAtOnce - 1} AND b.last_seq >= next.seq + ${confirmationsAtOnce - 1}`,
    [bankFileId, after],
  );
  return row?.upTo ?? null;
}

/** Marks the payments of the claims just taken as confirmed by the bank. */
export async function confirmTaken(tx: Tx, bankFileId: string, at: Date): Promise<void> {
  await tx.change(
    `WITH changed AS (
       UPDATE transactions t SET bank_confirmed_at = $1, bank_file_id = $2
         FROM ${claimsTable} c
        WHERE t.merchant_id = tenant_id() AND t.id = c.transaction_id AND t.bank_confirmed_at IS NULL
        RETURNING t.id)
     INSERT INTO ${changedTable} SELECT id FROM changed`,
    [at, bankFileId],
  );
}

/**
 * Of the claims just taken: payments under review that a line pays to the halala. Few, where there are any: read
 * before anything of them is changed.
 */
export const selectProven = (tx: Tx, bankFileId: string): Promise<{ id: string }[]> =>
  tx.rows<{ id: string }>(
    `SELECT t.id::text
       FROM ${claimsTable} c
       LEFT JOIN bank_entries e ON e.merchant_id = tenant_id() AND e.bank_file_id = $1 AND e.seq = c.seq
       JOIN transactions t ON t.merchant_id = tenant_id() AND t.id = c.transaction_id
      -- What stands in a block is paid to the halala.
      WHERE t.under_review AND (e.seq IS NULL OR abs(e.bank_minor) = t.amount_minor)
      ORDER BY t.id`,
    [bankFileId],
  );

/** Of the claims just taken: payments of which this bank file decided a review. */
export const selectDecided = (tx: Tx, bankFileId: string): Promise<{ id: string }[]> =>
  tx.rows<{ id: string }>(
    `SELECT DISTINCT r.transaction_id AS number, r.transaction_id::text AS id
       FROM reviews r JOIN ${claimsTable} c ON c.transaction_id = r.transaction_id
      WHERE r.merchant_id = tenant_id() AND r.decided_by_bank_file = $1
      ORDER BY number`,
    [bankFileId],
  );

/**
 * Opens the payments of the claims just taken again; also one that stood as confirmed before a file named it, as the demo's do:
 * its expectation was the file's, and without it nothing pays what the mark says.
 */
export const unmarkTaken = (tx: Tx, bankFileId: string): Promise<number> =>
  tx.change(
    `WITH changed AS (
       UPDATE transactions t SET bank_confirmed_at = NULL, bank_file_id = NULL
         FROM ${claimsTable} c
        WHERE t.merchant_id = tenant_id() AND t.id = c.transaction_id AND t.bank_confirmed_at IS NOT NULL
          AND (t.bank_file_id = $1 OR t.bank_file_id IS NULL)
        RETURNING t.id)
     INSERT INTO ${changedTable} SELECT id FROM changed`,
    [bankFileId],
  );

/** The same, and releases the claims. */
export async function unconfirmTaken(
  tx: Tx,
  bankFileId: string,
  span: { after: number; upTo: number },
): Promise<void> {
  await unmarkTaken(tx, bankFileId);
  await givePaymentsBack(tx, bankFileId, span);
  const values = [bankFileId, span.after, span.upTo];
  await tx.change(
    `UPDATE bank_entries SET claims = false
      WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND seq > $2 AND seq <= $3 AND claims`,
    values,
  );
  await tx.change(
    `UPDATE bank_entry_blocks SET claims = false
      WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND first_seq > $2 AND last_seq <= $3 AND claims`,
    values,
  );
}

/**
 * Opens payments that a file covers without a line, or says to be without a file, and that stood as confirmed by no file's word, as
 * the demo's do: what a bank says of its payments goes before that. Where nothing is left to claim, so that the table of claims is
 * empty; afterwards it has these payments.
 */
export async function unmarkMissing(tx: Tx, bankFileId: string): Promise<void> {
  await tx.change(
    `INSERT INTO ${claimsTable}
     SELECT seq, transaction_id, NULL, NULL FROM bank_entries
      WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND ${withoutLineIn()}
        AND transaction_id IS NOT NULL`,
    [bankFileId],
  );
  const lost = await selectLost(tx, bankFileId);
  if (lost.length > 0)
    await tx.change(
      `INSERT INTO ${claimsTable} SELECT NULL, id, NULL, NULL FROM unnest($1::bigint[]) AS lost (id)`,
      [lost.map(({ id }) => id)],
    );
  await tx.change(
    `WITH changed AS (
       UPDATE transactions t SET bank_confirmed_at = NULL
         FROM ${claimsTable} c
        WHERE t.merchant_id = tenant_id() AND t.id = c.transaction_id AND t.bank_confirmed_at IS NOT NULL
          AND t.bank_file_id IS NULL
        RETURNING t.id)
     INSERT INTO ${changedTable} SELECT id FROM changed`,
  );
}

/** Payments of terminals and times that this file says to be without a file, and that no file's word confirms. Few files say so. */
async function selectLost(tx: Tx, bankFileId: string): Promise<{ id: string }[]> {
  const file = await tx.row<{ spans: string | null }>(
    `SELECT (summary #> '{coverage,withoutFile}')::text AS spans FROM bank_files WHERE merchant_id = tenant_id() AND id = $1`,
    [bankFileId],
  );
  if (!file?.spans || file.spans === '[]') return [];
  return tx.rows<{ id: string }>(
    `SELECT DISTINCT e.transaction_id::text AS id
       FROM transactions t
       JOIN json_to_recordset($1::json) AS s (tid text, schemes text[], "from" timestamptz, "to" timestamptz)
         ON t.tid = s.tid AND t.created_at BETWEEN s."from" AND s."to" AND t.scheme = ANY (s.schemes)
       JOIN expectations e ON e.merchant_id = tenant_id() AND e.transaction_id = t.id
      WHERE t.merchant_id = tenant_id() AND e.is_owed AND e.line = 'agreed' AND e.bank_file_id IS NULL`,
    [file.spans],
  );
}

/** How far the marking came; `done` ends it. Zero where the lease was lost: the caller rolls back. */
export const saveConfirmed = (
  tx: Tx,
  work: { bankFileId: string; holder: string },
  through: number,
  done: boolean,
): Promise<number> =>
  tx.change(
    `UPDATE bank_files
        SET confirmed_through = $3, confirming = NOT $4::boolean,
            lease_holder = CASE WHEN $4 THEN NULL ELSE lease_holder END,
            lease_until = now() + CASE WHEN $4 THEN NULL ELSE interval '15 seconds' END
      WHERE merchant_id = tenant_id() AND id = $1 AND lease_holder = $2`,
    [work.bankFileId, work.holder, through, done],
  );

export interface ConfirmedSoFar {
  through: number;
  fileName: string;
}
export const selectConfirmedThrough = async (tx: Tx, bankFileId: string): Promise<ConfirmedSoFar> => {
  const row = await tx.row<ConfirmedSoFar>(
    `SELECT confirmed_through AS through, file_name AS "fileName" FROM bank_files
      WHERE merchant_id = tenant_id() AND id = $1`,
    [bankFileId],
  );
  if (!row) throw new Error(`the bank file ${bankFileId} is not there`);
  return row;
};
