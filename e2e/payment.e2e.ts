import { actionCodes } from '@mizan/contract/action-codes.ts';
import { describe, expect, test } from 'vitest';
import { platformRows } from '../server/platform/database/database.ts';
import { desktop, phone, smallPhone, tablet, zoomed } from './testing/browser.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { amountIn, arabicDigits, languages, oneLanguage, textIn } from './testing/texts.ts';

/**
 * A payment as people see it: steps, result, and the pop-up in every window of the merchant, also on another
 * portal process: a dialog where it was started, a card elsewhere; another merchant sees nothing. What goes wrong comes from the terminals' amounts.
 */
const portals = await shopPortals({ terminals: 3, speed: 1 });
const { shop, rival, urls } = portals;
let fleet = portals.switchOn();
const stage = browserStage();
const [first, second] = urls;
const paymentMs = 30_000;

async function openTill(window: Window, index: number): Promise<void> {
  const place = shop.terminals[index];
  if (!place) throw new Error(`there is no terminal ${index}`);
  await openAsMember(window, portals, { member: place.cashier, path: '/terminal' });
}

async function charge({ page, t }: Window, amount: string, orderRef = ''): Promise<string> {
  await page.getByLabel(t('common:fields.amount')).fill(amount);
  if (orderRef !== '') await page.getByLabel(t('payment:orderRef')).fill(orderRef);
  await page.getByRole('button', { name: t('payment:start') }).click();
  await page.waitForURL(/payment=/);
  return new URL(page.url()).searchParams.get('payment') ?? '';
}

/** Answers which of these texts the page has shown so far, in that order: a busy machine may look only after the next one stands. */
async function watchTexts({ page }: Window, texts: readonly string[]): Promise<() => Promise<string[]>> {
  await page.evaluate((wanted) => {
    const seen: string[] = [];
    const look = () => {
      const text = document.body.innerText;
      seen.push(...wanted.filter((each) => !seen.includes(each) && text.includes(each)));
    };
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    Object.assign(globalThis, { mizanSeen: seen });
  }, texts);
  return () => page.evaluate(() => (globalThis as unknown as { mizanSeen: string[] }).mizanSeen);
}

const popup = ({ page, t }: Window) => page.getByRole('dialog', { name: t('payment:popup.title') });
const closePopup = (window: Window) =>
  popup(window)
    .getByRole('button', { name: window.t('common:actions.close') })
    .click();
/** The card of a payment in a window that did not start it. */
const card = ({ page }: Window, id: string) => page.getByRole('article').filter({ hasText: id });

describe.each(languages)('in %s', (language) => {
  test('an approval shows each step, then the pop-up in every window of the merchant and in no other', async () => {
    const till = await stage.open({ language, url: first });
    const office = await stage.open({ language, url: second });
    const elsewhere = await stage.open({ language, url: second });
    await openAsMember(office, portals, { member: shop.owner, path: '/transactions' });
    await openAsMember(elsewhere, portals, { member: rival.owner, path: '/dashboard' });
    for (const { page, t } of [office, elsewhere]) {
      await page.getByRole('button', { name: t('shell:connection.connected'), exact: true }).waitFor();
    }
    await openTill(till, 0);

    const amount = language === 'en' ? '312.40' : arabicDigits('318.40');
    const steps = ['waitCard', 'pin', 'online'].map((step) => till.t(`payment:step.${step}`));
    const shown = await watchTexts(till, steps);
    const id = await charge(till, amount, `ORDER-${language}`);
    await expect.poll(shown, { timeout: paymentMs }).toEqual(steps);
    const sentence = till.t('payment:popup.approved', { id });
    for (const place of [popup(till), card(office, id)]) {
      await place.getByText(sentence, { exact: true }).waitFor({ timeout: paymentMs });
    }
    expect(await popup(office).count()).toBe(0);
    const row = office.page.getByRole('row').filter({ hasText: `#${id}` });
    await row.getByText(office.t('transactions:status.approved')).waitFor();
    await row.getByText(amountIn(language, language === 'en' ? 31_240 : 31_840)).waitFor();
    expect(await popup(elsewhere).count()).toBe(0);
    expect(await elsewhere.page.getByText(`#${id}`).count()).toBe(0);
  });
});

