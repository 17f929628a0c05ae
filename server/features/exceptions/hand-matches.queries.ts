import { matchableOutcomes, type SideRecord } from '@mizan/contract/exceptions.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { Outcome } from '@mizan/contract/reconciliation-terms.ts';
import type { Tx } from '../../platform/database/database.ts';
import { signedSql } from '../../platform/database/type-sql.ts';
import type { HandMatch } from '../../reconciliation/match/hand-matches.ts';
import { pagePayments } from '../reconciliation/claim-pages.ts';

/** Matches that people made between lines of a file and payments (docs/decisions/0065-matched-by-hand.md). */

/** Those that stand, as the engine takes them, in the order in which they were made. */
export async function selectStandingMatches(tx: Tx, bankFileId: string): Promise<HandMatch[]> {
  const rows = await tx.rows<{ id: string; lines: string[]; transactionIds: string[] }>(
    `SELECT m.id AS place, m.id::text, m.lines::text[] AS lines, m.transaction_ids::text[] AS "transactionIds"
       FROM hand_matches m
      WHERE m.merchant_id = tenant_id() AND m.bank_file_id = $1 AND m.undone_at IS NULL ORDER BY place`,
    [bankFileId],
  );
  return rows.map(({ id, lines, transactionIds }) => ({
    id,
    lines: lines.map(Number),
    transactionIds: transactionIds.map(Number),
  }));
}

/** Keeps which of a file's matches hold by its last judging. */
export const keepWhatHolds = (tx: Tx, bankFileId: string, holding: readonly string[]): Promise<number> =>
  tx.change(
    `UPDATE hand_matches m SET holds = (m.id = ANY ($2::bigint[]))
      WHERE m.merchant_id = tenant_id() AND m.bank_file_id = $1 AND m.undone_at IS NULL`,
    [bankFileId, holding],
  );

/** Matches of one merchant are made one after the other, so that two see each other. */
export const takeMatchTurn = (tx: Tx): Promise<number> =>
  tx.change(`SELECT pg_advisory_xact_lock(hashtextextended('hand matches of ' || tenant_id(), 0))`);

export interface NewHandMatch {
  bankFileId: string;
  lines: readonly number[];
  transactionIds: readonly string[];
  note: string;
  byId: string;
  byName: string;
  at: Date;
}

