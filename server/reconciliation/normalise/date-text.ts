import { latinDigits } from '@mizan/contract/money.ts';
import { bankFileLimits, type DateOrder } from '@mizan/contract/reconciliation-terms.ts';
import { unwrap } from '../read/row.ts';
import { epochDayOfHijri } from './hijri.ts';
import { dayBeforeTime, namedDay, weekdayBefore, weekdayOf } from './named-days.ts';
import { type Ast, type Zone, zoneOf } from './zones.ts';

/** A moment of a bank line in Riyadh's time. `minute` is of the day, -1 where the file gives no time. */
export interface LineMoment {
  epochDay: number;
  minute: number;
}

export interface DateRules {
  dateOrder: DateOrder;
  /** Times of the file are UTC and are moved to Riyadh (UTC+3, no daylight saving). */
  utc: boolean;
  /** Times of the file are of this zone (`zoneOf`); it goes before `utc`. */
  zone?: string | undefined;
  ast?: Ast | undefined;
}

export const riyadhOffsetMinutes = 180;
const dayMinutes = 1440;

/** Dates outside are misread figures, not payments. */
const firstEpochDay = epochDayOf(2000, 1, 1);
const lastEpochDay = epochDayOf(2100, 1, 1);

/** Days since 1970-01-01 of a Gregorian date; NaN-free for any integers, so check with `isRealDate` first. */
export function epochDayOf(year: number, month: number, day: number): number {
  return Math.floor(Date.UTC(year, month - 1, day) / 86_400_000);
}

/** 'YYYY-MM-DD' of a day number. */
export function isoDayOf(epochDay: number): string {
  return new Date(epochDay * 86_400_000).toISOString().slice(0, 10);
}

/** The day number of 'YYYY-MM-DD'. */
export function epochDayOfIso(iso: string): number {
  return Math.floor(Date.parse(`${iso}T00:00:00Z`) / 86_400_000);
}

const monthNames: Readonly<Record<string, number>> = {
  jan: 1,
  feb: 2,
  mar: 3,
  apr: 4,
  may: 5,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  oct: 10,
  nov: 11,
  dec: 12,
  يناير: 1,
  فبراير: 2,
  مارس: 3,
  ابريل: 4,
  مايو: 5,
  يونيو: 6,
  يوليو: 7,
  اغسطس: 8,
  سبتمبر: 9,
  اكتوبر: 10,
  نوفمبر: 11,
  ديسمبر: 12,
};

/** A day from its three numbers; years 1300 to 1599 are Hijri (Umm al-Qura). null where there is no such day. */
function dayFrom(year: number, month: number, day: number): number | null {
  if (year >= 1300 && year < 1600) return epochDayOfHijri(year, month, day);
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  const epochDay = epochDayOf(year, month, day);
  if (new Date(epochDay * 86_400_000).getUTCDate() !== day) return null;
  return epochDay >= firstEpochDay && epochDay < lastEpochDay ? epochDay : null;
}

/** The same of a month by its Gregorian name, of which no year is a Hijri one. */
const gregorianDay = (year: number, month: number, day: number): number | null =>
  year < 1600 ? null : dayFrom(year, month, day);

type DayPattern = readonly [RegExp, (parts: string[], order: DateOrder) => number | null];

const dayPatterns: readonly DayPattern[] = [
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/, ([y, m, d]) => dayFrom(Number(y), Number(m), Number(d))],
  [
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})/,
    ([a, b, y], order) =>
      order === 'monthFirst' && Number(y) > 1600
        ? dayFrom(Number(y), Number(a), Number(b))
        : dayFrom(Number(y), Number(b), Number(a)),
  ],
  [
    /^(\d{1,2})[-/ ]([a-z]{3})[a-z]*[-/ ,]+(\d{4}|\d{2})(?!\d)/,
    ([d, name, y]) => gregorianDay(fullYear(y), monthNames[name ?? ''] ?? 0, Number(d)),
  ],
  [
    /^([a-z]{3})[a-z]* (\d{1,2}),? (\d{4})/,
    ([name, d, y]) => gregorianDay(Number(y), monthNames[name ?? ''] ?? 0, Number(d)),
  ],
  [
    /^(\d{1,2})[-/ ](\p{Script=Arabic}+)[-/ ](\d{4})/u,
    ([d, name, y]) => gregorianDay(Number(y), monthNames[plainMonth(name)] ?? 0, Number(d)),
  ],
  [
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{2})(?!\d)/,
    ([a, b, y], order) =>
      order === 'monthFirst'
        ? dayFrom(fullYear(y), Number(a), Number(b))
        : dayFrom(fullYear(y), Number(b), Number(a)),
  ],
  [/^(\d{4})(\d{2})(\d{2})(?=$|[ T]|\d{4,6}$)/, ([y, m, d]) => dayFrom(Number(y), Number(m), Number(d))],
  [/^(\d{2})(\d{2})(\d{2})(?=$| )/, ([y, m, d]) => dayFrom(fullYear(y), Number(m), Number(d))],
];

const fullYear = (text: string | undefined): number =>
  text?.length === 2 ? 2000 + Number(text) : Number(text);
const plainMonth = (name: string | undefined): string => (name ?? '').replace(/[أإآ]/g, 'ا');

/** Excel's day 25569 is 1970-01-01; values in this range are days between 2000 and 2100. */
const serialPattern = /^(\d{5})(\.\d+)?$/;
const serialOf1970 = 25_569;

/**
 * Between a day and its time: which calendar it is of, and what parts them. Behind a time the same letter says that it is after noon.
 */
