import { healthSlotMinutes, type LineBreak, type TerminalHistory } from '@mizan/contract/terminal-history.ts';

/** The pictures of a terminal's history, on one time axis: pure. Shares run from 0, where the picture begins, to 1. */

export interface Axis {
  readonly fromMs: number;
  readonly toMs: number;
}
export const axisOf = ({ from, to }: Pick<TerminalHistory, 'from' | 'to'>): Axis => ({
  fromMs: Date.parse(from),
  toMs: Date.parse(to),
});

/** Where an instant stands on the axis, held within it. */
export function shareOf(atMs: number, { fromMs, toMs }: Axis): number {
  return Math.min(1, Math.max(0, (atMs - fromMs) / Math.max(1, toMs - fromMs)));
}

interface Value {
  at: string;
  value: number | null;
}
/** Two samples further apart were not taken one after the other: no line is drawn over what nobody knows. */
const gapMs = 2.5 * healthSlotMinutes * 60_000;

/**
 * Values as lines through a box of 1 by 1, as an SVG path: a new one after each gap. `least` and `most` stand at the foot and
 * at the top. A value without a neighbour is a line too short to see, and drawn as one step.
 */
export function linesOf(
  values: readonly Value[],
  axis: Axis,
  { least, most }: { least: number; most: number },
): string {
  let beforeMs: number | null = null;
  return values
    .flatMap(({ at, value }) => {
      if (value === null) {
        beforeMs = null;
        return [];
      }
      const atMs = Date.parse(at);
      const isNext = beforeMs !== null && atMs - beforeMs <= gapMs;
      beforeMs = atMs;
      const x = shareOf(atMs, axis).toFixed(4);
      const y = (1 - (value - least) / Math.max(1, most - least)).toFixed(4);
      return isNext ? [`L${x} ${y}`] : [`M${x} ${y}`, `h0.001`];
    })
    .join('');
}

export interface Span {
  readonly start: number;
  readonly length: number;
}
const spanOf = (fromMs: number, toMs: number, axis: Axis): Span => {
  const start = shareOf(fromMs, axis);
  return { start, length: shareOf(toMs, axis) - start };
};

/** Breaks of the line on the axis; one that lasts goes to its end. */
export const breakSpans = (breaks: readonly LineBreak[], axis: Axis): Span[] =>
  breaks.map(({ from, to }) => spanOf(Date.parse(from), to === null ? axis.toMs : Date.parse(to), axis));

/** What the log says nothing of, from the beginning of the axis; null where it knows all of it. */
export function unknownSpan({ knownFrom }: TerminalHistory['line'], axis: Axis): Span | null {
  if (knownFrom === null) return { start: 0, length: 1 };
  const knownMs = Date.parse(knownFrom);
  return knownMs > axis.fromMs ? spanOf(axis.fromMs, knownMs, axis) : null;
}

/** How long it was not connected, in ms, within the axis. */
export const brokenMs = (breaks: readonly LineBreak[], axis: Axis): number =>
  breakSpans(breaks, axis).reduce((sum, { length }) => sum + length, 0) * (axis.toMs - axis.fromMs);

/**
 * The part of the known time in which it was connected, in basis points, cut and never rounded up: a break never reads as
 * none. Null where nothing is known.
 */
export function connectedBps({ knownFrom, breaks }: TerminalHistory['line'], axis: Axis): number | null {
  if (knownFrom === null) return null;
  const knownMs = axis.toMs - Math.max(axis.fromMs, Date.parse(knownFrom));
  if (knownMs <= 0) return null;
  return Math.max(0, Math.floor(((knownMs - brokenMs(breaks, axis)) / knownMs) * 10_000));
}

const hourMs = 3_600_000;
/** The hours of the axis, the first one first. */
export function hoursOf({ fromMs, toMs }: Axis): number[] {
  const count = Math.ceil((toMs - fromMs) / hourMs);
  return Array.from({ length: count }, (_, index) => fromMs + index * hourMs);
}

/** The hours that are named below the axis: every third of a day, the first of each day in Riyadh of a week. */
export function marksOf(axis: Axis, hours: '24' | '168'): number[] {
  const hourInRiyadh = (atMs: number): number => (new Date(atMs).getUTCHours() + 3) % 24;
  const every = hours === '24' ? 3 : 24;
  return hoursOf(axis).filter((atMs) => hourInRiyadh(atMs) % every === 0);
}
