import { randomUUID } from 'node:crypto';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { expect, test } from 'vitest';
import { inTenant } from '../../platform/database/database.ts';
import { signalGateway } from '../../platform/link/signal.queries.ts';
import { resultOf } from '../../testing/hand-terminal.ts';
import { openWorld } from '../../testing/stand.ts';
import { openTill, type Till } from '../../testing/till.ts';
import { insertPayment } from './payments.queries.ts';

/** A terminal gives money back on the card that paid: the bank knows the payment by what the start names of it. */
const world = await openWorld();
const { db, clock } = world;
const stand = await world.stand();
const amount = 12_500;

async function approved(till: Till, more: Parameters<typeof resultOf>[2] = {}): Promise<TransactionDetail> {
  const payment = await till.begin(amount);
  till.terminal.send({ type: 'pay.result', body: resultOf(payment.uuid, amount, more) });
  await till.terminal.next('result.ack');
  return till.detail(payment.id);
}

/** A row that gives a payment back, as a refund writes it, and the signal to whoever holds the line. */
async function giveBack(till: Till, type: TransactionType, original: TransactionDetail): Promise<string> {
  const uuid = randomUUID();
  const { shop, place } = till;
  await inTenant(db, shop.merchantId, async (tx) => {
    const row = await insertPayment(tx, {
      uuid,
      isTest: false,
      type,
      amountMinor: amount,
      currency: 'SAR',
      orderRef: null,
      terminalId: place.id,
      tid: place.tid,
      branchId: shop.branchId,
      cashierId: null,
      cashierName: null,
      startedById: null,
      startedByName: null,
      createdAt: clock.now(),
      businessDay: riyadhDay(clock.now()),
      sentAt: null,
      ackedAt: null,
      nextQueryAt: new Date(clock.now().getTime() + 10_000),
      holdsLock: true,
      retryOfId: null,
    });
    await tx.change('UPDATE transactions SET original_id = $2 WHERE merchant_id = tenant_id() AND id = $1', [
      row?.id,
      original.id,
    ]);
    await signalGateway(tx, place.tid);
  });
  return uuid;
}

test.each(['REFUND', 'REVERSAL'] as const)('%s: the original reaches the terminal', async (kind) => {
  const till = await openTill(world, stand);
  const purchase = await approved(till);
  const paymentId = await giveBack(till, kind, purchase);
  expect(await till.terminal.next('pay.start')).toMatchObject({
    paymentId,
    kind,
    amountMinor: amount,
    original: { rrn: '632609000123', date: riyadhDay(clock.now()), maskedPan: '588845******3421' },
  });
  till.terminal.send({ type: 'pay.result', body: resultOf(paymentId, amount, { kind }) });
  await till.terminal.next('result.ack');
});

test('a refund of a payment that the bank gave no number names none', async () => {
  const till = await openTill(world, stand);
  await giveBack(till, 'REFUND', await approved(till, { rrn: null }));
  expect((await till.terminal.next('pay.start')).original).toBeUndefined();
});
