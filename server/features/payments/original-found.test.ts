import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { expectationDifferences, rollupDifferences } from '../../testing/agreement.ts';
import { resultOf } from '../../testing/hand-terminal.ts';
import { openWorld } from '../../testing/stand.ts';
import { openTill, type Till } from '../../testing/till.ts';

/** What a terminal gives back by itself before the portal knows of the purchase: it counts against it all the same. */
const world = await openWorld();
const { db } = world;
const stand = await world.stand();
const amount = 12_500;
const rrn = '632609000123';

async function backThere(
  till: Till,
  amountMinor: number,
  kind: 'REFUND' | 'REVERSAL',
  own: string,
  more: Pick<Partial<ReturnType<typeof resultOf>>, 'currency'> = {},
) {
  const paymentId = randomUUID();
  const body = resultOf(paymentId, amountMinor, { kind, rrn: own, ...more });
  till.terminal.send({ type: 'sale.report', body: { ...body, originalRrn: rrn } });
  await till.terminal.next('result.ack');
  return paymentId;
}

const rowOf = async (paymentId: string) =>
  (
    await platformRows<{ id: string; originalId: string | null; status: string; reasons: string[] }>(
      db,
      `SELECT t.id::text, t.original_id::text AS "originalId", t.status,
              ARRAY(SELECT reason FROM reviews v WHERE v.merchant_id = t.merchant_id AND v.transaction_id = t.id)
                AS reasons
         FROM transactions t WHERE t.uuid = $1`,
      [paymentId],
    )
  )[0];

async function approve(till: Till, uuid: string, id: string) {
  till.terminal.send({ type: 'pay.result', body: resultOf(uuid, amount, { rrn }) });
  await till.terminal.next('result.ack');
  return till.detail(id);
}

test('a reversal that came before its purchase was approved is joined to it', async () => {
  const till = await openTill(world, stand);
  const purchase = await till.begin(amount);
  const back = await backThere(till, amount, 'REVERSAL', '632609000124');
  expect(await rowOf(back)).toMatchObject({ originalId: null, status: 'APPROVED', reasons: [] });
  expect(await approve(till, purchase.uuid, purchase.id)).toMatchObject({ status: 'APPROVED' });
  expect(await rowOf(back)).toMatchObject({ originalId: purchase.id, status: 'APPROVED', reasons: [] });
  expect(await rollupDifferences(db)).toEqual([]);
  expect(await expectationDifferences(db)).toEqual([]);
});

test('more than the purchase, given back before it was known: a person looks, once', async () => {
  const till = await openTill(world, stand);
  const purchase = await till.begin(amount);
  const first = await backThere(till, 10_000, 'REFUND', '632609000125');
  const second = await backThere(till, 5_000, 'REFUND', '632609000126');
  await approve(till, purchase.uuid, purchase.id);
  const rows = [await rowOf(first), await rowOf(second)];
  expect(rows.map((row) => row?.originalId)).toEqual([purchase.id, purchase.id]);
  expect(rows.flatMap((row) => row?.reasons)).toEqual(['OVER_REFUND']);
  expect(await rollupDifferences(db)).toEqual([]);
});

test('what is given back in another currency is about no purchase of that number, before or after it', async () => {
  const till = await openTill(world, stand);
  const purchase = await till.begin(amount);
  const early = await backThere(till, amount, 'REFUND', '632609000130', { currency: 'USD' });
  await approve(till, purchase.uuid, purchase.id);
  const late = await backThere(till, amount, 'REFUND', '632609000131', { currency: 'USD' });
  expect([await rowOf(early), await rowOf(late)]).toMatchObject([
    { originalId: null, status: 'APPROVED', reasons: [] },
    { originalId: null, status: 'APPROVED', reasons: [] },
  ]);
  expect(await rollupDifferences(db)).toEqual([]);
  expect(await expectationDifferences(db)).toEqual([]);
});

test('once two purchases have one number, what names it is about neither, and what was joined stays', async () => {
  const till = await openTill(world, stand);
  const one = await till.begin(amount);
  const back = await backThere(till, amount, 'REVERSAL', '632609000127');
  const report = resultOf(randomUUID(), 700, { rrn });
  // The first of them takes it; the second one takes nothing from it.
  await approve(till, one.uuid, one.id);
  till.terminal.send({ type: 'sale.report', body: report });
  await till.terminal.next('result.ack');
  expect(await rowOf(back)).toMatchObject({ originalId: one.id });
  const late = await backThere(till, 100, 'REFUND', '632609000128');
  expect(await rowOf(late)).toMatchObject({ originalId: null, status: 'APPROVED' });
});
