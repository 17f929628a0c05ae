import { addDays, daysBetween, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import { type Comparison, comparedDaysMax, type noComparisons } from '@mizan/contract/dashboard-insights.ts';
import { schemes } from '@mizan/contract/transaction-states.ts';
import type { DayWindow } from '../transactions/transaction-window.ts';
import type { BranchName, ComparedRow, Span } from './comparison.queries.ts';
import { edgesOf, startOfHour } from './dashboard-period.ts';

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;

/** The two spans that are compared, hour for hour a week apart. */
export interface ComparedSpans {
  now: Span;
  before: Span;
  previous: DayWindow;
  /** Whether the range still runs: then both spans end at the last whole hour. */
  isCut: boolean;
}

/** A range beside the same days of the week before, or why it is not compared. */
export function comparedSpans(range: DayWindow, at: Date): ComparedSpans | (typeof noComparisons)[number] {
  if (daysBetween(range.from, range.to) + 1 > comparedDaysMax) return 'TOO_LONG';
  const { from, before } = edgesOf(range);
  const lastHour = startOfHour(at);
  const isCut = lastHour < before;
  const end = isCut ? lastHour : before;
  if (end <= from) return 'TOO_EARLY';
  return {
    now: { from, before: end },
    before: { from: weekBefore(from), before: weekBefore(end) },
    previous: { from: addDays(range.from, -7), to: addDays(range.to, -7) },
    isCut,
  };
}

const weekBefore = (at: Date): Date => new Date(at.getTime() - weekMs);

/** The instants at which the hours of the last weeks' same weekday begin, up to an hour of today; oldest day first. */
export const hoursUntil = (days: readonly string[], until: Date, today: string): Date[] => {
  const count = (until.getTime() - startOfRiyadhDay(today).getTime()) / hourMs;
  return days.flatMap((day) => {
    const start = startOfRiyadhDay(day).getTime();
    return Array.from({ length: count }, (_, hour) => new Date(start + hour * hourMs));
  });
};

const both = (row: ComparedRow | undefined) => ({
  now: { salesMinor: row?.nowMinor ?? 0, count: row?.nowCount ?? 0 },
  before: { salesMinor: row?.beforeMinor ?? 0, count: row?.beforeCount ?? 0 },
});

/** The names behind the rows. */
export interface Names {
  branches: readonly BranchName[];
  tids: readonly { id: string; tid: string }[];
  people: readonly { id: string; fullName: string }[];
}

/** The comparison as it is shown. Amounts are halalas, approved purchases in riyals. */
export function comparisonOf(
  { now, before, previous, isCut }: ComparedSpans,
  rows: readonly ComparedRow[],
  names: Names,
): Comparison {
  const branches = new Map(names.branches.map((each) => [each.id, each]));
  const tids = new Map(names.tids.map(({ id, tid }) => [id, tid]));
  const people = new Map(names.people.map(({ id, fullName }) => [id, fullName]));
  return {
    previousFrom: previous.from,
    previousTo: previous.to,
    until: isCut ? now.before.toISOString() : null,
    previousUntil: isCut ? before.before.toISOString() : null,
    branches: rows.flatMap((row) => {
      if (row.branchId === null) return [];
      const { nameEn = '', nameAr = '' } = branches.get(row.branchId) ?? {};
      return [{ id: row.branchId, nameEn, nameAr, ...both(row) }];
    }),
    terminals: rows.flatMap((row) =>
      row.terminalId === null
        ? []
        : [{ id: row.terminalId, tid: tids.get(row.terminalId) ?? '', ...both(row) }],
    ),
    cashiers: rows.flatMap(({ cashierId, ...row }) => {
      if (cashierId === null) return [];
      const id = cashierId === '0' ? null : cashierId;
      const fullName = id === null ? null : (people.get(id) ?? null);
      return [{ id, fullName, ...both({ ...row, cashierId }) }];
    }),
    schemes: schemes.flatMap((scheme) => {
      const row = rows.find((each) => each.scheme === scheme);
      return row ? [{ scheme, ...both(row) }] : [];
    }),
    hours: previous.from === previous.to ? hoursOf(now, rows) : [],
  };
}

/** Every hour of a day's span beside the same one a week before. */
function hoursOf(now: Span, rows: readonly ComparedRow[]): Comparison['hours'] {
  const byHour = new Map(rows.flatMap((row) => (row.hour ? [[row.hour.getTime(), row] as const] : [])));
  const hours: Comparison['hours'] = [];
  for (let at = now.from.getTime(); at < now.before.getTime(); at += hourMs) {
    hours.push({
      at: new Date(at).toISOString(),
      previousAt: new Date(at - weekMs).toISOString(),
      now: both(byHour.get(at)).now,
      before: both(byHour.get(at - weekMs)).before,
    });
  }
  return hours;
}
