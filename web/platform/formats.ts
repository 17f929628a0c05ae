import { apartOf } from '@mizan/contract/apart.ts';
import { riyadhDay as dayInRiyadh } from '@mizan/contract/business-day.ts';
import { type Currency, decimalText } from '@mizan/contract/money.ts';
import type { DigitChoice } from '@mizan/contract/preferences.ts';
import { type Language, language } from './language.ts';
import { shownPreferences } from './preferences.ts';

/**
 * How figures and dates are shown: en-US or ar-EG digits and words, the clock of Riyadh, amounts as value/100
 * with two decimals (rules S9). A person may choose other digits, and the Umm al-Qura calendar
 * first; everything that shows a number or a date goes through here and obeys. Nothing here rounds money.
 */
const numbering = { language: '', latin: '-u-nu-latn', arabic: '-u-nu-arab' } as const;
/** The locale of a language with these digits. */
export const localeOf = (spoken: Language, digits: DigitChoice): string =>
  (spoken === 'en' ? 'en-US' : 'ar-EG') + numbering[digits];
const { digits: chosenDigits, calendar: firstCalendar } = shownPreferences;
export const locale = localeOf(language, chosenDigits);
export const timeZone = 'Asia/Riyadh';

const latinOf: Readonly<Record<string, string>> = { '٫': '.', '٬': ',', '٪': '%' };
/**
 * A text of ours with the digits that were chosen: Arabic ones ('٨ خانات على الأقل') become Latin where those were.
 * Digits of English texts stay, because examples and identifiers that people type are among them.
 */
export function withChosenDigits(text: string): string {
  if (chosenDigits !== 'latin') return text;
  return text.replace(/[٠-٩٫٬٪]/g, (sign) => latinOf[sign] ?? String('٠١٢٣٤٥٦٧٨٩'.indexOf(sign)));
}

/** The calendar that dates are told in, and the one that stands beside a date that stands alone. */
export const dateCalendar = firstCalendar === 'ummAlQura' ? 'islamic-umalqura' : 'gregory';
export const otherCalendar = firstCalendar === 'ummAlQura' ? 'gregory' : 'islamic-umalqura';
/** The locale of a calendar to choose days on. */
export const localeWith = (calendar: string): string => new Intl.Locale(locale, { calendar }).toString();
/** Days are typed as people here write them, day first, also in English. */
export const typedLocale = localeWith(dateCalendar).replace('en-US', 'en-GB');

const minusSign = '\u2212';
const leftToRightIsolate = '\u2066';
const popIsolate = '\u2069';
const leftToRightMark = '\u200e';

/** Wraps Latin text for an Arabic sentence; plain digits and English sentences need no wrapping. */
export function isolateLtr(text: string): string {
  const turnsAround = language !== 'en' && /[A-Za-z+\-−]/.test(text) && !/[\u0600-\u06ff]/.test(text);
  return turnsAround ? leftToRightIsolate + text + popIsolate : text;
}

/** A name in a line of facts: by its own direction, so that an Arabic one takes no figure behind it to its other side. */
export const isolated = (name: string): string => `\u2068${name}${popIsolate}`;

/** Formats cost more to make than all else that a page's first moment does: each is made when it is wanted. */
function whenWanted<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const integers = new Intl.NumberFormat(locale);
const hasArabicDigits = integers.resolvedOptions().numberingSystem === 'arab';
/** Between facts of one line: 'Mada', '9 payments'. */
export const apart = apartOf(language, hasArabicDigits);

/** Behind Latin digits in an Arabic sentence the sign would change sides: marks hold it, as ar-EG itself does. */
const percentSign = hasArabicDigits ? '٪' : language === 'en' ? '%' : `${leftToRightMark}%${leftToRightMark}`;

/**
 * Arabic digits of an English date in their order: two of them with no letter between ('٢٤, ٢٠٢٦') would change
 * places, as they do in Arabic, if no mark stood behind each.
 */
export const inOrder = (text: string, spoken: Language = language): string =>
  spoken === 'en' ? text.replace(/[٠-٩][٠-٩:]*/g, `$&${leftToRightMark}`) : text;

const decimals = whenWanted(
  () => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);
const compact = whenWanted(
  () => new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 }),
);

export const formatNumber = (value: number): string => integers.format(value);
/** A round value beside a line of a chart, in full: 0.25 said as '0.3' would stand at another height than it says. */
export const formatCompact = (value: number): string => compact().format(value);

export interface AmountParts {
  /** '', '−' or '+': drawn left of the figure in both directions. */
  sign: string;
  /** The magnitude in the language's digits: '1,240.00'. */
  figure: string;
}

/** Minor units as a figure and its sign. `signed` also shows a plus. Exact for every safe integer. */
export function amountParts(amountMinor: number, signed = false): AmountParts {
  const figure = decimals().format(decimalText(Math.abs(amountMinor)) as unknown as number);
  const sign = amountMinor < 0 ? minusSign : signed && amountMinor > 0 ? '+' : '';
  return { sign, figure };
}

/** An amount as plain text for sentences and titles; on screen, `<Amount>` keeps its columns. */
export function formatAmount(
  amountMinor: number,
  options: { signed?: boolean; currency?: string } = {},
): string {
  const { sign, figure } = amountParts(amountMinor, options.signed);
  const text =
    sign === '' || language === 'en' ? sign + figure : leftToRightIsolate + sign + figure + popIsolate;
  return options.currency === undefined ? text : `${text} ${options.currency}`;
}

