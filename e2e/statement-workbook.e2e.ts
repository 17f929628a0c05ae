import { beforeAll, expect, test } from 'vitest';
import { depositsByCell } from '../server/features/deposits/testing/deposit-world.ts';
import { amountCell, dayCell, workbookOf } from '../server/features/deposits/testing/statement-workbook.ts';
import { sell } from '../server/features/reconciliation/testing/bank-world.ts';
import { platformRows } from '../server/platform/database/database.ts';
import { openOwner, servedBankWorld } from './testing/bank-world-window.ts';
import { browserStage } from './testing/stage.ts';
import { amountIn, numberIn, oneLanguage } from './testing/texts.ts';

/** A workbook (XLSX) as a statement on the screen of deposits. Sunday, 22 November 2026, noon in Riyadh; its reading is that of statement-ways.test. */
const stage = browserStage();
const iban = 'SA0380000000608010167519';
const { world, url } = await servedBankWorld();
/** What the sale of Monday, 16 November, is paid with, in minor units. */
let netMinor = 0;

beforeAll(async () => {
  const [sale] = await sell(world, [{ amountMinor: 10_000, at: '2026-11-16 09:00' }]);
  netMinor = (sale?.amountMinor ?? 0) - (sale?.feeMinor ?? 0) - (sale?.vatMinor ?? 0);
  await platformRows(world.portal.db, 'UPDATE banks SET iban = $2 WHERE merchant_id = $1', [
    world.merchant.merchantId,
    iban,
  ]);
});

/** October on the first sheet, with more lines than November, which stands on the second. */
function workbook(): Buffer {
  const names = ['Date', 'Description', 'Reference', 'Debit', 'Credit', 'Balance', 'Currency'];
  const head = [['Account Statement'], ['IBAN', iban], [], names];
  const line = (serial: number, reference: string, amount: number, balance: number) => [
    dayCell(serial),
    'POS settlement mada',
    reference,
    null,
    amountCell(amount),
    amountCell(balance),
    'SAR',
  ];
  return workbookOf({
    October: [...head, line(46_300, 'OCT-1', 40, 140), line(46_301, 'OCT-2', 50, 190)],
    November: [...head, line(46_344, 'NOV-1', netMinor / 100, 190 + netMinor / 100)],
  });
}

test.each(oneLanguage)(
  'its second sheet is chosen, and the credit of it pays its settlement; nothing of the first one is kept (%s)',
  async (language) => {
    const window = await openOwner(stage, world, { language, url, path: '/settlement?view=deposits' });
    const { page, t } = window;
    // Deposits are of no month, so none is named.
    await page.getByRole('button', { name: t('settlement:statement.read') }).waitFor();
    expect(await page.getByText(/(AH|هـ)$/).count()).toBe(0);
    await page.getByRole('button', { name: t('settlement:statement.read') }).click();
    const dialog = page.getByRole('dialog');
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const file = { name: 'account.xlsx', mimeType, buffer: workbook() };
    await dialog.locator('input[type=file]').setInputFiles(file);
    const sheet = dialog.getByRole('combobox', { name: t('tables:sheet') });
    await sheet.waitFor();
    // The one that is read is October, and the other one is not passed over in silence.
    expect(await sheet.inputValue()).toBe('October');
    const credits = dialog.getByRole('checkbox');
    await expect.poll(() => credits.count()).toBe(2);
    await dialog.getByText(t('settlement:statement.unreadSheets')).waitFor();
    const unread = t('settlement:statement.unreadSheet', { name: 'November', number: numberIn(language, 1) });
    await dialog.getByText(unread).waitFor();
    await sheet.selectOption('November');
    await expect.poll(() => credits.count()).toBe(1);
    expect(await credits.isChecked()).toBe(true);
    await dialog.getByText(amountIn(language, netMinor)).first().waitFor();
    // By its text a person tells a settlement from a transfer, whatever reference it has beside it.
    const list = dialog.getByRole('list', { name: t('settlement:statement.credits') });
    expect(await list.innerText()).toMatch(/NOV-1.*POS settlement mada/);
    await dialog
      .getByRole('button', { name: t('settlement:statement.save', { count: 1, number: 1 }) })
      .click();
    await dialog.waitFor({ state: 'detached' });
    const deposits = page.getByRole('table', { name: t('settlement:views.deposits') });
    await deposits.getByText('NOV-1').waitFor();
    expect(await deposits.locator('tbody tr[data-row-index]').count()).toBe(1);
    expect((await depositsByCell(world))['2026-11-16 Mada SAR']).toMatchObject({
      state: 'PAID',
      arrivedMinor: netMinor,
    });
  },
);
