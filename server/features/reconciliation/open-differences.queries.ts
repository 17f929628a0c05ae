import type { Currency } from '@mizan/contract/money.ts';
import type { BankFileResult } from '@mizan/contract/reconciliation.ts';
import type { Tx } from '../../platform/database/database.ts';

/** What later files brought of the payments that a file lacked, of one currency. */
export interface SettledPart {
  currency: Currency;
  count: number;
  /** What is no longer to claim; positive. */
  minor: number;
}

export interface TouchedBankFile {
  id: string;
  linesRejected: number;
  summary: BankFileResult;
}

/**
 * Locks a bank file and, in the same order for everybody, the open or settled files that lack a payment which it
 * claims; answers these files. Their entries are read by bank_entries_by_outcome, the claims by bank_entries_claim.
 */
export async function lockTouched(tx: Tx, bankFileId: string): Promise<TouchedBankFile[]> {
  const locked = await tx.rows<TouchedBankFile>(
    `SELECT id::text, lines_rejected AS "linesRejected", summary
       FROM bank_files i
      WHERE merchant_id = tenant_id()
        AND (id = $1 OR (state = 'DONE' AND verdict <> 'BALANCED' AND EXISTS (
              SELECT 1 FROM bank_entries e
                JOIN bank_entries c ON c.merchant_id = tenant_id() AND c.transaction_id = e.transaction_id
                 AND c.claims AND c.bank_file_id = $1
               WHERE e.merchant_id = tenant_id() AND e.bank_file_id = i.id
                 AND e.outcome = 'missingInBank' AND e.outcome <> 'matched')))
      ORDER BY id FOR UPDATE`,
    [bankFileId],
  );
  return locked.filter(({ id }) => id !== bankFileId);
}

/** Of these files, what was missing and stands in another one by now, by currency. */
export async function selectBrought(
  tx: Tx,
  bankFileIds: readonly string[],
): Promise<Map<string, SettledPart[]>> {
  const rows = await tx.rows<SettledPart & { bankFileId: string }>(
    `SELECT e.bank_file_id::text AS "bankFileId", e.currency, count(*) AS count,
            -sum(least(e.difference_minor, 0)) AS minor
       FROM bank_entries e
       JOIN bank_entries c ON c.merchant_id = tenant_id() AND c.transaction_id = e.transaction_id AND c.claims
       JOIN bank_files later ON later.merchant_id = tenant_id() AND later.id = c.bank_file_id
        AND later.state = 'DONE'
      WHERE e.merchant_id = tenant_id() AND e.bank_file_id = ANY ($1)
        AND e.outcome = 'missingInBank' AND e.outcome <> 'matched'
      GROUP BY e.bank_file_id, e.currency
      ORDER BY e.bank_file_id, e.currency`,
    [bankFileIds],
  );
  const byBankFile = new Map<string, SettledPart[]>();
  for (const { bankFileId, ...part } of rows)
    byBankFile.set(bankFileId, [...(byBankFile.get(bankFileId) ?? []), part]);
  return byBankFile;
}

export const saveSettled = (
  tx: Tx,
  bankFileId: string,
  settled: readonly SettledPart[],
  settledAt: Date | null,
): Promise<number> =>
  tx.change(
    `UPDATE bank_files SET settled = $2, settled_at = $3 WHERE merchant_id = tenant_id() AND id = $1`,
    [bankFileId, JSON.stringify(settled), settledAt],
  );
