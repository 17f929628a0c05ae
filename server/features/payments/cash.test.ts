import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { expectationDifferences, feesOnCash, rollupDifferences } from '../../testing/agreement.ts';
import { resultOf } from '../../testing/hand-terminal.ts';
import { openWorld } from '../../testing/stand.ts';
import { openTill } from '../../testing/till.ts';
import { startPayment } from './payments.service.ts';

/** Purchases with cash back: the terminal says how much of the amount it paid out in cash. */
const world = await openWorld();
const { db, clock } = world;
const till = await openTill(world, await world.stand());

async function paid(amountMinor: number, cashMinor: number) {
  const paymentId = randomUUID();
  await startPayment({ db, clock }, till.shop.owner, {
    paymentId,
    terminalId: till.place.id,
    amountMinor,
  });
  await till.terminal.next('pay.start');
  till.terminal.send({
    type: 'pay.result',
    body: { ...resultOf(paymentId, amountMinor), scheme: 'Mada', cashMinor },
  });
  await till.terminal.next('result.ack');
  const [row] = await platformRows<object>(
    db,
    `SELECT t.status, t.cash_minor AS cash, t.fee_minor AS fee, t.vat_minor AS vat, t.net_minor AS net,
            t.under_review AS "underReview", e.gross_minor AS gross, e.fee_minor AS "owedFee", e.net_minor AS "owedNet"
       FROM transactions t LEFT JOIN expectations e ON e.merchant_id = t.merchant_id AND e.transaction_id = t.id
      WHERE t.uuid = $1`,
    [paymentId],
  );
  return row;
}

test('the cash part bears no fee, and the bank owes the whole amount less the fee on the rest', async () => {
  // 0.80% of 100.00 is 0.80, its VAT 0.12: not of the 150.00 that the card paid.
  expect(await paid(15_000, 5_000)).toEqual({
    status: 'APPROVED',
    cash: 5_000,
    fee: 80,
    vat: 12,
    net: 14_908,
    underReview: false,
    gross: 15_000,
    owedFee: 80,
    owedNet: 14_908,
  });
  expect(await rollupDifferences(db)).toEqual([]);
  expect(await expectationDifferences(db)).toEqual([]);
});

test('a purchase with cash back that begins at the terminal bears no fee on the cash either', async () => {
  const paymentId = randomUUID();
  const body = { ...resultOf(paymentId, 15_000), scheme: 'Mada', cashMinor: 5_000 } as const;
  till.terminal.send({ type: 'sale.report', body });
  await till.terminal.next('result.ack');
  const [row] = await platformRows(
    db,
    `SELECT status, cash_minor AS cash, fee_minor AS fee, vat_minor AS vat, net_minor AS net, under_review AS "underReview"
       FROM transactions WHERE uuid = $1`,
    [paymentId],
  );
  expect(row).toEqual({ status: 'APPROVED', cash: 5_000, fee: 80, vat: 12, net: 14_908, underReview: false });
  expect(await feesOnCash(db)).toEqual([]);
  await inPlatform(db, (tx) =>
    tx.change('UPDATE transactions SET fee_minor = 120 WHERE uuid = $1', [paymentId]),
  );
  expect(await feesOnCash(db)).toHaveLength(1);
});

test('cash that is no part of the amount approves nothing: a person looks', async () => {
  expect(await paid(16_000, 16_000)).toMatchObject({ status: 'INITIALIZED', underReview: true, cash: 0 });
});