/**
 * Basis points as a percentage: value/100 with two decimals and the sign (rules S9), on every
 * screen. What a device itself counts in whole percent is `formatWholePercent`.
 */
export function formatPercent(valueBps: number): string {
  const figure = decimals().format(Math.abs(valueBps) / 100);
  return (valueBps < 0 ? minusSign : '') + figure + percentSign;
}

/** A reading that comes in whole percent (0 to 100), as a battery's: '73%'. Decimals would claim what nobody measured. */
export const formatWholePercent = (percent: number): string => formatNumber(percent) + percentSign;

type Moment = string | number | Date;
/** A calendar day ('2026-11-24') is read at noon of Riyadh, so that no time zone moves it. */
const instantOf = (moment: Moment): Date =>
  typeof moment === 'string' && /^\d{4}-\d\d-\d\d$/.test(moment)
    ? new Date(`${moment}T12:00:00+03:00`)
    : new Date(moment);

/** How a date is told: made when it is first wanted. */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  calendar: string = dateCalendar,
): (moment: Moment) => string {
  const format = whenWanted(() => new Intl.DateTimeFormat(locale, { timeZone, calendar, ...options }));
  return (moment) => inOrder(format().format(instantOf(moment)));
}

/** Nov 24, 2026 */
export const formatDate = dateFormat({ year: 'numeric', month: 'short', day: 'numeric' });
/** Nov 24 */
export const formatDay = dateFormat({ month: 'short', day: 'numeric' });
/** Tuesday, November 24, 2026 */
export const formatLongDate = dateFormat({ weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' });
/** Sunday, Nov 15 */
export const formatWeekday = dateFormat({ weekday: 'long', month: 'short', day: 'numeric' });
/** Sunday */
export const formatWeekdayName = dateFormat({ weekday: 'long' });
/** Jumada II 14, 1448 AH: the other calendar's date, beside a date that stands alone. */
export const formatOtherCalendar = dateFormat(
  { year: 'numeric', month: 'long', day: 'numeric' },
  otherCalendar,
);
/** 2:36 PM */
export const formatTime = dateFormat({ hour: 'numeric', minute: '2-digit' });
/** 2:36:02 PM */
export const formatTimeSeconds = dateFormat({ hour: 'numeric', minute: '2-digit', second: '2-digit' });
/** Nov 24, 2:36 PM: the short form of notifications (rules S4). */
export const formatMoment = dateFormat({
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
/** Nov 24, 2026, 2:36 PM */
export const formatDateTime = dateFormat({
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** The same for two calendar days, both included. */
export function dateRangeFormat(
  options: Intl.DateTimeFormatOptions,
  calendar: string = dateCalendar,
): (from: string, to: string) => string {
  const format = whenWanted(() => new Intl.DateTimeFormat(locale, { timeZone, calendar, ...options }));
  return (from, to) => inOrder(format().formatRange(instantOf(from), instantOf(to)));
}
/** 'Nov 18 – 24': two calendar days, both included. */
export const formatDayRange = dateRangeFormat({ month: 'short', day: 'numeric' });

/** The calendar day of an instant in Riyadh: '2026-11-24'. */
export const riyadhDay = (moment: Moment): string => dayInRiyadh(instantOf(moment));

const relativeSteps = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const;
const relative = whenWanted(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** '4 seconds ago', 'in 18 seconds': the largest unit that is at least one. */
export function formatRelative(moment: Moment, nowMs: number = Date.now()): string {
  const seconds = Math.round((instantOf(moment).getTime() - nowMs) / 1000);
  const step = relativeSteps.find((each) => Math.abs(seconds) >= each.seconds);
  return step
    ? relative().format(Math.trunc(seconds / step.seconds), step.unit)
    : relative().format(0, 'second');
}

/** '46 sec', '3 min': how long something takes or is left. Arabic has no short form that everybody reads: '٤٦ ثانية'. */
export function formatSeconds(seconds: number): string {
  const unit = seconds >= 120 ? 'minute' : 'second';
  const value = unit === 'minute' ? Math.round(seconds / 60) : Math.ceil(seconds);
  const unitDisplay = language === 'ar' ? 'long' : 'short';
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(value);
}

/** The same after 'before' or 'after', where two of a thing end otherwise in Arabic: 'قبل ثانيتين', and not 'ثانيتان'. */
export const formatSecondsAfterWord = (seconds: number): string =>
  formatSeconds(seconds).replace(/تان$/, 'تين');

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
/** '1.5 MB': powers of 1024, as file managers show them. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1024 ? 0 : Math.min(3, Math.floor(Math.log2(bytes) / 10));
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: byteUnits[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1024 ** power);
}

/** '0:42': minutes and seconds of a countdown, in the language's digits. */
export function formatCountdown(seconds: number): string {
  const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });
  return `${formatNumber(Math.floor(seconds / 60))}:${two.format(seconds % 60)}`;
}

/** The key of a currency's name beside an amount: 'units:currency.SAR'. */
export const currencyKey = (currency: Currency): string => `units:currency.${currency}`;
