import copyStreams from 'pg-copy-streams';
import { type Tx, tenantIn } from '../../platform/database/database.ts';
import { isChargeSql, isFreeSql, movesMoneySql, signedSql } from '../../platform/database/type-sql.ts';
import type { LateKeys } from '../../reconciliation/match/late-keys.ts';
import { type PortalColumn, portalColumns } from '../../reconciliation/normalise/portal-records.ts';
import type { DaySpan, PortalScope } from '../../reconciliation/reconcile-job.ts';
import { withoutLine } from '../expectations/expectation-state.ts';
import { pagePayments } from './claim-pages.ts';
import { cutConnection } from './cut-connection.ts';
import { withoutLineIn } from './without-line.ts';

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
  // The engine knows three kinds: whatever charges a card is a purchase to it.
  type: `CASE WHEN ${isChargeSql('t.type')} THEN 'PURCHASE' ELSE t.type END`,
  status: 't.status',
  amountMinor: 't.amount_minor',
  currency: 't.currency',
  businessDay: 't.business_day',
  createdAtMs: "round(date_part('epoch', t.created_at) * 1000)::bigint",
  // Where no rate was agreed none is handed over: its fees are not judged.
  mdrBps: `CASE WHEN ${isFreeSql('t.type')} OR e.net_minor IS NOT NULL THEN t.mdr_bps END`,
  vatBps: 't.vat_bps',
  capLimitMinor: 't.cap_limit_minor',
  processingFeeMinor: 't.processing_fee_minor',
  feeMinor: 't.fee_minor',
  vatMinor: 't.vat_minor',
  originalId: 't.original_id',
  bankId: 'e.bank_id',
  dueDay: 'e.due_day',
  hostAtMs:
    "CASE WHEN e.host_at <> t.created_at THEN round(date_part('epoch', e.host_at) * 1000)::bigint END",
  cashMinor: 't.cash_minor',
} as const;
/**
 * What other files say: c is the entry that holds the payment, or p where it is one of a block; k the last line with other
 * figures that came after it; n the file that covers it and has no line of it.
 */
const joinedColumns = {
  claimedBy: 'coalesce(c.bank_file_id, p.bank_file_id)',
  namedBy: 'n.bank_file_id',
  claimedLine: 'coalesce(k.line, c.line, p.line)',
  claimedGrossMinor: `CASE WHEN k.bank_file_id IS NOT NULL THEN k.bank_minor
                           WHEN p.bank_file_id IS NULL THEN c.bank_minor
                           ELSE ${signedSql('t.amount_minor', 't.type')} END`,
  claimedChargeMinor:
    'CASE WHEN k.bank_file_id IS NOT NULL THEN k.charge_minor ELSE coalesce(c.charge_minor, p.charge) END',
  claimedDay: 'coalesce(c.settlement_day, p.settlement_day)',
  claimedBatch: 'coalesce(c.batch, p.batch)',
  correctedBy: 'k.bank_file_id',
} as const;
type ColumnOfOthers = keyof typeof joinedColumns;
const firstTimeColumns: Record<ColumnOfOthers, string> = {
  claimedBy: 'NULL',
  namedBy: 'NULL',
  claimedLine: 'NULL',
  claimedGrossMinor: 'NULL',
  claimedChargeMinor: 'NULL',
  claimedDay: 'NULL',
  claimedBatch: 'NULL',
  correctedBy: 'NULL',
};

const noReferences = { uuid: 'NULL', orderRef: 'NULL' };

const columnList = (others: Record<ColumnOfOthers, string>, hasReferences = true): string => {
  const references = hasReferences ? {} : noReferences;
  const expressions: Record<PortalColumn, string> = { ...ownColumns, ...references, ...others };
  return portalColumns.map((column) => expressions[column]).join(', ');
};

/** Of which file the payments are asked for, and from when on those that no file has brought yet. */
export interface PortalSideOf {
  bankFileId: string;
  /** Epoch milliseconds: the opening of the file's part; null where it has none yet. */
  openSinceMs: number | null;
}

const dayShape = /^\d{4}-\d\d-\d\d$/;
export function quotedDay(day: string): string {
  if (!dayShape.test(day)) throw new Error(`not a day: ${day}`);
  return `'${day}'`;
}

function quotedId(id: string): string {
  if (!/^\d+$/.test(id)) throw new Error(`not an id: ${id}`);
  return id;
}

const instantOf = (atMs: number): string => `to_timestamp(${Math.floor(atMs)} / 1000.0)`;

const isOfSpans = ({ spans }: Pick<PortalScope, 'spans'>): string =>
  `(${spans.map(({ fromDay, toDay }) => `t.business_day BETWEEN ${quotedDay(fromDay)} AND ${quotedDay(toDay)}`).join(' OR ')})`;

