import type { Tx } from '../../platform/database/database.ts';
import type { Member } from '../../platform/http/call.ts';
import {
  selectCashiersAt,
  selectCashiersOf,
  selectOpenShifts,
  selectPlacesOf,
} from './closing-of-people.queries.ts';
import { sumsOf } from './shift-sums.ts';
import { lockShiftTerminal, selectGroups } from './shifts.queries.ts';
import { endShift } from './shifts.service.ts';

/** Shifts of people who may not work any more (docs/decisions/0290-what-stops-with-a-person.md), or whose branch is closed (0331). */

/** Whose shifts stop where these branches are closed. */
export async function shiftHoldersOf(
  tx: Tx,
  merchantId: string,
  branchIds: readonly string[],
): Promise<string[]> {
  const there = await selectCashiersOf(tx, merchantId, branchIds);
  const working = await selectCashiersAt(tx, merchantId, branchIds);
  return [...new Set([...there, ...working].map(({ id }) => id))];
}

/** What their open shifts come to at this moment. */
export async function openShiftsOf(
  tx: Tx,
  merchantId: string,
  cashierIds: readonly string[],
): Promise<{ count: number; totalMinor: number; undecided: number }> {
  const open = await selectOpenShifts(tx, merchantId, cashierIds);
  if (open.length === 0) return { count: 0, totalMinor: 0, undecided: 0 };
  const groups = await selectGroups(
    tx,
    merchantId,
    open.map(({ id }) => id),
  );
  const { totalMinor, undecidedSales, undecidedRefunds } = sumsOf(groups);
  return { count: open.length, totalMinor, undecided: undecidedSales.count + undecidedRefunds.count };
}

/**
 * Closes their open shifts with what they come to. The terminals are locked before, also those where they could open one, in
 * the order of their numbers, so that whoever begins a payment or a shift there comes before or after. Called once more after
 * they may not work any more, it finds the shift that was handed to one of them meanwhile.
 */
export async function closeShiftsOf(
  tx: Tx,
  by: Member,
  cashierIds: readonly string[],
  at: Date,
): Promise<void> {
  const { merchantId } = by;
  for (const { id } of await selectPlacesOf(tx, merchantId, cashierIds)) {
    await lockShiftTerminal(tx, merchantId, id);
  }
  for (const shift of await selectOpenShifts(tx, merchantId, cashierIds)) {
    await endShift(tx, by, shift, { at, as: 'CLOSED', toName: null });
  }
}
