import type { Dashboard } from '@mizan/contract/dashboard.ts';
import type { TransactionDetail, TransactionRow } from '@mizan/contract/transactions.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { dayThatLasts } from './testing/day-that-lasts.ts';
import { askPortal, daysAgo, everyTransaction } from './testing/portal-api.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { languages, numberFrom, oneLanguage } from './testing/texts.ts';

/** The figures of the dashboard are the sums over the payments of the list, to the halala, for everyone who sees them. */
const stage = browserStage();
beforeEach(dayThatLasts);

/** The figure beside a term of the sales. */
const fact = async ({ page, t }: Window, key: string): Promise<number> =>
  numberFrom(
    await page
      .locator('dl > div')
      .filter({ has: page.getByText(t(`dashboard:kpi.${key}`), { exact: true }) })
      .locator('dd')
      .innerText(),
  );
const sales = async ({ page, t }: Window): Promise<number> =>
  numberFrom(
    await page
      .getByRole('region', { name: t('dashboard:kpi.approvedSales') })
      .locator('bdi')
      .first()
      .innerText(),
  );

type Charged = TransactionRow & Pick<TransactionDetail, 'type'>;
const sum = (rows: readonly Charged[], of: (row: Charged) => number): number =>
  rows.reduce((total, row) => total + of(row), 0) / 100;

describe.each(languages)('in %s', (language) => {
  test.each(['merchant@mizan.test', 'cashier3'])('%s sees the sums over their own payments', async (name) => {
    const window = await stage.open({ language });
    const days = `from=${daysAgo(3)}&to=${daysAgo(1)}`;
    await openAs(window, name, `/dashboard?${days}`);
    await window.page.getByText(window.t('dashboard:kpi.approvalRate'), { exact: true }).waitFor();
    const rows = (await everyTransaction(window, days)) as Charged[];
    const approved = rows.filter(({ status }) => status === 'APPROVED');
    const purchases = approved.filter(({ type }) => type === 'PURCHASE');
    const refunds = approved.filter(({ type }) => type === 'REFUND');
    expect(purchases.length).toBeGreaterThan(10);
    expect(await sales(window)).toBeCloseTo(
      sum(purchases, (row) => row.amountMinor),
      2,
    );
    expect(await fact(window, 'payments')).toBe(purchases.length);
    expect(await fact(window, 'refunded')).toBeCloseTo(
      sum(refunds, (row) => row.amountMinor),
      2,
    );
    const net = sum(purchases, (row) => row.netMinor) - sum(refunds, (row) => Math.abs(row.netMinor));
    expect(await fact(window, 'net')).toBeCloseTo(net, 2);
  });
});

describe.each(oneLanguage)('charts and range, in %s', (language) => {
  test('the charts have tables for those who do not see them', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'merchant@mizan.test', `/dashboard?from=${daysAgo(6)}&to=${daysAgo(0)}`);
    await page.getByText(t('dashboard:chart.asTable')).click();
    const chart = page.getByRole('table', { name: t('dashboard:chart.overTime') });
    await chart.waitFor();
    expect(await chart.locator('tbody tr').count()).toBe(7);
    await page.getByRole('heading', { name: t('dashboard:chart.byScheme') }).waitFor();
  });

  test('the range stands in the address and survives a reload', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'merchant@mizan.test', '/dashboard');
    const range = () => page.locator('main').getByRole('button', { name: t('common:range.label') });
    await range().click();
    await page.getByRole('button', { name: t('common:range.yesterday') }).click();
    await page.waitForURL(`**/dashboard?from=${daysAgo(1)}&to=${daysAgo(1)}`);
    await page.getByRole('heading', { name: t('common:range.yesterday') }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: t('common:range.yesterday') }).waitFor();
  });
});

test('what is not yet in the bank is the sum of its causes; what needs a person leads to it', async () => {
  const window = await stage.open();
  const { page, t } = window;
  await openAs(window, 'merchant@mizan.test', '/dashboard');
  await page.getByRole('heading', { name: t('dashboard:attention.title') }).waitFor();
  const { unconfirmed, attention } = await askPortal<Dashboard>(window, '/dashboard');
  expect(unconfirmed.parts.reduce((total, part) => total + part.amountMinor, 0)).toBe(unconfirmed.totalMinor);
  // The calendar's sums are less refunds; these are not, and say so.
  await page.getByText(t('dashboard:bank.what')).waitFor();
  expect(attention.length).toBeGreaterThan(0);
  await page
    .getByRole('link', { name: t('dashboard:attention.UNKNOWN_OUTCOME.action') })
    .first()
    .click();
  await page.waitForURL(/payment=/);
  await page.getByRole('heading', { name: t('payment:unknown.title') }).waitFor();
  // The owner can say there and then how it ended.
  await page.getByRole('button', { name: t('payment:review.decide') }).waitFor();
});

test('how many terminals of a branch are connected opens them in the list', async () => {
  const window = await stage.open({ language: oneLanguage[0] });
  const { page, t } = window;
  await openAs(window, 'merchant@mizan.test', '/dashboard');
  const { terminals } = await askPortal<Dashboard>(window, '/dashboard');
  const [branch] = terminals.branches as [Dashboard['terminals']['branches'][number]];
  const heading = page.getByRole('heading', { name: t('dashboard:terminals.title') });
  const links = page.locator('section').filter({ has: heading }).getByRole('link');
  await links.nth(1).click();
  await page.waitForURL(
    (url) => url.pathname === '/terminals' && url.search === `?branchId=${branch.branchId}`,
  );
  for (const { tid } of branch.terminals) await page.getByText(tid, { exact: true }).first().waitFor();
  expect(await page.locator('tbody tr').count()).toBe(branch.terminals.length);
});
