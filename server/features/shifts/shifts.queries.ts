import type { ShiftClosing, ShiftSums } from '@mizan/contract/shifts.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import type { Tx } from '../../platform/database/database.ts';
import { givesBackSql, movesMoneySql } from '../../platform/database/type-sql.ts';
import type { SumGroup } from './shift-sums.ts';

/** Every query names the merchant, because shifts change as the platform, which may say who works at a terminal. */
export interface ShiftRecord {
  id: string;
  terminalId: string;
  tid: string;
  branchId: string;
  branchNameEn: string;
  branchNameAr: string;
  cashierId: string;
  cashierName: string;
  openedAt: Date;
  afterName: string | null;
  closedAt: Date | null;
  closedAs: ShiftClosing | null;
  closedByName: string | null;
  /** Null while it is open. */
  sums: ShiftSums | null;
}

export const shiftColumns = `s.id::text, s.terminal_id::text AS "terminalId", s.tid, s.branch_id::text AS "branchId",
  b.name_en AS "branchNameEn", b.name_ar AS "branchNameAr", s.cashier_id::text AS "cashierId",
  s.cashier_name AS "cashierName", s.opened_at AS "openedAt",
  a.cashier_name AS "afterName",
  s.closed_at AS "closedAt", s.closed_as AS "closedAs", s.closed_by_name AS "closedByName", s.sums`;

export const shiftsWithNames = `shifts s JOIN branches b ON b.merchant_id = s.merchant_id AND b.id = s.branch_id
  LEFT JOIN shifts a ON a.merchant_id = s.merchant_id AND a.id = s.after_id`;

const shift = `SELECT ${shiftColumns} FROM ${shiftsWithNames}
  WHERE s.merchant_id = $1`;

/** Of one cashier alone where `cashierId` is named. */
export const selectShift = (
  tx: Tx,
  merchantId: string,
  id: string,
  cashierId: string | null,
): Promise<ShiftRecord | null> =>
  tx.row<ShiftRecord>(`${shift} AND s.id = $2 AND ($3::bigint IS NULL OR s.cashier_id = $3)`, [
    merchantId,
    id,
    cashierId,
  ]);

/** Served by shifts_open_terminal. */
export const selectOpenOn = (tx: Tx, merchantId: string, terminalId: string): Promise<ShiftRecord | null> =>
  tx.row<ShiftRecord>(`${shift} AND s.terminal_id = $2 AND s.closed_at IS NULL`, [merchantId, terminalId]);

/** Served by shifts_open_cashier. */
export const selectOpenOf = (tx: Tx, merchantId: string, cashierId: string): Promise<ShiftRecord | null> =>
  tx.row<ShiftRecord>(`${shift} AND s.cashier_id = $2 AND s.closed_at IS NULL`, [merchantId, cashierId]);

/** Served by shifts_by_cashier. */
export const selectLastClosed = (
  tx: Tx,
  merchantId: string,
  cashierId: string,
): Promise<{ id: string } | null> =>
  tx.row(
    `SELECT s.id::text FROM (SELECT *, shifts.id AS place FROM shifts) s WHERE s.merchant_id = $1 AND s.cashier_id = $2 AND s.closed_at IS NOT NULL
      ORDER BY s.opened_at DESC, place DESC LIMIT 1`,
    [merchantId, cashierId],
  );

export interface ShiftTerminal {
  id: string;
  tid: string;
  branchId: string;
  isInUse: boolean;
}

const place = `SELECT id::text, tid, branch_id::text AS "branchId", status = 'ACTIVE' AS "isInUse"
  FROM terminals WHERE merchant_id = $1 AND id = $2`;

export const selectShiftTerminal = (tx: Tx, merchantId: string, id: string): Promise<ShiftTerminal | null> =>
  tx.row<ShiftTerminal>(place, [merchantId, id]);

/**
 * Until the transaction ends: whoever begins a payment there, and whoever opens or closes a shift, take turns, so that each
 * transaction is in the shift that was open when it began.
 */
export const lockShiftTerminal = (tx: Tx, merchantId: string, id: string): Promise<ShiftTerminal | null> =>
  tx.row<ShiftTerminal>(`${place} FOR NO KEY UPDATE`, [merchantId, id]);

