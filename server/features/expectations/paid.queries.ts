import type { Tx } from '../../platform/database/database.ts';
import { summedRow, sumUp } from './expectations.queries.ts';

/** The statements behind paid.service.ts. */

/** What one bank owes for one business day, card scheme and currency. */
export interface OwedCell {
  bankId: string;
  businessDay: string;
  scheme: string;
  currency: string;
}

/** A business day of a bank: what its payments and its deposits take turns by. */
export type BankDay = Pick<OwedCell, 'bankId' | 'businessDay'>;

/**
 * Payments of a day share it, and whoever says what arrived for the day has it alone, so that neither reckons without
 * the other. In one order of days, whoever asks.
 */
export const lockDays = (tx: Tx, days: readonly BankDay[], mode: '' | '_shared'): Promise<number> =>
  tx.change(
    `SELECT pg_advisory_xact_lock${mode}(hashtextextended('deposits of ' || tenant_id() || ' ' || of_day, 0))
       FROM (SELECT of_day FROM unnest($1::text[]) AS d (of_day) GROUP BY of_day ORDER BY of_day) days`,
    [days.map(({ bankId, businessDay }) => `${bankId} ${businessDay}`)],
  );

/** The cells in which some expectations stand. */
export const selectCellsOf = (tx: Tx, transactionIds: readonly string[]): Promise<OwedCell[]> =>
  tx.rows<OwedCell>(
    `SELECT DISTINCT bank_id::text AS "bankId", business_day::text AS "businessDay", scheme, currency
       FROM expectations WHERE merchant_id = tenant_id() AND transaction_id = ANY ($1::bigint[])`,
    [transactionIds],
  );

const columnsOf = (cells: readonly OwedCell[]): unknown[] => [
  cells.map(({ bankId }) => bankId),
  cells.map(({ businessDay }) => businessDay),
  cells.map(({ scheme }) => scheme),
  cells.map(({ currency }) => currency),
];
const asCells = `unnest($1::bigint[], $2::date[], $3::text[], $4::text[]) AS c (bank_id, business_day, scheme, currency)`;
const onCell = (alias: string): string =>
  `c.bank_id = ${alias}.bank_id AND c.business_day = ${alias}.business_day AND c.scheme = ${alias}.scheme
   AND c.currency = ${alias}.currency`;
const named = (alias: string): string =>
  `${alias}.bank_id::text AS "bankId", ${alias}.business_day::text AS "businessDay", ${alias}.scheme, ${alias}.currency`;

/** Sums of cells; none of a cell without any. */
export interface CellSums extends OwedCell {
  netMinor: number;
  unjudgedCount: number;
  /** What is owed at most: payments without an agreed rate before any fee, and none of what was given back without one. */
  mostMinor: number;
}
export const selectOwed = (tx: Tx, cells: readonly OwedCell[]): Promise<CellSums[]> =>
  tx.rows<CellSums>(
    `SELECT ${named('d')}, sum(d.net_minor) AS "netMinor", sum(d.unjudged_count) AS "unjudgedCount",
            sum(d.net_minor + greatest(d.unjudged_minor, 0)) AS "mostMinor"
       FROM expectation_days d JOIN ${asCells} ON ${onCell('d')}
      WHERE d.merchant_id = tenant_id() AND d.count <> 0
      GROUP BY d.bank_id, d.business_day, d.scheme, d.currency`,
    columnsOf(cells),
  );

/** What arrived for cells; none of a cell for which nothing did. */
export interface CellArrived extends OwedCell {
  arrivedMinor: number;
}
export const selectArrived = (tx: Tx, cells: readonly OwedCell[]): Promise<CellArrived[]> =>
  tx.rows<CellArrived>(
    `SELECT ${named('s')}, sum(s.amount_minor) AS "arrivedMinor"
       FROM deposit_shares s JOIN ${asCells} ON ${onCell('s')}
      WHERE s.merchant_id = tenant_id() AND s.undone_at IS NULL
      GROUP BY s.bank_id, s.business_day, s.scheme, s.currency`,
    columnsOf(cells),
  );

/** The deposit field of all that is owed in some cells, with its sums; rows that have it already stay as they are. */
export const setDeposit = (
  tx: Tx,
  cells: readonly (OwedCell & { deposit: 'open' | 'paid' })[],
): Promise<number> =>
  tx.change(
    `WITH held AS (
       SELECT e.transaction_id, e.deposit AS was_deposit, c.deposit
         FROM expectations e
         JOIN unnest($1::bigint[], $2::date[], $3::text[], $4::text[], $5::text[])
           AS c (bank_id, business_day, scheme, currency, deposit) ON ${onCell('e')}
        WHERE e.merchant_id = tenant_id() AND e.is_owed AND e.deposit <> c.deposit
        ORDER BY e.transaction_id FOR UPDATE OF e
     ), updated AS (
       UPDATE expectations e SET deposit = h.deposit
         FROM held h
        WHERE e.merchant_id = tenant_id() AND e.transaction_id = h.transaction_id
        RETURNING e.*, h.was_deposit)
     ${sumUp(`(
       SELECT ${summedRow('u', {
         line: 'u.line',
         missing: 'u.missing_in_file_id',
         dueDay: 'u.due_day',
         deposit: 'side.deposit',
       })}, side.sign
         FROM updated u CROSS JOIN LATERAL (VALUES (u.was_deposit, -1), (u.deposit, 1)) AS side (deposit, sign)) AS d`)}`,
    [...columnsOf(cells), cells.map(({ deposit }) => deposit)],
  );
