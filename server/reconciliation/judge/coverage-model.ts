/**
 * What the rules of coverage work on: columns of numbers, one place a payment. A bank file covers payments by the time
 * at which they reached the host, by terminal and scheme, within one part of its layout ('branch 2', 'mada only').
 */

/** Places for schemes, and for their groups, in tables by terminal. */
export const schemeCount = 8;

/** What is known of a payment when a file is judged. */
export const paymentState = {
  /** No file has it, and none names it. */
  open: 0,
  /** A line of this file, or of another file of its settlement date or batch, has it. */
  line: 1,
  /** A line of an earlier file of the part has it, and was new when that file came. */
  earlier: 2,
  /** A file has it that says nothing of the edge: a late line, a later file, another part. */
  elsewhere: 3,
  /** It and its reversal cancel out. */
  netted: 4,
  /** No file has it; an earlier file of the part covers it and names it. */
  named: 5,
  /** No file has it; another file of the same settlement date names it. */
  namedBeside: 6,
} as const;

export interface CoveragePayments {
  count: number;
  /** Epoch milliseconds at which the host had it; for one approved offline, when it was sent. */
  hostAtMs: Float64Array;
  /** Id of the terminal, -1 for none; ids are small numbers from 0. */
  terminal: Int32Array;
  /** Index into schemeNames. */
  scheme: Uint8Array;
  /** Days since 1970, or `noDueDay`: not due as far as anybody knows. */
  dueDay: Int32Array;
  /** 1 where the bank owes it and the part holds it. */
  counts: Uint8Array;
  /** One of `paymentState`. */
  state: Uint8Array;
}

/** From the last line before a file that is not there to the first line after it, both excluded. */
export interface Stretch {
  terminal: number;
  group: number;
  fromMs: number;
  toMs: number;
}

/** Batch numbers by terminal, where the file has a column of them. */
type BatchNumbers = ReadonlyMap<number, number>;

export interface CoverageQuestion {
  /** The first instant of the part; null where nobody has confirmed one, and the first file proposes it. */
  openingMs: number | null;
  /** The minute of the day in Riyadh at which the part closes, where that is confirmed. */
  closingMinute: number | null;
  /** End of the bank's business day. */
  dayEnd: DayEnd;
  /** By scheme the group that closes and is paid together, as a small number from 0. */
  groupOf: Uint8Array;
  /** The instant of judging: no file covers what came after it. */
  nowMs: number;
  todayDay: number;
  /** The day on which the bank paid, oldest and newest of the file's lines; null where the file does not say. */
  settlement: { oldestDay: number; newestDay: number } | null;
  /** The lowest batch number among the file's new lines, by terminal. */
  batches: BatchNumbers;
  earlier: EarlierFiles;
}

/** The files of the part whose newest line is older than this file's. */
export interface EarlierFiles {
  /** Their newest line; -Infinity where there are none. */
  newestMs: number;
  /** The same by group: schemes that are paid later have lines that are older, and not late. */
  newestOfGroup: Float64Array;
  settlementDay: number | null;
  /** The highest batch number, by terminal. */
  batches: BatchNumbers;
  /** Stretches that they name as without a file. */
  stretches: readonly Stretch[];
}

export const noEarlierFiles: EarlierFiles = {
  newestMs: Number.NEGATIVE_INFINITY,
  newestOfGroup: new Float64Array(schemeCount).fill(Number.NEGATIVE_INFINITY),
  settlementDay: null,
  batches: new Map(),
  stretches: [],
};

/** How a payment stands to the coverage of a file. */
export const standing = {
  /** Another file has it or names it, or it is none of this part. */
  outside: 0,
  covered: 1,
  /** Nobody has it and this file does not cover it: what a later file is to bring. */
  after: 2,
  withoutFile: 3,
  beforeFirstFile: 4,
  /** This file covers it too, and another of its settlement date names it: it is no more whole than that one. */
  coveredBeside: 5,
} as const;

/** A terminal or scheme of which the file has no new line although it ought to. */
export interface AbsentPart {
  kind: 'terminal' | 'scheme';
  /** Id of the terminal, or index of the scheme. */
  id: number;
  /** How many open payments say so. */
  count: number;
}

export interface Coverage {
  /** The newest line of earlier files, or the opening. -Infinity where a file without new lines opens a part. */
  fromMs: number;
  /** The newest line of the file, or the close where it is known. */
  toMs: number;
  openingMs: number;
  /** The day whose dues the file is to bring. */
  fileDay: number;
  /** By terminal and scheme (`cellOf`): what is covered is after `from` and not after `to`. */
  from: Float64Array;
  to: Float64Array;
  /** By payment, one of `standing`. */
  standing: Uint8Array;
  stretches: Stretch[];
  absent: AbsentPart[];
  /** How many payments are `coveredBeside`. */
  namedBesideCount: number;
  /** By payment, 1 for an open one of an absent terminal or scheme that says so. */
  ofAbsent: Uint8Array;
}

/** Terminals without a number share the first place. */
export const cellOf = (terminal: number, scheme: number): number => (terminal + 1) * schemeCount + scheme;

const minuteMs = 60_000;
export const dayMs = 1_440 * minuteMs;
const riyadhOffsetMs = 180 * minuteMs;

/**
 * When business days end, as a minute of the day in Riyadh: always the same one, or those that hold from an epoch day on,
 * the oldest first (nights of Ramadan end later).
 */
export type DayEnd = number | readonly { fromDay: number; minute: number }[];

/** The minute that holds on a day of the calendar; before the first that is dated, the first. */
const minuteOn = (end: DayEnd, day: number): number =>
  typeof end === 'number'
    ? end
    : (end.findLast(({ fromDay }) => fromDay <= day) ?? end[0] ?? { minute: 0 }).minute;

/** The business day of an instant as days since 1970. */
export function dayOfInstant(atMs: number, end: DayEnd): number {
  const minute = typeof end === 'number' ? end : minuteOn(end, Math.floor((atMs + riyadhOffsetMs) / dayMs));
  return Math.floor((atMs + riyadhOffsetMs - shiftMs(minute)) / dayMs);
}

/** The instant at which a business day begins: in the evening before where days end there, else on its own morning. */
export function startOfDay(day: number, end: DayEnd): number {
  const before = minuteOn(end, day - 1);
  const own = minuteOn(end, day);
  const minute = before >= noonMinute ? before : own >= noonMinute ? 0 : own;
  return day * dayMs - riyadhOffsetMs + shiftMs(minute);
}

const noonMinute = 720;
/** An end in the afternoon or evening ends the same day early, one in the morning lets the night count as yesterday. */
const shiftMs = (endMinute: number): number =>
  (endMinute >= noonMinute ? endMinute - 1_440 : endMinute) * minuteMs;
