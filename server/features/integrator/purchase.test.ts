import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  integratorLatest,
  integratorPurchase,
  integratorTransaction,
} from '@mizan/contract/integrator-calls.ts';
import { listTransactions } from '@mizan/contract/transactions.ts';
import { afterAll, expect, test, vi } from 'vitest';
import { startTerminal, type Terminal } from '../../../terminal/terminal.ts';
import type { Hear } from '../../platform/bus/read-until.ts';
import { platformRows } from '../../platform/database/database.ts';
import { type HandTerminal, handTerminal, makeKey, resultOf } from '../../testing/hand-terminal.ts';
import { livePortal } from '../../testing/live-portal.ts';
import { openShop, type ShopTerminal } from '../../testing/shop.ts';
import { paymentIdOf, purchase } from './purchase.service.ts';

/** Longer than any answer takes on a busy machine, and as short as one test can wait it out. */
const [waitMs, hastyMs] = [30_000, 1_500];
const portal = await livePortal(waitMs);
const hasty = await livePortal(hastyMs);
const { db, stand } = portal;
const folder = mkdtempSync(join(tmpdir(), 'mizan-till-'));
const simulated: Terminal[] = [];
afterAll(() => {
  for (const each of simulated) each.stop();
  rmSync(folder, { recursive: true, force: true });
});
let tills = 0;

/** A shop with two terminals and a till that is signed in for the first; nothing is connected yet. */
async function openTill(own = portal) {
  const shop = await openShop(own.db, 2);
  const [place, second] = shop.terminals as [ShopTerminal, ShopTerminal];
  tills += 1;
  const token = await own.tillToken(place.cashier, `till${tills}`);
  const buy = (amount: string, refNumber: string, as = token) =>
    own.call(integratorPurchase, { body: { amount, refNumber } }, { token: as });
  const ask = (refNumber: string, as = token) =>
    own.call(integratorTransaction, { query: { refNumber } }, { token: as });
  return { shop, place, second, token, buy, ask };
}

async function byHand({ tid, enrolCode }: ShopTerminal, own = portal): Promise<HandTerminal> {
  const terminal = handTerminal(own.stand.url, tid, makeKey());
  await terminal.signIn(enrolCode);
  return terminal;
}

async function simulate({ tid, enrolCode }: ShopTerminal): Promise<void> {
  const terminal = startTerminal({
    tid,
    enrolCode,
    serial: `S${tid}`,
    model: 'A920',
    url: stand.url,
    stateDir: folder,
    speed: 0,
    log: () => {},
    waits: { firstMs: 5, mostMs: 40, droppedMs: 20 },
  });
  simulated.push(terminal);
  await expect.poll(() => terminal.link.isWelcome()).toBe(true);
}

const paymentsOf = async (merchantId: string): Promise<number> => {
  const [row] = await platformRows<{ count: number }>(
    db,
    'SELECT count(*) FROM transactions WHERE merchant_id = $1',
    [merchantId],
  );
  return row?.count ?? 0;
};

test('a purchase on the cashier’s simulated terminal answers its outcome with the whole receipt in both languages', async () => {
  const { place, buy, shop } = await openTill();
  // The branch's own address; in the language in which it has none, the merchant's.
  await platformRows(db, "UPDATE branches SET address_en = 'Olaya St' WHERE id = $1", [shop.branchId]);
  await platformRows(
    db,
    "UPDATE merchants SET address_en = 'King Fahd Rd', address_ar = 'طريق الملك فهد' WHERE id = $1",
    [shop.merchantId],
  );
  await simulate(place);
  const answer = await buy('12000', 'A-1');
  expect(answer.statusCode).toBe(200);
  const { transactionId, receipt, ...said } = answer.json();
  expect(said).toEqual({ status: 'APPROVED', message: `Transaction #${transactionId} is approved` });
  const digits = (length: number) => expect.stringMatching(new RegExp(`^\\d{${length}}$`));
  expect(receipt).toEqual({
    id: expect.any(String),
    merchantNameEn: 'Diyar Coffee',
    merchantNameAr: 'قهوة ديار',
    addressEn: 'Olaya St',
    addressAr: 'طريق الملك فهد',
    acquirerCode: expect.any(String),
    merchantId: '000000000000001',
    terminalId: place.tid,
    merchantCategoryCode: '5814',
    startDate: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
    startTime: expect.stringMatching(/^\d\d:\d\d:\d\d$/),
    stan: digits(6),
    appVersion: '1.4.2',
    rrn: expect.stringMatching(/^[0-9A-Z]{12}$/),
    cardSchemeId: receipt.cardSchemeEn === 'Visa' ? null : expect.stringMatching(/^[A-Z][A-Z0-9]$/),
    cardSchemeEn: expect.any(String),
    cardSchemeAr: expect.any(String),
    pan: expect.stringMatching(/^\d{6}\*{6}\d{4}$/),
    cardExpiration: expect.stringMatching(/^\d\d\/\d\d$/),
    transactionTypeEn: 'PURCHASE',
    transactionTypeAr: 'شراء',
    amountAuthorized: '12000',
    amountAuthorizedEn: 'SAR 120.00',
    amountAuthorizedAr: '١٢٠٫٠٠ ر.س',
    statusMessageEn: 'APPROVED',
    statusMessageAr: 'مقبولة',
    verificationMethodEn: 'NO VERIFICATION REQUIRED',
    verificationMethodAr: 'لا يلزم التحقق',
    approvalCode: expect.stringMatching(/^[0-9A-Z]{6}$/),
    entryMode: 'CONTACTLESS',
    switchResponseCode: '000',
    endDate: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/),
    endTime: expect.stringMatching(/^\d\d:\d\d:\d\d$/),
  });
});

