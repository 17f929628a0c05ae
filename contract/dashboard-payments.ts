import type { Dashboard, UnconfirmedCause } from './dashboard.ts';
import { type TransactionStatus, transactionStatuses } from './transaction-states.ts';
import { backTypes, chargeTypes, type TransactionType } from './transaction-types.ts';
import type { BankFilter } from './transactions.ts';

/** What of the list's filters says which payments a figure of the dashboard counts; days and branch come with it. */
interface FigureFilter {
  readonly type?: TransactionType[];
  readonly status?: TransactionStatus[];
  readonly bank?: BankFilter;
  readonly days?: 'bank';
}

/**
 * The payments behind each figure of the dashboard, as filters of the list: opened with the days and the branch that
 * the dashboard shows, the list counts exactly that figure (dashboard-payments.test.ts).
 */
export const paymentsBehind: Readonly<
  Record<'sales' | 'attempts' | 'refunded' | 'net' | 'declined', FigureFilter>
> = {
  sales: { type: chargeTypes, status: ['APPROVED'] },
  /** What the approval rate is a share of: every attempt that reached an end. */
  attempts: { type: chargeTypes, status: transactionStatuses.filter((status) => status !== 'INITIALIZED') },
  refunded: { type: backTypes, status: ['APPROVED'] },
  /** Fees, VAT and net are of sales and of what was given back. */
  net: { status: ['APPROVED'] },
  /** Narrowed to one `reason` by each of the reasons. */
  declined: { type: chargeTypes, status: ['DECLINED'] },
};

/**
 * What the bank has not confirmed, whole or one cause of it: with the days of `unconfirmed`, not those of the range, and
 * as it counts them.
 */
export const paymentsUnconfirmed = (
  { byBankDays }: Pick<Dashboard['unconfirmed'], 'byBankDays'>,
  cause: UnconfirmedCause | 'NOT_CONFIRMED' = 'NOT_CONFIRMED',
): FigureFilter => ({ type: chargeTypes, bank: cause, ...(byBankDays && { days: 'bank' }) });