/** What is owed for a payment t: e. The numbers of a slice are the payment's as well, and tell where to look. */
const owed = (tenant: string, slice?: Slice): string =>
  `LEFT JOIN expectations e ON e.merchant_id = ${tenant} AND e.transaction_id = t.id AND e.is_owed
    ${slice ? `AND e.transaction_id BETWEEN ${slice.firstId} AND ${slice.lastId}` : ''}`;

/** Days of one span, and between which numbers, both included, the merchant's payments of them lie. */
interface Slice extends DaySpan {
  firstId: number;
  lastId: number;
}

/** Of about so many payments each, if they are not of one day, the join stays in memory. */
const paymentsOfSlice = 25_000;

/**
 * The days that have payments, each found from the one before it, with the first and last number of its payments: three
 * looks into transactions_by_day for a day, however many payments it has. How many those are is told by what is owed, which
 * is near enough for the size of a slice; a payment that nobody is owed for is in its day's slice like any other.
 */
const daysSql = `
  WITH RECURSIVE days AS (
    (SELECT business_day AS day FROM transactions
      WHERE merchant_id = tenant_id() AND business_day BETWEEN $1 AND $2 ORDER BY business_day LIMIT 1)
    UNION ALL
    SELECT (SELECT t.business_day FROM transactions t
             WHERE t.merchant_id = tenant_id() AND t.business_day > days.day AND t.business_day <= $2
             ORDER BY t.business_day LIMIT 1)
      FROM days WHERE days.day IS NOT NULL),
  owed AS (
    SELECT business_day AS day, sum(count) AS count FROM expectation_days
     WHERE merchant_id = tenant_id() AND business_day BETWEEN $1 AND $2 GROUP BY business_day)
  SELECT day, coalesce(owed.count, 0)::float8 AS count,
         (SELECT t.id FROM transactions t WHERE t.merchant_id = tenant_id() AND t.business_day = day
           ORDER BY t.id LIMIT 1) AS "firstId",
         (SELECT t.id FROM transactions t WHERE t.merchant_id = tenant_id() AND t.business_day = day
           ORDER BY t.id DESC LIMIT 1) AS "lastId"
    FROM days LEFT JOIN owed USING (day)
   WHERE day IS NOT NULL ORDER BY day`;

/**
 * The days of the spans that have payments, oldest first, several to a slice while they are few. With their numbers, which
 * transactions_by_day alone tells, what is owed is read beside the payments and in their order, and the first rows come at
 * once; without them PostgreSQL sorts or hashes a whole month before it hands over anything
 * (docs/decisions/0069-payments-in-slices.md).
 */
async function slicesOf(tx: Tx, { spans }: PortalScope, slicePayments: number): Promise<Slice[]> {
  const slices: Slice[] = [];
  for (const { fromDay, toDay } of spans) {
    const days = await tx.rows<{ day: string; count: number; firstId: number; lastId: number }>(daysSql, [
      fromDay,
      toDay,
    ]);
    let slice: Slice | null = null;
    let room = 0;
    for (const { day, count, firstId, lastId } of days) {
      if (slice && count <= room) {
        slice.toDay = day;
        slice.firstId = Math.min(slice.firstId, firstId);
        slice.lastId = Math.max(slice.lastId, lastId);
      } else {
        slice = { fromDay: day, toDay: day, firstId, lastId };
        slices.push(slice);
        room = slicePayments;
      }
      room -= count;
    }
  }
  return slices;
}

/** Blocks b of other files with their entries p. */
const unpacked = (tenant: string, own: string, which: string): string => `
        SELECT p.transaction_id, b.bank_file_id, p.line, p.charge, p.settlement_day, p.batch
          FROM bank_entry_blocks b
         CROSS JOIN LATERAL unnest(b.transaction_ids, b.lines, b.charges, b.settlement_days, b.batches)
            AS p (transaction_id, line, charge, settlement_day, batch)
         WHERE b.merchant_id = ${tenant} AND b.claims AND b.bank_file_id <> ${own} AND ${which}`;

/**
 * What other files say of a payment t, which is asked for only where there are any; what the file itself said is free. Blocks
 * are opened by the days of the spans; for payments of other days, each by its own number where a file holds it.
 */
