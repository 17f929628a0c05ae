import { currencies } from '@mizan/contract/money.ts';
import type { Outcome } from '@mizan/contract/reconciliation-terms.ts';
import { entryGroups, groupOfOutcome } from '@mizan/contract/verdict-parts.ts';
import { expect } from 'vitest';
import type { Trial, TrialEntry } from '../../../reconciliation/bank-file-trial.ts';
import { bankFileResultOf } from '../bank-file-result.ts';

type Figure = 'portal_minor' | 'bank_minor' | 'difference_minor';
const sum = (entries: readonly TrialEntry[], figure: Figure): number =>
  entries.reduce((all, entry) => all + Number(entry[figure] ?? 0), 0);

/** Groups that hold an outcome only where its entry is of another kind: see contract/verdict-parts.ts. */
const apart: Record<string, Outcome> = { payouts: 'adjustment', cancelled: 'matched', waits: 'timing' };

/**
 * That every number of a verdict is the sum of the entries which it stands for: by group and currency, by hole, line by
 * line, and from what is expected to what the bank paid.
 */
export function expectToAddUp({ summary, entries }: Trial): void {
  const { groups, holes, bridges } = summary;
  expect(groups.reduce((all, { lines }) => all + lines, 0)).toBe(summary.linesRead);
  expect(entries.map(({ seq }) => Number(seq))).toEqual(entries.map((_, index) => index + 1));
  let after = 0;
  for (const group of entryGroups) {
    const own = groups.filter((each) => each.group === group);
    const count = own.reduce((all, each) => all + each.count, 0);
    const span = entries.slice(after, after + count);
    for (const { outcome } of span)
      if (outcome !== apart[group]) expect(groupOfOutcome[outcome as Outcome]).toBe(group);
    for (const currency of currencies) {
      const inside = span.filter((entry) => entry.currency === currency);
      const said = own.find((each) => each.currency === currency);
      expect({
        group,
        count: inside.length,
        portalMinor: sum(inside, 'portal_minor'),
        bankMinor: sum(inside, 'bank_minor'),
        differenceMinor: sum(inside, 'difference_minor'),
      }).toEqual({
        group,
        count: said?.count ?? 0,
        portalMinor: said?.portalMinor ?? 0,
        bankMinor: said?.bankMinor ?? 0,
        differenceMinor: said?.differenceMinor ?? 0,
      });
    }
    if (group === 'waits') expectHolesToAddUp(span, holes);
    after += count;
  }
  expect(after).toBe(entries.length);
  for (const bridge of bridges) {
    const parts = groups.filter(({ currency }) => currency === bridge.currency);
    const difference = parts.reduce((all, { differenceMinor }) => all + differenceMinor, 0);
    expect(difference).toBe(bridge.bankMinor - bridge.expectedMinor);
  }
  expectBridgesToClose({ summary, entries });
  expectNothingContradicted(summary);
}

function expectHolesToAddUp(waiting: readonly TrialEntry[], holes: Trial['summary']['holes']): void {
  let after = 0;
  for (const hole of holes) {
    const span = waiting.slice(after, after + hole.waitsCount);
    expect(sum(span, 'difference_minor')).toBe(hole.waitsMinor);
    expect(span.every(({ currency }) => currency === hole.currency)).toBe(true);
    if (hole.kind === 'day' && span.length > 0) expect(span[0]?.day).toBe(hole.value);
    after += hole.waitsCount;
  }
  expect(after).toBe(waiting.length);
}

/** Nothing waits, is not whole or asks for a person beside a BALANCED verdict; of an INCOMPLETE one something does. */
function expectNothingContradicted({ verdict, groups, holes, absent }: Trial['summary']): void {
  const has = (group: string): boolean => groups.some((each) => each.group === group && each.count > 0);
  if (verdict === 'BALANCED')
    expect([has('exceptions'), has('waits'), holes, absent]).toEqual([false, false, [], []]);
  if (verdict === 'INCOMPLETE') expect(holes.length > 0 || has('exceptions')).toBe(true);
  for (const { kind, value } of absent)
    expect(holes.some((hole) => hole.kind === kind && hole.value === value)).toBe(true);
}

/** That the bars of each bridge close, and that those of what waits are all that waits. */
function expectBridgesToClose({ summary }: Trial): void {
  for (const { currency, steps } of bankFileResultOf(summary).currencies) {
    const at = (bar: string): number => steps.findIndex((step) => step.bar === bar);
    const amount = (from: number, to: number): number =>
      steps.slice(from, to).reduce((all, { amountMinor }) => all + amountMinor, 0);
    expect(amount(0, at('expected'))).toBe(steps[at('expected')]?.amountMinor);
    expect(amount(at('expected'), at('bankTotal'))).toBe(steps[at('bankTotal')]?.amountMinor);
    const waiting = steps.filter(({ bar }) => bar === 'waits');
    const said = summary.groups.filter((each) => each.group === 'waits' && each.currency === currency);
    expect(waiting.reduce((all, step) => all + step.amountMinor, 0)).toBe(said[0]?.differenceMinor ?? 0);
    expect(waiting.reduce((all, step) => all + step.count, 0)).toBe(said[0]?.count ?? 0);
  }
}
