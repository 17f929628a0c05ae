import type { Tx } from '../../platform/database/database.ts';

export interface StepFacts {
  tookPayment: boolean;
  readBankFile: boolean;
  /** Terminals in use that no device was ever paired with. */
  unpairedCount: number;
}

/** What a merchant has done so far: from rollups and lists that are short, whatever was sold. */
export async function selectStepFacts(tx: Tx): Promise<StepFacts> {
  const row = await tx.row<StepFacts>(
    `SELECT EXISTS (SELECT FROM transaction_day_rollups
                     WHERE branch_id = 0 AND type = 'PURCHASE' AND status = 'APPROVED' AND count > 0) AS "tookPayment",
            EXISTS (SELECT FROM bank_files WHERE state = 'DONE') AS "readBankFile",
            (SELECT count(*) FROM terminals t LEFT JOIN terminal_directory d ON d.tid = t.tid
              WHERE t.status = 'ACTIVE' AND d.public_key IS NULL) AS "unpairedCount"`,
  );
  if (!row) throw new Error('a SELECT without FROM returns a row');
  return row;
}
