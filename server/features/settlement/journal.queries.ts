import { unknownBank } from '@mizan/contract/settlement.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { DepositMade, SoldDay } from './journal.ts';

/** The statements behind journal-export.ts. */

/** What is owed for the business days from $1 to $2, by bank, day and currency. */
export const selectSoldDays = (
  tx: Tx,
  from: string,
  to: string,
): Promise<Omit<SoldDay, 'processingMinor'>[]> =>
  tx.rows<Omit<SoldDay, 'processingMinor'>>(
    `SELECT CASE bank_id WHEN 0 THEN '${unknownBank}' ELSE bank_id::text END AS "bankId",
            business_day::text AS day, currency,
            coalesce(sum(gross_minor - unjudged_minor) FILTER (WHERE type = 'PURCHASE'), 0) AS "grossMinor",
            coalesce(sum(gross_minor - unjudged_minor) FILTER (WHERE type <> 'PURCHASE'), 0) AS "refundsMinor",
            sum(fee_minor) AS "feeMinor", sum(vat_minor) AS "vatMinor", sum(net_minor) AS "netMinor",
            coalesce(sum(unjudged_minor) FILTER (WHERE type = 'PURCHASE'), 0) AS "unjudgedGrossMinor",
            coalesce(sum(unjudged_minor) FILTER (WHERE type <> 'PURCHASE'), 0) AS "unjudgedRefundsMinor"
       FROM expectation_days
      WHERE merchant_id = tenant_id() AND count <> 0 AND business_day BETWEEN $1::date AND $2::date
      GROUP BY bank_id, business_day, currency
      ORDER BY business_day, bank_id, currency`,
    [from, to],
  );

/** Deposits with a value date from $1 to $2, and those taken back from $3 to before $4. */
export const selectDepositsMade = (
  tx: Tx,
  { from, to, undoneFrom, undoneBefore }: { from: string; to: string; undoneFrom: Date; undoneBefore: Date },
): Promise<DepositMade[]> =>
  tx.rows<DepositMade>(
    `SELECT d.id AS place, d.id::text, d.bank_id::text AS "bankId", d.value_date::text AS "valueDate",
            d.amount_minor AS "amountMinor", d.currency, d.reference, d.undone_at AS "undoneAt"
       FROM bank_deposits d
      WHERE d.merchant_id = tenant_id()
        AND (d.value_date BETWEEN $1::date AND $2::date OR (d.undone_at >= $3 AND d.undone_at < $4))
      ORDER BY d.value_date, place`,
    [from, to, undoneFrom, undoneBefore],
  );
