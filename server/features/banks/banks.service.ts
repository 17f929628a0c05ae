import { addDays, businessDayOf, type ClosedSpan, riyadhDay } from '@mizan/contract/business-day.ts';
import { bankOf } from '@mizan/contract/saudi-banks.ts';
import type { Tx } from '../../platform/database/database.ts';
import { selectClosedSpans } from './agreement.queries.ts';
import {
  type CutoffRow,
  deleteTerminalBanks,
  insertBank,
  insertTerminalBank,
  insertTerminalBanks,
  lockBanks,
  type NamedBank,
  type NewBank,
  type NewTerminalBank,
  placeTheUnplaced,
  selectBanks,
  selectCutoffs,
} from './banks.queries.ts';

/** The acquiring banks of a merchant, and which terminal is with which: the one owner of their tables. */
export type { NamedBank };

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

/** Says with which bank each of these new terminals is. As the platform. */
export const placeTerminals = async (
  tx: Tx,
  merchantId: string,
  places: Parameters<typeof insertTerminalBanks>[2],
): Promise<void> => void (await insertTerminalBanks(tx, merchantId, places));

/** Of terminals that are removed: none ever took a payment. */
export const removeTerminalBanks = async (
  tx: Tx,
  merchantId: string,
  ids: readonly string[],
): Promise<void> => void (await deleteTerminalBanks(tx, merchantId, ids));

/**
 * Adds a bank for the merchant itself. Until the second one came every terminal was with the only one, and those that
 * nobody placed stay there: they would be with none otherwise.
 */
export async function addFurtherBank(tx: Tx, merchantId: string, bank: NewBank): Promise<string> {
  const [first, ...others] = await lockBanks(tx);
  if (first && others.length === 0) await placeTheUnplaced(tx, first.id);
  return insertBank(tx, merchantId, bank);
}

/** A day counts as begun this long before it does, so that what is said of it is written down in time. */
const beforehandMs = 60_000;

/** Today in Asia/Riyadh, as far as changes from a day on are concerned. */
export const begunDay = (now: Date): string => riyadhDay(new Date(now.getTime() + beforehandMs));

/** A bank's business day at a moment, and the first that has not begun: of which no payment can be yet. */
export interface BankToday extends NamedBank {
  today: string;
  firstDay: string;
}

/** The banks of the tenant with their days at this moment. */
export async function banksToday(tx: Tx, now: Date): Promise<BankToday[]> {
  const [banks, cutoffs] = await Promise.all([selectBanks(tx), selectCutoffs(tx)]);
  const dayAt = (bankId: string, at: Date): string => {
    const last = cutoffs.findLast((each) => each.bankId === bankId && each.validFrom <= riyadhDay(at));
    return businessDayOf(at, last?.cutoff ?? '00:00');
  };
  return banks.map((bank) => {
    // Payments of yesterday's clock may still come in, but none is of a day later than both.
    const begun = [dayAt(bank.id, new Date(now.getTime() + beforehandMs)), begunDay(now)].toSorted().at(-1);
    return { ...bank, today: dayAt(bank.id, now), firstDay: addDays(begun ?? begunDay(now), 1) };
  });
}

/** When the business days of the tenant's banks end, each from a day on, the oldest first. */
export const bankCutoffs = (tx: Tx): Promise<CutoffRow[]> => selectCutoffs(tx);

/** One of the tenant's banks by its id; null for none. */
export async function namedBank(
  tx: Tx,
  bankId: string,
): Promise<Pick<NamedBank, 'id' | 'nameEn' | 'nameAr'> | null> {
  const bank = (await selectBanks(tx)).find(({ id }) => id === bankId);
  return bank ? { id: bank.id, nameEn: bank.nameEn, nameAr: bank.nameAr } : null;
}

/** Days on which banks are closed beside Friday and Saturday, as far as anybody said so. */
export const closedSpans = (tx: Tx): Promise<ClosedSpan[]> => selectClosedSpans(tx);

/** The banks of the tenant. */
export const banksOf = (tx: Tx): Promise<NamedBank[]> => selectBanks(tx);