function othersOf(
  tenant: string,
  own: string,
  { spans }: Pick<PortalScope, 'spans'>,
): { with: string; join: string; joinStrewn: string } {
  const ofSpans = spans
    .map(({ fromDay, toDay }) => `b.first_day <= ${quotedDay(toDay)} AND b.last_day >= ${quotedDay(fromDay)}`)
    .join(' OR ');
  const rows = `
      LEFT JOIN bank_entries c ON c.merchant_id = ${tenant} AND c.transaction_id = t.id AND c.claims
       AND c.bank_file_id <> ${own}
      LEFT JOIN corrections k ON k.transaction_id = t.id AND c.matched_by IS DISTINCT FROM 'batch'
      LEFT JOIN named n ON n.transaction_id = t.id`;
  return {
    with: `WITH packed AS (${unpacked(tenant, own, `(${ofSpans})`)}),
    named AS (
      SELECT DISTINCT ON (m.transaction_id) m.transaction_id, m.bank_file_id
        FROM bank_files f
        JOIN bank_entries m ON m.merchant_id = f.merchant_id AND m.bank_file_id = f.id
       WHERE f.merchant_id = ${tenant} AND f.state = 'DONE' AND f.id <> ${own}
         AND ${withoutLineIn('m.')}
       ORDER BY m.transaction_id, f.newest_line_at, f.id),
    corrections AS (
      SELECT DISTINCT ON (m.transaction_id) m.transaction_id, m.bank_file_id, m.line, m.bank_minor, m.charge_minor
        FROM bank_entries m
        JOIN bank_files f ON f.merchant_id = m.merchant_id AND f.id = m.bank_file_id
       WHERE m.merchant_id = ${tenant} AND m.reason = 'corrected' AND m.outcome IN ('amountDiffers', 'feeDiffers')
         AND m.bank_file_id < ${own} AND m.bank_minor IS NOT NULL AND f.state = 'DONE'
       ORDER BY m.transaction_id, m.bank_file_id DESC, m.seq DESC)`,
    join: `${rows}
      LEFT JOIN packed p ON p.transaction_id = t.id`,
    joinStrewn: `${rows}
      LEFT JOIN bank_claims h ON h.merchant_id = ${tenant} AND h.page = t.id / ${pagePayments}
       AND get_bit(h.held, (t.id % ${pagePayments})::integer) = 1
      LEFT JOIN LATERAL (${unpacked(tenant, own, 'h.page IS NOT NULL AND t.id BETWEEN b.first_id AND b.last_id')}
           AND p.transaction_id = t.id) AS p ON true`,
  };
}

const noOthers = { with: '', join: '', joinStrewn: '' };

const isStrewn = ({ spans }: PortalScope, { openSinceMs }: PortalSideOf): boolean =>
  spans.length > 1 || openSinceMs !== null;

/** Whether a payment t with its expectation e lies outside the spans and is handed over because it is open still. */
function isStillOpen(scope: PortalScope, of: PortalSideOf): string {
  if (!isStrewn(scope, of)) return 'false';
  const since =
    of.openSinceMs === null
      ? `(${quotedDay(scope.fromDay)}::timestamp AT TIME ZONE 'Asia/Riyadh')`
      : instantOf(of.openSinceMs);
  return `e.line IN ${withoutLine} AND e.is_owed AND e.host_at >= ${since}
    AND t.business_day < ${quotedDay(scope.spans.at(-1)?.toDay ?? scope.toDay)}`;
}

/**
 * The payments of a slice. COPY takes no parameters, so days and ids are checked before they stand in the statement. Served
 * by transactions_by_day, the keys of expectations, bank_entries_claim, bank_entry_blocks_claim, bank_entries_by_outcome and
 * bank_entries_corrected.
 */
function sliceSql(
  tenant: string,
  scope: PortalScope,
  of: PortalSideOf,
  slice: Slice,
  hasOthers: boolean,
): string {
  const spans = [slice];
  const others = hasOthers ? othersOf(tenant, quotedId(of.bankFileId), { spans }) : noOthers;
  return `COPY (
    ${others.with}
    SELECT ${columnList(hasOthers ? joinedColumns : firstTimeColumns, scope.hasReferences)}
      FROM transactions t ${owed(tenant, slice)} ${others.join}
     WHERE t.merchant_id = ${tenant} AND ${isOfSpans({ spans })} AND ${movesMoneySql('t.type')}
  ) TO STDOUT`;
}

/** Whatever is open still of the days between and before the spans. Served by expectations_open besides. */
function stillOpenSql(tenant: string, scope: PortalScope, of: PortalSideOf, hasOthers: boolean): string {
  const others = hasOthers ? othersOf(tenant, quotedId(of.bankFileId), scope) : noOthers;
  return `COPY (
    ${others.with}
    SELECT ${columnList(hasOthers ? joinedColumns : firstTimeColumns, scope.hasReferences)}
      FROM expectations e
      JOIN transactions t ON t.merchant_id = ${tenant} AND t.id = e.transaction_id ${others.joinStrewn}
     WHERE e.merchant_id = ${tenant} AND ${isStillOpen(scope, of)} AND NOT ${isOfSpans(scope)}
  ) TO STDOUT`;
}

