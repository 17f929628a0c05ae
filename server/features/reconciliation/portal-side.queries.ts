import copyStreams from 'pg-copy-streams';
import type { Tx } from '../../platform/database/database.ts';
import type { PortalScope } from '../../reconciliation/import-job.ts';
import { type PortalColumn, portalColumns } from '../../reconciliation/portal-records.ts';
import { cutConnection } from './cut-connection.ts';

/** How the engine's columns are read; t is the payment, c the entry that holds it, a the earlier file that awaits it. */
const expressions: Record<PortalColumn, string> = {
  id: 't.id',
  uuid: 't.uuid',
  orderRef: 't.order_ref',
  tid: 't.tid',
  rrn: 't.rrn',
  stan: 't.stan',
  authCode: 't.approval_code',
  last4: 't.last_four',
  scheme: 't.scheme',
  type: 't.type',
  status: 't.status',
  amountMinor: 't.amount_minor',
  currency: 't.currency',
  businessDay: 't.business_day',
  createdAtMs: "round(date_part('epoch', t.created_at) * 1000)::bigint",
  mdrBps: 't.mdr_bps',
  vatBps: 't.vat_bps',
  capLimitMinor: 't.cap_limit_minor',
  processingFeeMinor: 't.processing_fee_minor',
  feeMinor: 't.fee_minor',
  vatMinor: 't.vat_minor',
  originalId: 't.original_id',
  claimedBy: 'c.import_id',
  awaited: '(a.transaction_id IS NOT NULL)',
};
const columnList = portalColumns.map((column) => expressions[column]).join(', ');

const dayShape = /^\d{4}-\d\d-\d\d$/;
function quotedDay(day: string): string {
  if (!dayShape.test(day)) throw new Error(`not a day: ${day}`);
  return `'${day}'`;
}

/** How long before a file's days an earlier file may have said 'not due yet' of a payment. */
const awaitedDays = 14;

/**
 * COPY takes no parameters, so the days are checked before they stand in the statement. Served by
 * transactions_by_day, bank_entries_claim and bank_entries_by_outcome.
 */
const portalSql = ({ loadFromDay, loadToDay }: PortalScope): string => `
  COPY (
    WITH awaited AS (
      SELECT DISTINCT e.transaction_id
        FROM bank_imports i
        JOIN bank_entries e ON e.merchant_id = i.merchant_id AND e.import_id = i.id
       WHERE i.merchant_id = tenant_id() AND i.state = 'DONE'
         AND i.last_day >= ${quotedDay(loadFromDay)}::date - ${awaitedDays}
         AND e.outcome = 'timing' AND e.outcome <> 'matched')
    SELECT ${columnList}
      FROM transactions t
      LEFT JOIN bank_entries c ON c.merchant_id = tenant_id() AND c.transaction_id = t.id AND c.claims
      LEFT JOIN awaited a ON a.transaction_id = t.id
     WHERE t.merchant_id = tenant_id()
       AND t.business_day BETWEEN ${quotedDay(loadFromDay)} AND ${quotedDay(loadToDay)}
  ) TO STDOUT`;

/** Chunks as they go to the engine's thread: fewer and larger than what the socket gives. */
const chunkBytes = 256 * 1024;

/** The portal's side of a file as COPY text of the engine's columns. The connection must be one that can COPY. */
export async function* copyPortalSide(tx: Tx, scope: PortalScope): AsyncGenerator<Uint8Array> {
  const source = tx.client.query(copyStreams.to(portalSql(scope)));
  let held: Buffer[] = [];
  let heldBytes = 0;
  let isWhole = false;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      held.push(chunk);
      heldBytes += chunk.length;
      if (heldBytes < chunkBytes) continue;
      yield whole(held, heldBytes);
      held = [];
      heldBytes = 0;
    }
    if (heldBytes > 0) yield whole(held, heldBytes);
    isWhole = true;
  } finally {
    if (!isWhole) cutConnection(tx);
  }
}

/** In memory of its own: a message to a thread carries all of the memory that its bytes lie in. */
function whole(parts: readonly Buffer[], bytes: number): Uint8Array {
  const joined = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** What the engine has to know of the merchant: the cut-off of its business day, 'HH:MM:SS'. */
export const selectCutoff = async (tx: Tx): Promise<string> => {
  const row = await tx.row<{ cutoff: string }>('SELECT cutoff::text FROM merchants WHERE id = tenant_id()');
  if (!row) throw new Error('the merchant of an import is not there');
  return row.cutoff;
};
