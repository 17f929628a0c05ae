import type { Dashboard } from '@mizan/contract/dashboard.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { dayThatLasts } from './testing/day-that-lasts.ts';
import { grossOf, minorFrom, type OpenedList, openEach } from './testing/opened-list.ts';
import { askPortal, daysAgo } from './testing/portal-api.ts';
import { settled } from './testing/screen-checks.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { languages, numberFrom, numberIn, oneLanguage } from './testing/texts.ts';

/** A figure of the dashboard opens the payments it counts; the list names its days and sums in the same words. */
const stage = browserStage();
beforeEach(dayThatLasts);
const merchant = 'merchant@mizan.test';

const summary = ({ page }: Window) => page.locator('main h1 + div');
/** The figure beside a term of the list's sums. */
const listed = async ({ page, t }: Window, key: string): Promise<number> => {
  const sums = page.locator('main dl > div').filter({ hasText: t(`transactions:totals.${key}`) });
  return numberFrom(await sums.locator('dd').innerText());
};
/** The list has come, and says how many payments it holds. */
const showsCount = ({ page, language, t }: Window, count: number) =>
  page
    .locator('main h1 + div', { hasText: t('units:transaction', { count }) })
    .filter({ hasText: new RegExp(`(^|\\D)${numberIn(language, count)}(\\D|$)`) })
    .waitFor();

describe.each(languages)('in %s', (language) => {
  test('each figure opens a list that counts exactly it', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    const days = `from=${daysAgo(6)}&to=${daysAgo(1)}`;
    await openAs(window, merchant, `/dashboard?${days}`);
    const shown = await askPortal<Dashboard>(window, `/dashboard?${days}`);
    const fact = (key: string) =>
      page
        .locator('dl > div')
        .filter({ has: page.getByText(t(`dashboard:kpi.${key}`), { exact: true }) })
        .getByRole('link');
    for (const [key, count, sum, figure] of [
      ['payments', shown.salesCount, 'sales', shown.salesMinor],
      ['approvalRate', shown.attemptCount, 'sales', shown.salesMinor],
      ['refunded', shown.refundedCount, 'refunded', -shown.refundedMinor],
      ['fees', shown.salesCount + shown.refundedCount, 'charges', -(shown.feeMinor + shown.vatMinor)],
      ['net', shown.salesCount + shown.refundedCount, 'net', shown.netMinor],
    ] as const) {
      await fact(key).click();
      await page.waitForURL(/\/transactions\?/);
      await showsCount(window, count);
      await expect.poll(() => listed(window, sum)).toBeCloseTo(figure / 100, 2);
      await page.goBack();
      await page.waitForURL(/\/dashboard/);
    }
  });

  test('each row of what the bank has not confirmed opens its payments; the rows add up to the whole, which opens them all', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, '/dashboard');
    const panel = page.getByRole('region', { name: t('dashboard:kpi.unconfirmed') });
    const whole = panel.getByRole('link').first();
    await whole.waitFor();
    const { unconfirmed } = await askPortal<Dashboard>(window, '/dashboard');
    expect(unconfirmed.parts.length).toBeGreaterThan(2);
    const moneyOf = (list: OpenedList): number => grossOf(list) + list.unknownMinor;
    const sums = { minor: 0, count: 0 };
    const rows = panel.locator('dl > div');
    expect(await rows.count()).toBe(unconfirmed.parts.filter(({ count }) => count > 0).length);
    for (const [at, { list }] of (await openEach(window, rows.getByRole('link'), 9)).entries()) {
      const part = unconfirmed.parts[at];
      const row = rows.nth(at);
      expect(await row.getByRole('link').innerText()).toBe(t(`dashboard:bank.${part?.cause}.title`));
      await row.getByText(t('units:transaction', { count: list.count }), { exact: true }).waitFor();
      expect(list.count).toBe(part?.count);
      expect(minorFrom(await row.locator('dd bdi').innerText())).toBe(moneyOf(list));
      sums.minor += moneyOf(list);
      sums.count += list.count;
    }
    const [all] = await openEach(window, whole, 1);
    expect(minorFrom(all?.shown ?? '')).toBe(sums.minor);
    expect(all && { minor: moneyOf(all.list), count: all.list.count }).toEqual(sums);
  });

  test('bars of shares are as long as their shares, and percentages have two decimals', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    const days = `from=${daysAgo(6)}&to=${daysAgo(1)}`;
    await openAs(window, merchant, `/dashboard?${days}`);
    const table = page.getByRole('table', { name: t('dashboard:chart.byScheme') });
    await table.waitFor();
    const { schemes, salesMinor } = await askPortal<Dashboard>(window, `/dashboard?${days}`);
    const widest = Math.max(...schemes.map((scheme) => scheme.salesMinor)) / salesMinor;
    const bar = table.locator('tbody tr').first().locator('td').last().locator('span').first();
    const share = await bar.evaluate((box) => {
      const [whole, filled] = [box, box.firstElementChild].map((each) => each?.getBoundingClientRect().width);
      return (filled ?? 0) / (whole ?? 1);
    });
    expect(share).toBeCloseTo(widest, 1);
    const text = await page.locator('main').innerText();
    const percents = text.match(/[\d٠-٩.٫]+\u200e?[%٪]/g) ?? [];
    expect(percents.length).toBeGreaterThan(2);
    for (const percent of percents) expect(percent).toMatch(/[.٫][\d٠-٩]{2}[%٪]$/);
  });
});

