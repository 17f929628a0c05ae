import type { NamedClosedSpan, SettlementCell, SettlementDay } from '@mizan/contract/settlement.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import type { TFunction } from 'i18next';
import { bankDayFormat } from '../../platform/bank-day.ts';
import { dateFormat, dateRangeFormat, formatAmount } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';

/** Months are those that banks count by, whichever calendar was chosen; the Hijri days of a month stand in the heading. */
const bankCalendar = 'gregory';
/** November 2026 */
export const formatMonth = dateFormat({ month: 'long', year: 'numeric' }, bankCalendar);
/** M */
export const formatWeekdayLetter = dateFormat({ weekday: 'narrow' }, bankCalendar);
/** 16 */
export const formatDayNumber = dateFormat({ day: 'numeric' }, bankCalendar);
/** Monday, November 16 */
export const formatDayOfMonth = bankDayFormat({ weekday: 'long', month: 'long', day: 'numeric' });
/** November 16 */
export const formatPlainDay = dateFormat({ month: 'long', day: 'numeric' });
/** Jumada I 20 – Jumada II 20, 1448 AH */
export const formatHijriRange = dateRangeFormat(
  { year: 'numeric', month: 'long', day: 'numeric' },
  'islamic-umalqura',
);

export const inLanguage = ({ nameEn, nameAr }: { nameEn: string; nameAr: string }): string =>
  nameIn({ nameEn, nameAr });

export function bankName(
  id: string,
  banks: readonly { id: string; nameEn: string; nameAr: string }[],
  t: TFunction,
): string {
  const bank = banks.find((each) => each.id === id);
  return id === unknownBank || !bank ? t('settlement:unknownBank.name') : inLanguage(bank);
}

/** Why banks are closed on a day; null where they are not. */
export interface Ground {
  kind: 'weekend' | 'holiday' | 'proposed';
  text: string;
}

/** A confirmed holiday goes before a proposed one, and both before the weekend. */
export function groundOf(day: string, closed: readonly NamedClosedSpan[], t: TFunction): Ground | null {
  const spans = closed.filter(({ from, to }) => day >= from && day <= to);
  const span = spans.find(({ isProposed }) => !isProposed) ?? spans[0];
  if (span) {
    const kind = span.isProposed ? 'proposed' : 'holiday';
    return { kind, text: `${t(`settlement:ground.${kind}`)}: ${inLanguage(span)}` };
  }
  // 5 is Friday, 6 Saturday.
  const isWeekend = new Date(`${day}T00:00:00Z`).getUTCDay() >= 5;
  return isWeekend ? { kind: 'weekend', text: t('settlement:ground.weekend') } : null;
}

/** How late, in working days; a day that passed into closed ones has none behind it yet. */
export const lateText = (lateDays: number, t: TFunction): string =>
  lateDays === 0 ? t('settlement:late.closedSince') : t('settlement:late.days', { count: lateDays });

/** How late it goes on to be behind the last day of its strip, which shows two weeks; null where that says it. */
export function lateBeyond({
  strip,
  lateDays,
  deposit,
}: Pick<SettlementCell, 'strip' | 'lateDays'> & { deposit: Pick<SettlementDay['deposit'], 'lateDays'> }):
  | number
  | null {
  const late = Math.max(lateDays ?? 0, deposit.lateDays ?? 0);
  return late > (strip.at(-1)?.late ?? late) ? late : null;
}

/** What deposits say of a cell, where they say anything: 'short by 1,432.18'. */
export function depositSaid({ deposit }: Pick<SettlementDay, 'deposit'>, t: TFunction): string[] {
  const { state, differenceMinor } = deposit;
  if (state === 'NOT_DUE' || state === 'DUE' || state === 'UNRECORDED') return [];
  const word = t(`settlement:deposit.state.${state}`);
  if (state !== 'SHORT' && state !== 'OVER') return [word];
  const amount = formatAmount(Math.abs(differenceMinor ?? 0));
  return [t('settlement:deposit.off', { word, amount })];
}
