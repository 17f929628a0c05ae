import { type Database, inPlatform, inTenant, type Tx } from '../database.ts';

export interface SomeMerchant {
  id: string;
  branchId: string;
  ownerId: string;
  terminalId: string;
  transactionIds: string[];
}

/** How many payments each has, and as many entries in the audit log. */
export const paymentsOfEach = 3;

const at = new Date('2026-11-22T09:00:00Z');

async function idOf(tx: Tx, text: string, values: unknown[]): Promise<string> {
  const row = await tx.row<{ id: string }>(`${text} RETURNING id::text`, values);
  return row?.id ?? '';
}

async function makeOne(db: Database, number: number): Promise<SomeMerchant> {
  const made = await inPlatform(db, async (tx) => {
    const id = await idOf(
      tx,
      `INSERT INTO merchants (uuid, name_en, name_ar) VALUES (gen_random_uuid(), $1, $1)`,
      [`Merchant ${number}`],
    );
    const branchId = await idOf(
      tx,
      `INSERT INTO branches (merchant_id, code, name_en, name_ar) VALUES ($1, 'B01', 'Olaya', 'العليا')`,
      [id],
    );
    const ownerId = await idOf(
      tx,
      `INSERT INTO users (merchant_id, role, email, full_name, password_hash) VALUES ($1, 'MERCHANT', $2, 'Sara', 'hash')`,
      [id, `owner-${id}@mizan.test`],
    );
    const terminalId = await idOf(
      tx,
      `INSERT INTO terminals (merchant_id, tid, brand, manufacturer, model, branch_id, cashier_id)
       VALUES ($1, $2, 'PAX', 'PAX', 'A920', $3, $4)`,
      [id, String(70_000_000 + Number(id)), branchId, ownerId],
    );
    return { id, branchId, ownerId, terminalId };
  });
  const transactionIds: string[] = [];
  for (let count = 0; count < paymentsOfEach; count += 1) transactionIds.push(await pay(db, made));
  return { ...made, transactionIds };
}

/** A payment of this merchant, an open question about it, and who asked, as a merchant's own transaction. */
export const pay = (db: Database, merchant: Omit<SomeMerchant, 'transactionIds'>): Promise<string> =>
  inTenant(db, merchant.id, async (tx) => {
    const id = await idOf(
      tx,
      `INSERT INTO transactions (merchant_id, uuid, type, status, amount_minor, terminal_id, tid, branch_id, created_at,
         business_day)
       VALUES (tenant_id(), gen_random_uuid(), 'PURCHASE', 'INITIALIZED', 4500, $1, 'x', $2, $3, '2026-11-22')`,
      [merchant.terminalId, merchant.branchId, at],
    );
    await tx.change(
      `INSERT INTO reviews (merchant_id, transaction_id, reason, opened_at) VALUES (tenant_id(), $1, 'NO_ANSWER', $2)`,
      [id, at],
    );
    await tx.change(
      `INSERT INTO audit_entries (merchant_id, at, actor_id, actor_name, actor_role, action, subject_type, subject_id)
       VALUES (tenant_id(), $1, $2, 'Sara', 'MERCHANT', 'payments.started', 'transaction', $3)`,
      [at, merchant.ownerId, id],
    );
    return id;
  });

/** Merchants with everything that a payment needs; enough of them lie on different machines of a cluster. */
export async function someMerchants(db: Database, count: number): Promise<SomeMerchant[]> {
  const made: SomeMerchant[] = [];
  for (let number = 1; number <= count; number += 1) made.push(await makeOne(db, number));
  return made;
}
