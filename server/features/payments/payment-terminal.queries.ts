import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import type { Tx } from '../../platform/database/database.ts';

/** The terminal that a payment is taken on, as of now. */
export interface PaymentTerminal {
  id: string;
  tid: string;
  branchId: string;
  /** It charges no card: what it does is a test. */
  isTest: boolean;
  cashierId: string | null;
  cashierName: string | null;
  connection: 'CONNECTED' | 'RECONNECTING' | 'DISCONNECTED' | 'NEVER';
  /** Both may work: the merchant, and the terminal's branch. */
  inService: boolean;
  /** The merchant's cut-off, 'HH:MM:SS' in Asia/Riyadh. */
  cutoff: string;
}

const select = `
  SELECT t.id::text, t.tid, t.branch_id::text AS "branchId", t.is_test AS "isTest", t.cashier_id::text AS "cashierId",
         u.full_name AS "cashierName", t.connection, m.cutoff::text,
         m.status = 'ACTIVE' AND b.status = 'ACTIVE' AS "inService"
    FROM terminals t
    JOIN merchants m ON m.id = t.merchant_id
    JOIN branches b ON b.merchant_id = t.merchant_id AND b.id = t.branch_id
    LEFT JOIN users u ON u.id = t.cashier_id
   WHERE t.merchant_id = tenant_id()`;

/**
 * Null where there is none, or where it is out of service. Locked until the transaction ends: those who start
 * payments on one terminal take turns, so that each one sees what the one before has written.
 */
export const lockTerminal = (tx: Tx, id: string): Promise<PaymentTerminal | null> =>
  tx.row<PaymentTerminal>(`${select} AND t.id = $1 AND t.status = 'ACTIVE' FOR NO KEY UPDATE OF t`, [id]);

/** By its number, in service or not: what it reports happened. */
export const selectTerminalByTid = (tx: Tx, tid: string): Promise<PaymentTerminal | null> =>
  tx.row<PaymentTerminal>(`${select} AND t.tid = $1`, [tid]);

/** Whether its merchant and its branch may work now. */
export const isInService = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.row<PaymentTerminal>(`${select} AND t.id = $1`, [id]))?.inService ?? false;

export interface Holder {
  id: string;
  uuid: string;
  terminalId: string;
  amountMinor: number;
  type: TransactionType;
}

const holder = `SELECT id::text, uuid, terminal_id::text AS "terminalId", amount_minor AS "amountMinor", type
  FROM transactions WHERE merchant_id = tenant_id()`;

export const selectByUuid = (tx: Tx, uuid: string): Promise<Holder | null> =>
  tx.row<Holder>(`${holder} AND uuid = $1`, [uuid]);

/** The payment that keeps this amount from being charged again on this terminal. */
export const selectLockHolder = (
  tx: Tx,
  terminalId: string,
  amountMinor: number,
  currency: string,
): Promise<Holder | null> =>
  tx.row<Holder>(`${holder} AND terminal_id = $1 AND amount_minor = $2 AND currency = $3 AND holds_lock`, [
    terminalId,
    amountMinor,
    currency,
  ]);

/** A payment that occupies the terminal now: under way, and nothing yet says that it got stuck. */
export const selectUnderWay = (tx: Tx, terminalId: string, since: Date): Promise<Holder | null> =>
  tx.row<Holder>(
    `${holder} AND terminal_id = $1 AND status = 'INITIALIZED' AND created_at > $2 AND result_seq IS NULL
      AND NOT under_review ORDER BY created_at LIMIT 1`,
    [terminalId, since],
  );

/**
 * The open shift of a cashier on a terminal. Sure until the end of a transaction that has locked the terminal: shifts are
 * opened and closed under the same lock. Served by shifts_open_terminal.
 */
export const selectOpenShift = async (
  tx: Tx,
  terminalId: string,
  cashierId: string,
): Promise<string | null> =>
  (
    await tx.row<{ id: string }>(
      `SELECT id::text FROM shifts
        WHERE merchant_id = tenant_id() AND terminal_id = $1 AND cashier_id = $2 AND closed_at IS NULL`,
      [terminalId, cashierId],
    )
  )?.id ?? null;
