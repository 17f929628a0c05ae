import type { BankFileResult, BridgeStep, CurrencyVerdict } from '@mizan/contract/reconciliation.ts';
import { type Outcome, outcomes } from '@mizan/contract/reconciliation-terms.ts';
import type { Bridge, BridgeCause } from '../../reconciliation/judge/bridge.ts';
import type { ReconcileSummary } from '../../reconciliation/reconcile-job.ts';
import { groupOf } from './difference-group.ts';

/** What is not due yet stands beside what is missing: both were sold and are not in the file. */
const causeOrder: readonly Outcome[] = ['missingInBank', 'timing', ...outcomes];

const total = (bar: BridgeStep['bar'], amountMinor: number, count: number): BridgeStep => ({
  bar,
  isTotal: true,
  amountMinor,
  count,
  group: null,
});

const stepOf = ({ outcome, differenceMinor, count }: BridgeCause): BridgeStep => ({
  bar: outcome,
  isTotal: false,
  amountMinor: differenceMinor,
  count,
  group: groupOf(outcome, differenceMinor),
});

/** The bars of one currency's bridge: total, agreed charges, expected, a step for each cause, total. */
function stepsOf(bridge: Bridge): BridgeStep[] {
  const causes = bridge.causes
    .filter(({ differenceMinor }) => differenceMinor !== 0)
    .sort((a, b) => causeOrder.indexOf(a.outcome) - causeOrder.indexOf(b.outcome));
  return [
    total('portalTotal', bridge.portalMinor, bridge.portalCount),
    { bar: 'charges', isTotal: false, amountMinor: bridge.chargesMinor, count: 0, group: null },
    total('expected', bridge.expectedMinor, 0),
    ...causes.map(stepOf),
    total('bankTotal', bridge.bankMinor, bridge.bankCount),
  ];
}

const verdictOf = (bridge: Bridge): CurrencyVerdict => ({
  currency: bridge.currency,
  expectedMinor: bridge.expectedMinor,
  bankMinor: bridge.bankMinor,
  differenceMinor: bridge.differenceMinor,
  groups: bridge.groups,
  steps: stepsOf(bridge),
});

/** What the engine found, as the portal keeps and shows it. */
export const bankFileResultOf = (summary: ReconcileSummary): BankFileResult => ({
  verdict: summary.verdict,
  absent: summary.absent,
  currencies: summary.bridges.map(verdictOf),
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
  rows: { count: summary.rowCount, notCounted: summary.notCounted.counts },
});
