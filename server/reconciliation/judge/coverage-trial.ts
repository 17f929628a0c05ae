/** For tests of coverage: payments of a part and the files that bring them, with matching taken for granted. */

import { coverageOf } from './coverage.ts';
import {
  type Coverage,
  type CoveragePayments,
  type CoverageQuestion,
  dayOfInstant,
  noEarlierFiles,
  paymentState,
  schemeCount,
  standing,
} from './coverage-model.ts';

export interface BookPayment {
  terminal: number;
  /** Index into schemeNames: 1 is mada. */
  scheme: number;
  hostAtMs: number;
  dueDay: number;
  /** A purchase that was reversed, or its reversal: where neither has a line they cancel out. */
  isReversed?: boolean;
  /** Another file of the same settlement date names it. */
  isNamedBeside?: boolean;
}

export interface BookFile {
  name: string;
  /** Places in the book. */
  lines: readonly number[];
  settlementDay?: number;
  /** By terminal the lowest and the highest batch number. */
  batches?: ReadonlyMap<number, { lowest: number; highest: number }>;
}

export interface BookPart {
  openingMs: number | null;
  closingMinute: number | null;
  cutoffMinute: number;
  groupOf: Uint8Array;
}

/** mada by itself, all other schemes together. */
export const madaApart = Uint8Array.from({ length: 8 }, (_, scheme) => (scheme === 1 ? 1 : 0));

/** What the files of a settlement day came to. */
export interface JudgedUnit {
  files: BookFile[];
  coverage: Coverage;
  /** Places of covered payments without a line: past their due day, and not. */
  missing: number[];
  waits: number[];
  verdict: 'BALANCED' | 'UNBALANCED' | 'INCOMPLETE';
}

/** Judges the files of a part as they come; see `judgeBook`. */
export interface Book {
  /** Takes a file and judges what it touches. Answers all that is judged so far, in the order of newest lines. */
  upload: (file: BookFile, nowMs: number) => readonly JudgedUnit[];
}

/**
 * A book judges files in the order of their newest lines, those of one settlement day as one. A file that comes late
 * judges again what comes after it. Payments that are not yet at the host are not known.
 */
export function newBook(payments: readonly BookPayment[], part: BookPart): Book {
  const columns = columnsOf(payments);
  const namedBy = new Int32Array(payments.length).fill(-1);
  const unitOf = new Int32Array(payments.length).fill(-1);
  const isLate = new Uint8Array(payments.length);
  let units: Unit[] = [];
  let judged: JudgedUnit[] = [];
  let opening = part.openingMs;
  const stateAt = (place: number, index: number): number => {
    const holder = unitOf[place] as number;
    if (holder === index) return paymentState.line;
    if (holder >= 0)
      return holder < index && isLate[place] === 0 ? paymentState.earlier : paymentState.elsewhere;
    if (payments[place]?.isReversed) return paymentState.netted;
    if (payments[place]?.isNamedBeside) return paymentState.namedBeside;
    const namer = namedBy[place] as number;
    return namer >= 0 && namer < index ? paymentState.named : paymentState.open;
  };
  const judge = (index: number, nowMs: number): JudgedUnit => {
    for (let place = 0; place < payments.length; place++) {
      columns.state[place] = stateAt(place, index);
      columns.counts[place] = (columns.hostAtMs[place] as number) <= nowMs ? 1 : 0;
    }
    const question = questionOf(units, index, { ...part, openingMs: opening }, judged, nowMs);
    question.earlier.newestOfGroup = newestByGroup(units.slice(0, index), columns, part.groupOf);
    const coverage = coverageOf(columns, question);
    // The first file proposes it, a person confirms it, and so it stays.
    opening ??= coverage.openingMs;
    const open: number[] = [];
    for (let place = 0; place < payments.length; place++) {
      if (coverage.standing[place] !== standing.covered || columns.state[place] !== paymentState.open)
        continue;
      open.push(place);
      namedBy[place] = index;
    }
    return judgedOf(columns, (units[index] as Unit).files, coverage, open, dayOfInstant(nowMs, 0));
  };
  return {
    upload: (file, nowMs) => {
      const first = place(units, file, columns.hostAtMs);
      first.index = Math.min(first.index, firstNaming(judged, file.lines));
      units = first.units;
      judged = judged.slice(0, first.index);
      for (let at = 0; at < payments.length; at++)
        if ((namedBy[at] as number) >= first.index) namedBy[at] = -1;
      units.forEach(({ files }, index) => {
        const before = newestByGroup(units.slice(0, index), columns, part.groupOf);
        for (const at of files.flatMap(({ lines }) => lines)) {
          unitOf[at] = index;
          const group = part.groupOf[columns.scheme[at] as number] as number;
          isLate[at] = (columns.hostAtMs[at] as number) <= (before[group] as number) ? 1 : 0;
        }
      });
      for (let index = first.index; index < units.length; index++) judged.push(judge(index, nowMs));
      return judged;
    },
  };
}

