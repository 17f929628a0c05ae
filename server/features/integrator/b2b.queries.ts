import type { Scheme, TransactionStatus } from '@mizan/contract/transaction-states.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import { type Database, type Tx, tenantRows } from '../../platform/database/database.ts';

export interface B2bRow {
  id: string;
  uuid: string;
  amountMinor: number;
  status: TransactionStatus;
  tid: string;
  createdAt: Date;
  rrn: string | null;
  scheme: Scheme;
  acquirerCode: string | null;
  type: TransactionType;
  vatMinor: number;
  mdrMinor: number;
  processingFeeMinor: number;
  netMinor: number;
  actionCode: string | null;
  providerCode: string | null;
}

const columns = `t.id::text, t.uuid, t.amount_minor AS "amountMinor", t.status, t.tid, t.created_at AS "createdAt", t.rrn,
  t.scheme, t.acquirer_code AS "acquirerCode", t.type, t.vat_minor AS "vatMinor", t.mdr_minor AS "mdrMinor",
  t.processing_fee_minor AS "processingFeeMinor", t.net_minor AS "netMinor", t.action_code AS "actionCode",
  t.provider_code AS "providerCode"`;

interface Window {
  from: Date;
  before: Date;
}

/**
 * A counted page, newest first. The pages before it are passed in the index transactions_list alone, and only the rows
 * of this one are read.
 */
export const selectCountedPage = (
  db: Database,
  merchantId: string,
  { from, before }: Window,
  { offset, limit }: { offset: number; limit: number },
): Promise<B2bRow[]> =>
  tenantRows<B2bRow>(
    db,
    merchantId,
    `WITH page AS MATERIALIZED (
       SELECT t.id, t.created_at FROM transactions t
        WHERE t.merchant_id = tenant_id() AND t.created_at >= $1 AND t.created_at < $2
        ORDER BY t.created_at DESC, t.id DESC OFFSET $3 LIMIT $4)
     SELECT ${columns} FROM page JOIN transactions t ON t.merchant_id = tenant_id() AND t.id = page.id
      ORDER BY page.created_at DESC, page.id DESC`,
    [from, before, offset, limit],
  );

/** Served by transactions_list alone. */
export async function countWithin(
  db: Database,
  merchantId: string,
  { from, before }: Window,
): Promise<number> {
  const rows = await tenantRows<{ count: number }>(
    db,
    merchantId,
    `SELECT count(*) FROM transactions t
      WHERE t.merchant_id = tenant_id() AND t.created_at >= $1 AND t.created_at < $2`,
    [from, before],
  );
  return rows[0]?.count ?? 0;
}

/** By its number, or by its uuid; the other one is null. */
export const selectOne = (tx: Tx, id: string | null, uuid: string | null): Promise<B2bRow | null> =>
  id === null
    ? tx.row<B2bRow>(
        `SELECT ${columns} FROM transactions t WHERE t.merchant_id = tenant_id() AND t.uuid = $1`,
        [uuid],
      )
    : tx.row<B2bRow>(
        `SELECT ${columns} FROM transactions t WHERE t.merchant_id = tenant_id() AND t.id = $1`,
        [id],
      );
