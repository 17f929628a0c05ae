import { currencies } from '@mizan/contract/money.ts';
import { type Outcome, outcomes } from '@mizan/contract/reconciliation-terms.ts';
import {
  type EntryGroup,
  type EntryGroupSum,
  entryGroups,
  groupOfOutcome,
} from '@mizan/contract/verdict-parts.ts';
import { recordState } from '../match/matches.ts';
import type { Bridge } from './bridge.ts';
import type { Explained } from './explanation.ts';
import { isOutsideBridge } from './judge.ts';
import { isWholeSum } from './sum-lines.ts';

/** Where entries come from, in the order in which they are numbered: group by group, exceptions first. */
export interface EntryOrder {
  /** Line index, or -1 - record index. */
  items: Int32Array;
  exceptionCount: number;
  /** The rank by which an item stands where it does. */
  rankOf: (item: number) => number;
}

const groupCode = (group: EntryGroup): number => entryGroups.indexOf(group);
const groupByOutcome = outcomes.map((outcome) => groupCode(groupOfOutcome[outcome]));
const awaited = groupCode('waits');
const payouts = groupCode('payouts');
const cancelled = groupCode('cancelled');
const confirmed = groupCode('confirmed');
const sums = groupCode('sums');

/** The place of an outcome's entries among those of its group: as people look at them, with what is matched last. */
const placeOf = (outcome: Outcome): number =>
  outcome === 'matched' ? outcomes.length : outcomes.indexOf(outcome);
const placeByOutcome = outcomes.map(placeOf);
const places = outcomes.length + 1;

/** How many ranks there are: by group, and within it by outcome. */
export const entryRanks = entryGroups.length * places;

/** Where entries of a group end: those of higher ranks are of later ones. */
export const rankAfter = (group: EntryGroup): number => (groupCode(group) + 1) * places;

const rankOf = (group: number, outcome: number): number => group * places + (placeByOutcome[outcome] ?? 0);

/** Where a line stands by its outcome (an index). */
function lineRank({ both }: Explained, line: number, outcome: number): number {
  return rankOf(
    isOutsideBridge(both.lines, line) ? payouts : (groupByOutcome[outcome] ?? confirmed),
    outcome,
  );
}

/** The rank of a line's entry: what a sum kept back stands beside its payments, which are confirmed. */
export function itemRank(work: Explained, line: number): number {
  const outcome = work.judged.lineOutcome[line] as number;
  return isWholeSum(work.matches, work.judged, line) ? rankOf(sums, outcome) : lineRank(work, line, outcome);
}

/** The rank of a payment's own entry. */
export function recordRank({ matches, judged }: Explained, record: number, outcome: number): number {
  if (judged.awaited[record] === 1) return rankOf(awaited, outcome);
  const isCancelled = matches.lineOf[record] === recordState.netted && groupByOutcome[outcome] === confirmed;
  return rankOf(isCancelled ? cancelled : (groupByOutcome[outcome] ?? confirmed), outcome);
}

const emptySum = (group: EntryGroup, currency: EntryGroupSum['currency']): EntryGroupSum => ({
  group,
  currency,
  count: 0,
  lines: 0,
  portalMinor: 0,
  bankMinor: 0,
  differenceMinor: 0,
});

/** Entries, lines and sums by group and currency: the lines add up to all lines read, the sums to the bridges. */
export function entryGroupSums(
  work: Explained,
  order: EntryOrder,
  bridges: readonly Bridge[],
): EntryGroupSum[] {
  const { both, judged } = work;
  const { lines, records } = both;
  const all = entryGroups.map((group) => currencies.map((currency) => emptySum(group, currency)));
  const sumAt = (rank: number, currency: number): EntryGroupSum =>
    all[Math.floor(rank / places)]?.[currency] as EntryGroupSum;
  for (let line = 0; line < lines.count; line++) {
    const rank = lineRank(work, line, judged.lineOutcome[line] as number);
    sumAt(rank, lines.columns.currency[line] as number).lines++;
  }
  for (const { currency, causes } of bridges) addCauses(all, currencies.indexOf(currency), causes);
  for (let index = 0; index < order.items.length; index++) {
    const item = order.items[index] as number;
    const currency = (
      item >= 0 ? lines.columns.currency[item] : records.columns.currency[-1 - item]
    ) as number;
    const own = sumAt(order.rankOf(item), currency);
    own.count++;
    if (item < 0) moveFromHome(work, all, own, -1 - item);
  }
  return all.flat().filter(({ count, lines: ofLines }) => count > 0 || ofLines > 0);
}

/** A payment that stands in another group than its outcome: its amounts go with it. */
function moveFromHome(
  { both, judged }: Explained,
  sums: EntryGroupSum[][],
  own: EntryGroupSum,
  record: number,
): void {
  const outcome = judged.recordOutcome[record] as number;
  const home = sums[groupByOutcome[outcome] ?? confirmed]?.[both.records.columns.currency[record] as number];
  if (!home || home === own) return;
  const amount = both.records.columns.amountMinor[record] as number;
  const difference = judged.recordDifference[record] as number;
  home.portalMinor -= amount;
  home.differenceMinor -= difference;
  own.portalMinor += amount;
  own.differenceMinor += difference;
}

/** The bridge's causes by the groups of their outcomes. */
function addCauses(sums: EntryGroupSum[][], currency: number, causes: Bridge['causes']): void {
  for (const { outcome, portalMinor, bankMinor, differenceMinor } of causes) {
    const sum = sums[groupCode(groupOfOutcome[outcome])]?.[currency] as EntryGroupSum;
    sum.portalMinor += portalMinor;
    sum.bankMinor += bankMinor;
    sum.differenceMinor += differenceMinor;
  }
}
