import type { Tx } from '../../../platform/database/database.ts';

/** Whether an IBAN is of a bank of another merchant; as the platform, which sees them all. */
export const selectIsAnothers = async (tx: Tx, merchantId: string, iban: string): Promise<boolean> =>
  (await tx.row('SELECT 1 FROM banks WHERE iban = $2 AND merchant_id <> $1 LIMIT 1', [merchantId, iban])) !==
  null;
