import type { ProofCause, ProofListed, ProofSum } from '@mizan/contract/proof.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { LineSum } from './proof.queries.ts';
import { ofAmount, type ProofSelection, selectionValues, unlikeSides, withSets } from './proof-sets.ts';

/** What a cause of the proof is made of, from the sets that it is summed from (proof-sets.ts): the amounts add up to it. */

/** One row of the proof: all of it, a branch or bank, or a terminal of it. */
export interface RowPlace {
  g: string | null;
  terminalId: string | null;
}
/** The row after which a page begins: two numbers that order the list. */
export interface After {
  first: string | null;
  second: string | null;
}
export interface ListedRow
  extends Omit<ProofListed, 'id' | 'kind' | 'at' | 'currency' | 'reconciliationId' | 'decidedAt'> {
  first: string;
  second: string;
  at: Date | null;
  decidedAt: Date | null;
}

const inRow = (alias: string): string =>
  `($9::bigint IS NULL OR ${alias}.g = $9) AND ($10::bigint IS NULL OR ${alias}.terminal_id = $10)`;
const valuesOf = (
  of: ProofSelection,
  { g, terminalId }: RowPlace,
  { first, second }: After,
  limit: number,
) => [...selectionValues(of), g, terminalId, first, second, limit];
const noLine = `NULL::text AS "bankFileId", NULL::text AS "fileName", NULL::bigint AS line, NULL::bigint AS seq, NULL::text AS outcome`;
const undecided = `NULL::text AS "exceptionId", NULL::text AS "decidedBy", NULL::text AS "approvedBy", NULL::timestamptz AS "decidedAt"`;
/** Of an exception d, whose step of people is the last one where the exception itself names nobody. */
const decision = (d: string): string => {
  const step = (column: string): string => `(SELECT p.${column} FROM bank_exception_steps p
    WHERE p.merchant_id = tenant_id() AND p.exception_id = ${d}.exception_id AND p.kind = 'CHARGEBACK' ORDER BY p.id DESC LIMIT 1)`;
  return `${d}.exception_id::text AS "exceptionId", coalesce(${d}.by_name, ${step('by_name')}) AS "decidedBy",
    ${d}.approved_name AS "approvedBy", coalesce(${d}.at, ${step('at')}) AS "decidedAt"`;
};
const joined = `NULL::text AS "exceptionId", j.by_name AS "decidedBy", NULL::text AS "approvedBy", j.at AS "decidedAt"`;
const payment = `t.created_at AS at, NULL::text AS day, t.id::text AS "transactionId", t.terminal_id::text AS "terminalId", t.tid, t.rrn,
  t.approval_code AS "approvalCode", t.last_four AS "lastFour", t.scheme, ${noLine}, NULL::text AS "bankId"`;

/** Which rows of a set, and what each adds. */
interface Part {
  is: string;
  minor: string;
}
const nothing: Part = { is: 'false', minor: '0' };

