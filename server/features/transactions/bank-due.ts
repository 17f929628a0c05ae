import { addDays, addWorkingDays } from '@mizan/contract/business-day.ts';
import type { unconfirmedCauses } from '@mizan/contract/dashboard.ts';

export type UnconfirmedCause = (typeof unconfirmedCauses)[number];

/**
 * Working days after the sale on which the bank pays, by practice: mada on the next one, the others within
 * three (mada-facts, settlement timing). Agreements per merchant come with settlement.
 */
export const settlementWorkingDays = { mada: 1, others: 3 } as const;

const dueDay = (day: string, isMada: boolean): string =>
  addWorkingDays(day, isMada ? settlementWorkingDays.mada : settlementWorkingDays.others);

/** Why the bank has not confirmed the sales of a day: not due yet, or overdue. */
export function causeOf(day: string, isMada: boolean, today: string): UnconfirmedCause {
  if (dueDay(day, isMada) < today) return 'OVERDUE';
  return isMada ? 'DUE_NEXT' : 'ON_THE_WAY';
}

/**
 * The first day whose sales are not overdue today. A later sale is never due before an earlier one, so every day
 * before it is overdue and none from it on: what `causeOf` says of each day, as one bound for a statement.
 */
export function openSince(isMada: boolean, today: string): string {
  let first = today;
  while (dueDay(addDays(first, -1), isMada) >= today) first = addDays(first, -1);
  return first;
}
