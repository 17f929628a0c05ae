import { rateWithout, usualPaidWithin } from '@mizan/contract/agreed-rate.ts';
import { type ClosedSpan, dueDayOf } from '@mizan/contract/business-day.ts';
import type { Rate } from '@mizan/contract/money.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { Tx } from '../../platform/database/database.ts';
import { selectAgreement } from './agreement.queries.ts';

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

/** The agreement for a card scheme on a terminal at a moment, in the tenant's transaction. */
export async function agreementOn(
  tx: Tx,
  of: { terminalId: string; scheme: Scheme; at: Date },
): Promise<Agreement> {
  const found = await selectAgreement(tx, of.terminalId, of.scheme, of.at);
  if (!found) throw new Error('a statement without a condition has a row');
  const { bankId, businessDay, rate, vatBps, paidWithin, closed } = found;
  return {
    bankId,
    businessDay,
    rate: rate ?? rateWithout(of.scheme, vatBps),
    dueDay: dueDayOf(businessDay, paidWithin ?? usualPaidWithin(of.scheme), closed satisfies ClosedSpan[]),
  };
}
