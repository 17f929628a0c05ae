import { dueDayOf } from '@mizan/contract/business-day.ts';
import type { Scheme, TransactionType } from '@mizan/contract/transaction-states.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Agreement, usualPaidWithin } from '../banks/agreement.service.ts';
import {
  clearLines,
  insertExpectation,
  insertExpectations,
  selectClosedSpans,
  selectDaysToExpect,
  selectTerms,
  setLines,
  setMissing,
  withdrawExpectation,
} from './expectations.queries.ts';

/**
 * What banks owe: a row for every approved payment, kept in the transaction that changes the payment, with its sums by
 * bank, day and state (docs/decisions/0050-banks-and-expectations.md). Like the rollups, the sums are the last that a
 * transaction touches, and after those.
 */
export interface Owed {
  id: string;
  type: TransactionType;
  scheme: Scheme;
  currency: string;
  branchId: string;
  terminalId: string;
  createdAt: Date;
  amountMinor: number;
  feeMinor: number;
  vatMinor: number;
  netMinor: number;
}

/** A payment was approved: its bank owes it from now on. */
export async function expect(tx: Tx, payment: Owed, agreement: Agreement): Promise<void> {
  const sign = payment.type === 'PURCHASE' ? 1 : -1;
  const isJudged = agreement.rate !== null || payment.type !== 'PURCHASE';
  await insertExpectation(tx, {
    transactionId: payment.id,
    bankId: agreement.bankId,
    branchId: payment.branchId,
    terminalId: payment.terminalId,
    scheme: payment.scheme,
    type: payment.type,
    currency: payment.currency,
    grossMinor: sign * payment.amountMinor,
    feeMinor: isJudged ? sign * payment.feeMinor : null,
    vatMinor: isJudged ? sign * payment.vatMinor : null,
    netMinor: isJudged ? sign * payment.netMinor : null,
    hostAt: payment.createdAt,
    businessDay: agreement.businessDay,
    dueDay: agreement.dueDay,
  });
}

/** A payment is no longer held to be approved: the file that had proved it was taken back. */
export const expectNoMore = async (tx: Tx, transactionId: string): Promise<void> =>
  void (await withdrawExpectation(tx, transactionId));

/** The lines of a file hold the payments in `table` (temporary: transaction_id, bank_line, line). */
export const lineCame = async (tx: Tx, table: string, bankFileId: string): Promise<void> =>
  void (await setLines(tx, table, bankFileId));

/** A file was taken back: the payments in `table` (temporary: transaction_id) are without a line again. */
export const lineWent = async (tx: Tx, table: string, bankFileId: string): Promise<void> =>
  void (await clearLines(tx, table, bankFileId));

/** Outcomes of entries by which a file says that it covers a payment and has no line of it. */
const missing = ['missingInBank', 'waits'] as const;

/** A file was judged, or taken back where `isThere` is false: the payments that it covers without a line. */
export const missingTold = async (tx: Tx, bankFileId: string, isThere: boolean): Promise<void> =>
  void (await setMissing(tx, bankFileId, isThere ? missing : []));

/**
 * Expects the approved payments of a merchant from an instant until before another, after a bulk load, by the bank and
 * the charges that stand on them. As the platform.
 */
export async function expectMany(tx: Tx, merchantId: string, from: Date, until: Date): Promise<void> {
  const terms = await selectTerms(tx, merchantId);
  const closed = await selectClosedSpans(tx);
  const days = await selectDaysToExpect(tx, merchantId, from, until);
  const due = days.map((each) => {
    const term = terms.findLast(
      (one) => one.bankId === each.bankId && one.scheme === each.scheme && one.validFrom <= each.businessDay,
    );
    const paidWithin = term ?? usualPaidWithin(each.scheme as Scheme);
    return { ...each, dueDay: dueDayOf(each.businessDay, paidWithin, closed) };
  });
  await insertExpectations(tx, merchantId, { from, until, due });
}
