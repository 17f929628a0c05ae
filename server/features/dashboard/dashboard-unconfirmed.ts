import type { nothingUnconfirmed } from '@mizan/contract/dashboard.ts';
import { causeOf, type UnconfirmedCause } from '../transactions/bank-due.ts';

/** Approved sales of one day that no matched bank line confirms. */
export interface UnconfirmedDay {
  day: string;
  isMada: boolean;
  amountMinor: number;
  count: number;
}

export interface UnconfirmedPart {
  cause: UnconfirmedCause;
  amountMinor: number;
  count: number;
}

/** The parts that add up to what is not in the bank, causes without payments left out. */
export function unconfirmedParts(
  days: readonly UnconfirmedDay[],
  unknown: { amountMinor: number; count: number },
  today: string,
): { totalMinor: number; parts: UnconfirmedPart[] } {
  const parts: Record<UnconfirmedCause, UnconfirmedPart> = {
    DUE_NEXT: { cause: 'DUE_NEXT', amountMinor: 0, count: 0 },
    ON_THE_WAY: { cause: 'ON_THE_WAY', amountMinor: 0, count: 0 },
    OVERDUE: { cause: 'OVERDUE', amountMinor: 0, count: 0 },
    OUTCOME_UNKNOWN: { cause: 'OUTCOME_UNKNOWN', ...unknown },
  };
  for (const { day, isMada, amountMinor, count } of days) {
    const part = parts[causeOf(day, isMada, today)];
    part.amountMinor += amountMinor;
    part.count += count;
  }
  const present = Object.values(parts).filter((part) => part.count > 0);
  return { totalMinor: present.reduce((sum, part) => sum + part.amountMinor, 0), parts: present };
}

/**
 * Why nothing is unconfirmed. Nothing sold is no success of the bank's: that it confirmed everything is said only
 * where there was something to confirm.
 */
export function nothingUnconfirmedBecause(taken: {
  confirmedLately: boolean;
  anyPayment: boolean;
}): (typeof nothingUnconfirmed)[number] {
  if (taken.confirmedLately) return 'ALL_CONFIRMED';
  return taken.anyPayment ? 'NO_SALES' : 'NO_PAYMENTS';
}
