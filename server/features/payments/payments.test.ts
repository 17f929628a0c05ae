import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { resultOf } from '../../testing/hand-terminal.ts';
import { openShop } from '../../testing/shop.ts';
import { openWorld } from '../../testing/stand.ts';
import { openTill, type Till } from '../../testing/till.ts';
import { askPayment, cancelPayment, startPayment } from './payments.service.ts';
import { decideReview } from './review.service.ts';

/** What the portal answers to those who ask for a payment. */
const world = await openWorld();
const { db, clock } = world;
const deps = { db, clock };
const stand = await world.stand();
const amount = 12_500;
let till: Till;

beforeEach(async () => {
  till = await openTill(world, stand);
});

const request = (
  more: { paymentId?: string; terminalId?: string; amountMinor?: number; retryOfId?: string } = {},
) => ({
  paymentId: randomUUID(),
  terminalId: till.place.id,
  amountMinor: amount,
  ...more,
});

test('the same payment id again answers with what the first one made, and charges once', async () => {
  const input = request();
  const first = await startPayment(deps, till.shop.owner, input);
  await till.terminal.next('pay.start');
  till.terminal.send({ type: 'pay.result', body: resultOf(input.paymentId, amount) });
  await till.terminal.next('result.ack');
  const second = await startPayment(deps, till.shop.owner, input);
  expect(second).toMatchObject({ id: first.id, status: 'APPROVED' });
  expect(till.terminal.waiting('pay.start')).toBe(0);
});

test('twenty times at once: one payment, one frame, one answer', async () => {
  const input = request();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => startPayment(deps, till.shop.owner, input)),
  );
  expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
  await till.terminal.next('pay.start');
  till.terminal.send({ type: 'pay.result', body: resultOf(input.paymentId, amount) });
  await till.terminal.next('result.ack');
  expect(till.terminal.waiting('pay.start')).toBe(0);
});

test('two people, the same amount, the same moment: one pays, the other is told which one', async () => {
  const results = await Promise.allSettled([
    startPayment(deps, till.shop.owner, request()),
    startPayment(deps, till.place.cashier, request()),
  ]);
  const won = results.find((result) => result.status === 'fulfilled');
  const lost = results.find((result) => result.status === 'rejected');
  expect(lost?.reason).toMatchObject({
    code: 'paymentLocked',
    details: { transactionId: won?.value.id, amountMinor: amount },
  });
});

test('409: the same id with another amount', async () => {
  const input = request();
  await startPayment(deps, till.shop.owner, input);
  await expect(
    startPayment(deps, till.shop.owner, { ...input, amountMinor: amount + 1 }),
  ).rejects.toMatchObject({ code: 'paymentConflict' });
});

test('409: another amount while the terminal is busy', async () => {
  const payment = await till.begin(amount);
  await expect(startPayment(deps, till.shop.owner, request({ amountMinor: 700 }))).rejects.toMatchObject({
    code: 'terminalBusy',
    details: { transactionId: payment.id },
  });
});

test('a payment id of another merchant reveals nothing and stops nobody', async () => {
  const other = await openTill(world, stand);
  const input = request();
  await startPayment(deps, till.shop.owner, input);
  const theirs = await startPayment(deps, other.shop.owner, { ...input, terminalId: other.place.id });
  expect(theirs).toMatchObject({ status: 'INITIALIZED', tid: other.place.tid });
});

test('404: another merchant’s terminal, a terminal that is not the cashier’s own, one out of service', async () => {
  const other = await openTill(world, stand);
  const shop = await openShop(db, 2);
  const [mine, colleagues] = shop.terminals;
  const notFound = { code: 'notFound' };
  await expect(startPayment(deps, other.shop.owner, request())).rejects.toMatchObject(notFound);
  const wrong = request({ terminalId: colleagues?.id ?? '' });
  if (!mine) throw new Error('no terminal');
  await expect(startPayment(deps, mine.cashier, wrong)).rejects.toMatchObject(notFound);
  await platformRows(db, "UPDATE terminals SET status = 'INACTIVE' WHERE id = $1", [mine.id]);
  await expect(startPayment(deps, mine.cashier, request({ terminalId: mine.id }))).rejects.toMatchObject(
    notFound,
  );
});

test('404: what a cashier does to a colleague’s payment, and a stranger to anybody’s', async () => {
  const payment = await till.begin(amount);
  const other = await openTill(world, stand);
  const colleague = { ...till.place.cashier, terminalId: '999999' };
  for (const person of [other.shop.owner, other.place.cashier, colleague]) {
    await expect(cancelPayment(deps, person, payment.id)).rejects.toMatchObject({ code: 'notFound' });
    await expect(askPayment(deps, person, payment.id)).rejects.toMatchObject({ code: 'notFound' });
  }
  const fresh = { ...other.shop.owner, authenticatedAt: clock.now() };
  await expect(
    decideReview(deps, fresh, payment.id, { decision: 'DECLINED', note: 'not mine' }),
  ).rejects.toMatchObject({ code: 'notFound' });
  expect((await till.detail(payment.id)).events.map((event) => event.fact)).not.toContain(
    'payments.cancelAsked',
  );
});

test('a retry is a new id that names the old one; while that one is undecided it is refused', async () => {
  const first = await till.begin(amount);
  await expect(
    startPayment(deps, till.shop.owner, request({ retryOfId: first.id, amountMinor: 700 })),
  ).rejects.toMatchObject({ code: 'paymentLocked', details: { transactionId: first.id } });
  const body = resultOf(first.uuid, amount, { providerCode: '94', actionCode: '117' });
  till.terminal.send({ type: 'pay.result', body });
  await till.terminal.next('result.ack');
  const second = await startPayment(deps, till.shop.owner, request({ retryOfId: first.id }));
  expect(second.retryOfId).toBe(first.id);
  expect((await till.terminal.next('pay.start')).attempt).toBe(2);
});

test('a cancel before anything was sent ends it at once', async () => {
  till.terminal.drop();
  await expect
    .poll(() =>
      platformRows(db, "SELECT 1 FROM terminals WHERE id = $1 AND connection = 'RECONNECTING'", [
        till.place.id,
      ]),
    )
    .toHaveLength(1);
  const waits = await startPayment(deps, till.place.cashier, request());
  const stopped = await cancelPayment(deps, till.place.cashier, waits.id);
  expect(stopped).toMatchObject({ status: 'CANCELED', sentAt: null });
  await till.reconnect(stand);
  await till.begin(amount);
  expect(till.terminal.waiting('pay.start')).toBe(0);
});

test('whose terminal it was and who started it are two facts, both kept', async () => {
  const { owner } = till.shop;
  const byOwner = await startPayment(deps, owner, request({ amountMinor: 100 }));
  expect(byOwner).toMatchObject({
    cashierName: 'Sami',
    startedById: owner.userId,
    startedByName: owner.fullName,
  });
  till.terminal.send({ type: 'pay.ack', paymentId: byOwner.uuid, outcome: 'BUSY' });
  await till.until(byOwner.id, (now) => now.status === 'DECLINED');
  const cashier = { ...till.place.cashier, fullName: 'Reem' };
  expect(await startPayment(deps, cashier, request())).toMatchObject({
    cashierName: 'Reem',
    startedById: cashier.userId,
    startedByName: 'Reem',
  });
});
