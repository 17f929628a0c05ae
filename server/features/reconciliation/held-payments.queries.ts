import type { Tx } from '../../platform/database/database.ts';
import { pagePayments } from './claim-pages.ts';

/**
 * Which payments a bank file holds: by rows of bank_entries, and by blocks of plainly matched lines
 * (docs/decisions/0058-matched-lines-in-blocks.md). That none is held by two files is the check of bank_claims.
 */

/**
 * As SQL: the claims of a file, with their numbers and lines. `file` is SQL of its id; `after` and `upTo` that of the numbers
 * between which they are taken, which cut no block.
 */
export const heldBy = (file: string, { after, upTo }: { after?: string; upTo?: string } = {}): string => `(
  SELECT c.seq, c.transaction_id, c.line, c.outcome
    FROM bank_entries c
   WHERE c.merchant_id = tenant_id() AND c.bank_file_id = ${file} AND c.claims
     ${after ? `AND c.seq > ${after} AND c.seq <= ${upTo}` : ''}
   UNION ALL
  SELECT b.first_seq + p.place - 1, p.transaction_id, p.line, 'matched'
    FROM bank_entry_blocks b
   CROSS JOIN LATERAL unnest(b.transaction_ids, b.lines) WITH ORDINALITY AS p (transaction_id, line, place)
   WHERE b.merchant_id = tenant_id() AND b.bank_file_id = ${file} AND b.claims
     ${after ? `AND b.first_seq > ${after} AND b.last_seq <= ${upTo}` : ''})`;

const pagesOf = (held: string): string => `
  SELECT h.transaction_id / ${pagePayments} AS page,
         bit_or(set_bit(0::bit(${pagePayments}), (h.transaction_id % ${pagePayments})::integer, 1)) AS held,
         count(*) AS held_count
    FROM ${held} AS h GROUP BY page ORDER BY page`;

/** Takes the payments of a file for it. Fails, and with it the transaction, where another file holds one of them. */
export const takePayments = (tx: Tx, bankFileId: string): Promise<number> =>
  tx.change(
    `INSERT INTO bank_claims AS c (merchant_id, page, held, held_count)
     SELECT tenant_id(), page, held, held_count FROM (${pagesOf(heldBy('$1'))}) AS own
         ON CONFLICT (merchant_id, page)
         DO UPDATE SET held = c.held | excluded.held, held_count = c.held_count + excluded.held_count`,
    [bankFileId],
  );

/** Gives payments of a file back: those of its entries with these numbers, before the entries let go of them. */
export const givePaymentsBack = (
  tx: Tx,
  bankFileId: string,
  { after, upTo }: { after: number; upTo: number },
): Promise<number> =>
  tx.change(
    `UPDATE bank_claims c SET held = c.held & ~own.held, held_count = c.held_count - own.held_count
       FROM (${pagesOf(heldBy('$1', { after: '$2', upTo: '$3' }))}) AS own
      WHERE c.merchant_id = tenant_id() AND c.page = own.page`,
    [bankFileId, after, upTo],
  );
