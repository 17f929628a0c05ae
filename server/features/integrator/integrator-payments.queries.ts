import type { Tx } from '../../platform/database/database.ts';
import type { ShopNames } from './integrator-receipt.ts';

/** Served by the unique key of payments' own ids. */
export const findByUuid = (tx: Tx, uuid: string): Promise<{ id: string; amountMinor: number } | null> =>
  tx.row(
    `SELECT id::text, amount_minor AS "amountMinor" FROM transactions
      WHERE merchant_id = tenant_id() AND uuid = $1`,
    [uuid],
  );

/** Of one terminal, or of the whole merchant: each by an index in the order of (created_at, id). */
export async function newestId(tx: Tx, terminalId: string | null): Promise<string | null> {
  const row =
    terminalId === null
      ? await tx.row<{ id: string }>(
          `SELECT id::text FROM (SELECT *, transactions.id AS place FROM transactions) t WHERE merchant_id = tenant_id()
            ORDER BY t.created_at DESC, place DESC LIMIT 1`,
        )
      : await tx.row<{ id: string }>(
          `SELECT id::text FROM (SELECT *, transactions.id AS place FROM transactions) t WHERE merchant_id = tenant_id() AND terminal_id = $1
            ORDER BY t.created_at DESC, place DESC LIMIT 1`,
          [terminalId],
        );
  return row?.id ?? null;
}

/** What a slip says of the shop: its own address, and the merchant's where it has none. */
export async function shopNames(tx: Tx, branchId: string): Promise<ShopNames> {
  const row = await tx.row<ShopNames>(
    `SELECT m.name_en AS "merchantNameEn", m.name_ar AS "merchantNameAr",
            coalesce(nullif(b.address_en, ''), m.address_en) AS "addressEn",
            coalesce(nullif(b.address_ar, ''), m.address_ar) AS "addressAr"
       FROM branches b JOIN merchants m ON m.id = b.merchant_id
      WHERE b.merchant_id = tenant_id() AND b.id = $1`,
    [branchId],
  );
  return row ?? { merchantNameEn: '', merchantNameAr: '', addressEn: '', addressAr: '' };
}
