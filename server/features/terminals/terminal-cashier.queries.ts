import type { Tx } from '../../platform/database/database.ts';

export interface TerminalPlace {
  id: string;
  branchId: string;
  cashierId: string | null;
}

/** One in service of this merchant, by the number that stands on it; locked. As the platform, which may say who works there. */
export const lockByTid = (tx: Tx, merchantId: string, tid: string): Promise<TerminalPlace | null> =>
  tx.row<TerminalPlace>(
    `SELECT id::text, branch_id::text AS "branchId", cashier_id::text AS "cashierId" FROM terminals
      WHERE merchant_id = $1 AND tid = $2 AND status <> 'RETIRED' FOR NO KEY UPDATE`,
    [merchantId, tid],
  );

/** The same by its id. */
export const lockById = (tx: Tx, merchantId: string, id: string): Promise<TerminalPlace | null> =>
  tx.row<TerminalPlace>(
    `SELECT id::text, branch_id::text AS "branchId", cashier_id::text AS "cashierId" FROM terminals
      WHERE merchant_id = $1 AND id = $2 AND status <> 'RETIRED' FOR NO KEY UPDATE`,
    [merchantId, id],
  );

export const nameCashier = (
  tx: Tx,
  merchantId: string,
  terminalId: string,
  cashierId: string,
): Promise<number> =>
  tx.change('UPDATE terminals SET cashier_id = $3 WHERE merchant_id = $1 AND id = $2', [
    merchantId,
    terminalId,
    cashierId,
  ]);

/** Nothing where somebody else is named. */
export const clearCashier = (
  tx: Tx,
  merchantId: string,
  terminalId: string,
  cashierId: string,
): Promise<number> =>
  tx.change('UPDATE terminals SET cashier_id = NULL WHERE merchant_id = $1 AND id = $2 AND cashier_id = $3', [
    merchantId,
    terminalId,
    cashierId,
  ]);
