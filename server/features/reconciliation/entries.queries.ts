import type { Candidate, ReasonParams } from '@mizan/contract/bank-file-entry.ts';
import type { LineNoteKind, TotalNote } from '@mizan/contract/bank-file-reading.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { FigureFilter } from '@mizan/contract/reconciliation.ts';
import type { MatchKey, Outcome, Reason, SchemeName } from '@mizan/contract/reconciliation-terms.ts';
import type { Tx } from '../../platform/database/database.ts';
import { blockEntriesMax } from '../../reconciliation/judge/packed-entries.ts';

/** What an entry keeps beside its columns. */
interface EntryDetail {
  /** Further lines of the same payment, after the one in the column. */
  lines?: number[];
  params?: ReasonParams;
  candidates?: Candidate[];
}

export interface EntryRecord {
  seq: number;
  outcome: Outcome;
  currency: Currency;
  transactionId: string | null;
  line: number | null;
  matchedBy: MatchKey | null;
  reason: Reason | null;
  portalMinor: number | null;
  bankMinor: number | null;
  differenceMinor: number;
  tid: string | null;
  rrn: string | null;
  lastFour: string | null;
  scheme: SchemeName | null;
  day: string | null;
  detail: EntryDetail | null;
}

const columns = `seq, outcome, currency, transaction_id::text AS "transactionId", line, matched_by AS "matchedBy",
  reason, portal_minor AS "portalMinor", bank_minor AS "bankMinor", difference_minor AS "differenceMinor", tid, rrn,
  last_four AS "lastFour", scheme, day, detail`;

const signedMinor = "CASE t.type WHEN 'PURCHASE' THEN t.amount_minor ELSE -t.amount_minor END";
/** Plainly matched entries of blocks b with numbers after $2 and up to $3, as rows: all but the line is their payment's. */
const unpackedOf = (blocks: string): string => `
  SELECT p.seq, 'matched', t.currency, p.transaction_id::text, p.line, b.matched_by, NULL, ${signedMinor}, ${signedMinor}, 0,
         t.tid, t.rrn, t.last_four, t.scheme, p.day, NULL
    FROM (${blocks}) AS b
   CROSS JOIN LATERAL (
     SELECT b.first_seq + u.place - 1 AS seq, u.*
       FROM unnest(b.transaction_ids, b.lines, b.days) WITH ORDINALITY AS u (transaction_id, line, day, place)) AS p
    JOIN transactions t ON t.merchant_id = tenant_id() AND t.id = p.transaction_id
   WHERE p.seq > $2 AND p.seq <= $3`;
const blocksOfSpan = `
      SELECT * FROM bank_entry_blocks
       WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND last_seq > $2 AND first_seq <= $3`;
/** As many of them as $4 entries may lie in, beside those of the first that lie before. */
const nextBlocks = `
      SELECT * FROM (
        SELECT own.*, sum(last_seq - first_seq + 1) OVER (ORDER BY first_seq) - (last_seq - first_seq + 1) AS before
          FROM (${blocksOfSpan}) AS own) AS following
       WHERE before <= $4 + ${blockEntriesMax}`;

/** A span of entries in their own order, group by group. Served by the primary keys. */
export const selectEntries = (
  tx: Tx,
  bankFileId: string,
  from: { after: number; upTo: number; limit: number },
): Promise<EntryRecord[]> =>
  tx.rows<EntryRecord>(
    `SELECT ${columns} FROM bank_entries
      WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND seq > $2 AND seq <= $3
     UNION ALL
     ${unpackedOf(blocksOfSpan)}
      ORDER BY seq`,
    // They are numbered without a gap.
    [bankFileId, from.after, Math.min(from.upTo, from.after + from.limit)],
  );

/** Entries of one outcome. Served by bank_entries_by_outcome; matched ones stand last and need no index. */
export const selectEntriesOf = (
  tx: Tx,
  bankFileId: string,
  outcome: Outcome,
  from: { after: number; upTo: number; limit: number },
): Promise<EntryRecord[]> =>
  tx.rows<EntryRecord>(
    `SELECT ${columns} FROM bank_entries
      WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND seq > $2 AND seq <= $5
        AND outcome = $3 AND outcome <> 'matched'
      ORDER BY seq LIMIT $4`,
    [bankFileId, from.after, outcome, from.limit, from.upTo],
  );

/**
 * Which entries a figure is of. A line that an earlier file brought stands for that file's payment and claims none; the
 * portal's total has it not.
 */
const ofFigure: Readonly<Record<FigureFilter, string>> = {
  toClaim: "difference_minor < 0 AND outcome NOT IN ('timing', 'waits', 'rounding')",
  paidTooMuch: "difference_minor > 0 AND outcome NOT IN ('timing', 'waits', 'rounding')",
  portal: 'portal_minor IS NOT NULL AND (line IS NULL OR claims OR bank_minor IS NULL)',
};

/** Entries that a figure is of, in their own order. What lies in blocks is of the portal's total. Served by the primary keys. */
export const selectEntriesOfFigure = (
  tx: Tx,
  bankFileId: string,
  figure: FigureFilter,
  from: { after: number; upTo: number; limit: number },
): Promise<EntryRecord[]> =>
  tx.rows<EntryRecord>(
    `(SELECT ${columns} FROM bank_entries
       WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND seq > $2 AND seq <= $3 AND ${ofFigure[figure]}
       ORDER BY seq LIMIT $4)
     ${figure === 'portal' ? `UNION ALL ${unpackedOf(nextBlocks)}` : ''}
      ORDER BY seq LIMIT $4`,
    [bankFileId, from.after, from.upTo, from.limit],
  );

/** What bank files of the merchant are called. */
export const selectFileNames = (
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; fileName: string }[]> =>
  tx.rows<{ id: string; fileName: string }>(
    `SELECT id::text, file_name AS "fileName" FROM bank_files
      WHERE merchant_id = tenant_id() AND id = ANY ($1::bigint[])`,
    [ids],
  );

export interface LineNoteRecord {
  seq: number;
  line: number;
  code: string;
  field: string | null;
  value: string | null;
  total: TotalNote | null;
}

export const selectLineNotes = (
  tx: Tx,
  bankFileId: string,
  kind: LineNoteKind,
  from: { after: number; limit: number },
): Promise<LineNoteRecord[]> =>
  tx.rows<LineNoteRecord>(
    `SELECT seq, line, code, field, value, total FROM bank_line_notes
      WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND kind = $2 AND seq > $3
      ORDER BY seq LIMIT $4`,
    [bankFileId, kind, from.after, from.limit],
  );
