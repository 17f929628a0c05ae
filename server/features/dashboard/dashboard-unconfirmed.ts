import {
  type nothingUnconfirmed,
  type UnconfirmedCause,
  unconfirmedCauses,
} from '@mizan/contract/dashboard.ts';

/** Approved sales that stand in no line of the bank's, or whose outcome is not known. */
export interface UnconfirmedPart {
  cause: UnconfirmedCause;
  amountMinor: number;
  count: number;
}

/** The parts that add up to what is not in the bank, in their order, causes without payments left out. */
export function unconfirmedParts(found: readonly UnconfirmedPart[]): {
  totalMinor: number;
  parts: UnconfirmedPart[];
} {
  const parts = unconfirmedCauses.flatMap(
    (cause) => found.find((part) => part.cause === cause && part.count > 0) ?? [],
  );
  return { totalMinor: parts.reduce((sum, part) => sum + part.amountMinor, 0), parts };
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
