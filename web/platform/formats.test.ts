import { afterEach, describe, expect, test, vi } from 'vitest';
import { stubBrowser } from '../testing/browser.ts';

afterEach(() => vi.unstubAllGlobals());

async function formatsIn(language: 'en' | 'ar') {
  stubBrowser({ language });
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

  test('the largest safe amount is shown exactly', async () => {
    const { formatAmount } = await formatsIn('en');
    expect(formatAmount(Number.MAX_SAFE_INTEGER)).toBe('90,071,992,547,409.91');
  });

  test('a percentage is its value over a hundred, with two decimals and a sign', async () => {
    const { formatPercent } = await formatsIn('en');
    expect(formatPercent(240)).toBe('2.40%');
    expect(formatPercent(1500)).toBe('15.00%');
    expect(formatPercent(-5, 1)).toBe('−0.1%');
  });

  test('moments are told by the clock of Riyadh, whatever the machine thinks', async () => {
    const { formatMoment, formatDate, formatHijri, formatLongDate, riyadhDay } = await formatsIn('en');
    expect(plainSpaces(formatMoment('2026-11-24T11:36:02Z'))).toBe('Nov 24, 2:36 PM');
    expect(formatDate('2026-11-23T21:30:00Z')).toBe('Nov 24, 2026');
    expect(formatLongDate('2026-11-24')).toBe('Tuesday, November 24, 2026');
    expect(formatHijri('2026-11-24')).toBe('Jumada II 14, 1448 AH');
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
    const { formatLongDate, formatHijri } = await formatsIn('ar');
    expect(formatLongDate('2026-11-24')).toBe('الثلاثاء، ٢٤ نوفمبر ٢٠٢٦');
    expect(formatHijri('2026-11-24')).toBe('١٤ جمادى الآخرة ١٤٤٨ هـ');
  });

  test('Latin words are isolated inside a sentence; digits and Arabic are left alone', async () => {
    const { isolateLtr } = await formatsIn('ar');
    expect(isolateLtr('s•••@diyar.coffee')).toBe('\u2066s•••@diyar.coffee\u2069');
    expect(isolateLtr('88501158')).toBe('88501158');
    expect(isolateLtr('مقبولة')).toBe('مقبولة');
  });
});
