import type { Currency } from '@mizan/contract/money.ts';
import type { ProofBy } from '@mizan/contract/proof.ts';
import { otherLineOutcomes } from '@mizan/contract/reconciliation-terms.ts';
import { signedSql } from '../../platform/database/type-sql.ts';
import { bankOfFile, earlyDays } from '../expectations/bank-of-file.ts';
import { broughtLines, stateOf, waitingPayments } from '../expectations/expectation-state.ts';
import { disputed, isUnsettled, lineSays, paymentIn } from '../expectations/line-says.ts';

/**
 * The sets that the proof is made of, as SQL said once: its sums and the rows that each of them opens read the same ones, so that
 * they add up. Parameters of every statement: $1 first and $2 last business day, $3 currency, $4 branch, $5 bank (0 for
 * none that is known; each null for any), $6 today, $7 and $8 the instants between which reconciliations were closed.
 */

/** Outcomes of lines that are about no payment, but for chargebacks. */
export const otherLines = otherLineOutcomes.map((outcome) => `'${outcome}'`).join(', ');

/** What payments, reconciliations and lines are gathered by, beside their terminal. */
const groupOf = (by: ProofBy): 'branch_id' | 'bank_id' => (by === 'bank' ? 'bank_id' : 'branch_id');

/** A reconciliation of which the payments are with several banks; no bank has this number. */
const severalBanks = -1;

/** The bank of all payments of reconciliation r. */
const bankOfClosed = `(SELECT CASE WHEN min(o.bank_id) = max(o.bank_id) THEN min(o.bank_id) ELSE ${severalBanks} END
    FROM transactions p JOIN expectations o ON o.merchant_id = tenant_id() AND o.transaction_id = p.id AND o.is_owed
   WHERE p.merchant_id = tenant_id() AND p.terminal_reconciliation_id = r.id)`;

/**
 * Reconciliations that were closed in these days; `g` is the branch or bank that each stands with. Terminals count riyals alone.
 * Where one bank is asked for, those that counted a payment of it.
 */
const closed = (by: ProofBy): string => `closed AS (
  SELECT r.id, r.terminal_id, r.tid, r.from_at, r.ended_at, r.branch_id, r.balance,
         ${by === 'bank' ? `coalesce(${bankOfClosed}, 0)` : 'r.branch_id'} AS g
    FROM terminal_reconciliations r
   WHERE r.merchant_id = tenant_id() AND r.state = 'DONE' AND r.ended_at >= $7::timestamptz AND r.ended_at < $8::timestamptz
     AND $3::text = 'SAR' AND ($4::bigint IS NULL OR r.branch_id = $4)
     AND ($5::bigint IS NULL OR EXISTS (
       SELECT 1 FROM transactions p JOIN expectations o
           ON o.merchant_id = tenant_id() AND o.transaction_id = p.id AND o.is_owed AND o.bank_id = $5
        WHERE p.merchant_id = tenant_id() AND p.terminal_reconciliation_id = r.id)))`;

/** Whether two of host, terminal and portal count a card scheme otherwise, by number or by amount; of a row s of totals. */
export const unlikeSides = (one: 'host' | 'terminal', other: 'terminal' | 'portal'): string => {
  const side = (of: string): string =>
    `(s.${of}_debit_count, s.${of}_debit_minor, s.${of}_credit_count, s.${of}_credit_minor)`;
  return `${side(one)} IS DISTINCT FROM ${side(other)}`;
};

const isChosen = (
  e: string,
): string => `${e}.currency = $3 AND ${e}.business_day BETWEEN $1::date AND $2::date
     AND ($4::bigint IS NULL OR ${e}.branch_id = $4) AND ($5::bigint IS NULL OR ${e}.bank_id = $5)`;

/**
 * What people decided of a difference that verdicts still name: it was accepted, or its chargeback was won or lost. Of one
 * that was won, the line by which the bank gave the money back, too. Or a later file set it right. A payment without a line has 0 as its file.
 */