/** The first unit that said something of a payment which has a line now: covered, without a file, or of an absent part. */
function firstNaming(judged: readonly JudgedUnit[], lines: readonly number[]): number {
  const first = judged.findIndex(({ coverage }) =>
    lines.some((at) => {
      const stands = coverage.standing[at];
      if (stands === standing.after) return coverage.absent.length > 0;
      return stands === standing.covered || stands === standing.withoutFile;
    }),
  );
  return first < 0 ? Number.POSITIVE_INFINITY : first;
}

/** All files at once: what the last of them ends in. */
export function judgeBook(
  payments: readonly BookPayment[],
  files: readonly BookFile[],
  part: BookPart,
  nowMs: number,
): readonly JudgedUnit[] {
  const book = newBook(payments, part);
  return files.map((file) => book.upload(file, nowMs)).at(-1) ?? [];
}

/** Files of one settlement day. */
interface Unit {
  files: BookFile[];
  newestMs: number;
}

/** The units with one file more, and the first of them that it may change. */
function place(
  units: readonly Unit[],
  file: BookFile,
  hostAtMs: Float64Array,
): { units: Unit[]; index: number } {
  const before = units.findIndex(
    ({ files }) => file.settlementDay !== undefined && files[0]?.settlementDay === file.settlementDay,
  );
  const own = before < 0 ? [] : (units[before] as Unit).files;
  const files = [...own, file];
  let newestMs = Number.NEGATIVE_INFINITY;
  for (const { lines } of files)
    for (const at of lines) newestMs = Math.max(newestMs, hostAtMs[at] as number);
  const others = units.filter((_, index) => index !== before);
  const after = others.findIndex((unit) => unit.newestMs > newestMs);
  const index = after < 0 ? others.length : after;
  return {
    units: others.toSpliced(index, 0, { files, newestMs }),
    index: before < 0 ? index : Math.min(index, before),
  };
}

function newestByGroup(units: readonly Unit[], columns: CoveragePayments, groupOf: Uint8Array): Float64Array {
  const newest = new Float64Array(schemeCount).fill(Number.NEGATIVE_INFINITY);
  for (const { files } of units)
    for (const { lines } of files)
      for (const at of lines) {
        const group = groupOf[columns.scheme[at] as number] as number;
        newest[group] = Math.max(newest[group] as number, columns.hostAtMs[at] as number);
      }
  return newest;
}

function judgedOf(
  { dueDay }: CoveragePayments,
  files: BookFile[],
  coverage: Coverage,
  open: readonly number[],
  todayDay: number,
): JudgedUnit {
  const missing = open.filter((at) => (dueDay[at] as number) < todayDay);
  const waits = open.filter((at) => (dueDay[at] as number) >= todayDay);
  const gaps = waits.length + coverage.absent.length + coverage.stretches.length;
  const verdict = missing.length > 0 ? 'UNBALANCED' : gaps > 0 ? 'INCOMPLETE' : 'BALANCED';
  return { files, coverage, missing, waits, verdict };
}

function questionOf(
  units: readonly Unit[],
  index: number,
  part: BookPart,
  before: readonly JudgedUnit[],
  nowMs: number,
): CoverageQuestion {
  const own = units[index]?.files ?? [];
  const earlier = units.slice(0, index).flatMap(({ files }) => files);
  const days = (files: readonly BookFile[]): number[] =>
    files.flatMap(({ settlementDay }) => settlementDay ?? []);
  return {
    ...part,
    dayEnd: part.cutoffMinute,
    nowMs,
    todayDay: dayOfInstant(nowMs, 0),
    settlement:
      days(own).length > 0 ? { oldestDay: Math.min(...days(own)), newestDay: Math.max(...days(own)) } : null,
    batches: batchesOf(own, 'lowest'),
    earlier:
      index === 0
        ? { ...noEarlierFiles }
        : {
            newestMs: units[index - 1]?.newestMs ?? 0,
            newestOfGroup: noEarlierFiles.newestOfGroup,
            settlementDay: days(earlier).length > 0 ? Math.max(...days(earlier)) : null,
            batches: batchesOf(earlier, 'highest'),
            stretches: before.flatMap(({ coverage }) => coverage.stretches),
          },
  };
}

function batchesOf(files: readonly BookFile[], which: 'lowest' | 'highest'): Map<number, number> {
  const found = new Map<number, number>();
  for (const { batches = [] } of files)
    for (const [terminal, numbers] of batches) {
      const known = found.get(terminal) ?? numbers[which];
      found.set(
        terminal,
        which === 'lowest' ? Math.min(known, numbers.lowest) : Math.max(known, numbers.highest),
      );
    }
  return found;
}

function columnsOf(payments: readonly BookPayment[]): CoveragePayments {
  return {
    count: payments.length,
    hostAtMs: Float64Array.from(payments, ({ hostAtMs }) => hostAtMs),
    terminal: Int32Array.from(payments, ({ terminal }) => terminal),
    scheme: Uint8Array.from(payments, ({ scheme }) => scheme),
    dueDay: Int32Array.from(payments, ({ dueDay }) => dueDay),
    counts: new Uint8Array(payments.length),
    state: new Uint8Array(payments.length),
  };
}
