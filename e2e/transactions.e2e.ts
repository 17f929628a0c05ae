import type { TransactionRow } from '@mizan/contract/transactions.ts';
import { describe, expect, test } from 'vitest';
import { diyarCoffee } from '../server/demo/demo-merchants.ts';
import { dayThatLasts } from './testing/day-that-lasts.ts';
import { askPortal, daysAgo, everyTransaction } from './testing/portal-api.ts';
import { settled } from './testing/screen-checks.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { amountIn, arabicDigits, languages, numberFrom, oneLanguage } from './testing/texts.ts';

/** The list: filters that stand in the address, search in any digits, pages by scrolling, the detail. */
const stage = browserStage();
const merchant = 'merchant@mizan.test';
/** Somebody who started payments in every week, which the owner and the manager may not have. */
const cashier = diyarCoffee.cashiers[0]?.fullName ?? '';
const week = `from=${daysAgo(7)}&to=${daysAgo(1)}`;

const table = ({ page, t }: Window) => page.getByRole('table', { name: t('transactions:title') });
const rowsOf = (window: Window) => table(window).locator('tbody tr[aria-rowindex]');
/** The cells of one column, by its heading. */
async function column(window: Window, heading: string): Promise<string[]> {
  const heads = await table(window).getByRole('columnheader').allInnerTexts();
  const index = heads.findIndex((text) => text.startsWith(heading));
  return rowsOf(window).evaluateAll(
    (rows, at) => rows.map((row) => (row as HTMLTableRowElement).cells[at]?.innerText ?? ''),
    index,
  );
}
async function listed(window: Window): Promise<void> {
  await rowsOf(window).first().waitFor();
  await settled(window.page);
}
const parameters = ({ page }: Window) => new URL(page.url()).searchParams;

describe.each(languages)('in %s', (language) => {
  test('amounts are filtered by bounds typed in the digits of the language', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, `/transactions?${week}`);
    await listed(window);
    await page
      .locator('main')
      .getByRole('button', { name: t('common:fields.amount'), exact: true })
      .click();
    const typed = (text: string) => (language === 'ar' ? arabicDigits(text) : text);
    await page.getByLabel(t('transactions:filters.minAmount')).fill(typed('20'));
    await page.getByLabel(t('transactions:filters.maxAmount')).fill(typed('30.50'));
    await page.getByRole('button', { name: t('transactions:filters.apply') }).click();
    await page.waitForURL(/minAmountMinor=2000&maxAmountMinor=3050/);
    await expect
      .poll(async () => {
        // A refund stands with its sign; the bounds are of what moved.
        const shown = await column(window, t('common:fields.amount'));
        const amounts = shown.map((text) => Math.abs(numberFrom(text)));
        return amounts.length > 0 && amounts.every((amount) => amount >= 20 && amount <= 30.5);
      })
      .toBe(true);
  });

  test('a range is chosen on the Umm al-Qura calendar', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, '/transactions');
    await listed(window);
    await page
      .getByRole('button', { name: t('transactions:filters.dates') })
      .first()
      .click();
    await page.getByText(t('common:calendar.ummAlQura')).click();
    const month = new Intl.DateTimeFormat(language === 'en' ? 'en-US' : 'ar-EG', {
      calendar: 'islamic-umalqura',
      month: 'long',
      timeZone: 'Asia/Riyadh',
    }).format(new Date());
    await page.getByRole('application').getByText(month).first().waitFor();
    const days = page.getByRole('gridcell').locator('[role="button"]:not([aria-disabled="true"])');
    await days.first().click();
    await days.nth(1).click();
    await page.waitForURL(/from=.*to=/);
    const [from, to] = ['from', 'to'].map((name) => new Date(parameters(window).get(name) ?? '').getTime());
    expect((to ?? 0) - (from ?? 0)).toBe(86_400_000);
    await listed(window);
  });

  test('search finds by number, RRN, order reference and last four, in the digits of the keyboard', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, `/transactions?${week}`);
    await listed(window);
    const rows = await everyTransaction(window, `from=${daysAgo(2)}&to=${daysAgo(2)}`);
    const found = rows.find((row) => row.rrn && row.orderRef && row.lastFour && row.status === 'APPROVED');
    if (!found) throw new Error('the demo has no payment with an order reference');
    const digits = (text: string | null) => (language === 'ar' ? arabicDigits(text ?? '') : (text ?? ''));
    for (const typed of [found.id, digits(found.rrn), found.orderRef ?? '', digits(found.lastFour)]) {
      await page.getByLabel(t('transactions:filters.search')).fill(typed);
      await expect.poll(() => parameters(window).get('search')).toBe(typed);
      await table(window).getByText(`#${found.id}`, { exact: true }).waitFor();
    }
    await page.getByLabel(t('transactions:filters.search')).fill('no such thing');
    await page.getByText(t('states:noResults.title')).waitFor();
    await page.getByRole('button', { name: t('common:actions.clearFilters'), exact: true }).click();
    await listed(window);
  });
});

