import type { Candidate, ReasonParams } from '@mizan/contract/bank-file-entry.ts';
import type { LineNoteKind, TotalNote } from '@mizan/contract/bank-file-reading.ts';
import type { FigureFilter } from '@mizan/contract/entry-parts.ts';
import type { Reason } from '@mizan/contract/entry-reasons.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { MatchKey, Outcome, SchemeName } from '@mizan/contract/reconciliation-terms.ts';
import type { Tx } from '../../platform/database/database.ts';
import { signedSql } from '../../platform/database/type-sql.ts';
import type { HolePlace, Mended, SomeRows } from './entry-span.ts';
import { rowsOfFigure } from './figure-rows.ts';

/** What an entry keeps beside its columns. */
interface EntryDetail {
  /** Further lines of the same payment, after the one in the column. */
  lines?: number[];
  params?: ReasonParams;
  candidates?: Candidate[];
  /** Of a line without a payment what has no column. */
  own?: { authCode: string };
  /** Fee and VAT as the line says them apart, where its fee differs. */
  charged?: { feeMinor: number; vatMinor: number };
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
  chargeMinor: number | null;
  tid: string | null;
  rrn: string | null;
  lastFour: string | null;
  scheme: SchemeName | null;
  day: string | null;
  detail: EntryDetail | null;
}

const columns = `seq, outcome, currency, transaction_id::text AS "transactionId", line, matched_by AS "matchedBy",
  reason, portal_minor AS "portalMinor", bank_minor AS "bankMinor", difference_minor AS "differenceMinor",
  charge_minor AS "chargeMinor", tid, rrn, last_four AS "lastFour", scheme, day, detail`;

const signedMinor = signedSql('t.amount_minor', 't.type');
/**
 * Plainly matched entries of $1 with numbers after $2 and up to $3, as rows: all but line, day and charge is their payment's.
 * `more` narrows `u` and limits them, in the order of their blocks.
 */
const unpacked = (more = ''): string => `
  SELECT p.seq, 'matched', t.currency, p.transaction_id::text, p.line, p.matched_by, NULL, ${signedMinor}, ${signedMinor}, 0,
         p.charge, t.tid, t.rrn, t.last_four, t.scheme, p.day, NULL
    FROM (
     SELECT b.first_seq + u.place - 1 AS seq, b.matched_by, u.*
       FROM bank_entry_blocks b
      CROSS JOIN LATERAL unnest(b.transaction_ids, b.lines, b.days, b.charges, b.not_judged)
       WITH ORDINALITY AS u (transaction_id, line, day, charge, not_judged, place)
      WHERE b.merchant_id = tenant_id() AND b.bank_file_id = $1 AND b.last_seq > $2 AND b.first_seq <= $3
        AND b.first_seq + u.place - 1 > $2 AND b.first_seq + u.place - 1 <= $3 ${more}) AS p
    JOIN transactions t ON t.merchant_id = tenant_id() AND t.id = p.transaction_id`;

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
     ${unpacked()}
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

/** Payments past their due day of a hole's place. Served by bank_entries_by_outcome. */
export const selectMissing = (
  tx: Tx,
  bankFileId: string,
  { currency, day, tid, scheme, withoutTids, withoutSchemes }: HolePlace,
  from: { after: number; upTo: number; limit: number },
): Promise<EntryRecord[]> =>
  tx.rows<EntryRecord>(
    `SELECT ${columns} FROM bank_entries
      WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND seq > $2 AND seq <= $3
        AND outcome = 'missingInBank' AND outcome <> 'matched'
        AND ($5::text IS NULL OR currency = $5) AND ($6::date IS NULL OR day = $6)
        AND ($7::text IS NULL OR tid = $7) AND ($8::text IS NULL OR scheme = $8)
        AND (tid IS NULL OR tid <> ALL ($9::text[])) AND (scheme IS NULL OR scheme <> ALL ($10::text[]))
      ORDER BY seq LIMIT $4`,
    [bankFileId, from.after, from.upTo, from.limit, currency, day, tid, scheme, withoutTids, withoutSchemes],
  );

/** Entries that a figure is of, in their own order. Served by the primary keys; blocks are opened until there are enough. */
export const selectEntriesOfFigure = (
  tx: Tx,
  bankFileId: string,
  figure: FigureFilter,
  from: { after: number; upTo: number; limit: number },
): Promise<EntryRecord[]> =>
  tx.rows<EntryRecord>(
    `(SELECT ${columns} FROM bank_entries
       WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND seq > $2 AND seq <= $3 AND ${rowsOfFigure[figure].rows}
       ORDER BY seq LIMIT $4)
     UNION ALL
     (${unpacked(`AND ${rowsOfFigure[figure].packed} ORDER BY b.first_seq, u.place LIMIT $4`)})
      ORDER BY seq LIMIT $4`,
    [bankFileId, from.after, from.upTo, from.limit],
  );

