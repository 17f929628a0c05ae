import { expect, test } from 'vitest';
import { epochDayOfIso, isoDayOf, minuteFromText, momentFromText } from './date-text.ts';

const rules = { dateOrder: 'dayFirst', utc: false } as const;
const told = (text: string, how: Parameters<typeof momentFromText>[1] = rules): string | null => {
  const moment = momentFromText(text, how);
  if (moment === null) return null;
  const clock = `${String(Math.floor(moment.minute / 60)).padStart(2, '0')}:${String(moment.minute % 60).padStart(2, '0')}`;
  return moment.minute < 0 ? isoDayOf(moment.epochDay) : `${isoDayOf(moment.epochDay)} ${clock}`;
};

test.each([
  ['22/11/2026', '2026-11-22'],
  ['22/11/2026 19:42', '2026-11-22 19:42'],
  ['22-11-2026 7:42:10 PM', '2026-11-22 19:42'],
  ['22.11.2026', '2026-11-22'],
  ['2026-11-22T19:42:10', '2026-11-22 19:42'],
  ['2026/11/22', '2026-11-22'],
  ['20261122', '2026-11-22'],
  ['261122', '2026-11-22'],
  ['22-Nov-2026', '2026-11-22'],
  ['22 Nov 26', '2026-11-22'],
  ['Nov 22, 2026', '2026-11-22'],
  ['٢٢/١١/٢٠٢٦ ١٩:٤٢', '2026-11-22 19:42'],
  ['22 نوفمبر 2026', '2026-11-22'],
  ['46348', '2026-11-22'],
  ['46348.8208', '2026-11-22 19:42'],
  ['1448/06/12', '2026-11-22'],
  ['12/06/1448', '2026-11-22'],
  ['١٤٤٨/٠٦/١٢ هـ', '2026-11-22'],
  ['29/02/2028', '2028-02-29'],
  ['١٤٤٨/٠٦/١٢هـ ١٩:٤٢', '2026-11-22 19:42'],
  ['22/11/2026م 19:42', '2026-11-22 19:42'],
  ['22/11/2026م', '2026-11-22'],
  ['14480612هـ', '2026-11-22'],
  ['22/11/2026 - 19:42', '2026-11-22 19:42'],
])('%s is %s', (text, day) => {
  expect(told(text)).toBe(day);
});

// The letter behind a year says which calendar; behind a time it says which half of the day.
test.each([
  ['22/11/2026 07:42 م', '2026-11-22 19:42'],
  ['٢٢/١١/٢٠٢٦ ٠٧:٤٢:١٠م', '2026-11-22 19:42'],
  ['22/11/2026م 07:42 م', '2026-11-22 19:42'],
  ['12/06/1448هـ 07:42 م', '2026-11-22 19:42'],
  ['22/11/2026 12:05 ص', '2026-11-22 00:05'],
  ['22/11/2026 07:42 مساءً', '2026-11-22 19:42'],
  ['22/11/2026 07:42 صباحا', '2026-11-22 07:42'],
])('%s is %s by its half of the day', (text, moment) => {
  expect(told(text)).toBe(moment);
});

test.each([
  '31/02/2026',
  '29/02/2027',
  '00/11/2026',
  '22/13/2026',
  '1446/09/30',
  '1448/13/01',
  '22/11/2026 25:00',
  'yesterday',
  '',
  '12',
  '1900-01-01',
])('no day: %j', (text) => {
  expect(told(text)).toBeNull();
});

test('times of a UTC file are moved to Riyadh, over midnight too; a zone in the value wins', () => {
  const utc = { dateOrder: 'dayFirst', utc: true } as const;
  expect(told('2026-11-22 22:30:00', utc)).toBe('2026-11-23 01:30');
  expect(told('2026-11-22T22:30:00Z')).toBe('2026-11-23 01:30');
  expect(told('2026-11-22T22:30:00+03:00', utc)).toBe('2026-11-22 22:30');
});

test('month first only where the file was told to be so', () => {
  expect(told('11/22/2026', { dateOrder: 'monthFirst', utc: false })).toBe('2026-11-22');
  expect(told('11/22/2026')).toBeNull();
});

test('every Umm al-Qura date of the years in use comes back through Intl', () => {
  const calendar = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
    timeZone: 'UTC',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  for (let day = epochDayOfIso('2024-01-01'); day < epochDayOfIso('2028-01-01'); day++) {
    const [month, date, year] = calendar
      .format(day * 86_400_000)
      .replace(/[^\d/]/g, '')
      .split('/');
    expect(told(`${year}/${month}/${date}`)).toBe(isoDayOf(day));
  }
});

test.each([
  ['19:42', 1_182],
  ['194210', 1_182],
  ['7:42 م', 1_182],
  ['0.82083', 1_182],
  ['12:05 AM', 5],
])('the time %s is minute %d', (text, minute) => {
  expect(minuteFromText(text)).toBe(minute);
});

test.each([
  ['2026-11-22 22:30 UTC', '2026-11-23 01:30'],
  ['2026-11-22 22:30:00 Asia/Riyadh', '2026-11-22 22:30'],
  ['2026-11-22 22:30 (GMT+4)', '2026-11-22 21:30'],
  ['2026-11-22 22:30 Europe/Amsterdam', '2026-11-23 00:30'],
  ['2026-07-22 22:30 Europe/Amsterdam', '2026-07-22 23:30'],
  ['2026-11-22 10:30 PM', '2026-11-22 22:30'],
  ['2026-11-22 10:30 PM CET', '2026-11-23 00:30'],
])('%s is %s in Riyadh', (text, moment) => {
  expect(told(text)).toBe(moment);
});

test.each([
  '2026-11-22 22:30 XYZ',
  '2026-11-22 22:30 Mars/Olympus',
  '2026-11-22 22:30 IST',
  '2026-11-22 22:30 +15:00',
])('no moment, because the zone is unknown: %s', (text) => {
  expect(told(text)).toBeNull();
});

test('AST is Riyadh or the Atlantic: unknown until a person or the payments told', () => {
  const text = '2026-11-22 12:00 AST';
  expect(told(text)).toBeNull();
  expect(told(text, { ...rules, ast: 'riyadh' })).toBe('2026-11-22 12:00');
  expect(told(text, { ...rules, ast: 'atlantic' })).toBe('2026-11-22 19:00');
});

test('a zone of the file moves its times, in summer and in winter', () => {
  const zoned = { ...rules, zone: 'Europe/London' };
  expect(told('22/07/2026 12:00', zoned)).toBe('2026-07-22 14:00');
  expect(told('22/11/2026 12:00', zoned)).toBe('2026-11-22 15:00');
  expect(told('22/11/2026', zoned)).toBe('2026-11-22');
});
