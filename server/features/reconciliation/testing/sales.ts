import { randomUUID } from 'node:crypto';
import { type Charges, chargesFor, decimalText, noCharges, type Rate } from '@mizan/contract/money.ts';
import type { Scheme, TransactionStatus } from '@mizan/contract/transaction-states.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import { isRated, signOf } from '@mizan/contract/transaction-types.ts';
import { type Database, inPlatform, type Tx } from '../../../platform/database/database.ts';
import { expectMany } from '../../expectations/expectations.service.ts';
import type { MerchantWorld } from '../../transactions/testing/merchant-world.ts';
import { addToRollup } from '../../transactions/transaction-rollup.service.ts';

/** A payment as a test states it; what is left out is ordinary. */
export interface Sale {
  amountMinor: number;
  type?: TransactionType;
  status?: TransactionStatus;
  scheme?: Scheme;
  /** In Riyadh: '2026-11-20 14:05'. */
  at?: string;
  /** Of the bank; the day of `at` where left out. */
  businessDay?: string;
  terminal?: number;
  orderRef?: string;
  /** Of the amount, what was paid out in cash. */
  cashMinor?: number;
  /** The merchant's first bank where left out. */
  bankId?: string;
  /** As a load writes it that calls payments confirmed, by no file. */
  isConfirmed?: boolean;
  /** By which it is charged; mada's published one where left out. */
  rate?: Rate;
}

export interface Sold
  extends Required<Omit<Sale, 'orderRef' | 'cashMinor' | 'bankId' | 'rate' | 'businessDay' | 'isConfirmed'>> {
  id: string;
  uuid: string;
  tid: string;
  rrn: string;
  approvalCode: string;
  lastFour: string;
  orderRef: string | null;
  feeMinor: number;
  vatMinor: number;
}

const usualRate: Rate = { mdrBps: 80, vatBps: 1500, capLimitMinor: 4_000, processingFeeMinor: 0 };

let sold = 0;

/** Writes payments with their totals, as the gateway would have. */
export const writeSales = (db: Database, merchant: MerchantWorld, sales: readonly Sale[]): Promise<Sold[]> =>
  inPlatform(db, async (tx) => {
    const written: Sold[] = [];
    for (const sale of sales) written.push(await writeSale(tx, merchant, sale));
    await expectMany(tx, merchant.merchantId, new Date(0), new Date('2100-01-01T00:00:00Z'));
    return written;
  });

async function writeSale(tx: Tx, merchant: MerchantWorld, sale: Sale): Promise<Sold> {
  sold += 1;
  const {
    amountMinor,
    type = 'PURCHASE',
    status = 'APPROVED',
    at = '2026-11-20 14:05',
    cashMinor = 0,
    scheme = 'Mada',
    rate = usualRate,
  } = sale;
  const terminal = merchant.terminals[sale.terminal ?? 0];
  if (!terminal) throw new Error('the merchant has no such terminal');
  const isCharged = isRated({ type }) && status === 'APPROVED';
  const charges = isCharged ? chargesFor(amountMinor, rate, cashMinor) : noCharges(amountMinor);
  const createdAt = new Date(`${at.replace(' ', 'T')}:00+03:00`);
  const made = {
    uuid: randomUUID(),
    tid: terminal.tid,
    rrn: String(632_400_000_000 + sold),
    stan: String(sold).padStart(6, '0'),
    approvalCode: String(400_000 + sold),
    lastFour: String(1_000 + (sold % 9_000)),
    orderRef: sale.orderRef ?? null,
    amountMinor,
    type,
    status,
    scheme,
  };
  const id = await insertSale(
    tx,
    merchant.merchantId,
    terminal,
    { ...made, ...charges, rate, cashMinor, createdAt },
    sale,
  );
  addToRollup(tx, {
    merchantId: merchant.merchantId,
    createdAt,
    branchId: terminal.branchId,
    terminalId: terminal.id,
    cashierId: null,
    scheme,
    type,
    status,
    currency: 'SAR',
    bankConfirmed: sale.isConfirmed ?? false,
    amountMinor,
    ...charges,
  });
  return { ...made, ...charges, id, at, terminal: sale.terminal ?? 0 };
}

type NewSale = Omit<Sold, 'id' | 'at' | 'terminal'> &
  Charges & { stan: string; cashMinor: number; createdAt: Date; rate: Rate };

async function insertSale(
  tx: Tx,
  merchantId: string,
  terminal: MerchantWorld['terminals'][number],
  sale: NewSale,
  { bankId, businessDay, isConfirmed = false }: Pick<Sale, 'bankId' | 'businessDay' | 'isConfirmed'>,
): Promise<string> {
  const bank =
    bankId === undefined
      ? await tx.row<{ id: string }>('SELECT min(id)::text AS id FROM banks WHERE merchant_id = $1', [
          merchantId,
        ])
      : { id: bankId };
  const [row] = await tx.rows<{ id: string }>(
    `INSERT INTO transactions (merchant_id, uuid, type, status, amount_minor, scheme, first_six, last_four, rrn,
       stan, approval_code, order_ref, terminal_id, tid, branch_id, created_at, business_day, decided_at, mdr_bps,
       vat_bps, cap_limit_minor, processing_fee_minor, mdr_minor, fee_minor, vat_minor, net_minor, bank_id, cash_minor, bank_confirmed_at)
     VALUES ($1, $2, $3, $4, $5, $21, '484783', $6, $7, $8, $9, $10, $11, $12, $13, $14,
             coalesce($26::date, ($14 AT TIME ZONE 'Asia/Riyadh')::date), $14, $22, $23, $24, $25, $15, $16, $17, $18, $19, $20,
             CASE WHEN $27::boolean THEN $14::timestamptz END)
     RETURNING id::text`,
    [
      merchantId,
      sale.uuid,
      sale.type,
      sale.status,
      sale.amountMinor,
      sale.lastFour,
      sale.rrn,
      sale.stan,
      sale.approvalCode,
      sale.orderRef,
      terminal.id,
      terminal.tid,
      terminal.branchId,
      sale.createdAt,
      sale.mdrMinor,
      sale.feeMinor,
      sale.vatMinor,
      sale.netMinor,
      bank?.id ?? null,
      sale.cashMinor,
      sale.scheme,
      sale.rate.mdrBps,
      sale.rate.vatBps,
      sale.rate.capLimitMinor,
      sale.rate.processingFeeMinor,
      businessDay ?? null,
      isConfirmed,
    ],
  );
  if (!row) throw new Error('the payment was not written');
  return row.id;
}

export const csvHeader =
  'Terminal ID,RRN,Approval Code,Transaction Date,Card Number,Amount,Fee,VAT,Net Amount';

/** One line of the bank's file for a payment; `change` says what the bank has otherwise. */
export function csvLineOf(sale: Sold, change: Partial<Sold> = {}): string {
  const { tid, rrn, approvalCode, lastFour, amountMinor, feeMinor, vatMinor, at, type } = {
    ...sale,
    ...change,
  };
  const sign = signOf({ type });
  const [date = '', time = ''] = at.split(' ');
  const amounts = [amountMinor, feeMinor, vatMinor, amountMinor - feeMinor - vatMinor].map((minor) =>
    decimalText(sign * minor),
  );
  return [tid, rrn, approvalCode, `${date} ${time}:00`, `484783******${lastFour}`, ...amounts].join(',');
}

export const csvOf = (lines: readonly string[]): string => [csvHeader, ...lines, ''].join('\n');
