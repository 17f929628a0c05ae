import { bankOf } from '@mizan/contract/saudi-banks.ts';
import type { Tx } from '../../platform/database/database.ts';
import { insertBank, insertTerminalBank, type NewBank, type NewTerminalBank } from './banks.queries.ts';

/** The acquiring banks of a merchant, and which terminal is with which: the one owner of their tables. */

/** Adds a bank with its cut-off and answers its id. As the platform. */
export const addBank = (tx: Tx, merchantId: string, bank: NewBank): Promise<string> =>
  insertBank(tx, merchantId, bank);

/** The bank that a merchant applied with; a code that is not of the list stands for its name. */
export const addSaudiBank = (tx: Tx, merchantId: string, code: string, at: Date): Promise<string> => {
  const known = bankOf(code);
  return insertBank(tx, merchantId, {
    nameEn: known?.en ?? code,
    nameAr: known?.ar ?? code,
    code,
    iban: null,
    cutoff: '00:00',
    at,
  });
};

/** Says with which bank a terminal is, for all schemes or for one, from a day on. As the platform. */
export const placeTerminal = async (tx: Tx, merchantId: string, place: NewTerminalBank): Promise<void> =>
  void (await insertTerminalBank(tx, merchantId, place));
