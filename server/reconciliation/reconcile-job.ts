import type { Currency } from '@mizan/contract/money.ts';
import type { BankFileStage } from '@mizan/contract/reconciliation.ts';
import type { FileKind, TextEncoding, Verdict } from '@mizan/contract/reconciliation-terms.ts';
import type { Bridge } from './judge/bridge.ts';
import type { Absent } from './judge/verdict.ts';
import type { LineWarning, Rejection } from './normalise/normalise.ts';
import type { NotCounted } from './normalise/rows-not-counted.ts';
import type { TotalCheck } from './normalise/total-checks.ts';
import type { Layout } from './read/columns.ts';

/** What a run of the engine is asked for. All of it passes to the worker thread as a message. */
export interface ReconcileJob {
  filePath: string;
  /** A confirmed or remembered layout; without it the columns are found by their names. */
  layout?: Layout | undefined;
  /** The merchant's cut-off, 'HH:MM' in Riyadh, as the portal keeps it. */
  cutoff: string;
  /** How many days after its business day a payment may still arrive before it counts as missing; 0 for none. */
  lateDays: number;
  /** The business days the file is about, ISO, where a person said so. */
  period?: { from: string; to: string } | undefined;
  /** Today in Riyadh, ISO: no payment is dated later. */
  todayIso: string;
  defaultCurrency?: Currency | undefined;
}

/** What the normalised file needs of the portal, told before its payments are asked for. */
export interface PortalScope {
  /** The business days that the file covers, ISO, both included. */
  fromDay: string;
  toDay: string;
  /**
   * The days whose payments to hand over: the covered ones, and those around them from which a line may come (late
   * presentments, cut-offs, the day before an approval code is booked). Outside the covered days a payment is only
   * looked at, not expected.
   */
  loadFromDay: string;
  loadToDay: string;
  lineCount: number;
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
  scope: PortalScope;
  verdict: Verdict;
  absent: Absent[];
  bridges: Bridge[];
  entryCount: number;
  exceptionCount: number;
  portalCount: number;
  /** Payments that a line or a batch has, of those expected. */
  matchedCount: number;
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
 * end anywhere; `entries` takes COPY text of `entryColumns`, row by row whole, and is awaited before the next chunk.
 */
export interface ReconcileEnds {
  payments: (scope: PortalScope) => AsyncIterable<Uint8Array>;
  entries: (chunk: Uint8Array) => Promise<void> | void;
  progress: (progress: ReconcileProgress) => void;
}
