import type { OpenSettlement } from '@mizan/contract/deposits.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { Tx } from '../../platform/database/database.ts';

/** What a bank owes in a currency for the days of a span and has not paid whole, the newest day first; at most `limit`. */
export const selectOpenSettlements = (
  tx: Tx,
  of: { bankId: string; currency: string; from: string; to: string },
  limit: number,
): Promise<OpenSettlement[]> =>
  tx.rows<OpenSettlement>(
    `SELECT o.business_day AS on_day, o.business_day::text AS day, o.scheme, o.due_day::text AS "dueDay",
            o.net AS "netMinor", coalesce(a.arrived, 0) AS "arrivedMinor", o.unjudged AS "unjudgedCount"
       FROM (SELECT business_day, scheme, min(due_day) AS due_day, sum(net_minor) AS net,
                    sum(unjudged_count) AS unjudged
               FROM expectation_days
              WHERE merchant_id = tenant_id() AND count <> 0 AND bank_id = $1 AND currency = $2
                AND business_day BETWEEN $3::date AND $4::date
              GROUP BY business_day, scheme) o
       LEFT JOIN (SELECT business_day, scheme, sum(amount_minor) AS arrived
                    FROM deposit_shares
                   WHERE merchant_id = tenant_id() AND undone_at IS NULL AND bank_id = $1 AND currency = $2
                     AND business_day BETWEEN $3::date AND $4::date
                   GROUP BY business_day, scheme) a
         ON a.business_day = o.business_day AND a.scheme = o.scheme
      WHERE o.unjudged <> 0 OR o.net <> coalesce(a.arrived, 0)
      ORDER BY on_day DESC, o.scheme LIMIT $5`,
    [of.bankId, of.currency, of.from, of.to, limit],
  );

/**
 * Deposits of a bank with something left (minor units), that came between two days, but for one of them; the nearest to a day
 * first, at most `limit`.
 */
export const selectWaiting = (
  tx: Tx,
  of: {
    bankId: string;
    currency: Currency;
    from: string;
    to: string;
    valueDate: string;
    exceptId: string | null;
  },
  limit: number,
): Promise<{ id: string; valueDate: string; amountMinor: number; reference: string }[]> =>
  tx.rows(
    `SELECT bank_deposits.id AS place, id::text, value_date::text AS "valueDate",
            amount_minor - shared_minor AS "amountMinor", reference
       FROM bank_deposits
      WHERE merchant_id = tenant_id() AND undone_at IS NULL AND bank_id = $1 AND currency = $2
        AND value_date BETWEEN $3::date AND $4::date AND amount_minor > shared_minor
        AND ($6::bigint IS NULL OR id <> $6)
      ORDER BY abs(value_date - $5::date), place LIMIT $7`,
    [of.bankId, of.currency, of.from, of.to, of.valueDate, of.exceptId, limit],
  );
