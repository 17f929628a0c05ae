import type { ClosedSpan, PaidWithin } from '@mizan/contract/business-day.ts';
import type { Currency } from '@mizan/contract/money.ts';
import {
  type CellParams,
  type ExpectationState,
  storedBankId,
  unknownBank,
} from '@mizan/contract/settlement.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isChargeSql } from '../../platform/database/type-sql.ts';
import { broughtLines, cellHasLine, stateOf } from '../expectations/expectation-state.ts';

/** The statements behind settlement.service.ts: a month and a cell from the sums, payments by the index of their day. */

/** Sums of a cell's payments in one state; `purchaseCount` and what follows are of purchases and of refunds alone. */
export interface PartRow {
  bankId: string;
  scheme: Scheme;
  currency: Currency;
  day: string;
  state: ExpectationState;
  count: number;
  grossMinor: number;
  netMinor: number;
  unjudgedCount: number;
  unjudgedMinor: number;
  /** The first due day among them. */
  dueDay: string;
}

const bankName = (id: string): string => `CASE ${id} WHEN 0 THEN '${unknownBank}' ELSE ${id}::text END`;
const named = `${bankName('bank_id')} AS "bankId", scheme, currency, business_day AS day, state`;
const summed = `sum(count) AS count, sum(gross_minor) AS "grossMinor", sum(net_minor) AS "netMinor",
  sum(unjudged_count) AS "unjudgedCount", sum(unjudged_minor) AS "unjudgedMinor", min(due_day) AS "dueDay"`;

/** The sums of some days with their states ($1 today); what else narrows them follows. */
const withStates = (where: string): string => `
  SELECT d.*, ${stateOf({
    line: 'd.line',
    dueDay: 'd.due_day',
    isMissing: 'd.is_missing',
    hasLine: 'd.has_line',
    today: '$1::date',
  })} AS state
    FROM (SELECT *, bool_or(line IN ${broughtLines}) OVER (PARTITION BY bank_id, business_day, scheme, currency)
                      AS has_line
            FROM expectation_days WHERE merchant_id = tenant_id() AND count <> 0 AND ${where}) d`;

/** Every cell of the days from $2 to $3, by state; from the sums alone. */
export const selectMonth = (tx: Tx, today: string, from: string, to: string): Promise<PartRow[]> =>
  tx.rows<PartRow>(
    `SELECT ${named}, ${summed} FROM (${withStates('business_day BETWEEN $2::date AND $3::date')}) s
      GROUP BY bank_id, scheme, currency, business_day, state ORDER BY bank_id, business_day`,
    [today, from, to],
  );

/** The first business day of which anything is owed; null where nothing ever was. */
export const selectFirstDay = async (tx: Tx): Promise<string | null> =>
  (
    await tx.row<{ day: string | null }>(
      'SELECT min(business_day) AS day FROM expectation_days WHERE merchant_id = tenant_id() AND count <> 0',
    )
  )?.day ?? null;

/** The banks that owe something for these days, with the branches whose payments it is for. */
export interface BankRow {
  id: string;
  nameEn: string | null;
  nameAr: string | null;
  branches: { nameEn: string; nameAr: string }[];
}
export const selectBanks = (tx: Tx, from: string, to: string): Promise<BankRow[]> =>
  tx.rows<BankRow>(
    `SELECT ${bankName('d.bank_id')} AS id, b.name_en AS "nameEn", b.name_ar AS "nameAr",
            jsonb_agg(jsonb_build_object('nameEn', r.name_en, 'nameAr', r.name_ar) ORDER BY r.id) AS branches
       FROM (SELECT DISTINCT bank_id, branch_id FROM expectation_days
              WHERE merchant_id = tenant_id() AND count <> 0 AND business_day BETWEEN $1::date AND $2::date) d
       LEFT JOIN banks b ON b.merchant_id = tenant_id() AND b.id = d.bank_id
       JOIN branches r ON r.merchant_id = tenant_id() AND r.id = d.branch_id
      GROUP BY d.bank_id, b.name_en, b.name_ar ORDER BY d.bank_id = 0, d.bank_id`,
    [from, to],
  );

export interface ClosedRow extends ClosedSpan {
  nameEn: string;
  nameAr: string;
  isProposed: boolean;
}
/** Spans in which banks are closed that touch these days; dropped ones are none. */
export const selectClosed = (tx: Tx, from: string, to: string): Promise<ClosedRow[]> =>
  tx.rows<ClosedRow>(
    `SELECT from_day AS "from", to_day AS "to", name_en AS "nameEn", name_ar AS "nameAr",
            state = 'PROPOSED' AS "isProposed"
       FROM bank_holidays WHERE state <> 'DROPPED' AND to_day >= $1::date AND from_day <= $2::date ORDER BY from_day`,
    [from, to],
  );

const ofCell = (alias: string): string =>
  `${alias}bank_id = $2 AND ${alias}business_day = $3::date AND ${alias}scheme = $4 AND ${alias}currency = $5`;
