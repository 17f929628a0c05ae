import type { Tx } from '../../platform/database/database.ts';
import { endAddresses, endCredentials, endKeys, giveUpDeliveries } from './end-all.queries.ts';

/**
 * As the platform: ends every key, credential and webhook of a merchant for good; what waits to be delivered is given up.
 * How many is answered; what follows (sessions, entries of the audit log) is the caller's.
 */
export async function endIntegrations(
  tx: Tx,
  merchantId: string,
  at: Date,
): Promise<{ keys: number; webhooks: number }> {
  const keys = (await endKeys(tx, merchantId, at)) + (await endCredentials(tx, merchantId, at));
  const webhooks = await endAddresses(tx, merchantId, at);
  await giveUpDeliveries(tx, merchantId);
  return { keys, webhooks };
}
