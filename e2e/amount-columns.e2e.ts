import { describe, expect, test } from 'vitest';
import { expectInLine } from './testing/amount-columns.ts';
import { daysAgo } from './testing/portal-api.ts';
import { settled } from './testing/screen-checks.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, desktop, phone, type Window } from './testing/stage.ts';
import { languages } from './testing/texts.ts';

/**
 * Decimal marks of a column stand in one line, physically right, in both directions and on every width: measured by
 * their right edges, on each screen that has amounts below each other.
 */
const stage = browserStage();
const merchant = 'merchant@mizan.test';
const days = `from=${daysAgo(6)}&to=${daysAgo(1)}`;
const firstRow = (window: Window, onPhone: boolean) =>
  window.page.locator(onPhone ? 'main ul button' : 'tbody tr[aria-rowindex]').first();

/** The same page on a desktop and on a phone, which needs no second load to show its other form. */
async function onBoth(
  { page }: Window,
  look: (form: { onPhone: boolean }) => Promise<unknown>,
): Promise<void> {
  for (const onPhone of [false, true]) {
    await page.setViewportSize(onPhone ? phone : desktop);
    await look({ onPhone });
  }
}

describe.each(languages)('in %s', (language) => {
  test('the dashboard, with its chart as a table', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, merchant, `/dashboard?${days}`);
    await page.getByText(t('dashboard:chart.asTable')).click();
    // Schemes, the chart's table with two columns, and what the bank has not confirmed.
    await onBoth(window, () => expectInLine(window, 4));
  });

  test('the transactions and the sum of one', async () => {
    const window = await stage.open({ language });
    const { page } = window;
    await openAs(window, merchant, `/transactions?${days}`);
    await onBoth(window, async ({ onPhone }) => {
      await firstRow(window, onPhone).waitFor();
      await expectInLine(window, onPhone ? 2 : 1);
    });
    await page.setViewportSize(desktop);
    await window.go(`/transactions?${days}&status=APPROVED`);
    await firstRow(window, false).click();
    await page.waitForURL(/open=/);
    // Docked beside the list, or over it on a phone.
    await onBoth(window, async ({ onPhone }) => {
      await page
        .locator(onPhone ? '[role=dialog] dl' : '[data-docked] dl')
        .first()
        .waitFor();
      await expectInLine(window, 1);
    });
  });

  test('refunds, whose amounts are below zero, among the states with the longest words', async () => {
    const window = await stage.open({ language });
    const statuses = ['TERMINAL+NOT+CONNECTED', 'TIMEOUT', 'TERMINAL_MISCONF', 'INITIALIZED'];
    const look = () =>
      onBoth(window, async ({ onPhone }) => {
        await firstRow(window, onPhone).waitFor();
        await expectInLine(window, 1);
      });
    await openAs(window, merchant, '/transactions?type=REFUND');
    await look();
    await window.page.setViewportSize(desktop);
    await window.go(`/transactions?${statuses.map((status) => `status=${status}`).join('&')}`);
    await look();
  });

  test('on a phone the rows of refunds and of what is owed, whose second line has figures too', async () => {
    const window = await stage.open({ language, ...phone });
    const { page } = window;
    await openAs(window, merchant, '/refunds');
    for (const path of ['/refunds', '/settlement']) {
      await window.go(path);
      const figures = page.locator('main ul button > span:last-child bdi[dir=ltr]');
      await figures.nth(2).waitFor();
      await settled(page);
      const edges = await figures.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
      expect(Math.max(...edges) - Math.min(...edges)).toBeLessThanOrEqual(1);
    }
  });

  test('the terminal of a cashier with its last payments', async () => {
    const window = await stage.open({ language });
    await openAs(window, 'cashier1', '/terminal');
    await window.page.locator('main time').first().waitFor();
    await onBoth(window, () => expectInLine(window, 1));
  });
});
