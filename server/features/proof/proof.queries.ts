import type { Currency } from '@mizan/contract/money.ts';
import type { ProofCause } from '@mizan/contract/proof.ts';
import type { Outcome } from '@mizan/contract/reconciliation-terms.ts';
import type { ExpectationState } from '@mizan/contract/settlement.ts';
import type { Tx } from '../../platform/database/database.ts';
import { bankOfFile, earlyDays } from '../expectations/bank-of-file.ts';
import { broughtLines } from '../expectations/expectation-state.ts';
import { lineSays } from '../expectations/line-says.ts';
import { type Recorded, recordedOf } from '../settlement/recorded.ts';
import {
  countedOnce,
  otherLines,
  type ProofSelection,
  selectionValues,
  unlikeSides,
  withoutPayment,
  withSets,
} from './proof-sets.ts';

/** The sums of the proof, each of one set (proof-sets.ts). Ids are text; amounts signed minor units. */

interface Place {
  /** The branch or the bank; 0 for none that is known. */
  g: string;
  terminalId: string;
}
interface InCell {
  bankId: string;
  day: string;
  scheme: string | null;
}
export interface CellKey extends InCell {
  scheme: string;
}

/** Payments of one place and one settlement cell, alike in state and closing. */
export interface PaymentSum extends Place, CellKey {
  branchId: string;
  state: ExpectationState;
  isMissing: boolean;
  /** Its line could not be read, or may be one that is there: it is not called missing. */
  isWaiting: boolean;
  /** That it is missing was accepted. */
  isAccepted: boolean;
  /** A person joined it to a line. */
  isByHand: boolean;
  /** What was given back; it is below zero. */
  isRefund: boolean;
  closing: 'IN' | Extract<ProofCause, 'NOT_RECONCILED' | 'CLOSED_BEFORE' | 'CLOSED_AFTER' | 'ELSEWHERE'>;
  count: number;
  grossMinor: number;
  /** Of those whose rate was agreed; `ratedCount` of them. */
  chargesMinor: number;
  ratedCount: number;
  /** What the bank owes for the smallest of them, without its sign. */
  leastMinor: number;
}
export const selectPayments = (tx: Tx, of: ProofSelection): Promise<PaymentSum[]> =>
  tx.rows<PaymentSum>(
    `${withSets(of.by, 'closed', 'decided', 'chosen')}
     SELECT g::text, terminal_id::text AS "terminalId", branch_id::text AS "branchId", bank_id::text AS "bankId",
            business_day::text AS day, scheme, state, "isMissing", "isWaiting", "isAccepted", "isByHand", "isRefund", closing, count, "grossMinor", "chargesMinor", "ratedCount",
            "leastMinor"
       -- As text they would be sorted on disk.
       FROM (SELECT g, terminal_id, branch_id, bank_id, business_day, scheme, state,
                    missing_in_file_id IS NOT NULL AS "isMissing", is_waiting AS "isWaiting", is_accepted AS "isAccepted", is_by_hand AS "isByHand",
                    gross_minor < 0 AS "isRefund", closing,
                    count(*) AS count, sum(gross_minor)::bigint AS "grossMinor",
                    coalesce(sum(fee_minor + vat_minor), 0)::bigint AS "chargesMinor", count(net_minor) AS "ratedCount",
                    min(abs(coalesce(net_minor, gross_minor))) AS "leastMinor"
               FROM chosen GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13) s`,
    selectionValues(of),
  );

/** What the reconciliations of one place came to, those of which nobody knows when the one before was apart. */
export interface ClosedSum extends Place {
  tid: string;
  isFirst: boolean;
  closings: number;
  /** How many of them differ from what the portal had, whether or not the sums do. */
  unlikeCount: number;
  count: number;
  hostCount: number;
  hostMinor: number;
  /** How many differ from their host's sum, and how many host and terminal call unbalanced though the sums agree. */
  hostUnlikeCount: number;
  hostUnbalancedCount: number;
  terminalMinor: number;
  portalMinor: number;
}
export const selectClosed = (tx: Tx, of: ProofSelection): Promise<ClosedSum[]> =>
  tx.rows<ClosedSum>(
    `${withSets(of.by, 'closed')}, totals AS (
       SELECT s.reconciliation_id, sum(s.terminal_debit_count + s.terminal_credit_count)::bigint AS count,
              sum(s.host_debit_count + s.host_credit_count)::bigint AS host_count,
              sum(s.host_debit_minor - s.host_credit_minor)::bigint AS host_minor,
              sum(s.terminal_debit_minor - s.terminal_credit_minor)::bigint AS terminal_minor,
              sum(s.portal_debit_minor - s.portal_credit_minor)::bigint AS portal_minor,
              bool_or(${unlikeSides('terminal', 'portal')}) AS is_unlike
         FROM terminal_reconciliation_totals s
        WHERE s.merchant_id = tenant_id() AND s.reconciliation_id IN (SELECT id FROM closed)
        GROUP BY s.reconciliation_id)
     SELECT k.g::text, k.terminal_id::text AS "terminalId", k.tid, k.from_at IS NULL AS "isFirst", count(*) AS closings,
            count(*) FILTER (WHERE t.is_unlike) AS "unlikeCount",
            coalesce(sum(t.host_count), 0)::bigint AS "hostCount", coalesce(sum(t.host_minor), 0)::bigint AS "hostMinor",
            count(*) FILTER (WHERE t.host_minor <> t.terminal_minor) AS "hostUnlikeCount",
            count(*) FILTER (WHERE k.balance = 'UNBALANCED' AND t.host_minor IS NOT DISTINCT FROM t.terminal_minor)
              AS "hostUnbalancedCount",
            coalesce(sum(t.count), 0)::bigint AS count, coalesce(sum(t.terminal_minor), 0)::bigint AS "terminalMinor",
            coalesce(sum(t.portal_minor), 0)::bigint AS "portalMinor"
       FROM closed k LEFT JOIN totals t ON t.reconciliation_id = k.id
      GROUP BY 1, 2, 3, 4`,
    selectionValues(of),
  );

