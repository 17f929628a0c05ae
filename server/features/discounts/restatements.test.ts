import * as contract from '@mizan/contract/discounts.ts';
import { expect, test } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { expectationDifferences, rollupDifferences } from '../../testing/agreement.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { writeSales } from '../reconciliation/testing/sales.ts';
import { makeMerchant } from '../transactions/testing/merchant-world.ts';
import { addRate } from './discounts.service.ts';
import { restate } from './restate.service.ts';

// Sunday 22 November 2026, noon in Riyadh.
const portal = await testPortal(new Date('2026-11-22T09:00:00Z'));
const { db, clock } = portal;
const rate = {
  scheme: 'Mada',
  mdrBps: 80,
  vatBps: 1_500,
  capLimitMinor: 4_000,
  processingFeeMinor: 0,
  paidWithin: { days: 1, kind: 'WORKING' },
} as const;

/** A merchant whose Mada is charged 0.80% since January, with two people who may decide. */
async function newMerchant() {
  const world = await makeMerchant(db);
  const { merchantId } = world;
  const token = await portal.tokenOf(world.owner.userId);
  const list = async () =>
    contract.listDiscounts.output.parse((await portal.call(contract.listDiscounts, {}, { token })).json());
  const bankId = (await list()).banks[0]?.id ?? '';
  await inPlatform(db, (tx) => addRate(tx, merchantId, { ...rate, bankId, validFrom: '2026-01-01' }));
  const ask = (more: object = {}) =>
    portal.call(
      contract.askRestatement,
      { body: { ...rate, bankId, validFrom: '2026-11-10', mdrBps: 70, reason: 'agreed so', ...more } },
      { token },
    );
  const secondToken = async (): Promise<string> => {
    const [second] = await platformRows<{ id: string }>(
      db,
      `INSERT INTO users (merchant_id, role, email, full_name, password_hash)
       VALUES ($1, 'MERCHANT', $2, 'Khalid Al-Harbi', '') RETURNING id::text`,
      [merchantId, `second-${merchantId}@mizan.test`],
    );
    return portal.tokenOf(second?.id ?? '');
  };
  const decide = (id: string, by: string, decision: 'APPROVE' | 'REFUSE' = 'APPROVE') =>
    portal.call(contract.decideRestatement, { params: { id }, body: { decision } }, { token: by });
  const feesOf = () =>
    platformRows<{ fee: number; vat: number; due: string; owed: number }>(
      db,
      `SELECT t.fee_minor AS fee, t.vat_minor AS vat, e.due_day AS due, -(e.net_minor - e.gross_minor) AS owed
         FROM transactions t JOIN expectations e ON e.merchant_id = t.merchant_id AND e.transaction_id = t.id
        WHERE t.merchant_id = $1 ORDER BY t.id`,
      [merchantId],
    );
  return { ...world, token, list, bankId, ask, secondToken, decide, feesOf };
}
const told = async (
  answer: Promise<{ statusCode: number; json: () => { details?: { reason?: string } } }>,
) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().details?.reason];
};

test('409: with nobody else who may decide, a correction is not even asked for', async () => {
  const shop = await newMerchant();
  expect((await shop.list()).otherApprovers).toBe(0);
  expect(await told(shop.ask())).toEqual([409, 'noSecondPerson']);
  await shop.secondToken();
  expect((await shop.list()).otherApprovers).toBe(1);
  expect(await told(shop.ask({ validFrom: '2026-11-23' }))).toEqual([409, 'notBegun']);
  expect(await told(shop.ask({ mdrBps: 80 }))).toEqual([409, 'same']);
  expect((await shop.ask()).statusCode).toBe(200);
  expect(await told(shop.ask())).toEqual([409, 'asked']);
});

test('409: who asked never approves, and what is decided stays so; 404 for another merchant', async () => {
  const [shop, other] = [await newMerchant(), await newMerchant()];
  const second = await shop.secondToken();
  const { id } = (await shop.ask()).json();
  expect(await told(shop.decide(id, shop.token))).toEqual([409, 'ownRequest']);
  expect((await shop.decide(id, other.token)).statusCode).toBe(404);
  portal.callAs('accountant');
  expect((await shop.decide(id, second)).statusCode).toBe(403);
  portal.callAs(null);
  expect((await shop.decide(id, second, 'REFUSE')).json()).toEqual({ state: 'REFUSED' });
  expect(await told(shop.decide(id, second))).toEqual([409, 'decided']);
  expect((await shop.list()).rates.map(({ mdrBps }) => mdrBps)).toEqual([80]);
  // Taken back by the one who asked, and asked for again.
  const again = (await shop.ask()).json().id;
  expect((await shop.decide(again, shop.token, 'REFUSE')).statusCode).toBe(200);
  expect((await shop.ask()).statusCode).toBe(200);
});

