import type { Tx } from '../../platform/database/database.ts';
import { type ShiftRecord, shiftColumns, shiftsWithNames } from './shifts.queries.ts';

export interface ShiftFilter {
  from: Date;
  before: Date;
  /** Null is both. */
  isOpen: boolean | null;
  branchId?: readonly string[] | undefined;
  terminalId?: readonly string[] | undefined;
  cashierId?: readonly string[] | undefined;
  /** A cashier's own alone. */
  own: string | null;
}
export interface ShiftPlace {
  openedAt: Date;
  id: string;
}

const chosen = `s.merchant_id = tenant_id() AND s.opened_at >= $1 AND s.opened_at < $2
  AND ($3::boolean IS NULL OR (s.closed_at IS NULL) = $3)
  AND ($4::bigint[] IS NULL OR s.branch_id = ANY ($4)) AND ($5::bigint[] IS NULL OR s.terminal_id = ANY ($5))
  AND ($6::bigint[] IS NULL OR s.cashier_id = ANY ($6)) AND ($7::bigint IS NULL OR s.cashier_id = $7)`;
const valuesOf = ({ from, before, isOpen, branchId, terminalId, cashierId, own }: ShiftFilter): unknown[] => [
  from,
  before,
  isOpen,
  branchId?.length ? branchId : null,
  terminalId?.length ? terminalId : null,
  cashierId?.length ? cashierId : null,
  own,
];

/** Newest first. Planned each time, because a filter that is not chosen is no filter. Served by shifts_list. */
export const selectShifts = (
  tx: Tx,
  filter: ShiftFilter,
  after: ShiftPlace | null,
  limit: number,
): Promise<ShiftRecord[]> =>
  tx.rows<ShiftRecord>(
    `/* planned each time */ SELECT ${shiftColumns} FROM ${shiftsWithNames}
      WHERE ${chosen} AND ($8::timestamptz IS NULL OR (s.opened_at, s.id) < ($8, $9::bigint))
      ORDER BY s.opened_at DESC, s.id DESC LIMIT $10`,
    [...valuesOf(filter), after?.openedAt ?? null, after?.id ?? null, limit],
  );

export const countShifts = async (tx: Tx, filter: ShiftFilter, limit: number): Promise<number> =>
  (
    await tx.row<{ count: number }>(
      `/* planned each time */ SELECT count(*)::int AS count FROM (SELECT 1 FROM shifts s WHERE ${chosen} LIMIT $8) c`,
      [...valuesOf(filter), limit],
    )
  )?.count ?? 0;
