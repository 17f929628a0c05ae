import type { BankFileResult, BridgeStep, CurrencyVerdict } from '@mizan/contract/reconciliation.ts';
import { type Outcome, outcomes } from '@mizan/contract/reconciliation-terms.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import { listedValuesMax } from '@mizan/contract/transactions.ts';
import type { Hole } from '@mizan/contract/verdict-parts.ts';
import type { Bridge, BridgeCause } from '../../reconciliation/judge/bridge.ts';
import { type CoverageSummary, opensAtMs } from '../../reconciliation/judge/coverage-summary.ts';
import type { Hole as EngineHole } from '../../reconciliation/judge/holes.ts';
import { isoDayOf } from '../../reconciliation/normalise/date-text.ts';
import type { ReconcileSummary } from '../../reconciliation/reconcile-job.ts';
import { groupOf } from './difference-group.ts';

/** What is not due yet stands beside what is missing: both were sold and are not in the file. */
const causeOrder: readonly Outcome[] = ['missingInBank', 'waits', 'timing', ...outcomes];

const total = (bar: BridgeStep['bar'], amountMinor: number, count: number): BridgeStep => ({
  bar,
  isTotal: true,
  amountMinor,
  count,
  group: null,
});

/** A step that is no difference: it belongs to what is expected. */
const plain = (bar: BridgeStep['bar'], amountMinor: number, count: number): BridgeStep => ({
  ...total(bar, amountMinor, count),
  isTotal: false,
});

/**
 * What earlier files' lines said of the payments that this file brings again: a step for the lines that say the same,
 * one for those that are asked about, one for what was corrected since.
 */
function stepsOfBefore({ causes, beforeMinor, beforeCount }: Bridge): BridgeStep[] {
  const same = causes.filter(({ outcome }) => outcome === 'confirmedBefore' || outcome === 'sameAsBefore');
  const correctedMinor = same.reduce((left, { portalMinor }) => left - portalMinor, beforeMinor);
  const correctedCount = same.reduce((left, { count }) => left - count, beforeCount);
  return [
    ...same.map(({ outcome, portalMinor, count }) => plain(outcome, portalMinor, count)),
    ...(correctedCount > 0 ? [plain('broughtBefore', correctedMinor, correctedCount)] : []),
  ];
}

const stepOf = ({ outcome, differenceMinor, count }: BridgeCause): BridgeStep => ({
  bar: outcome,
  isTotal: false,
  amountMinor: differenceMinor,
  count,
  group: groupOf(outcome, differenceMinor),
});

/**
 * The bars of one currency's bridge: total, what earlier files have already, agreed charges and those that are not
 * judged, expected, a step for each cause, total.
 */
function stepsOf(bridge: Bridge, holes: readonly EngineHole[]): BridgeStep[] {
  const own = holes.map(({ currency, waitsCount, waitsMinor }, index) => ({
    number: index + 1,
    count: currency === bridge.currency ? waitsCount : 0,
    minor: currency === bridge.currency ? waitsMinor : 0,
  }));
  const waiting = own.filter(({ count }) => count > 0);
  const causes = withoutWaiting(bridge.causes, waiting)
    .filter(({ differenceMinor }) => differenceMinor !== 0)
    .sort((a, b) => causeOrder.indexOf(a.outcome) - causeOrder.indexOf(b.outcome));
  const [lost, others] = [causes.filter(isMissing), causes.filter((cause) => !isMissing(cause))];
  return [
    total('portalTotal', bridge.portalMinor, bridge.portalCount),
    ...stepsOfBefore(bridge),
    plain('charges', bridge.chargesMinor, 0),
    ...(bridge.notJudgedCount > 0 ? [plain('notJudged', bridge.notJudgedMinor, 0)] : []),
    total('expected', bridge.expectedMinor, 0),
    ...lost.map(stepOf),
    ...stepsOfHoles(waiting),
    ...others.map(stepOf),
    total('bankTotal', bridge.bankMinor, bridge.bankCount),
  ];
}

const isMissing = ({ outcome }: BridgeCause): boolean => outcome === 'missingInBank';

interface Waiting {
  number: number;
  count: number;
  minor: number;
}

const waitingSum = (waiting: readonly Waiting[]): { count: number; minor: number } =>
  waiting.reduce((sum, { count, minor }) => ({ count: sum.count + count, minor: sum.minor + minor }), {
    count: 0,
    minor: 0,
  });

/** The causes without what stands in holes: all that waits, and of what is not due yet what is of an absent part. */
function withoutWaiting(causes: readonly BridgeCause[], waiting: readonly Waiting[]): BridgeCause[] {
  const covered = causes.find(({ outcome }) => outcome === 'waits');
  const inHoles = waitingSum(waiting);
  return causes.flatMap((cause) => {
    if (cause.outcome === 'waits') return [];
    if (cause.outcome !== 'timing') return [cause];
    return [
      {
        ...cause,
        count: cause.count - inHoles.count + (covered?.count ?? 0),
        differenceMinor: cause.differenceMinor - inHoles.minor + (covered?.differenceMinor ?? 0),
      },
    ];
  });
}

