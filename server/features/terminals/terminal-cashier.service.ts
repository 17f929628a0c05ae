import type { Tx } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import { seatCashier, unseatCashier } from '../users/users.service.ts';
import { clearCashierElsewhere } from './manage.queries.ts';
import {
  clearCashier,
  lockById,
  lockByTid,
  nameCashier,
  type TerminalPlace,
} from './terminal-cashier.queries.ts';

/** Who is named at a terminal. Where a cashier works is kept with the cashier (features/users). */

/** A terminal in service by its number, locked until the transaction ends; null where the merchant has none. */
export const terminalNumbered = (tx: Tx, merchantId: string, tid: string): Promise<TerminalPlace | null> =>
  lockByTid(tx, merchantId, tid);

/** Names nobody there any more, where it was this one. */
export const releaseCashier = async (
  tx: Tx,
  merchantId: string,
  terminalId: string,
  cashierId: string,
): Promise<void> => void (await clearCashier(tx, merchantId, terminalId, cashierId));

/**
 * Seats a cashier at a terminal of a branch, on both sides, or at none. Whoever was named there has no terminal then.
 * @throws Failure 'notFound' where the branch has no such terminal in service
 */
export async function moveCashier(
  tx: Tx,
  merchantId: string,
  cashier: { id: string; terminalId: string | null },
  { branchId, terminalId }: { branchId: string | null; terminalId: string | null },
): Promise<void> {
  if (terminalId === null) {
    if (cashier.terminalId !== null) await releaseCashier(tx, merchantId, cashier.terminalId, cashier.id);
    await unseatCashier(tx, merchantId, cashier.id);
    return;
  }
  const terminal = await lockById(tx, merchantId, terminalId);
  if (!terminal || terminal.branchId !== branchId) throw notFound();
  if (terminal.cashierId !== null && terminal.cashierId !== cashier.id) {
    await unseatCashier(tx, merchantId, terminal.cashierId);
  }
  await nameCashier(tx, merchantId, terminalId, cashier.id);
  await clearCashierElsewhere(tx, merchantId, cashier.id, terminalId);
  await seatCashier(tx, merchantId, cashier.id, terminalId);
}

/**
 * Names a cashier at a terminal where others have their place too: who was named there keeps theirs, and takes turns.
 * The terminal is locked by whoever calls.
 */
export async function seatBeside(
  tx: Tx,
  merchantId: string,
  cashierId: string,
  terminalId: string,
): Promise<void> {
  await nameCashier(tx, merchantId, terminalId, cashierId);
  await clearCashierElsewhere(tx, merchantId, cashierId, terminalId);
  await seatCashier(tx, merchantId, cashierId, terminalId);
}
