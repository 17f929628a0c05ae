import { randomUUID } from 'node:crypto';
import { startPayment } from '@mizan/contract/payments.ts';
import { type RefundDetail, refundTotals, startRefund } from '@mizan/contract/refunds.ts';
import { apiBase } from '@mizan/contract/route.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { setCashierRefunds } from '../server/features/refunds/cashier-refunds.service.ts';
import { setRefundLimit } from '../server/features/refunds/refund-limit.service.ts';
import { anotherOwner } from '../server/features/refunds/testing/another-owner.ts';
import { inPlatform, platformRows } from '../server/platform/database/database.ts';
import type { Member } from '../server/platform/http/call.ts';
import { openSession } from '../server/platform/sessions/sessions.ts';
import { settled } from './testing/screen-checks.ts';
import { openAsMember, shopPortals } from './testing/shop-portals.ts';
import { browserStage, phone, type Window } from './testing/stage.ts';
import { amountIn, arabicDigits, languages, oneLanguage } from './testing/texts.ts';

/**
 * Money that goes back, as people see it: what it changes, who approves it, the terminal that asks for the same card, and what
 * nobody knows yet. What goes wrong comes from the terminals' amounts.
 */
const portals = await shopPortals({ terminals: 3, speed: 0.3 });
const { shop, urls, db } = portals;
portals.switchOn();
const stage = browserStage();
const [url] = urls;
const khalid = await anotherOwner(db, shop);
await platformRows(db, 'UPDATE users SET email = $2 WHERE id = $1', [khalid.userId, 'khalid@mizan.test']);
const waitMs = 30_000;
/** Of the shop's bank; the customers of the terminals pay with others, too. */
const agreedSchemes: ReadonlySet<string> = new Set(['Mada', 'Visa']);

async function ask<Answer>(member: Member, path: string, body?: object): Promise<Answer> {
  const session = { userId: member.userId, at: new Date(), userAgent: null, ip: '127.0.0.1' };
  const token = await inPlatform(db, (tx) => openSession(tx, session));
  const answer = await fetch(url + apiBase + path, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status} for ${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** A purchase that the terminal took and the bank approved. */
async function paid(amountMinor: number, terminal: number): Promise<TransactionDetail> {
  const terminalId = shop.terminals[terminal]?.id ?? '';
  const body = { paymentId: randomUUID(), terminalId, amountMinor };
  const until = Date.now() + waitMs;
  let payment = await ask<TransactionDetail>(shop.owner, startPayment.path, body);
  while (payment.status === 'INITIALIZED' && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    payment = await ask<TransactionDetail>(shop.owner, `/transactions/${payment.id}`);
  }
  expect(payment.status).toBe('APPROVED');
  return payment;
}

/** The number of a refund of a purchase, once its terminal is done with it. */
async function givenBack(originalId: string, amountMinor: number): Promise<string> {
  const body = { refundId: randomUUID(), originalId, amountMinor, reason: 'RETURNED' };
  const { id } = await ask<RefundDetail>(shop.owner, startRefund.path, body);
  const isDone = async () => {
    const { state } = await ask<RefundDetail>(shop.owner, `${startRefund.path}/${id}`);
    return state !== 'INITIALIZED';
  };
  await vi.waitUntil(isDone, { timeout: waitMs, interval: 100 });
  return id;
}

// Terminals that were switched on with the file are there a moment later.
beforeAll(async () => {
  const isThere = async () => {
    const { rows } = await ask<{ rows: { connection: string }[] }>(shop.owner, '/terminals');
    return rows.every(({ connection }) => connection === 'CONNECTED');
  };
  await vi.waitUntil(isThere, { timeout: waitMs, interval: 100 });
}, waitMs);

const open = (window: Window, path: string, member = shop.owner) =>
  openAsMember(window, portals, { member, path });
const dialog = ({ page, t }: Window) => page.getByRole('dialog', { name: t('payment:popup.title') });
const amountField = ({ page, t }: Window) =>
  page.getByRole('textbox', { name: t('common:fields.amount'), exact: true });

async function choose({ page, t }: Window, reason: string): Promise<void> {
  await page.getByRole('combobox', { name: t('refunds:columns.reason') }).click();
  await page.getByRole('option', { name: t(`refunds:reason.${reason}`) }).click();
}

/** The figures of a row of the table, now, by this refund and after it. */
const figuresOf = ({ page, t }: Window, key: string) =>
  page
    .getByRole('table', { name: t('refunds:table.label') })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: t(key) }) })
    .getByRole('cell')
    .allInnerTexts();

