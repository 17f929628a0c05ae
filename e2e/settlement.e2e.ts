import type { SettlementMonth } from '@mizan/contract/settlement.ts';
import { describe, expect, test } from 'vitest';
import { askPortal } from './testing/portal-api.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { amountIn, languages, numberFrom, oneLanguage } from './testing/texts.ts';

/** The calendar of days and banks: its sum is its parts, each of its numbers opens the payments that it counts. */
const stage = browserStage();
const merchant = 'merchant@mizan.test';

const opened = async (language: Window['language'], more = {}, by = merchant): Promise<Window> => {
  const window = await stage.open({ language, ...more });
  await openAs(window, by, '/settlement');
  return window;
};
const grid = ({ page, t }: Window) => page.getByRole('table', { name: t('settlement:grid') });
/** What the list says of the search that a link leads to. */
const totalsBehind = async (
  window: Window,
  href: string | null,
): Promise<{ count: number; netMinor: number }> => {
  const search = new URL(href ?? '', window.url).search;
  return askPortal(window, `/transactions/totals${search}`);
};

describe.each(languages)('in %s', (language) => {
  test('net expected is the sum of its states, and each opens what it counts', async () => {
    const window = await opened(language);
    const { page } = window;
    await grid(window).waitFor();
    const shown = await askPortal<SettlementMonth>(window, '/settlement');
    const figures = page.locator('main dl > div');
    const links = await figures.getByRole('link').all();
    const [whole, ...parts] = await Promise.all(
      links.map(async (link) => ({
        href: await link.getAttribute('href'),
        minor: Math.round(100 * numberFrom(await link.innerText())),
      })),
    );
    const all = shown.totals[0]?.parts ?? [];
    expect(whole?.minor).toBe(all.reduce((sum, part) => sum + part.netMinor, 0));
    expect(parts.reduce((sum, { minor }) => sum + minor, 0)).toBe(whole?.minor);
    for (const { href, minor } of [whole, ...parts].flatMap((each) => each ?? [])) {
      expect((await totalsBehind(window, href)).netMinor).toBe(minor);
    }
    // Each row: what is still open, and the whole of it.
    for (const link of await grid(window).locator('tbody td:last-child a').all()) {
      const { netMinor } = await totalsBehind(window, await link.getAttribute('href'));
      expect(Math.round(100 * numberFrom(await link.innerText()))).toBe(netMinor);
    }
  });

  test('what asks for somebody opens each of its cells', async () => {
    // Who enters no deposits is told by the files of the banks alone, several cells in a row.
    const window = await opened(language, {}, 'other@mizan.test');
    const { page } = window;
    await grid(window).waitFor();
    const rows = page.locator('main li:has([data-state])').filter({ has: page.getByRole('button') });
    expect(await rows.count()).toBeGreaterThan(0);
    for (const row of await rows.all()) {
      const search = new URL((await row.locator('strong a').getAttribute('href')) ?? '', window.url);
      const schemes = search.searchParams.getAll('scheme').flatMap((each) => each.split(','));
      const cells = new Set<string | null>();
      for (const button of await row.getByRole('button').all()) {
        await button.click();
        await page.waitForURL((url) => {
          const cell = url.searchParams.get('cell');
          return cell !== null && !cells.has(cell);
        });
        cells.add(new URL(page.url()).searchParams.get('cell'));
      }
      expect(cells.size).toBe(schemes.length);
    }
  });

  test('a cell opens by keyboard as one sum, and arrows go with the direction of the days', async () => {
    const window = await opened(language);
    const { page, t } = window;
    const table = grid(window);
    const row = table.locator('tbody tr:has(button)').first();
    const [first, second] = [row.getByRole('button').nth(0), row.getByRole('button').nth(1)];
    await first.focus();
    await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight');
    expect(await second.evaluate((button) => button === document.activeElement)).toBe(true);
    const [before, after] = await Promise.all([first.boundingBox(), second.boundingBox()]);
    expect((before?.x ?? 0) < (after?.x ?? 0)).toBe(language === 'en');
    await page.keyboard.press('Enter');
    await page.waitForURL(/cell=/);
    const sum = page.locator('[data-docked] dl');
    await sum.waitFor();
    const lines = await sum.locator(':scope > div:not([data-state]) dd').allInnerTexts();
    const amounts = lines.map((line) => Math.round(100 * numberFrom(line)));
    const net = amounts.pop();
    expect(amounts.reduce((total, each) => total + each, 0)).toBe(net);
    for (const link of await sum.getByRole('link').all()) {
      expect((await totalsBehind(window, await link.getAttribute('href'))).count).toBeGreaterThan(0);
    }
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => !url.search.includes('cell='));
    await page.getByRole('button', { name: t('settlement:month.before') }).click();
    await page.waitForURL(/month=\d{4}-\d\d/);
  });
});

describe.each(oneLanguage)('on a phone, in %s', (language) => {
  test('a day of the weeks has its rows below, and each opens its cell', async () => {
    const window = await opened(language, phone);
    const { page, t } = window;
    const weeks = page.getByRole('group', { name: t('settlement:grid') });
    const day = weeks.locator('button:enabled').first();
    await day.click();
    await page.waitForURL(/day=/);
    await expect.poll(() => day.getAttribute('aria-pressed')).toBe('true');
    await page.locator('main section ul button').first().click();
    await page.getByRole('dialog').locator('dl').waitFor();
    await page.goBack();
    // Two months ago nothing is overdue any more, and a nil is in no colour of danger.
    const head = page.getByText(t('settlement:state.OVERDUE'), { exact: true }).locator('..');
    await expect.poll(() => head.getAttribute('data-state')).toBe('OVERDUE');
    for (const _month of [1, 2])
      await page.getByRole('button', { name: t('settlement:month.before'), exact: true }).click();
    await head.getByText(amountIn(language, 0), { exact: true }).waitFor();
    expect(await head.getAttribute('data-state')).toBeNull();
  });
});