const named = "c.state = 'OVERDUE' AND c.missing_in_file_id IS NOT NULL";
const missingLine = `${named} AND NOT c.is_waiting`;
/** Which of the chosen payments a cause is of, and what each adds to it. */
const ofChosen: Partial<Record<ProofCause, Part>> = {
  NOT_RECONCILED: { is: "c.closing = 'NOT_RECONCILED'", minor: 'c.gross_minor' },
  CLOSED_BEFORE: { is: "c.closing = 'CLOSED_BEFORE'", minor: 'c.gross_minor' },
  CLOSED_AFTER: { is: "c.closing = 'CLOSED_AFTER'", minor: 'c.gross_minor' },
  MISSING: { is: `${missingLine} AND NOT c.is_accepted AND c.gross_minor >= 0`, minor: '-c.gross_minor' },
  MISSING_REFUND: {
    is: `${missingLine} AND NOT c.is_accepted AND c.gross_minor < 0`,
    minor: '-c.gross_minor',
  },
  ACCEPTED_MISSING: { is: `${missingLine} AND c.is_accepted`, minor: '-c.gross_minor' },
  MATCHED_BY_HAND: { is: "c.state IN ('CONFIRMED', 'DIFFERS') AND c.is_by_hand", minor: '0' },
  WAITS: { is: `${named} AND c.is_waiting`, minor: '-c.gross_minor' },
  OVERDUE: { is: "c.state = 'OVERDUE' AND c.missing_in_file_id IS NULL", minor: '-c.gross_minor' },
  NO_FILE: { is: "c.state = 'NO_FILE'", minor: '-c.gross_minor' },
  PARTLY: { is: "c.state = 'PARTLY'", minor: '-c.gross_minor' },
  NOT_DUE: { is: "c.state = 'NOT_DUE'", minor: '-c.gross_minor' },
  WRITTEN_OFF: { is: "c.state = 'WRITTEN_OFF'", minor: '-c.gross_minor' },
  FEES: {
    is: "c.state IN ('CONFIRMED', 'DIFFERS') AND c.net_minor IS NOT NULL",
    minor: '-(c.fee_minor + c.vat_minor)',
  },
};
const ofCounted: readonly ProofCause[] = ['OF_EARLIER_DAYS', 'OF_LATER_DAYS', 'ELSEWHERE'];
/** No one of them was accepted or set right by another file: those are causes of their own. */
const open = (is: string): string => `u.decision NOT IN ('ACCEPTED', 'CORRECTED') AND ${is}`;
const chargeback = (decision: string): Part => ({
  is: `u.outcome = 'chargeback' AND u.other <> 0 AND u.decision = '${decision}'`,
  minor: 'u.other',
});
const other = (outcome: string): Part => ({
  is: open(`u.outcome = '${outcome}' AND u.other <> 0`),
  minor: 'u.other',
});
const ofLines: Partial<Record<ProofCause, Part>> = {
  AMOUNT_DIFFERS: {
    is: open(`u.outcome IN (${ofAmount}) AND u.effect <> 0`),
    minor: 'u.effect',
  },
  DUPLICATE: { is: open("u.outcome = 'duplicate' AND u.effect <> 0"), minor: 'u.effect' },
  MISSING_IN_PORTAL: { is: open("u.outcome = 'missingInPortal' AND u.effect <> 0"), minor: 'u.effect' },
  STATUS_CONFLICT: { is: open("u.outcome = 'statusConflict' AND u.effect <> 0"), minor: 'u.effect' },
  UNDECIDED_SUM: { is: open("u.outcome = 'undecidedSum' AND u.effect <> 0"), minor: 'u.effect' },
  SAME_AS_BEFORE: { is: open("u.outcome = 'sameAsBefore'"), minor: 'u.effect' },
  BROUGHT_BEFORE: { is: open("u.outcome = 'confirmedBefore'"), minor: 'u.effect' },
  ACCEPTED_LINES: { is: "u.decision = 'ACCEPTED' AND u.effect <> 0", minor: 'u.effect' },
  CORRECTED_LINES: { is: "u.decision = 'CORRECTED' AND u.effect <> 0", minor: 'u.effect' },
  CORRECTED_CHARGES: { is: "u.decision = 'CORRECTED' AND u.fee <> 0", minor: 'u.fee' },
  FEE_DIFFERS: {
    is: open("u.outcome NOT IN ('rounding', 'undecidedCharge') AND u.fee <> 0"),
    minor: 'u.fee',
  },
  UNDECIDED_CHARGE: { is: open("u.outcome = 'undecidedCharge' AND u.fee <> 0"), minor: 'u.fee' },
  ROUNDING: { is: open("u.outcome = 'rounding' AND u.fee <> 0"), minor: 'u.fee' },
  LINE_CHARGES: { is: open('u.charge <> 0'), minor: 'u.charge' },
  ADJUSTMENT: other('adjustment'),
  RENT: other('rent'),
  BANK_FEE: other('bankFee'),
  CHARGEBACK_FEE: other('chargebackFee'),
  INVOICE: other('invoice'),
  CARRIED_OVER: other('carriedOver'),
  UNNAMED_LINE: other('unnamedLine'),
  ACCEPTED_CHARGES: {
    is: "u.decision = 'ACCEPTED' AND u.fee + u.charge + u.other <> 0",
    minor: '(u.fee + u.charge + u.other)',
  },
  CHARGEBACK: chargeback('NOTHING'),
  CHARGEBACK_WON: chargeback('WON'),
  CHARGEBACK_LOST: chargeback('LOST'),
};
/** Which of the reconciliations of these days a cause is of, and what each adds to it. */
const ofClosed: Partial<Record<ProofCause, Part>> = {
  HOST_DIFFERS: { is: 'l.host <> l.terminal', minor: 'l.terminal - l.host' },
  HOST_UNBALANCED: { is: "l.host = l.terminal AND l.balance = 'UNBALANCED'", minor: '0' },
  TERMINAL_DIFFERS: { is: 'l.is_unlike AND l.from_at IS NOT NULL', minor: 'l.portal - l.terminal' },
  FIRST_RECONCILIATION: { is: 'l.is_unlike AND l.from_at IS NULL', minor: 'l.portal - l.terminal' },
  CHANGED_SINCE: { is: 'l.portal <> l.still', minor: 'l.still - l.portal' },
};

