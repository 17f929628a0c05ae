import type { Tx } from '../../platform/database/database.ts';
import type { NewTerminal } from './new-terminal.queries.ts';

/** As the platform, because the directory of terminals spans merchants; each names the merchant. */

export type ManyTerminal = Pick<NewTerminal, 'tid' | 'brand' | 'manufacturer' | 'model' | 'branchId'> & {
  label: string | null;
};

/** Those that the merchant has no terminal of the number of. */
export const insertTerminals = (
  tx: Tx,
  merchantId: string,
  terminals: readonly ManyTerminal[],
  at: Date,
): Promise<{ id: string; tid: string }[]> =>
  tx.rows(
    `INSERT INTO terminals (merchant_id, tid, brand, manufacturer, model, branch_id, label, created_at)
     SELECT $1, tid, brand, manufacturer, model, "branchId", label, $3
       FROM jsonb_to_recordset($2) AS r(tid text, brand text, manufacturer text, model text, "branchId" bigint, label text)
     ON CONFLICT (merchant_id, tid) DO NOTHING RETURNING id::text, tid`,
    [merchantId, JSON.stringify(terminals), at],
  );

/** Their places in the directory; those alone whose number is nobody's. */
export const insertDirectoryEntries = (
  tx: Tx,
  merchantId: string,
  terminals: readonly { id: string; tid: string }[],
): Promise<{ id: string; tid: string }[]> =>
  tx.rows(
    `INSERT INTO terminal_directory (tid, merchant_id, terminal_id)
     SELECT tid, $1, id FROM jsonb_to_recordset($2) AS r(id bigint, tid text)
      WHERE NOT EXISTS (SELECT FROM application_terminals a WHERE a.tid = r.tid)
     ON CONFLICT (tid) DO NOTHING RETURNING terminal_id::text AS id, tid`,
    [merchantId, JSON.stringify(terminals)],
  );

export const deleteTerminals = (tx: Tx, merchantId: string, ids: readonly string[]): Promise<number> =>
  tx.change('DELETE FROM terminals WHERE merchant_id = $1 AND id = ANY($2::bigint[])', [merchantId, ids]);

export const deleteDirectoryEntries = (tx: Tx, merchantId: string, ids: readonly string[]): Promise<number> =>
  tx.change('DELETE FROM terminal_directory WHERE merchant_id = $1 AND terminal_id = ANY($2::bigint[])', [
    merchantId,
    ids,
  ]);

/** Nobody is named any more where one of these cashiers was. */
export const clearCashiers = (tx: Tx, merchantId: string, cashierIds: readonly string[]): Promise<number> =>
  tx.change(
    'UPDATE terminals SET cashier_id = NULL WHERE merchant_id = $1 AND cashier_id = ANY($2::bigint[])',
    [merchantId, cashierIds],
  );

/** Its terminals are named twice: without statistics a join alone reads every terminal of the merchant for each seat. */
export const nameCashiers = (
  tx: Tx,
  merchantId: string,
  seats: readonly { cashierId: string; terminalId: string | null }[],
): Promise<number> =>
  tx.change(
    `UPDATE terminals SET cashier_id = r."cashierId"
       FROM jsonb_to_recordset($2) AS r("cashierId" bigint, "terminalId" bigint)
      WHERE terminals.merchant_id = $1 AND terminals.id = ANY($3::bigint[]) AND terminals.id = r."terminalId"`,
    [merchantId, JSON.stringify(seats), seats.flatMap(({ terminalId }) => terminalId ?? [])],
  );
