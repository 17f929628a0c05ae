import { describe, test } from 'vitest';
import { expectInLine } from './testing/amount-columns.ts';
import { daysAgo } from './testing/portal-api.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
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

describe.each(languages)('in %s', (language) => {
  describe.each(['desktop', 'phone'] as const)('on a %s', (form) => {
    const size = form === 'phone' ? phone : {};
    test('the dashboard, with its chart as a table', async () => {
      const window = await stage.open({ language, ...size });
      const { page, t } = window;
      await openAs(window, merchant, `/dashboard?${days}`);
      await page.getByText(t('dashboard:chart.asTable')).click();
      // Schemes, the chart's table with two columns, and what the bank has not confirmed.
      await expectInLine(window, 4);
    });

    test('the transactions and the sum of one', async () => {
      const window = await stage.open({ language, ...size });
      const { page } = window;
      await openAs(window, merchant, `/transactions?${days}`);
      await firstRow(window, form === 'phone').waitFor();
      await expectInLine(window, form === 'phone' ? 2 : 1);
      await window.go(`/transactions?${days}&status=APPROVED`);
      await firstRow(window, form === 'phone').click();
      await page.waitForURL(/open=/);
      // Docked beside the list, or over it on a phone.
      await page.locator('aside dl, [role=dialog] dl').first().waitFor();
      await expectInLine(window, 1);
    });

    test('refunds, whose amounts are below zero, among the states with the longest words', async () => {
      const window = await stage.open({ language, ...size });
      const statuses = ['APPROVED', 'TERMINAL+NOT+CONNECTED', 'TIMEOUT', 'TERMINAL_MISCONF', 'INITIALIZED'];
      const filter = statuses.map((status) => `status=${status}`).join('&');
      await openAs(window, merchant, `/transactions?type=REFUND`);
      await firstRow(window, form === 'phone').waitFor();
      await expectInLine(window, 1);
      await window.go(`/transactions?${filter.replace('status=APPROVED&', '')}`);
      await firstRow(window, form === 'phone').waitFor();
      await expectInLine(window, 1);
    });

    test('the terminal of a cashier with its last payments', async () => {
      const window = await stage.open({ language, ...size });
      await openAs(window, 'cashier1', '/terminal');
      await window.page.locator('main time').first().waitFor();
      await expectInLine(window, 1);
    });
  });
});