describe.each(oneLanguage)('filters and the detail, in %s', (language) => {
  test.each([
    ['status', 'common:words.status', 'transactions:status.declined', 'common:words.status'],
    ['scheme', 'transactions:columns.scheme', 'transactions:scheme.visa', null],
    ['branchId', 'transactions:columns.branch', null, 'transactions:columns.branch'],
    ['terminalId', 'transactions:columns.terminal', null, 'transactions:columns.terminal'],
    ['cashierId', 'transactions:columns.cashier', null, null],
    ['startedById', 'transactions:columns.startedBy', null, null],
    ['type', 'transactions:columns.type', 'transactions:type.refund', null],
  ])(
    'the filter %s is chosen, stands in the address and survives a reload',
    async (name, chip, option, cell) => {
      const window = await stage.open({ language });
      const { page, t } = window;
      await openAs(window, merchant, `/transactions?${week}`);
      await listed(window);
      const summary = () => page.locator('main h1 + div').innerText();
      const everything = await summary();
      await page
        .locator('main')
        .getByRole('button', { name: t(chip), exact: true })
        .click();
      const choices = page.getByRole('group', { name: t(chip) });
      const wanted = name === 'startedById' ? cashier : option && t(option);
      const choice = choices.getByRole('checkbox', wanted ? { name: wanted } : {}).first();
      const label = wanted ?? (await choices.locator('label').first().innerText());
      // The address says that it is checked, a moment after the click.
      await choice.click();
      await page.waitForURL(new RegExp(`${name}=`));
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: t('common:filter.clear', { name: t(chip) }) }).waitFor();
      const check = async () => {
        await listed(window);
        if (cell !== null) {
          // Below the status of a refund stands that it is one.
          const shown = async () => (await column(window, t(cell))).map((text) => text.split('\n')[0]);
          await expect.poll(async () => [...new Set(await shown())]).toEqual([label]);
        }
      };
      await check();
      const before = parameters(window).get(name);
      // The sums of the unfiltered list stay until those of the filtered one have come.
      await expect.poll(summary).not.toBe(everything);
      const filtered = await summary();
      await page.reload();
      await check();
      expect(parameters(window).get(name)).toBe(before);
      await expect.poll(summary).toBe(filtered);
    },
  );

  test('the detail: one sum, codes in words, and the receipt in both languages', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await window.context.addInitScript(() => {
      globalThis.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    await openAs(window, merchant, `/transactions?${week}&status=APPROVED`);
    await listed(window);
    await rowsOf(window).first().click();
    await page.waitForURL(/open=/);
    const id = parameters(window).get('open') ?? '';
    const detail = await askPortal<TransactionRow & { feeMinor: number }>(window, `/transactions/${id}`);
    const drawer = page.getByRole('complementary').filter({
      has: page.getByRole('heading', { name: t('transactions:detail.title', { id }) }),
    });
    for (const term of ['fee', 'vatShort', 'net', 'rrn', 'approvalCode', 'acquirer']) {
      await drawer
        .getByText(t(`transactions:columns.${term}`), { exact: false })
        .first()
        .waitFor();
    }
    await drawer.getByText(t('transactions:providerCode.00')).first().waitFor();
    const slip = drawer.getByRole('region', { name: t('transactions:columns.receipt') });
    for (const printed of [
      'Diyar Coffee',
      'قهوة ديار',
      'APPROVAL CODE',
      'رمز الموافقة',
      'APPROVED',
      'مقبولة',
      amountIn('en', detail.amountMinor),
      amountIn('ar', detail.amountMinor),
    ]) {
      await slip.getByText(printed).first().waitFor();
    }
    expect(detail.netMinor).toBe(detail.amountMinor - detail.feeMinor - vatOf(detail));
    await drawer.getByRole('button', { name: t('transactions:detail.printReceipt') }).click();
    expect(await page.getAttribute('html', 'data-printed')).toBe('');
    await page.reload();
    await page.getByRole('heading', { name: t('transactions:detail.title', { id }) }).waitFor();
    await page.getByRole('button', { name: t('common:actions.close') }).click();
    expect(parameters(window).get('open')).toBeNull();
  });
});

const vatOf = (row: object): number => (row as { vatMinor: number }).vatMinor;

test('scrolling brings page after page, each row once, down to the last', { timeout: 120_000 }, async () => {
  const window = await stage.open();
  const { page, t } = window;
  await dayThatLasts();
  const day = `from=${daysAgo(1)}&to=${daysAgo(1)}`;
  await openAs(window, merchant, `/transactions?${day}`);
  await listed(window);
  const all = await everyTransaction(window, day);
  expect(all.length).toBeGreaterThan(100);
  const seen = new Set<string>();
  await expect
    .poll(
      async () => {
        for (const text of await column(window, t('transactions:columns.number'))) seen.add(text);
        await table(window)
          .locator('..')
          .evaluate((box) => box.scrollBy(0, box.clientHeight / 2));
        return seen.size;
      },
      { timeout: 100_000, interval: 100 },
    )
    .toBe(all.length);
  expect(seen).toEqual(new Set(all.map(({ id }) => `#${id}`)));
  await page.getByText(t('transactions:foot.all', { range: t('common:range.yesterday') })).waitFor();
  await page.getByText(t('transactions:foot.shown', { count: all.length })).waitFor();
});

test('what is typed into the search of every screen and entered at once opens the list with it', async () => {
  const window = await stage.open();
  const { page, t } = window;
  await openAs(window, merchant, '/dashboard');
  await page.getByRole('button', { name: t('shell:search.placeholder') }).click();
  await page.getByRole('combobox', { name: t('palette:title') }).fill('no such thing');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/transactions?search=no*');
  await page.getByText(t('states:noResults.title')).waitFor();
});

test('another merchant finds none of these payments', async () => {
  const window = await stage.open();
  const { t } = window;
  await openAs(window, merchant, `/transactions?${week}`);
  await listed(window);
  const [theirs] = await everyTransaction(window, `from=${daysAgo(1)}&to=${daysAgo(1)}`);
  const other = await stage.open();
  other.expectErrors(/status of 404/);
  await openAs(other, 'other@mizan.test', `/transactions?open=${theirs?.id ?? ''}`);
  await other.page.getByText(t('errors:notFound')).waitFor();
  await other.page.getByLabel(t('transactions:filters.search')).fill(theirs?.rrn ?? 'none');
  await other.page.getByText(t('states:noResults.title')).waitFor();
});