export interface CountedSum extends Place {
  place: 'IN' | Extract<ProofCause, 'OF_EARLIER_DAYS' | 'OF_LATER_DAYS' | 'ELSEWHERE'>;
  count: number;
  grossMinor: number;
}
export const selectCounted = (tx: Tx, of: ProofSelection): Promise<CountedSum[]> =>
  tx.rows<CountedSum>(
    `${withSets(of.by, 'closed', 'counted')}
     SELECT g::text, terminal_id::text AS "terminalId", place, count(*) AS count, sum(gross_minor)::bigint AS "grossMinor"
       FROM counted GROUP BY 1, 2, 3`,
    selectionValues(of),
  );

export interface LineSum extends Place, InCell {
  branchId: string;
  outcome: Outcome;
  /** What people decided of them. */
  decision: 'NOTHING' | 'ACCEPTED' | 'CORRECTED' | 'WON' | 'LOST';
  count: number;
  /** Of how many anything was paid, kept or taken at all beyond their payments. */
  saidCount: number;
  /** Of how many the bank kept or gave something beside the amount. */
  keptCount: number;
  effectCount: number;
  /** Of these, how many are lines beside that of their payment. */
  apartCount: number;
  otherCount: number;
  feeCount: number;
  chargeCount: number;
  effectMinor: number;
  feeMinor: number;
  chargeMinor: number;
  otherMinor: number;
}
export const selectLines = (tx: Tx, of: ProofSelection): Promise<LineSum[]> =>
  tx.rows<LineSum>(
    `${withSets(of.by, 'decided', 'unlike')}
     SELECT g::text, terminal_id::text AS "terminalId", branch_id::text AS "branchId", bank_id::text AS "bankId",
            business_day::text AS day, scheme, outcome, decision, count(*) AS count,
            count(*) FILTER (WHERE effect + fee + charge + other <> 0) AS "saidCount",
            count(*) FILTER (WHERE fee + charge + other <> 0) AS "keptCount",
            count(*) FILTER (WHERE effect <> 0) AS "effectCount", count(*) FILTER (WHERE effect <> 0 AND NOT is_own) AS "apartCount", count(*) FILTER (WHERE other <> 0) AS "otherCount",
            count(*) FILTER (WHERE fee <> 0) AS "feeCount", count(*) FILTER (WHERE charge <> 0) AS "chargeCount",
            sum(effect)::bigint AS "effectMinor", sum(fee)::bigint AS "feeMinor", sum(charge)::bigint AS "chargeMinor",
            sum(other)::bigint AS "otherMinor"
       FROM unlike GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`,
    selectionValues(of),
  );

