import { afterEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../../testing/browser.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each([
  ['en', 'gregorian'],
  ['en', 'ummAlQura'],
  ['ar', 'gregorian'],
  ['ar', 'ummAlQura'],
] as const)('a day of payment is called what stands on it, in %s and %s', async (language, calendar) => {
  const { localStorage } = stubBrowser({ language });
  localStorage.setItem('preferences', JSON.stringify({ calendar }));
  const [{ formatLongDate }, { formatPlainDay }] = await Promise.all([
    import('../../platform/formats.ts'),
    import('./settlement.words.ts'),
  ]);
  for (const day of ['2026-11-29', '2026-02-01']) expect(formatLongDate(day)).toContain(formatPlainDay(day));
});
