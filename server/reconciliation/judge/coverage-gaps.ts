import type { NewLines } from './coverage-edges.ts';
import {
  type CoveragePayments,
  type CoverageQuestion,
  cellOf,
  dayMs,
  dayOfInstant,
  type EarlierFiles,
  paymentState,
  type Stretch,
  schemeCount,
} from './coverage-model.ts';

/** A gap in batch numbers longer than this is a new numbering, not so many lost batches. */
const batchGapMax = 20;

/**
 * The stretches between the files before and this one that no file holds: where a settlement day or a batch number is
 * left out or, without these, a whole day with payments has no line: a business day, a day on which they are due, or
 * the hours of a day. By terminal and group from the last line before to the first of this file, at most a day beyond
 * the group's. Only those are told in which an open payment lies that was due by the file's day.
 */
export function stretchesOf(
  payments: CoveragePayments,
  question: CoverageQuestion,
  lines: NewLines,
  from: Float64Array,
  fileDay: number,
): Stretch[] {
  if (!Number.isFinite(question.earlier.newestMs) || !Number.isFinite(lines.oldestMs)) return [];
  const ofPart = isFileLacking(payments, question, lines, fileDay);
  const { groupOf, batches, earlier } = question;
  const { hostAtMs, terminal, scheme } = payments;
  const found = new Map<number, Stretch>();
  const ends = endsOfGap(lines, earlier, newestByGroup(from, groupOf));
  for (let at = 0; at < payments.count; at++) {
    if (!isDueAndOpen(payments, at, fileDay)) continue;
    const own = terminal[at] as number;
    const place = cellOf(own, groupOf[scheme[at] as number] as number);
    if (!(isBatchLacking(batches.get(own), earlier.batches.get(own)) ?? ofPart)) continue;
    const stretch = { terminal: own, group: place % schemeCount, ...ends(place) };
    if (isInside(stretch, hostAtMs[at] as number)) found.set(place, stretch);
  }
  return [...found.values()];
}

export const isInside = ({ fromMs, toMs }: Stretch, atMs: number): boolean => atMs > fromMs && atMs < toMs;

/** Whether a file of the whole part is not there between the files before and this one. */
function isFileLacking(
  payments: CoveragePayments,
  question: CoverageQuestion,
  lines: NewLines,
  fileDay: number,
): boolean {
  const { settlement, earlier } = question;
  const gapMs = lines.oldestMs - earlier.newestMs;
  if (settlement && earlier.settlementDay !== null)
    return settlement.oldestDay - earlier.settlementDay > 1 && gapMs >= dayMs;
  return (
    isDueDayLacking(payments, fileDay) ||
    isBusinessDayLacking(payments, lines, question, fileDay) ||
    (gapMs >= dayMs && isDayLacking(payments, lines, question, fileDay))
  );
}

/**
 * Files of a day each: where one is lost, a day at least lies between the lines around it, whenever terminals close. A
 * group without any new line says nothing of a whole file.
 */
function isDayLacking(
  payments: CoveragePayments,
  lines: NewLines,
  { earlier, groupOf }: CoverageQuestion,
  fileDay: number,
): boolean {
  const { hostAtMs, scheme } = payments;
  for (let at = 0; at < payments.count; at++) {
    if (!isDueAndOpen(payments, at, fileDay)) continue;
    const atMs = hostAtMs[at] as number;
    const newestMs = lines.newestInGroup[groupOf[scheme[at] as number] as number] as number;
    if (newestMs > atMs && atMs > earlier.newestMs && atMs < lines.oldestMs) return true;
  }
  return false;
}

const isDueAndOpen = ({ dueDay, counts, state }: CoveragePayments, at: number, fileDay: number): boolean =>
  state[at] === paymentState.open && counts[at] === 1 && (dueDay[at] as number) <= fileDay;

/** A day between what earlier files and this one pay on which something was due and of which nobody has a line. */
function isDueDayLacking(payments: CoveragePayments, fileDay: number): boolean {
  const { count, dueDay, counts, state } = payments;
  let newestBefore = Number.NEGATIVE_INFINITY;
  const withOpen = new Set<number>();
  for (let at = 0; at < count; at++) {
    if (isDueAndOpen(payments, at, fileDay - 1)) withOpen.add(dueDay[at] as number);
    else if (state[at] === paymentState.earlier && (dueDay[at] as number) > newestBefore)
      newestBefore = dueDay[at] as number;
  }
  for (const day of withOpen) if (day <= newestBefore) withOpen.delete(day);
  if (withOpen.size === 0) return false;
  for (let at = 0; at < count; at++) {
    if (counts[at] === 1 && isWithLine(state[at] as number)) withOpen.delete(dueDay[at] as number);
  }
  return withOpen.size > 0;
}

const isWithLine = (state: number): boolean =>
  state === paymentState.line || state === paymentState.earlier || state === paymentState.elsewhere;

/** A whole business day between the last line before and the first new one on which something was sold. */
function isBusinessDayLacking(
  payments: CoveragePayments,
  lines: NewLines,
  { earlier, closingMinute, dayEnd }: CoverageQuestion,
  fileDay: number,
): boolean {
  const end = closingMinute ?? dayEnd;
  const first = dayOfInstant(earlier.newestMs, end);
  const last = dayOfInstant(lines.oldestMs, end);
  if (last - first < 2) return false;
  for (let at = 0; at < payments.count; at++) {
    if (!isDueAndOpen(payments, at, fileDay)) continue;
    const day = dayOfInstant(payments.hostAtMs[at] as number, end);
    if (day > first && day < last) return true;
  }
  return false;
}

/** Undefined where the numbers of the terminal say nothing. */
function isBatchLacking(own: number | undefined, before: number | undefined): boolean | undefined {
  if (own === undefined || before === undefined || own < before || own - before > batchGapMax)
    return undefined;
  return own - before > 1;
}

/**
 * By terminal and group where a gap begins and ends: from the last line before to the first of the file, but at most a
 * day beyond what the group has on any terminal, and not beyond the file.
 */
function endsOfGap(
  lines: NewLines,
  { newestMs, newestOfGroup }: EarlierFiles,
  newestOfPlace: Float64Array,
): (place: number) => { fromMs: number; toMs: number } {
  return (place) => {
    const group = place % schemeCount;
    const before = newestOfGroup[group] as number;
    const after = (lines.oldestInGroup[group] as number) + dayMs;
    // Of a group that no file had yet, nothing but the opening tells where its first file began.
    const from = Math.max(newestOfPlace[place] as number, before - dayMs);
    return {
      fromMs: Number.isFinite(from) ? from : newestMs - dayMs,
      toMs: Math.min(lines.oldestOfGroup[place] as number, after, lines.newestMs + 1),
    };
  };
}

function newestByGroup(from: Float64Array, groupOf: Uint8Array): Float64Array {
  const newest = new Float64Array(from.length).fill(Number.NEGATIVE_INFINITY);
  for (let cell = 0; cell < from.length; cell++) {
    const scheme = cell % schemeCount;
    const place = cell - scheme + (groupOf[scheme] as number);
    if ((from[cell] as number) > (newest[place] as number)) newest[place] = from[cell] as number;
  }
  return newest;
}
