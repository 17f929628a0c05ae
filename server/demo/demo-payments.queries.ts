import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Tx } from '../platform/database/database.ts';
import { type DemoPayment, paymentColumns } from './demo-payment.ts';

const fields = Object.keys(paymentColumns) as (keyof DemoPayment)[];
const columns = Object.values(paymentColumns);
const own = columns.filter((column) => column !== 'original_uuid').join(', ');

/** One value in COPY's text format. */
function copyText(value: DemoPayment[keyof DemoPayment]): string {
  if (value === null) return '\\N';
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.replace(/[\\\t\n\r]/g, (mark) => `\\${copyEscapes[mark]}`);
}
const copyEscapes: Readonly<Record<string, string>> = { '\\': '\\', '\t': 't', '\n': 'n', '\r': 'r' };

function* copyLines(payments: readonly DemoPayment[]): Generator<string> {
  for (const payment of payments) yield `${fields.map((field) => copyText(payment[field])).join('\t')}\n`;
}

/**
 * Writes a merchant's payments, oldest first, in seconds, each counted by the next reconciliation of its terminal. COPY is refused for a role under row-level security,
 * so it fills a temporary table (rules D1). Needs a connection that is not pipelined.
 */
export async function insertPayments(
  tx: Tx,
  merchantId: string,
  payments: readonly DemoPayment[],
): Promise<void> {
  await tx.change(
    `CREATE TEMPORARY TABLE demo_payments ON COMMIT DROP AS
     SELECT ${own}, NULL::uuid AS original_uuid FROM transactions WITH NO DATA`,
  );
  const copy = tx.client.query(copyFrom(`COPY demo_payments (${columns.join(', ')}) FROM STDIN`));
  await pipeline(Readable.from(copyLines(payments)), copy);
  await tx.change(
    `INSERT INTO transactions (merchant_id, ${own}, terminal_reconciliation_id)
     SELECT $1, ${own},
            CASE status WHEN 'APPROVED' THEN
              (SELECT r.id FROM terminal_reconciliations r
                WHERE r.merchant_id = $1 AND r.terminal_id = p.terminal_id AND r.state = 'DONE'
                  AND r.ended_at >= p.created_at
                ORDER BY r.ended_at, r.id LIMIT 1) END
       FROM demo_payments p ORDER BY created_at, uuid`,
    [merchantId],
  );
  await tx.change(
    `UPDATE transactions t SET original_id = o.id
       FROM demo_payments d JOIN transactions o ON o.merchant_id = $1 AND o.uuid = d.original_uuid
      WHERE t.merchant_id = $1 AND t.uuid = d.uuid`,
    [merchantId],
  );
  await tx.change('DROP TABLE demo_payments');
}

/** What happened to the payments of the last days, step by step: what the drawer tells. */
export const insertEvents = (tx: Tx, merchantId: string, since: Date): Promise<number> =>
  tx.change(
    `INSERT INTO journal (merchant_id, subject, subject_id, at, fact, by_name, params)
     SELECT t.merchant_id, 'transaction', t.id, e.at, 'payments.' || e.fact, e.by_name, e.params
       FROM transactions t
      CROSS JOIN LATERAL (VALUES
        (1, t.created_at, 'started', t.started_by_name, jsonb_build_object('amountMinor', t.amount_minor,
          'currency', t.currency, 'tid', t.tid, 'orderRef', t.order_ref), true),
        (2, t.sent_at, 'sent', NULL, '{}', true),
        (3, t.acked_at, 'acknowledged', NULL, jsonb_build_object('outcome', coalesce(t.refusal, 'ACCEPTED')), true),
        (4, t.acked_at + interval '200 milliseconds', 'stepReached', NULL, '{"step": "WAIT_CARD"}', t.refusal IS NULL),
        (5, t.decided_at - interval '1200 milliseconds', 'stepReached', NULL, '{"step": "ONLINE"}', t.rrn IS NOT NULL),
        (6, t.decided_at, 'resultCame', NULL, jsonb_build_object('providerCode', t.provider_code, 'actionCode',
          t.action_code, 'differs', NULL), t.provider_code IS NOT NULL)
      ) AS e (step, at, fact, by_name, params, happened)
      WHERE t.merchant_id = $1 AND t.created_at >= $2 AND e.happened AND e.at IS NOT NULL
      ORDER BY t.created_at, t.id, e.step`,
    [merchantId, since],
  );

/** A question that the demo leaves open. */
export const insertReview = (
  tx: Tx,
  merchantId: string,
  review: { uuid: string; reason: string; openedAt: Date },
): Promise<number> =>
  tx.change(
    `INSERT INTO reviews (merchant_id, transaction_id, reason, opened_at)
     SELECT merchant_id, id, $3, $4 FROM transactions WHERE merchant_id = $1 AND uuid = $2`,
    [merchantId, review.uuid, review.reason, review.openedAt],
  );

/** Each terminal was last seen with its last payment; the fleet connects them a moment later. */
export const setLastSeen = (tx: Tx, merchantId: string): Promise<number> =>
  tx.change(
    `UPDATE terminals t SET connection = 'DISCONNECTED', last_seen_at = p.at
       FROM (SELECT terminal_id, max(decided_at) AS at FROM transactions WHERE merchant_id = $1 GROUP BY 1) p
      WHERE t.merchant_id = $1 AND t.id = p.terminal_id`,
    [merchantId],
  );
