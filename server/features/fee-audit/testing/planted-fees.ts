import { decimalText, type Rate } from '@mizan/contract/money.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import { inPlatform, platformRows } from '../../../platform/database/database.ts';
import { addRate } from '../../discounts/discounts.service.ts';
import { type BankWorld, csvLineOf, type Sold, sell } from '../../reconciliation/testing/bank-world.ts';

/** Payments with what a bank took for each, planted by arithmetic that shares nothing with the portal's. */
export interface Planted {
  scheme: Scheme;
  amountMinor: number;
  /** 'YYYY-MM-DD' */
  day: string;
  /** By which the portal charged it. */
  rate: Rate;
  charged: { feeMinor: number; vatMinor: number };
  batch?: string;
  bankId?: string;
}

/** Half up, exact for the amounts of these tests. */
const half = (value: number, bps: number): number => Math.floor((value * bps + 5_000) / 10_000);

export function chargesBy(amountMinor: number, rate: Rate): Planted['charged'] {
  const share = half(amountMinor, rate.mdrBps);
  const capped = rate.capLimitMinor === null ? share : Math.min(share, rate.capLimitMinor);
  const feeMinor = capped + rate.processingFeeMinor;
  return { feeMinor, vatMinor: half(feeMinor, rate.vatBps) };
}

export const bankIdOf = async ({ portal, merchant }: BankWorld): Promise<string> =>
  (
    await platformRows<{ id: string }>(
      portal.db,
      'SELECT min(id)::text AS id FROM banks WHERE merchant_id = $1',
      [merchant.merchantId],
    )
  )[0]?.id ?? '';

/** A rate as if it had been agreed long ago. */
export const plantRate = (
  { portal, merchant }: BankWorld,
  bankId: string,
  scheme: Scheme,
  rate: Rate,
  validFrom: string,
): Promise<void> =>
  inPlatform(portal.db, (tx) =>
    addRate(tx, merchant.merchantId, {
      ...rate,
      bankId,
      scheme,
      validFrom,
      paidWithin: { days: 1, kind: 'WORKING' },
    }),
  );

export type PlantedSale = Planted & { sold: Sold };

export async function sellPlanted(own: BankWorld, plan: readonly Planted[]): Promise<PlantedSale[]> {
  const sold = await sell(
    own,
    plan.map(({ scheme, amountMinor, day, rate, bankId }, at) => ({
      scheme,
      amountMinor,
      rate,
      at: `${day} ${String(8 + (at % 12)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`,
      ...(bankId && { bankId }),
    })),
  );
  return plan.map((each, at) => ({ ...each, sold: sold[at] as Sold }));
}

/** The bank's file of them; with fee and VAT in one column where `apart` is false. */
export function fileOf(sales: readonly PlantedSale[], { apart = true } = {}): string {
  const charge = apart ? 'Fee,VAT' : 'Total Fee';
  const header = `Terminal ID,RRN,Approval Code,Transaction Date,Card Number,Batch No,Amount,${charge},Net Amount`;
  const lines = sales.map(({ sold, charged: { feeMinor, vatMinor }, batch = '' }) => {
    const [date, time] = sold.at.split(' ');
    const charges = apart ? [feeMinor, vatMinor] : [feeMinor + vatMinor];
    return [
      sold.tid,
      sold.rrn,
      sold.approvalCode,
      `${date} ${time}:00`,
      `484783******${sold.lastFour}`,
      batch,
      ...[sold.amountMinor, ...charges, sold.amountMinor - feeMinor - vatMinor].map(decimalText),
    ].join(',');
  });
  return [header, ...lines, ''].join('\n');
}

/** A line of a bank about the terminal of a sale and about no payment: a rent, a monthly fee. */
export const rentOf = (sale: Sold, amountMinor: number): string =>
  csvLineOf(sale, {
    amountMinor: -amountMinor,
    feeMinor: 0,
    vatMinor: 0,
    rrn: '',
    approvalCode: '',
    lastFour: '',
  });
