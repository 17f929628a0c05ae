import type { FeeAudit } from '@mizan/contract/fee-audit.ts';
import type { BankFileRow } from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { demoFileDays } from '../server/demo/demo-bank-file.ts';
import { expectInLine } from './testing/amount-columns.ts';
import { expectOpenFigures } from './testing/closed-figures.ts';
import { oneAtATime } from './testing/one-at-a-time.ts';
import { askPortal, daysAgo } from './testing/portal-api.ts';
import { settled } from './testing/screen-checks.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, phone } from './testing/stage.ts';
import { languages, numberFrom } from './testing/texts.ts';

/**
 * From a bank file with fees that were not agreed to a claim: its cause, its lines, its letter, its pack. The file is the demo's
 * own, with a processing fee of 0.80 in place of 0.30; what the audit makes of other files is claims.test.ts.
 */
const stage = browserStage();
const owner = 'merchant@mizan.test';
// Nothing is claimed while a file is being judged.
oneAtATime(`bank files of ${owner}`);
const { from, to } = demoFileDays(daysAgo(0));

test.each(languages)(
  'an overcharge is named with its lines, claimed with a letter and a pack, sent and withdrawn (%s)',
  async (language) => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, owner, '/reconciliation/fee-audit');
    const { rows: files } = await askPortal<{ rows: BankFileRow[] }>(
      window,
      '/reconciliation/bank-files?limit=100',
    );
    const file = files.find(({ fileName }) => fileName === `tihama-pos-${from}-to-${to}.csv`);
    const audit = await askPortal<FeeAudit>(window, `/reconciliation/fee-audit?from=${from}&to=${to}`);
    const visa = audit.rows.find(({ scheme, overCount }) => scheme === 'Visa' && overCount > 0);
    const overMinor = audit.rows.reduce((sum, row) => sum + row.overMinor, 0);
    expect(overMinor).toBeGreaterThan(0);
    // From the verdict to the audit of its days.
    await window.go(`/reconciliation?view=files&file=${file?.id}`);
    await page.getByRole('link', { name: t('reconciliation:verdict.fees') }).click();
    await page.waitForURL(/fee-audit\?/);
    const table = page.getByRole('table', { name: t('fees:title') });
    await expectOpenFigures(window, 'main table >> nth=0');
    // A figure of a row opens every line that it adds up, one of the whole those of all banks and cards.
    await table.locator('tr:has(+ tr[data-side=over])').first().getByRole('button').first().click();
    await page.waitForURL(/side=judged/);
    const judged = page.getByRole('table').nth(1).locator('tbody tr[data-row-index]');
    await expect.poll(() => judged.count()).toBe(Math.min(50, visa?.count ?? 0));
    await page.locator('main dl[data-main]').getByRole('button').click();
    await page.waitForURL(/all=SAR/);
    await page.getByRole('table', { name: t('fees:lines.all.over') }).waitFor();
    await table.locator('tr[data-side=over] button').first().click();
    await page.waitForURL(/cause=/);
    const lines = page.getByRole('table').nth(1).locator('tbody tr[data-row-index]');
    await expect.poll(() => lines.count()).toBe(visa?.overCount);
    const over = (await lines.locator('td:last-child').allInnerTexts()).map((text) =>
      Math.round(100 * numberFrom(text)),
    );
    // 0.50 and its VAT, which is rounded with the whole fee.
    expect(over.every((minor) => minor === 57 || minor === 58)).toBe(true);
    expect(over.reduce((sum, minor) => sum + minor, 0)).toBe(visa?.overMinor);
    // Below them stands what all of them come to, and nothing is said to follow.
    const foot = page.locator('main dl').filter({ hasText: t('fees:lines.sum') });
    const sums = await foot.locator('dd').allInnerTexts();
    expect(sums.map((text) => Math.round(100 * numberFrom(text)))).toEqual([visa?.overMinor]);
    await expectInLine(window, 5);
    // The drawer has what it will claim, in both languages, before anything is kept.
    await page
      .locator('main button', { hasText: t('fees:claims.to', { bank: '' }).trim() })
      .first()
      .click();
    const drawer = page.getByRole('complementary');
    await drawer.locator('[lang=ar] strong').waitFor();
    expect(await drawer.locator('[lang=en] strong').innerText()).toContain(
      `SAR ${(overMinor / 100).toFixed(2)}`,
    );
    await page.getByRole('button', { name: t('fees:claims.make') }).click();
    await page.waitForURL(/claim=\d+/);
    await settled(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: t('fees:claims.pack') }).click();
    expect((await saved).suggestedFilename()).toMatch(/^CLM-\d{4}-\d{4}\.zip$/);
    await page.getByRole('button', { name: t('fees:claims.send'), exact: true }).click();
    await page.getByRole('textbox', { name: t('fees:claims.reference') }).fill('NB-4471');
    await page.getByRole('button', { name: t('fees:claims.save') }).click();
    await drawer.getByText('NB-4471').waitFor();
    await page.getByRole('button', { name: t('fees:claims.withdraw') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('fees:claims.withdraw') })
      .click();
    await drawer.getByText(t('fees:claims.state.WITHDRAWN')).waitFor();
  },
);

test('on a phone nothing runs off the edge', async () => {
  const window = await stage.open({ language: 'en', ...phone });
  await openAs(window, owner, '/reconciliation/fee-audit');
  await window.page.getByRole('heading', { name: window.t('fees:claims.title') }).waitFor();
  expect(await window.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