const behindDay = /^(?:\s*(?:ه|ah|م)(?=$|[\s,]))?(?:[ t,]+(?:- )?)?/u;

/** The moment a text names, or null where it is no date in any form that banks use. */
export function momentFromText(raw: string, rules: DateRules): LineMoment | null {
  if (raw.length > bankFileLimits.valueCharsMax) return null;
  const text = latinDigits(unwrap(raw))
    .replace(/[\u200e\u200f\u061c\u0640]/g, '')
    .toLowerCase()
    .replace(/^(\d{6}|\d{8})\s*(?:ه|ah|م)$/u, '$1');
  const serial = serialPattern.exec(text);
  if (serial) {
    const epochDay = Number(serial[1]) - serialOf1970;
    if (epochDay < firstEpochDay || epochDay >= lastEpochDay) return null;
    return { epochDay, minute: serial[2] ? Math.round(Number(serial[2]) * dayMinutes) % dayMinutes : -1 };
  }
  return momentOf(dayBeforeTime(text) ?? text, rules);
}

/** The moment of a text in lower case and Latin digits, whose time stands behind its day. */
function momentOf(text: string, rules: DateRules): LineMoment | null {
  const behind = /^\d/.test(text) ? null : weekdayBefore(text);
  const own = behind?.rest ?? text;
  const found = dayIn(own, rules.dateOrder);
  // A weekday that is not that day's: it is read in the wrong way, or misspelt.
  if (found === null || (behind && weekdayOf(found.epochDay) !== behind.weekday)) return null;
  const { epochDay, length } = found;
  const rest = own.slice(length).replace(behindDay, '');
  return rest === '' ? { epochDay, minute: -1 } : withTime(epochDay, rest, rules);
}

/** The day with which a text begins, and how long its words are. */
function dayIn(text: string, order: DateOrder): { epochDay: number; length: number } | null {
  const named = /\p{L}/u.test(text) ? namedDay(text, dayFrom) : null;
  if (named) return named;
  for (const [pattern, read] of dayPatterns) {
    const parts = pattern.exec(text);
    if (!parts) continue;
    const epochDay = read(parts.slice(1), order);
    return epochDay === null ? null : { epochDay, length: parts[0].length };
  }
  return null;
}

/** A zone behind a time: 'Z', '+03:00', 'UTC', 'GMT+3', 'Asia/Riyadh', '(CET)'; not the half of a day. */
const zoneBehind =
  /[ (]*((?:utc|gmt)?[+-]\d{1,2}(?::?\d{2})?|(?!am\b|pm\b)(?:[a-z]{2,5}|z)|[a-z]+\/[a-z_/+-]+)\)?$/;

function withTime(epochDay: number, text: string, rules: DateRules): LineMoment | null {
  const named = zoneBehind.exec(text);
  const minute = minuteFromText(named ? text.slice(0, named.index) : text);
  if (minute === null) return null;
  const moment = { epochDay, minute };
  if (!named) return inRiyadh(moment, rules);
  const zone = zoneOf(named[1] ?? '', rules.ast);
  return zone && fromZone(moment, zone);
}

/** Whether a text of a date or time names its zone, in words; for the screen that says so. */
export function namedZone(raw: string): string | null {
  const text = latinDigits(unwrap(raw)).toLowerCase();
  const named = /\d/.test(text) && /:\d{2}/.test(text) ? zoneBehind.exec(text) : null;
  return named?.[1]?.toUpperCase() ?? null;
}

/** A moment of the file's own clock in Riyadh's; null where the file's zone is unknown. */
export function inRiyadh(moment: LineMoment, { utc, zone, ast }: DateRules): LineMoment | null {
  if (zone === undefined) return utc ? shifted(moment.epochDay, moment.minute, riyadhOffsetMinutes) : moment;
  const found = zoneOf(zone, ast);
  return found && fromZone(moment, found);
}

/** A moment of a zone in Riyadh's time. */
export const fromZone = ({ epochDay, minute }: LineMoment, zone: Zone): LineMoment =>
  shifted(epochDay, minute, riyadhOffsetMinutes - zone(epochDay, minute));

/** A moment some minutes later (or earlier), over midnight where needed. */
export function shifted(epochDay: number, minute: number, byMinutes: number): LineMoment {
  const total = epochDay * dayMinutes + minute + byMinutes;
  const day = Math.floor(total / dayMinutes);
  return { epochDay: day, minute: total - day * dayMinutes };
}

/** The minute of the day of '19:42', '7:42:10 PM', '194210', '0.8212' (a spreadsheet's part of a day); null for no time. */
export function minuteFromText(raw: string): number | null {
  if (raw.length > bankFileLimits.valueCharsMax) return null;
  const text = latinDigits(unwrap(raw))
    .replace(/\u0640|[\u064b-\u0652]/g, '')
    .toLowerCase();
  const part = /^0?\.(\d+)$/.exec(text);
  if (part) return Math.round(Number(`0.${part[1]}`) * dayMinutes) % dayMinutes;
  const clock = /^(\d{1,2}):?(\d{2})(?::?(\d{2})(?:\.\d+)?)?\s*(am|pm|ص|م|صباحا|مساء)?$/.exec(text.trim());
  if (!clock) return null;
  let hour = Number(clock[1]);
  const half = clock[4];
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    hour = (hour % 12) + (/^[pم]/.test(half) ? 12 : 0);
  }
  const minute = Number(clock[2]);
  return hour < 24 && minute < 60 && Number(clock[3] ?? 0) < 61 ? hour * 60 + minute : null;
}
