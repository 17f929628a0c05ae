import { addDays, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import { readCursor, windowDays, writeCursor } from '@mizan/contract/page.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import type { ExportedShifts, listShifts as listRoute } from '@mizan/contract/shifts.ts';
import { inTenant } from '../../platform/database/database.ts';
import type { Member } from '../../platform/http/call.ts';
import { type DayWindow, dayWindow } from '../transactions/transaction-window.ts';
import { type ShiftFilter, selectShifts } from './shift-list.queries.ts';
import { ownCashier, rowsOf, type ShiftDeps } from './shift-view.service.ts';

/** A query of the contract as the filter of a statement, with its days; for a file, by nobody. Failure 'badRequest' */
export function shiftFilterOf(
  asked: ExportedShifts,
  by: Member | null,
  now: Date,
): ShiftFilter & { window: DayWindow } {
  const window = dayWindow(asked, windowDays.default, now);
  const { state, branchId, terminalId, cashierId } = asked;
  return {
    window,
    from: startOfRiyadhDay(window.from),
    before: startOfRiyadhDay(addDays(window.to, 1)),
    isOpen: state === undefined ? null : state === 'open',
    branchId,
    terminalId,
    cashierId,
    own: by && ownCashier(by),
  };
}

/** A page of shifts, newest first. Failure 'badRequest' where the days are no window */
export const listShifts = (
  { db, clock }: ShiftDeps,
  by: Member,
  query: RouteInput<typeof listRoute>['query'],
): Promise<RouteOutput<typeof listRoute>> =>
  inTenant(db, by.merchantId, async (tx) => {
    const place = query.cursor === undefined ? null : readCursor(query.cursor);
    const after = place && { openedAt: place.createdAt, id: place.id };
    const found = await selectShifts(tx, shiftFilterOf(query, by, clock.now()), after, query.limit + 1);
    const shown = found.slice(0, query.limit);
    const last = found.length > query.limit ? shown.at(-1) : undefined;
    return {
      rows: await rowsOf(tx, by.merchantId, shown),
      nextCursor: last ? writeCursor(last.openedAt, last.id) : null,
    };
  });
