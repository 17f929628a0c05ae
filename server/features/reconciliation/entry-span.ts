import {
  type EntryParts,
  type FigureFilter,
  figureFilters,
  type MendedFilter,
  mendedFilters,
} from '@mizan/contract/entry-parts.ts';
import type { Currency } from '@mizan/contract/money.ts';
import {
  type BankFileResult,
  type CurrencyVerdict,
  type EntryFilter,
} from '@mizan/contract/reconciliation.ts';
import { type Outcome, outcomes, quietOutcomes } from '@mizan/contract/reconciliation-terms.ts';
import { type EntryGroup, entryGroups, type Hole } from '@mizan/contract/verdict-parts.ts';

/** Where the payments of a hole are; null for any. Those of an absent terminal or scheme stand in its own hole alone. */
export interface HolePlace {
  currency: Hole['currency'];
  day: string | null;
  tid: string | null;
  scheme: string | null;
  withoutTids: string[];
  withoutSchemes: string[];
}

/** Entries that somebody set right, or that speak of one earlier file. */
export interface Mended {
  of: MendedFilter | 'sameAsBefore';
  earlier?: { fileId: string; currency: Currency | null };
}

/** The file's rows from one to another, both included, or those that a total closes, by the number of its note. */
export type SomeRows = { from: number; to: number } | { total: number };

/** Entries after one number and up to another; of these, those of an outcome, where one is given. */
export interface EntrySpan {
  after: number;
  upTo: number;
  outcome?: Outcome;
  /** Of these, those that a figure is of. */
  figure?: FigureFilter;
  /** Of these, those of a hole's place. */
  place?: HolePlace;
  /** Of these, those that somebody set right, or that speak of one earlier file. */
  mended?: Mended;
  /** Of these, those of some of the file's rows. */
  rows?: SomeRows;
  /** How many there are, by the counts of the verdict; null where those do not say it. */
  count: number | null;
}

const all = Number.MAX_SAFE_INTEGER;
const nothing: EntrySpan = { after: 0, upTo: 0, count: 0 };
const isOutcome = (filter: EntryFilter): filter is Outcome =>
  (outcomes as readonly string[]).includes(filter);

/** Where the entries of a filter stand among all of a bank file. */
export function entrySpanOf(
  result: BankFileResult | null,
  filter: EntryFilter,
  { holes, earlier, currency, rows, total }: EntryParts = {},
): EntrySpan {
  if (!result) return nothing;
  if (total !== undefined) return spanOfRows(filter, { total: Number(total) });
  if (rows !== undefined) return spanOfRows(filter, namedRows(rows));
  if (earlier !== undefined) return spanOfEarlier(filter, { fileId: earlier, currency: currency ?? null });
  if (isMended(filter)) return spanOfMended(result, filter);
  if (isFigure(filter)) return spanOfFigure(result, filter);
  if (!result.groups) return spanOfBefore(result, filter);
  if (holes !== undefined && filter === 'missingInBank') return missingOf(result, holes);
  if (holes !== undefined) return spanOfHoles(result, holes);
  if (filter === 'exceptions') return exceptionsOf(result);
  if (filter === 'all') return { after: 0, upTo: all, count: countOf(result, entryGroups) };
  if (isGroup(filter)) {
    const after = countOf(result, entryGroups.slice(0, entryGroups.indexOf(filter)));
    const count = countOf(result, [filter]);
    return { after, upTo: after + count, count };
  }
  const count = countOfOutcome(result, filter);
  // Matched entries are the last ones, and no index holds them.
  if (filter === 'matched') return { after: countOf(result, entryGroups) - count, upTo: all, count };
  // Payouts are lines of adjustments, and no exceptions.
  const upTo = filter === 'adjustment' ? countOf(result, ['exceptions']) : all;
  return { after: 0, upTo, outcome: filter, count };
}

/** Entries of every kind that stand in these rows of the file. */
const spanOfRows = (filter: EntryFilter, rows: SomeRows): EntrySpan =>
  filter === 'all' ? { after: 0, upTo: all, rows, count: null } : nothing;

function namedRows(named: string): SomeRows {
  const [from = 0, to = 0] = named.split('-').map(Number);
  return { from, to };
}

const isFigure = (filter: EntryFilter): filter is FigureFilter =>
  (figureFilters as readonly string[]).includes(filter);

const isMended = (filter: EntryFilter): filter is MendedFilter =>
  (mendedFilters as readonly string[]).includes(filter);

