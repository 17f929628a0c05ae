import type { RouteOutput } from '@mizan/contract/route.ts';
import type { getTerminalChoices } from '@mizan/contract/terminal-manage.ts';
import type { Tx } from '../../platform/database/database.ts';

/**
 * As the platform, because the directory of terminals and the people span merchants; each names the merchant.
 */

export interface ManagedTerminal {
  tid: string;
  label: string | null;
  status: 'ACTIVE' | 'INACTIVE' | 'RETIRED';
  branchId: string;
  branchName: string;
  cashierId: string | null;
  cashierName: string | null;
  connection: 'CONNECTED' | 'RECONNECTING' | 'DISCONNECTED' | 'NEVER';
}

/** Locked until the transaction ends: a payment that begins meanwhile waits, and then finds it as it is. */
export const lockManaged = (tx: Tx, merchantId: string, id: string): Promise<ManagedTerminal | null> =>
  tx.row(
    `SELECT t.tid, t.label, t.status, t.branch_id::text AS "branchId", b.name_en AS "branchName",
            t.cashier_id::text AS "cashierId", u.full_name AS "cashierName", t.connection
       FROM terminals t
       JOIN branches b ON b.merchant_id = t.merchant_id AND b.id = t.branch_id
       LEFT JOIN users u ON u.id = t.cashier_id
      WHERE t.merchant_id = $1 AND t.id = $2 FOR NO KEY UPDATE OF t`,
    [merchantId, id],
  );

/** The payment of a terminal whose outcome is not known, or that waits for a person; null where there is none. */
export const selectUndecided = (tx: Tx, merchantId: string, id: string): Promise<{ id: string } | null> =>
  tx.row(
    `SELECT id AS place, id::text FROM transactions
      WHERE merchant_id = $1 AND terminal_id = $2 AND (status = 'INITIALIZED' OR holds_lock)
      ORDER BY place LIMIT 1`,
    [merchantId, id],
  );

export const isReconciling = async (tx: Tx, merchantId: string, id: string): Promise<boolean> =>
  (await tx.row(
    `SELECT 1 FROM terminal_reconciliations
      WHERE merchant_id = $1 AND terminal_id = $2 AND state IN ('ASKED', 'SENT')`,
    [merchantId, id],
  )) !== null;

/** Whether somebody has this number or waits for it with an application. */
export const isTidTaken = async (tx: Tx, tid: string): Promise<boolean> =>
  (await tx.row(
    `SELECT 1 FROM terminal_directory WHERE tid = $1 UNION ALL SELECT 1 FROM application_terminals WHERE tid = $1`,
    [tid],
  )) !== null;

export const updateAssignment = (
  tx: Tx,
  merchantId: string,
  id: string,
  { label, branchId, cashierId }: { label: string | null; branchId: string; cashierId: string | null },
): Promise<number> =>
  tx.change(
    `UPDATE terminals SET label = $3, branch_id = $4, cashier_id = $5 WHERE merchant_id = $1 AND id = $2`,
    [merchantId, id, label, branchId, cashierId],
  );

/** Whoever works here now is named at no other terminal. */
export const clearCashierElsewhere = (
  tx: Tx,
  merchantId: string,
  cashierId: string,
  exceptId: string,
): Promise<number> =>
  tx.change(
    'UPDATE terminals SET cashier_id = NULL WHERE merchant_id = $1 AND cashier_id = $2 AND id <> $3',
    [merchantId, cashierId, exceptId],
  );

export const updateRetired = (tx: Tx, merchantId: string, id: string): Promise<number> =>
  tx.change(
    `UPDATE terminals SET status = 'RETIRED', cashier_id = NULL,
            connection = CASE WHEN connection = 'NEVER' THEN 'NEVER' ELSE 'DISCONNECTED' END
      WHERE merchant_id = $1 AND id = $2`,
    [merchantId, id],
  );

/** Its key is gone and its epoch raised: the line that stands writes nothing more, and no new one begins. */
export const retireInDirectory = (tx: Tx, merchantId: string, id: string, at: Date): Promise<number> =>
  tx.change(
    `UPDATE terminal_directory
        SET retired_at = $3, public_key = NULL, pairing_code_hash = NULL, pairing_code_expires_at = NULL,
            epoch = epoch + 1, connected = false, owner_process = NULL, lost_at = NULL
      WHERE merchant_id = $1 AND terminal_id = $2`,
    [merchantId, id, at],
  );

/** As one that was never paired: its device begins with a code. */
export const updateReturned = (tx: Tx, merchantId: string, id: string): Promise<number> =>
  tx.change(
    `UPDATE terminals SET status = 'ACTIVE', connection = 'NEVER' WHERE merchant_id = $1 AND id = $2`,
    [merchantId, id],
  );
export const returnInDirectory = (tx: Tx, merchantId: string, id: string): Promise<number> =>
  tx.change('UPDATE terminal_directory SET retired_at = NULL WHERE merchant_id = $1 AND terminal_id = $2', [
    merchantId,
    id,
  ]);

export const insertLost = (tx: Tx, merchantId: string, terminalId: string, at: Date): Promise<number> =>
  tx.change(
    `INSERT INTO terminal_line_log (merchant_id, terminal_id, at, event, reason)
     VALUES ($1, $2, $3, 'LOST', 'CLOSED_BY_PORTAL')`,
    [merchantId, terminalId, at],
  );

type Choices = RouteOutput<typeof getTerminalChoices>;
export const selectCashiers = (tx: Tx, merchantId: string): Promise<Choices['cashiers']> =>
  tx.rows(
    `SELECT u.id::text, u.full_name AS "fullName", u.branch_id::text AS "branchId", t.tid
       FROM users u LEFT JOIN terminals t ON t.merchant_id = u.merchant_id AND t.id = u.terminal_id
      WHERE u.merchant_id = $1 AND u.role = 'CASHIER' AND u.status = 'ACTIVE' ORDER BY u.full_name, u.id LIMIT 1000`,
    [merchantId],
  );
export const selectBranches = (tx: Tx, merchantId: string): Promise<Choices['branches']> =>
  tx.rows(
    `SELECT id::text, name_en AS "nameEn", name_ar AS "nameAr" FROM branches
      WHERE merchant_id = $1 AND status = 'ACTIVE' ORDER BY code LIMIT 1000`,
    [merchantId],
  );
/** A branch by its id as terminals may be put there: an open one, or whichever it is. */
export const selectBranchFor = (
  tx: Tx,
  merchantId: string,
  id: string,
  { isOpen }: { isOpen: boolean },
): Promise<{ nameEn: string } | null> =>
  tx.row(
    `SELECT name_en AS "nameEn" FROM branches
      WHERE merchant_id = $1 AND id = $2 AND (NOT $3 OR status = 'ACTIVE')`,
    [merchantId, id, isOpen],
  );
/** A cashier who may work in this branch. */
export const selectCashierFor = (
  tx: Tx,
  merchantId: string,
  { cashierId, branchId }: { cashierId: string; branchId: string },
): Promise<{ fullName: string } | null> =>
  tx.row(
    `SELECT full_name AS "fullName" FROM users
      WHERE merchant_id = $1 AND id = $2 AND branch_id = $3 AND role = 'CASHIER' AND status = 'ACTIVE'`,
    [merchantId, cashierId, branchId],
  );
export const selectBanks = (tx: Tx, merchantId: string): Promise<Choices['banks']> =>
  tx.rows(
    `SELECT id AS place, id::text, name_en AS "nameEn", name_ar AS "nameAr" FROM banks WHERE merchant_id = $1
      ORDER BY place LIMIT 100`,
    [merchantId],
  );
