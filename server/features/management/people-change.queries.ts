import type { Tx } from '../../platform/database/database.ts';

/** The number of a terminal; null where the merchant has none of this id. */
export const selectTid = async (tx: Tx, merchantId: string, terminalId: string): Promise<string | null> =>
  (
    await tx.row<{ tid: string }>('SELECT tid FROM terminals WHERE merchant_id = $1 AND id = $2', [
      merchantId,
      terminalId,
    ])
  )?.tid ?? null;
