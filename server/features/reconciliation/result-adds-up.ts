import { deepStrictEqual } from 'node:assert';
import { amountIn } from '@mizan/contract/entry-figures.ts';
import { currencies } from '@mizan/contract/money.ts';
import type { Outcome } from '@mizan/contract/reconciliation-terms.ts';
import { entryGroups, groupOfOutcome } from '@mizan/contract/verdict-parts.ts';
import { isEven } from '@mizan/contract/verdicts.ts';
import type { Trial, TrialEntry } from '../../reconciliation/bank-file-trial.ts';
import { bankFileResultOf } from './bank-file-result.ts';
import { entrySpanOf } from './entry-span.ts';

type Figure = 'portal_minor' | 'bank_minor' | 'difference_minor';
const sum = (entries: readonly TrialEntry[], figure: Figure): number =>
  entries.reduce((all, entry) => all + Number(entry[figure] ?? 0), 0);

/** Groups that hold an outcome only where its entry is of another kind: see contract/verdict-parts.ts. */
const apart: Record<string, Outcome> = {
  payouts: 'adjustment',
  cancelled: 'matched',
  sums: 'matched',
  waits: 'timing',
};

/**
 * That every number of a verdict is the sum of the entries which it stands for: by group and currency, by hole, line by
 * line, and from what is expected to what the bank paid.
 */
export function expectToAddUp({ summary, entries }: Trial): void {
  const { groups, holes, bridges } = summary;
  deepStrictEqual(
    groups.reduce((all, { lines }) => all + lines, 0),
    summary.linesRead,
  );
  deepStrictEqual(
    entries.map(({ seq }) => Number(seq)),
    entries.map((_, index) => index + 1),
  );
  let after = 0;
  for (const group of entryGroups) {
    const own = groups.filter((each) => each.group === group);
    const count = own.reduce((all, each) => all + each.count, 0);
    const span = entries.slice(after, after + count);
    for (const { outcome } of span)
      if (outcome !== apart[group]) deepStrictEqual(groupOfOutcome[outcome as Outcome], group);
    for (const currency of currencies) {
      const inside = span.filter((entry) => entry.currency === currency);
      const said = own.find((each) => each.currency === currency);
      deepStrictEqual(
        {
          group,
          count: inside.length,
          portalMinor: sum(inside, 'portal_minor'),
          bankMinor: sum(inside, 'bank_minor'),
          differenceMinor: sum(inside, 'difference_minor'),
        },
        {
          group,
          count: said?.count ?? 0,
          portalMinor: said?.portalMinor ?? 0,
          bankMinor: said?.bankMinor ?? 0,
          differenceMinor: said?.differenceMinor ?? 0,
        },
      );
    }
    if (group === 'waits') expectHolesToAddUp(span, holes);
    if (group === 'exceptions') expectMissingToAddUp(summary, span);
    after += count;
  }
  deepStrictEqual(after, entries.length);
  for (const bridge of bridges) {
    const parts = groups.filter(({ currency }) => currency === bridge.currency);
    const difference = parts.reduce((all, { differenceMinor }) => all + differenceMinor, 0);
    deepStrictEqual(difference, bridge.bankMinor - bridge.expectedMinor);
  }
  expectFiguresToAddUp({ summary, entries });
  expectBridgesToClose({ summary, entries });
  expectNothingContradicted(summary);
}

const unsigned: readonly unknown[] = [
  'timing',
  'waits',
  'rounding',
  'undecidedSum',
  'undecidedCharge',
  'countDiffers',
  'carriedOver',
  'chargeback',
];
const isKept = (entry: TrialEntry): boolean =>
  entry.bank_minor !== null && amountIn.charges(sidesOf(entry)) !== 0;
/** As figure-rows.ts has them asked for; written out here, so that the two are held against each other. */
const ofFigure = {
  toClaim: ({ outcome, difference_minor: minor }: TrialEntry) =>
    Number(minor) < 0 && !unsigned.includes(outcome),
  paidTooMuch: ({ outcome, difference_minor: minor }: TrialEntry) =>
    Number(minor) > 0 && !unsigned.includes(outcome),
  portal: ({ portal_minor: portal, bank_minor: bank, line, claims }: TrialEntry) =>
    portal !== null && (line === null || claims === 't' || bank === null),
  here: ({ outcome, difference_minor: minor }: TrialEntry) =>
    Number(minor) !== 0 && outcome !== 'timing' && outcome !== 'waits',
  charges: (entry: TrialEntry) => isKept(entry) && entry.not_judged === 'f',
  notJudged: (entry: TrialEntry) => isKept(entry) && entry.not_judged === 't',
  bank: ({ bank_minor: bank }: TrialEntry) => bank !== null,
};

const minorOrNull = (text: string | null): number | null => (text === null ? null : Number(text));
const sidesOf = (entry: TrialEntry) => ({
  portalMinor: minorOrNull(entry.portal_minor),
  bankMinor: minorOrNull(entry.bank_minor),
  chargeMinor: minorOrNull(entry.charge_minor),
  differenceMinor: Number(entry.difference_minor),
});

