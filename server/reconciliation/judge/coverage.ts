import { absentOf } from './coverage-absent.ts';
import { cellCount, endsOf, type NewLines, newLinesOf, startsOf } from './coverage-edges.ts';
import { isInside, stretchesOf } from './coverage-gaps.ts';
import {
  type Coverage,
  type CoveragePayments,
  type CoverageQuestion,
  cellOf,
  paymentState,
  type Stretch,
  schemeCount,
  standing,
} from './coverage-model.ts';
import { proposedOpening } from './coverage-part.ts';

/**
 * What a bank file covers, by the rules of docs/reconciliation.md: of every payment whether the file is to bring it,
 * a later one is, no file has its stretch, or it lies before the first file. Nothing is left without an answer.
 */
export function coverageOf(payments: CoveragePayments, question: CoverageQuestion): Coverage {
  const cells = cellCount(payments);
  const isFirst = question.earlier.newestMs === Number.NEGATIVE_INFINITY;
  const openingMs =
    question.openingMs ?? (isFirst ? proposedOpening(payments, question) : Number.NEGATIVE_INFINITY);
  const lines = newLinesOf(payments, question, openingMs, cells);
  const fileDay = Math.min(question.todayDay, question.settlement?.newestDay ?? lines.dueDay);
  const from = startsOf(payments, openingMs, cells);
  const to = endsOf(payments, question, lines, from, fileDay);
  const stretches = stretchesOf(payments, question, lines, from, fileDay);
  const spans = { openingMs, fileDay, from, to, stretches };
  const standings = standingsOf(payments, question, spans);
  const absent = absentOf(payments, question.groupOf, lines, fileDay, standings);
  return {
    fromMs: Math.max(question.earlier.newestMs, openingMs),
    toMs: newestEnd(lines, to),
    openingMs,
    fileDay,
    from,
    to,
    standing: standings,
    stretches,
    absent: absent.parts,
    namedBesideCount: namedBeside(payments, question, spans),
    ofAbsent: absent.payments,
  };
}

/** The newest line or, where the close is known, the close. */
function newestEnd({ newestMs }: NewLines, to: Float64Array): number {
  let newest = newestMs;
  for (const end of to) if (end > newest) newest = end;
  return newest;
}

type Spans = Pick<Coverage, 'openingMs' | 'fileDay' | 'from' | 'to' | 'stretches'>;

function standingsOf(payments: CoveragePayments, question: CoverageQuestion, spans: Spans): Uint8Array {
  const { hostAtMs, terminal, scheme, dueDay, counts, state } = payments;
  const { earlier, groupOf } = question;
  const standings = new Uint8Array(payments.count);
  const own = byPlace(spans.stretches);
  const named = byPlace(earlier.stretches);
  for (let at = 0; at < payments.count; at++) {
    if (counts[at] !== 1) continue;
    const stateOf = state[at] as number;
    if (stateOf === paymentState.line) {
      standings[at] = standing.covered;
      continue;
    }
    if (stateOf !== paymentState.open && stateOf !== paymentState.netted) continue;
    const atMs = hostAtMs[at] as number;
    const schemeOf = scheme[at] as number;
    const place = cellOf(terminal[at] as number, groupOf[schemeOf] as number);
    const cell = cellOf(terminal[at] as number, schemeOf);
    const isOpen = stateOf === paymentState.open;
    if (atMs < spans.openingMs) standings[at] = isOpen ? standing.beforeFirstFile : standing.outside;
    else if (isIn(named, place, atMs)) standings[at] = standing.outside;
    else if (isIn(own, place, atMs)) standings[at] = isOpen ? standing.withoutFile : standing.outside;
    else if (isCovered(question, spans, cell, atMs, dueDay[at] as number)) standings[at] = standing.covered;
    else standings[at] = isOpen ? standing.after : standing.outside;
  }
  return standings;
}

const isCovered = (
  { earlier }: CoverageQuestion,
  { from, to, fileDay }: Spans,
  cell: number,
  atMs: number,
  dueDay: number,
): boolean =>
  (atMs > (from[cell] as number) && atMs <= (to[cell] as number)) ||
  (atMs <= earlier.newestMs && dueDay <= fileDay);

/** Payments of the spans that another file of the same settlement date names: this file is no more whole than that one. */
function namedBeside(payments: CoveragePayments, question: CoverageQuestion, spans: Spans): number {
  const { hostAtMs, terminal, scheme, dueDay, counts, state } = payments;
  let count = 0;
  for (let at = 0; at < payments.count; at++) {
    if (state[at] !== paymentState.namedBeside || counts[at] !== 1) continue;
    const cell = cellOf(terminal[at] as number, scheme[at] as number);
    const atMs = hostAtMs[at] as number;
    if (atMs >= spans.openingMs && isCovered(question, spans, cell, atMs, dueDay[at] as number)) count++;
  }
  return count;
}

const isIn = (stretches: ReadonlyMap<number, Stretch[]>, place: number, atMs: number): boolean =>
  stretches.size > 0 && (stretches.get(place)?.some((stretch) => isInside(stretch, atMs)) ?? false);

function byPlace(stretches: readonly Stretch[]): Map<number, Stretch[]> {
  const places = new Map<number, Stretch[]>();
  for (const stretch of stretches) {
    const place = cellOf(stretch.terminal, stretch.group % schemeCount);
    const known = places.get(place);
    if (known) known.push(stretch);
    else places.set(place, [stretch]);
  }
  return places;
}
