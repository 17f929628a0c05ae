import { randomUUID } from 'node:crypto';
import { type Database, platformRows } from '../../../platform/database/database.ts';
import type { Member } from '../../../platform/http/call.ts';
import type { Shop } from '../../../testing/shop.ts';

/** One more person who runs the shop: who approves what the owner asks for. */
export async function anotherOwner(
  db: Database,
  { merchantId, owner }: Shop,
  fullName = 'Khalid',
): Promise<Member> {
  const [row] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (merchant_id, role, username, full_name, password_hash)
     VALUES ($1, 'MERCHANT', $2, $3, 'none') RETURNING id::text`,
    [merchantId, randomUUID(), fullName],
  );
  return { ...owner, userId: row?.id ?? '', fullName };
}