/** What is owed for a cell and what arrived, whatever branch is asked for: a deposit is of all of them. */
export interface CellSum extends CellKey {
  netMinor: number;
  /** Of those that a file has. */
  linedMinor: number;
  unjudgedCount: number;
  dueDay: string | null;
  branchIds: string[];
  arrivedMinor: number;
  arrivedOn: string | null;
  /** One of its deposits pays a day or a bank that is not asked for, too. */
  isShared: boolean;
}
export const selectCells = (tx: Tx, of: ProofSelection): Promise<CellSum[]> =>
  tx.rows<CellSum>(
    `WITH owed AS (
       SELECT bank_id, business_day, scheme, sum(net_minor)::bigint AS net,
              sum(net_minor) FILTER (WHERE line IN ${broughtLines})::bigint AS lined, sum(unjudged_count)::bigint AS unjudged,
              min(due_day) AS due, array_agg(DISTINCT branch_id::text) AS branches
         FROM expectation_days
        WHERE merchant_id = tenant_id() AND count <> 0 AND currency = $3 AND business_day BETWEEN $1::date AND $2::date
          AND ($4::bigint IS NULL OR bank_id = $4)
        GROUP BY bank_id, business_day, scheme
     ), came AS (
       SELECT s.bank_id, s.business_day, s.scheme, sum(s.amount_minor)::bigint AS arrived, max(d.value_date) AS arrived_on,
              bool_or(EXISTS (
                SELECT 1 FROM deposit_shares o
                 WHERE o.merchant_id = tenant_id() AND o.deposit_id = s.deposit_id AND o.undone_at IS NULL
                   AND o.business_day NOT BETWEEN $1::date AND $2::date)) AS is_shared
         FROM deposit_shares s
         JOIN bank_deposits d ON d.merchant_id = tenant_id() AND d.id = s.deposit_id
        WHERE s.merchant_id = tenant_id() AND s.undone_at IS NULL AND s.currency = $3
          AND s.business_day BETWEEN $1::date AND $2::date AND ($4::bigint IS NULL OR s.bank_id = $4)
        GROUP BY s.bank_id, s.business_day, s.scheme)
     SELECT coalesce(o.bank_id, c.bank_id)::text AS "bankId", coalesce(o.business_day, c.business_day)::text AS day,
            coalesce(o.scheme, c.scheme) AS scheme, coalesce(o.net, 0) AS "netMinor",
            coalesce(o.lined, 0) AS "linedMinor",
            coalesce(o.unjudged, 0) AS "unjudgedCount", o.due::text AS "dueDay",
            coalesce(o.branches, '{}') AS "branchIds", coalesce(c.arrived, 0) AS "arrivedMinor",
            c.arrived_on::text AS "arrivedOn", coalesce(c.is_shared, false) AS "isShared"
       FROM owed o
       FULL JOIN came c ON c.bank_id = o.bank_id AND c.business_day = o.business_day AND c.scheme = o.scheme
      ORDER BY 2, 1, 3`,
    [of.from, of.to, of.currency, of.bankId],
  );

/** What is on record of a bank's deposits in a currency. */
export interface RecordedDeposits extends Recorded {
  bankId: string;
  /** One of them pays less than it is of. */
  hasUnassigned: boolean;
}
export const selectRecorded = (tx: Tx, currency: string): Promise<RecordedDeposits[]> =>
  tx.rows<RecordedDeposits>(
    `SELECT d.bank_id::text AS "bankId", ${recordedOf},
            bool_or(d.shared_minor <> d.amount_minor) AS "hasUnassigned"
       FROM bank_deposits d WHERE d.merchant_id = tenant_id() AND d.undone_at IS NULL AND d.currency = $1
      GROUP BY d.bank_id, d.currency`,
    [currency],
  );

/** A deposit that was put to a wrong day lies at most so far away from it. */
const apartDays = 45;
/** Banks of which more arrived for a settlement outside these days than is owed for it. */
export const selectOverElsewhere = (tx: Tx, of: ProofSelection): Promise<{ bankId: string }[]> =>
  tx.rows<{ bankId: string }>(
    `WITH came AS (
       SELECT s.bank_id, s.business_day, s.scheme, sum(s.amount_minor) AS arrived
         FROM deposit_shares s
        WHERE s.merchant_id = tenant_id() AND s.undone_at IS NULL AND s.currency = $3
          AND s.business_day BETWEEN $1::date - ${apartDays} AND $2::date + ${apartDays}
          AND s.business_day NOT BETWEEN $1::date AND $2::date
        GROUP BY s.bank_id, s.business_day, s.scheme)
     SELECT DISTINCT c.bank_id::text AS "bankId" FROM came c
      WHERE c.arrived > (SELECT coalesce(sum(d.net_minor), 0) FROM expectation_days d
                          WHERE d.merchant_id = tenant_id() AND d.bank_id = c.bank_id AND d.business_day = c.business_day
                            AND d.scheme = c.scheme AND d.currency = $3)`,
    [of.from, of.to, of.currency],
  );

/**
 * What lines took back of other days than these, by the bank that may have kept it of the deposits of these: a chargeback names
 * the day of its sale as often as that of the payout. What several files say the same of is taken once. 0 is a bank that no file says.
 */
