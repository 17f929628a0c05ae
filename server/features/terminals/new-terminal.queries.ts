import type { Tx } from '../../platform/database/database.ts';

export interface NewTerminal {
  tid: string;
  brand: string;
  manufacturer: string;
  model: string;
  branchId: string;
  label?: string;
  serialNumber?: string;
  msp?: string | null;
  /** It charges no card, and stays a test terminal for ever. */
  isTest?: boolean;
  at: Date;
}

/** As the platform, because the directory of terminals spans merchants. */
export async function insertTerminal(tx: Tx, merchantId: string, terminal: NewTerminal): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO terminals (merchant_id, tid, brand, manufacturer, model, branch_id, label, serial_number, msp, created_at, is_test)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id::text`,
    [
      merchantId,
      terminal.tid,
      terminal.brand,
      terminal.manufacturer,
      terminal.model,
      terminal.branchId,
      terminal.label ?? null,
      terminal.serialNumber ?? null,
      terminal.msp ?? null,
      terminal.at,
      terminal.isTest ?? false,
    ],
  );
  if (!row) throw new Error('an INSERT returns its row');
  return row.id;
}

/** The terminal's place in the directory, without a code to pair it by. */
export const insertDirectoryEntry = (
  tx: Tx,
  {
    tid,
    merchantId,
    terminalId,
    isTest = false,
  }: { tid: string; merchantId: string; terminalId: string; isTest?: boolean | undefined },
): Promise<number> =>
  tx.change(
    'INSERT INTO terminal_directory (tid, merchant_id, terminal_id, is_test) VALUES ($1, $2, $3, $4)',
    [tid, merchantId, terminalId, isTest],
  );

/** Nothing where somebody works at it already. */
export const updateCashier = (
  tx: Tx,
  merchantId: string,
  terminalId: string,
  cashierId: string,
): Promise<number> =>
  tx.change(
    'UPDATE terminals SET cashier_id = $3 WHERE merchant_id = $1 AND id = $2 AND cashier_id IS NULL',
    [merchantId, terminalId, cashierId],
  );
