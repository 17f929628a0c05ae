import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { resultOf, telemetry } from '../../testing/hand-terminal.ts';
import { openWorld } from '../../testing/stand.ts';
import { openTill } from '../../testing/till.ts';
import { cancelPayment } from './payments.service.ts';

/** A terminal forgets a result once it is acknowledged: nothing may be acknowledged that was not kept. */
const world = await openWorld();
const { db, clock } = world;
const stand = await world.stand();
const amount = 12_500;

const statusesOf = async (uuid: string) =>
  (await platformRows<{ status: string }>(db, 'SELECT status FROM transactions WHERE uuid = $1', [uuid])).map(
    (row) => row.status,
  );

test('a final answer about a sale that the portal never heard of is not acknowledged: its report is', async () => {
  const till = await openTill(world, stand);
  const sale = randomUUID();
  const body = resultOf(sale, amount);
  await till.reconnect(stand, { unacked: [sale] });
  expect((await till.terminal.next('tx.query')).paymentId).toBe(sale);
  till.terminal.send({ type: 'tx.status', paymentId: sale, state: 'FINAL', body });
  till.terminal.send({ type: 'telemetry', body: telemetry });
  // The frames of a line are answered in turn: once this is, the answer before it was too, or never will be.
  await till.terminal.next('ack');
  expect(till.terminal.waiting('result.ack')).toBe(0);
  till.terminal.send({ type: 'sale.report', body });
  expect(await till.terminal.next('result.ack')).toMatchObject({ paymentId: sale });
  expect(await statusesOf(sale)).toEqual(['APPROVED']);
});

test('a result inside the answer about another payment is not acknowledged', async () => {
  const till = await openTill(world, stand);
  const payment = await till.begin(amount);
  const body = resultOf(randomUUID(), amount);
  till.terminal.send({ type: 'tx.status', paymentId: payment.uuid, state: 'FINAL', body });
  till.terminal.send({ type: 'tx.status', paymentId: payment.uuid, state: 'IN_PROGRESS', body });
  till.terminal.send({ type: 'telemetry', body: telemetry });
  await till.terminal.next('ack');
  expect(till.terminal.waiting('result.ack')).toBe(0);
  expect((await till.detail(payment.id)).status).toBe('INITIALIZED');
});

test('a receipt with characters that no column takes: they go, the charge is kept', async () => {
  const till = await openTill(world, stand);
  const payment = await till.begin(amount);
  const receipt = { outcome: 'APPRO\0VED', mid: '\ud83d' };
  till.terminal.send({ type: 'pay.result', body: resultOf(payment.uuid, amount, { receipt }) });
  await till.terminal.next('result.ack');
  expect(await till.detail(payment.id)).toMatchObject({
    status: 'APPROVED',
    receipt: { outcome: 'APPROVED', mid: '\ufffd' },
  });
});

test('a cancel that came too late once reaches the terminal when it is asked for again', async () => {
  const till = await openTill(world, stand);
  const payment = await till.begin(amount);
  await cancelPayment({ db, clock }, till.shop.owner, payment.id);
  await till.terminal.next('pay.cancel');
  till.terminal.send({ type: 'pay.cancel.ack', paymentId: payment.uuid, outcome: 'TOO_LATE' });
  await till.until(payment.id, (now) => !now.canceling);
  await cancelPayment({ db, clock }, till.shop.owner, payment.id);
  expect((await till.terminal.next('pay.cancel')).paymentId).toBe(payment.uuid);
});
