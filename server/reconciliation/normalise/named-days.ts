import { epochDayOfHijri } from './hijri.ts';

/** Months and days that are named in words, as banks of the region write them. */

/** One spelling of Arabic letters that are written in several ways, without marks. */
const oneSpelling = (text: string): string =>
  text
    .replace(/[\u064b-\u0652]/g, '')
    .replace(/[أإآ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه');

/** An Arabic name in one spelling, without articles and spaces. */
const arabicName = (name: string): string =>
  oneSpelling(name)
    .split(/[\s-]+/)
    .map((word) => word.replace(/^ال(?=\p{L}{2})/u, ''))
    .join('');

/** Hijri months in Arabic, by `arabicName`. */
const arabicHijri: Readonly<Record<string, number>> = {
  محرم: 1,
  محرمحرام: 1,
  صفر: 2,
  ربيعاول: 3,
  ربيعاخر: 4,
  ربيعثاني: 4,
  جمادياولي: 5,
  جمادياول: 5,
  جماداول: 5,
  جماداولي: 5,
  جمادياخره: 6,
  جمادياخر: 6,
  جمادياخري: 6,
  جماديثانيه: 6,
  جماديثاني: 6,
  جماداخر: 6,
  جماداخره: 6,
  جمادثاني: 6,
  جمادثانيه: 6,
  رجب: 7,
  شعبان: 8,
  رمضان: 9,
  شوال: 10,
  ذوقعده: 11,
  ذيقعده: 11,
  ذوالقعده: 11,
  ذيالقعده: 11,
  ذوحجه: 12,
  ذيحجه: 12,
  ذوالحجه: 12,
  ذيالحجه: 12,
};

/** Those in Latin letters, as whole names of letters and spaces. */
const latinHijri: readonly (readonly [RegExp, number])[] = [
  [/^(?:al )?m[uo]harr?am$/, 1],
  [/^safar$/, 2],
  [/^rabi (?:i|(?:(?:al|ul|el|l) )?aw+al)$/, 3],
  [/^rabi (?:ii|(?:(?:al|ul|el|ath|l) )?(?:thani|akhir))$/, 4],
  [/^jumad[ah] (?:i|(?:(?:al|ul|el|l) )?(?:o?ula|awwal|awal))$/, 5],
  [/^jumad[ah] (?:ii|(?:(?:al|ul|el|ath|l) )?(?:akhirah?|thani(?:yah?|ah?)?))$/, 6],
  [/^rajab$/, 7],
  [/^sha+ban$/, 8],
  [/^ramadh?an$/, 9],
  [/^shaww?al$/, 10],
  [/^(?:dh|th|z)ul? ?(?:(?:al|l) )?q[ia]dah?$/, 11],
  [/^(?:dh|th|z)ul? ?(?:(?:al|l) )?hijjah?$/, 12],
];

/** Gregorian months by their names of the Levant, which the general reader does not know. */
const levantine: Readonly<Record<string, number>> = {
  كانونثاني: 1,
  شباط: 2,
  اذار: 3,
  نيسان: 4,
  ايار: 5,
  حزيران: 6,
  يونيه: 6,
  تموز: 7,
  يوليه: 7,
  اب: 8,
  ايلول: 9,
  تشريناول: 10,
  تشرينثاني: 11,
  كانوناول: 12,
};

/** The number of a month in words, in the calendar of its year; null for any other words. */
function namedMonth(name: string, isHijri: boolean): number | null {
  if (/\p{Script=Arabic}/u.test(name)) return (isHijri ? arabicHijri : levantine)[arabicName(name)] ?? null;
  if (!isHijri) return null;
  const plain = name
    .replace(/['’‘`ʿʾ]/g, '')
    .replace(/[\s-]+/g, ' ')
    .trim();
  return latinHijri.find(([form]) => form.test(plain))?.[1] ?? null;
}

const dayThenName = /^(\d{1,2})[-/ ]+(\p{L}[\p{L}\p{M}'’‘`ʿʾ -]*?)[-/ ,،]+(\d{4})(?!\d)/u;
const nameThenDay = /^(\p{L}[\p{L}\p{M}'’‘`ʿʾ -]*?) (\d{1,2})[,،]? (\d{4})(?!\d)/u;

/** The day of a text that begins with a day of a Hijri month, or one of the Levant, in words, and how long its words are. */
export function namedDay(
  text: string,
  gregorian: (year: number, month: number, day: number) => number | null,
): { epochDay: number; length: number } | null {
  const first = dayThenName.exec(text);
  const found = first ?? nameThenDay.exec(text);
  if (!found) return null;
  const [day, month, year] = first ? [found[1], found[2], found[3]] : [found[2], found[1], found[3]];
  const isHijri = Number(year) < 1600;
  const number = namedMonth(month ?? '', isHijri);
  if (number === null) return null;
  const epochDay = (isHijri ? epochDayOfHijri : gregorian)(Number(year), number, Number(day));
  return epochDay === null ? null : { epochDay, length: found[0].length };
}

const weekdays: readonly (readonly [RegExp, number])[] = [
  [/^(?:sun(?:day)?|(?:يوم )?(?:ال)?احد)$/, 0],
  [/^(?:mon(?:day)?|(?:يوم )?(?:ال)?اثنين)$/, 1],
  [/^(?:tues?(?:day)?|(?:يوم )?(?:ال)?ثلاثاء?)$/, 2],
  [/^(?:wed(?:nesday)?|(?:يوم )?(?:ال)?اربعاء?)$/, 3],
  [/^(?:thu(?:rs?)?(?:day)?|(?:يوم )?(?:ال)?خميس)$/, 4],
  [/^(?:fri(?:day)?|(?:يوم )?(?:ال)?جمعه)$/, 5],
  [/^(?:sat(?:urday)?|(?:يوم )?(?:ال)?سبت)$/, 6],
];
const beforeDay = /^((?:يوم )?\p{L}[\p{L}\p{M}]+)[\s,،.]+(?=[\d\p{L}])/u;

/** A weekday in front of a day: its number, Sunday's is 0, and what stands behind it; null where there is none. */
export function weekdayBefore(text: string): { weekday: number; rest: string } | null {
  const found = beforeDay.exec(text);
  if (!found) return null;
  const word = oneSpelling(found[1] ?? '');
  const known = weekdays.find(([form]) => form.test(word));
  return known ? { weekday: known[1], rest: text.slice(found[0].length) } : null;
}

/** The weekday of a day since 1970-01-01, which was a Thursday. */
export const weekdayOf = (epochDay: number): number => (((epochDay + 4) % 7) + 7) % 7;

const clockBefore =
  /^(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*(?:am|pm|ص|م|صباحا|مساء)(?=[\s,،-]))?)[\s,،]+(?:- )?(.*\d{4}.*)$/u;

/** A text whose time stands before its day, turned round; null for any other. */
export function dayBeforeTime(text: string): string | null {
  const [, clock, day] = clockBefore.exec(text) ?? [];
  return clock === undefined || day === undefined || day.includes(':') ? null : `${day} ${clock}`;
}