export async function insertHandMatch(tx: Tx, made: NewHandMatch): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO hand_matches (merchant_id, bank_file_id, lines, transaction_ids, note, by_id, by_name, at)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6, $7) RETURNING id::text`,
    [made.bankFileId, made.lines, made.transactionIds, made.note, made.byId, made.byName, made.at],
  );
  if (!row) throw new Error('the match was not written');
  return row.id;
}

export interface HandMatchRecord {
  id: string;
  bankFileId: string;
  fileName: string;
  lines: string[];
  transactionIds: string[];
  note: string;
  byName: string;
  at: Date;
  holds: boolean | null;
  isUndone: boolean;
}

const columns = `m.id AS place, m.id::text, m.bank_file_id::text AS "bankFileId", f.file_name AS "fileName",
  m.lines::text[] AS lines, m.transaction_ids::text[] AS "transactionIds", m.note, m.by_name AS "byName", m.at, m.holds,
  m.undone_at IS NOT NULL AS "isUndone"`;
const withFile = 'hand_matches m JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = m.bank_file_id';

export const lockHandMatch = (tx: Tx, id: string): Promise<HandMatchRecord | null> =>
  tx.row<HandMatchRecord>(
    `SELECT ${columns} FROM ${withFile} WHERE m.merchant_id = tenant_id() AND m.id = $1 FOR UPDATE OF m`,
    [id],
  );

export const markMatchUndone = (tx: Tx, id: string, byName: string, at: Date): Promise<number> =>
  tx.change(
    `UPDATE hand_matches SET undone_at = $2, undone_by_name = $3
      WHERE merchant_id = tenant_id() AND id = $1 AND undone_at IS NULL`,
    [id, at, byName],
  );

/** Standing matches of judged files that have a line of a file, or a payment. */
export const selectMatchesOf = (
  tx: Tx,
  of: { bankFileId: string; lines: readonly number[]; transactionIds: readonly string[] },
): Promise<HandMatchRecord[]> =>
  tx.rows<HandMatchRecord>(
    `SELECT ${columns} FROM ${withFile}
      WHERE m.merchant_id = tenant_id() AND m.undone_at IS NULL AND f.state = 'DONE'
        AND (m.transaction_ids && $3::bigint[] OR m.bank_file_id = $1 AND m.lines && $2::bigint[])
      ORDER BY place DESC LIMIT 20`,
    [of.bankFileId, of.lines, of.transactionIds],
  );

export interface MatchLine {
  line: number;
  outcome: Outcome;
  currency: Currency;
  grossMinor: number | null;
  chargeMinor: number | null;
  transactionId: string | null;
}

/**
 * What a file's verdict says of some of its lines, of those that it names. A line that adds up payments carries only what is
 * more or less, and is left out. Served by the primary key.
 */
export const selectMatchLines = (
  tx: Tx,
  bankFileId: string,
  exceptionCount: number,
  lines: readonly number[],
): Promise<MatchLine[]> =>
  tx.rows<MatchLine>(
    `SELECT e.line, e.outcome, e.currency, e.bank_minor AS "grossMinor", e.charge_minor AS "chargeMinor",
            CASE WHEN e.claims THEN e.transaction_id::text END AS "transactionId"
       FROM bank_entries e
      WHERE e.merchant_id = tenant_id() AND e.bank_file_id = $1 AND e.seq <= $2 AND e.line = ANY ($3::bigint[])
        AND e.matched_by IS DISTINCT FROM 'batch'`,
    [bankFileId, exceptionCount, lines],
  );

export type OpenLine = Omit<SideRecord, 'transactionId' | 'bankFileId' | 'line'> & { line: number };

/**
 * Lines that a file's verdict names and that may be joined by hand, by row and amount, the first ones of the file. Served by
 * bank_entries_by_outcome.
 */
export const selectOpenLines = (
  tx: Tx,
  bankFileId: string,
  exceptionCount: number,
  by: { line?: number | undefined; amountMinor?: number | undefined; limit: number },
): Promise<OpenLine[]> =>
  tx.rows<OpenLine>(
    `SELECT e.line, e.tid, e.rrn, e.detail #>> '{own,authCode}' AS "authCode", e.last_four AS "lastFour",
            e.day, e.currency, e.bank_minor AS "amountMinor"
       FROM bank_entries e
      WHERE e.merchant_id = tenant_id() AND e.bank_file_id = $1 AND e.seq <= $2
        AND e.outcome = ANY ($3::text[]) AND e.outcome <> 'matched' AND e.line IS NOT NULL AND e.bank_minor IS NOT NULL
        AND e.matched_by IS DISTINCT FROM 'batch'
        AND ($4::bigint IS NULL OR e.line = $4) AND ($5::bigint IS NULL OR e.bank_minor = $5)
      ORDER BY e.line LIMIT $6`,
    [bankFileId, exceptionCount, matchableOutcomes, by.line ?? null, by.amountMinor ?? null, by.limit],
  );

export interface MatchPayment {
  id: string;
  currency: Currency;
  amountMinor: number;
  isOwed: boolean;
  agreedChargeMinor: number | null;
  isHeld: boolean;
}

/** Payments by their ids: signed, what was agreed to be kept back of each, and whether a file holds it. */
export const selectMatchPayments = (tx: Tx, ids: readonly string[]): Promise<MatchPayment[]> =>
  tx.rows<MatchPayment>(
    `SELECT t.id::text, t.currency, ${signedSql('t.amount_minor', 't.type')} AS "amountMinor",
            t.status = 'APPROVED' AND coalesce(o.is_owed, false) AS "isOwed",
            o.fee_minor + o.vat_minor AS "agreedChargeMinor",
            coalesce(get_bit(c.held, (t.id % ${pagePayments})::integer) = 1, false) AS "isHeld"
       FROM transactions t
       LEFT JOIN expectations o ON o.merchant_id = tenant_id() AND o.transaction_id = t.id
       LEFT JOIN bank_claims c ON c.merchant_id = tenant_id() AND c.page = t.id / ${pagePayments}
      WHERE t.merchant_id = tenant_id() AND t.id = ANY ($1::bigint[])`,
    [ids],
  );
