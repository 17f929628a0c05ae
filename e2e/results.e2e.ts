import { explainActionCode } from '@mizan/contract/action-codes.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { announce } from '../server/platform/bus/bus.ts';
import { inTenant, platformRows } from '../server/platform/database/database.ts';
import { startCuttingProxy } from '../server/testing/cutting-proxy.ts';
import { smallPhone } from './testing/browser.ts';
import { settled } from './testing/screen-checks.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { amountIn, languages, oneLanguage } from './testing/texts.ts';

/** The results of payments as windows hear of them: who, where, and in which form (rules S4). */
const portals = await shopPortals({ terminals: 3, speed: 1 });
const { shop, urls, db } = portals;
portals.switchOn();
const stage = browserStage();
const [first, second] = urls;
const paymentMs = 30_000;
/** Longer than an approval stands. */
const standsMs = 9_000;

const dialog = ({ page, t }: Window) => page.getByRole('dialog', { name: t('payment:popup.title') });
const cards = ({ page }: Window) => page.getByRole('article');
const connected = ({ page, t }: Window) =>
  page.getByRole('button', { name: t('shell:connection.connected'), exact: true }).waitFor();

async function openTill(window: Window, index: number): Promise<void> {
  const member = shop.terminals[index]?.cashier;
  if (!member) throw new Error(`there is no terminal ${index}`);
  await openAsMember(window, portals, { member, path: '/terminal' });
}
async function openOffice(window: Window, path = '/transactions'): Promise<void> {
  await openAsMember(window, portals, { member: shop.owner, path });
  await connected(window);
}
async function charge({ page, t }: Window, amount: string): Promise<string> {
  await page.getByLabel(t('common:fields.amount')).fill(amount);
  await page.getByRole('button', { name: t('payment:start') }).click();
  await page.waitForURL(/payment=/);
  return new URL(page.url()).searchParams.get('payment') ?? '';
}

const codes = {
  APPROVED: ['00', '000'],
  DECLINED: ['01', '116'],
  TERMINAL_MISCONF: ['02', '120'],
  TIMEOUT: ['93', '188'],
} as const;

/** Payments that ended some other day, told now: as many as a test wants without waiting for a customer. */
async function endedPayments(count: number, status: keyof typeof codes, terminal = 0): Promise<string[]> {
  const place = shop.terminals[terminal];
  const rows = await platformRows<{ id: string }>(
    db,
    `INSERT INTO transactions (merchant_id, uuid, type, status, amount_minor, currency, terminal_id, tid, branch_id,
       cashier_id, cashier_name, created_at, business_day, decided_at, provider_code, action_code)
     SELECT $1, gen_random_uuid(), 'PURCHASE', $2, 1000 + i, 'SAR', $3, $4, $5, $6, 'Sami', now(), current_date, now(),
            $8, $9
       FROM generate_series(1, $7::int) AS i RETURNING id::text`,
    [
      shop.merchantId,
      status,
      place?.id,
      place?.tid,
      shop.branchId,
      place?.cashier.userId,
      count,
      ...codes[status],
    ],
  );
  return rows.map(({ id }) => id);
}
const tell = (transactionId: string, approved: boolean, terminal = 0): Promise<void> =>
  inTenant(db, shop.merchantId, (tx) =>
    announce(
      tx,
      shop.merchantId,
      { type: 'PAY', approved, transactionId },
      shop.terminals[terminal]?.id ?? null,
    ),
  );

/** Lets the window's clock run in steps with an answer of the portal between: one that jumps is a line that fell silent. */
async function letPass(page: Page, ms: number): Promise<void> {
  const stepMs = 250;
  for (let gone = 0; gone < ms; gone += stepMs) {
    await page.clock.runFor(stepMs);
    await page.evaluate(async () => (await fetch('/health')).text());
  }
}

