import type { RouteOutput } from '@mizan/contract/route.ts';
import { getSettlementTable } from '@mizan/contract/settlement-table.ts';
import { describe, expect, test } from 'vitest';
import { expectOpenFigures } from './testing/closed-figures.ts';
import { oneAtATime } from './testing/one-at-a-time.ts';
import { minorFrom, type OpenedList, openEach } from './testing/opened-list.ts';
import { askPortal } from './testing/portal-api.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { languages } from './testing/texts.ts';

/** Each number is followed to the list that it opens, whose own count and sums are that number. */
const stage = browserStage();
const merchant = 'merchant@mizan.test';
// A deposit or a file of another test moves a number between its two readings.
oneAtATime(`bank files of ${merchant}`);

/** Holds a figure of the list that each link of a place opens to its number; the first `followed` by going there. */
async function walk(
  window: Window,
  selector: string,
  figure: (list: OpenedList) => number,
  followed = 1,
): Promise<void> {
  const opened = await openEach(window, window.page.locator(selector), followed);
  expect([selector, ...opened.map(({ list }) => figure(list))]).toEqual([
    selector,
    ...opened.map(({ shown }) => minorFrom(shown)),
  ]);
}
const net = ({ netMinor }: OpenedList): number => netMinor;

describe.each(languages)('in %s', (language) => {
  test('the calendar: the month by state, and what is still open', async () => {
    const window = await stage.open({ language });
    await openAs(window, merchant, '/settlement');
    await walk(window, 'main dl > div a', net, 2);
    await walk(window, 'main table td:last-child strong a', net, 0);
    await expectOpenFigures(window);
  });

  test('what asks for somebody: money that a file lacks by its payments, a short deposit by its settlement', async () => {
    const other = await stage.open({ language });
    await openAs(other, 'other@mizan.test', '/settlement');
    await walk(other, 'main li > strong a', net);
    const window = await stage.open({ language });
    const { page } = window;
    await openAs(window, merchant, '/settlement');
    const short = page.locator('main li > strong a[href*="cell="]').first();
    const shown = minorFrom(await short.innerText());
    await short.click();
    const owed = minorFrom(await page.locator('[data-docked] dl > [data-total] a').innerText());
    const arrived = await page.locator('[data-docked] ul button > :last-child').allInnerTexts();
    expect(arrived.length).toBeGreaterThan(0);
    expect(arrived.reduce((sum, each) => sum + minorFrom(each), -owed)).toBe(shown);
  });

  test('what arrived opens the month as rows, which add up to it and to what differs and is not said yet', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, '/settlement');
    const arrived = page.locator('main p > a[href*="view=table"]');
    const shown = minorFrom(await arrived.innerText());
    await arrived.click();
    await page.waitForURL(/view=table/);
    const { rows } = await askPortal<RouteOutput<typeof getSettlementTable>>(
      window,
      `${getSettlementTable.path}?month=${new URL(page.url()).searchParams.get('month')}`,
    );
    const sum = (of: (row: (typeof rows)[number]) => number | null): number =>
      rows.reduce((all, row) => all + (of(row) ?? 0), 0);
    const totals = page.locator('main dl > div:has([data-opens-nothing])');
    await totals.first().waitFor();
    const said = new Map<string, number>();
    for (const each of await totals.all())
      said.set(await each.locator('dt').innerText(), minorFrom(await each.locator('dd').innerText()));
    expect([...said]).toEqual([
      [t('settlement:deposit.arrived'), sum(({ arrivedMinor }) => arrivedMinor)],
      [t('settlement:table.difference'), sum(({ differenceMinor }) => differenceMinor)],
      [
        t('settlement:table.unsaid'),
        sum(({ netMinor, arrivedMinor, differenceMinor }) =>
          differenceMinor === null ? netMinor - arrivedMinor : 0,
        ),
      ],
    ]);
    expect(sum(({ arrivedMinor }) => arrivedMinor)).toBe(shown);
    await expectOpenFigures(window);
  });

  test('a cell: gross, what was given back, each charge, the net and its states', async () => {
    const window = await stage.open({ language });
    const { page } = window;
    await openAs(window, merchant, '/settlement');
    const cell = page.locator('main tbody tr:has(button)').first().getByRole('button').first();
    await cell.click();
    await page.waitForURL(/cell=/);
    await page.locator('[data-docked] dl').first().waitFor();
    await expectOpenFigures(window, '[data-docked]');
    const lines = page.locator('[data-docked] dl > div:not([data-state]):not([data-total]) a');
    const [gross, ...others] = await openEach(window, lines, 2);
    expect(gross?.list.salesMinor).toBe(minorFrom(gross?.shown ?? ''));
    const isGivenBack = ({ list }: (typeof others)[number]) => list.salesMinor === 0;
    for (const { shown, list } of others.filter(isGivenBack))
      expect(list.refundedMinor).toBe(minorFrom(shown));
    // The list has all charges as one sum.
    const charges = others.filter((each) => !isGivenBack(each));
    const charged = charges.reduce((sum, { shown }) => sum + minorFrom(shown), 0);
    for (const { list } of charges) expect(list.chargesMinor).toBe(charged);
    await walk(window, '[data-docked] dl > [data-total] a', net, 0);
    await walk(window, '[data-docked] dl > [data-state] a', net);
  });

  test('what the bank has not confirmed: the whole and each of its causes', async () => {
    const window = await stage.open({ language });
    await openAs(window, merchant, '/dashboard');
    const panel = 'section[aria-labelledby="dashboard-bank"]';
    const money = ({ salesMinor, unknownMinor }: OpenedList): number => salesMinor + unknownMinor;
    await walk(window, `${panel} > a`, money);
    await expectOpenFigures(window, panel);
    const amounts = window.page.locator(`${panel} dl > div dd > :first-child`);
    await amounts.first().waitFor();
    const shown = await amounts.allInnerTexts();
    const causes = await openEach(window, window.page.locator(`${panel} dl > div a`), 1);
    expect(causes.map(({ list }) => money(list))).toEqual(shown.map(minorFrom));
  });
});
