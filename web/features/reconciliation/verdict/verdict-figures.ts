import { type FigureFilter, figureFilters } from '@mizan/contract/entry-parts.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type {
  BankFileDetail,
  BankFileResult,
  BridgeBar,
  BridgeStep,
  CurrencyVerdict,
  EntryFilter,
} from '@mizan/contract/reconciliation.ts';
import type { Outcome } from '@mizan/contract/reconciliation-terms.ts';
import {
  type EntryGroup,
  type EntryGroupSum,
  entryGroups,
  groupOfOutcome,
  type Hole,
} from '@mizan/contract/verdict-parts.ts';

/** A hole with its number in the list, from 1. */
export interface NumberedHole extends Hole {
  number: number;
}

/** What is not whole; a file that was judged before its holes were told has what is absent from it. */
export const holesOf = ({ holes, absent }: BankFileResult): NumberedHole[] =>
  (holes ?? absent.map(holeOfBefore)).map((hole, index) => ({ ...hole, number: index + 1 }));

const holeOfBefore = ({ kind, value, count }: BankFileResult['absent'][number]): Hole => ({
  kind,
  value,
  currency: null,
  count,
  earlierCount: 0,
  hereCount: 0,
  waitsCount: 0,
  missingCount: 0,
  waitsMinor: 0,
  outsideMinor: 0,
  from: null,
  to: null,
  edge: null,
  edgeAt: null,
  schemes: [],
  terminals: [],
});

/** Entries by group and currency; of a file of before, told by their outcomes, and without its lines. */
export const groupSumsOf = ({ groups, outcomes }: BankFileResult): EntryGroupSum[] =>
  groups ?? outcomes.map(({ outcome, ...sum }) => ({ ...sum, group: groupOfOutcome[outcome], lines: 0 }));

/** How many entries a group has over all currencies, and how many lines of the file. */
export function groupCounts(result: BankFileResult): Map<EntryGroup, { count: number; lines: number }> {
  const counts = new Map(entryGroups.map((group) => [group, { count: 0, lines: 0 }]));
  for (const { group, count, lines } of groupSumsOf(result)) {
    const known = counts.get(group);
    if (known) Object.assign(known, { count: known.count + count, lines: known.lines + lines });
  }
  return counts;
}

/** How many entries a figure of the head or the bridge is of. */
export const figureCount = ({ currencies }: BankFileResult, figure: FigureFilter): number =>
  currencies.reduce((sum, verdict) => sum + countIn(verdict, figure), 0);

export const countIn = ({ groupCounts: counts, steps }: CurrencyVerdict, figure: FigureFilter): number =>
  (figure === 'portal' ? steps.find(({ bar }) => bar === 'portalTotal')?.count : counts?.[figure]) ?? 0;

/** What the entries of a figure add up to, in signed minor units. */
export function figureMinor(result: BankFileResult, figure: FigureFilter, verdict: CurrencyVerdict): number {
  const { groups, bankMinor, steps } = verdict;
  const sumOf = (...bars: readonly BridgeBar[]): number =>
    steps.reduce((sum, { bar, amountMinor }) => (bars.includes(bar) ? sum + amountMinor : sum), 0);
  if (figure === 'here') return figuresOf(result, verdict).hereMinor;
  if (figure === 'portal') return sumOf('portalTotal');
  if (figure === 'charges') return isTogether(verdict) ? sumOf('charges', 'notJudged') : sumOf('charges');
  if (figure === 'notJudged') return sumOf('notJudged');
  return figure === 'bank' ? bankMinor : groups[figure];
}

const figureNames: Readonly<Record<FigureFilter, string>> = {
  toClaim: 'difference.toClaim',
  paidTooMuch: 'difference.paidTooMuch',
  here: 'difference.here',
  portal: 'bridge.portalTotal',
  charges: 'bridge.charges',
  notJudged: 'bridge.notJudged',
  bank: 'bridge.bankTotal',
};
/** Of a file of before charges are one figure, where all of them are agreed or none is. */
export const isTogether = ({ groupCounts: counts, steps }: CurrencyVerdict): boolean =>
  counts?.notJudged === undefined && steps.some(({ bar }) => bar === 'notJudged');

/** Whether the charges are what was agreed, and what earlier files kept of the payments that this one corrects. */
export const isOfEarlierToo = ({ steps }: { steps: readonly Pick<BridgeStep, 'bar'>[] }): boolean =>
  steps.some(({ bar }) => bar === 'broughtBefore');

/** The parts that are neither to claim nor paid too much, as all of them sets lines of another file right, or is set right by them. */
export type SetRight = Partial<Record<'toClaim' | 'paidTooMuch', 'setRight' | 'setsRight'>>;

export function setRightOf(
  setRight: BankFileDetail['setRight'],
  { currency, groups }: Pick<CurrencyVerdict, 'currency' | 'groups'>,
): SetRight {
  const of = setRight.find((each) => each.currency === currency);
  return {
    ...(of?.amountMinor === -groups.toClaim && { toClaim: 'setRight' }),
    ...(of?.givenMinor === groups.paidTooMuch && { paidTooMuch: 'setsRight' }),
  };
}

