import { paths } from '@mizan/contract/paths.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { settled } from './testing/screen-checks.ts';
import { demoNames, everyScreen, type ScreenAt, type Viewer } from './testing/screens.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, desktop } from './testing/stage.ts';

/** What goes onto paper, and what moves for somebody who asked that nothing does. */
const stage = browserStage();
/** Views that a screen has beside the one that it opens with. */
const views: readonly ScreenAt[] = [
  ...[
    `${paths.settlement}?view=table`,
    `${paths.settlement}?view=deposits`,
    `${paths.settlement}?view=vat`,
    `${paths.reconciliation}?file=1`,
    `${paths.exceptions}?open=3`,
    `${paths.management}?tab=people`,
  ].map((path) => ({ path, viewer: 'MERCHANT' }) as const),
  { path: `${paths.adminBrands}?tab=models`, viewer: 'ADMIN' },
];
/** Every screen of somebody who is signed in, each role's own. */
const printedBy = (viewer: NonNullable<Viewer>): string[] =>
  [...everyScreen, ...views].filter((at) => at.viewer === viewer).map(({ path }) => path);
/** As wide and high as A4 is for a browser within margins of 1 cm: narrower than what is a phone on a screen. */
const paper = { width: 718, height: 1047 };

/** What of the shell would be on the paper, what can only be pressed, what would be cut off it (boxes that scroll around what is printed), and bars without their colour. */
const wrongOnPaper = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // A verdict has a header of its own, inside the content.
    const shell = [...document.querySelectorAll('nav, body header')].filter(
      (each) => each.checkVisibility() && !each.closest('main#content'),
    );
    const [content, heading] = [document.querySelector('main#content'), document.querySelector('main h1')];
    const around: Element[] = [];
    for (let at = heading; at && content?.contains(at); at = at.parentElement) around.push(at);
    const cut = around.filter((each) => getComputedStyle(each).overflowY !== 'visible' && each !== heading);
    const heads = [...document.querySelectorAll('main table thead')].filter(
      (each) => each.checkVisibility() && getComputedStyle(each).display !== 'table-header-group',
    );
    // Bars and squares that say something by their colour alone: browsers leave grounds out on paper, unless they are told.
    const lost = [...document.querySelectorAll('main :is(span, i, div):empty')].filter((each) => {
      const { backgroundColor, printColorAdjust } = getComputedStyle(each);
      const { width, height } = each.getBoundingClientRect();
      const isDrawn = backgroundColor !== 'rgba(0, 0, 0, 0)' && width >= 4 && height >= 4;
      return (
        isDrawn && printColorAdjust !== 'exact' && !each.closest('form, button, a, label, [role=radiogroup]')
      );
    });
    // Commands, boxes to tick, fields and filters that say nothing: what can only be pressed. The fields of a form say what is empty.
    const pressed = [
      ...document.querySelectorAll<HTMLInputElement>(
        'main :is(.mantine-Button-root, .mantine-ActionIcon-root, [data-unset], input)',
      ),
    ].filter(
      (each) =>
        each.checkVisibility() &&
        (each.tagName !== 'INPUT' || each.type === 'checkbox' || (!each.value && !each.closest('form'))),
    );
    return [...shell, ...cut, ...heads, ...lost, ...pressed].map(
      (each) => `${each.tagName} ${each.className}`,
    );
  });

const shownTables = (page: Page): Promise<number> =>
  page.evaluate(
    () => [...document.querySelectorAll('main table')].filter((table) => table.checkVisibility()).length,
  );

/** Tables of which columns are past the edge of the paper. */
const cutTables = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main table')]
      .filter((table) => table.checkVisibility() && !table.closest('.mz-visually-hidden'))
      .map((table) => table.getBoundingClientRect())
      .filter(({ left, right }) => left < -1 || right > document.documentElement.clientWidth + 1)
      .map(({ left, right }) => `a table from ${left} to ${right}`),
  );

test.each(['MERCHANT', 'CASHIER', 'ADMIN'] as const)(
  'each screen of %s stands on paper without the shell, to its end, with the heads of its tables on each page',
  async (viewer) => {
    const window = await stage.open();
    const [first = '', ...others] = printedBy(viewer);
    await openAs(window, demoNames[viewer], first);
    for (const path of [first, ...others]) {
      await window.go(path);
      await settled(window.page);
      await window.page.emulateMedia({ media: 'print' });
      expect([path, ...(await wrongOnPaper(window.page))]).toEqual([path]);
      const tables = await shownTables(window.page);
      const isWide = await window.page.evaluate(
        () =>
          getComputedStyle(document.querySelector('main') ?? document.body).getPropertyValue('page') ===
          'wide',
      );
      await window.page.setViewportSize(isWide ? { width: paper.height, height: paper.width } : paper);
      expect([path, ...(await cutTables(window.page))]).toEqual([path]);
      expect([path, await shownTables(window.page)], 'a table stays one on paper').toEqual([path, tables]);
      await window.page.setViewportSize(desktop);
      await window.page.emulateMedia({ media: 'screen' });
    }
  },
);

test('a detail that is open stands alone on paper, to its end and without its buttons', async () => {
  const window = await stage.open();
  const { page } = window;
  await openAs(window, 'merchant@mizan.test', paths.transactions);
  await settled(page);
  await page.getByRole('main').getByRole('table').locator('tbody tr:not([aria-hidden])').first().click();
  const detail = page.locator('[data-docked]');
  await detail.getByRole('heading').first().waitFor();
  await settled(page);
  await page.setViewportSize(paper);
  await page.emulateMedia({ media: 'print' });
  expect(await detail.isVisible()).toBe(true);
  expect(await page.locator('main h1').isVisible()).toBe(false);
  expect(await detail.locator('header button:visible').count()).toBe(0);
  const cut = await detail.evaluate((drawer) =>
    [drawer, ...drawer.children].flatMap((each) => {
      const { position, overflowY } = getComputedStyle(each);
      return position === 'fixed' || overflowY !== 'visible' ? [each.className] : [];
    }),
  );
  expect(cut).toEqual([]);
});

test('a long list on paper holds every row that has come, and says that more of them follow', async () => {
  const window = await stage.open();
  const { page, t } = window;
  await openAs(window, 'merchant@mizan.test', paths.transactions);
  await settled(page);
  const rows = page.getByRole('main').getByRole('table').locator('tbody tr:not([aria-hidden])');
  const shown = await rows.count();
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const printed = await rows.count();
  expect(printed).toBeGreaterThan(shown);
  // Rows on paper are lower: the end of the list comes into sight, and more may come meanwhile.
  const part = async () => t('common:words.printedPart', { rows: String(await rows.count()) });
  await expect.poll(async () => page.getByText(await part(), { exact: true }).isVisible()).toBe(true);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(() => rows.count()).toBeLessThan(printed);
});

test('where somebody asked for less motion, nothing runs or fades', async () => {
  const window = await stage.open();
  await openAs(window, 'merchant@mizan.test', paths.dashboard);
  await settled(window.page);
  await window.page.emulateMedia({ reducedMotion: 'reduce' });
  await window.page.keyboard.press('Control+k');
  await window.page.getByRole('dialog').waitFor();
  const moving = await window.page.evaluate(
    () =>
      [...document.querySelectorAll('body, body *')].filter((each) => {
        const { transitionDuration, animationDuration, animationIterationCount } = getComputedStyle(each);
        const seconds = [...transitionDuration.split(','), ...animationDuration.split(',')].map(parseFloat);
        return seconds.some((duration) => duration > 0.001) || animationIterationCount.includes('infinite');
      }).length,
  );
  expect(moving).toBe(0);
});
