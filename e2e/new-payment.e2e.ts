import { expect, test } from 'vitest';
import { platformRows } from '../server/platform/database/database.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage, type Window } from './testing/stage.ts';

/** The form of a payment, and a payment that is left alone: a lost terminal, and one that nobody answers for. */
const portals = await shopPortals({ terminals: 3, speed: 1 });
const { shop, db, urls } = portals;
const fleet = portals.switchOn();
const stage = browserStage();
const [url] = urls;
const paymentMs = 30_000;

async function openOffice(window: Window, path: string): Promise<void> {
  await openAsMember(window, portals, { member: shop.owner, path });
}
const amountField = ({ page, t }: Window) => page.getByLabel(t('common:fields.amount'));
const terminalField = ({ page, t }: Window) =>
  page.getByRole('combobox', { name: t('payment:chooseTerminal') });
const payments = async (): Promise<number> =>
  (await platformRows<{ count: string }>(db, 'SELECT count(*) FROM transactions'))[0]
    ?.count as unknown as number;

test('no terminal is chosen for anybody: Enter sends nothing; the one used last is there the next time', async () => {
  const office = await stage.open({ url });
  const { page, t } = office;
  await openOffice(office, '/terminals?pay=any');
  await amountField(office).fill('33.10');
  expect(await terminalField(office).inputValue()).toBe('');
  const before = await payments();
  await page.keyboard.press('Enter');
  await page.getByText(t('payment:terminalNeeded')).waitFor();
  await expect
    .poll(() => terminalField(office).evaluate((field) => field === document.activeElement))
    .toBe(true);
  expect(await payments()).toBe(before);

  // Beside the form stands the terminal that is chosen, and none before that.
  const side = page.getByRole('complementary', { name: t('terminals:detail.title') });
  expect(await side.count()).toBe(0);
  const tid = shop.terminals[1]?.tid ?? '';
  await terminalField(office).click();
  await page.getByRole('option', { name: tid }).click();
  await side.getByRole('heading', { name: tid }).waitFor();
  await amountField(office).press('Enter');
  await page.waitForURL(/payment=/);
  await page.getByRole('dialog', { name: t('payment:popup.title') }).waitFor({ timeout: paymentMs });
  await openOffice(office, '/terminals?pay=any');
  await expect.poll(() => terminalField(office).inputValue()).toContain(tid);
});

test('typed at once when the form opens, no digit is lost, from whichever way it opens', async () => {
  const office = await stage.open({ url });
  const { page, t } = office;
  await openOffice(office, '/terminals');
  const way = page.getByRole('button', { name: t('payment:title') });
  await way.waitFor();
  await way.click();
  await page.keyboard.type('1905.35');
  await expect.poll(() => amountField(office).inputValue()).toBe('1905.35');

  const till = await stage.open({ url });
  const member = shop.terminals[0]?.cashier ?? shop.owner;
  await openAsMember(till, portals, { member, path: '/dashboard' });
  await till.page.getByRole('link', { name: till.t('shell:menu.terminal'), exact: true }).click();
  // Latin digits: Playwright sends others without the key press that a keyboard makes.
  await till.page.keyboard.type('72.50');
  await expect.poll(() => amountField(till).inputValue()).toBe('72.50');
});

test('an old payment without a result offers what can be done now, and nothing for a customer who has left', async () => {
  const [place] = shop.terminals;
  const [payment] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO transactions (merchant_id, uuid, type, status, amount_minor, currency, terminal_id, tid, branch_id,
       created_at, business_day, sent_at, under_review, holds_lock)
     VALUES ($1, gen_random_uuid(), 'PURCHASE', 'TIMEOUT', 6450, 'SAR', $2, $3, $4, now() - interval '26 hours',
       current_date - 1, now() - interval '26 hours', true, true) RETURNING id::text`,
    [shop.merchantId, place?.id, place?.tid, shop.branchId],
  );
  await platformRows(
    db,
    `INSERT INTO reviews (merchant_id, transaction_id, reason, opened_at) VALUES ($1, $2, 'NO_ANSWER', now())`,
    [shop.merchantId, payment?.id],
  );
  const office = await stage.open({ url });
  const { page, t } = office;
  await openOffice(office, `/terminals?payment=${payment?.id}`);
  await page.getByText(t('payment:unknown.doNot')).waitFor();
  await page.getByRole('heading', { name: t('payment:unknown.now') }).waitFor();
  await page.getByRole('heading', { name: t('payment:review.title') }).waitFor();
  await page.getByRole('link', { name: t('payment:unknown.toFiles') }).waitFor();
  expect(await page.getByText(t('payment:unknown.step3')).count()).toBe(0);
  expect(await page.getByText(t('payment:unknown.tell')).count()).toBe(0);
  await page.getByRole('button', { name: t('payment:title') }).click();
  await amountField(office).waitFor();
});

test('a terminal that is lost in the middle of a payment changes the headline', async () => {
  const till = await stage.open({ url });
  const { page, t } = till;
  const place = shop.terminals.at(-1);
  await openAsMember(till, portals, { member: place?.cashier ?? shop.owner, path: '/terminal' });
  await amountField(till).fill('64.00');
  await page.getByRole('button', { name: t('payment:start') }).click();
  await page.getByText(t('payment:step.waitCard')).waitFor({ timeout: paymentMs });
  await fleet.kill();
  const tid = place?.tid ?? '';
  const lost = [t('payment:step.lost', { tid }), t('payment:unknown.titleLost', { tid })];
  await page
    .getByText(new RegExp(lost.join('|')))
    .first()
    .waitFor({ timeout: paymentMs });
  expect(await page.getByText(t('payment:step.waitCard')).count()).toBe(0);
});