describe.each(oneLanguage)('what opens and what is said, in %s', (language) => {
  test('each day of the chart opens its sales', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    const days = `from=${daysAgo(6)}&to=${daysAgo(1)}`;
    await openAs(window, merchant, `/dashboard?${days}`);
    await page.getByText(t('dashboard:chart.asTable')).click();
    const { bars } = await askPortal<Dashboard>(window, `/dashboard?${days}`);
    const chart = page.getByRole('table', { name: t('dashboard:chart.overTime') });
    await chart.locator('tbody tr').nth(2).getByRole('link').first().click();
    await page.waitForURL(/\/transactions\?/);
    await showsCount(window, bars[2]?.count ?? Number.NaN);
    await expect.poll(() => listed(window, 'sales')).toBeCloseTo((bars[2]?.salesMinor ?? 0) / 100, 2);
  });

  test('the range is always in sight, has its presets, and is named beside every count', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, '/transactions');
    await settled(page);
    const last31 = t('common:range.lastDays', { count: 31 });
    const range = page.locator('main').getByRole('button', { name: t('transactions:filters.dates') });
    expect(await range.innerText()).toContain(last31);
    expect(await summary(window).innerText()).toContain(last31);
    await page.getByText(t('transactions:foot.more', { range: last31 })).waitFor();
    for (const [preset, address] of [
      ['today', `from=${daysAgo(0)}&to=${daysAgo(0)}`],
      ['yesterday', `from=${daysAgo(1)}&to=${daysAgo(1)}`],
      ['thisWeek', /from=.*to=/],
      ['lastWeek', /from=.*to=/],
      ['thisMonth', /from=.*to=/],
      ['lastMonth', /from=.*to=/],
      ['allTime', 'range=all'],
    ] as const) {
      await range.first().click();
      await page.getByRole('button', { name: t(`common:range.${preset}`), exact: true }).click();
      await page.waitForURL((url) =>
        typeof address === 'string' ? url.search.includes(address) : address.test(url.search),
      );
    }
    await summary(window)
      .filter({ hasText: t('common:range.allTime') })
      .waitFor();
    // A second filter has no index over all time: it is shown with days again, and says which.
    await window.go('/transactions?range=all&status=APPROVED&scheme=Visa');
    await summary(window).filter({ hasText: last31 }).waitFor();
    await range.first().click();
    await page.getByText(t('common:range.allTimeNeedsOneFilter')).waitFor();
    expect(
      await page.getByRole('button', { name: t('common:range.allTime'), exact: true }).isDisabled(),
    ).toBe(true);
  });

  test('a search says that it covers all time', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, '/transactions?search=1.00');
    await summary(window)
      .filter({ hasText: t('transactions:summary.searchAllTime') })
      .waitFor();
    const range = page.locator('main').getByRole('button', { name: t('transactions:filters.dates') });
    expect(await range.first().innerText()).toContain(t('common:range.allTime'));
  });

  test('a day that runs is compared until this hour, and a cashier reads what is counted', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'cashier1', '/dashboard');
    const { previous, terminals } = await askPortal<Dashboard>(window, '/dashboard');
    expect(previous.until).not.toBeNull();
    const tid = terminals.branches[0]?.terminals[0]?.tid ?? '';
    const counts = t('transactions:counts.terminal', { tid });
    await page.getByText(counts).waitFor();
    const compared = page
      .getByRole('region', { name: t('dashboard:kpi.approvedSales') })
      .locator('p')
      .first();
    const [, untilWord = ''] = t('dashboard:compare.until', { days: '|', until: '' }).split('|');
    expect(await compared.innerText()).toContain(untilWord.trim());
    if (previous.salesCount < 10) expect(await compared.innerText()).not.toMatch(/[%٪]/);
    await window.go('/transactions');
    await page.getByText(counts).waitFor();
  });
});

test('who started a payment stands beside whose terminal it was, and filters the list', async () => {
  const window = await stage.open();
  const { page, t } = window;
  await openAs(window, merchant, `/transactions?from=${daysAgo(2)}&to=${daysAgo(1)}&status=APPROVED`);
  await page.locator('tbody tr[aria-rowindex]').first().click();
  await page.waitForURL(/open=/);
  const id = new URL(page.url()).searchParams.get('open') ?? '';
  const detail = await askPortal<TransactionDetail>(window, `/transactions/${id}`);
  const drawer = page.getByRole('complementary').filter({
    has: page.getByRole('heading', { name: t('transactions:detail.title', { id }) }),
  });
  const starter = drawer.locator('dl > div').filter({ hasText: t('transactions:columns.startedBy') });
  await starter.waitFor();
  const said = await starter.locator('dd').innerText();
  expect(said).toBe(detail.startedByName ?? t('transactions:detail.starterUnknown'));
});