/** What is to claim, what was paid too much and the portal's total, each from its own entries; the first two ask for somebody. */
function expectFiguresToAddUp({ summary, entries }: Trial): void {
  for (const bridge of summary.bridges) {
    const { currency, groups, groupCounts, portalMinor, portalCount } = bridge;
    const own = entries.filter((entry) => entry.currency === currency);
    for (const figure of ['toClaim', 'paidTooMuch'] as const) {
      const found = own.filter(ofFigure[figure]);
      deepStrictEqual(
        [figure, found.length, sum(found, 'difference_minor')],
        [figure, groupCounts[figure], groups[figure] + 0],
      );
      deepStrictEqual(
        found.every(({ seq }) => Number(seq) <= summary.exceptionCount),
        true,
      );
    }
    const portal = own.filter(ofFigure.portal);
    deepStrictEqual(
      ['portal', portal.length, sum(portal, 'portal_minor')],
      ['portal', portalCount, portalMinor + 0],
    );
    expectRowsToAddUp(bridge, summary.groups, own);
  }
}

/** The difference in what is here, charges, agreed and not judged, and the bank's total. */
function expectRowsToAddUp(
  bridge: Trial['summary']['bridges'][number],
  groups: Trial['summary']['groups'],
  own: readonly TrialEntry[],
): void {
  const away = groups.reduce(
    (all, { group, currency, differenceMinor }) =>
      currency === bridge.currency && (group === 'waits' || group === 'notDue') ? all + differenceMinor : all,
    0,
  );
  const sums = {
    here: bridge.differenceMinor - away,
    charges: bridge.chargesMinor,
    notJudged: bridge.notJudgedMinor,
    bank: bridge.bankMinor,
  };
  for (const figure of ['here', 'charges', 'notJudged', 'bank'] as const) {
    const count = bridge.figureCounts[figure];
    const found = own.filter(ofFigure[figure]);
    const added = found.reduce((all, entry) => all + amountIn[figure](sidesOf(entry)), 0);
    deepStrictEqual([figure, found.length, added + 0], [figure, count, sums[figure] + 0]);
  }
}

function expectHolesToAddUp(waiting: readonly TrialEntry[], holes: Trial['summary']['holes']): void {
  let after = 0;
  for (const hole of holes) {
    const span = waiting.slice(after, after + hole.waitsCount);
    deepStrictEqual(sum(span, 'difference_minor'), hole.waitsMinor);
    deepStrictEqual(
      span.every(({ currency }) => currency === hole.currency),
      true,
    );
    if (hole.kind === 'day' && span.length > 0) deepStrictEqual(span[0]?.day, hole.value);
    after += hole.waitsCount;
  }
  deepStrictEqual(after, waiting.length);
}

/** What of each hole is past its due day: the missing payments of its place. */
function expectMissingToAddUp(summary: Trial['summary'], exceptions: readonly TrialEntry[]): void {
  const result = bankFileResultOf(summary);
  for (const [index, { kind, value, missingCount }] of summary.holes.entries()) {
    const { place, count } = entrySpanOf(result, 'missingInBank', { holes: String(index + 1) });
    if (!place) continue;
    const found = exceptions.filter(
      ({ outcome, currency, day, tid, scheme }) =>
        outcome === 'missingInBank' &&
        (place.currency === null || currency === place.currency) &&
        (place.day === null || day === place.day) &&
        (place.tid === null || tid === place.tid) &&
        (place.scheme === null || scheme === place.scheme) &&
        !place.withoutTids.includes(tid ?? '') &&
        !place.withoutSchemes.includes(scheme ?? ''),
    );
    deepStrictEqual([kind, value, found.length], [kind, value, missingCount]);
    deepStrictEqual(count, missingCount);
  }
}

/** Nothing waits, is not whole or asks for a person beside a BALANCED or GROSS_AGREED verdict; of an INCOMPLETE one something does. */
function expectNothingContradicted({ verdict, groups, holes, absent }: Trial['summary']): void {
  const has = (group: string): boolean => groups.some((each) => each.group === group && each.count > 0);
  if (isEven(verdict))
    deepStrictEqual([has('exceptions'), has('waits'), holes, absent], [false, false, [], []]);
  if (verdict === 'INCOMPLETE') deepStrictEqual(holes.length > 0 || has('exceptions'), true);
  for (const { kind, value } of absent)
    deepStrictEqual(
      holes.some((hole) => hole.kind === kind && hole.value === value),
      true,
    );
}

/** That the bars of each bridge close, and that those of what waits are all that waits. */
function expectBridgesToClose({ summary }: Trial): void {
  for (const { currency, steps } of bankFileResultOf(summary).currencies) {
    const at = (bar: string): number => steps.findIndex((step) => step.bar === bar);
    const amount = (from: number, to: number): number =>
      steps.slice(from, to).reduce((all, { amountMinor }) => all + amountMinor, 0);
    deepStrictEqual(amount(0, at('expected')), steps[at('expected')]?.amountMinor);
    deepStrictEqual(amount(at('expected'), at('bankTotal')), steps[at('bankTotal')]?.amountMinor);
    const waiting = steps.filter(({ bar }) => bar === 'waits');
    const said = summary.groups.filter((each) => each.group === 'waits' && each.currency === currency);
    deepStrictEqual(
      waiting.reduce((all, step) => all + step.amountMinor, 0),
      said[0]?.differenceMinor ?? 0,
    );
    deepStrictEqual(
      waiting.reduce((all, step) => all + step.count, 0),
      said[0]?.count ?? 0,
    );
  }
}