/** The key of a figure's name; charges of which none is agreed stand as the bank took them, and what is set right as that. */
export const figureKey = (
  { currencies }: BankFileResult,
  figure: FigureFilter,
  setRight: BankFileDetail['setRight'],
): string => {
  const isAsTaken = figure === 'charges' && currencies.some(isTogether);
  const isOfBoth = figure === 'charges' && currencies.some(isOfEarlierToo);
  const said = currencies
    .filter((verdict) => countIn(verdict, figure) > 0)
    .map((verdict) => setRightOf(setRight, verdict)[figure as keyof SetRight]);
  const [first] = said;
  if (first !== undefined && said.every((each) => each === first))
    return `reconciliation:difference.${first}`;
  if (isOfBoth) return 'reconciliation:bridge.chargesOfBoth';
  return `reconciliation:${isAsTaken ? 'bridge.notJudged' : figureNames[figure]}`;
};
export const isFigure = (tab: string): tab is FigureFilter =>
  (figureFilters as readonly string[]).includes(tab);

/** What the head says of one currency; all signed minor units. */
export interface VerdictFigures {
  currency: Currency;
  /** What the bank paid otherwise than expected in what both sides have, or past its due day: the sum of what is to claim, paid too much, charged back, rounded, carried over and undecided. */
  hereMinor: number;
  /** How many entries differ so; 0 of a file of before. */
  hereCount: number;
  toClaimMinor: number;
  paidTooMuchMinor: number;
  roundingMinor: number;
  /** Chargebacks less what was given back of them. */
  chargebackMinor: number;
  /** Balances of which another file has the other side. */
  carriedOverMinor: number;
  /** Sums of which nobody knows the payments. */
  undecidedSumMinor: number;
  /** What a column of the file that nothing is read from explains. */
  undecidedChargeMinor: number;
  waitsMinor: number;
  waitsCount: number;
  notDueMinor: number;
  notDueCount: number;
  exceptionCount: number;
  /** Whether the file says which entries are to claim and paid too much. */
  isCounted: boolean;
}

/** The difference of one currency taken apart: what is here, what waits for the bank, and what is not due yet. */
export function figuresOf(
  result: BankFileResult,
  { currency, differenceMinor, groups, groupCounts: counts }: CurrencyVerdict,
): VerdictFigures {
  const sums = groupSumsOf(result).filter((each) => each.currency === currency);
  const sum = (group: EntryGroup, figure: 'count' | 'differenceMinor'): number =>
    sums.reduce((all, each) => (each.group === group ? all + each[figure] : all), 0);
  const waitsMinor = sum('waits', 'differenceMinor');
  const notDueMinor = sum('notDue', 'differenceMinor');
  const hereMinor = differenceMinor - waitsMinor - notDueMinor;
  const minorOf = (outcome: Outcome): number =>
    result.outcomes.reduce(
      (all, each) =>
        each.outcome === outcome && each.currency === currency ? all + each.differenceMinor : all,
      0,
    );
  const chargebackMinor = minorOf('chargeback');
  const [carriedOverMinor, undecidedSumMinor] = [minorOf('carriedOver'), minorOf('undecidedSum')];
  const undecidedChargeMinor = minorOf('undecidedCharge');
  const apartMinor = chargebackMinor + carriedOverMinor + undecidedSumMinor + undecidedChargeMinor;
  return {
    currency,
    hereMinor,
    hereCount: counts?.here ?? 0,
    toClaimMinor: groups.toClaim,
    paidTooMuchMinor: groups.paidTooMuch,
    roundingMinor: hereMinor - groups.toClaim - groups.paidTooMuch - apartMinor,
    chargebackMinor,
    carriedOverMinor,
    undecidedSumMinor,
    undecidedChargeMinor,
    waitsMinor,
    waitsCount: sum('waits', 'count'),
    notDueMinor,
    notDueCount: sum('notDue', 'count'),
    exceptionCount: sum('exceptions', 'count'),
    isCounted: counts !== undefined,
  };
}

/** Entries that agree before fees, and differ in what was kept back alone. */
const ofFeesAlone: readonly Outcome[] = ['feeDiffers', 'rounding'];

/**
 * How much of the difference of some entries is fees and VAT, which are in neither side's sum: with it the bank's less the
 * portal's is the difference. 0 where that is not the whole of what is between them.
 */
export function feesWithin(
  { outcomes }: BankFileResult,
  filter: EntryFilter,
  { currency, portalMinor, bankMinor, differenceMinor }: Omit<EntryGroupSum, 'group' | 'count' | 'lines'>,
): number {
  const betweenMinor = differenceMinor - (bankMinor - portalMinor);
  const feesMinor = outcomes
    .filter((each) => each.currency === currency && ofFeesAlone.includes(each.outcome))
    .filter(({ outcome }) => filter === 'all' || filter === outcome || filter === groupOfOutcome[outcome])
    .reduce((sum, each) => sum + each.differenceMinor - (each.bankMinor - each.portalMinor), 0);
  return feesMinor === betweenMinor ? feesMinor : 0;
}

/** What a file states of itself and its lines do not reach, or what of it could not be read. */
const ofWhatIsHere: readonly Hole['kind'][] = [
  'rejectedLines',
  'linesOfTotal',
  'countOfTotal',
  'linesOfPayout',
  'notCompared',
  'figuresBeyond',
  'unreadColumn',
  'feeLines',
  'vatAlone',
  'partOfFile',
  'sheet',
];

/** Whether nil is the whole truth about what is here: no exception, every row read, every total reached. */
export const isHereEven = (result: BankFileResult, { hereMinor, exceptionCount }: VerdictFigures): boolean =>
  hereMinor === 0 && exceptionCount === 0 && !result.absent.some(({ kind }) => ofWhatIsHere.includes(kind));