const cellValues = ({ bankId, day, scheme, currency }: CellParams): unknown[] => [
  storedBankId(bankId),
  day,
  scheme,
  currency,
];

export interface CellRow extends PartRow {
  isPurchase: boolean;
  feeMinor: number;
  vatMinor: number;
}
/** One cell by state, purchases and what was given back apart; empty where there is no such cell. */
export const selectCell = (tx: Tx, today: string, cell: CellParams): Promise<CellRow[]> =>
  tx.rows<CellRow>(
    `SELECT ${named}, ${isChargeSql()} AS "isPurchase", ${summed}, sum(fee_minor) AS "feeMinor",
            sum(vat_minor) AS "vatMinor"
       FROM (${withStates(ofCell(''))}) s
      GROUP BY bank_id, scheme, currency, business_day, state, ${isChargeSql()}`,
    [today, ...cellValues(cell)],
  );

/** What of a cell's fees is the merchant discount rate, and the rate where all have the same one. */
export interface ChargesRow {
  mdrMinor: number;
  mdrBps: number | null;
  /** The processing fee of all of them; null where they differ. */
  processingEachMinor: number | null;
}
export const selectCharges = async (tx: Tx, cell: CellParams): Promise<ChargesRow> =>
  (await tx.row<ChargesRow>(
    `SELECT coalesce(sum(t.mdr_minor), 0) AS "mdrMinor",
            CASE WHEN min(t.mdr_bps) = max(t.mdr_bps) THEN min(t.mdr_bps) END AS "mdrBps",
            CASE WHEN min(t.processing_fee_minor) = max(t.processing_fee_minor)
                 THEN min(t.processing_fee_minor) END AS "processingEachMinor"
       FROM expectations e JOIN transactions t ON t.merchant_id = e.merchant_id AND t.id = e.transaction_id
      WHERE e.merchant_id = tenant_id() AND e.is_owed AND ${isChargeSql('e.type')} AND e.net_minor IS NOT NULL
        AND e.bank_id = $1 AND e.business_day = $2::date AND e.scheme = $3 AND e.currency = $4`,
    cellValues(cell),
  )) ?? { mdrMinor: 0, mdrBps: null, processingEachMinor: null };

export interface BankOfCell {
  nameEn: string | null;
  nameAr: string | null;
  agreed: PaidWithin | null;
}
/** The bank's names, and within how many days it pays by what was agreed for that day. */
export const selectBankOfCell = async (tx: Tx, { bankId, scheme, day }: CellParams): Promise<BankOfCell> =>
  (await tx.row<BankOfCell>(
    `SELECT b.name_en AS "nameEn", b.name_ar AS "nameAr",
            (SELECT jsonb_build_object('days', r.paid_within_days, 'kind', r.paid_within_kind)
               FROM discount_rates r
              WHERE r.merchant_id = tenant_id() AND r.bank_id = b.id AND r.scheme = $2 AND r.valid_from <= $3::date
              ORDER BY r.valid_from DESC LIMIT 1) AS agreed
       FROM banks b WHERE b.merchant_id = tenant_id() AND b.id = $1`,
    [storedBankId(bankId), scheme, day],
  )) ?? { nameEn: null, nameAr: null, agreed: null };

export interface PaymentRow {
  transactionId: string;
  createdAt: Date;
  lastFour: string | null;
  tid: string;
  state: ExpectationState;
  grossMinor: number;
  netMinor: number | null;
}
/** Payments of a cell that no line agrees with, also those written off, newest first ($1 today). */
export const selectPayments = (
  tx: Tx,
  today: string,
  cell: CellParams,
  { after, limit }: { after: { createdAt: Date; id: string } | null; limit: number },
): Promise<PaymentRow[]> =>
  tx.rows<PaymentRow>(
    `SELECT e.transaction_id::text AS "transactionId", e.host_at AS "createdAt", t.last_four AS "lastFour", t.tid,
            ${stateOf({
              line: 'e.line',
              dueDay: 'e.due_day',
              isMissing: 'e.missing_in_file_id IS NOT NULL',
              hasLine: cellHasLine('e'),
              today: '$1::date',
            })} AS state, e.gross_minor AS "grossMinor", e.net_minor AS "netMinor"
       FROM (SELECT * FROM expectations e
              WHERE e.merchant_id = tenant_id() AND e.is_owed AND ${ofCell('e.')}
                AND e.line <> 'agreed'
                AND ($6::timestamptz IS NULL OR (e.host_at, e.transaction_id) < ($6, $7::bigint))
              ORDER BY e.host_at DESC, e.transaction_id DESC LIMIT $8) e
       JOIN transactions t ON t.merchant_id = tenant_id() AND t.id = e.transaction_id
      ORDER BY e.host_at DESC, e.transaction_id DESC`,
    [today, ...cellValues(cell), after?.createdAt ?? null, after?.id ?? null, limit],
  );