const decided = (): string => `won AS (
  SELECT DISTINCT ${disputed('n')} AS payment
    FROM bank_chargebacks c
    JOIN bank_exceptions x ON x.merchant_id = tenant_id() AND x.id = c.exception_id AND x.gone IS NULL
    JOIN bank_entries n ON n.merchant_id = tenant_id() AND n.bank_file_id = x.bank_file_id AND n.seq = x.seq
   WHERE c.merchant_id = tenant_id() AND c.stage = 'WON'
), decided AS (
  SELECT DISTINCT ON (s.of_file, s.of_row) s.*
    FROM (SELECT x.of_file, x.of_row, x.bank_file_id, x.seq, x.id AS exception_id, 'ACCEPTED' AS said, 1 AS rank,
                 x.asked_by_name AS by_name, x.approved_by_name AS approved_name, coalesce(x.approved_at, x.asked_at) AS at
            FROM bank_exceptions x
           WHERE x.merchant_id = tenant_id() AND x.state = 'ACCEPTED'
          UNION ALL
          SELECT x.of_file, x.of_row, x.bank_file_id, x.seq, x.id, 'CORRECTED', 1, NULL, NULL, NULL
            FROM bank_exceptions x
           WHERE x.merchant_id = tenant_id() AND x.state = 'SETTLED' AND x.gone IS NULL AND x.outcome IN ('feeDiffers', 'amountDiffers')
          UNION ALL
          SELECT x.of_file, x.of_row, x.bank_file_id, x.seq, x.id, c.stage, 2, NULL, NULL, NULL
            FROM bank_chargebacks c
            JOIN bank_exceptions x ON x.merchant_id = tenant_id() AND x.id = c.exception_id AND x.gone IS NULL AND x.state <> 'ACCEPTED'
           WHERE c.merchant_id = tenant_id() AND c.stage IN ('WON', 'LOST')
          UNION ALL
          SELECT x.of_file, x.of_row, x.bank_file_id, x.seq, x.id, 'WON', 3, NULL, NULL, NULL
            FROM bank_exceptions x
            JOIN bank_entries n ON n.merchant_id = tenant_id() AND n.bank_file_id = x.bank_file_id AND n.seq = x.seq
            JOIN won w ON w.payment = ${disputed('n')}
           WHERE x.merchant_id = tenant_id() AND x.gone IS NULL AND x.state <> 'ACCEPTED' AND x.outcome = 'chargeback'
             AND x.difference_minor > 0) s
   ORDER BY s.of_file, s.of_row, s.rank
), joined AS (
  SELECT DISTINCT ON (j.transaction_id) j.transaction_id, j.bank_file_id, j.by_name, j.at
    FROM (SELECT unnest(m.transaction_ids) AS transaction_id, m.bank_file_id, m.by_name, m.at, m.id
            FROM hand_matches m
           WHERE m.merchant_id = tenant_id() AND m.undone_at IS NULL AND m.holds) j
   ORDER BY j.transaction_id, j.id DESC)`;

/** Approved payments of these days with their state, and where the reconciliation is that counted each. */
const chosen = (by: ProofBy): string => `cells AS (
  SELECT bank_id, business_day, scheme, currency, bool_or(line IN ${broughtLines}) AS has_line
    FROM expectation_days
   WHERE merchant_id = tenant_id() AND count <> 0 AND currency = $3 AND business_day BETWEEN $1::date AND $2::date
   GROUP BY bank_id, business_day, scheme, currency
), waiting AS MATERIALIZED (${waitingPayments(`$1::date - ${earlyDays}`)}
), chosen AS (
  SELECT e.transaction_id, e.bank_id, e.branch_id, e.terminal_id, e.${groupOf(by)} AS g, e.business_day, e.scheme,
         e.gross_minor, e.fee_minor, e.vat_minor, e.net_minor, e.line, e.due_day, e.missing_in_file_id,
         coalesce(e.bank_file_id, e.missing_in_file_id) AS file_id, a.of_row IS NOT NULL AS is_accepted,
         w.transaction_id IS NOT NULL AS is_waiting,
         j.transaction_id IS NOT NULL AS is_by_hand,
         ${stateOf({
           line: 'e.line',
           dueDay: 'e.due_day',
           isMissing: 'e.missing_in_file_id IS NOT NULL',
           hasLine: 'c.has_line',
           today: '$6::date',
         })} AS state,
         CASE WHEN t.terminal_reconciliation_id IS NULL THEN 'NOT_RECONCILED'
              WHEN r.ended_at < $7::timestamptz THEN 'CLOSED_BEFORE'
              WHEN r.ended_at >= $8::timestamptz THEN 'CLOSED_AFTER'
              WHEN k.g = e.${groupOf(by)} THEN 'IN'
              ELSE 'ELSEWHERE' END AS closing
    FROM expectations e
    JOIN cells c ON c.bank_id = e.bank_id AND c.business_day = e.business_day AND c.scheme = e.scheme
     AND c.currency = e.currency
    JOIN transactions t ON t.merchant_id = tenant_id() AND t.id = e.transaction_id
    LEFT JOIN terminal_reconciliations r ON r.merchant_id = tenant_id() AND r.id = t.terminal_reconciliation_id
    LEFT JOIN closed k ON k.id = t.terminal_reconciliation_id
    LEFT JOIN decided a ON a.of_file = 0 AND a.of_row = e.transaction_id AND a.said = 'ACCEPTED'
    LEFT JOIN joined j ON j.transaction_id = e.transaction_id AND j.bank_file_id = e.bank_file_id
    LEFT JOIN waiting w ON w.transaction_id = e.transaction_id
   WHERE e.merchant_id = tenant_id() AND e.is_owed AND ${isChosen('e')})`;

