import type { ShiftClosing, ShiftDetail, ShiftRefusal } from '@mizan/contract/shifts.ts';
import { inPlatform, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { seatBeside } from '../terminals/terminal-cashier.service.ts';
import { sumsOf } from './shift-sums.ts';
import { detailOf, ownCashier, type ShiftDeps } from './shift-view.service.ts';
import {
  insertShift,
  lockColleague,
  lockSeat,
  lockShiftTerminal,
  type ShiftRecord,
  type ShiftTerminal,
  selectGroupsWithIds,
  selectOpenOf,
  selectOpenOn,
  selectShift,
  updateClosed,
} from './shifts.queries.ts';

/**
 * A shift is opened, closed and handed on under the lock of its terminal, which payments take before they begin. Done as the
 * platform, which alone says who works at a terminal.
 */
const words: Readonly<Record<ShiftRefusal, string>> = {
  NO_TERMINAL: 'No terminal is assigned to you.',
  OCCUPIED: 'Another cashier’s shift is open on this terminal.',
  OPEN_ELSEWHERE: 'Your shift is still open on another terminal.',
  CLOSED: 'This shift is closed.',
  NOT_FREE: 'This cashier works elsewhere, or has a shift open.',
};
const refused = (reason: ShiftRefusal, details: Record<string, string> = {}): Failure =>
  new Failure('conflict', words[reason], { reason, ...details });

const about = ({ terminalId }: Pick<ShiftRecord, 'terminalId'>) =>
  ({ type: 'terminal', id: terminalId }) as const;

interface Ending {
  at: Date;
  as: ShiftClosing;
  /** Who comes after. */
  toName: string | null;
}

/** Keeps what a shift comes to at this moment, with the numbers that are in it, and tells it. */
export async function endShift(
  tx: Tx,
  by: Member,
  shift: ShiftRecord,
  { at, as, toName }: Ending,
): Promise<void> {
  const { merchantId, userId, fullName } = by;
  const groups = await selectGroupsWithIds(tx, merchantId, shift.id);
  const sums = sumsOf(groups);
  const countedIds = groups.filter(({ kind }) => kind === 'COUNTED').flatMap(({ ids }) => ids);
  const closing = { at, as, byId: userId, byName: fullName, sums, countedIds };
  if ((await updateClosed(tx, merchantId, shift.id, closing)) === 0) throw refused('CLOSED');
  const { tid, cashierName } = shift;
  const params = { tid, cashierName, amountMinor: sums.totalMinor, currency: 'SAR' };
  const told = { at, about: about(shift) } as const;
  if (toName === null) await happened(tx, by, { ...told, fact: 'shifts.closed', params });
  else {
    const fact = as === 'TAKEN_OVER' ? 'shifts.takenOver' : 'shifts.handedOver';
    await happened(tx, by, { ...told, fact, params: { ...params, toName } });
  }
}

/** Opens one on a locked terminal; null where this cashier has one open by now. */
async function begin(
  tx: Tx,
  by: Member,
  terminal: ShiftTerminal,
  who: { cashierId: string; cashierName: string; afterId: string | null },
  at: Date,
): Promise<string | null> {
  const id = await insertShift(tx, by.merchantId, { terminal, ...who, openedAt: at });
  if (id === null) return null;
  await seatBeside(tx, by.merchantId, who.cashierId, terminal.id);
  await happened(tx, by, {
    fact: 'shifts.opened',
    at,
    about: { type: 'terminal', id: terminal.id },
    params: { tid: terminal.tid, cashierName: who.cashierName },
  });
  return id;
}

async function shown(tx: Tx, by: Member, id: string, now: Date): Promise<ShiftDetail> {
  const shift = await selectShift(tx, by.merchantId, id, null);
  if (!shift) throw notFound();
  return detailOf(tx, by.merchantId, shift, now);
}

/**
 * Opens the shift of the cashier who asks, on their own terminal; the one that they have open there is answered.
 * @throws Failure 'conflict': NO_TERMINAL, OCCUPIED {shiftId, cashierName}, OPEN_ELSEWHERE {shiftId, tid}
 */
export const openShift = (
  { db, clock }: ShiftDeps,
  by: Member,
  takesOver: string | null,
): Promise<ShiftDetail> =>
  inPlatform(db, async (tx) => {
    const { merchantId, userId, fullName, terminalId } = by;
    const terminal = terminalId === null ? null : await lockShiftTerminal(tx, merchantId, terminalId);
    // The seat may have been given to somebody else between the call and the lock.
    if (!terminal?.isInUse || (await lockSeat(tx, merchantId, userId)) !== terminal.id) {
      throw refused('NO_TERMINAL');
    }
    const now = clock.now();
    const own = await selectOpenOf(tx, merchantId, userId);
    if (own?.terminalId === terminal.id) return detailOf(tx, merchantId, own, now);
    if (own) throw refused('OPEN_ELSEWHERE', { shiftId: own.id, tid: own.tid });
    const there = await selectOpenOn(tx, merchantId, terminal.id);
    if (there && there.id !== takesOver) {
      throw refused('OCCUPIED', { shiftId: there.id, cashierName: there.cashierName });
    }
    if (there) await endShift(tx, by, there, { at: now, as: 'TAKEN_OVER', toName: fullName });
    const who = { cashierId: userId, cashierName: fullName, afterId: there?.id ?? null };
    const id = await begin(tx, by, terminal, who, now);
    if (id === null) throw refused('NOT_FREE');
    return shown(tx, by, id, now);
  });

/** Whether somebody may see it at all: by the policies of their role, and a cashier the own one. */
async function visible({ db }: ShiftDeps, by: Member, id: string): Promise<ShiftRecord> {
  const shift = await inTenant(db, by.merchantId, (tx) => selectShift(tx, by.merchantId, id, ownCashier(by)));
  if (!shift) throw notFound();
  return shift;
}

/** The shift as it is under the lock of its terminal. */
async function locked(
  tx: Tx,
  { merchantId }: Member,
  { id, terminalId }: ShiftRecord,
): Promise<{ shift: ShiftRecord; terminal: ShiftTerminal }> {
  const terminal = await lockShiftTerminal(tx, merchantId, terminalId);
  const shift = await selectShift(tx, merchantId, id, null);
  if (!terminal || !shift) throw notFound();
  return { shift, terminal };
}

/** A closed one is answered as it was closed. @throws Failure 'notFound' */
export async function closeShift(deps: ShiftDeps, by: Member, id: string): Promise<ShiftDetail> {
  const seen = await visible(deps, by, id);
  return inPlatform(deps.db, async (tx) => {
    const { shift } = await locked(tx, by, seen);
    const at = deps.clock.now();
    if (shift.closedAt === null) await endShift(tx, by, shift, { at, as: 'CLOSED', toName: null });
    return shown(tx, by, id, at);
  });
}

/**
 * Closes the own shift and opens one for the next cashier on the same terminal. Answers the closed one.
 * @throws Failure 'notFound'; 'conflict': CLOSED, NO_TERMINAL, NOT_FREE
 */
export async function handOverShift(
  deps: ShiftDeps,
  by: Member,
  id: string,
  cashierId: string,
): Promise<ShiftDetail> {
  const seen = await visible(deps, by, id);
  return inPlatform(deps.db, async (tx) => {
    const { shift, terminal } = await locked(tx, by, seen);
    const at = deps.clock.now();
    if (shift.closedAt !== null) {
      const there = await selectOpenOn(tx, by.merchantId, terminal.id);
      const isDone = shift.closedAs === 'HANDED_OVER' && there?.cashierId === cashierId;
      if (isDone) return detailOf(tx, by.merchantId, shift, at);
      throw refused('CLOSED');
    }
    if (!terminal.isInUse) throw refused('NO_TERMINAL');
    const next = await lockColleague(tx, by.merchantId, {
      branchId: terminal.branchId,
      terminalId: terminal.id,
      exceptId: by.userId,
      onlyId: cashierId,
    });
    if (!next) throw refused('NOT_FREE');
    await endShift(tx, by, shift, { at, as: 'HANDED_OVER', toName: next.name });
    const who = { cashierId: next.id, cashierName: next.name, afterId: shift.id };
    if ((await begin(tx, by, terminal, who, at)) === null) throw refused('NOT_FREE');
    return shown(tx, by, id, at);
  });
}