describe.each(languages)('in %s', (language) => {
  const places = language === 'en' ? 0 : 1;

  test('a part goes back from its purchase: never more than is left, each figure before it is sent', async () => {
    const purchase = await paid(30_000, places);
    const original = purchase.id;
    const window = await stage.open({ language, url });
    const { page, t } = window;
    await open(window, `/transactions?open=${original}`);
    await page.getByRole('button', { name: t('refunds:purchase.refund'), exact: true }).click();
    await amountField(window).fill(language === 'en' ? '300.01' : arabicDigits('300.01'));
    const left = amountIn(language, 30_000);
    await page.getByText(t('refunds:form.aboveRemainder', { amount: left })).waitFor();
    await amountField(window).fill(language === 'en' ? '120.50' : arabicDigits('120.50'));
    const send = page.getByRole('button', {
      name: t('refunds:form.refundAmount', { amount: amountIn(language, 12_050) }),
    });
    await expect.poll(() => send.getAttribute('aria-disabled')).not.toBe('true');
    const shown = (minor: number) => (minor < 0 ? '\u2212' : '') + amountIn(language, Math.abs(minor));
    await expect
      .poll(() => figuresOf(window, 'common:fields.amount'))
      .toEqual([30_000, -12_050, 17_950].map(shown));
    // What no rate was agreed for is not known, and not guessed.
    const isAgreed = agreedSchemes.has(purchase.scheme);
    const net = isAgreed
      ? [purchase.netMinor, -12_050, purchase.netMinor - 12_050].map(shown)
      : ['—', shown(-12_050), '—'];
    expect(await figuresOf(window, 'transactions:columns.net')).toEqual(net);
    await send.click();
    await page.getByText(t('refunds:form.reasonNeeded')).waitFor();
    await choose(window, 'RETURNED');
    await send.click();
    await page.waitForURL(/follow=/);
    const refund = new URL(page.url()).searchParams.get('follow') ?? '';
    await dialog(window)
      .getByText(t('payment:popup.approved', { id: refund }), { exact: true })
      .waitFor({ timeout: waitMs });
    await dialog(window).getByText(t('payment:back.outcome.approved.help')).waitFor();
    await dialog(window)
      .getByRole('button', { name: t('payment:toRefunds') })
      .click();
    const row = page.getByRole('row').filter({ hasText: `#${refund}` });
    await row.getByText(shown(-12_050)).waitFor();
    await row.getByRole('link', { name: `#${original}` }).click();
    const given = page.getByRole('list', { name: t('refunds:purchase.title') });
    await given.getByText(`#${refund}`).waitFor();
  });
});

