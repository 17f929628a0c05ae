import type { Tx } from '../../platform/database/database.ts';

/** The statements behind journal-accounts.service.ts. */
export interface AccountRow {
  role: string;
  /** '0' for all banks. */
  bankId: string;
  account: string;
}

export const selectAccounts = (tx: Tx): Promise<AccountRow[]> =>
  tx.rows<AccountRow>(
    `SELECT role, bank_id::text AS "bankId", account FROM journal_accounts
      WHERE merchant_id = tenant_id() AND account IS NOT NULL ORDER BY role, journal_accounts.bank_id`,
  );

/** Those that change them take turns. */
export const lockAccounts = (tx: Tx): Promise<number> =>
  tx.change(`SELECT pg_advisory_xact_lock(hashtextextended('journal_accounts', tenant_id()))`);

/** All of them, in place of those before. */
export async function replaceAccounts(tx: Tx, rows: readonly AccountRow[]): Promise<void> {
  await tx.change('UPDATE journal_accounts SET account = NULL WHERE merchant_id = tenant_id()');
  for (const { role, bankId, account } of rows) {
    await tx.change(
      `INSERT INTO journal_accounts (merchant_id, role, bank_id, account) VALUES (tenant_id(), $1, $2, $3)
       ON CONFLICT (merchant_id, role, bank_id) DO UPDATE SET account = excluded.account`,
      [role, bankId, account],
    );
  }
}
