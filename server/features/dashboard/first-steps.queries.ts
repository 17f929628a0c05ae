import type { Tx } from '../../platform/database/database.ts';
import { isChargeSql } from '../../platform/database/type-sql.ts';

export interface StepsDone {
  tookPayment: boolean;
  readBankFile: boolean;
}

/**
 * What a merchant has done so far: from rollups and lists that are short, whatever was sold. Each by itself, so that each
 * goes to the one machine where its rows are.
 */
export async function selectStepsDone(tx: Tx): Promise<StepsDone> {
  const sale = await tx.row(
    `SELECT 1 FROM transaction_day_rollups WHERE merchant_id = tenant_id()
        AND branch_id = 0 AND ${isChargeSql()} AND status = 'APPROVED' AND count > 0 LIMIT 1`,
  );
  const file = await tx.row(
    "SELECT 1 FROM bank_files WHERE merchant_id = tenant_id() AND state = 'DONE' LIMIT 1",
  );
  return { tookPayment: sale !== null, readBankFile: file !== null };
}