const page = `($11::bigint IS NULL OR (l.first_key, l.second_key) < ($11, $12::bigint))
      ORDER BY l.first_key DESC, l.second_key DESC LIMIT $13`;

/** The payments of these days that were approved. */
const approvedOf = ({ by }: ProofSelection): string => `${withSets(by, 'closed', 'decided', 'chosen')}
     SELECT l.first_key::text AS first, l.second_key::text AS second, l.minor::bigint AS "amountMinor", ${payment}, ${undecided}
       FROM (SELECT c.transaction_id AS first_key, 0 AS second_key, c.gross_minor AS minor FROM chosen c WHERE ${inRow('c')}) l
       JOIN transactions t ON t.merchant_id = tenant_id() AND t.id = l.first_key
      WHERE ${page}`;

/**
 * What files say of these days: each payment that a line has, with the amount of its line, and the lines beside those.
 * A line's second key is its number in the file and one, a payment's is 0.
 */
const saidOf = ({
  by,
}: ProofSelection): string => `${withSets(by, 'closed', 'decided', 'chosen', 'unlike')}, lined AS (
       SELECT c.transaction_id, c.file_id, c.business_day,
              c.gross_minor + coalesce(o.effect, 0) AS minor
         FROM chosen c
         LEFT JOIN (SELECT u.transaction_id, sum(u.effect) AS effect FROM unlike u WHERE u.is_own GROUP BY 1) o
           ON o.transaction_id = c.transaction_id
        WHERE c.state IN ('CONFIRMED', 'DIFFERS') AND ${inRow('c')}
     ), listed AS (
       SELECT p.transaction_id AS first_key, 0::bigint AS second_key, p.minor, p.transaction_id, p.file_id, NULL::bigint AS seq,
              NULL::bigint AS line, NULL::text AS outcome, p.business_day, NULL::bigint AS terminal_id, NULL::text AS tid,
              NULL::text AS rrn, NULL::text AS last_four, NULL::text AS scheme
         FROM lined p
        UNION ALL
       SELECT u.bank_file_id, u.seq + 1, u.effect, u.transaction_id, u.bank_file_id, u.seq,
              u.line, u.outcome, u.business_day, u.terminal_id, u.tid, u.rrn, u.last_four, u.scheme
         FROM unlike u
        WHERE u.effect <> 0 AND ${inRow('u')}
          AND NOT (u.is_own AND u.transaction_id IN (SELECT p.transaction_id FROM lined p)))
     SELECT l.first_key::text AS first, l.second_key::text AS second, l.minor::bigint AS "amountMinor", t.created_at AS at,
            CASE WHEN t.id IS NULL THEN l.business_day::text END AS day, l.transaction_id::text AS "transactionId",
            coalesce(t.terminal_id, nullif(l.terminal_id, 0))::text AS "terminalId", coalesce(t.tid, l.tid) AS tid,
            coalesce(t.rrn, l.rrn) AS rrn, t.approval_code AS "approvalCode", coalesce(t.last_four, l.last_four) AS "lastFour",
            coalesce(t.scheme, CASE WHEN l.scheme = 'Other' THEN 'None' ELSE l.scheme END) AS scheme,
            l.file_id::text AS "bankFileId", f.file_name AS "fileName", l.line, l.seq, l.outcome, NULL::text AS "bankId", ${undecided}
       FROM listed l
       LEFT JOIN transactions t ON t.merchant_id = tenant_id() AND t.id = l.transaction_id AND l.second_key = 0
       LEFT JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = l.file_id
      WHERE ${page}`;

