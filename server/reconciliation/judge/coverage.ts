import { isPaymentLine, type Matches, recordState } from '../match/matches.ts';
import type { BankLines } from '../normalise/bank-lines.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { businessDayNumber, type JudgeRules } from './judge-rules.ts';

/**
 * A day at the edge of a file with fewer lines than this share of its busiest day is no day of the file: a late
 * presentment or an old chargeback is not a reason to expect that whole day's payments.
 */
const strayDayShare = 0.1;

/** The business days a file covers, told by its payment lines; all lines where it has none of them. */
export function coveredDays(lines: BankLines, rules: JudgeRules): { fromDay: number; toDay: number } {
  const counts = new Map<number, number>();
  const count = (paymentsOnly: boolean): void => {
    for (let line = 0; line < lines.count; line++) {
      if (paymentsOnly && !isPaymentLine(lines, line)) continue;
      const day = lineDay(lines, line, rules);
      counts.set(day, (counts.get(day) ?? 0) + 1);
    }
  };
  count(true);
  if (counts.size === 0) count(false);
  if (counts.size === 0) return { fromDay: 0, toDay: -1 };
  const days = [...counts.keys()].sort((a, b) => a - b);
  const busiest = Math.max(...counts.values());
  const isStray = (day: number | undefined): boolean => (counts.get(day ?? 0) ?? 0) < busiest * strayDayShare;
  while (days.length > 1 && isStray(days[0])) days.shift();
  while (days.length > 1 && isStray(days.at(-1))) days.pop();
  return { fromDay: days[0] ?? 0, toDay: days.at(-1) ?? 0 };
}

/** The business day of a line; its calendar day where the file gives no time. */
export function lineDay({ columns }: BankLines, line: number, rules: JudgeRules): number {
  const minute = columns.minute[line] as number;
  const day = columns.epochDay[line] as number;
  return minute < 0 ? day : businessDayNumber(day, minute, rules.cutoffMinute);
}

/**
 * Which payments this file ought to pay: approved, not matched by an earlier bank file, and of its days by calendar
 * or by business day, or awaited since an earlier file, or paid by one of its lines. 1 by record.
 */
export function expectedRecords(
  records: PortalRecords,
  matches: Matches,
  days: { fromDay: number; toDay: number },
): Uint8Array {
  const { approved, epochDay, businessDay, awaited } = records.columns;
  const expected = new Uint8Array(records.count);
  const covers = (day: number): boolean => day >= days.fromDay && day <= days.toDay;
  for (let record = 0; record < records.count; record++) {
    const lineOf = matches.lineOf[record] as number;
    if (approved[record] !== 1 || lineOf === recordState.claimedBefore) continue;
    const isOfDays = covers(epochDay[record] as number) || covers(businessDay[record] as number);
    const isAwaited = awaited[record] === 1 && (businessDay[record] as number) <= days.toDay;
    if (lineOf >= 0 || isOfDays || isAwaited) expected[record] = 1;
  }
  return expected;
}
