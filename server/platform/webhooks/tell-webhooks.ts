import { randomUUID } from 'node:crypto';
import type { FactSubject } from '@mizan/contract/fact.ts';
import { seenParams, type Told, type WebhookFact } from '@mizan/contract/facts.ts';
import type { Tx } from '../database/database.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { insertDeliveries } from './deliveries.queries.ts';

export const deliverJob = 'integrator.deliver';

/**
 * Writes a message to each address that hears of a fact, in the transaction that makes it so: what is rolled back is never
 * sent. It says which fact, when, and what it is about by its number, with what a merchant may see of the parameters;
 * whoever hears it reads the row by the API.
 */
export async function tellWebhooks(
  tx: Tx,
  merchantId: string,
  told: {
    fact: WebhookFact;
    at: Date;
    about: { type: FactSubject; id: string } | null;
    params: Told | null;
    /** Where it happened, or null. */
    terminalId: string | null;
  },
): Promise<void> {
  const { fact, at, about, terminalId } = told;
  const body = JSON.stringify({
    type: fact,
    timestamp: at.toISOString(),
    data: { about, ...seenParams(fact, told.params ?? {}, 'MERCHANT') },
  });
  const made = await insertDeliveries(tx, { merchantId, uuid: randomUUID(), fact, body, at, terminalId });
  for (const { id } of made) await enqueue(tx, deliverJob, { merchantId, deliveryId: id });
}
