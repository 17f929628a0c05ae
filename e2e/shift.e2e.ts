import { expect, test } from 'vitest';
import { asNow, freeCashier } from '../server/features/shifts/testing/seats.ts';
import { platformRows } from '../server/platform/database/database.ts';
import { smallPhone, phone as usual } from './testing/browser.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { amountIn, languages, textIn } from './testing/texts.ts';

/** A cashier's day on a phone: keys of ours, one send for a tap, a shift that adds up, and the next cashier. */
const portals = await shopPortals({ terminals: 3, speed: 0 });
const { shop, db, urls } = portals;
portals.switchOn();
const stage = browserStage();
const [url] = urls;
const paymentMs = 30_000;

const press = async ({ page }: Window, ...keys: string[]): Promise<void> => {
  for (const name of keys) await page.getByRole('button', { name, exact: true }).click();
};
const begun = async (terminalId: string): Promise<number> =>
  (
    await platformRows<{ count: number }>(
      db,
      'SELECT count(*)::int AS count FROM transactions WHERE terminal_id = $1',
      [terminalId],
    )
  )[0]?.count ?? 0;

/** Types an amount on the keys, taps twice, and waits until it is over. */
async function pay(window: Window, keys: string[]): Promise<void> {
  const { page, t } = window;
  await press(window, ...keys);
  await page.getByRole('button', { name: t('payment:start'), exact: true }).dblclick();
  const popup = page.getByRole('dialog', { name: t('payment:popup.title') });
  await popup.waitFor({ timeout: paymentMs });
  await popup.getByRole('button', { name: t('common:actions.close') }).click();
  await page.getByRole('button', { name: t('payment:newPayment'), exact: true }).click();
}

test.each(languages)('a shift in %s: opened, paid in, closed with its sum and its slip', async (language) => {
  const place = shop.terminals[language === 'en' ? 0 : 1] ?? shop.terminals[0];
  if (!place) throw new Error('the shop has terminals');
  const till = await stage.open({ language, url, ...phone });
  const { page, t } = till;
  const digit = (of: string) =>
    [...of].map((each) => (language === 'ar' ? '٠١٢٣٤٥٦٧٨٩'[Number(each)] : each)).join('');
  await openAsMember(till, portals, { member: place.cashier, path: '/terminal' });
  await page.getByRole('button', { name: t('shifts:open'), exact: true }).click();
  await page
    .getByRole('link')
    .filter({ hasText: amountIn(language, 0) })
    .waitFor();

  // For one thumb: on a phone of usual height no key is lower than 64 px.
  const key = page.getByRole('button', { name: digit('5'), exact: true });
  expect((await key.boundingBox())?.height).toBeGreaterThanOrEqual(64);
  // Nothing was typed, so nothing can be sent; a key too many is taken back.
  expect(await page.getByRole('button', { name: t('payment:start'), exact: true }).isDisabled()).toBe(true);
  await press(till, digit('8'), digit('7'), t('payment:pad.back'), digit('6'), digit('5'), digit('0'));
  await page
    .getByRole('status')
    .filter({ hasText: amountIn(language, 86_50) })
    .waitFor();
  await page.getByRole('button', { name: t('payment:pad.back'), exact: true }).click();
  await pay(till, [digit('0')]);
  expect(await begun(place.id)).toBe(1);
  await pay(till, ['1', '0', '0', '5'].map(digit));
  expect(await begun(place.id)).toBe(2);

  await page
    .getByRole('link')
    .filter({ hasText: amountIn(language, 86_50) })
    .click();
  await page
    .getByRole('row', { name: t('shifts:total') })
    .getByText(amountIn(language, 86_50))
    .waitFor();
  await page.getByText(t('shifts:unsuccessful', { number: digit('1') }), { exact: false }).waitFor();
  await page.getByRole('button', { name: t('shifts:close.button'), exact: true }).click();
  await page
    .getByRole('dialog', { name: t('shifts:close.title') })
    .getByRole('button', { name: t('shifts:close.button'), exact: true })
    .click();
  await page.waitForURL(/shift=\d+/);
  // The closed shift's own view: a tap while it takes the place of the open one would be nobody's.
  await page
    .locator(':enabled')
    .and(page.getByRole('button', { name: t('shifts:print'), exact: true }))
    .waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('shifts:pdf'), exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/^Shift \d+\.pdf$/);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page
    .getByText(textIn('en', 'server/slip:shift.total'), { exact: true })
    .waitFor({ state: 'attached' });
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
});