/** What of a page stays under the cards, once it is scrolled to its end. */
const underCards = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    for (const each of document.querySelectorAll('#content *')) each.scrollTop = each.scrollHeight;
    const stack = document.querySelector('article')?.parentElement ?? document.body;
    const over = stack.getBoundingClientRect();
    const isUnder = (each: Element): boolean => {
      const { top, bottom, left, right } = each.getBoundingClientRect();
      return top < over.bottom && bottom > over.top && left < over.right && right > over.left;
    };
    const presses = [...document.querySelectorAll('#content :is(a, button, input, tr[tabindex])')];
    return presses.filter(isUnder).map((each) => each.textContent ?? each.tagName);
  });

describe.each(oneLanguage)('in %s', (language) => {
  test('where it was started a dialog offers a receipt and the next payment; another till hears nothing', async () => {
    const till = await stage.open({ language, url: first });
    const otherTill = await stage.open({ language, url: second });
    await openTill(otherTill, 1);
    await connected(otherTill);
    await openTill(till, 0);
    const id = await charge(till, '73.20');
    await dialog(till)
      .getByText(till.t('payment:popup.approved', { id }), { exact: true })
      .waitFor({ timeout: paymentMs });
    const seen = dialog(till);
    await seen.getByText(amountIn(language, 7_320), { exact: true }).waitFor();
    await seen.getByRole('button', { name: till.t('transactions:detail.printReceipt') }).waitFor();
    const next = seen.getByRole('button', { name: till.t('payment:title') });
    await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true);
    // Both copies, each on a page of its own; the code is the customer's alone.
    await expect.poll(async () => pagesOf(await till.page.pdf({ format: 'A4' }))).toBe(2);
    await till.page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect
      .poll(() => till.page.locator('body').textContent())
      .toMatch(/CUSTOMER COPY[^]*MERCHANT COPY/);
    await till.page.evaluate(() => dispatchEvent(new Event('afterprint')));
    // Typed at once, without waiting for the form: no digit is lost on the way.
    await next.click();
    await till.page.keyboard.type('48.15');
    await expect.poll(() => till.page.getByLabel(till.t('common:fields.amount')).inputValue()).toBe('48.15');
    expect(await cards(otherTill).count()).toBe(0);
    expect(await dialog(otherTill).count()).toBe(0);
    expect(await otherTill.page.getByText(`#${id}`).count()).toBe(0);
  });

  test('elsewhere it is a card that leaves the focus and every typed digit where they are', async () => {
    const office = await stage.open({ language, url: second });
    const till = await stage.open({ language, url: first });
    await openOffice(office);
    await openTill(till, 1);
    const id = await charge(till, '83.05');
    const search = office.page.getByRole('searchbox', { name: office.t('transactions:filters.search') });
    await search.focus();
    await office.page.keyboard.type('8850');
    await cards(office).waitFor({ timeout: paymentMs });
    await office.page.keyboard.type('1158');
    await expect.poll(() => search.inputValue()).toBe('88501158');
    const card = cards(office);
    const { t } = office;
    const sentence = t('payment:popup.other', { id, status: t('payment:popup.declined') });
    await card.getByText(sentence, { exact: true }).waitFor();
    const tid = shop.terminals[1]?.tid ?? '';
    for (const about of [t('transactions:status.declined'), tid, 'Sami', amountIn(language, 8_305)])
      await card.getByText(about, { exact: true }).waitFor();
    await card.getByRole('button', { name: t('payment:results.close', { id }) }).click();
    expect(await cards(office).count()).toBe(0);
  });

  test('newest first, three and a count; approvals go after eight seconds, what was declined stays', async () => {
    const office = await stage.open({ language, url: second });
    const { page, t } = office;
    await page.clock.install();
    await openOffice(office, '/dashboard');
    const declined = await endedPayments(2, 'DECLINED');
    const approved = await endedPayments(3, 'APPROVED');
    for (const id of declined) await tell(id, false);
    for (const id of approved) await tell(id, true);
    const numbers = [...approved].toReversed();
    await expect.poll(() => cards(office).count()).toBe(3);
    for (const [place, id] of numbers.entries()) {
      const sentence = t('payment:popup.approved', { id });
      await cards(office).nth(place).getByText(sentence, { exact: true }).waitFor();
    }
    await page.getByText(t('payment:results.more', { count: 2 })).waitFor();
    const whole = page.viewportSize() ?? smallPhone;
    await page.setViewportSize({ width: whole.width, height: 620 });
    for (const screen of ['discounts', 'transactions']) {
      await page.getByRole('link', { name: t(`shell:menu.${screen}`), exact: true }).click();
      await page.waitForURL((to) => to.pathname.includes(screen));
      await settled(page);
      expect([screen, await underCards(page)]).toEqual([screen, []]);
    }
    // On a phone they have a place of their own above the bar: no key of a cashier lies under them.
    await page.setViewportSize(smallPhone);
    const inOrder = () =>
      page.evaluate(() => {
        const stack = document.querySelector('article')?.parentElement;
        const edges = (each: Element | null | undefined) => each?.getBoundingClientRect() ?? new DOMRect();
        const bar = [...document.querySelectorAll('nav')].at(-1);
        const [content, cards, below] = [document.querySelector('#content'), stack, bar].map(edges);
        return content && cards && below && content.bottom <= cards.top && cards.bottom <= below.top;
      });
    await expect.poll(inOrder).toBe(true);
    await page.setViewportSize(whole);
    // They wait as long as somebody points at them.
    await cards(office).first().hover();
    await letPass(page, standsMs);
    expect(await cards(office).count()).toBe(3);
    await page.mouse.move(5, 5);
    await letPass(page, standsMs);
    await expect.poll(() => cards(office).count()).toBe(2);
    for (const id of declined) {
      const sentence = t('payment:popup.other', { id, status: t('payment:popup.declined') });
      await cards(office)
        .filter({ has: page.getByText(sentence, { exact: true }) })
        .waitFor();
    }
    const more = await endedPayments(3, 'DECLINED');
    for (const id of more) await tell(id, false);
    await page.getByRole('button', { name: t('payment:results.closeAll') }).click();
    expect(await cards(office).count()).toBe(0);
  });
});

