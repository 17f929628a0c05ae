import type { Currency } from '@mizan/contract/money.ts';
import type { Scheme, TransactionStatus } from '@mizan/contract/transaction-states.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { KeptPicture } from '../../platform/pictures/received-picture.ts';
import type { ownScope } from '../transactions/transactions.service.ts';

/** The statements behind receipts.service.ts. */

/** All that a slip may say, as it is on record. */
export interface SlipRow {
  id: string;
  type: TransactionType;
  status: TransactionStatus;
  amountMinor: number;
  cashMinor: number;
  currency: Currency;
  scheme: Scheme;
  firstSix: string | null;
  lastFour: string | null;
  rrn: string | null;
  stan: string | null;
  approvalCode: string | null;
  providerCode: string | null;
  actionCode: string | null;
  refusal: string | null;
  tid: string;
  createdAt: Date;
  /** What the terminal printed (docs/terminal-link.md). */
  receipt: Record<string, string> | null;
  underReview: boolean;
  resultSeq: number | null;
  queryCount: number;
  merchantNameEn: string;
  merchantNameAr: string;
  merchantAddressEn: string;
  merchantAddressAr: string;
  branchNameEn: string;
  branchNameAr: string;
  branchAddressEn: string;
  branchAddressAr: string;
  /** What the merchant says of the own business; null where nobody has said anything. */
  phone: string | null;
  email: string | null;
  aboveAr: string | null;
  aboveEn: string | null;
  belowAr: string | null;
  belowEn: string | null;
  logoVersion: string | null;
}

/** One transaction of the merchant, or of the cashier's own. Null for what does not exist for them. */
export const selectSlipRow = (
  tx: Tx,
  id: string,
  own: ReturnType<typeof ownScope>,
): Promise<SlipRow | null> =>
  tx.row<SlipRow>(
    `SELECT t.id::text, t.type, t.status, t.amount_minor AS "amountMinor", t.cash_minor AS "cashMinor", t.currency, t.scheme,
            t.first_six AS "firstSix", t.last_four AS "lastFour", t.rrn, t.stan, t.approval_code AS "approvalCode",
            t.provider_code AS "providerCode", t.action_code AS "actionCode", t.refusal, t.tid, t.created_at AS "createdAt",
            t.receipt, t.under_review AS "underReview", t.result_seq AS "resultSeq", t.query_count AS "queryCount",
            m.name_en AS "merchantNameEn", m.name_ar AS "merchantNameAr", m.address_en AS "merchantAddressEn",
            m.address_ar AS "merchantAddressAr", b.name_en AS "branchNameEn", b.name_ar AS "branchNameAr",
            b.address_en AS "branchAddressEn", b.address_ar AS "branchAddressAr", p.phone, p.email,
            p.above_ar AS "aboveAr", p.above_en AS "aboveEn", p.below_ar AS "belowAr", p.below_en AS "belowEn",
            p.logo_version AS "logoVersion"
       FROM transactions t
       JOIN branches b ON b.merchant_id = t.merchant_id AND b.id = t.branch_id
       JOIN merchants m ON m.id = t.merchant_id
       LEFT JOIN business_profiles p ON p.merchant_id = t.merchant_id
      WHERE t.merchant_id = tenant_id() AND t.id = $1
        AND ($2::bigint IS NULL OR t.cashier_id = $2 OR t.terminal_id = $3)`,
    [id, own?.userId ?? null, own?.terminalId ?? null],
  );

export interface LinkRow {
  id: string;
  code: string;
  madeAt: Date;
  madeByName: string;
  endsAt: Date;
}
const columns = `id::text, code, made_at AS "madeAt", made_by_name AS "madeByName", ends_at AS "endsAt"`;

/** The one that shows the slip at `now`. */
export const selectLink = (tx: Tx, transactionId: string, now: Date): Promise<LinkRow | null> =>
  tx.row<LinkRow>(
    `SELECT ${columns} FROM (SELECT *, receipt_links.id AS place FROM receipt_links) receipt_links
      WHERE merchant_id = tenant_id() AND transaction_id = $1 AND revoked_at IS NULL AND ends_at > $2
      ORDER BY place DESC LIMIT 1`,
    [transactionId, now],
  );

/** Those who make the link of one transaction take turns, until their transactions end. */
export const takeTurns = async (tx: Tx, transactionId: string): Promise<void> =>
  void (await tx.row(`SELECT pg_advisory_xact_lock(hashtextextended('receipt_links ' || $1, tenant_id()))`, [
    transactionId,
  ]));

export const insertLink = (
  tx: Tx,
  made: {
    transactionId: string;
    code: string;
    at: Date;
    by: string;
    byName: string;
    endsAt: Date;
  },
): Promise<LinkRow | null> =>
  tx.row<LinkRow>(
    `INSERT INTO receipt_links (merchant_id, transaction_id, code, made_at, made_by, made_by_name, ends_at)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6) RETURNING ${columns}`,
    [made.transactionId, made.code, made.at, made.by, made.byName, made.endsAt],
  );

/** @returns how many showed it until now. */
export const revokeLinks = (tx: Tx, transactionId: string, at: Date): Promise<number> =>
  tx.change(
    `UPDATE receipt_links SET revoked_at = $2
      WHERE merchant_id = tenant_id() AND transaction_id = $1 AND revoked_at IS NULL AND ends_at > $2`,
    [transactionId, at],
  );

/** As the platform: whoever holds an address has no tenant. Null where it ended, was taken back or never was. */
export const selectByCode = (
  tx: Tx,
  code: string,
  now: Date,
): Promise<{ merchantId: string; transactionId: string; endsAt: Date } | null> =>
  tx.row(
    `SELECT merchant_id::text AS "merchantId", transaction_id::text AS "transactionId", ends_at AS "endsAt"
       FROM receipt_links WHERE code = $1 AND revoked_at IS NULL AND ends_at > $2`,
    [code, now],
  );

/** The merchant's logo; null where there is none. */
export const selectLogo = (tx: Tx): Promise<KeptPicture | null> =>
  tx.row<KeptPicture>(
    `SELECT logo AS content, logo_type AS "mediaType", logo_version AS version
       FROM business_profiles WHERE merchant_id = tenant_id() AND logo IS NOT NULL`,
  );
