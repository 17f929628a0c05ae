import { lineTypes, type MatchKey, matchKeys } from '@mizan/contract/reconciliation-terms.ts';
import type { BankLines } from '../normalise/bank-lines.ts';

/** What `lineOf` says of a record that no line of this file has. */
export const recordState = {
  free: -1,
  /** Matched by an earlier bank file. */
  claimedBefore: -2,
  /** Purchase and reversal of it, both absent from the file: they cancel out. */
  netted: -3,
} as const;

/** Who has whom. Each line has at most one record (a batch line has several), each record at most one line. */
export interface Matches {
  recordOf: Int32Array;
  lineOf: Int32Array;
  /** Index into matchKeys by line, -1 for none. */
  matchedBy: Int8Array;
  /** For a line whose payment another line already has: that record, else -1. */
  duplicateOf: Int32Array;
  /** For a line that repeats an unmatched line: that line, else -1. */
  repeats: Int32Array;
  /** The payment a chargeback disputes, which it does not claim; else -1. */
  disputed: Int32Array;
}

/** Line types that pay or take back a payment; fees, adjustments and payouts have none. */
export const paymentTypes: readonly number[] = ['PURCHASE', 'REFUND', 'REVERSAL'].map((type) =>
  lineTypes.indexOf(type as never),
);

export const isPaymentLine = (lines: BankLines, line: number): boolean =>
  paymentTypes.includes(lines.columns.type[line] as number);

export const keyCode = (key: MatchKey): number => matchKeys.indexOf(key);
