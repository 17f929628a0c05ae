import copyStreams from 'pg-copy-streams';
import { type Tx, tenantIn } from '../../platform/database/database.ts';
import { type PortalColumn, portalColumns } from '../../reconciliation/normalise/portal-records.ts';
import type { PortalScope } from '../../reconciliation/reconcile-job.ts';
import { cutConnection } from './cut-connection.ts';

/** How the engine's columns are read from a payment t. */
const ownColumns = {
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
  // Where no rate was agreed none is handed over: its fees are not judged.
  mdrBps: "CASE WHEN t.type <> 'PURCHASE' OR e.net_minor IS NOT NULL THEN t.mdr_bps END",
  vatBps: 't.vat_bps',
  capLimitMinor: 't.cap_limit_minor',
  processingFeeMinor: 't.processing_fee_minor',
  feeMinor: 't.fee_minor',
  vatMinor: 't.vat_minor',
  originalId: 't.original_id',
  bankId: 'e.bank_id',
  dueDay: 'e.due_day',
  hostAtMs: "round(date_part('epoch', coalesce(e.host_at, t.created_at)) * 1000)::bigint",
  // No terminal pays out cash yet.
  cashMinor: '0',
} as const;
/** What earlier files said: c is the entry that holds the payment, a an earlier file that awaits it. */
const joinedColumns = {
  claimedBy: 'c.bank_file_id',
  awaited: '(a.transaction_id IS NOT NULL)',
  claimedLine: 'c.line',
  claimedGrossMinor: 'c.bank_minor',
  claimedChargeMinor: 'c.charge_minor',
  claimedDay: 'c.settlement_day',
  claimedBatch: 'c.batch',
} as const;
type EarlierColumn = keyof typeof joinedColumns;
const firstTimeColumns: Record<EarlierColumn, string> = {
  claimedBy: 'NULL',
  awaited: 'false',
  claimedLine: 'NULL',
  claimedGrossMinor: 'NULL',
  claimedChargeMinor: 'NULL',
  claimedDay: 'NULL',
  claimedBatch: 'NULL',
};

const columnList = (earlier: Record<EarlierColumn, string>): string => {
  const expressions: Record<PortalColumn, string> = { ...ownColumns, ...earlier };
  return portalColumns.map((column) => expressions[column]).join(', ');
};

const dayShape = /^\d{4}-\d\d-\d\d$/;
function quotedDay(day: string): string {
  if (!dayShape.test(day)) throw new Error(`not a day: ${day}`);
  return `'${day}'`;
}

function quotedId(id: string): string {
  if (!/^\d+$/.test(id)) throw new Error(`not an id: ${id}`);
  return id;
}

/** How far from a file's days another file may lie that claims or awaits a payment of them. */
const earlierDays = 14;

const paymentsOf = (tenant: string, { loadFromDay, loadToDay }: PortalScope): string =>
  `t.merchant_id = ${tenant} AND t.business_day BETWEEN ${quotedDay(loadFromDay)} AND ${quotedDay(loadToDay)}`;

/** What is owed for a payment t: e. */
const owed = (tenant: string): string =>
  `LEFT JOIN expectations e ON e.merchant_id = ${tenant} AND e.transaction_id = t.id AND e.is_owed`;

/** COPY takes no parameters, so the days are checked before they stand in the statement. Served by transactions_by_day. */
const firstTimeSql = (tenant: string, scope: PortalScope): string =>
  `COPY (SELECT ${columnList(firstTimeColumns)} FROM transactions t ${owed(tenant)}
         WHERE ${paymentsOf(tenant, scope)}) TO STDOUT`;

/** The same with what earlier files said; served by bank_entries_claim and bank_entries_by_outcome besides. */
const againSql = (tenant: string, scope: PortalScope, ownId: string): string => `
  COPY (
    WITH awaited AS (
      SELECT DISTINCT e.transaction_id
        FROM bank_files i
        JOIN bank_entries e ON e.merchant_id = i.merchant_id AND e.bank_file_id = i.id
       WHERE i.merchant_id = ${tenant} AND i.state = 'DONE' AND i.id <> ${ownId}
         AND i.last_day >= ${quotedDay(scope.loadFromDay)}::date - ${earlierDays}
         AND e.outcome = 'timing' AND e.outcome <> 'matched')
    SELECT ${columnList(joinedColumns)}
      FROM transactions t
      ${owed(tenant)}
      LEFT JOIN bank_entries c ON c.merchant_id = ${tenant} AND c.transaction_id = t.id AND c.claims
       AND c.bank_file_id <> ${ownId}
      LEFT JOIN awaited a ON a.transaction_id = t.id
     WHERE ${paymentsOf(tenant, scope)}
  ) TO STDOUT`;

/** Whether any other file near these days holds or awaits payments; without one the joins are left out. */
const hasEarlierFiles = async (
  tx: Tx,
  { loadFromDay, loadToDay }: PortalScope,
  ownId: string,
): Promise<boolean> =>
  (await tx.row(
    `SELECT 1 AS one FROM bank_files
      WHERE merchant_id = tenant_id() AND (state = 'DONE' OR confirming) AND id <> $3
        AND last_day >= $1::date - ${earlierDays} AND first_day <= $2::date + ${earlierDays}
      LIMIT 1`,
    [loadFromDay, loadToDay, ownId],
  )) !== null;

/** Chunks as they go to the engine's thread: fewer and larger than what the socket gives. */
const chunkBytes = 256 * 1024;

/** The portal's side of a file as COPY text of the engine's columns; what the file itself holds is free. The connection must be one that can COPY. */
export async function* copyPortalSide(tx: Tx, scope: PortalScope, ownId: string): AsyncGenerator<Uint8Array> {
  const own = quotedId(ownId);
  const sqlOf = (await hasEarlierFiles(tx, scope, ownId)) ? againSql : firstTimeSql;
  const sql = sqlOf(tenantIn(tx), scope, own);
  const source = tx.client.query(copyStreams.to(sql));
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
  if (!row) throw new Error('the merchant of a bank file is not there');
  return row.cutoff;
};