export interface NewShift {
  terminal: ShiftTerminal;
  cashierId: string;
  cashierName: string;
  openedAt: Date;
  afterId: string | null;
}

/** Null where this cashier, or this terminal, has an open one. */
export const insertShift = async (tx: Tx, merchantId: string, one: NewShift): Promise<string | null> =>
  (
    await tx.row<{ id: string }>(
      `INSERT INTO shifts (merchant_id, terminal_id, tid, branch_id, cashier_id, cashier_name, opened_at, after_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id::text`,
      [
        merchantId,
        one.terminal.id,
        one.terminal.tid,
        one.terminal.branchId,
        one.cashierId,
        one.cashierName,
        one.openedAt,
        one.afterId,
      ],
    )
  )?.id ?? null;

export interface Closing {
  at: Date;
  as: ShiftClosing;
  byId: string;
  byName: string;
  sums: ShiftSums;
  countedIds: readonly string[];
}

export const updateClosed = (tx: Tx, merchantId: string, id: string, one: Closing): Promise<number> =>
  tx.change(
    `UPDATE shifts SET closed_at = greatest($3::timestamptz, opened_at), closed_as = $4, closed_by_id = $5,
            closed_by_name = $6, sums = $7, counted_ids = $8::bigint[]
      WHERE merchant_id = $1 AND id = $2 AND closed_at IS NULL`,
    [merchantId, id, one.at, one.as, one.byId, one.byName, JSON.stringify(one.sums), one.countedIds],
  );

/** As contract/outcome.ts has it: what is under way or under review and not approved, nobody knows. */
const kindOf = `CASE WHEN t.status = 'APPROVED' THEN 'COUNTED' WHEN t.status = 'INITIALIZED' OR t.under_review THEN 'UNDECIDED'
  ELSE 'UNSUCCESSFUL' END`;

export type ShiftGroup = SumGroup & { shiftId: string };

/** One statement, so that all of it is of one moment. Served by transactions_by_shift. */
export const selectGroups = (tx: Tx, merchantId: string, ids: readonly string[]): Promise<ShiftGroup[]> =>
  tx.rows<ShiftGroup>(
    `SELECT t.shift_id::text AS "shiftId", ${givesBackSql('t.type')} AS "isBack", t.scheme, ${kindOf} AS kind,
            count(*)::int AS count, sum(t.amount_minor)::bigint AS minor
       FROM transactions t WHERE t.merchant_id = $1 AND t.shift_id = ANY ($2::bigint[])
      GROUP BY 1, 2, 3, 4`,
    [merchantId, ids],
  );

/** The same of one shift with the numbers of what is counted, of the same moment. */
export const selectGroupsWithIds = (
  tx: Tx,
  merchantId: string,
  id: string,
): Promise<(SumGroup & { ids: string[] })[]> =>
  tx.rows(
    `SELECT ${givesBackSql('t.type')} AS "isBack", t.scheme, ${kindOf} AS kind, count(*)::int AS count,
            sum(t.amount_minor)::bigint AS minor, array_agg(t.id::text) AS ids
       FROM transactions t WHERE t.merchant_id = $1 AND t.shift_id = $2 GROUP BY 1, 2, 3`,
    [merchantId, id],
  );

export interface LaterRow {
  id: string;
  type: TransactionType;
  amountMinor: number;
  createdAt: Date;
  isCounted: boolean;
}

/** Counted now and not at the closing, or the other way round; `total` of them in all. Served by transactions_by_shift. */
export const selectLater = (
  tx: Tx,
  merchantId: string,
  id: string,
  limit: number,
): Promise<(LaterRow & { total: number })[]> =>
  tx.rows(
    `SELECT t.id::text, t.type, t.amount_minor AS "amountMinor", t.created_at AS "createdAt",
            t.status = 'APPROVED' AS "isCounted", count(*) OVER ()::int AS total
       FROM shifts s JOIN transactions t ON t.merchant_id = s.merchant_id AND t.shift_id = s.id
      WHERE s.merchant_id = $1 AND s.id = $2 AND s.closed_at IS NOT NULL
        AND (t.status = 'APPROVED') <> (t.id = ANY (s.counted_ids))
      ORDER BY t.created_at DESC, t.id DESC LIMIT $3`,
    [merchantId, id, limit],
  );