test('an approved correction charges the payments of its days anew, totals and sums included; a second run changes nothing', async () => {
  const shop = await newMerchant();
  const second = await shop.secondToken();
  await writeSales(db, shop, [
    { amountMinor: 10_000, at: '2026-11-09 23:59' },
    { amountMinor: 10_000, at: '2026-11-10 00:00' },
    { amountMinor: 10_000, at: '2026-11-19 10:00' },
    { amountMinor: 10_000, at: '2026-11-20 10:00', status: 'DECLINED' },
    { amountMinor: 1_000_000, at: '2026-11-20 10:00' },
    { amountMinor: 3_000, at: '2026-11-20 10:00', type: 'REFUND' },
  ]);
  // A rate that was agreed for later days ends what is corrected.
  await inPlatform(db, (tx) =>
    addRate(tx, shop.merchantId, { ...rate, bankId: shop.bankId, validFrom: '2026-11-20' }),
  );
  const before = await shop.feesOf();
  expect(before.map(({ fee }) => fee)).toEqual([80, 80, 80, 4_000, 0]);
  const asked = await shop.ask({
    vatBps: 1_000,
    paidWithin: { days: 3, kind: 'CALENDAR' },
  });
  const { id } = asked.json();
  expect(await shop.feesOf()).toEqual(before);
  expect((await shop.decide(id, second)).json()).toEqual({ state: 'APPROVED' });

  const work = { merchantId: shop.merchantId, restatementId: id };
  await restate({ db, clock }, work);
  const after = await shop.feesOf();
  expect(after).toEqual([
    before[0],
    // Three days from Tuesday the 10th end on a Friday: banks pay on Sunday.
    { fee: 70, vat: 7, due: '2026-11-15', owed: 77 },
    { fee: 70, vat: 7, due: '2026-11-22', owed: 77 },
    before[3],
    before[4],
  ]);
  expect(await expectationDifferences(db)).toEqual([]);
  expect(await rollupDifferences(db)).toEqual([]);
  const { rates, restatements } = await shop.list();
  expect(restatements[0]).toMatchObject({
    state: 'DONE',
    restatedCount: 2,
    decidedByName: 'Khalid Al-Harbi',
  });
  expect(rates.find(({ restatementId }) => restatementId === id)).toMatchObject({
    mdrBps: 70,
    note: 'agreed so',
  });
  const lines = () =>
    platformRows<{ by_name: string; params: object }>(
      db,
      `SELECT by_name, params FROM journal WHERE merchant_id = $1 AND fact = 'payments.chargesRestated'`,
      [shop.merchantId],
    );
  expect(await lines()).toHaveLength(2);
  expect((await lines())[0]).toEqual({
    by_name: 'Khalid Al-Harbi',
    params: { feeMinor: 70, vatMinor: 7, wasFeeMinor: 80, wasVatMinor: 12 },
  });

  await restate({ db, clock }, { ...work, isSecond: true });
  expect(await shop.feesOf()).toEqual(after);
  expect(await lines()).toHaveLength(2);
});

test('a correction of the very day of a rate takes its place: the wrong one stays in the history', async () => {
  const shop = await newMerchant();
  const second = await shop.secondToken();
  await writeSales(db, shop, [{ amountMinor: 10_000 }]);
  const { id } = (await shop.ask({ validFrom: '2026-01-01' })).json();
  await shop.decide(id, second);
  await restate({ db, clock }, { merchantId: shop.merchantId, restatementId: id });
  const { rates } = await shop.list();
  expect(rates.map(({ mdrBps, withdrawnAt }) => [mdrBps, withdrawnAt !== null])).toEqual([
    [70, false],
    [80, true],
  ]);
  expect((await shop.feesOf()).map(({ fee }) => fee)).toEqual([70]);
  // The correction was wrong too: another one takes its place, and the first is worked through no more.
  const third = (await shop.ask({ validFrom: '2026-01-01', mdrBps: 75 })).json().id;
  await shop.decide(third, second);
  await restate({ db, clock }, { merchantId: shop.merchantId, restatementId: id });
  expect((await shop.feesOf()).map(({ fee }) => fee)).toEqual([70]);
  await restate({ db, clock }, { merchantId: shop.merchantId, restatementId: third });
  expect((await shop.feesOf()).map(({ fee }) => fee)).toEqual([75]);
  expect(await expectationDifferences(db)).toEqual([]);
});

test('a walk that ended in the middle goes on where payments still carry the wrong rate', async () => {
  const shop = await newMerchant();
  const second = await shop.secondToken();
  await writeSales(
    db,
    shop,
    Array.from({ length: 4 }, () => ({ amountMinor: 10_000 })),
  );
  const { id } = (await shop.ask()).json();
  await shop.decide(id, second);
  let looks = 0;
  const mortal = {
    now: () => {
      looks += 1;
      if (looks === 1) throw new Error('killed');
      return clock.now();
    },
  };
  const work = { merchantId: shop.merchantId, restatementId: id };
  await expect(restate({ db, clock: mortal }, work)).rejects.toThrow('killed');
  expect((await shop.feesOf()).map(({ fee }) => fee)).toEqual([80, 80, 80, 80]);
  await restate({ db, clock: mortal }, work);
  expect((await shop.feesOf()).map(({ fee }) => fee)).toEqual([70, 70, 70, 70]);
  expect((await shop.list()).restatements[0]).toMatchObject({ state: 'DONE', restatedCount: 4 });
});
