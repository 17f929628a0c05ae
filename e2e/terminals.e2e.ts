import { describe, expect, test } from 'vitest';
import { diyarCoffee } from '../server/demo/demo-merchants.ts';
import { openAs } from './testing/sign-in.ts';
import { browserStage, phone } from './testing/stage.ts';
import { oneLanguage } from './testing/texts.ts';

/** Every terminal with its line and its health; pairing; a cashier's one terminal. */
const stage = browserStage();
const tids = diyarCoffee.branches.flatMap((branch) => branch.terminals.map(({ tid }) => tid));
const place = diyarCoffee.branches[0]?.terminals[0];

describe.each(oneLanguage)('in %s', (language) => {
  test('the list names all terminals of the merchant and no other; a row opens its detail', async () => {
    const window = await stage.open({ language });
    const { page, t } = window;
    await openAs(window, 'merchant@mizan.test', '/terminals');
    const table = page.getByRole('table', { name: t('shell:menu.terminals') });
    for (const tid of tids) await table.getByText(tid, { exact: true }).waitFor();
    expect(await table.locator('tbody tr').count()).toBe(tids.length);
    await table.getByText(place?.tid ?? '', { exact: true }).click();
    await page.waitForURL(/open=/);
    const drawer = page.getByRole('complementary').filter({ hasText: t('terminals:telemetry.title') });
    await drawer.getByText(place?.serial ?? '').waitFor();
    await drawer.getByText(t('terminals:columns.serial')).waitFor();
    await page.reload();
    await drawer.getByText(place?.serial ?? '').waitFor();
    await drawer.getByRole('button', { name: t('payment:title') }).click();
    await page.waitForURL(/pay=/);
    await page.getByLabel(t('common:fields.amount')).waitFor();
  });

  test("a cashier's screen is the form of the next payment on their own terminal", async () => {
    const window = await stage.open({ language, ...phone });
    const { page, t } = window;
    await openAs(window, 'cashier1', '/terminal');
    await page.getByRole('heading', { name: t('payment:title') }).waitFor();
    expect(await page.getByLabel(t('payment:chooseTerminal')).count()).toBe(0);
    await page
      .getByText(place?.tid ?? '')
      .first()
      .waitFor();
  });
});

test('a pairing code is shown once, and says until when it is good', async () => {
  const window = await stage.open();
  const { page, t } = window;
  await openAs(window, 'other@mizan.test', '/terminals');
  await page.getByText('88612077', { exact: true }).click();
  await page.getByRole('button', { name: t('terminals:pairing.make') }).click();
  await page.getByText(t('terminals:pairing.of', { tid: '88612077' })).waitFor();
  await page.getByRole('img', { name: t('terminals:pairing.qr', { tid: '88612077' }) }).waitFor();
  expect(
    (
      await page
        .getByRole('status')
        .filter({ hasText: /\w{4}-/ })
        .innerText()
    ).length,
  ).toBeGreaterThan(8);
});