describe.each(oneLanguage)('other ends, in %s', (language) => {
  test('a decline says so in the words of rules S8.3', async () => {
    const till = await stage.open({ language, url: first });
    await openTill(till, 1);
    const id = await charge(till, '43.05');
    const sentence = till.t('payment:popup.other', { id, status: till.t('payment:popup.declined') });
    await popup(till).getByText(sentence, { exact: true }).waitFor({ timeout: paymentMs });
    const reason = actionCodes['116']?.[language] ?? '';
    await popup(till).getByText(reason, { exact: true }).waitFor();
    for (const about of [shop.terminals[1]?.tid ?? '', '01', '116', 'Sami'])
      await popup(till).getByText(about, { exact: true }).waitFor();
    await closePopup(till);
    await till.page.getByText(till.t('payment:outcome.declined.help')).waitFor();
    // The payment's own screen says why, too.
    await till.page.getByText(reason, { exact: true }).waitFor();
    await till.page.getByText(`${till.t('payment:outcome.code')} 116`).waitFor();
    await till.page.getByRole('button', { name: till.t('transactions:detail.printReceipt') }).waitFor();
    await till.page.getByRole('button', { name: till.t('payment:retry') }).waitFor();
    // A key that is pressed by habit takes no money.
    await expect
      .poll(() => till.page.evaluate(() => document.activeElement?.textContent))
      .not.toBe(till.t('payment:retry'));
  });

  test('a payment is canceled while the card is awaited', async () => {
    const till = await stage.open({ language, url: first });
    await openTill(till, 2);
    await charge(till, '470.00');
    await till.page.getByText(till.t('payment:step.waitCard')).waitFor({ timeout: paymentMs });
    await till.page.getByRole('button', { name: till.t('payment:cancel') }).click();
    await popup(till).waitFor({ timeout: paymentMs });
    await popup(till).getByText(till.t('transactions:status.canceled')).first().waitFor();
    await closePopup(till);
    await till.page.getByText(till.t('payment:outcome.canceled.help')).waitFor();
  });

  test('an outcome that is not known says first not to charge again, and holds a second charge', async () => {
    const till = await stage.open({ language, url: first });
    till.expectErrors(/status of 409/);
    await openTill(till, 1);
    const amount = '64.77';
    await charge(till, amount);
    const alert = till.page.getByRole('alert').filter({ hasText: till.t('payment:unknown.doNot') });
    await alert.waitFor({ timeout: paymentMs });
    await till.page.getByRole('button', { name: till.t('payment:unknown.next') }).click();
    await till.page.getByLabel(till.t('common:fields.amount')).fill(amount);
    await till.page.getByRole('button', { name: till.t('payment:start') }).click();
    const shown = amountIn(language, Math.round(Number(amount) * 100));
    await till.page.getByText(till.t('payment:refused.locked', { amount: shown })).waitFor();
    // The terminal says later that the card was charged: the lock goes, and everybody hears it.
    await popup(till).waitFor({ timeout: paymentMs });
    await till.page.getByText(till.t('payment:refused.over', { amount: shown })).waitFor();
    expect(await till.page.getByText(till.t('payment:refused.locked', { amount: shown })).count()).toBe(0);
  });
});

test('the pop-up stands letter by letter as specified', () => {
  expect(textIn('en', 'payment:popup.approved', { id: '1042' })).toBe('Transaction #1042 is approved');
  expect(textIn('en', 'payment:popup.other', { id: '1042', status: 'declined' })).toBe(
    'Transaction #1042 is declined',
  );
});

test('a malformed amount is refused where it was typed, and nothing is sent', async () => {
  const till = await stage.open({ url: first });
  await openTill(till, 0);
  for (const [typed, key] of [
    ['12.345', 'amountDecimals'],
    ['abc', 'amount'],
    ['0', 'amountPositive'],
  ]) {
    await till.page.getByLabel(till.t('common:fields.amount')).fill(typed ?? '');
    await till.page.getByRole('button', { name: till.t('payment:start') }).click();
    await till.page.getByText(till.t(`common:validation.${key}`)).waitFor();
  }
  expect(till.page.url()).not.toContain('payment=');
});

