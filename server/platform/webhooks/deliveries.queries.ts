import type { Tx } from '../database/database.ts';

/** One message for each address that hears of the fact: addresses of one message share its id, and each has its own row. */
export const insertDeliveries = (
  tx: Tx,
  message: {
    merchantId: string;
    uuid: string;
    fact: string;
    body: string;
    at: Date;
    /** What happened on a test terminal is for addresses of tests, and for no other. */
    terminalId: string | null;
  },
): Promise<{ id: string }[]> =>
  tx.rows(
    `WITH a AS MATERIALIZED (
       SELECT id FROM webhook_addresses
        WHERE merchant_id = $1 AND removed_at IS NULL AND $3::text = ANY(facts)
          AND is_test = coalesce((SELECT t.is_test FROM terminals t WHERE t.merchant_id = $1 AND t.id = $6::bigint), false))
     INSERT INTO webhook_deliveries (merchant_id, address_id, uuid, fact, body, created_at, state, next_attempt_at)
     SELECT $1::bigint, a.id, $2::uuid, $3::text, $4, $5::timestamptz, 'WAITING', $5::timestamptz FROM a
     RETURNING id::text`,
    [message.merchantId, message.uuid, message.fact, message.body, message.at, message.terminalId],
  );