/** What the reconciliations of these days counted, and whether it is among the payments of their row. */
const counted = (by: ProofBy): string => `counted AS (
  SELECT k.id AS reconciliation_id, k.g, k.terminal_id, t.id AS transaction_id,
         ${signedSql('t.amount_minor', 't.type')} AS gross_minor,
         CASE WHEN e.transaction_id IS NULL OR e.currency <> $3 OR e.${groupOf(by)} <> k.g
                OR $5::bigint IS NOT NULL AND e.bank_id <> $5 OR $4::bigint IS NOT NULL AND e.branch_id <> $4 THEN 'ELSEWHERE'
              WHEN e.business_day < $1::date THEN 'OF_EARLIER_DAYS'
              WHEN e.business_day > $2::date THEN 'OF_LATER_DAYS'
              ELSE 'IN' END AS place
    FROM closed k
    JOIN transactions t ON t.merchant_id = tenant_id() AND t.terminal_reconciliation_id = k.id AND t.status = 'APPROVED'
    LEFT JOIN expectations e ON e.merchant_id = tenant_id() AND e.transaction_id = t.id AND e.is_owed)`;

/** Outcomes of lines whose amount may be another one than their payment's. */
export const ofAmount = "'amountDiffers', 'undecidedCharge'";
/** Outcomes of lines that pay what is no payment's, or not as it stands. */
export const withoutPayment = "'duplicate', 'missingInPortal', 'statusConflict', 'undecidedSum'";
/** As SQL: lines s that say the same. Of those without a key, what the bank took and when is all that they say. */
const alike = 's.outcome, s.bank_id, s.business_day, s.tid, s.difference_minor, s.says';

/**
 * The lines of the set `from` as `once`, where of lines without a payment that say the same in several files as many have `copy` 1
 * as the one file has that has most of them; of the files the first by `order` (docs/decisions/0443-a-decided-line-in-two-files.md).
 */
export const countedOnce = (from: string, order: string): string => `numbered AS (
  SELECT s.*, row_number() OVER (PARTITION BY s.bank_file_id, ${alike} ORDER BY s.seq) AS nth,
         bool_or(s.outcome = 'chargeback' AND s.difference_minor > 0) OVER (PARTITION BY ${paymentIn('s.says')}) AS is_given_back
    FROM ${from} s
), once AS (
  SELECT s.*, CASE WHEN s.outcome IN (${otherLines}) OR s.outcome IN (${withoutPayment}) AND s.says IS NOT NULL
                     OR s.outcome = 'chargeback' AND s.says IS NOT NULL AND NOT (s.is_given_back AND ${isUnsettled('s.says')})
                   THEN row_number() OVER (PARTITION BY ${alike}, s.nth ORDER BY ${order}, s.bank_file_id) ELSE 1 END AS copy
    FROM numbered s)`;

/**
 * Lines that are not plainly matched, each with the day, terminal and bank of its payment, or what the line itself says of
 * them. `effect` is what it adds to the bank lines beyond the gross of its payment, `fee` what was kept back less than
 * agreed, `charge` what was kept back of a line without a payment, `other` a chargeback, rent or the like. `is_own` where it is the
 * one line of its payment, and says another amount. Of lines without a payment that say the same in several files there are as many
 * as the one file has that has most of them.
 */
