import type { Tx } from '../../platform/database/database.ts';
import type { Seat } from '../terminals/many-terminals.service.ts';

/**
 * Cashiers whom lines moved, also those whom no line names: who sat at a terminal that somebody else was given, or that went to
 * another branch. As the platform; each names the merchant.
 */

export interface SeatBefore extends Seat {
  /** Where that terminal stood; null of whoever had none. */
  branchId: string | null;
}
export interface MovedSeat extends SeatBefore {
  /** Where the line left them; they are named there. */
  now: string | null;
}

/** Where these cashiers, and all who work at these terminals, have their places now. */
export const selectSeats = (
  tx: Tx,
  merchantId: string,
  { cashierIds, terminalIds }: { cashierIds: readonly string[]; terminalIds: readonly string[] },
): Promise<SeatBefore[]> =>
  tx.rows<SeatBefore>(
    `SELECT u.id::text AS "cashierId", t.id::text AS "terminalId", coalesce(t.cashier_id = u.id, false) AS "isNamed",
            t.branch_id::text AS "branchId"
       FROM users u LEFT JOIN terminals t ON t.merchant_id = u.merchant_id AND t.id = u.terminal_id
      WHERE u.merchant_id = $1 AND u.role = 'CASHIER'
        AND (u.id = ANY($2::bigint[]) OR u.terminal_id = ANY($3::bigint[]))`,
    [merchantId, cashierIds, terminalIds],
  );

/** Of each cashier whom a run moved: where they were before its first line, and where its last one left them. */
export async function movedSeats(tx: Tx, merchantId: string, runId: string): Promise<MovedSeat[]> {
  const lines = await tx.rows<{ seats: MovedSeat[] }>(
    `SELECT seats FROM bulk_lines
      WHERE merchant_id = $1 AND run_id = $2 AND written_at IS NOT NULL AND seats IS NOT NULL ORDER BY place, line`,
    [merchantId, runId],
  );
  const moved = new Map<string, MovedSeat>();
  for (const seat of lines.flatMap(({ seats }) => seats)) {
    moved.set(seat.cashierId, { ...(moved.get(seat.cashierId) ?? seat), now: seat.now });
  }
  return [...moved.values()];
}

/**
 * How many of them cannot go back: they were given another place since, or theirs was retired, moved or given to somebody whom the
 * run did not move. Terminals that the run moved itself go back before them.
 */
export const countSeatsTaken = async (
  tx: Tx,
  merchantId: string,
  runId: string,
  seats: readonly MovedSeat[],
): Promise<number> =>
  (
    await tx.row<{ count: number }>(
      `SELECT count(*) FROM jsonb_to_recordset($3)
                AS s("cashierId" bigint, "terminalId" bigint, "isNamed" boolean, "branchId" bigint, now bigint)
         LEFT JOIN users u ON u.merchant_id = $1 AND u.id = s."cashierId" AND u.id = ANY($4::bigint[])
         LEFT JOIN terminals t ON t.merchant_id = $1 AND t.id = s."terminalId" AND t.id = ANY($5::bigint[])
        WHERE u.id IS NULL OR u.terminal_id IS DISTINCT FROM s.now
           OR (s."terminalId" IS NOT NULL AND (t.id IS NULL OR t.status <> 'ACTIVE'
               OR (s."isNamed" AND t.cashier_id IS NOT NULL AND NOT t.cashier_id = ANY($4::bigint[]))
               OR (t.branch_id <> s."branchId" AND t.id NOT IN (
                     SELECT l.target_id FROM bulk_lines l
                      WHERE l.merchant_id = $1 AND l.run_id = $2 AND l.kind = 'terminal' AND l.written_at IS NOT NULL))))`,
      [
        merchantId,
        runId,
        JSON.stringify(seats),
        seats.map(({ cashierId }) => cashierId),
        seats.flatMap(({ terminalId }) => terminalId ?? []),
      ],
    )
  )?.count ?? 0;
