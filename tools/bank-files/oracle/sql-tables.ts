import type { Tx } from '../../../server/platform/database/database.ts';

/** What SQL is told of both sides; day and time are those of Riyadh. */

const bankTable = `
  CREATE TEMPORARY TABLE bank ON COMMIT DROP AS
    SELECT line, ltrim(tid, '0') AS tid, CASE WHEN rrn ~ '^[0-9A-Z]{12}$' THEN rrn END AS rrn, stan, auth, last4, scheme,
           ref, order_ref, gross, fee, vat, batch, settled, coalesce(type, 'PURCHASE') AS type, count, (to_timestamp(at_ms / 1000) AT TIME ZONE 'Asia/Riyadh') AS at
      FROM json_to_recordset($1::json)
           AS l (line int, tid text, rrn text, stan text, auth text, last4 text, scheme text, ref text, order_ref text,
                 gross bigint, fee bigint, vat bigint, batch text, settled date, type text, count int, at_ms bigint)`;
const paymentTable = `
  CREATE TEMPORARY TABLE payments ON COMMIT DROP AS
    SELECT id, ltrim(tid, '0') AS tid, rrn, stan, auth, last4, scheme, uuid, order_ref, type, gross, status, business_day,
           due_day, original_id, e_line IS NOT NULL AS is_brought, e_gross, e_charge, e_batch, e_settled,
           mdr_bps, vat_bps, fee_cap, coalesce(is_rated, true) AS is_rated,
           (to_timestamp(at_ms / 1000) AT TIME ZONE 'Asia/Riyadh') AS at
      FROM json_to_recordset($1::json)
           AS p (id int, tid text, rrn text, stan text, auth text, last4 text, scheme text, uuid text, order_ref text,
                 type text, gross bigint, status text, business_day date, due_day date, original_id int, e_line int, e_gross bigint,
                 e_charge bigint, e_batch text, e_settled date, mdr_bps int, vat_bps int, fee_cap bigint,
                 is_rated boolean, at_ms bigint)`;

/** A row of the bank as its layout prints it, null for what it does not print. */
export interface BankRow {
  line: number;
  tid: string | null;
  rrn: string | null;
  stan: string | null;
  auth: string | null;
  last4: string | null;
  ref: string | null;
  order_ref: string | null;
  scheme: string;
  gross: number;
  fee: number;
  vat: number;
  batch: string | null;
  settled: string | null;
  /** A line of fees says so; a sum may say how many payments it has. */
  type?: 'FEE';
  count?: number;
  at_ms: number;
}

export interface PaymentRow
  extends Omit<BankRow, 'line' | 'fee' | 'vat' | 'ref' | 'batch' | 'settled' | 'type' | 'count'> {
  id: number;
  uuid: string;
  type: string;
  status: string;
  business_day: string;
  due_day: string;
  original_id: number | null;
  mdr_bps: number;
  vat_bps: number;
  fee_cap: number | null;
  is_rated: boolean;
  /** What the line of an earlier file said that has it; all null where none has. */
  e_line: number | null;
  e_gross: number | null;
  e_charge: number | null;
  e_batch: string | null;
  e_settled: string | null;
}

/**
 * Makes the tables `bank` of lines that are still asked about, `every_line`, `payments`, `pairs`, lines whose payment is `taken` by another
 * one or by an earlier file, `undecided` lines, the `candidates` of those that several payments fit alike, and `doubtful` lines, which may be
 * an earlier file's again or another payment's.
 */
export async function fillTables(
  tx: Pick<Tx, 'change'>,
  lines: readonly BankRow[],
  payments: readonly PaymentRow[],
): Promise<void> {
  await tx.change(bankTable, [JSON.stringify(lines)]);
  await tx.change(paymentTable, [JSON.stringify(payments)]);
  await tx.change('CREATE TEMPORARY TABLE every_line ON COMMIT DROP AS SELECT * FROM bank');
  await tx.change('CREATE TEMPORARY TABLE pairs (line int, id int, key text) ON COMMIT DROP');
  await tx.change('CREATE TEMPORARY TABLE undecided (line int, why text) ON COMMIT DROP');
  await tx.change('CREATE TEMPORARY TABLE taken (line int, id int) ON COMMIT DROP');
  await tx.change('CREATE TEMPORARY TABLE candidates (line int, id int, key text) ON COMMIT DROP');
  await tx.change('CREATE TEMPORARY TABLE doubtful (line int, id int, key text) ON COMMIT DROP');
}

export const dropTables =
  'DROP TABLE bank, payments, pairs, every_line, undecided, taken, candidates, doubtful';
