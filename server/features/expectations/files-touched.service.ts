import type { JudgementCause } from '@mizan/contract/reconciliation.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { hasFileSince } from './files-touched.queries.ts';

/**
 * What banks owe changed after files were judged by it: a job, written in the transaction that changes it, has the files
 * judged again that it touches. A job and not a mark, because a file that is being judged holds its row and then the
 * payments', and a terminal's result the other way round (docs/decisions/0055-answers-about-earlier-files.md).
 */
export const judgeAgainJob = 'reconciliation.judgeAgain';

/** By what files are touched: a payment, what a bank owes by the rate of a scheme or of a terminal, or days whose due days moved. */
export type Touch =
  | { kind: 'payment'; transactionId: string }
  | { kind: 'rate'; bankId: string; scheme: string; from: string; before: string | null }
  | { kind: 'terminal'; terminalId: string }
  | { kind: 'days'; from: string; to: string };

export interface JudgeAgainWork {
  merchantId: string;
  cause: JudgementCause;
  touch: Touch;
}

export const judgeTouched = (tx: Tx, work: JudgeAgainWork, key?: string): Promise<void> =>
  enqueue(tx, judgeAgainJob, { ...work }, key === undefined ? {} : { key });

interface Approved {
  id: string;
  merchantId: string;
  type: TransactionType;
  createdAt: Date;
  businessDay: string;
}

/** A payment was approved just now. A reversal also touches the files of the payment that it takes back. */
export async function approvalTouches(tx: Tx, payment: Approved): Promise<void> {
  const isReversal = payment.type === 'REVERSAL';
  if (!isReversal && !(await hasFileSince(tx, payment))) return;
  await judgeTouched(tx, {
    merchantId: payment.merchantId,
    cause: { kind: isReversal ? 'reversed' : 'approvedSince', transactionId: payment.id },
    touch: { kind: 'payment', transactionId: payment.id },
  });
}
