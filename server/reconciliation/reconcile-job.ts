import type { AskedWord } from '@mizan/contract/bank-file-words.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { BankFileStage } from '@mizan/contract/reconciliation.ts';
import { type FileKind, type TextEncoding } from '@mizan/contract/table-form.ts';
import type { EntryGroupSum } from '@mizan/contract/verdict-parts.ts';
import type { Verdict } from '@mizan/contract/verdicts.ts';
import type { Bridge } from './judge/bridge.ts';
import type { JobPart } from './judge/coverage-job.ts';
import type { CoverageSummary } from './judge/coverage-summary.ts';
import type { Hole } from './judge/holes.ts';
import type { PackedEntries } from './judge/packed-entries.ts';
import type { Absent } from './judge/verdict.ts';

import type { LineAnswer } from './match/brought-before.ts';
import type { HandMatch } from './match/hand-matches.ts';
import type { LateKeys } from './match/late-keys.ts';

import type { LineWarning, Rejection } from './normalise/normalise.ts';
import type { SettledFile, SettledLines } from './normalise/paid-elsewhere.ts';
import type { NotCounted } from './normalise/rows-not-counted.ts';
import type { TotalCheck } from './normalise/total-checks.ts';

import type { Layout } from './read/columns.ts';

/** What a run of the engine is asked for. All of it passes to the worker thread as a message. */
export interface ReconcileJob {
  filePath: string;
  /** A confirmed or remembered layout; without it the columns are found by their names. */
  layout?: Layout | undefined;
  /** The merchant's cut-off, 'HH:MM' in Riyadh: for files of several banks. */
  cutoff: string;
  /** Those of its banks, each from a day on (ISO). */
  cutoffs?: BankCutoff[] | undefined;
  /** The confirmed parts of the file's layout with their other files; without any it is all of the lines' banks. */
  parts?: JobPart[] | undefined;
  /** Answers for lines of which it is not known whether an earlier file brought them. */
  answers?: LineAnswer[] | undefined;
  /** Lines that a person joined to payments. */
  handMatches?: HandMatch[] | undefined;
  /** Other files of its bank, whose lines its deposits may pay. */
  settledFiles?: SettledFile[] | undefined;
  /** Today in Riyadh, ISO: no payment is dated later, and what was due before it is missing. */
  todayIso: string;
  /** The instant of judging, epoch milliseconds: no file covers what comes after it. */
  nowMs: number;
  defaultCurrency?: Currency | undefined;
}

interface BankCutoff {
  bankId: number;
  validFrom: string;
  cutoff: string;
}

/** Days, ISO, both included. */
export interface DaySpan {
  fromDay: string;
  toDay: string;
}

/** What the normalised file needs of the portal, told before its payments are asked for. */
export interface PortalScope {
  /** The days of the file's lines, ISO, both included. */
  fromDay: string;
  toDay: string;
  /**
   * The business days whose payments to hand over, oldest first: those of the lines, and those around them from which a
   * line may come (late presentments, cut-offs, the day before an approval code is booked). What is still open of the
   * days before the last is to be handed over besides.
   */
  spans: DaySpan[];
  /** Whether a line names a payment by a reference; without one neither uuid nor order reference need be handed over. */
  hasReferences: boolean;
}

/** The result beside the entries, small enough for a message and a jsonb column. */
export interface ReconcileSummary {
  file: {
    kind: FileKind;
    encoding: TextEncoding | null;
    delimiter: string | null;
    sheet: string | null;
    headerLine: number;
    sizeBytes: number;
  };
  linesRead: number;
  linesRejected: number;
  rejections: Rejection[];
  warnings: LineWarning[];
  warningCount: number;
  totals: TotalCheck[];
  /** All rows of the file: the heading, the lines, those rejected, and those not counted. */
  rowCount: number;
  notCounted: NotCounted;
  /** Words that nobody knows, by which lines are rejected, and those that a person answered for. */
  words: AskedWord[];
  scope: PortalScope;
  verdict: Verdict;
  absent: Absent[];
  /** The same one by one, with what waits because of it; how many are not in the list, and entries by group. */
  holes: Hole[];
  hiddenHoles: number;
  groups: EntryGroupSum[];
  /** Until when it covers, and what it does not; null where no line has a payment, or its part is not known. */
  coverage: CoverageSummary | null;
  /** None or several of the confirmed parts hold its lines: a person is asked, and nothing of it is kept. */
  isPartUnknown: boolean;
  /** Of a paid line at least the file does not say what was kept: of these the gross amounts alone are compared. */
  isGrossOnly: boolean;
  /** And of others it does. */
  isGrossInPart: boolean;
  /** The first due day of the payments that it awaits, ISO: the day after it is to be judged again. */
  nextDueDay: string | null;
  /** What the files whose deposits may pay its lines need to know of it. */
  settled: SettledLines;
  bridges: Bridge[];
  entryCount: number;
  exceptionCount: number;
  portalCount: number;
  /** Payments that a line or a batch has, of those expected. */
  matchedCount: number;
  /** Matches by hand that hold, by their numbers, how many lines and payments they join, and how many entries these are. */
  byHand: { ids: string[]; lines: number; transactions: number; entries: number };
  /** Milliseconds by stage, for benches and logs. */
  stageMs: Record<string, number>;
}

/** How far a stage is; `total` is 0 where it is not known. Bytes while reading, payments while matching, entries while saving. */
export interface ReconcileProgress {
  stage: BankFileStage;
  part: number;
  total: number;
}

/**
 * The ends of a run. `payments` hands over the portal's side as COPY text of `portalColumns`, in chunks that may
 * end anywhere; `entries` takes COPY text of `entryColumns`, row by row whole, and is awaited before the next chunk. Plainly
 * matched ones come after them to `packed`; left away, they are among the others.
 */
export interface ReconcileEnds {
  payments: (scope: PortalScope) => AsyncIterable<Uint8Array>;
  /** In the same form the payments of other days that have one of these keys; left away, none is found there. */
  latePayments?: ((scope: PortalScope, keys: LateKeys) => AsyncIterable<Uint8Array>) | undefined;
  entries: (chunk: Uint8Array) => Promise<void> | void;
  packed?: ((chunk: PackedEntries) => Promise<void> | void) | undefined;
  progress: (progress: ReconcileProgress) => void;
}
