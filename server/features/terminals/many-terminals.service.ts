import type { Tx } from '../../platform/database/database.ts';
import { removeTerminalBanks } from '../banks/banks.service.ts';
import { holdSeats, seatCashiers } from '../users/users.service.ts';
import {
  clearCashiers,
  deleteDirectoryEntries,
  deleteTerminals,
  insertDirectoryEntries,
  insertTerminals,
  type ManyTerminal,
  nameCashiers,
} from './many-terminals.queries.ts';

/** Many terminals at once, in a few statements however many they are. What is told of it is the caller's. */

/** Adds terminals that wait for their devices; answers those whose number was free, here and elsewhere. */
export async function addTerminals(
  tx: Tx,
  merchantId: string,
  terminals: readonly ManyTerminal[],
  at: Date,
): Promise<{ id: string; tid: string }[]> {
  const inserted = await insertTerminals(tx, merchantId, terminals, at);
  const entered = await insertDirectoryEntries(tx, merchantId, inserted);
  const kept = new Set(entered.map(({ id }) => id));
  const left = inserted.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  if (left.length > 0) await deleteTerminals(tx, merchantId, left);
  return entered;
}

/** Removes terminals that no device was ever paired with. */
export async function removeTerminals(tx: Tx, merchantId: string, ids: readonly string[]): Promise<void> {
  await removeTerminalBanks(tx, merchantId, ids);
  await deleteDirectoryEntries(tx, merchantId, ids);
  await deleteTerminals(tx, merchantId, ids);
}

export interface Seat {
  cashierId: string;
  /** Null: at none. */
  terminalId: string | null;
  /** Whether the terminal is theirs by name; others take turns there. */
  isNamed: boolean;
}

/** Seats cashiers, at terminals where nobody else is named, and takes them from where they were. */
export async function moveCashiers(tx: Tx, merchantId: string, seats: readonly Seat[]): Promise<void> {
  if (seats.length === 0) return;
  const ids = seats.map(({ cashierId }) => cashierId);
  await holdSeats(tx, merchantId, ids);
  await clearCashiers(tx, merchantId, ids);
  await nameCashiers(
    tx,
    merchantId,
    seats.filter(({ isNamed }) => isNamed),
  );
  await seatCashiers(tx, merchantId, seats);
}
