import { isPaymentLine } from './match/matches.ts';
import { anyReference } from './match/reference-passes.ts';
import type { BankLines } from './normalise/bank-lines.ts';
import { epochDayOfIso, isoDayOf } from './normalise/date-text.ts';
import type { PortalRecords } from './normalise/portal-records.ts';
import type { DaySpan, PortalScope } from './reconcile-job.ts';

/** How far around the days of lines payments are loaded: the bank books late, and cut-offs differ. */
export const loadDaysBefore = 7;
export const loadDaysAfter = 1;
/** Further spans are joined to the one before them: a file whose lines are strewn over years is read as one. */
const spansMax = 24;

/** What a file needs of the portal, told by the days of its payment lines; of all lines where it has none of them. */
export function scopeOf(lines: BankLines): PortalScope {
  const days = [...daysOf(lines)].sort((a, b) => a - b);
  const first = days[0] ?? 0;
  const last = days.at(-1) ?? -1;
  return {
    fromDay: isoDayOf(first),
    toDay: isoDayOf(last),
    spans: spansOf(days),
    hasReferences: anyReference(lines),
  };
}

/** A scope with the business days of payments that lines have and that lie beside its spans; the same scope where none does. */
export function scopeWithPayments(
  scope: PortalScope,
  lines: BankLines,
  { columns }: PortalRecords,
  lineOf: Int32Array,
): PortalScope {
  const spans = scope.spans.map(
    ({ fromDay, toDay }) => [epochDayOfIso(fromDay), epochDayOfIso(toDay)] as const,
  );
  const beside = new Set<number>();
  for (let record = 0; record < lineOf.length; record++) {
    if ((lineOf[record] as number) < 0) continue;
    const day = columns.businessDay[record] as number;
    if (!spans.some(([from, to]) => day >= (from as number) && day <= (to as number))) beside.add(day);
  }
  if (beside.size === 0) return scope;
  const days = [...daysOf(lines), ...beside].sort((a, b) => a - b);
  return {
    ...scope,
    fromDay: isoDayOf(days[0] as number),
    toDay: isoDayOf(days.at(-1) as number),
    spans: spansOf(days),
  };
}

function daysOf(lines: BankLines): Set<number> {
  const { epochDay } = lines.columns;
  const found = new Set<number>();
  for (let line = 0; line < lines.count; line++)
    if (isPaymentLine(lines, line)) found.add(epochDay[line] as number);
  if (found.size === 0) for (let line = 0; line < lines.count; line++) found.add(epochDay[line] as number);
  return found;
}

/** One late line of a year ago adds its own days, and not the year. */
function spansOf(days: readonly number[]): DaySpan[] {
  const spans: { from: number; to: number }[] = [];
  for (const day of days) {
    const last = spans.at(-1);
    if (last && (day - loadDaysBefore <= last.to + 1 || spans.length === spansMax))
      last.to = day + loadDaysAfter;
    else spans.push({ from: day - loadDaysBefore, to: day + loadDaysAfter });
  }
  return spans.map(({ from, to }) => ({ fromDay: isoDayOf(from), toDay: isoDayOf(to) }));
}