/** So many holes have a step of their own; where there are more, the smallest share one. */
const holeStepsMax = 4;

/** A step for each hole that something waits in, the largest first. */
function stepsOfHoles(waiting: readonly Waiting[]): BridgeStep[] {
  const singles = waiting.length > holeStepsMax ? holeStepsMax - 1 : waiting.length;
  const spans = [...waiting.slice(0, singles).map((each) => [each]), waiting.slice(singles)];
  return spans.flatMap((span): BridgeStep[] => {
    const [first, last] = [span[0], span.at(-1)];
    if (!first || !last) return [];
    const { count, minor } = waitingSum(span);
    return [
      { ...plain('waits', minor, count), group: 'notDueYet', holes: { from: first.number, to: last.number } },
    ];
  });
}

const verdictOf = (bridge: Bridge, holes: readonly EngineHole[]): CurrencyVerdict => ({
  currency: bridge.currency,
  expectedMinor: bridge.expectedMinor,
  bankMinor: bridge.bankMinor,
  differenceMinor: bridge.differenceMinor,
  groups: bridge.groups,
  groupCounts: {
    toClaim: bridge.groupCounts.toClaim,
    paidTooMuch: bridge.groupCounts.paidTooMuch,
    ...bridge.figureCounts,
  },
  steps: stepsOf(bridge, holes),
});

const isoInstant = (atMs: number): string => new Date(atMs).toISOString();
const isoOrNull = (atMs: number | null): string | null => (atMs === null ? null : isoInstant(atMs));

const holeOf = ({ fromMs, toMs, edgeMs, ...hole }: EngineHole): Hole => ({
  ...hole,
  from: isoOrNull(fromMs),
  to: isoOrNull(toMs),
  edgeAt: isoOrNull(edgeMs),
});

const placeOf = ({ bankIds, part }: CoverageSummary): Pick<Coverage, 'place'> => {
  const { tids, schemes } = part;
  if ((tids?.length ?? 0) > listedValuesMax) return {};
  return { place: { bankIds: bankIds.map((id) => (id === 0 ? unknownBank : String(id))), tids, schemes } };
};

type Coverage = NonNullable<BankFileResult['coverage']>;
const coverageOf = (coverage: CoverageSummary): Coverage => ({
  partId: coverage.partId,
  ...placeOf(coverage),
  until: isoInstant(coverage.untilMs),
  from: isoOrNull(coverage.fromMs),
  to: isoInstant(coverage.toMs),
  opensAt: isoOrNull(opensAtMs(coverage)),
  newestLineAt: isoInstant(coverage.newestLineMs),
  fileDay: coverage.fileDay,
  exceptions: coverage.exceptions.map(({ toMs, ...one }) => ({ ...one, to: isoOrNull(toMs) })),
  after: coverage.after,
  beforeFirstFile: coverage.beforeFirstFile,
  withoutFile: coverage.withoutFile.map(({ fromMs, toMs, ...one }) => ({
    ...one,
    from: isoInstant(fromMs),
    to: isoInstant(toMs),
  })),
  settlement: coverage.settlement && {
    oldestDay: isoDayOf(coverage.settlement.oldestDay),
    newestDay: isoDayOf(coverage.settlement.newestDay),
  },
  batches: coverage.batches,
});

/** What the engine found, as the portal keeps and shows it. */
export const bankFileResultOf = (summary: ReconcileSummary): BankFileResult => ({
  verdict: summary.verdict,
  absent: summary.absent,
  holes: summary.holes.map(holeOf),
  hiddenHoles: summary.hiddenHoles,
  groups: summary.groups,
  coverage: summary.coverage && coverageOf(summary.coverage),
  isGrossOnly: summary.isGrossOnly,
  isGrossInPart: summary.isGrossInPart,
  currencies: summary.bridges.map((bridge) => verdictOf(bridge, summary.holes)),
  outcomes: summary.bridges.flatMap(({ currency, causes }) =>
    causes.map(({ outcome, count, portalMinor, bankMinor, differenceMinor }) => ({
      outcome,
      currency,
      count,
      portalMinor,
      bankMinor,
      differenceMinor,
    })),
  ),
  exceptionCount: summary.exceptionCount,
  portalCount: summary.portalCount,
  matchedCount: summary.matchedCount,
  warningCount: summary.warningCount,
  byHand: {
    lines: summary.byHand.lines,
    transactions: summary.byHand.transactions,
    entries: summary.byHand.entries,
  },
  rows: { count: summary.rowCount, notCounted: summary.notCounted.counts },
});
