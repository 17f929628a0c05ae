import { type Screen, type ScreenName, screens } from '@mizan/contract/screens.ts';
import { expect, test, vi } from 'vitest';
import { type Page, pages } from './pages.ts';
import { stubBrowser } from './testing/browser.ts';

const asking = Object.values(pages)
  .flatMap((rows) => Object.entries(rows) as [ScreenName, Page][])
  .filter(([, { questions }]) => questions !== undefined);

/** index.html asks before the app is there; an answer that the app does not ask for, letter by letter, is thrown away. */
test.each(asking)('what index.html asks for %s is what its own code asks', async (name, { questions }) => {
  const { asks = [], allow }: Screen = screens[name];
  const { sessionStorage } = stubBrowser();
  sessionStorage.setItem('accessToken', 'any');
  sessionStorage.setItem('role', allow[0] ?? '');
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return Promise.resolve(Response.json({ rows: [], nextCursor: null }));
  });
  await (await questions?.())?.askFirst({});
  expect(asks.length).toBeGreaterThan(0);
  expect(asked).toEqual(expect.arrayContaining([...asks]));
});

test('a screen whose code asks nothing first is asked nothing for', () => {
  const silent = Object.entries(screens).filter(([name]) => !asking.some(([asks]) => asks === name));
  expect(silent.filter(([, screen]: [string, Screen]) => screen.asks).map(([name]) => name)).toEqual([]);
});
