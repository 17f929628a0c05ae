import { expect, test } from 'vitest';
import { wordsFor } from './words.ts';

test('a text takes its plural form and the digits of its language', () => {
  const hours = (language: 'en' | 'ar') =>
    [1, 2, 3, 24].map((count) => wordsFor(language).text('mails:hours', { count }));
  expect(hours('en')).toEqual(['1 hour', '2 hours', '3 hours', '24 hours']);
  expect(hours('ar')).toEqual(['ساعة واحدة', 'ساعتين', '٣ ساعات', '٢٤ ساعة']);
});

test('digits and calendar are those that the reader chose', () => {
  const reader = { language: 'ar', digits: 'latin', calendar: 'ummAlQura' } as const;
  expect(wordsFor(reader).text('mails:hours', { count: 24 })).toBe('24 ساعة');
  expect(wordsFor(reader).moment(new Date('2026-11-22T09:07:00Z'))).toContain('1448');
  expect(wordsFor('ar').moment(new Date('2026-11-22T09:07:00Z'))).toContain('٢٠٢٦');
});

test('the formats of a reader are opened once, and of no other one', () => {
  const reader = { language: 'ar', digits: 'language', calendar: 'gregorian' } as const;
  expect(wordsFor(reader)).toBe(wordsFor('ar'));
  for (const other of [
    wordsFor('en'),
    wordsFor({ ...reader, digits: 'latin' }),
    wordsFor({ ...reader, calendar: 'both' }),
  ])
    expect(other).not.toBe(wordsFor('ar'));
});

test('what strangers call themselves is never read as a text of ours', () => {
  const name = '$t(mails:unknownBrowser) {{link}} <b>';
  expect(wordsFor('en').text('mails:approved.text', { name, link: 'https://mizan.test/' })).toContain(
    `The application of ${name} is approved.`,
  );
});

test('a text that is not there, or a value that was not given, is an error: nobody is sent a key', () => {
  const { text } = wordsFor('en');
  expect(() => text('mails:nothing')).toThrow("no text 'nothing'");
  expect(() => text('mails:approved')).toThrow('no text');
  expect(() => text('mails:approved.text', { name: 'Diyar' })).toThrow('no value for {{link}}');
});

test('the texts of the web are there by the same keys', () => {
  expect(wordsFor('en').text('reconciliation:outcome.matched.title')).toBe('Matched');
});

test('both calendars stand on one line, each year once, and the time once', () => {
  const reader = (language: 'en' | 'ar') => wordsFor({ language, digits: 'language', calendar: 'both' });
  expect(reader('en').day('2026-11-22')).toBe('2026/11/22 · 1448/06/12');
  // Year first, as nobody takes a day for a month then: 5 November is written 11/5 by some and 5/11 by others.
  expect(reader('en').day('2026-11-05')).toBe('2026/11/05 · 1448/05/25');
  expect(reader('en').moment(new Date('2026-11-22T11:36:00Z'))).toBe(
    'Jumada II 12, 1448 AH · November 22, 2026 at 2:36 PM',
  );
  expect(reader('ar').day('2026-11-22').replaceAll('\u200f', '')).toBe('٢٢/١١/٢٠٢٦، ١٢/٦/١٤٤٨');
  const inArabicDigits = wordsFor({ language: 'en', digits: 'arabic', calendar: 'both' });
  expect(inArabicDigits.day('2026-11-22')).toBe('٢٠٢٦/١١/٢٢, ١٤٤٨/٠٦/١٢');
  const moment = reader('ar').moment(new Date('2026-11-22T11:36:00Z'));
  expect(moment).toMatch(/^١٢ جمادى الآخرة ١٤٤٨ .*، ٢٢ نوفمبر ٢٠٢٦/);
  expect(moment).not.toContain('·');
});
