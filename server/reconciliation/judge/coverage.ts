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
  const toMs = newestEnd(lines, to);
  const standings = standingsOf(payments, question, { openingMs, fileDay, from, to, toMs, stretches });
  const absent = absentOf(payments, question.groupOf, lines, fileDay, standings);
  return {
    fromMs: Math.max(question.earlier.newestMs, openingMs),
    toMs,
    openingMs,
    fileDay,
    from,
    to,
    standing: standings,
    stretches,
    absent: absent.parts,
    namedBesideCount: standings.reduce(
      (count, one) => (one === standing.coveredBeside ? count + 1 : count),
      0,
    ),
    ofAbsent: absent.payments,
  };
}

/** The newest line or, where the close is known, the close. */
function newestEnd({ newestMs }: NewLines, to: Float64Array): number {
  let newest = newestMs;
  for (const end of to) if (end > newest) newest = end;
  return newest;
}

const mayBeCovered: ReadonlySet<number> = new Set([
  paymentState.open,
  paymentState.netted,
  paymentState.namedBeside,
]);

type Spans = Pick<Coverage, 'openingMs' | 'fileDay' | 'from' | 'to' | 'toMs' | 'stretches'>;

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
    if (!mayBeCovered.has(stateOf)) continue;
    const atMs = hostAtMs[at] as number;
    const schemeOf = scheme[at] as number;
    const place = cellOf(terminal[at] as number, groupOf[schemeOf] as number);
    const cell = cellOf(terminal[at] as number, schemeOf);
    const isOpen = stateOf === paymentState.open;
    if (atMs < spans.openingMs) standings[at] = isOpen ? standing.beforeFirstFile : standing.outside;
    else if (isIn(named, place, atMs)) standings[at] = standing.outside;
    else if (isIn(own, place, atMs)) standings[at] = isOpen ? standing.withoutFile : standing.outside;
    // A file of the settlement day names it: none of them says that it covers until later without it, whatever terminals and
    // schemes its own lines are of.
    else if (stateOf === paymentState.namedBeside)
      standings[at] = atMs <= spans.toMs ? standing.coveredBeside : standing.outside;
    else if (
      (atMs > (spans.from[cell] as number) && atMs <= (spans.to[cell] as number)) ||
      (atMs <= earlier.newestMs && (dueDay[at] as number) <= spans.fileDay)
    )
      standings[at] = standing.covered;
    else standings[at] = isOpen ? standing.after : standing.outside;
  }
  return standings;
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
