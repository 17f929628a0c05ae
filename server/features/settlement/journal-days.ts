import { addDays, riyadhDay } from '@mizan/contract/business-day.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { BankToday } from '../banks/banks.service.ts';
import { selectSoldDays } from './journal.queries.ts';
import type { SoldDay } from './journal.ts';
import { hasProcessingFee, selectMdr } from './table.queries.ts';

/** Which days the journal and the VAT report have, and what was sold on them. */

/** The last day that is over for the calendar and for every bank: what is not may still be sold more of. */
export const lastDayOver = (banks: readonly BankToday[], now: Date): string =>
  addDays([riyadhDay(now), ...banks.map(({ today }) => today)].toSorted()[0] ?? riyadhDay(now), -1);

/** Of the fees of a day what is the processing fee; without any on record none of it, and no payment is read. */
export async function soldDaysOf(tx: Tx, from: string, to: string): Promise<SoldDay[]> {
  const [sold, isSplit] = await Promise.all([selectSoldDays(tx, from, to), hasProcessingFee(tx)]);
  if (!isSplit) return sold.map((each) => ({ ...each, processingMinor: 0 }));
  const keyOf = ({ bankId, day, currency }: Pick<SoldDay, 'bankId' | 'day' | 'currency'>) =>
    [bankId, day, currency].join(' ');
  const rates = new Map<string, number>();
  for (const each of await selectMdr(tx, from, to)) {
    rates.set(keyOf(each), (rates.get(keyOf(each)) ?? 0) + each.mdrMinor);
  }
  return sold.map((each) => ({ ...each, processingMinor: each.feeMinor - (rates.get(keyOf(each)) ?? 0) }));
}