/** Served by transactions_by_shift. */
export const selectUndecidedIds = async (
  tx: Tx,
  merchantId: string,
  id: string,
  limit: number,
): Promise<string[]> =>
  (
    await tx.rows<{ id: string }>(
      `SELECT t.id::text FROM (SELECT *, transactions.id AS place FROM transactions) t
        WHERE t.merchant_id = $1 AND t.shift_id = $2 AND t.status <> 'APPROVED'
          AND (t.status = 'INITIALIZED' OR t.under_review)
        ORDER BY t.created_at DESC, place DESC LIMIT $3`,
      [merchantId, id, limit],
    )
  ).map((row) => row.id);

/** Approved on its terminal while it was open, and not in it. Served by transactions_by_terminal. */
export const selectBeside = (
  tx: Tx,
  merchantId: string,
  one: { id: string; terminalId: string; from: Date; until: Date },
): Promise<{ isBack: boolean; count: number; minor: number }[]> =>
  tx.rows(
    `SELECT ${givesBackSql('t.type')} AS "isBack", count(*)::int AS count, sum(t.amount_minor)::bigint AS minor
       FROM transactions t
      WHERE t.merchant_id = $1 AND t.terminal_id = $3 AND t.created_at >= $4 AND t.created_at <= $5
        AND t.status = 'APPROVED' AND t.currency = 'SAR' AND ${movesMoneySql('t.type')}
        AND t.shift_id IS DISTINCT FROM $2::bigint
      GROUP BY 1`,
    [merchantId, one.id, one.terminalId, one.from, one.until],
  );

interface Colleague {
  id: string;
  name: string;
}

interface ColleaguesOf {
  branchId: string;
  terminalId: string;
  exceptId: string;
}

const colleagues = `SELECT u.id::text, u.full_name AS name
   FROM (SELECT id, merchant_id, role, status, branch_id, terminal_id, full_name, users.id AS place FROM users) u
  WHERE u.merchant_id = $1 AND u.role = 'CASHIER' AND u.status = 'ACTIVE' AND u.branch_id = $2
    AND (u.terminal_id IS NULL OR u.terminal_id = $3) AND u.id <> $4
    AND NOT EXISTS (SELECT 1 FROM shifts s
                     WHERE s.merchant_id = $1 AND s.cashier_id = u.id AND s.closed_at IS NULL)`;

/** Cashiers of the branch who may sign in, work at no other terminal and have no shift open. */
export const selectColleagues = (tx: Tx, merchantId: string, one: ColleaguesOf): Promise<Colleague[]> =>
  tx.rows<Colleague>(`${colleagues} ORDER BY u.full_name, place LIMIT 200`, [
    merchantId,
    one.branchId,
    one.terminalId,
    one.exceptId,
  ]);

/** One of them, held: whoever keeps them out meanwhile comes before or after. Null where they are none. */
export const lockColleague = (
  tx: Tx,
  merchantId: string,
  one: ColleaguesOf & { onlyId: string },
): Promise<Colleague | null> =>
  tx.row<Colleague>(`${colleagues} AND u.id = $5 FOR NO KEY UPDATE OF u`, [
    merchantId,
    one.branchId,
    one.terminalId,
    one.exceptId,
    one.onlyId,
  ]);

/** Where a cashier has their place, locked; null where they may not sign in, or their branch is closed. */
export const lockSeat = async (tx: Tx, merchantId: string, userId: string): Promise<string | null> =>
  (
    await tx.row<{ terminalId: string | null }>(
      `SELECT terminal_id::text AS "terminalId" FROM users u WHERE u.merchant_id = $1 AND u.id = $2 AND u.status = 'ACTIVE'
          AND NOT EXISTS (SELECT FROM branches b WHERE b.merchant_id = $1 AND b.id = u.branch_id AND b.status <> 'ACTIVE')
          FOR NO KEY UPDATE OF u`,
      [merchantId, userId],
    )
  )?.terminalId ?? null;
