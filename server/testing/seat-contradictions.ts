import { type Database, platformRows } from '../platform/database/database.ts';

/**
 * Seats of a merchant's cashiers that contradict each other: named at one terminal and seated at another, seated in another branch
 * than their own or at a terminal that is out of service, or seated while they are kept out. None, whatever was done.
 */
export const seatContradictions = (db: Database, merchantId: string): Promise<unknown[]> =>
  platformRows(
    db,
    `SELECT u.username, u.status, t.tid, t.status AS "statusOfTerminal", t.cashier_id = u.id AS "isNamed",
            u.terminal_id = t.id AS "isSeated", u.branch_id = t.branch_id AS "isInBranch"
       FROM users u
       JOIN terminals t ON t.merchant_id = u.merchant_id AND (t.cashier_id = u.id OR t.id = u.terminal_id)
      WHERE u.merchant_id = $1 AND (u.terminal_id IS DISTINCT FROM t.id OR u.branch_id IS DISTINCT FROM t.branch_id
         OR u.status <> 'ACTIVE' OR t.status <> 'ACTIVE')`,
    [merchantId],
  );
