import type { SideTotals } from '@mizan/contract/terminal-link.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { Tx } from '../platform/database/database.ts';
import { givesBackSql, isChargeSql } from '../platform/database/type-sql.ts';

/** What terminals of the demo reconciled: each night with their payments, which all three sides have, but for one. */

/**
 * A reconciliation of each terminal at each of these moments, `leftOut` only before `leftOutFrom`. The payments that
 * follow are given to them by their time: in the past of the demo nothing came late.
 */
export async function insertReconciliations(
  tx: Tx,
  merchantId: string,
  { ends, leftOut, leftOutFrom }: { ends: readonly Date[]; leftOut: string; leftOutFrom: Date },
): Promise<void> {
  await tx.change(
    `INSERT INTO terminal_reconciliations AS r (merchant_id, uuid, terminal_id, tid, branch_id, origin, state, asked_at,
       sent_at, acked_at, ended_at, action_code, balance, from_at)
     SELECT $1::bigint, gen_random_uuid(), t.id, t.tid, t.branch_id, 'DAILY', 'DONE', d.at, d.at, d.at, d.at, '500',
            'BALANCED', lag(d.at) OVER (PARTITION BY t.id ORDER BY d.at)
       FROM terminals t CROSS JOIN unnest($2::timestamptz[]) AS d (at)
      WHERE t.merchant_id = $1::bigint AND NOT (t.tid = $3 AND d.at >= $4::timestamptz)
      ORDER BY d.at, t.id
     ON CONFLICT DO NOTHING`,
    [merchantId, ends, leftOut, leftOutFrom],
  );
}

/** The answer of one payment never reached its terminal: a mada sale of the afternoon, in its newest reconciliation. Its number, or null. */
export async function loseAnAnswer(tx: Tx, merchantId: string, tid: string): Promise<string | null> {
  const lost = await tx.row<{ id: string; reconciliationId: string }>(
    `UPDATE transactions t SET late_approval = true
       FROM (SELECT p.id FROM transactions p JOIN terminal_reconciliations r
                 ON r.merchant_id = p.merchant_id AND r.id = p.terminal_reconciliation_id
              WHERE p.merchant_id = $1 AND r.merchant_id = $1 AND r.tid = $2 AND p.scheme = 'Mada' AND ${isChargeSql('p.type')}
              ORDER BY r.ended_at DESC, abs(date_part('hour', p.created_at) - 11), p.id LIMIT 1) o
      WHERE t.merchant_id = $1 AND t.id = o.id
      RETURNING t.id::text, t.terminal_reconciliation_id::text AS "reconciliationId"`,
    [merchantId, tid],
  );
  if (!lost) return null;
  await tx.change(
    `UPDATE terminal_reconciliations SET action_code = '501', balance = 'UNBALANCED' WHERE merchant_id = $1 AND id = $2`,
    [merchantId, lost.reconciliationId],
  );
  return lost.id;
}

/** The totals of all of them: terminals have what the others have, but for the payment whose answer was lost. */
export const insertTotals = (tx: Tx, merchantId: string, lostId: string | null): Promise<number> =>
  tx.change(
    `INSERT INTO terminal_reconciliation_totals (merchant_id, reconciliation_id, scheme,
       host_debit_count, host_debit_minor, host_credit_count, host_credit_minor,
       terminal_debit_count, terminal_debit_minor, terminal_credit_count, terminal_credit_minor,
       portal_debit_count, portal_debit_minor, portal_credit_count, portal_credit_minor)
     SELECT merchant_id, id, scheme, dc, dm, cc, cm, dc - lost, dm - lost_minor, cc, cm, dc, dm, cc, cm
       FROM (SELECT merchant_id, terminal_reconciliation_id AS id, scheme,
                    count(*) FILTER (WHERE ${isChargeSql()}) AS dc,
                    coalesce(sum(amount_minor) FILTER (WHERE ${isChargeSql()}), 0) AS dm,
                    count(*) FILTER (WHERE ${givesBackSql()}) AS cc,
                    coalesce(sum(amount_minor) FILTER (WHERE ${givesBackSql()}), 0) AS cm,
                    count(*) FILTER (WHERE id = $2::bigint) AS lost,
                    coalesce(sum(amount_minor) FILTER (WHERE id = $2::bigint), 0) AS lost_minor
               FROM transactions
              WHERE merchant_id = $1 AND terminal_reconciliation_id IS NOT NULL
              GROUP BY merchant_id, terminal_reconciliation_id, scheme) s
     ON CONFLICT DO NOTHING`,
    [merchantId, lostId],
  );

/** With its owner as the one who is written to. */
export const insertTime = (tx: Tx, merchantId: string, atTime: string, nextAt: Date): Promise<number> =>
  tx.change(
    `INSERT INTO daily_times (merchant_id, kind, scope, place_id, at_time, next_at, recipient_ids)
     SELECT $1, 'RECONCILE', 'MERCHANT', 0, $2, $3, array_agg(id) FROM users WHERE merchant_id = $1 AND role = 'MERCHANT'
     ON CONFLICT DO NOTHING`,
    [merchantId, atTime, nextAt],
  );

/** The daily e-mail about bank files, to its owner. */
export const insertFilesLetterTime = (
  tx: Tx,
  merchantId: string,
  atTime: string,
  nextAt: Date,
): Promise<number> =>
  tx.change(
    `INSERT INTO daily_times (merchant_id, kind, scope, place_id, at_time, next_at, recipient_ids)
     SELECT $1, 'FILES_LETTER', 'MERCHANT', 0, $2, $3, array_agg(id) FROM users WHERE merchant_id = $1 AND role = 'MERCHANT'
     ON CONFLICT DO NOTHING`,
    [merchantId, atTime, nextAt],
  );

/** What a terminal of the demo has taken since its last night, per scheme: its first reconciliation counts it. */
export const selectUncounted = (tx: Tx, merchantId: string): Promise<Uncounted[]> =>
  tx.rows<Uncounted>(
    `SELECT d.tid, t.scheme, count(*) FILTER (WHERE ${isChargeSql('t.type')})::int AS "debitCount",
            coalesce(sum(t.amount_minor) FILTER (WHERE ${isChargeSql('t.type')}), 0)::bigint AS "debitMinor",
            count(*) FILTER (WHERE ${givesBackSql('t.type')})::int AS "creditCount",
            coalesce(sum(t.amount_minor) FILTER (WHERE ${givesBackSql('t.type')}), 0)::bigint AS "creditMinor"
       FROM transactions t JOIN terminals d ON d.merchant_id = t.merchant_id AND d.id = t.terminal_id
      WHERE t.merchant_id = $1 AND d.merchant_id = $1 AND t.status = 'APPROVED' AND t.currency = 'SAR'
        AND t.terminal_reconciliation_id IS NULL
      GROUP BY d.tid, t.scheme ORDER BY d.tid, t.scheme`,
    [merchantId],
  );
export interface Uncounted extends SideTotals {
  tid: string;
  scheme: Scheme;
}
