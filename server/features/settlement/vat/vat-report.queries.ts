import type { Currency } from '@mizan/contract/money.ts';
import type { VatInvoice } from '@mizan/contract/vat-report.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Member } from '../../../platform/http/call.ts';
import type { RatedFees } from './vat-report.ts';

/** The statements behind vat-report.service.ts. */

/** Who enters one, as the record names them. */
export type Person = Pick<Member, 'userId' | 'fullName'>;

export interface InvoiceRow extends Omit<VatInvoice, 'bank' | 'addedAt' | 'undoneAt'> {
  bankId: string;
  nameEn: string;
  nameAr: string;
  addedAt: Date;
  undoneAt: Date | null;
}
const invoices = `SELECT v.id AS place, v.id::text, v.bank_id::text AS "bankId", b.name_en AS "nameEn", b.name_ar AS "nameAr",
  v.month, v.kind, v.number, v.issued_on::text AS "issuedOn", v.base_minor AS "baseMinor", v.vat_minor AS "vatMinor",
  v.currency, v.added_at AS "addedAt", v.added_by_name AS "addedByName", v.undone_at AS "undoneAt",
  v.undone_by_name AS "undoneByName"
  FROM vat_invoices v JOIN banks b ON b.merchant_id = tenant_id() AND b.id = v.bank_id
  WHERE v.merchant_id = tenant_id()`;

/** Of a month, with those taken back, the oldest date first. */
export const selectInvoices = (tx: Tx, month: string): Promise<InvoiceRow[]> =>
  tx.rows<InvoiceRow>(`${invoices} AND v.month = $1 ORDER BY v.issued_on, place`, [month]);

export const selectInvoice = (tx: Tx, id: string): Promise<InvoiceRow | null> =>
  tx.row<InvoiceRow>(`${invoices} AND v.id = $1`, [id]);

export const selectByRequest = (tx: Tx, requestId: string): Promise<InvoiceRow | null> =>
  tx.row<InvoiceRow>(`${invoices} AND v.request_id = $1`, [requestId]);

/** The one of this number that counts. */
export const selectByNumber = (tx: Tx, bankId: string, numberKey: string): Promise<InvoiceRow | null> =>
  tx.row<InvoiceRow>(`${invoices} AND v.bank_id = $1 AND v.number_key = $2 AND v.undone_at IS NULL`, [
    bankId,
    numberKey,
  ]);

export const countInvoices = async (tx: Tx, bankId: string, month: string): Promise<number> =>
  (
    await tx.row<{ count: number }>(
      `SELECT count(*) AS count FROM vat_invoices
        WHERE merchant_id = tenant_id() AND bank_id = $1 AND month = $2`,
      [bankId, month],
    )
  )?.count ?? 0;

/** Whoever enters or takes back invoices of a merchant takes turns. */
export const lockInvoices = (tx: Tx): Promise<number> =>
  tx.change(`SELECT pg_advisory_xact_lock(hashtextextended('vat_invoices', tenant_id()))`);

export type NewInvoice = Pick<
  InvoiceRow,
  'bankId' | 'month' | 'kind' | 'number' | 'issuedOn' | 'baseMinor' | 'vatMinor' | 'currency'
> & { requestId: string; numberKey: string };

/** Answers its id. */
export async function insertInvoice(tx: Tx, one: NewInvoice, by: Person, at: Date): Promise<string> {
  const row = await tx.row<{ id: string }>(
    `INSERT INTO vat_invoices (merchant_id, request_id, bank_id, month, kind, number, number_key, issued_on, base_minor,
       vat_minor, currency, added_at, added_by, added_by_name)
     VALUES (tenant_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id::text`,
    [
      one.requestId,
      one.bankId,
      one.month,
      one.kind,
      one.number,
      one.numberKey,
      one.issuedOn,
      one.baseMinor,
      one.vatMinor,
      one.currency,
      at,
      by.userId,
      by.fullName,
    ],
  );
  if (!row) throw new Error('an invoice was not written');
  return row.id;
}

export const updateUndone = (tx: Tx, id: string, by: Person, at: Date): Promise<number> =>
  tx.change(
    `UPDATE vat_invoices SET undone_at = $2, undone_by = $3, undone_by_name = $4
      WHERE merchant_id = tenant_id() AND id = $1 AND undone_at IS NULL`,
    [id, at, by.userId, by.fullName],
  );

/** Fees of a bank by settlement and rate of VAT, of the days from $1 to $2; reads their payments. */
export const selectRatedFees = (
  tx: Tx,
  { from, to, bankId, currency }: { from: string; to: string; bankId: string; currency: Currency },
): Promise<RatedFees[]> =>
  tx.rows<RatedFees>(
    `SELECT e.business_day::text AS day, e.scheme, t.vat_bps AS "vatBps", sum(e.fee_minor) AS "feeMinor",
            sum(e.vat_minor) AS "vatMinor"
       FROM expectations e JOIN transactions t ON t.merchant_id = e.merchant_id AND t.id = e.transaction_id
      WHERE e.merchant_id = tenant_id() AND e.is_owed AND e.net_minor IS NOT NULL
        AND e.business_day BETWEEN $1::date AND $2::date AND e.bank_id = $3 AND e.currency = $4
      GROUP BY e.business_day, e.scheme, t.vat_bps`,
    [from, to, bankId, currency],
  );
