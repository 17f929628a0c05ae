import type { BankFileState } from '@mizan/contract/reconciliation.ts';
import type { Tx } from '../platform/database/database.ts';
import type { FilePayment } from './demo-bank-file.ts';

/** What stands behind the demo's bank file. */

/** The last bank of the demo's merchant: the one whose file is read. */
export const selectFileBank = async (tx: Tx, merchantId: string): Promise<string | null> =>
  (
    await tx.row<{ id: string | null }>('SELECT max(id)::text AS id FROM banks WHERE merchant_id = $1', [
      merchantId,
    ])
  )?.id ?? null;

/** The approved payments of a bank on the business days from $3 to $4, both included, the oldest first. */
export const selectFilePayments = (
  tx: Tx,
  merchantId: string,
  bankId: string,
  { from, to }: { from: string; to: string },
): Promise<FilePayment[]> =>
  tx.rows<FilePayment>(
    `SELECT tid, rrn, approval_code AS "approvalCode", created_at AS "createdAt", business_day::text AS day, scheme, type,
            amount_minor AS "amountMinor", fee_minor AS "feeMinor", vat_minor AS "vatMinor", mdr_bps AS "mdrBps", vat_bps AS "vatBps"
       FROM transactions
      WHERE merchant_id = $1 AND bank_id = $2 AND status = 'APPROVED' AND rrn IS NOT NULL
        AND business_day BETWEEN $3::date AND $4::date
      ORDER BY created_at, id`,
    [merchantId, bankId, from, to],
  );

/** When the merchant of the demo joined; null where there is none. */
export const selectJoinedAt = async (tx: Tx, uuid: string): Promise<Date | null> =>
  (await tx.row<{ at: Date }>('SELECT created_at AS at FROM merchants WHERE uuid = $1', [uuid]))?.at ?? null;

/** A bank file of the merchant by its name, whatever became of it. */
export const selectFileNamed = (
  tx: Tx,
  fileName: string,
): Promise<{ id: string; state: BankFileState } | null> =>
  tx.row<{ id: string; state: BankFileState }>(
    'SELECT id::text, state FROM bank_files WHERE merchant_id = tenant_id() AND file_name = $1 LIMIT 1',
    [fileName],
  );

/** What a bank owes that is due on a day, in halalas. */
export const selectDueNet = async (tx: Tx, bankId: string, day: string): Promise<number> =>
  (
    await tx.row<{ minor: number }>(
      `SELECT coalesce(sum(net_minor), 0) AS minor FROM expectation_days
        WHERE merchant_id = tenant_id() AND bank_id = $1 AND currency = 'SAR' AND due_day = $2::date`,
      [bankId, day],
    )
  )?.minor ?? 0;