test('what the terminal did not say is null, and nothing is authorized of a declined payment', async () => {
  const { place, buy } = await openTill();
  const terminal = await byHand(place);
  const answer = buy('500', 'B-1');
  const { paymentId } = await terminal.next('pay.start');
  const codes = { providerCode: '01', actionCode: '116', maskedPan: null, authCode: null, scheme: 'None' };
  terminal.send({ type: 'pay.result', body: resultOf(paymentId, 500, { ...codes, receipt: null } as never) });
  const { status, message, transactionId, receipt } = (await answer).json();
  expect([status, message]).toEqual(['DECLINED', `Transaction #${transactionId} is DECLINED`]);
  expect(receipt).toMatchObject({
    pan: null,
    cardSchemeEn: null,
    cardSchemeAr: null,
    amountAuthorized: null,
    amountAuthorizedAr: null,
    statusMessageEn: 'DECLINED',
    startDate: null,
    entryMode: null,
    verificationMethodEn: null,
    switchResponseCode: '116',
  });
  // A terminal that still prints refuses by itself: the till is told that no card was charged, and what to do.
  const busy = buy('600', 'B-2');
  const next = await terminal.next('pay.start');
  terminal.send({ type: 'pay.ack', paymentId: next.paymentId, outcome: 'BUSY' });
  expect((await busy).json().message).toMatch(
    /is DECLINED\. The terminal was busy: nothing was charged, try again under a new refNumber$/,
  );
});

test('a terminal without a line ends it at once, and there is no receipt; the same refNumber says so again', async () => {
  const { buy, shop } = await openTill();
  const first = (await buy('700', 'C-1')).json();
  expect(first).toMatchObject({ status: 'TERMINAL NOT CONNECTED', receipt: null });
  expect((await buy('700', 'C-1')).json()).toEqual(first);
  expect(await paymentsOf(shop.merchantId)).toBe(1);
});

test('INITIALIZED after the wait; the payment goes on, and is asked for by its refNumber until it is known', async () => {
  const { place, buy, ask } = await openTill(hasty);
  const terminal = await byHand(place, hasty);
  const begun = performance.now();
  const waited = await buy('900', 'D-1');
  expect(performance.now() - begun).toBeGreaterThanOrEqual(hastyMs - 5);
  expect([waited.statusCode, waited.json()]).toMatchObject([200, { status: 'INITIALIZED', receipt: null }]);
  expect((await ask('D-1')).json()).toMatchObject({ status: 'INITIALIZED' });
  const { paymentId } = await terminal.next('pay.start');
  terminal.send({ type: 'pay.result', body: resultOf(paymentId, 900) });
  await terminal.next('result.ack');
  const known = (await ask('D-1')).json();
  expect(known).toMatchObject({ transactionId: waited.json().transactionId, status: 'APPROVED' });
  expect((await buy('900', 'D-1')).json()).toEqual(known);
});

test('an outcome is waited for 130 s where a portal sets nothing else', async () => {
  const { place, shop } = await openTill();
  const terminal = await byHand(place);
  let tell: (text: string) => void = () => undefined;
  const hear: Hear = (merchantId, listener) => {
    tell = (text) => listener({ seq: 1, merchantId, text, cashierIds: [] });
    return () => undefined;
  };
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const asked = { amount: '950', refNumber: 'D-2' };
  const bought = purchase({ db, clock: portal.clock, hear }, place.cashier, asked);
  const { paymentId } = await terminal.next('pay.start');
  // Less the little that the first reading took.
  const waits = () => timers.mock.calls.filter(([, ms = 0]) => ms > 120_000 && ms <= 130_000);
  await expect.poll(waits).not.toEqual([]);
  timers.mockRestore();
  terminal.send({ type: 'pay.result', body: resultOf(paymentId, 950) });
  await terminal.next('result.ack');
  const [payment] = await platformRows<{ id: string }>(
    db,
    'SELECT id::text FROM transactions WHERE merchant_id = $1',
    [shop.merchantId],
  );
  tell(`TRX${payment?.id}`);
  expect(await bought).toMatchObject({ transactionId: payment?.id, status: 'APPROVED' });
});