/** Each is served by the index named; none of these entries lies in a block. */
const mendedWhere: Readonly<Record<Mended['of'], string>> = {
  // bank_entries_by_hand
  byHand: "matched_by = 'hand'",
  // The primary key, because they are among the exceptions; of one earlier file bank_entries_by_earlier_file.
  corrected: "reason = 'corrected' AND outcome IN ('amountDiffers', 'feeDiffers')",
  // bank_entries_by_earlier_file
  sameAsBefore: "outcome = 'sameAsBefore'",
};
function whereMended(
  bankFileId: string,
  { of, earlier }: Mended,
  { after, upTo }: { after: number; upTo: number },
): { text: string; values: unknown[] } {
  const where = `merchant_id = tenant_id() AND bank_file_id = $1 AND seq > $2 AND seq <= $3 AND ${mendedWhere[of]}`;
  const values = [bankFileId, after, upTo];
  if (!earlier) return { text: where, values };
  return {
    text: `${where} AND earlier_file_id = $4 AND ($5::text IS NULL OR currency = $5)`,
    values: [...values, earlier.fileId, earlier.currency],
  };
}

export function selectMended(
  tx: Tx,
  bankFileId: string,
  mended: Mended,
  from: { after: number; upTo: number; limit: number },
): Promise<EntryRecord[]> {
  const { text, values } = whereMended(bankFileId, mended, from);
  return tx.rows<EntryRecord>(
    `SELECT ${columns} FROM bank_entries WHERE ${text} ORDER BY seq LIMIT $${values.length + 1}`,
    [...values, from.limit],
  );
}

/** How many there are, where the verdict does not say it. */
export async function countMended(
  tx: Tx,
  bankFileId: string,
  mended: Mended,
  span: { after: number; upTo: number },
): Promise<number> {
  const { text, values } = whereMended(bankFileId, mended, span);
  const row = await tx.row<{ count: number }>(`SELECT count(*) FROM bank_entries WHERE ${text}`, values);
  return row?.count ?? 0;
}

/**
 * The rows $4 of the file, or those that the total with the note $5 closes. Read once for all entries, and added to nothing so
 * that it is unpacked once.
 */
const someRows = `(SELECT coalesce($4::int4multirange, (
  SELECT total_rows + '{}' FROM bank_line_notes
   WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND kind = 'NOT_COUNTED' AND seq = $5)))`;
const rowsValues = (rows: SomeRows): [rows: string | null, total: number | null] =>
  'total' in rows ? [null, rows.total] : [rows.from <= rows.to ? `{[${rows.from},${rows.to}]}` : '{}', null];

/** An entry's first line, or one of the further lines of its payment. */
const inRows = `(line::int <@ ${someRows} OR EXISTS (
  SELECT 1 FROM jsonb_array_elements_text(detail->'lines') AS further WHERE further::int <@ ${someRows}))`;

/** Entries of some of the file's rows. Served by the primary keys; blocks are opened until there are enough. */
export const selectEntriesOfRows = (
  tx: Tx,
  bankFileId: string,
  rows: SomeRows,
  from: { after: number; upTo: number; limit: number },
): Promise<EntryRecord[]> =>
  tx.rows<EntryRecord>(
    `(SELECT ${columns} FROM bank_entries
       WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND seq > $2 AND seq <= $3 AND ${inRows}
       ORDER BY seq LIMIT $6)
     UNION ALL
     (${unpacked(`AND u.line::int <@ ${someRows} ORDER BY b.first_seq, u.place LIMIT $6`)})
      ORDER BY seq LIMIT $6`,
    [bankFileId, from.after, from.upTo, ...rowsValues(rows), from.limit],
  );

/** How many there are. */
export async function countEntriesOfRows(
  tx: Tx,
  bankFileId: string,
  rows: SomeRows,
  { after, upTo }: { after: number; upTo: number },
): Promise<number> {
  const row = await tx.row<{ count: number }>(
    `SELECT (SELECT count(*) FROM bank_entries
              WHERE merchant_id = tenant_id() AND bank_file_id = $1 AND seq > $2 AND seq <= $3 AND ${inRows})
          + (SELECT count(*) FROM bank_entry_blocks b CROSS JOIN LATERAL unnest(b.lines) AS u (line)
              WHERE b.merchant_id = tenant_id() AND b.bank_file_id = $1 AND u.line::int <@ ${someRows}) AS count`,
    [bankFileId, after, upTo, ...rowsValues(rows)],
  );
  return row?.count ?? 0;
}

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
