import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { resultOf } from '../../testing/hand-terminal.ts';
import { openWorld } from '../../testing/stand.ts';
import { openTill, type Till } from '../../testing/till.ts';
import { startPayment } from './payments.service.ts';

/** A merchant or a branch is suspended: no new payment begins, and no money that moved is lost sight of. */
const world = await openWorld();
const { db, clock } = world;
const stand = await world.stand();
const amount = 12_500;
let till: Till;

beforeEach(async () => {
  till = await openTill(world, stand);
});

const suspensions = {
  merchant: `UPDATE merchants SET status = 'SUSPENDED' WHERE id = $1`,
  branch: `UPDATE branches SET status = 'INACTIVE' WHERE merchant_id = $1`,
} as const;

describe.each(Object.entries(suspensions))('a suspended %s', (_, suspend) => {
  const start = (paymentId: string = randomUUID()) =>
    startPayment({ db, clock }, till.shop.owner, {
      paymentId,
      terminalId: till.place.id,
      amountMinor: amount,
    });

  test('409: a new payment, of which the terminal never hears', async () => {
    await platformRows(db, suspend, [till.shop.merchantId]);
    await expect(start()).rejects.toMatchObject({ code: 'suspended' });
    const payments = await platformRows(db, 'SELECT 1 FROM transactions WHERE merchant_id = $1', [
      till.shop.merchantId,
    ]);
    expect([payments, till.terminal.waiting('pay.start')]).toEqual([[], 0]);
  });

  test('a payment that was written and not yet sent is not sent', async () => {
    // In the grace of a lost line it waits for the terminal to come back.
    till.terminal.drop();
    const payment = await start();
    await platformRows(db, suspend, [till.shop.merchantId]);
    await till.reconnect(stand);
    await stand.gateway.tick();
    const ended = await till.until(payment.id, ({ status }) => status !== 'INITIALIZED');
    expect(ended).toMatchObject({ status: 'CANCELED', sentAt: null });
    expect(ended.events.map(({ fact }) => fact)).toContain('payments.stoppedBySuspension');
    expect(till.terminal.waiting('pay.start')).toBe(0);
  });

  test('a payment under way is decided by its result, and asking for it again answers it', async () => {
    const payment = await till.begin(amount);
    await platformRows(db, suspend, [till.shop.merchantId]);
    till.terminal.send({ type: 'pay.result', body: resultOf(payment.uuid, amount) });
    await till.terminal.next('result.ack');
    expect(await till.detail(payment.id)).toMatchObject({ status: 'APPROVED', amountMinor: amount });
    expect(await start(payment.uuid)).toMatchObject({ id: payment.id, status: 'APPROVED' });
  });

  test('a terminal that was away signs in and delivers what it still keeps', async () => {
    const payment = await till.begin(amount);
    till.terminal.drop();
    await platformRows(db, suspend, [till.shop.merchantId]);
    await till.reconnect(stand, { unacked: [payment.uuid] });
    till.terminal.send({ type: 'pay.result', body: resultOf(payment.uuid, amount) });
    await till.terminal.next('result.ack');
    expect(await till.detail(payment.id)).toMatchObject({ status: 'APPROVED' });
  });
});
