import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { ShownPreferences } from '../platform/preferences.ts';
import { stubBrowser } from '../testing/browser.ts';

afterEach(() => vi.unstubAllGlobals());

async function shownIn(
  language: 'en' | 'ar',
  preferences: Partial<ShownPreferences>,
  value: string | null,
): Promise<string> {
  const { localStorage } = stubBrowser({ language });
  localStorage.setItem('preferences', JSON.stringify(preferences));
  const { default: DayField } = await import('./day-field.tsx');
  const props = { label: 'Day', value, onChange: () => undefined, withTime: value?.includes('T') === true };
  const drawn = renderToStaticMarkup(createElement(DayField, props));
  const parts = drawn.matchAll(/<span[^>]*>([^<]*)<\/span>/g);
  return [...parts]
    .map(([, text = '']) => text)
    .join('')
    .replace(/\p{Cf}/gu, '')
    .replace(/\p{Zs}+/gu, ' ')
    .trim();
}

test('an English day names its month, so that 03/04 is never read both ways', async () => {
  expect(await shownIn('en', {}, '2026-04-03')).toBe('03/Apr/2026');
});

test('in the Hijri calendar too', async () => {
  expect(await shownIn('en', { calendar: 'ummAlQura' }, '2026-11-24')).toMatch(/^14\/Jum\. II\/1448/);
});

test('the clock beside it has AM and PM, as everywhere', async () => {
  expect(await shownIn('en', {}, '2026-04-03T14:05')).toBe('03/Apr/2026, 2:05 PM');
});

test('in Arabic the day comes first, in figures', async () => {
  expect(await shownIn('ar', {}, '2026-04-03')).toBe('٣/٤/٢٠٢٦');
});