/** Payments of a cause: those of the days that are elsewhere, and those that the days' reconciliations counted beside them. */
const paymentsOf = ({ by }: ProofSelection, cause: ProofCause): string => {
  const chosen =
    ofChosen[cause] ??
    (cause === 'ELSEWHERE' ? { is: "c.closing = 'ELSEWHERE'", minor: 'c.gross_minor' } : null);
  const parts = [
    ...(chosen
      ? [
          `SELECT c.transaction_id, 0 AS side, ${chosen.minor} AS minor FROM chosen c WHERE ${chosen.is} AND ${inRow('c')}`,
        ]
      : []),
    ...(ofCounted.includes(cause)
      ? [
          `SELECT k.transaction_id, 1 AS side, -k.gross_minor AS minor FROM counted k WHERE k.place = '${cause}' AND ${inRow('k')}`,
        ]
      : []),
  ];
  return `${withSets(by, 'closed', 'decided', 'chosen', 'counted')}, listed AS (${parts.join(' UNION ALL ')})
     SELECT l.first_key::text AS first, l.second_key::text AS second, l.minor::bigint AS "amountMinor", ${payment},
            ${cause === 'MATCHED_BY_HAND' ? joined : cause === 'ACCEPTED_MISSING' || cause === 'WRITTEN_OFF' ? decision('d') : undecided}
       FROM (SELECT transaction_id AS first_key, side AS second_key, minor FROM listed) l
       JOIN transactions t ON t.merchant_id = tenant_id() AND t.id = l.first_key
       LEFT JOIN decided d ON d.of_file = 0 AND d.of_row = l.first_key
       LEFT JOIN joined j ON j.transaction_id = l.first_key
      WHERE ${page}`;
};

/** Reconciliations; `still` is asked for one cause alone, and dear. */
const closedOf = ({ by }: ProofSelection, { is, minor }: Part, withStill: boolean): string =>
  `${withSets(by, 'closed', 'counted')}, listed AS (
       SELECT k.id AS first_key, 0 AS second_key, k.ended_at, k.tid, k.terminal_id, k.from_at, k.balance,
              coalesce(s.host, 0) AS host, coalesce(s.terminal, 0) AS terminal, coalesce(s.portal, 0) AS portal,
              coalesce(s.is_unlike, false) AS is_unlike,
              ${
                withStill
                  ? 'coalesce((SELECT sum(n.gross_minor) FROM counted n WHERE n.reconciliation_id = k.id), 0)'
                  : '0'
              } AS still
         FROM closed k
         LEFT JOIN (SELECT s.reconciliation_id, sum(s.host_debit_minor - s.host_credit_minor) AS host,
                           sum(s.terminal_debit_minor - s.terminal_credit_minor) AS terminal,
                           sum(s.portal_debit_minor - s.portal_credit_minor) AS portal,
                           bool_or(${unlikeSides('terminal', 'portal')}) AS is_unlike
                      FROM terminal_reconciliation_totals s
                     WHERE s.merchant_id = tenant_id() AND s.reconciliation_id IN (SELECT id FROM closed)
                     GROUP BY s.reconciliation_id) s ON s.reconciliation_id = k.id
        WHERE ${inRow('k')})
     SELECT l.first_key::text AS first, l.second_key::text AS second,
            (${minor})::bigint AS "amountMinor", l.ended_at AS at, NULL::text AS day,
            NULL::text AS "transactionId", l.terminal_id::text AS "terminalId", l.tid, NULL::text AS rrn, NULL::text AS "approvalCode",
            NULL::text AS "lastFour", NULL::text AS scheme, ${noLine}, NULL::text AS "bankId", ${undecided}
       FROM listed l WHERE ${is} AND ${page}`;

