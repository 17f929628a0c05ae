import { ownVat, type VatFrom } from '@mizan/contract/vat.ts';
import type { Tx } from '../database/database.ts';
import { selectVat } from './vat.queries.ts';

/** VAT of the law with its days, the oldest first: read in the transaction that reckons by it. */
export const vatRates = (tx: Tx): Promise<VatFrom[]> => selectVat(tx);

/** What is kept of a VAT that somebody said for something that holds from a day on: null follows the law. */
export const keptVat = async (tx: Tx, validFrom: string, vatBps: number | null): Promise<number | null> =>
  ownVat(await selectVat(tx), validFrom, vatBps);
