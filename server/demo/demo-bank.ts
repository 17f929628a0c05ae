import { addDays, addWorkingDays, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { Chance } from './demo-random.ts';

/** Working days after the sale on which the demo's banks send their files. */
const fileAfterWorkingDays = { mada: 1, others: 3 } as const;
/** Out of ten thousand payments that the bank should have paid, so many are still missing from its files. */
const overdueInTenThousand = 40;
/** Beyond this the bank has answered every question. */
const overdueDays = 12;

/** MasterCard's day comes in two files: what was sold before this hour is in the one of the night before it is due. */
const inTwoFiles = { scheme: 'MasterCard', untilMs: 15 * 3_600_000 } as const;

interface Sale {
  at: Date;
  businessDay: string;
  scheme: Scheme;
}

/**
 * When the bank confirmed a payment: in the night after it was due. Null where it is not due yet, so that the
 * last days are open for the first file a newcomer uploads, and for a few that the bank forgot. Of one scheme half
 * a day comes earlier, so that the calendar has a day that is partly there.
 */
export function confirmedAt(
  { at, businessDay: day, scheme }: Sale,
  today: string,
  chance: Chance,
): Date | null {
  const { mada, others } = fileAfterWorkingDays;
  const fileDay = addWorkingDays(day, scheme === 'Mada' ? mada : others);
  const isEarly =
    scheme === inTwoFiles.scheme && at.getTime() < startOfRiyadhDay(day).getTime() + inTwoFiles.untilMs;
  if (isEarly && fileDay === today) return startOfRiyadhDay(today);
  if (fileDay >= today) return null;
  const isRecent = addDays(day, overdueDays) >= today;
  if (isRecent && chance.next() * 10_000 < overdueInTenThousand) return null;
  return startOfRiyadhDay(addDays(fileDay, 1));
}
