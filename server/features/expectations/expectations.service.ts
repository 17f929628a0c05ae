import { usualPaidWithin } from '@mizan/contract/agreed-rate.ts';
import { dueDayOf } from '@mizan/contract/business-day.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import { isFree, isRated, signOf } from '@mizan/contract/transaction-types.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Agreement } from '../banks/agreement.service.ts';
import { closedSpans } from '../banks/banks.service.ts';
import {
  clearLines,
  clearUnsaid,
  type ExpectedAgain,
  insertExpectation,
  insertExpectations,
  selectDaysToExpect,
  selectHeldLines,
  selectOwedByNobody,
  selectOwedOf,
  selectTerms,
  setLines,
  setMissing,
  updateExpectations,
  withdrawExpectation,
} from './expectations.queries.ts';
import { selectCellsOf } from './paid.queries.ts';
import { cellKey, owedChanged, shareDays } from './paid.service.ts';
import { selectCorrectedAmong, settleSetRight } from './set-right.queries.ts';
import { lockOpen, selectClaimed, settleWrittenOff, settleWrittenOffOf } from './written-off.queries.ts';

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
  const { bankId, businessDay } = agreement;
  const { scheme, currency } = payment;
  const expectation = {
    ...owedBy(payment, agreement),
    branchId: payment.branchId,
    terminalId: payment.terminalId,
    scheme: payment.scheme,
    type: payment.type,
    currency: payment.currency,
    grossMinor: signOf(payment) * payment.amountMinor,
    hostAt: payment.createdAt,
  };
  // They leave in one write and are done in this order.
  await Promise.all([
    shareDays(tx, [agreement]),
    insertExpectation(tx, expectation),
    owedChanged(tx, [{ bankId, businessDay, scheme, currency }]),
  ]);
}

/** What the bank owes by an agreement; fee, VAT and net are null where nothing was agreed about them. */
function owedBy(payment: Owed, agreement: Agreement): ExpectedAgain {
  const sign = signOf(payment);
  const isJudged = isFree(payment) || (isRated(payment) && agreement.rate !== null);
  return {
    transactionId: payment.id,
    bankId: agreement.bankId,
    feeMinor: isJudged ? sign * payment.feeMinor : null,
    vatMinor: isJudged ? sign * payment.vatMinor : null,
    netMinor: isJudged ? sign * payment.netMinor : null,
    businessDay: agreement.businessDay,
    dueDay: agreement.dueDay,
  };
}

/** The agreement of payments that are owed already is another one: what the bank's lines said of them stays. */
export async function expectAgain(
  tx: Tx,
  payments: readonly { payment: Owed; agreement: Agreement }[],
): Promise<void> {
  const left = await selectCellsOf(
    tx,
    payments.map(({ payment }) => payment.id),
  );
  const cells = [
    ...left,
    ...payments.map(({ payment: { scheme, currency }, agreement: { bankId, businessDay } }) => ({
      bankId,
      businessDay,
      scheme,
      currency,
    })),
  ];
  await shareDays(tx, cells);
  await updateExpectations(
    tx,
    payments.map(({ payment, agreement }) => owedBy(payment, agreement)),
  );
  await owedChanged(tx, [...new Map(cells.map((cell) => [cellKey(cell), cell])).values()]);
}

/** Payments of a terminal that nobody owes, because nobody said with which bank it is; oldest first, at most `limit`. */
export const owedByNobody = (
  tx: Tx,
  terminalId: string,
  after: string,
  limit: number,
): Promise<{ id: string }[]> => selectOwedByNobody(tx, terminalId, after, limit);

/** Where a walk through what a bank owes for a scheme has come. */
export type OwedPlace = { businessDay: string; id: string };

/** What a bank owes for a scheme from a business day until before another, behind a place; at most `limit`. */
export const owedOf = (
  tx: Tx,
  of: { bankId: string; scheme: string; before: string | null },
  behind: OwedPlace,
  limit: number,
): Promise<OwedPlace[]> => selectOwedOf(tx, of, behind, limit);

/** A payment is no longer held to be approved: the file that had proved it was taken back. */
export async function expectNoMore(tx: Tx, transactionId: string): Promise<void> {
  const cells = await selectCellsOf(tx, [transactionId]);
  await shareDays(tx, cells);
  await withdrawExpectation(tx, transactionId);
  await owedChanged(tx, cells);
}

/** The lines of a file hold the payments in `table` (temporary: transaction_id, bank_line, line). */
export async function lineCame(tx: Tx, table: string, bankFileId: string): Promise<void> {
  const held = await selectHeldLines(tx, table);
  await setLines(tx, held, bankFileId);
  const corrected = await selectCorrectedAmong(tx, held.transactionIds);
  await saidAnew(
    tx,
    corrected.map(({ id }) => id),
  );
}

/**
 * A file was taken back: the payments in `table` (temporary, as `lineCame` has it) are without a line again, and written off
 * where somebody accepted that.
 */
export async function lineWent(tx: Tx, table: string, bankFileId: string): Promise<void> {
  const held = await selectHeldLines(tx, table);
  await clearLines(tx, held, bankFileId);
  await settleWrittenOff(tx, held.transactionIds);
}

/** Of the payments in `table` (temporary, as `lineCame` has it): what stood as confirmed by no file's word is without a line. */
export const unsaidWent = async (tx: Tx, table: string): Promise<void> =>
  void (await clearUnsaid(tx, await selectHeldLines(tx, table)));

/**
 * What people say of payments that no bank paid, or the claims that these stand in, may be other than before: of these payments,
 * or of those that a file names. Like all sums the last that a transaction touches.
 */
export const decidedAnew = async (tx: Tx, transactionIds: readonly string[]): Promise<void> =>
  void (transactionIds.length > 0 && (await settleWrittenOff(tx, transactionIds)));
export const decidedAnewOf = async (tx: Tx, bankFileId: string): Promise<void> =>
  void (await settleWrittenOffOf(tx, bankFileId));

/** Lines of these payments may be set right by another file's, or no more. Like all sums the last that a transaction touches. */
export const saidAnew = async (tx: Tx, transactionIds: readonly string[]): Promise<void> =>
  void (transactionIds.length > 0 && (await settleSetRight(tx, transactionIds)));

/** Which of these payments no line has and nobody wrote off; whoever decides of one of them waits until the transaction ends. */
export const holdOpen = async (tx: Tx, transactionIds: readonly string[]): Promise<Set<string>> =>
  new Set((await lockOpen(tx, transactionIds)).map(({ id }) => id));
/** Which of these payments a claim asks the bank for. */
export const claimedAmong = async (tx: Tx, transactionIds: readonly string[]): Promise<Set<string>> =>
  new Set((await selectClaimed(tx, transactionIds)).map(({ id }) => id));

/** A file was judged, or taken back where `isThere` is false: the payments that it covers without a line. */
export const missingTold = async (tx: Tx, bankFileId: string, isThere: boolean): Promise<void> =>
  void (await setMissing(tx, bankFileId, isThere));

/**
 * Expects the approved payments of a merchant from an instant until before another, after a bulk load, by the bank and
 * the charges that stand on them. As the platform.
 */
export async function expectMany(tx: Tx, merchantId: string, from: Date, until: Date): Promise<void> {
  const terms = await selectTerms(tx, merchantId);
  const closed = await closedSpans(tx);
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
