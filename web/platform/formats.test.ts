import { afterEach, describe, expect, test, vi } from 'vitest';
import { stubBrowser } from '../testing/browser.ts';
import type { ShownPreferences } from './preferences.ts';

afterEach(() => vi.unstubAllGlobals());

async function formatsIn(language: 'en' | 'ar', preferences?: Partial<ShownPreferences>) {
  const { localStorage } = stubBrowser({ language });
  if (preferences) localStorage.setItem('preferences', JSON.stringify(preferences));
  return import('./formats.ts');
}

/** Browsers differ in the kind of space before AM and PM; the words are what counts. */
const plainSpaces = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

describe('English', () => {
  test('an amount is its minor units over a hundred, with two decimals', async () => {
    const { formatAmount } = await formatsIn('en');
    expect(formatAmount(124_900)).toBe('1,249.00');
    expect(formatAmount(5)).toBe('0.05');
    expect(formatAmount(0)).toBe('0.00');
    expect(formatAmount(-2_976)).toBe('−29.76');
    expect(formatAmount(75_450, { signed: true, currency: 'SAR' })).toBe('+754.50 SAR');
  });

  test('the values beside the lines of a chart are shown as they are', async () => {
    const { formatCompact } = await formatsIn('en');
    const lines = [0, 0.02, 0.25, 0.75, 7.5, 250, 75_000].map(formatCompact);
    expect(lines).toEqual(['0', '0.02', '0.25', '0.75', '7.5', '250', '75K']);
  });

  test('the largest safe amount is shown exactly', async () => {
    const { formatAmount } = await formatsIn('en');
    expect(formatAmount(Number.MAX_SAFE_INTEGER)).toBe('90,071,992,547,409.91');
  });

  test.each([
    ['en', 'Nov 29, 30, Dec 1, 2'],
    ['ar', '٢٩، ٣٠ نوفمبر، ١، ٢ ديسمبر'],
  ] as const)('days of one month in a row name it once, where a date has it (%s)', async (language, said) => {
    await formatsIn(language);
    const { formatDays } = await import('./day-list.ts');
    const comma = language === 'en' ? ', ' : '، ';
    const days = ['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-02'];
    expect(formatDays(days, comma)).toBe(said);
    expect(formatDays(days.slice(0, 1), comma)).toBe(language === 'en' ? 'Nov 29' : '٢٩ نوفمبر');
    expect(formatDays([], comma)).toBe('');
  });

  test('a percentage is its value over a hundred, with two decimals and a sign', async () => {
    const { formatPercent } = await formatsIn('en');
    expect(formatPercent(240)).toBe('2.40%');
    expect(formatPercent(1500)).toBe('15.00%');
    expect(formatPercent(-5)).toBe('−0.05%');
  });

  test.each([
    ['en', '0%', '73%', '100%'],
    ['ar', '٠٪', '٧٣٪', '١٠٠٪'],
  ] as const)('a reading in whole percent has no decimals, in %s', async (language, none, some, full) => {
    const { formatWholePercent } = await formatsIn(language);
    expect([0, 73, 100].map((percent) => formatWholePercent(percent).replace(/\p{Cf}/gu, ''))).toEqual([
      none,
      some,
      full,
    ]);
  });

  test('moments are told by the clock of Riyadh, whatever the machine thinks', async () => {
    const { formatMoment, formatDate, formatOtherCalendar, formatLongDate, riyadhDay } =
      await formatsIn('en');
    expect(plainSpaces(formatMoment('2026-11-24T11:36:02Z'))).toBe('Nov 24, 2:36 PM');
    expect(formatDate('2026-11-23T21:30:00Z')).toBe('Nov 24, 2026');
    expect(formatLongDate('2026-11-24')).toBe('Tuesday, November 24, 2026');
    expect(formatOtherCalendar('2026-11-24')).toBe('Jumada II 14, 1448 AH');
    expect(riyadhDay('2026-11-23T21:30:00Z')).toBe('2026-11-24');
  });

  test('what was or will be is told in its largest whole unit', async () => {
    const { formatRelative, formatCountdown } = await formatsIn('en');
    const now = Date.parse('2026-11-24T12:00:00Z');
    expect(formatRelative(now - 4_000, now)).toBe('4 seconds ago');
    expect(formatRelative(now - 125_000, now)).toBe('2 minutes ago');
    expect(formatRelative(now + 18_000, now)).toBe('in 18 seconds');
    expect(formatRelative(now, now)).toBe('now');
    expect(formatCountdown(42)).toBe('0:42');
  });

  test('how long something is left has a unit that is read, not guessed', async () => {
    const english = await formatsIn('en');
    expect([46, 180].map((seconds) => plainSpaces(english.formatSeconds(seconds)))).toEqual([
      '46 sec',
      '3 min',
    ]);
    const arabic = await formatsIn('ar');
    expect([46, 180].map((seconds) => plainSpaces(arabic.formatSeconds(seconds)))).toEqual([
      '٤٦ ثانية',
      '٣ دقائق',
    ]);
    expect([2, 120].map(arabic.formatSeconds)).toEqual(['ثانيتان', 'دقيقتان']);
    expect([2, 46, 120].map((seconds) => plainSpaces(arabic.formatSecondsAfterWord(seconds)))).toEqual([
      'ثانيتين',
      '٤٦ ثانية',
      'دقيقتين',
    ]);
  });

  test('sizes count in powers of 1024', async () => {
    const { formatBytes } = await formatsIn('en');
    expect(formatBytes(512)).toBe('512 byte');
    expect(formatBytes(1.5 * 1024 * 1024)).toBe('1.5 MB');
    expect(formatBytes(1024 ** 3)).toBe('1 GB');
  });
});

