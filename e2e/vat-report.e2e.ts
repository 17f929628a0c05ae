import type { VatReport } from '@mizan/contract/vat-report.ts';
import { describe, expect, test } from 'vitest';
import { askPortal } from './testing/portal-api.ts';
import { settled } from './testing/screen-checks.ts';
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
    const { rows, invoices, banks } = await askPortal<VatReport>(window, `/settlement/vat?month=${month}`);
    expect(rows.filter(({ invoiced }) => invoiced === null)).toHaveLength(1);
    expect(invoices.filter(({ undoneAt }) => undoneAt !== null)).toHaveLength(1);
    // What the paper says is entered in its place, and the cause that nobody knows is gone with what is agreed.
    const open = rows.find(({ invoiced }) => invoiced === null);
    await page.getByRole('button', { name: t('settlement:vat.add') }).click();
    const form = page.getByRole('dialog');
    const bank = banks.find(({ id }) => id === open?.bankId);
    await form.getByLabel(t('common:fields.bank'), { exact: true }).click();
    await page
      .getByRole('option', { name: (language === 'ar' ? bank?.nameAr : bank?.nameEn) ?? '', exact: true })
      .click();
    await form.getByLabel(t('settlement:vat.number')).fill('VAT-E2E');
    const issued: Record<string, string> = { year: month.slice(0, 4), month: month.slice(5), day: '28' };
    const parts = form.getByRole('spinbutton');
    for (let at = 0; at < 3; at += 1) {
      const kind = (await parts.nth(at).getAttribute('data-type')) ?? '';
      await parts.nth(at).click();
      await page.keyboard.type(issued[kind] ?? '', { delay: 20 });
    }
    await form.getByLabel(t('settlement:vat.base')).fill(((open?.baseMinor ?? 0) / 100).toFixed(2));
    await form
      .getByLabel(t('settlement:vat.vat'), { exact: true })
      .fill(((open?.vatMinor ?? 0) / 100).toFixed(2));
    await form.getByRole('button', { name: t('settlement:vat.save') }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByText(t('settlement:vat.noInvoice')).waitFor({ state: 'detached' });
    const after = await askPortal<VatReport>(window, `/settlement/vat?month=${month}`);
    const entered = after.rows.find(({ bankId }) => bankId === open?.bankId)?.invoiced;
    expect(entered).toMatchObject({ baseMinor: open?.baseMinor, vatMinor: open?.vatMinor });
    await settled(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: t('settlement:table.export') }).click();
    await page.getByRole('menuitem', { name: t('settlement:vat.pdf') }).click();
    expect((await saved).suggestedFilename()).toBe(`vat-${month}.pdf`);
  });
});
