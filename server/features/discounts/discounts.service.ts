import type { Tx } from '../../platform/database/database.ts';
import { insertRate, type NewRate } from './discounts.queries.ts';

export type { NewRate } from './discounts.queries.ts';

/** Adds a rate that was agreed. */
export const addRate = async (tx: Tx, merchantId: string, rate: NewRate): Promise<void> =>
  void (await insertRate(tx, merchantId, rate));
