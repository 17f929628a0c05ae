import { randomUUID } from 'node:crypto';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Member } from '../../platform/http/call.ts';
import { resultOf } from '../../testing/hand-terminal.ts';
import { openWorld } from '../../testing/stand.ts';
import { openTill, type Till } from '../../testing/till.ts';
import { getCashierRefunds, setCashierRefunds } from './cashier-refunds.service.ts';
import { previewRefund } from './refund-effect.service.ts';
import { approveRefund, startRefund, withdrawRefund } from './refunds.service.ts';

/** Cashiers give back what their own terminal took, where the merchant allows it, and alone only up to its limits. */
const world = await openWorld();
const { db, clock } = world;
const deps = { db, clock };
const stand = await world.stand();
const rule = { isAllowed: true, eachMinor: 5_000, dayMinor: 8_000 };
let till: Till;
let owner: Member;
let cashier: Member;
let purchase: TransactionDetail;

beforeEach(async () => {
  till = await openTill(world, stand, 2);
  owner = till.shop.owner;
  cashier = { ...till.place.cashier, fullName: 'Noura' };
  const payment = await till.begin(40_000);
  till.terminal.send({ type: 'pay.result', body: resultOf(payment.uuid, 40_000) });
  await till.terminal.next('result.ack');
  purchase = await till.detail(payment.id);
});

const give = (amountMinor: number, by = cashier, more: object = {}) =>
  startRefund(deps, by, {
    refundId: randomUUID(),
    originalId: purchase.id,
    type: 'REFUND',
    amountMinor,
    reason: 'RETURNED',
    ...more,
  });

async function answered(amountMinor: number) {
  const { paymentId, kind } = await till.terminal.next('pay.start');
  till.terminal.send({
    type: 'pay.result',
    body: resultOf(paymentId, amountMinor, { kind, rrn: '632609000777' }),
  });
  await till.terminal.next('result.ack');
}

test('nothing said: cashiers may not, and nothing is shown to them of it', async () => {
  expect(await getCashierRefunds(deps, cashier)).toMatchObject({ isAllowed: false, byName: null });
  const notAllowed = { code: 'conflict', details: { reason: 'NOT_ALLOWED' } };
  await expect(give(100)).rejects.toMatchObject(notAllowed);
  const preview = previewRefund(deps, cashier, { originalId: purchase.id, type: 'REFUND' });
  await expect(preview).rejects.toMatchObject(notAllowed);
});

test('allowed: up to the limit of one refund it goes to the own terminal at once, above it a second person is asked', async () => {
  expect(await setCashierRefunds(deps, owner, rule)).toMatchObject({ ...rule, byName: owner.fullName });
  const small = await previewRefund(deps, cashier, {
    originalId: purchase.id,
    type: 'REFUND',
    amountMinor: 5_000,
  });
  expect(small).toMatchObject({ deposit: null, approval: { isNeeded: false } });
  expect(await give(5_000)).toMatchObject({
    state: 'INITIALIZED',
    askedByName: 'Noura',
    tid: till.place.tid,
  });
  await answered(5_000);
  const large = await give(5_001);
  expect(large).toMatchObject({ state: 'WAITING', limitMinor: 5_000, transactionId: null });
  await expect(approveRefund(deps, cashier, large.id)).rejects.toMatchObject({ code: 'conflict' });
  expect(await approveRefund(deps, owner, large.id)).toMatchObject({ state: 'INITIALIZED' });
  await answered(5_001);
});

test('what a cashier gave back in 24 hours counts against the limit of the day; a request is taken back by who asked', async () => {
  await setCashierRefunds(deps, owner, rule);
  await give(5_000);
  await answered(5_000);
  const second = await give(3_001);
  expect(second).toMatchObject({ state: 'WAITING', limitMinor: 8_000 });
  // Also from another terminal, where they have been put meanwhile.
  const moved = { ...cashier, terminalId: till.shop.terminals[1]?.id ?? '' };
  expect(await withdrawRefund(deps, moved, second.id)).toMatchObject({ state: 'WITHDRAWN' });
  expect(await give(3_000)).toMatchObject({ state: 'INITIALIZED' });
  await answered(3_000);
  clock.advance(25 * 3_600_000);
  expect(await give(4_000)).toMatchObject({ state: 'INITIALIZED' });
  await answered(4_000);
});

test('a payment of another terminal, or another terminal for it, does not exist for a cashier', async () => {
  await setCashierRefunds(deps, owner, rule);
  const other = till.shop.terminals[1]?.id ?? '';
  await expect(give(100, cashier, { terminalId: other })).rejects.toMatchObject({ code: 'notFound' });
  for (const terminalId of [other, null]) {
    const elsewhere = { ...cashier, terminalId };
    await expect(give(100, elsewhere)).rejects.toMatchObject({ code: 'notFound' });
    const preview = previewRefund(deps, elsewhere, { originalId: purchase.id, type: 'REFUND' });
    await expect(preview).rejects.toMatchObject({ code: 'notFound' });
  }
});

test('taken back: nothing more goes out, what waits is decided as before', async () => {
  await setCashierRefunds(deps, owner, rule);
  const waiting = await give(6_000);
  await setCashierRefunds(deps, owner, { ...rule, isAllowed: false });
  await expect(give(100)).rejects.toMatchObject({ details: { reason: 'NOT_ALLOWED' } });
  expect(await approveRefund(deps, owner, waiting.id)).toMatchObject({ state: 'INITIALIZED' });
  await answered(6_000);
});
