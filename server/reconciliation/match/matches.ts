import { type MatchKey, matchKeys } from '@mizan/contract/reconciliation-terms.ts';
import type { BankLines } from '../normalise/bank-lines.ts';
import { paymentTypes } from '../normalise/line-sums.ts';
import type { RrnKind } from './own-rrns.ts';

/** What `lineOf` says of a record that no line of this file has. */
export const recordState = {
  free: -1,
  /** Matched by an earlier bank file. */
  claimedBefore: -2,
  /** Purchase and reversal of it, both absent from the file: they cancel out. */
  netted: -3,
} as const;

/** Who has whom. Each line has at most one record (a batch line has several), each record at most one line. */
/** What kept a sum from being decided beside the file: more sums of a day than are tried, or too many ways of adding up. */
export type SumBound = 'lines' | 'ways';

interface UndecidedSum {
  ways: number;
  records: number[];
  bound?: SumBound;
  /** With the bound 'lines' how many sums the day has. */
  lineCount?: number;
  /** It is no sum but a line that several refunds of its sale or several payments fit, or an order by a short reference without its place. */
  of?: 'refunds' | 'payments' | 'order';
  /** The key by which it had one of them. */
  key?: MatchKey;
}

export interface Matches {
  recordOf: Int32Array;
  lineOf: Int32Array;
  /** Index into matchKeys by line, -1 for none. */
  matchedBy: Int8Array;
  /** For a line whose payment another line already has: that record, else -1. */
  duplicateOf: Int32Array;
  /** Payments that an earlier file has, and the line that seems to be that one again; every other one of them is its duplicate. */
  againBy: Map<number, number>;
  /** For a line that repeats an unmatched line: that line, else -1. */
  repeats: Int32Array;
  /** The payment a chargeback disputes, which it does not claim; else -1. */
  disputed: Int32Array;
  /** One of `broughtBefore` by line: how it stands to the line by which an earlier file has its payment. */
  before: Uint8Array;
  /** Lines of which a person said whether they are an earlier file's come again. */
  answered: Set<number>;
  /** Lines that only their batch would tell to be an earlier file's, of a batch that brings new payments besides. */
  inNewBatch: Set<number>;
  /** Purchases and their reversals that are both absent, as records. */
  netted: [purchase: number, reversal: number][];
  /** For a sum that its payments do not reach: the payments each of which alone would explain it. */
  sumCandidates: Map<number, number[]>;
  /**
   * Sums that different payments could make up, lines that several payments or refunds of a sale fit alike, and lines that may be of an
   * order or of another one of its number: in how many ways, and which payments these are. One that may also be an earlier file's line
   * again has that payment in `duplicateOf`.
   */
  undecidedSums: Map<number, UndecidedSum>;
  /** Sums that agree with their payments though the line says another count: how many payments there are. */
  countsDiffer: Map<number, number>;
  /** Lines that a person joined to payments, by line the number of the match; of several lines of one payment all. */
  byHand: Map<number, string>;
  /** Of several lines that a person joined to one payment all but the first, and that first one, which has it. */
  joined: Map<number, number>;
  /** Lines whose money is counted with another one of their payment (several-lines.ts). */
  parts: ReadonlyMap<number, PartLine>;
  /** How many lines those are that have such lines, themselves included. */
  partCounts: ReadonlyMap<number, number>;
  /** Payments that a person joined to lines. */
  handRecords: Set<number>;
  /** The order of lines by what stands in them, whatever their order in the file. */
  compareLines: (one: number, other: number) => number;
  /** Whether a line and a payment have two RRNs of the same kind, and not the same one. */
  rrnContradicts: (line: number, record: number) => boolean;
  /** Whose numbers the file's RRNs are. */
  rrnKind: () => RrnKind;
  /** Whether the file's STANs are other numbers, and contradict nothing. */
  hasOwnStans: () => boolean;
}

/** How a line stands to the line of an earlier file that has its payment (docs/decisions/0048). */
export const broughtBefore = {
  /** No earlier file has its payment, or as another payment: by settlement date or batch it is not the same line. */
  no: 0,
  /** Amount, sign, fee and settlement date are equal, or the batch where it brings nothing new. */
  same: 1,
  /** What both lines say is equal, but neither a date nor a batch proves that it is the same line. */
  asked: 2,
  /** The same line, by what both say of date and batch, with other figures. */
  corrected: 3,
} as const;

/** A line whose money is counted with another one of the same payment: that one, and what it paid itself. */
export interface PartLine {
  first: number;
  grossMinor: number;
}

/** By line that has the money of others how many lines they are together. */
export function partCountsOf(parts: ReadonlyMap<number, PartLine>): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { first } of parts.values()) counts.set(first, (counts.get(first) ?? 1) + 1);
  return counts;
}

export const isPaymentLine = (lines: BankLines, line: number): boolean =>
  paymentTypes.includes(lines.columns.type[line] as number);

export const keyCode = (key: MatchKey): number => matchKeys.indexOf(key);

/** Joins an undecided line to the one of its payments that it is of. */
export function giveUndecided(matches: Matches, line: number, record: number): void {
  const { key } = matches.undecidedSums.get(line) ?? {};
  matches.undecidedSums.delete(line);
  matches.recordOf[line] = record;
  matches.lineOf[record] = line;
  if (key !== undefined) matches.matchedBy[line] = keyCode(key);
}