test.each(languages)(
  'the last payments of a till are read in full at every width, in %s',
  async (language) => {
    const till = await stage.open({ language, url: first });
    const { page, t } = till;
    await openTill(till, 1);
    for (const [amount, key] of [
      ['20.91', 'terminalMisconf'],
      ['21.13', 'declined'],
    ] as const) {
      await charge(till, amount);
      await popup(till).waitFor({ timeout: paymentMs });
      await closePopup(till);
      await page.getByRole('button', { name: t('payment:newPayment') }).click();
      await lastOnes(till)
        .getByText(t(`transactions:status.${key}`), { exact: true })
        .first()
        .waitFor();
    }
    for (const size of [smallPhone, phone, zoomed, desktop]) {
      await page.setViewportSize(size);
      expect(await cutTexts(till), `${size.width} px`).toEqual([]);
    }
    // On the smallest phone the button stands above the bar: nobody scrolls to send an amount.
    await page.setViewportSize(smallPhone);
    const sends = await page.getByRole('button', { name: t('payment:start') }).boundingBox();
    const bar = await page.getByRole('navigation', { name: t('shell:menu.label') }).boundingBox();
    expect((sends?.y ?? 0) + (sends?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    // On a tablet they stand below the form, and the header has all of its buttons within the window.
    await page.setViewportSize(tablet);
    const side = await page.getByRole('complementary').boundingBox();
    const send = await page.getByRole('button', { name: t('payment:start') }).boundingBox();
    expect(side?.y).toBeGreaterThan((send?.y ?? 0) + (send?.height ?? 0));
    const past: string[] = [];
    for (const button of await page.getByRole('banner').getByRole('button').all()) {
      const box = await button.boundingBox();
      const isPast = box !== null && (box.x < 0 || box.x + box.width > tablet.width);
      if (isPast) past.push(await button.innerText());
    }
    expect(past).toEqual([]);
  },
);

test('terminals that are switched off: the payment ends as such, the bell says so, and no other can be sent', {
  timeout: 120_000,
}, async () => {
  const till = await stage.open({ url: first });
  const office = await stage.open({ url: second });
  const { page, t } = office;
  await openAsMember(office, portals, { member: shop.owner, path: '/terminals' });
  const total = shop.terminals.length;
  const connected = (part: number) =>
    page.getByText(t('terminals:summary', { count: part, total: String(total) })).waitFor();
  await connected(total);
  await openTill(till, 0);
  await fleet.kill();
  await connected(0);
  await charge(till, '15.00');
  await popup(till).waitFor({ timeout: paymentMs });
  await closePopup(till);
  await till.page.getByText(t('payment:outcome.terminalNotConnected.help')).waitFor();

  await letGracePass();
  await page.locator('header button[aria-expanded]').first().click();
  await page
    .getByText(t('notifications:TDI', { tid: shop.terminals[0]?.tid ?? '' }))
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('payment:title') }).click();
  await page.getByText(t('payment:noneReady.noTerminal.title')).waitFor();

  fleet = portals.switchOn();
  await page.getByLabel(t('common:fields.amount')).waitFor();
  await page.locator('header button[aria-expanded]').first().click();
  await page
    .getByText(t('notifications:TCO', { tid: shop.terminals[0]?.tid ?? '' }))
    .first()
    .waitFor();
});

const lastOnes = ({ page, t }: Window) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: t('terminals:last.title') }) });

/** Texts of the last payments that are wider than their place, and end in dots there. */
const cutTexts = (window: Window): Promise<string[]> =>
  lastOnes(window).evaluate((section) =>
    [...section.querySelectorAll('li *')]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );

/** As if the lines had been lost a minute ago: then the portal gives the terminals up. */
const letGracePass = (): Promise<object[]> =>
  platformRows(
    portals.db,
    `UPDATE terminal_directory SET lost_at = lost_at - interval '1 minute' RETURNING tid`,
  );
