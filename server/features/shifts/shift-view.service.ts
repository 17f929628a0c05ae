import { laterMax, type MyShift, type ShiftDetail, type ShiftRow } from '@mizan/contract/shifts.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { type SumGroup, sumsOf } from './shift-sums.ts';
import {
  type ShiftRecord,
  selectBeside,
  selectColleagues,
  selectGroups,
  selectLastClosed,
  selectLater,
  selectOpenOf,
  selectOpenOn,
  selectShift,
  selectShiftTerminal,
  selectUndecidedIds,
} from './shifts.queries.ts';

/** Shifts as people see them (docs/decisions/0133-shifts.md). */
export interface ShiftDeps {
  readonly db: Database;
  readonly clock: Clock;
}

/** Whose alone somebody sees: a cashier the own ones; null is everybody's. */
export const ownCashier = ({ role, userId }: Member): string | null => (role === 'CASHIER' ? userId : null);

/** As it was closed with what came since, or as it is now. */
function rowOf(shift: ShiftRecord, groups: readonly SumGroup[]): ShiftRow {
  const now = sumsOf(groups);
  const sums = shift.sums ?? now;
  return {
    ...shift,
    openedAt: shift.openedAt.toISOString(),
    closedAt: shift.closedAt?.toISOString() ?? null,
    sums,
    laterMinor: now.totalMinor - sums.totalMinor,
  };
}

export async function rowsOf(
  tx: Tx,
  merchantId: string,
  shifts: readonly ShiftRecord[],
): Promise<ShiftRow[]> {
  if (shifts.length === 0) return [];
  const groups = await selectGroups(
    tx,
    merchantId,
    shifts.map(({ id }) => id),
  );
  return shifts.map((shift) =>
    rowOf(
      shift,
      groups.filter(({ shiftId }) => shiftId === shift.id),
    ),
  );
}

const none = { count: 0, minor: 0 } as const;

/** One shift with what is not in its total. `until` is now while it is open. */
export async function detailOf(
  tx: Tx,
  merchantId: string,
  shift: ShiftRecord,
  now: Date,
): Promise<ShiftDetail> {
  const [row] = await rowsOf(tx, merchantId, [shift]);
  if (!row) throw notFound();
  const later = await selectLater(tx, merchantId, shift.id, laterMax);
  const beside = await selectBeside(tx, merchantId, {
    id: shift.id,
    terminalId: shift.terminalId,
    from: shift.openedAt,
    until: shift.closedAt ?? now,
  });
  const ofBeside = (isBack: boolean) => {
    const found = beside.find((group) => group.isBack === isBack);
    return found ? { count: found.count, minor: found.minor } : none;
  };
  return {
    ...row,
    later: later.map(({ id, type, amountMinor, createdAt, isCounted }) => ({
      id,
      type,
      amountMinor,
      createdAt: createdAt.toISOString(),
      isCounted,
    })),
    laterCount: later[0]?.total ?? 0,
    undecidedIds: await selectUndecidedIds(tx, merchantId, shift.id, laterMax),
    beside: { sales: ofBeside(false), refunds: ofBeside(true) },
  };
}

/** @throws Failure 'notFound', also of another cashier's */
export const getShift = ({ db, clock }: ShiftDeps, by: Member, id: string): Promise<ShiftDetail> =>
  inTenant(db, by.merchantId, async (tx) => {
    const shift = await selectShift(tx, by.merchantId, id, ownCashier(by));
    if (!shift) throw notFound();
    return detailOf(tx, by.merchantId, shift, clock.now());
  });

/** What a cashier's own screen needs of their shift. */
export const myShift = ({ db, clock }: ShiftDeps, by: Member): Promise<MyShift> =>
  inTenant(db, by.merchantId, async (tx) => {
    const { merchantId, userId, terminalId } = by;
    const shift = await selectOpenOf(tx, merchantId, userId);
    const there = terminalId === null ? null : await selectOpenOn(tx, merchantId, terminalId);
    const terminal = shift && (await selectShiftTerminal(tx, merchantId, shift.terminalId));
    return {
      shift: shift && (await detailOf(tx, merchantId, shift, clock.now())),
      occupied:
        there === null || there.cashierId === userId
          ? null
          : { id: there.id, cashierName: there.cashierName, openedAt: there.openedAt.toISOString() },
      colleagues: terminal?.isInUse
        ? await selectColleagues(tx, merchantId, {
            branchId: terminal.branchId,
            terminalId: terminal.id,
            exceptId: userId,
          })
        : [],
      lastClosedId: (await selectLastClosed(tx, merchantId, userId))?.id ?? null,
    };
  });