export const selectTaken = (tx: Tx, of: ProofSelection): Promise<{ bankId: string; takenMinor: number }[]> =>
  tx.rows<{ bankId: string; takenMinor: number }>(
    `WITH beside AS (
       SELECT n.bank_file_id, n.seq, n.outcome, n.tid, n.difference_minor, ${lineSays('n')} AS says,
              coalesce(e.bank_id, ${bankOfFile}) AS bank_id, coalesce(e.business_day, n.day, f.last_day) AS business_day,
              -- A file that is too late for these days is asked for what it gave back, alone.
              f.last_day > $2::date + ${apartDays} AS is_later
         FROM bank_files f
         JOIN bank_entries n ON n.merchant_id = tenant_id() AND n.bank_file_id = f.id
         LEFT JOIN expectations e ON e.merchant_id = tenant_id() AND e.transaction_id = n.transaction_id AND e.is_owed
        WHERE f.merchant_id = tenant_id() AND f.state = 'DONE' AND f.last_day >= $1::date - ${earlyDays}
          AND n.step IS NOT NULL AND n.currency = $3
          AND n.outcome IN ('chargeback', ${otherLines}, ${withoutPayment})
     ), ${countedOnce('beside', 's.is_later')}
     SELECT s.bank_id::text AS "bankId", (-sum(s.difference_minor))::bigint AS "takenMinor"
       FROM once s
      WHERE s.copy = 1 AND NOT s.is_later AND s.difference_minor < 0 AND s.business_day NOT BETWEEN $1::date AND $2::date
      GROUP BY s.bank_id`,
    [of.from, of.to, of.currency],
  );

/** What of bank files leaves it open whether payments that they name as missing really are. */
export interface FileDoubts {
  /** Nobody said what a file holds that names one of these payments. */
  hasUnconfirmedPart: boolean;
  /** A file waits for a person, or is judged, or taken over just now. */
  isBeingJudged: boolean;
  /** What lines without a payment come to, in any file that could hold these payments. */
  extraMinor: number;
}
export const selectFileDoubts = async (tx: Tx, of: ProofSelection): Promise<FileDoubts> =>
  (await tx.row<FileDoubts>(
    `WITH named AS (
       SELECT DISTINCT e.missing_in_file_id AS id FROM expectations e
        WHERE e.merchant_id = tenant_id() AND e.is_owed AND e.line = 'none' AND e.missing_in_file_id IS NOT NULL
          AND e.currency = $3 AND e.business_day BETWEEN $1::date AND $2::date
          AND ($4::bigint IS NULL OR e.branch_id = $4) AND ($5::bigint IS NULL OR e.bank_id = $5)
          AND e.bank_id IN (SELECT d.bank_id FROM expectation_days d
                             WHERE d.merchant_id = tenant_id() AND d.business_day BETWEEN $1::date AND $2::date))
     SELECT EXISTS (SELECT 1 FROM named JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = named.id
                     WHERE f.part_id IS NULL) AS "hasUnconfirmedPart",
            EXISTS (SELECT 1 FROM bank_files f
                     WHERE f.merchant_id = tenant_id()
                       AND (f.state IN ('RECEIVED', 'READING', 'WAITING_LAYOUT', 'MATCHING') OR f.confirming
                            OR f.state = 'DONE' AND f.rejudge_cause IS NOT NULL)) AS "isBeingJudged",
            coalesce((SELECT sum(n.bank_minor)
                        FROM bank_files f
                        JOIN bank_entries n ON n.merchant_id = tenant_id() AND n.bank_file_id = f.id
                       WHERE f.merchant_id = tenant_id() AND f.state = 'DONE' AND f.last_day >= $1::date - ${earlyDays}
                         AND n.step IS NOT NULL AND n.outcome IN (${withoutPayment}, ${otherLines})
                         AND n.currency = $3 AND n.bank_minor > 0), 0)::bigint AS "extraMinor"`,
    [of.from, of.to, of.currency, of.branchId, of.bankId],
  )) ?? { hasUnconfirmedPart: false, isBeingJudged: false, extraMinor: 0 };

export interface PlaceRow {
  id: string;
  nameEn: string;
  nameAr: string;
}
/** Every branch of the merchant, every bank, and what each terminal is called. */
export const selectBranches = (tx: Tx): Promise<PlaceRow[]> =>
  tx.rows<PlaceRow>(
    `SELECT id::text, name_en AS "nameEn", name_ar AS "nameAr" FROM (SELECT *, branches.id AS place FROM branches) b WHERE merchant_id = tenant_id() ORDER BY place`,
    [],
  );
export const selectTids = (tx: Tx): Promise<{ id: string; tid: string }[]> =>
  tx.rows(`SELECT id::text, tid FROM terminals WHERE merchant_id = tenant_id()`, []);

/** In which currencies there are payments in these days, the most first. */
export const selectCurrencies = (tx: Tx, from: string, to: string): Promise<{ currency: Currency }[]> =>
  tx.rows(
    `SELECT currency FROM expectation_days
      WHERE merchant_id = tenant_id() AND count <> 0 AND business_day BETWEEN $1::date AND $2::date
      GROUP BY currency ORDER BY sum(count) DESC, currency`,
    [from, to],
  );
