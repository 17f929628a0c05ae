import { randomUUID } from 'node:crypto';
import { type Database, inTenant, platformRows } from '../../../platform/database/database.ts';
import type { Member } from '../../../platform/http/call.ts';
import type { Shop, ShopTerminal } from '../../../testing/shop.ts';
import { lockPurchase } from '../../payments/give-back.service.ts';
import { applyOutcome } from '../../payments/payment-change.service.ts';

/** One more cashier of the branch, who has a place at no terminal. */
export async function freeCashier(
  db: Database,
  { merchantId, branchId, terminals }: Shop,
  fullName: string,
): Promise<Member> {
  const [row] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (merchant_id, role, username, full_name, password_hash, branch_id)
     VALUES ($1, 'CASHIER', $2, $3, 'none', $4) RETURNING id::text`,
    [merchantId, randomUUID(), fullName, branchId],
  );
  const { cashier } = terminals[0] as ShopTerminal;
  return { ...cashier, userId: row?.id ?? '', fullName, terminalId: null };
}

/** The cashier as their next call has them: the session reads the place each time. */
export async function asNow(db: Database, member: Member): Promise<Member> {
  const [row] = await platformRows<{ terminalId: string | null }>(
    db,
    `SELECT terminal_id::text AS "terminalId" FROM users WHERE id = $1`,
    [member.userId],
  );
  return { ...member, terminalId: row?.terminalId ?? null };
}

/** Terminals that take payments and say nothing: what they answer is applied by `decide`. */
export const connectAll = (db: Database, merchantId: string): Promise<unknown[]> =>
  platformRows(db, `UPDATE terminals SET connection = 'CONNECTED' WHERE merchant_id = $1`, [merchantId]);

/** What a terminal answers of a payment, as the gateway applies it, however late it comes. The card is known afterwards. */
export async function decide(
  db: Database,
  merchantId: string,
  id: string,
  { status, at }: { status: 'APPROVED' | 'DECLINED' | 'TIMEOUT'; at: Date },
): Promise<void> {
  await inTenant(db, merchantId, async (tx) => {
    const payment = await lockPurchase(tx, id);
    if (!payment) throw new Error(`the payment ${id} is not there`);
    const outcome = { status, review: status === 'TIMEOUT' ? 'NO_ANSWER' : null, refusal: null } as const;
    await applyOutcome(tx, payment, outcome, { at, told: { fact: 'payments.asked' }, askAgainAt: null });
  });
  await platformRows(
    db,
    `UPDATE transactions SET scheme = 'Mada', rrn = $3, first_six = '484783', last_four = '1209'
      WHERE merchant_id = $1 AND id = $2 AND status = 'APPROVED'`,
    [merchantId, id, `6326${id.padStart(8, '0')}`],
  );
}