/** Says of payments that this member started them, by the name that the payment keeps. */
const startedBy = (ids: readonly string[], userId: number | string, name: string) =>
  platformRows(
    db,
    'UPDATE transactions SET started_by_id = $2, started_by_name = $3 WHERE id = ANY ($1::bigint[])',
    [ids, userId, name],
  );

describe.each(languages)('a card in %s', (language) => {
  test('has the exact state, its reason, and who started it where that was not the cashier', async () => {
    const office = await stage.open({ language, url: second });
    const { page, t } = office;
    await openOffice(office);
    const [misconfigured = ''] = await endedPayments(1, 'TERMINAL_MISCONF');
    const [declined = ''] = await endedPayments(1, 'DECLINED');
    await startedBy([misconfigured], shop.owner.userId, 'Huda');
    await startedBy([declined], shop.terminals[0]?.cashier.userId ?? '', 'Sami');
    const search = page.getByRole('searchbox', { name: t('transactions:filters.search') });
    await search.focus();
    await page.keyboard.type('88');
    for (const id of [misconfigured, declined]) await tell(id, false);
    await expect.poll(() => cards(office).count()).toBe(2);
    const said = [
      { id: misconfigured, state: 'terminalMisconf', code: '120', isOwners: true },
      { id: declined, state: 'declined', code: '116', isOwners: false },
    ];
    for (const { id, state, code, isOwners } of said) {
      const first = t('payment:popup.other', { id, status: t('payment:popup.declined') });
      const card = cards(office).filter({ has: page.getByText(first, { exact: true }) });
      await card.getByText(t(`transactions:status.${state}`), { exact: true }).waitFor();
      await expect
        .poll(async () => (await card.textContent())?.toLowerCase())
        .toContain(t('payment:results.because', { reason: explainActionCode(code)[language] }).toLowerCase());
      expect(await card.getByText(t('payment:results.startedBy', { name: 'Huda' })).count()).toBe(
        isOwners ? 1 : 0,
      );
      expect(await card.getByText(t('payment:results.startedBy', { name: 'Sami' })).count()).toBe(0);
    }
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('50');
    await expect.poll(() => search.inputValue()).toBe('8850');
  });
});