describe('Arabic', () => {
  test('an amount has ar-EG digits and its sign left of them, inside a left-to-right isolate', async () => {
    const { formatAmount, formatPercent } = await formatsIn('ar');
    expect(formatAmount(124_900)).toBe('١٬٢٤٩٫٠٠');
    expect(formatAmount(-2_976)).toBe('\u2066−٢٩٫٧٦\u2069');
    expect(formatPercent(240)).toBe('٢٫٤٠٪');
  });

  test('dates are those of ar-EG, with Umm al-Qura beside them', async () => {
    const { formatLongDate, formatOtherCalendar } = await formatsIn('ar');
    expect(formatLongDate('2026-11-24')).toBe('الثلاثاء، ٢٤ نوفمبر ٢٠٢٦');
    expect(formatOtherCalendar('2026-11-24')).toBe('١٤ جمادى الآخرة ١٤٤٨ هـ');
  });

  test('Latin words are isolated inside a sentence; digits and Arabic are left alone', async () => {
    const { isolateLtr } = await formatsIn('ar');
    expect(isolateLtr('s•••@diyar.coffee')).toBe('\u2066s•••@diyar.coffee\u2069');
    expect(isolateLtr('88501158')).toBe('88501158');
    expect(isolateLtr('مقبولة')).toBe('مقبولة');
  });
});

describe('what a person chose', () => {
  const day = '2026-11-24';

  test('Latin digits in Arabic: words stay Arabic, every figure is Latin', async () => {
    const formats = await formatsIn('ar', { digits: 'latin' });
    expect(formats.formatAmount(124_900)).toBe('1,249.00');
    expect(formats.formatPercent(240)).toBe('2.40\u200e%\u200e');
    expect(formats.formatLongDate(day)).toBe('الثلاثاء، 24 نوفمبر 2026');
    const shown = [
      formats.formatNumber(1204),
      formats.formatCompact(12_500),
      formats.formatCountdown(42),
      formats.formatBytes(1.5 * 1024 * 1024),
      formats.formatSeconds(46),
      formats.formatRelative(Date.now() - 180_000),
      formats.formatDayRange('2026-11-18', day),
      formats.formatMoment(day),
      formats.formatOtherCalendar(day),
    ];
    for (const text of shown) expect(text).not.toMatch(/[٠-٩]/);
    expect(formats.withChosenDigits('بين ١٫٥ و٢٠٪')).toBe('بين 1.5 و20%');
  });

  test('Arabic-Indic digits in English', async () => {
    const { formatAmount, formatPercent, formatDate } = await formatsIn('en', { digits: 'arabic' });
    expect(formatAmount(124_900)).toBe('١٬٢٤٩٫٠٠');
    expect(formatPercent(240)).toBe('٢٫٤٠٪');
    expect(formatDate(day)).toBe('Nov ٢٤\u200e, ٢٠٢٦\u200e');
  });

  test('Umm al-Qura first: dates are Hijri, the Gregorian one stands beside, days on the wire stay', async () => {
    const formats = await formatsIn('en', { calendar: 'ummAlQura' });
    expect(formats.formatLongDate(day)).toBe('Tuesday, Jumada II 14, 1448 AH');
    expect(formats.formatDay(day)).toBe('Jum. II 14');
    expect(formats.formatDayRange('2026-11-18', day)).toMatch(/^Jum\. II 8\s–\s14$/);
    expect(formats.formatOtherCalendar(day)).toBe('November 24, 2026');
    const { bankDayFormat } = await import('./bank-day.ts');
    const bankDay = bankDayFormat({ weekday: 'long', month: 'long', day: 'numeric' });
    expect(bankDay(day)).toBe('Tuesday, Jumada II 14 · November 24');
    expect(formats.riyadhDay(day)).toBe(day);
    expect(formats.localeWith(formats.dateCalendar)).toBe('en-US-u-ca-islamic-umalqura');
  });

  test('texts keep their digits where no others were chosen', async () => {
    for (const digits of ['language', 'arabic'] as const) {
      const { withChosenDigits } = await formatsIn('ar', { digits });
      expect(withChosenDigits('٨ خانات')).toBe('٨ خانات');
    }
  });

  test('what is kept but makes no sense is as if nothing was chosen', async () => {
    const { formatAmount } = await formatsIn('ar', { digits: 'roman' as never });
    expect(formatAmount(124_900)).toBe('١٬٢٤٩٫٠٠');
  });
});
