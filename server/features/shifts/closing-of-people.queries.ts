import type { Tx } from '../../platform/database/database.ts';
import { type ShiftRecord, shiftColumns, shiftsWithNames } from './shifts.queries.ts';

/** Of these cashiers, by number. Served by shifts_open_cashier. */
export const selectOpenShifts = (
  tx: Tx,
  merchantId: string,
  cashierIds: readonly string[],
): Promise<ShiftRecord[]> =>
  tx.rows<ShiftRecord>(
    `SELECT ${shiftColumns} FROM ${shiftsWithNames}
      WHERE s.merchant_id = $1 AND s.cashier_id = ANY ($2::bigint[]) AND s.closed_at IS NULL ORDER BY s.id`,
    [merchantId, cashierIds],
  );

/** The cashiers of these branches, whether they may sign in or not. */
export const selectCashiersOf = (tx: Tx, merchantId: string, branchIds: readonly string[]) =>
  tx.rows<{ id: string }>(
    `SELECT id::text FROM users WHERE merchant_id = $1 AND role = 'CASHIER' AND branch_id = ANY ($2::bigint[])`,
    [merchantId, branchIds],
  );

/** Whose shift is open on a terminal of these branches, wherever they work by now. */
export const selectCashiersAt = (tx: Tx, merchantId: string, branchIds: readonly string[]) =>
  tx.rows<{ id: string }>(
    `SELECT cashier_id::text AS id FROM shifts
      WHERE merchant_id = $1 AND branch_id = ANY ($2::bigint[]) AND closed_at IS NULL`,
    [merchantId, branchIds],
  );

/** Terminals where one of them has a shift open or could open one, by number. */
export const selectPlacesOf = (
  tx: Tx,
  merchantId: string,
  cashierIds: readonly string[],
): Promise<{ id: string }[]> =>
  tx.rows(
    `SELECT t.id::text FROM (SELECT *, terminals.id AS place FROM terminals) t
      WHERE t.merchant_id = $1 AND (
        t.id IN (SELECT s.terminal_id FROM shifts s
                  WHERE s.merchant_id = $1 AND s.cashier_id = ANY ($2::bigint[]) AND s.closed_at IS NULL)
        OR t.id IN (SELECT u.terminal_id FROM users u WHERE u.merchant_id = $1 AND u.id = ANY ($2::bigint[])))
      ORDER BY place`,
    [merchantId, cashierIds],
  );
