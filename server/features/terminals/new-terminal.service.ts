import type { Tx } from '../../platform/database/database.ts';
import {
  insertDirectoryEntry,
  insertTerminal,
  type NewTerminal,
  updateCashier,
} from './new-terminal.queries.ts';
import { pairingCodeHash } from './pairing-code.ts';
import { setPairingCode } from './terminals.queries.ts';

/** Adds a terminal that was never connected, with its entry in the directory, and answers its id. */
export async function addTerminal(tx: Tx, merchantId: string, terminal: NewTerminal): Promise<string> {
  const terminalId = await insertTerminal(tx, merchantId, terminal);
  const { tid, isTest } = terminal;
  await insertDirectoryEntry(tx, { tid, merchantId, terminalId, isTest });
  return terminalId;
}

/** Gives it the code that its device is paired by, where that is not asked for in the portal. */
export const givePairingCode = async (
  tx: Tx,
  {
    merchantId,
    terminalId,
    code,
    expiresAt,
  }: { merchantId: string; terminalId: string; code: string; expiresAt: Date },
): Promise<void> => void (await setPairingCode(tx, merchantId, terminalId, pairingCodeHash(code), expiresAt));

/** Makes somebody the cashier of a terminal that has none; a second one takes turns there without being named. */
export const assignCashier = async (
  tx: Tx,
  merchantId: string,
  terminalId: string,
  cashierId: string,
): Promise<void> => void (await updateCashier(tx, merchantId, terminalId, cashierId));