test('a window that was away is told what it missed: once, and never another till’s', async () => {
  let isAway = false;
  const proxy = await startCuttingProxy(() => ({
    port: Number(new URL(first).port),
    piecesUntilCut: isAway ? 0 : Number.POSITIVE_INFINITY,
  }));
  const office = await stage.open({ url: proxy.url });
  const otherTill = await stage.open({ url: proxy.url });
  for (const window of [office, otherTill]) window.expectErrors(/WebSocket|ERR_|network error/);
  await openOffice(office);
  await openTill(otherTill, 1);
  await connected(otherTill);
  const [heard = '', missed = ''] = await endedPayments(2, 'DECLINED');
  const [last = ''] = await endedPayments(1, 'DECLINED', 1);
  const ofOffice = (id: string) => cards(office).filter({ hasText: `#${id}` });
  await tell(heard, false);
  await ofOffice(heard).waitFor();

  isAway = true;
  proxy.cutAll();
  await tell(missed, false);
  isAway = false;
  await ofOffice(missed).waitFor({ timeout: paymentMs });
  expect(await cards(office).count()).toBe(2);
  await connected(otherTill);
  // What it hears afterwards shows that it would have heard the others by now.
  await tell(last, false, 1);
  await cards(otherTill).waitFor();
  expect(await cards(otherTill).allTextContents()).toEqual([expect.stringContaining(`#${last}`)]);

  // What was closed stays closed, also over a reload.
  await ofOffice(missed).getByRole('button').click();
  await office.page.reload();
  await connected(office);
  await ofOffice(heard).waitFor();
  expect(await ofOffice(missed).count()).toBe(0);
  await proxy.stop();
});

test('a late approval takes the place of the timeout, is told as such, and stays', async () => {
  const office = await stage.open({ url: second });
  const { page, t } = office;
  await page.clock.install();
  await openOffice(office);
  const [id = ''] = await endedPayments(1, 'TIMEOUT');
  await tell(id, false);
  await cards(office).getByText(t('transactions:status.timeout')).waitFor();
  await platformRows(
    db,
    `UPDATE transactions SET status = 'APPROVED', late_approval = true, under_review = true WHERE id = $1`,
    [id],
  );
  await tell(id, true);
  await cards(office).getByText(t('payment:popup.approved', { id }), { exact: true }).waitFor();
  await cards(office).getByText(t('payment:outcome.lateApproval.title')).waitFor();
  await letPass(page, standsMs);
  expect(await cards(office).count()).toBe(1);
});

const papers = [
  { format: 'A4' },
  { format: 'Letter' },
  { width: '80mm', height: '200mm' },
  { width: '80mm', height: '297mm' },
];
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

test('the last payments of a terminal say why one was declined', async () => {
  const office = await stage.open({ url: second, language: 'en' });
  await endedPayments(1, 'DECLINED', 2);
  await openOffice(office, `/terminals/${shop.terminals[2]?.tid}`);
  await office.page
    .getByRole('button')
    .filter({ hasText: explainActionCode('116').en })
    .waitFor();
});

describe.each(['APPROVED', 'DECLINED'] as const)('the receipt of a payment that is %s', (status) => {
  test('is one page on A4, Letter and a roll of 80 mm, and nothing else is on it', async () => {
    const office = await stage.open({ url: second });
    const [id = ''] = await endedPayments(1, status);
    await openOffice(office, `/transactions?open=${id}`);
    const { page, t } = office;
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute('data-printed', 'true');
    });
    await page.reload();
    await page.getByRole('button', { name: t('transactions:detail.printReceipt') }).click();
    await page.locator('body[data-printed]').waitFor();
    for (const paper of papers) expect(pagesOf(await page.pdf(paper))).toBe(1);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const printed = await page.evaluate(() => document.body.innerText);
    expect(printed).toContain('قهوة ديار');
    expect(printed).toContain(status === 'APPROVED' ? 'مقبولة' : 'الرصيد غير كاف');
    expect(printed).not.toContain(t('transactions:title'));
  });
});