/** Repeated lines of one earlier file, or corrected ones; nothing else is kept by the file that it speaks of. */
const spanOfEarlier = (filter: EntryFilter, earlier: NonNullable<Mended['earlier']>): EntrySpan =>
  filter === 'corrected' || filter === 'sameAsBefore'
    ? { after: 0, upTo: all, mended: { of: filter, earlier }, count: null }
    : nothing;

/** Corrected lines are exceptions. A file of before does not say how many entries lines joined by hand are. */
const spanOfMended = (result: BankFileResult, of: MendedFilter): EntrySpan =>
  of === 'corrected'
    ? { ...exceptionsOf(result), mended: { of }, count: null }
    : { after: 0, upTo: all, mended: { of }, count: result.byHand?.entries ?? null };

/** What is to claim or was paid too much is an exception; entries of the others are in every group. */
function spanOfFigure(result: BankFileResult, figure: FigureFilter): EntrySpan {
  const sum = (count: (verdict: CurrencyVerdict) => number): number =>
    result.currencies.reduce((all, verdict) => all + count(verdict), 0);
  const ofFigure = ({ groupCounts, steps }: CurrencyVerdict): number =>
    (figure === 'portal' ? steps.find(({ bar }) => bar === 'portalTotal')?.count : groupCounts?.[figure]) ??
    0;
  const among =
    figure === 'toClaim' || figure === 'paidTooMuch' ? exceptionsOf(result) : { after: 0, upTo: all };
  return { ...among, figure, count: sum(ofFigure) };
}

/** They are numbered first. */
const exceptionsOf = ({ exceptionCount }: BankFileResult): EntrySpan => ({
  after: 0,
  upTo: exceptionCount,
  count: exceptionCount,
});

const isGroup = (filter: EntryFilter): filter is EntryGroup & EntryFilter =>
  (entryGroups as readonly string[]).includes(filter);

const countOf = ({ groups = [] }: BankFileResult, wanted: readonly EntryGroup[]): number =>
  groups.reduce((sum, { group, count }) => (wanted.includes(group) ? sum + count : sum), 0);

const countOfOutcome = (result: BankFileResult, wanted: Outcome): number =>
  result.outcomes.reduce((sum, { outcome, count }) => (outcome === wanted ? sum + count : sum), 0);

/** Holes 'from-to' or one of them, numbered from 1: what waits is numbered hole by hole. */
function spanOfHoles(result: BankFileResult, named: string): EntrySpan {
  const [from = 1, to = from] = named.split('-').map(Number);
  const waiting = (holes: BankFileResult['holes'] = []): number =>
    holes.reduce((sum, { waitsCount }) => sum + waitsCount, 0);
  const after = countOf(result, ['exceptions']) + waiting(result.holes?.slice(0, from - 1));
  const count = waiting(result.holes?.slice(from - 1, to));
  return { after, upTo: after + count, count };
}

/** What of a hole's place is past its due day: exceptions, of one hole alone. */
function missingOf(result: BankFileResult, named: string): EntrySpan {
  const hole = result.holes?.[Number(named) - 1];
  if (!hole || !['day', 'terminal', 'scheme'].includes(hole.kind)) return nothing;
  const { kind, value, currency } = hole;
  const absent = (wanted: 'terminal' | 'scheme'): string[] =>
    kind === wanted ? [] : result.absent.flatMap((each) => (each.kind === wanted ? [each.value] : []));
  const place: HolePlace = {
    currency,
    day: kind === 'day' ? value : null,
    tid: kind === 'terminal' ? value : null,
    scheme: kind === 'scheme' ? value : null,
    withoutTids: absent('terminal'),
    withoutSchemes: kind === 'terminal' ? [] : absent('scheme'),
  };
  return { ...exceptionsOf(result), place, count: hole.missingCount };
}

const outcomeOfBefore: Partial<Record<EntryFilter, Outcome>> = {
  notDue: 'timing',
  already: 'confirmedBefore',
  confirmed: 'matched',
};

/** A file that was judged before entries were numbered by group: exceptions, what is quiet, what is matched. */
function spanOfBefore(result: BankFileResult, filter: EntryFilter): EntrySpan {
  if (filter === 'exceptions') return exceptionsOf(result);
  if (filter === 'all')
    return { after: 0, upTo: all, count: result.outcomes.reduce((sum, { count }) => sum + count, 0) };
  const outcome = outcomeOfBefore[filter] ?? filter;
  if (!isOutcome(outcome)) return nothing;
  const count = countOfOutcome(result, outcome);
  if (outcome !== 'matched') return { after: 0, upTo: all, outcome, count };
  const quiet = quietOutcomes.filter((each) => each !== 'matched');
  const after = quiet.reduce((sum, each) => sum + countOfOutcome(result, each), result.exceptionCount);
  return { after, upTo: all, count };
}
