import { type ClosedSpan, dueDayOf, type PaidWithin } from '@mizan/contract/business-day.ts';
import { type Rate, standardMada } from '@mizan/contract/money.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { Tx } from '../../platform/database/database.ts';
import { selectAgreement } from './agreement.queries.ts';

/**
 * When a bank pays where nothing was agreed: what is usual, mada on the next working day and the others within three. It
 * is said beside every day that was reckoned so (docs/decisions/0050-banks-and-expectations.md).
 */
export const usualPaidWithin = (scheme: Scheme): PaidWithin => ({
  days: scheme === 'Mada' ? 1 : 3,
  kind: 'WORKING',
});

/** What a merchant and a bank agreed for one payment. */
export interface Agreement {
  /** '0' where nobody said with which bank the terminal is. */
  bankId: string;
  /** 'YYYY-MM-DD', by the bank's cut-off. */
  businessDay: string;
  dueDay: string;
  /** Null where none was agreed: fees of the payment are not judged. */
  rate: Rate | null;
}

/** The rate that holds where none was agreed: mada's is published, for every other scheme there is none. */
const rateWithout = (scheme: Scheme): Rate | null => (scheme === 'Mada' ? standardMada : null);

/** The agreement for a card scheme on a terminal at a moment, in the tenant's transaction. */
export async function agreementOn(
  tx: Tx,
  of: { terminalId: string; scheme: Scheme; at: Date },
): Promise<Agreement> {
  const found = await selectAgreement(tx, of.terminalId, of.scheme, of.at);
  if (!found) throw new Error('a statement without a condition has a row');
  const { bankId, businessDay, rate, paidWithin, closed } = found;
  return {
    bankId,
    businessDay,
    rate: rate ?? rateWithout(of.scheme),
    dueDay: dueDayOf(businessDay, paidWithin ?? usualPaidWithin(of.scheme), closed satisfies ClosedSpan[]),
  };
}