/** Whether any other file was judged; without one the joins are left out. */
const hasOtherFiles = async (tx: Tx, { bankFileId }: PortalSideOf): Promise<boolean> =>
  (await tx.row(
    `SELECT 1 AS one FROM bank_files
      WHERE merchant_id = tenant_id() AND (state = 'DONE' OR confirming) AND id <> $1 LIMIT 1`,
    [bankFileId],
  )) !== null;

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The payments of other days that have one of these keys, and what was taken back, on other days, of a sale of any day that
 * has one of `ofSales`; with what earlier files said of them. References are compared with payments' own ids and with orders'
 * references, as small and as capital letters. Served by transactions_by_rrn, transactions_by_order, the key on uuid, and
 * transactions_by_original.
 */
const lateSql = (tx: Tx, scope: PortalScope, of: PortalSideOf, keys: LateKeys): string => {
  const tenant = tenantIn(tx);
  const others = othersOf(tenant, quotedId(of.bankFileId), scope);
  const listOf = (texts: readonly string[], type: string): string =>
    `ANY (ARRAY[${texts.map((text) => tx.client.escapeLiteral(text)).join(', ')}]::${type}[])`;
  const hasKey = (t: string, { rrns, references }: LateKeys['ofSales']): string => {
    const orders = references.flatMap((text) => [text, text.toUpperCase()]);
    const uuids = references.filter((text) => uuidShape.test(text));
    return `${t}.rrn = ${listOf(rrns, 'text')} OR ${t}.order_ref = ${listOf(orders, 'text')}
            OR ${t}.uuid = ${listOf(uuids, 'uuid')}`;
  };
  const { ids, ofSales } = keys;
  const refunds =
    ofSales.rrns.length + ofSales.references.length === 0
      ? ''
      : `OR t.original_id = ANY (ARRAY(
              SELECT o.id FROM transactions o WHERE o.merchant_id = ${tenant} AND (${hasKey('o', ofSales)})))`;
  return `
  COPY (
    ${others.with}
    SELECT ${columnList(joinedColumns, scope.hasReferences)}
      FROM transactions t ${owed(tenant)} ${others.joinStrewn}
     WHERE t.merchant_id = ${tenant}
       AND ${movesMoneySql('t.type')} AND NOT ${isOfSpans(scope)} AND (${isStillOpen(scope, of)}) IS NOT TRUE
       AND (${hasKey('t', keys)} OR t.id = ${listOf(ids.map(String), 'bigint')} ${refunds})
  ) TO STDOUT`;
};

/** The payments of other days that a file's lines name by an exact key, their own or their sale's, in the form of `copyPortalSide`. */
export const copyLatePayments = (
  tx: Tx,
  scope: PortalScope,
  of: PortalSideOf,
  keys: LateKeys,
): AsyncGenerator<Uint8Array> => copyInChunks(tx, lateSql(tx, scope, of, keys));

/** Chunks as they go to the engine's thread: fewer and larger than what the socket gives. */
const chunkBytes = 256 * 1024;

/** The portal's side of a file as COPY text of the engine's columns. The connection must be one that can COPY. */
export async function* copyPortalSide(
  tx: Tx,
  scope: PortalScope,
  of: PortalSideOf,
  slicePayments = paymentsOfSlice,
): AsyncGenerator<Uint8Array> {
  const hasOthers = await hasOtherFiles(tx, of);
  const tenant = tenantIn(tx);
  // A slice is too small to be shared among processes that begin and end with it, and the engine's thread reads beside it.
  await tx.change('SET LOCAL max_parallel_workers_per_gather = 0');
  for (const slice of await slicesOf(tx, scope, slicePayments)) {
    yield* copyInChunks(tx, sliceSql(tenant, scope, of, slice, hasOthers));
  }
  if (isStrewn(scope, of)) yield* copyInChunks(tx, stillOpenSql(tenant, scope, of, hasOthers));
}

/** The payments that a trial of a file asks for, as if no earlier file knew them. `ids` is SQL of their ids. */
export const copyPaymentsOf = (tx: Tx, ids: string): AsyncGenerator<Uint8Array> =>
  copyInChunks(
    tx,
    `COPY (SELECT ${columnList(firstTimeColumns)} FROM transactions t ${owed(tenantIn(tx))}
            WHERE t.merchant_id = ${tenantIn(tx)} AND t.id IN (${ids}) AND ${movesMoneySql('t.type')}) TO STDOUT`,
  );

async function* copyInChunks(tx: Tx, sql: string): AsyncGenerator<Uint8Array> {
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
