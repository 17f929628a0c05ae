import { afterEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../testing/browser.ts';

afterEach(() => vi.unstubAllGlobals());

const choicesOn = async (origin: string, cookie = '') => {
  const browser = stubBrowser({ origin, cookie });
  return { ...browser, choices: await import('./choices.ts') };
};

test.each([
  ['https://portal.example.sa', '__Host-color-scheme=dark; Path=/; Max-Age=31536000; SameSite=Lax; Secure'],
  ['http://localhost:8080', 'color-scheme=dark; Path=/; Max-Age=31536000; SameSite=Lax'],
])('on %s the cookie is %s', async (origin, cookie) => {
  const { choices, document, localStorage } = await choicesOn(origin);
  choices.keepChoice('color-scheme', 'dark');
  expect(document.cookie).toBe(cookie);
  localStorage.clear();
  expect(choices.readChoice('color-scheme')).toBe('dark');
});

test('on https a cookie without the prefix is nobody’s choice', async () => {
  const { choices } = await choicesOn('https://portal.example.sa', 'color-scheme=dark');
  expect(choices.readChoice('color-scheme')).toBeUndefined();
});

test('a cookie that cannot be read is no choice', async () => {
  const { choices } = await choicesOn('http://localhost:8080', 'preferences=%E0%A4%A');
  expect(choices.readChoice('preferences')).toBeUndefined();
});
