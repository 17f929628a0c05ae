import type { TransactionRow } from '@mizan/contract/transactions.ts';
import { expect, test } from 'vitest';
import { smallPhone } from './testing/browser.ts';
import { askPortal, daysAgo } from './testing/portal-api.ts';
import { settled } from './testing/screen-checks.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';

/** What a person makes of the list: a view of their own, a search that says how it was read, a file. */
const stage = browserStage();
const merchant = 'merchant@mizan.test';
const span = `from=${daysAgo(7)}&to=${daysAgo(1)}`;

test('filters and columns are kept under a name, and opened again by it', async () => {
  const window = await stage.open();
  const { page, t } = window;
  await openAs(window, merchant, `/transactions?${span}&status=DECLINED&columns=rrn`);
  await page.getByRole('columnheader', { name: t('transactions:columns.rrn') }).waitFor();
  expect(await page.getByRole('columnheader', { name: t('transactions:columns.branch') }).count()).toBe(0);
  const views = page.getByRole('button', { name: t('transactions:views.title') });
  await views.click();
  const name = 'View 7041';
  const first = 'As it was called first';
  await page.getByLabel(t('transactions:views.name')).fill(first);
  await page.getByRole('button', { name: t('transactions:views.save') }).click();
  await page.getByRole('button', { name: t('transactions:views.rename', { name: first }) }).click();
  await page.getByLabel(t('transactions:views.newName')).fill(name);
  await page.getByLabel(t('transactions:views.newName')).press('Enter');
  await page.getByRole('button', { name, exact: true }).waitFor();
  await window.go('/transactions');
  await settled(page);
  await views.click();
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForURL(/status=DECLINED.*columns=rrn|columns=rrn.*status=DECLINED/);
  await page.getByRole('columnheader', { name: t('transactions:columns.rrn') }).waitFor();
  await views.click();
  await page.getByRole('button', { name: t('transactions:views.remove', { name }) }).click();
  await page.getByText(t('transactions:views.none')).waitFor();
  // By the keys alone, and only once: what was taken back is not taken back again.
  await page.getByRole('button', { name: t('common:undo.action') }).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name, exact: true }).waitFor();
  await page.getByText(t('common:undo.done')).waitFor();
  expect(await page.getByRole('button', { name: t('common:undo.action') }).count()).toBe(0);
  await page.getByRole('button', { name: t('transactions:views.remove', { name }) }).click();
  await page.getByText(t('transactions:views.none')).waitFor();
  // Reached by the focus, it stays for as long as it is there.
  const undo = page.getByRole('button', { name: t('common:undo.action') });
  await undo.focus();
  await undo.press('Enter');
  await page.getByRole('button', { name, exact: true }).waitFor();
  await page.getByRole('button', { name: t('transactions:views.remove', { name }) }).click();
  await page.getByText(t('transactions:views.none')).waitFor();
  // What opens beside its button stays within the smallest window.
  await page.setViewportSize(smallPhone);
  const reach = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(reach).toBe(smallPhone.width);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('transactions:export.title'), exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await expect.poll(reach).toBe(smallPhone.width);
});

test('a pasted line of a slip finds its payment, and says as what it was read', async () => {
  const window = await stage.open();
  const { page, t } = window;
  await openAs(window, merchant, '/transactions');
  const { rows } = await askPortal<{ rows: TransactionRow[] }>(
    window,
    `/transactions?${span}&status=APPROVED&limit=1`,
  );
  const [row] = rows;
  await window.go(`/transactions?search=${encodeURIComponent(`STAN 004712 | RRN ${row?.rrn}`)}`);
  const said = page.getByRole('group', { name: t('transactions:searched.label') });
  await said
    .getByRole('button', { name: t('transactions:searched.way.rrn', { value: row?.rrn ?? '' }), exact: true })
    .click();
  await page.waitForURL(/searchAs=rrn/);
  const list = page.getByRole('table', { name: t('transactions:title') });
  await list.getByText(`#${row?.id}`).waitFor();
  expect(await list.locator('tbody tr[aria-rowindex]').count()).toBe(1);
  // Escape closes the detail, also where the focus is in the list.
  await list.locator('tbody tr[aria-rowindex]').first().press('Enter');
  await page.waitForURL(/open=/);
  await list.locator('tbody tr[aria-rowindex]').first().press('Escape');
  await page.waitForURL((url) => !url.searchParams.has('open'));
});

test.each([
  ['transactions', `/transactions?${span}&status=TIMEOUT`],
  ['refunds', `/refunds?${span}`],
] as const)('%s: what is listed becomes a file that can be downloaded', async (kind, address) => {
  const window = await stage.open();
  const { page, t } = window;
  await openAs(window, merchant, address);
  await page.getByRole('button', { name: t('transactions:export.title') }).click();
  await page.getByRole('button', { name: t('transactions:export.csv'), exact: true }).click();
  const files = page.getByRole('region', { name: t('transactions:export.mine') });
  await files.getByText(/\.csv/).first().waitFor();
  const { rows } = await askPortal<{ rows: { fileName: string }[] }>(window, `/exports?kind=${kind}`);
  const name = rows[0]?.fileName ?? '';
  const take = files.getByRole('button', { name: t('transactions:export.download', { name }) }).first();
  await take.waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), take.click()]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
});