const linesOf = ({ by }: ProofSelection, { is, minor }: Part, secondKey = 'u.seq'): string =>
  `${withSets(by, 'decided', 'unlike')}
     SELECT l.first_key::text AS first, l.second_key::text AS second, l.minor::bigint AS "amountMinor", NULL::timestamptz AS at,
            l.business_day::text AS day, l.transaction_id::text AS "transactionId", nullif(l.terminal_id, 0)::text AS "terminalId", l.tid,
            l.rrn, NULL::text AS "approvalCode", l.last_four AS "lastFour",
            CASE WHEN l.scheme = 'Other' THEN 'None' ELSE l.scheme END AS scheme, l.bank_file_id::text AS "bankFileId",
            l.file_name AS "fileName", l.line, l.seq, l.outcome, NULL::text AS "bankId", ${decision('d')}
       FROM (SELECT u.*, u.bank_file_id AS first_key, ${secondKey} AS second_key, ${minor} AS minor
               FROM unlike u WHERE ${is} AND ${inRow('u')}) l
       LEFT JOIN decided d ON d.of_file <> 0 AND d.bank_file_id = l.bank_file_id AND d.seq = l.seq
      WHERE ${page}`;

/** Where lines say that they belong: bank, day and card scheme. */
export type LinePlace = Pick<LineSum, 'bankId' | 'day' | 'scheme'>;

/** A page of lines by where they belong, of what each paid, kept and took: what a deposit lacks of them is below zero. */
export function selectUnplaced(
  tx: Tx,
  of: ProofSelection,
  lines: readonly LinePlace[],
  at: { place: RowPlace; after: After; limit: number },
): Promise<ListedRow[]> {
  const said = '(u.effect + u.fee + u.charge + u.other)';
  const isThere = `EXISTS (SELECT 1 FROM unnest($14::bigint[], $15::date[], $16::text[]) p (bank_id, day, scheme)
                     WHERE p.bank_id = u.bank_id AND p.day = u.business_day AND p.scheme IS NOT DISTINCT FROM u.scheme)`;
  const part = { is: `${said} <> 0 AND ${isThere}`, minor: `-${said}` };
  // The second key is never 0, which is that of the settlements in front of them.
  return tx.rows<ListedRow>(linesOf(of, part, 'u.seq + 1'), [
    ...valuesOf(of, at.place, at.after, at.limit),
    lines.map(({ bankId }) => bankId),
    lines.map(({ day }) => day),
    lines.map(({ scheme }) => scheme),
  ]);
}

export type ListedKind = ProofListed['kind'];
export const kindOf = (cause: ProofCause): ListedKind => {
  if (ofLines[cause]) return 'line';
  if (ofClosed[cause]) return 'reconciliation';
  return ofChosen[cause] || ofCounted.includes(cause) ? 'payment' : 'settlement';
};

/** A page of what is no settlement; the newest, or the last files and lines, first. */
export function selectListed(
  tx: Tx,
  of: ProofSelection,
  cause: ProofCause,
  at: { place: RowPlace; after: After; limit: number },
): Promise<ListedRow[]> {
  const kind = kindOf(cause);
  const sql =
    kind === 'line'
      ? linesOf(of, ofLines[cause] ?? nothing)
      : kind === 'reconciliation'
        ? closedOf(of, ofClosed[cause] ?? nothing, cause === 'CHANGED_SINCE')
        : paymentsOf(of, cause);
  return tx.rows<ListedRow>(sql, valuesOf(of, at.place, at.after, at.limit));
}

/** Of the sums that are made of no settlements. A row of files is a line where its second key is not 0. */
const sumsOf = {
  host: (of) => closedOf(of, { is: 'true', minor: 'l.host' }, false),
  terminals: (of) => closedOf(of, { is: 'true', minor: 'l.terminal' }, false),
  transactions: approvedOf,
  lines: saidOf,
} as const satisfies Record<Exclude<ProofSum, 'deposit'>, (of: ProofSelection) => string>;

/** A page of what a sum is made of, in the order of the causes' pages. */
export const selectSummed = (
  tx: Tx,
  of: ProofSelection,
  sum: Exclude<ProofSum, 'deposit'>,
  at: { place: RowPlace; after: After; limit: number },
): Promise<ListedRow[]> => tx.rows<ListedRow>(sumsOf[sum](of), valuesOf(of, at.place, at.after, at.limit));
