import { type ClosedSpan, workingDaysAfter } from '@mizan/contract/business-day.ts';
import type { DepositState } from '@mizan/contract/deposit-states.ts';
import type { Recorded } from './recorded.ts';

/**
 * What a cell has received, said by its sums and days (docs/decisions/0062-deposits-and-shares.md): for the calendar, the
 * table, the drawer and the export alike.
 */
export interface CellMoneyDays {
  netMinor: number;
  unjudgedCount: number;
  /** Before fees, of what no rate is known: of it the bank pays something between nothing and all. */
  unjudgedMinor: number;
  arrivedMinor: number;
  /** The value date of the last deposit that paid for it; null where none did. */
  arrivedOn: string | null;
  /** The first day by which something of it is due. */
  dueDay: string;
  today: string;
  /** The business day and the card scheme of the settlement. */
  day: string;
  scheme: string;
  /** What is on record of the deposits of the bank and currency; null where none is. */
  recorded: Recorded | null;
}

/** Whether what is on record reaches from before it was due beyond that day: then it would be there, had it come. */
function isCovered({ day, scheme, dueDay, recorded }: CellMoneyDays): boolean {
  if (recorded === null || recorded.until <= dueDay) return false;
  const paidFrom = recorded.paidFrom?.[scheme];
  return recorded.from <= dueDay || (paidFrom !== undefined && paidFrom <= day);
}

/** Whether deposits since the sale of which nobody said what they pay come to as much: one of them may be it. */
const mayBeUnmatched = ({ day, netMinor, recorded }: CellMoneyDays): boolean =>
  (recorded?.unmatched ?? []).reduce((sum, { on, minor }) => (on >= day ? sum + minor : sum), 0) >= netMinor;

export function depositStateOf(cell: CellMoneyDays): DepositState {
  const { netMinor, arrivedMinor, unjudgedCount, unjudgedMinor, dueDay, today } = cell;
  const hasSome = arrivedMinor !== 0 || cell.arrivedOn !== null;
  // Less than what is known alone, or more than all of it without a fee, is wrong whatever the fees are.
  const [least, most] = [
    Math.min(netMinor, netMinor + unjudgedMinor),
    Math.max(netMinor, netMinor + unjudgedMinor),
  ];
  const isWithin = arrivedMinor >= least && arrivedMinor <= most;
  if (hasSome && unjudgedCount > 0 && isWithin) return 'UNJUDGED';
  if (unjudgedCount === 0 && arrivedMinor === netMinor) return 'PAID';
  if (hasSome) {
    const isOver = netMinor >= 0 ? arrivedMinor > most : arrivedMinor < least;
    if (isOver) return 'OVER';
    return today <= dueDay ? 'PARTLY' : 'SHORT';
  }
  if (today < dueDay) return 'NOT_DUE';
  if (today === dueDay) return 'DUE';
  // A refund that is owed to the bank is late for nobody.
  if (netMinor < 0) return 'UNRECORDED';
  return isCovered(cell) && !mayBeUnmatched(cell) ? 'LATE' : 'UNRECORDED';
}

/** How many of the bank's working days after the due one it arrived, or is still to come; null where it is not late. */
export function lateDaysOf(
  state: DepositState,
  { dueDay, today, arrivedOn }: CellMoneyDays,
  closed: readonly ClosedSpan[],
): number | null {
  const until = state === 'PAID' || state === 'OVER' || state === 'UNJUDGED' ? arrivedOn : today;
  const isLate = state !== 'UNRECORDED' && until !== null && until > dueDay;
  if (!isLate) return null;
  const days = workingDaysAfter(dueDay, until, closed);
  return state === 'SHORT' || state === 'LATE' || days > 0 ? days : null;
}
