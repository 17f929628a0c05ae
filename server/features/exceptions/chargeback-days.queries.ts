import type { AgreedScheme } from '@mizan/contract/banks.ts';
import { type AnswerByKind, publishedAnswerDays } from '@mizan/contract/chargeback-days.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { Tx } from '../../platform/database/database.ts';
import { disputed } from '../expectations/line-says.ts';

/** Until when a bank wants the answer to a chargeback (docs/decisions/0118-days-to-answer-a-chargeback.md). */

/** As SQL: exception x is a chargeback that asks for somebody. */
export const isOpenChargeback = `x.merchant_id = tenant_id() AND x.state IN ('OPEN', 'ASKED') AND x.outcome = 'chargeback'
  AND x.difference_minor < 0`;

const published = publishedAnswerDays.map(({ scheme, days }) => `('${scheme}', ${days})`).join(', ');

/**
 * As SQL: joins to a chargeback x, with what people say of it as c, the day `a.day` by which its bank wants the answer, `a.kind` of how
 * it is known, and of one that is reckoned its `a.days` and `a.scheme`. It counts from the settlement day of the line, else from the
 * day on which a verdict named it. All are null where nothing is known.
 */
export const withAnswerDay = `LEFT JOIN LATERAL (
    SELECT coalesce(t.scheme, e.scheme) AS scheme
      FROM bank_entries e
      LEFT JOIN transactions t ON t.merchant_id = tenant_id() AND t.id = (${disputed('e')})::bigint
     WHERE x.outcome = 'chargeback' AND e.merchant_id = tenant_id() AND e.bank_file_id = x.bank_file_id AND e.seq = x.seq) card ON true
  LEFT JOIN LATERAL (
    SELECT g.days FROM chargeback_days g
     WHERE x.outcome = 'chargeback' AND g.merchant_id = tenant_id() AND g.bank_id = x.bank_id AND g.scheme IN ('', card.scheme)
       AND g.valid_from <= x.since_day
     ORDER BY g.scheme = '', g.valid_from DESC, g.id DESC LIMIT 1) agreed ON true
  LEFT JOIN (VALUES ${published}) AS published (scheme, days) ON published.scheme = card.scheme
  LEFT JOIN LATERAL (
    SELECT coalesce(c.deadline_day, x.since_day + coalesce(agreed.days, published.days)) AS day,
           CASE WHEN c.deadline_day IS NOT NULL THEN 'NOTICE' WHEN agreed.days IS NOT NULL THEN 'AGREED'
                WHEN published.days IS NOT NULL THEN 'PUBLISHED' END AS kind,
           CASE WHEN c.deadline_day IS NULL THEN coalesce(agreed.days, published.days) END AS days,
           card.scheme
     WHERE x.outcome = 'chargeback') a ON true`;

export interface AnswerDayRecord {
  day: string | null;
  kind: AnswerByKind | null;
  days: number | null;
  scheme: Scheme | null;
  since: string;
}

/** Until when the answer to one chargeback is wanted, whatever is said of it. */
export const selectAnswerDay = (tx: Tx, exceptionId: string): Promise<AnswerDayRecord | null> =>
  tx.row<AnswerDayRecord>(
    `SELECT a.day, a.kind, a.days, a.scheme, x.since_day AS since
       FROM bank_exceptions x
       LEFT JOIN bank_chargebacks c ON c.merchant_id = tenant_id() AND c.exception_id = x.id
       ${withAnswerDay}
      WHERE x.merchant_id = tenant_id() AND x.id = $1`,
    [exceptionId],
  );

/** Of every open chargeback of a bank that nobody noted an answer of, the day that is reckoned. Served by bank_exceptions_open. */
export const selectReckoned = (tx: Tx, bankId: string): Promise<{ id: string; day: string | null }[]> =>
  tx.rows<{ id: string; day: string | null }>(
    `SELECT x.id::text, a.day
       FROM bank_exceptions x
       LEFT JOIN bank_chargebacks c ON c.merchant_id = tenant_id() AND c.exception_id = x.id
       ${withAnswerDay}
      WHERE ${isOpenChargeback} AND x.bank_id = $1 AND coalesce(c.stage, 'RECEIVED') = 'RECEIVED'
        AND c.deadline_day IS NULL`,
    [bankId],
  );

export interface AnswerDaysRecord {
  id: string;
  bankId: string;
  scheme: AgreedScheme | null;
  days: number;
  validFrom: string;
  byName: string;
  at: Date;
}

/** What was said at any time, the oldest first. */
export const selectAnswerDays = (tx: Tx): Promise<AnswerDaysRecord[]> =>
  tx.rows<AnswerDaysRecord>(
    `SELECT g.id AS place, g.id::text, g.bank_id::text AS "bankId", nullif(g.scheme, '') AS scheme, g.days,
            g.valid_from AS "validFrom", g.by_name AS "byName", g.at
       FROM chargeback_days g WHERE g.merchant_id = tenant_id() ORDER BY g.valid_from, place`,
    [],
  );

export const insertAnswerDays = (
  tx: Tx,
  one: Omit<AnswerDaysRecord, 'id'> & { byId: string },
): Promise<number> =>
  tx.change(
    `INSERT INTO chargeback_days (merchant_id, bank_id, scheme, days, valid_from, by_id, by_name, at)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6, $7)`,
    [one.bankId, one.scheme ?? '', one.days, one.validFrom, one.byId, one.byName, one.at],
  );
