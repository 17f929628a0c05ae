import type { StatementField, StatementWays } from '@mizan/contract/statement-table.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { ToldTable } from '../../../reconciliation/statement/statement-columns.ts';

/** What people said of statements, which the next one is read by. */
interface Person {
  userId: string;
  fullName: string;
}
export interface StatementLayout {
  fields: (StatementField | null)[];
  ways: StatementWays;
  /** How its table is told, where a person said it; null where the file says it. */
  told: ToldTable | null;
}

/** How statements of a bank are read, or without one those of the only bank whose look so. */
export async function selectLayout(
  tx: Tx,
  bankId: string | null,
  signature: Buffer,
): Promise<(StatementLayout & { bankId: string }) | null> {
  const [only, another] = await tx.rows<StatementLayout & { bankId: string }>(
    `SELECT bank_id::text AS "bankId", fields, ways, told FROM statement_layouts
      WHERE merchant_id = tenant_id() AND signature = $2 AND ($1::bigint IS NULL OR bank_id = $1) LIMIT 2`,
    [bankId, signature],
  );
  return another ? null : (only ?? null);
}

export const upsertLayout = (
  tx: Tx,
  of: { bankId: string; signature: Buffer },
  { fields, ways, told }: StatementLayout,
  by: Person,
  at: Date,
): Promise<number> =>
  tx.change(
    `INSERT INTO statement_layouts (merchant_id, bank_id, signature, fields, ways, told, confirmed_at, confirmed_by,
       confirmed_by_name)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (merchant_id, bank_id, signature) DO UPDATE
       SET fields = excluded.fields, ways = excluded.ways, told = excluded.told, confirmed_at = excluded.confirmed_at,
           confirmed_by = excluded.confirmed_by, confirmed_by_name = excluded.confirmed_by_name`,
    [
      of.bankId,
      of.signature,
      JSON.stringify(fields),
      JSON.stringify(ways),
      told && JSON.stringify(told),
      at,
      by.userId,
      by.fullName,
    ],
  );

/** As many tables that were told by hand are held against a file. */
const formsMax = 20;

/** How people said that tables of statements are told, the latest first. */
export const selectToldTables = async (tx: Tx): Promise<ToldTable[]> =>
  (
    await tx.rows<{ told: ToldTable }>(
      `SELECT told FROM statement_layouts WHERE merchant_id = tenant_id() AND told IS NOT NULL
        ORDER BY confirmed_at DESC, signature LIMIT ${formsMax}`,
      [],
    )
  ).map(({ told }) => told);

/** The bank that pays into an account, as somebody said. */
export const selectAccountBank = async (tx: Tx, account: string): Promise<string | null> =>
  (
    await tx.row<{ bankId: string }>(
      `SELECT bank_id::text AS "bankId" FROM statement_accounts WHERE merchant_id = tenant_id() AND account = $1`,
      [account],
    )
  )?.bankId ?? null;

export const upsertAccount = (
  tx: Tx,
  { account, bankId }: { account: string; bankId: string },
  by: Person,
  at: Date,
): Promise<number> =>
  tx.change(
    `INSERT INTO statement_accounts (merchant_id, account, bank_id, said_at, said_by, said_by_name)
     VALUES (tenant_id(), $1, $2, $3, $4, $5)
     ON CONFLICT (merchant_id, account) DO UPDATE
       SET bank_id = excluded.bank_id, said_at = excluded.said_at, said_by = excluded.said_by,
           said_by_name = excluded.said_by_name`,
    [account, bankId, at, by.userId, by.fullName],
  );

/** The deposit that an entry took back. */
export const selectTakenBack = async (tx: Tx, requestId: string): Promise<string | null> =>
  (
    await tx.row<{ depositId: string }>(
      `SELECT deposit_id::text AS "depositId" FROM statement_reversals
        WHERE merchant_id = tenant_id() AND request_id = $1`,
      [requestId],
    )
  )?.depositId ?? null;

export const insertTakenBack = (
  tx: Tx,
  { requestId, depositId }: { requestId: string; depositId: string },
  at: Date,
): Promise<number> =>
  tx.change(
    `INSERT INTO statement_reversals (merchant_id, request_id, deposit_id, taken_at)
     VALUES (tenant_id(), $1, $2, $3)`,
    [requestId, depositId, at],
  );