test('ten at once with one refNumber: the terminal is asked once, and all hear the one outcome', async () => {
  const { place, buy, shop } = await openTill();
  const terminal = await byHand(place);
  const answers = Promise.all(Array.from({ length: 10 }, () => buy('1100', 'E-1')));
  const { paymentId } = await terminal.next('pay.start');
  expect(paymentId).toBe(paymentIdOf(shop.merchantId, 'E-1'));
  terminal.send({ type: 'pay.result', body: resultOf(paymentId, 1100) });
  const said = (await answers).map((answer) => answer.json());
  expect(new Set(said.map(({ status }) => status))).toEqual(new Set(['APPROVED']));
  expect(new Set(said.map(({ transactionId }) => transactionId)).size).toBe(1);
  expect([await paymentsOf(shop.merchantId), terminal.waiting('pay.start')]).toEqual([1, 0]);
});

test('409: a refNumber with another amount, a second purchase on a busy terminal; neither leaves a payment', async () => {
  const { place, buy, shop } = await openTill();
  const terminal = await byHand(place);
  const first = buy('1300', 'F-1');
  const { paymentId } = await terminal.next('pay.start');
  expect((await buy('1301', 'F-1')).json()).toMatchObject({ code: 'paymentConflict' });
  expect((await buy('1400', 'F-2')).json()).toMatchObject({ code: 'terminalBusy' });
  expect((await buy('1300', 'F-3')).json()).toMatchObject({ code: 'paymentLocked' });
  terminal.send({ type: 'pay.result', body: resultOf(paymentId, 1300) });
  await first;
  expect(await paymentsOf(shop.merchantId)).toBe(1);
});

test('a refNumber is one at a merchant and another at the next; another terminal’s is nobody’s to a cashier', async () => {
  const { buy, second, ask, place } = await openTill();
  await buy('1500', 'G-1');
  const other = await openTill();
  expect((await other.ask('G-1')).statusCode).toBe(404);
  const theirs = (await other.buy('1600', 'G-1')).json();
  expect(theirs).toMatchObject({ status: 'TERMINAL NOT CONNECTED' });
  const neighbour = await portal.tillToken(second.cashier, `neighbour${second.tid}`);
  expect((await ask('G-1', neighbour)).statusCode).toBe(404);
  expect((await buy('1500', 'G-1', neighbour)).statusCode).toBe(404);
  expect(place.tid).not.toBe(second.tid);
});

test('latest: the cashier’s newest; 404 where there is none yet', async () => {
  const { buy, token, second } = await openTill();
  const latest = (as: string) => portal.call(integratorLatest, {}, { token: as });
  expect((await latest(token)).statusCode).toBe(404);
  await buy('1700', 'H-1');
  portal.clock.advance(1);
  const newest = (await buy('1800', 'H-2')).json();
  expect((await latest(token)).json()).toEqual(newest);
  const neighbour = await portal.tillToken(second.cashier, `quiet${second.tid}`);
  expect((await latest(neighbour)).statusCode).toBe(404);
});

test('the slash tells them apart: with it the integration’s purchase, without it the portal’s list, which its token does not reach', async () => {
  const { token, shop } = await openTill();
  const bare = await portal.call(listTransactions, { query: {} }, { token });
  expect([bare.statusCode, bare.json().code]).toEqual([403, 'forbidden']);
  const owner = await portal.tokenOf(shop.owner.userId);
  expect((await portal.call(listTransactions, { query: {} }, { token: owner })).json().rows).toEqual([]);
  const asked = await portal.app.inject({
    url: '/api/v1/transactions/?refNumber=nobody',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(asked.statusCode).toBe(404);
});

test('404: a cashier who has no terminal', async () => {
  const { buy, place, shop } = await openTill();
  await platformRows(db, 'UPDATE users SET terminal_id = NULL WHERE id = $1', [place.cashier.userId]);
  expect((await buy('1900', 'I-1')).statusCode).toBe(404);
  expect(await paymentsOf(shop.merchantId)).toBe(0);
});

test.each<[unknown]>([
  ['120.00'],
  ['0'],
  ['012'],
  ['-12000'],
  ['+12000'],
  ['12,000'],
  ['١٢٠٠٠'],
  [' 12000'],
  ['1234567890123'],
  [''],
  [12_000],
  [null],
  [undefined],
])(
  '400: an amount that is no text of whole halalas, %j, says what is wanted and leaves no payment',
  async (amount) => {
    const { shop, buy } = await openTill();
    const answer = await buy(amount as string, 'A-9');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'badRequest',
      details: {
        'body.amount': 'whole halalas as a text of 1 to 12 digits, the first one no 0: "12000" is SAR 120.00',
      },
    });
    expect(await paymentsOf(shop.merchantId)).toBe(0);
  },
);