test('while a payment runs the bottom bar is gone, and it comes back; the next cashier takes the shift', async () => {
  const place = shop.terminals[2];
  if (!place) throw new Error('the shop has terminals');
  const till = await stage.open({ url, ...phone });
  const { page, t } = till;
  await openAsMember(till, portals, { member: place.cashier, path: '/terminal' });
  await page.getByRole('button', { name: t('shifts:open'), exact: true }).click();
  await page
    .getByRole('link')
    .filter({ hasText: amountIn('en', 0) })
    .waitFor();
  const bar = page.getByRole('navigation', { name: t('shell:menu.label') });
  expect(await bar.isVisible()).toBe(true);
  await press(till, '9', '0', '00');
  await page.getByRole('button', { name: t('payment:start'), exact: true }).click();
  const cancel = page.getByRole('button', { name: t('payment:cancel'), exact: true });
  await cancel.waitFor();
  expect(await bar.isVisible()).toBe(false);
  // The one thing to press is in sight on the smallest phone, too.
  await page.setViewportSize(smallPhone);
  const box = await cancel.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(smallPhone.height);
  await page.setViewportSize(usual);
  // Gone back to the keys, they say what the terminal is busy with, and lead there.
  await page.goBack();
  await page.getByText(t('payment:underWay', { amount: amountIn('en', 90_00) })).waitFor();
  await page.getByRole('button', { name: t('payment:refused.open', { id: '' }), exact: false }).click();
  await cancel.click();
  await bar.waitFor({ timeout: paymentMs });
  const popup = page.getByRole('dialog', { name: t('payment:popup.title') });
  await popup.waitFor({ timeout: paymentMs });
  await popup.getByRole('button', { name: t('common:actions.close') }).click();

  await openAsMember(till, portals, { member: place.cashier, path: '/terminal/shift' });
  const handOver = page.getByRole('button', { name: t('shifts:handOver.button'), exact: true });
  await handOver.waitFor();
  // Who became free since is offered at once, and not with the next look.
  const noura = await freeCashier(db, shop, 'Noura');
  await handOver.click();
  await page.getByRole('radio', { name: 'Noura' }).click({ timeout: 8_000 });
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('shifts:handOver.confirm'), exact: true })
    .click();
  await page.getByText(t('shifts:state.HANDED_OVER')).first().waitFor();
  const next = await stage.open({ url, ...phone });
  await openAsMember(next, portals, { member: noura, path: '/terminal/shift' });
  await next.page.getByText(next.t('shifts:after', { name: 'Sami' })).waitFor();

  // Her dashboard names it, and who runs the shop finds the one before it among the shifts.
  await openAsMember(next, portals, { member: await asNow(db, noura), path: '/dashboard' });
  await next.page.getByRole('heading', { name: t('dashboard:own.shift') }).waitFor();
  await next.page.getByRole('link', { name: t('dashboard:own.since', { moment: '' }).trim() }).waitFor();
  const office = await stage.open({ url });
  await openAsMember(office, portals, { member: shop.owner, path: '/terminals' });
  await office.page.getByRole('link', { name: t('terminals:shifts'), exact: true }).click();
  await office.page
    .getByRole('row')
    .filter({ hasText: t('shifts:state.HANDED_OVER') })
    .click();
  await office.page.getByRole('button', { name: t('shifts:print'), exact: true }).waitFor();
});