const unlike = (by: ProofBy): string => `files AS (
  SELECT f.id, f.last_day, f.file_name, ${bankOfFile} AS bank_id
    FROM bank_files f
   WHERE f.merchant_id = tenant_id() AND f.state = 'DONE' AND f.last_day >= $1::date - ${earlyDays}
), said AS (
  SELECT n.bank_file_id, n.seq, n.line, n.outcome, n.transaction_id,
         n.claims AND e.transaction_id IS NOT NULL AND n.outcome IN (${ofAmount}, 'statusConflict') AS is_own, n.tid, n.rrn, n.last_four, f.file_name,
         coalesce(e.branch_id, t.branch_id, 0) AS branch_id, coalesce(e.terminal_id, t.id, 0) AS terminal_id,
         coalesce(e.bank_id, f.bank_id) AS bank_id, coalesce(e.business_day, n.day, f.last_day) AS business_day,
         coalesce(e.scheme, n.scheme) AS scheme, n.difference_minor, ${lineSays('n')} AS says,
         CASE WHEN n.outcome IN (${ofAmount}) AND n.claims AND e.transaction_id IS NOT NULL
              THEN n.bank_minor - e.gross_minor
              WHEN n.outcome IN (${ofAmount}) THEN coalesce(n.bank_minor, 0) - coalesce(n.portal_minor, 0)
              WHEN n.outcome = 'statusConflict' AND n.claims AND e.transaction_id IS NOT NULL THEN n.bank_minor - e.gross_minor
              WHEN n.outcome IN (${withoutPayment}) THEN coalesce(n.bank_minor, 0)
              ELSE 0 END AS effect, n.charge_minor,
         -- What is agreed for the whole payment, as the sum of agreed fees has it, though the line pays another amount.
         CASE WHEN n.claims AND n.charge_minor IS NOT NULL AND e.net_minor IS NOT NULL
              THEN e.fee_minor + e.vat_minor END AS agreed_minor,
         CASE WHEN n.outcome IN (${withoutPayment})
              THEN -coalesce(n.charge_minor, 0) ELSE 0 END AS charge
    FROM files f
    JOIN bank_entries n ON n.merchant_id = tenant_id() AND n.bank_file_id = f.id
    LEFT JOIN expectations e ON e.merchant_id = tenant_id() AND e.transaction_id = n.transaction_id AND e.is_owed
    LEFT JOIN terminals t ON t.merchant_id = tenant_id() AND t.tid = n.tid
   WHERE n.currency = $3 AND n.line IS NOT NULL AND (n.step IS NOT NULL OR n.outcome IN ('confirmedBefore', 'sameAsBefore'))
     -- Of a file that is just being taken over the payment does not have its line yet.
     AND (NOT n.claims OR e.transaction_id IS NULL OR e.line IN ${broughtLines})
), told AS (
  SELECT s.*, coalesce(d.said, 'NOTHING') AS decision
    FROM said s
    LEFT JOIN decided d ON d.of_file <> 0 AND d.bank_file_id = s.bank_file_id AND d.seq = s.seq
), ${countedOnce('told', "s.decision = 'NOTHING'")}, unlike AS (
  SELECT s.*, s.${groupOf(by)} AS g,
         CASE WHEN s.outcome IN (${ofAmount}) AND s.agreed_minor IS NOT NULL
              THEN s.agreed_minor - s.charge_minor
              WHEN s.outcome IN ('feeDiffers', ${ofAmount}, 'rounding', 'matched', 'otherTerminal')
              THEN s.difference_minor - s.effect ELSE 0 END AS fee,
         CASE WHEN s.outcome IN ('chargeback', ${otherLines}) THEN s.difference_minor ELSE 0 END AS other
    FROM once s
   WHERE s.copy = 1 AND s.business_day BETWEEN $1::date AND $2::date AND ($4::bigint IS NULL OR s.branch_id = $4)
     AND ($5::bigint IS NULL OR s.bank_id = $5))`;

const builders = { closed, decided, chosen, counted, unlike } as const;
/** Says of which type each parameter is, also where a statement reads none of the sets that name it. */
const asked = `asked AS (SELECT $1::date, $2::date, $3::text, $4::bigint, $5::bigint, $6::date, $7::timestamptz, $8::timestamptz)`;

/** The sets that a statement reads, in front of it. */
export const withSets = (by: ProofBy, ...sets: (keyof typeof builders)[]): string =>
  `WITH ${[asked, ...sets.map((set) => builders[set](by))].join(',\n')}`;

/** The parameters that every one of them has. */
export interface ProofSelection {
  from: string;
  to: string;
  currency: Currency;
  branchId: string | null;
  bankId: string | null;
  today: string;
  closedFrom: Date;
  closedBefore: Date;
  by: ProofBy;
}
export const selectionValues = (of: ProofSelection): unknown[] => [
  of.from,
  of.to,
  of.currency,
  of.branchId,
  of.bankId,
  of.today,
  of.closedFrom,
  of.closedBefore,
];
