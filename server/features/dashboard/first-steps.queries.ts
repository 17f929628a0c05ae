import type { Tx } from '../../platform/database/database.ts';

export interface StepFacts {
  tookPayment: boolean;
  readBankFile: boolean;
  /** Terminals in use that no device was ever paired with. */
  unpairedCount: number;
}

/**
 * What a merchant has done so far: from rollups and lists that are short, whatever was sold. Each by itself, so that each
 * goes to the one machine where its rows are.
 */
export async function selectStepFacts(tx: Tx): Promise<StepFacts> {
  const sale = await tx.row(
    `SELECT 1 FROM transaction_day_rollups WHERE merchant_id = tenant_id()
        AND branch_id = 0 AND type = 'PURCHASE' AND status = 'APPROVED' AND count > 0 LIMIT 1`,
  );
  const file = await tx.row(
    "SELECT 1 FROM bank_files WHERE merchant_id = tenant_id() AND state = 'DONE' LIMIT 1",
  );
  const terminals = await tx.rows<{ tid: string }>(
    "SELECT tid FROM terminals WHERE merchant_id = tenant_id() AND status = 'ACTIVE'",
  );
  const pairedRows = await tx.rows<{ tid: string }>(
    'SELECT tid FROM terminal_directory WHERE merchant_id = tenant_id() AND public_key IS NOT NULL',
  );
  const paired = new Set(pairedRows.map(({ tid }) => tid));
  return {
    tookPayment: sale !== null,
    readBankFile: file !== null,
    unpairedCount: terminals.filter(({ tid }) => !paired.has(tid)).length,
  };
}
