import { type Database, inPlatform, type Tx } from '../../../platform/database/database.ts';
import { expectMany } from '../../expectations/expectations.service.ts';
import { buildRollups } from '../transaction-rollup.service.ts';
import { type MerchantWorld, makeMerchant, type WorldSize } from './merchant-world.ts';

/** How many payments, spread evenly over [from, until). */
export interface BulkPlan {
  count: number;
  from: Date;
  until: Date;
  /** The number of the first payment: later loads of a merchant go on where the first one ended. */
  numberFrom?: number;
}

/** Rows of one INSERT, and of one build of rollups: some 100 MB of sort and of undo at most. */
const chunkRows = 500_000;

/**
 * Writes payments that PostgreSQL makes itself, some 50,000 a second with every index, and their rollups.
 * They are the same at every run: what varies is a hash of the row's number. Runs on a connection of the
 * platform. For tests and benches; the demo's payments are the believable ones.
 */
export async function loadTransactions(tx: Tx, world: MerchantWorld, plan: BulkPlan): Promise<void> {
  // Asked for by itself: a table of merchants beside it would send the whole statement to where the merchant lies.
  const bank = await tx.row<{ id: string }>('SELECT min(id)::text AS id FROM banks WHERE merchant_id = $1', [
    world.merchantId,
  ]);
  for (let done = 0; done < plan.count; done += chunkRows) {
    const upTo = Math.min(done + chunkRows, plan.count);
    // Citus copies what it selects, which row-level security refuses, unless something is to come back.
    await tx.change(tx.distributed ? `${insertSql} RETURNING 1` : insertSql, [
      world.merchantId,
      world.terminals.map((t) => t.id),
      world.terminals.map((t) => t.tid),
      world.terminals.map((t) => t.branchId),
      world.cashierIds,
      plan.from,
      plan.until,
      done,
      upTo - 1,
      plan.count,
      plan.numberFrom ?? 0,
      world.owner.userId,
      bank?.id ?? null,
    ]);
    const [from, until] = [timeOf(plan, done), timeOf(plan, upTo)];
    await buildRollups(tx, world.merchantId, from, until);
    await expectMany(tx, world.merchantId, from, until);
  }
}

/** A new merchant with payments of the last `days` days before `until`. */
export async function merchantWith(
  db: Database,
  { count, days, until }: { count: number; days: number; until: Date },
  size: WorldSize = {},
): Promise<MerchantWorld> {
  const world = await makeMerchant(db, size);
  const from = new Date(until.getTime() - days * 86_400_000);
  await inPlatform(db, (tx) => loadTransactions(tx, world, { count, from, until }));
  return world;
}

/** The time of payment number i, by the statement's own exact arithmetic. */
function timeOf(plan: BulkPlan, i: number): Date {
  const spanMs = BigInt(plan.until.getTime() - plan.from.getTime());
  return new Date(plan.from.getTime() + Number((spanMs * BigInt(i)) / BigInt(plan.count)));
}

// $1 merchant, $2-$4 terminals, $5 cashiers, $6 from, $7 until, $8-$9 first and last, $10 of how many, $11 number
// of the first, $12 the owner, who starts one payment in fifty, $13 the bank; every third one the terminal begins itself.
const insertSql = `
  INSERT INTO transactions (merchant_id, uuid, type, status, amount_minor, scheme, first_six, last_four, rrn, stan,
    approval_code, provider_code, action_code, order_ref, terminal_id, tid, branch_id, cashier_id, cashier_name,
    started_by_id, started_by_name, mdr_bps, vat_bps, cap_limit_minor, mdr_minor, fee_minor, vat_minor, net_minor, created_at, business_day, sent_at,
    acked_at, decided_at, bank_confirmed_at, bank_id)
  SELECT $1::bigint, uuid, type, status, amount, scheme, first_six, last_four, rrn, lpad((i % 1000000)::text, 6, '0'),
         CASE WHEN status = 'APPROVED' THEN lpad((h % 1000000)::text, 6, '0') END,
         CASE status WHEN 'APPROVED' THEN '00' WHEN 'DECLINED' THEN '01' END,
         CASE status WHEN 'APPROVED' THEN '000' WHEN 'DECLINED' THEN '116' END,
         CASE WHEN h % 5 = 0 THEN 'ORD-' || i END,
         ($2::bigint[])[t], ($3::text[])[t], ($4::bigint[])[t], ($5::bigint[])[c], 'Cashier ' || c,
         started_by, CASE WHEN started_by IS NOT NULL THEN 'Starter' END, mdr_bps, 1500, CASE WHEN scheme = 'Mada' THEN 4000 END, fee, fee, vat, CASE WHEN status = 'APPROVED' THEN amount - fee - vat ELSE 0 END,
         at, (at AT TIME ZONE 'Asia/Riyadh')::date, at, at, at,
         CASE WHEN status = 'APPROVED' AND at < $7::timestamptz - interval '3 days' THEN at + interval '1 day' END,
         CASE WHEN status = 'APPROVED' THEN $13::bigint END
    FROM generate_series($8::bigint, $9::bigint) k
   CROSS JOIN LATERAL (SELECT k + $11::bigint AS i) n
   CROSS JOIN LATERAL (
     SELECT hashint8(i)::bigint & 2147483647 AS h,
            $6::timestamptz + floor(extract(epoch FROM $7::timestamptz - $6::timestamptz) * 1000 * k / $10::bigint)
              * interval '1 millisecond' AS at) a
   CROSS JOIN LATERAL (
     SELECT (i % cardinality($2::bigint[]) + 1)::int AS t,
            nullif((i % (cardinality($5::bigint[]) + 1))::int, 0) AS c,
            100 + h % 50000 AS amount,
            CASE WHEN h % 100 < 1 THEN 'REFUND' ELSE 'PURCHASE' END AS type,
            CASE WHEN h % 1000 < 930 THEN 'APPROVED' WHEN h % 1000 < 970 THEN 'DECLINED'
                 WHEN h % 1000 < 985 THEN 'CANCELED' WHEN h % 1000 < 995 THEN 'TIMEOUT'
                 ELSE 'TERMINAL NOT CONNECTED' END AS status,
            CASE WHEN h / 1000 % 100 < 70 THEN 'Mada' WHEN h / 1000 % 100 < 85 THEN 'Visa'
                 WHEN h / 1000 % 100 < 96 THEN 'MasterCard' WHEN h / 1000 % 100 < 98 THEN 'Maestro'
                 ELSE 'Jcb' END AS scheme,
            '484783' AS first_six,
            lpad((h / 7 % 10000)::text, 4, '0') AS last_four,
            right(to_char(at, 'YYYYDDDHH24'), 6) || lpad((i % 1000000)::text, 6, '0') AS rrn,
            (lpad(to_hex($1::bigint), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid AS uuid) b
   CROSS JOIN LATERAL (
     SELECT CASE WHEN h % 50 = 0 THEN $12::bigint WHEN h % 3 > 0 THEN ($5::bigint[])[c] END AS started_by) w
   CROSS JOIN LATERAL (SELECT CASE scheme WHEN 'Mada' THEN 80 ELSE 240 END AS mdr_bps) r
   CROSS JOIN LATERAL (
     SELECT CASE WHEN status <> 'APPROVED' OR type = 'REFUND' THEN 0
                 WHEN scheme = 'Mada' THEN least((amount * mdr_bps + 5000) / 10000, 4000)
                 ELSE (amount * mdr_bps + 5000) / 10000 END AS fee) f
   CROSS JOIN LATERAL (SELECT (fee * 1500 + 5000) / 10000 AS vat) v
   ORDER BY i`;
