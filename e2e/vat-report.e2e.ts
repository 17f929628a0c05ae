import type { VatReport } from '@mizan/contract/vat-report.ts';
import { describe, expect, test } from 'vitest';
import { askPortal } from './testing/portal-api.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { numberFrom, oneLanguage } from './testing/texts.ts';

/** The invoice of a bank is held against what the portal counts, and nothing is explained that is not. */
const stage = browserStage();

describe.each(oneLanguage)('VAT on fees, in %s', (language) => {
  test('the demo month says what rounding explains and what nothing does; an invoice taken back leaves what was there', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'merchant@mizan.test', '/settlement?view=vat');
    const { today } = await askPortal<VatReport>(window, '/settlement/vat');
    const before = new Date(`${today.slice(0, 7)}-01T00:00:00Z`);
    before.setUTCDate(0);
    const month = before.toISOString().slice(0, 7);
    await page.getByRole('button', { name: t('settlement:month.before') }).click();
    await page.getByText(t('settlement:vat.unexplained')).waitFor();
    await page.getByText(t('settlement:vat.way.MONTH')).waitFor();
    const links = page.locator('main section a');
    const vat = Math.round(100 * numberFrom(await links.nth(1).innerText()));
    const { search } = new URL((await links.nth(1).getAttribute('href')) ?? '', window.url);
    const totals = await askPortal<{ vatMinor: number }>(window, `/transactions/totals${search}`);
    expect(Math.abs(totals.vatMinor)).toBe(vat);
    const undoName = /VAT-\d{6}/;
    const undo = page.getByRole('button', { name: undoName }).first();
    await undo.click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('settlement:vat.undo') })
      .click();
    await page.getByText(t('settlement:vat.noInvoice')).waitFor();
    const { rows, invoices } = await askPortal<VatReport>(window, `/settlement/vat?month=${month}`);
    expect(rows.filter(({ invoiced }) => invoiced === null)).toHaveLength(1);
    expect(invoices.filter(({ undoneAt }) => undoneAt !== null)).toHaveLength(1);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: t('settlement:table.export') }).click();
    await page.getByRole('menuitem', { name: t('settlement:vat.pdf') }).click();
    expect((await saved).suggestedFilename()).toBe(`vat-${month}.pdf`);
  });
});
