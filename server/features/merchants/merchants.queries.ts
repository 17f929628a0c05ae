import type { MerchantStatus } from '@mizan/contract/merchants.ts';
import { latinDigits } from '@mizan/contract/money.ts';
import type { ApplicationState } from '@mizan/contract/onboarding.ts';
import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

/** Merchants for administrators, who have no tenant: all of it runs as the platform. */
export interface ListedRow {
  id: string;
  nameEn: string;
  nameAr: string;
  status: MerchantStatus;
  application: ApplicationState | null;
  cr: string | null;
  createdAt: Date;
  closedAt: Date | null;
}

const listed = `
  merchants.id::text, merchants.name_en AS "nameEn", merchants.name_ar AS "nameAr", merchants.status,
  applications.state AS application, applications.cr, merchants.created_at AS "createdAt", merchants.closed_at AS "closedAt"
  FROM merchants LEFT JOIN applications ON applications.merchant_id = merchants.id`;

export interface MerchantFilter {
  status: MerchantStatus | null;
  application: ApplicationState | null;
  /** A part of a name in either language, the beginning of a commercial registration, or the whole number of a terminal; '' for all. */
  search: string;
}

const matching = `($1::text IS NULL OR merchants.status = $1) AND ($2::text IS NULL OR applications.state = $2)
  AND ($3 = '' OR strpos(lower(merchants.name_en), lower($3)) > 0 OR strpos(merchants.name_ar, $3) > 0
    OR starts_with(applications.cr, $4)
    OR merchants.id = (SELECT merchant_id FROM terminal_directory WHERE tid = $4))`;
const valuesOf = ({ status, application, search }: MerchantFilter) => [
  status,
  application,
  search,
  latinDigits(search),
];

export const selectMerchants = (
  db: Database,
  {
    before,
    limit,
    ...filter
  }: MerchantFilter & { before: { createdAt: Date; id: string } | null; limit: number },
): Promise<ListedRow[]> =>
  platformRows<ListedRow>(
    db,
    `SELECT ${listed}
      WHERE ${matching}
        AND ($5::timestamptz IS NULL OR (merchants.created_at, merchants.id) < ($5, $6::bigint))
      ORDER BY merchants.created_at DESC, merchants.id DESC LIMIT $7`,
    [...valuesOf(filter), before?.createdAt ?? null, before?.id ?? null, limit],
  );

export const countMerchants = async (db: Database, filter: MerchantFilter): Promise<number> =>
  (
    await platformRows<{ count: number }>(
      db,
      `SELECT count(*)::int AS count FROM merchants LEFT JOIN applications ON applications.merchant_id = merchants.id
        WHERE ${matching}`,
      valuesOf(filter),
    )
  )[0]?.count ?? 0;

export const selectMerchant = async (db: Database, id: string): Promise<ListedRow | null> =>
  (await platformRows<ListedRow>(db, `SELECT ${listed} WHERE merchants.id = $1`, [id]))[0] ?? null;

export interface NewMerchant {
  uuid: string;
  nameEn: string;
  nameAr: string;
  status: MerchantStatus;
  bankCode: string;
  addressEn?: string;
  addressAr?: string;
  at: Date;
}

export async function insertMerchant(tx: Tx, merchant: NewMerchant): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO merchants (uuid, name_en, name_ar, status, bank_code, address_en, address_ar, created_at)
     VALUES ($1, $2, $3, $4, $5, coalesce($6, ''), coalesce($7, ''), $8)
     RETURNING id::text`,
    [
      merchant.uuid,
      merchant.nameEn,
      merchant.nameAr,
      merchant.status,
      merchant.bankCode,
      merchant.addressEn ?? null,
      merchant.addressAr ?? null,
      merchant.at,
    ],
  );
  if (!row) throw new Error('an INSERT returns its row');
  return row.id;
}

export const updateMerchant = (
  tx: Tx,
  id: string,
  { name, bankCode }: { name: string; bankCode: string },
): Promise<number> =>
  tx.change('UPDATE merchants SET name_en = $2, name_ar = $2, bank_code = $3 WHERE id = $1', [
    id,
    name,
    bankCode,
  ]);

export const updateMerchantStatus = (tx: Tx, id: string, status: MerchantStatus): Promise<number> =>
  tx.change('UPDATE merchants SET status = $2 WHERE id = $1', [id, status]);

/** With the moment in the same statement: a check of the table holds that only who is closed has one. */
export const updateClosed = (tx: Tx, id: string, closedAt: Date | null): Promise<number> =>
  tx.change(
    `UPDATE merchants SET closed_at = $2, status = CASE WHEN $2::timestamptz IS NULL THEN 'ACTIVE' ELSE 'CLOSED' END
      WHERE id = $1`,
    [id, closedAt],
  );

export const deleteMerchant = (tx: Tx, id: string): Promise<number> =>
  tx.change('DELETE FROM merchants WHERE id = $1', [id]);

export interface HeldMerchant {
  name: string;
  nameAr: string;
  status: MerchantStatus;
  closedAt: Date | null;
}

/** Locked until the transaction ends: whoever changes who may work at one merchant takes turns. */
export const lockMerchant = (tx: Tx, id: string): Promise<HeldMerchant | null> =>
  tx.row(
    `SELECT name_en AS name, name_ar AS "nameAr", status, closed_at AS "closedAt" FROM merchants
      WHERE id = $1 FOR NO KEY UPDATE`,
    [id],
  );

/** How a merchant is called and where it is: what slips and statements say. */
export interface TradingName {
  nameEn: string;
  nameAr: string;
  addressEn: string;
  addressAr: string;
}

export const updateTradingName = (tx: Tx, id: string, name: TradingName): Promise<number> =>
  tx.change(
    'UPDATE merchants SET name_en = $2, name_ar = $3, address_en = $4, address_ar = $5 WHERE id = $1',
    [id, name.nameEn, name.nameAr, name.addressEn, name.addressAr],
  );
