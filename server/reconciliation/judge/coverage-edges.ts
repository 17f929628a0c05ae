import { noDueDay } from '../normalise/portal-records.ts';
import {
  type CoveragePayments,
  type CoverageQuestion,
  cellOf,
  dayMs,
  dayOfInstant,
  paymentState,
  schemeCount,
  startOfDay,
} from './coverage-model.ts';

const never = Number.NEGATIVE_INFINITY;

/** What the new lines of a file say: those after every line of their group in earlier files, not before the opening. */
export interface NewLines {
  /** The newest of all, and the oldest after all lines of earlier files; -Infinity and Infinity where there is none. */
  newestMs: number;
  oldestMs: number;
  /** The newest due day among them; -Infinity where none is known. */
  dueDay: number;
  /** By terminal and group, in the place of `cellOf(terminal, group)`. */
  oldestOfGroup: Float64Array;
  newestOfGroup: Float64Array;
  /** By group, over all terminals. */
  oldestInGroup: Float64Array;
  newestInGroup: Float64Array;
  terminals: Uint8Array;
  schemes: Uint8Array;
}

/** How many places a table by terminal and scheme needs. */
export function cellCount({ count, terminal }: CoveragePayments): number {
  let largest = -1;
  for (let at = 0; at < count; at++) if ((terminal[at] as number) > largest) largest = terminal[at] as number;
  return cellOf(largest + 1, 0);
}

export function newLinesOf(
  payments: CoveragePayments,
  { earlier, groupOf }: CoverageQuestion,
  openingMs: number,
  cells: number,
): NewLines {
  const { hostAtMs, terminal, scheme, dueDay, counts, state } = payments;
  const found: NewLines = {
    oldestMs: Number.POSITIVE_INFINITY,
    newestMs: never,
    dueDay: never,
    oldestOfGroup: new Float64Array(cells).fill(Number.POSITIVE_INFINITY),
    newestOfGroup: new Float64Array(cells).fill(never),
    oldestInGroup: new Float64Array(schemeCount).fill(Number.POSITIVE_INFINITY),
    newestInGroup: new Float64Array(schemeCount).fill(never),
    terminals: new Uint8Array(cells / schemeCount),
    schemes: new Uint8Array(schemeCount),
  };
  for (let at = 0; at < payments.count; at++) {
    if (state[at] !== paymentState.line || counts[at] !== 1) continue;
    const atMs = hostAtMs[at] as number;
    const own = terminal[at] as number;
    const schemeOf = scheme[at] as number;
    const group = groupOf[schemeOf] as number;
    if (atMs <= (earlier.newestOfGroup[group] as number) || atMs < openingMs) continue;
    const inGroup = cellOf(own, group);
    if (atMs > found.newestMs) found.newestMs = atMs;
    if (atMs < found.oldestMs && atMs > earlier.newestMs) found.oldestMs = atMs;
    if (atMs < (found.oldestInGroup[group] as number)) found.oldestInGroup[group] = atMs;
    if (atMs < (found.oldestOfGroup[inGroup] as number)) found.oldestOfGroup[inGroup] = atMs;
    if (atMs > (found.newestOfGroup[inGroup] as number)) found.newestOfGroup[inGroup] = atMs;
    if (atMs > (found.newestInGroup[group] as number)) found.newestInGroup[group] = atMs;
    const due = dueDay[at] as number;
    if (due !== noDueDay && due > found.dueDay) found.dueDay = due;
    found.terminals[own + 1] = 1;
    found.schemes[schemeOf] = 1;
  }
  return found;
}

/** By cell the newest payment that an earlier file confirmed, or the opening. */
export function startsOf(payments: CoveragePayments, openingMs: number, cells: number): Float64Array {
  // Just before the opening: the opening's own instant is covered.
  const from = new Float64Array(cells).fill(openingMs - 1);
  const { hostAtMs, terminal, scheme, counts, state } = payments;
  for (let at = 0; at < payments.count; at++) {
    if (state[at] !== paymentState.earlier || counts[at] !== 1) continue;
    const cell = cellOf(terminal[at] as number, scheme[at] as number);
    if ((hostAtMs[at] as number) > (from[cell] as number)) from[cell] = hostAtMs[at] as number;
  }
  return from;
}

/**
 * By cell until when the file covers. To the newest line of its terminal among the schemes that close together; beyond
 * it to the close where that is known, else to a day before the newest line of the group on any terminal: but never
 * to a payment that the file's day does not owe yet.
 */
export function endsOf(
  payments: CoveragePayments,
  question: CoverageQuestion,
  lines: NewLines,
  from: Float64Array,
  fileDay: number,
): Float64Array {
  const { groupOf, closingMinute, nowMs } = question;
  const beyond = Array.from({ length: schemeCount }, (_, group) =>
    endOfGroup(lines.newestInGroup[group] as number, closingMinute, nowMs),
  );
  const to = new Float64Array(from.length);
  const sure = new Float64Array(from.length);
  for (let cell = 0; cell < from.length; cell++) {
    const scheme = cell % schemeCount;
    const group = groupOf[scheme] as number;
    const seen = lines.newestOfGroup[cell - scheme + group] as number;
    sure[cell] = Math.max(from[cell] as number, seen);
    to[cell] = Math.max(sure[cell] as number, beyond[group] as number);
  }
  const { hostAtMs, terminal, scheme, dueDay, counts, state } = payments;
  for (let at = 0; at < payments.count; at++) {
    if (state[at] !== paymentState.open || counts[at] !== 1 || (dueDay[at] as number) <= fileDay) continue;
    const cell = cellOf(terminal[at] as number, scheme[at] as number);
    const atMs = hostAtMs[at] as number;
    if (atMs > (sure[cell] as number) && atMs <= (to[cell] as number)) to[cell] = atMs - 1;
  }
  return to;
}

function endOfGroup(newestMs: number, closingMinute: number | null, nowMs: number): number {
  if (newestMs === never) return never;
  if (closingMinute !== null) {
    const day = dayOfInstant(newestMs - 1, closingMinute);
    const close = startOfDay(day + 1, closingMinute);
    // A newest line that lies nearer to the close before it (a clock that is late) does not claim the day that it begins.
    const isOfThisDay = close - newestMs <= newestMs - startOfDay(day, closingMinute);
    if (close <= nowMs && isOfThisDay) return close;
  }
  return newestMs - dayMs;
}
