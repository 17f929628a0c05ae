import type { Rate } from '@mizan/contract/money.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { Tx } from '../../platform/database/database.ts';
import { insertRate, type NewRate, selectRateOn } from './discounts.queries.ts';

/** VAT on fees since 1 July 2020. */
const defaultVatBps = 1500;

/**
 * What stands where a merchant agreed no rate: mada's published one, 0.80% and at most SAR 40 (rules D4). The other schemes are negotiated, so nothing is assumed and no fee is charged.
 */
const unagreed: Readonly<Record<Scheme, Rate>> = {
  Mada: { mdrBps: 80, vatBps: defaultVatBps, capLimitMinor: 4_000, processingFeeMinor: 0 },
  Visa: noFee(),
  MasterCard: noFee(),
  Maestro: noFee(),
  Jcb: noFee(),
  None: noFee(),
};

function noFee(): Rate {
  return { mdrBps: 0, vatBps: defaultVatBps, capLimitMinor: null, processingFeeMinor: 0 };
}

/** The rate of a scheme on a business day ('YYYY-MM-DD'), for the merchant of the transaction's tenant. */
export async function rateOn(tx: Tx, scheme: Scheme, day: string): Promise<Rate> {
  return (await selectRateOn(tx, scheme, day)) ?? unagreed[scheme];
}

/** Adds a rate that was agreed. */
export const addRate = async (tx: Tx, merchantId: string, rate: NewRate): Promise<void> =>
  void (await insertRate(tx, merchantId, rate));