describe.each(oneLanguage)('in %s', (language) => {
  test('above the limit another person approves, and the terminal refuses another card', async () => {
    const { id: original } = await paid(70_000, 0);
    const [asker, approver] = [await stage.open({ language, url }), await stage.open({ language, url })];
    const { page, t } = asker;
    await open(asker, `/refunds?of=${original}`);
    await amountField(asker).fill('610.84');
    await page.getByText(t('refunds:approval.who', { names: khalid.fullName })).waitFor();
    await page.getByText(t('refunds:approval.told', { names: khalid.fullName })).waitFor();
    // Another limit is set in another window: the open one follows.
    const deps = { db, clock: { now: () => new Date() } };
    await setRefundLimit(deps, khalid, 10_000_000);
    await page.getByText(t('refunds:approval.title')).waitFor({ state: 'detached' });
    await setRefundLimit(deps, khalid, 61_083);
    await page.getByText(t('refunds:approval.title')).waitFor();
    await choose(asker, 'ORDER_CANCELED');
    await page.getByRole('button', { name: t('refunds:form.sendForApproval') }).click();
    // Nobody approves what they asked for; they may take it back.
    await page.getByRole('button', { name: t('refunds:decide.withdraw') }).waitFor();
    expect(await page.getByRole('button', { name: t('refunds:decide.refuse') }).count()).toBe(0);

    await open(approver, '/dashboard', khalid);
    await approver.page.locator('header button[aria-expanded]').first().click();
    await approver.page.getByRole('link', { name: t('notifications:refunds', { count: 1 }) }).click();
    const approve = t('refunds:decide.approve', { amount: amountIn(language, 61_084) });
    const decide = approver.page.getByRole('button', { name: approve });
    // At the drawer's foot: whoever is asked sees at once that it is for them to decide.
    await decide.waitFor();
    const box = await decide.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(approver.page.viewportSize()?.height ?? 0);
    await decide.click();
    await approver.page.waitForURL(/follow=/);
    await dialog(approver).getByText(t('payment:back.outcome.declined.help')).waitFor({ timeout: waitMs });
    await dialog(approver).getByText(t('transactions:providerCode.86')).waitFor();
    // Who asked and who approved stand with what the terminal did.
    await approver.page.getByText(t('facts:who.refunds.approved', { by: khalid.fullName })).waitFor();
    const reason = t('facts:word.refundReason.ORDER_CANCELED');
    const asked = t('facts:who.refunds.asked', { by: shop.owner.fullName, reason });
    await approver.page.getByText(asked).waitFor();
    const next = t('payment:back.advice.sameCard');
    await dialog(approver).getByText(next).waitFor();

    // Where it stands afterwards, too: in the list and beside it.
    const why = t('refunds:refusedWhy', { why: t('transactions:providerCode.86'), next });
    const refund = new URL(approver.page.url()).searchParams.get('follow') ?? '';
    await open(approver, `/refunds?originalId=${original}&open=${refund}`, khalid);
    await approver.page.getByRole('row').filter({ hasText: why }).waitFor();
    await approver.page.getByRole('complementary').getByText(why).waitFor();
  });

  test('another terminal asks for the same card, and a canceled refund gives nothing back', async () => {
    const { id: original, lastFour } = await paid(5_000, 1);
    const window = await stage.open({ language, url });
    const { page, t } = window;
    await open(window, `/refunds?of=${original}`);
    await page.getByRole('button', { name: t('refunds:terminal.change') }).click();
    await page.getByRole('combobox', { name: t('refunds:terminal.label') }).click();
    const slow = shop.terminals[2]?.tid ?? '';
    await page.getByRole('option', { name: slow }).click();
    await choose(window, 'CHARGED_TWICE');
    const name = t('refunds:form.refundAmount', { amount: amountIn(language, 5_000) });
    // The terminal asks for the card by now: its screen waits for no list that is read anew.
    const held = Promise.withResolvers<void>();
    const totals = `**${apiBase}${refundTotals.path}*`;
    await page.route(totals, (route) => held.promise.then(() => route.continue()));
    await page.getByRole('button', { name }).click();
    await page.getByText(t('payment:back.step.waitCard')).waitFor({ timeout: waitMs });
    held.resolve();
    await page.getByText(`•••• ${lastFour}`).first().waitFor();
    await page.getByRole('button', { name: t('payment:back.cancel') }).click();
    await dialog(window).getByText(t('payment:back.outcome.canceled.help')).waitFor({ timeout: waitMs });
  });

  test('on a phone each figure of what it changes is on the screen, before anything is sent', async () => {
    const { id: original } = await paid(124_000, 1);
    const window = await stage.open({ language, url, ...phone });
    const { page, t } = window;
    await open(window, `/refunds?of=${original}`);
    const table = page.getByRole('table', { name: t('refunds:table.label') });
    await table.waitFor();
    await settled(page);
    expect(await table.getByRole('cell').count()).toBeGreaterThan(11);
    const overhang = () =>
      table.evaluate(
        (drawn) => drawn.getBoundingClientRect().width - (drawn.parentElement?.clientWidth ?? 0),
      );
    expect(await overhang()).toBeLessThan(1);
  });

  test('what nobody knows yet says not to refund again, and the same is not sent twice', async () => {
    const { id: original } = await paid(20_000, 1);
    const window = await stage.open({ language, url });
    const { page, t } = window;
    window.expectErrors(/status of 409/);
    await open(window, `/refunds?of=${original}`);
    await amountField(window).fill('15.82');
    await choose(window, 'WRONG_AMOUNT');
    const send = page.getByRole('button', {
      name: t('refunds:form.refundAmount', { amount: amountIn(language, 1_582) }),
    });
    await send.click();
    const warning = page.getByRole('alert').filter({ hasText: t('payment:back.unknown.doNot') });
    await warning.waitFor({ timeout: waitMs });
    const refund = new URL(page.url()).searchParams.get('follow') ?? '';
    await open(window, `/refunds?of=${original}`);
    await amountField(window).fill('15.82');
    await choose(window, 'WRONG_AMOUNT');
    await send.click();
    await page.getByText(t('refunds:refusal.UNDECIDED', { id: refund })).waitFor();
  });

  test('a cashier sees the refunds of the own terminal, and no way to make one', async () => {
    const { id: original } = await paid(4_000, 0);
    const refund = await givenBack(original, 1_000);
    const window = await stage.open({ language, url });
    const { page, t } = window;
    const cashier = shop.terminals[0]?.cashier;
    if (!cashier) throw new Error('there is no cashier');
    await open(window, '/refunds', cashier);
    const table = page.getByRole('table', { name: t('shell:menu.refunds') });
    await table.getByText(`#${refund}`).waitFor();
    expect(await page.getByRole('button', { name: t('refunds:new') }).count()).toBe(0);
    await open(window, `/transactions?open=${original}`, cashier);
    await page.getByRole('heading', { name: t('transactions:detail.title', { id: original }) }).waitFor();
    await page.getByText(t('transactions:columns.uuid')).waitFor();
    expect(await page.getByRole('button', { name: t('refunds:purchase.refund'), exact: true }).count()).toBe(
      0,
    );
  });

  test('a cashier’s open payment gets its way back when the owner allows it, and loses it when the owner forbids it', async () => {
    const { id: original } = await paid(3_300, 0);
    const cashier = shop.terminals[0]?.cashier;
    if (!cashier) throw new Error('there is no cashier');
    const till = await stage.open({ language, url });
    const { page, t } = till;
    await open(till, `/transactions?open=${original}`, cashier);
    await page.getByRole('heading', { name: t('transactions:detail.title', { id: original }) }).waitFor();
    await page.getByText(t('transactions:columns.uuid')).waitFor();
    await settled(page);
    const back = page.getByRole('button', { name: t('refunds:purchase.refund'), exact: true });
    expect(await back.count()).toBe(0);
    const clock = { now: () => new Date() };
    const rule = { isAllowed: true, eachMinor: 10_000, dayMinor: 30_000 };
    await setCashierRefunds({ db, clock }, shop.owner, rule);
    await back.waitFor();
    await setCashierRefunds({ db, clock }, shop.owner, { ...rule, isAllowed: false });
    await back.waitFor({ state: 'detached' });
  });

  test('at the till: no way back where cashiers may not, and the whole way with both slips where they may', async () => {
    const cashier = shop.terminals[0]?.cashier;
    if (!cashier) throw new Error('there is no cashier');
    const { id: original } = await paid(8_600, 0);
    const till = await stage.open({ language, url });
    const { page, t } = till;
    const back = page.getByRole('button', { name: t('refunds:purchase.refund'), exact: true });
    const link = page.getByRole('link', { name: t('refunds:purchase.refund'), exact: true });
    await open(till, `/terminal?payment=${original}`, cashier);
    await page.getByRole('button', { name: t('payment:newPayment'), exact: true }).waitFor();
    await settled(page);
    expect((await back.count()) + (await link.count())).toBe(0);

    const clock = { now: () => new Date() };
    const alone = { isAllowed: true, eachMinor: 10_000, dayMinor: 30_000 };
    await setCashierRefunds({ db, clock }, shop.owner, alone);
    await page.reload();
    await back.or(link).click();
    await page.waitForURL(/of=/);
    await choose(till, 'RETURNED');
    const name = t('refunds:form.refundAmount', { amount: amountIn(language, 8_600) });
    await page.getByRole('button', { name }).click();
    const ended = dialog(till);
    await ended.getByText(t('payment:back.outcome.approved.help')).waitFor({ timeout: waitMs });
    await ended.getByRole('button', { name: t('payment:popup.open') }).click();

    const slip = page.getByRole('region', { name: t('transactions:columns.receipt') });
    await slip.getByText('CUSTOMER COPY', { exact: true }).waitFor();
    await slip.getByText(t('receipt:copy.merchant'), { exact: true }).click();
    await slip.getByText('MERCHANT COPY', { exact: true }).waitFor();
    expect(await slip.getByText('CUSTOMER COPY').count()).toBe(0);
    await slip.getByText('REFUND', { exact: true }).waitFor();
  });
});
