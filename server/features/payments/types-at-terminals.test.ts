import { randomUUID } from 'node:crypto';
import type { ResultBody } from '@mizan/contract/terminal-link.ts';
import type { LinkType } from '@mizan/contract/transaction-types.ts';
import { expect, test } from 'vitest';
import { inTenant, platformRows } from '../../platform/database/database.ts';
import { expectationDifferences, rollupDifferences } from '../../testing/agreement.ts';
import { resultOf } from '../../testing/hand-terminal.ts';
import { openWorld } from '../../testing/stand.ts';
import { openTill, type Till } from '../../testing/till.ts';
import { dashboardOf } from '../dashboard/dashboard.service.ts';
import { getShift } from '../shifts/shift-view.service.ts';
import { openShift } from '../shifts/shifts.service.ts';
import { totalsOf } from '../transactions/transactions.service.ts';
import { approveByBank } from './bank-decision.service.ts';

/** What a terminal begins by itself: each type is counted as what it is, wherever anything is counted. */
const world = await openWorld();
const { db, clock } = world;
const stand = await world.stand();
let numbers = 632609000200;
const newRrn = (): string => String((numbers += 1));

async function report(till: Till, kind: LinkType, amountMinor: number, more: Partial<ResultBody> = {}) {
  const body = resultOf(randomUUID(), amountMinor, { kind, rrn: newRrn(), ...more });
  till.terminal.send({ type: 'sale.report', body });
  await till.terminal.next('result.ack');
  return body;
}

const rowOf = async (uuid: string) =>
  (
    await platformRows<{ id: string }>(
      db,
      `SELECT t.id::text, t.type, t.status, t.under_review AS "underReview", t.original_id::text AS "originalId",
              t.fee_minor AS fee, e.gross_minor AS gross, e.fee_minor AS "owedFee", e.net_minor AS "owedNet"
         FROM transactions t LEFT JOIN expectations e
           ON e.merchant_id = t.merchant_id AND e.transaction_id = t.id AND e.is_owed WHERE t.uuid = $1`,
      [uuid],
    )
  )[0];

/** What dashboard, list and terminal say of the shop's day. */
async function sumsOf({ shop, place }: Till) {
  const { salesMinor, salesCount, refundedMinor, refundedCount, attemptCount } = await dashboardOf(
    db,
    shop.owner,
    {},
    clock.now(),
  );
  const [waiting] = await platformRows<{ debit: number; credit: number }>(
    db,
    `SELECT coalesce(sum(gross_minor) FILTER (WHERE gross_minor > 0), 0)::bigint AS debit,
            coalesce(-sum(gross_minor) FILTER (WHERE gross_minor < 0), 0)::bigint AS credit
       FROM expectations WHERE terminal_id = $1 AND is_owed`,
    [place.id],
  );
  const { salesMinor: sold, refundedMinor: back } = await totalsOf(db, shop.owner, {}, clock.now());
  return {
    dashboard: { salesMinor, salesCount, refundedMinor, refundedCount, attemptCount },
    list: { salesMinor: sold, refundedMinor: back },
    owed: waiting,
  };
}

const agreed = async (): Promise<void> => {
  expect(await rollupDifferences(db)).toEqual([]);
  expect(await expectationDifferences(db)).toEqual([]);
};

test('a cash advance is a charge: owed by the bank in full, with a fee that nobody claims to know', async () => {
  const till = await openTill(world, stand);
  await report(till, 'PURCHASE', 10_000);
  const { paymentId } = await report(till, 'CASH_ADVANCE', 50_000);
  expect(await rowOf(paymentId)).toMatchObject({
    type: 'CASH_ADVANCE',
    status: 'APPROVED',
    underReview: false,
    fee: 0,
    gross: 50_000,
    owedFee: null,
    owedNet: null,
  });
  expect(await sumsOf(till)).toEqual({
    dashboard: {
      salesMinor: 60_000,
      salesCount: 2,
      refundedMinor: 0,
      refundedCount: 0,
      attemptCount: 2,
    },
    list: { salesMinor: 60_000, refundedMinor: 0 },
    owed: { debit: 60_000, credit: 0 },
  });
  await agreed();
});

test('the same cash advance said again, or again on another line, is one charge', async () => {
  const till = await openTill(world, stand);
  const body = await report(till, 'CASH_ADVANCE', 20_000);
  till.terminal.send({ type: 'sale.report', body });
  await till.terminal.next('result.ack');
  till.terminal.drop();
  await till.reconnect(stand);
  till.terminal.send({ type: 'pay.result', body });
  await till.terminal.next('result.ack');
  expect((await sumsOf(till)).dashboard).toMatchObject({ salesMinor: 20_000, salesCount: 1 });
  await agreed();
});

test('a reversal of a cash advance counts against it, and more than it is for a person', async () => {
  const till = await openTill(world, stand);
  const advance = await report(till, 'CASH_ADVANCE', 20_000);
  const first = await report(till, 'REVERSAL', 20_000, { originalRrn: advance.rrn });
  const { id } = (await rowOf(advance.paymentId)) ?? {};
  expect(await rowOf(first.paymentId)).toMatchObject({ originalId: id, gross: -20_000, underReview: false });
  const second = await report(till, 'REVERSAL', 20_000, { originalRrn: advance.rrn });
  expect(await rowOf(second.paymentId)).toMatchObject({ originalId: id, underReview: true });
  await agreed();
});

test('a declined cash advance moves nothing; one with cash beside its amount approves nothing', async () => {
  const till = await openTill(world, stand);
  const no = await report(till, 'CASH_ADVANCE', 20_000, { providerCode: '01', actionCode: '116' });
  expect(await rowOf(no.paymentId)).toMatchObject({ status: 'DECLINED', gross: null });
  const odd = await report(till, 'CASH_ADVANCE', 21_000, { cashMinor: 1_000 });
  expect(await rowOf(odd.paymentId)).toMatchObject({ status: 'INITIALIZED', underReview: true, gross: null });
  expect((await sumsOf(till)).list).toEqual({ salesMinor: 0, refundedMinor: 0 });
  await agreed();
});

test('beside a shift a cash advance stands with what was taken, not with what went back', async () => {
  const till = await openTill(world, stand);
  const { id } = await openShift({ db, clock }, till.place.cashier, null);
  await report(till, 'CASH_ADVANCE', 30_000);
  await report(till, 'REFUND', 1_000);
  expect((await getShift({ db, clock }, till.shop.owner, id)).beside).toEqual({
    sales: { count: 1, minor: 30_000 },
    refunds: { count: 1, minor: 1_000 },
  });
});

const nothingYet = { salesMinor: 0, salesCount: 0, refundedMinor: 0, refundedCount: 0, attemptCount: 0 };
const reasonsOf = async (uuid: string): Promise<string[]> =>
  (
    await platformRows<{ reason: string }>(
      db,
      `SELECT v.reason FROM reviews v JOIN transactions t ON t.merchant_id = v.merchant_id AND t.id = v.transaction_id
        WHERE t.uuid = $1 ORDER BY 1`,
      [uuid],
    )
  ).map(({ reason }) => reason);

test('what is held moves no money: in no sum, owed by no bank, never open or overdue', async () => {
  const till = await openTill(world, stand);
  const held = await report(till, 'PREAUTH', 90_000);
  expect(await rowOf(held.paymentId)).toMatchObject({
    type: 'PREAUTH',
    status: 'APPROVED',
    fee: 0,
    gross: null,
  });
  expect(await sumsOf(till)).toEqual({
    dashboard: nothingYet,
    list: { salesMinor: 0, refundedMinor: 0 },
    owed: { debit: 0, credit: 0 },
  });
  const { id = '' } = (await rowOf(held.paymentId)) ?? {};
  for (const bank of ['NOT_CONFIRMED', 'OPEN', 'OVERDUE'] as const) {
    const { count } = await totalsOf(db, till.shop.owner, { bank }, clock.now());
    expect({ bank, count }).toEqual({ bank, count: 0 });
  }
  expect(await till.detail(id)).toMatchObject({ holdEnds: [], netMinor: 0 });
  const { id: shift } = await openShift({ db, clock }, till.place.cashier, null);
  await report(till, 'PREAUTH', 10_000);
  expect((await getShift({ db, clock }, till.shop.owner, shift)).beside).toEqual({
    sales: { count: 0, minor: 0 },
    refunds: { count: 0, minor: 0 },
  });
  await agreed();
});

test('a completion is the charge, by the agreed rate, and names what was held', async () => {
  const till = await openTill(world, stand);
  const held = await report(till, 'PREAUTH', 90_000);
  const end = await report(till, 'COMPLETION', 10_000, { originalRrn: held.rrn });
  const { id } = (await rowOf(held.paymentId)) ?? { id: '' };
  expect(await rowOf(end.paymentId)).toMatchObject({
    originalId: id,
    underReview: false,
    fee: 80,
    gross: 10_000,
    owedNet: 9_908,
  });
  expect((await till.detail(id)).holdEnds).toMatchObject([{ type: 'COMPLETION', amountMinor: 10_000 }]);
  expect((await sumsOf(till)).dashboard).toMatchObject({
    salesMinor: 10_000,
    salesCount: 1,
    attemptCount: 1,
  });
  till.terminal.send({ type: 'sale.report', body: end });
  await till.terminal.next('result.ack');
  expect((await sumsOf(till)).owed).toEqual({ debit: 10_000, credit: 0 });
  await agreed();
});

test('a second completion, one after a void, and one of more than was held are charges that a person looks at', async () => {
  const till = await openTill(world, stand);
  const held = await report(till, 'PREAUTH', 50_000);
  const first = await report(till, 'COMPLETION', 50_000, { originalRrn: held.rrn });
  const second = await report(till, 'COMPLETION', 50_000, { originalRrn: held.rrn });
  expect([await reasonsOf(first.paymentId), await reasonsOf(second.paymentId)]).toEqual([[], ['OVER_HOLD']]);
  const other = await report(till, 'PREAUTH', 20_000);
  const gone = await report(till, 'PREAUTH_VOID', 20_000, { originalRrn: other.rrn });
  expect(await rowOf(gone.paymentId)).toMatchObject({ status: 'APPROVED', gross: null, underReview: false });
  const late = await report(till, 'COMPLETION', 20_000, { originalRrn: other.rrn });
  const third = await report(till, 'PREAUTH', 10_000);
  const more = await report(till, 'COMPLETION', 10_001, { originalRrn: third.rrn });
  expect([await reasonsOf(late.paymentId), await reasonsOf(more.paymentId)]).toEqual([
    ['OVER_HOLD'],
    ['OVER_HOLD'],
  ]);
  expect((await sumsOf(till)).dashboard).toMatchObject({
    salesMinor: 130_001,
    salesCount: 4,
    refundedMinor: 0,
  });
  await agreed();
});

test('a completion before its pre-authorisation, or without any, is a charge and kept; the late one takes it', async () => {
  const till = await openTill(world, stand);
  const rrn = newRrn();
  const first = await report(till, 'COMPLETION', 30_000, { originalRrn: rrn });
  const second = await report(till, 'COMPLETION', 30_000, { originalRrn: rrn });
  expect(await rowOf(first.paymentId)).toMatchObject({ originalId: null, gross: 30_000, underReview: false });
  const held = await report(till, 'PREAUTH', 30_000, { rrn });
  const { id } = (await rowOf(held.paymentId)) ?? {};
  expect([await rowOf(first.paymentId), await rowOf(second.paymentId)]).toMatchObject([
    { originalId: id },
    { originalId: id, underReview: true },
  ]);
  await agreed();
});

test('a reversal that names what is held lets it go: nothing went back', async () => {
  const till = await openTill(world, stand);
  const held = await report(till, 'PREAUTH', 40_000);
  const body = await report(till, 'REVERSAL', 40_000, { originalRrn: held.rrn });
  till.terminal.send({ type: 'sale.report', body });
  await till.terminal.next('result.ack');
  expect(await rowOf(body.paymentId)).toMatchObject({
    type: 'PREAUTH_VOID',
    status: 'APPROVED',
    gross: null,
  });
  expect(await reasonsOf(body.paymentId)).toEqual([]);
  expect((await sumsOf(till)).dashboard).toEqual(nothingYet);
  await agreed();
});

test('a release whose end was not certain is the same one when its terminal is asked again', async () => {
  const till = await openTill(world, stand);
  const held = await report(till, 'PREAUTH', 40_000);
  const open = await report(till, 'REVERSAL', 40_000, {
    originalRrn: held.rrn,
    providerCode: '99',
    actionCode: '000',
  });
  expect(await rowOf(open.paymentId)).toMatchObject({ type: 'PREAUTH_VOID', status: 'INITIALIZED' });
  const body = resultOf(open.paymentId, 40_000, {
    kind: 'REVERSAL',
    rrn: open.rrn,
    originalRrn: held.rrn,
    resultSeq: 2,
  });
  till.terminal.send({ type: 'pay.result', body });
  await till.terminal.next('result.ack');
  expect(await rowOf(open.paymentId)).toMatchObject({
    type: 'PREAUTH_VOID',
    status: 'APPROVED',
    gross: null,
  });
  expect(await reasonsOf(open.paymentId)).not.toContain('RESULT_MISMATCH');
  await agreed();
});

test('a reversal before its pre-authorisation counts as money back of nothing charged, and is for a person', async () => {
  const till = await openTill(world, stand);
  const rrn = newRrn();
  const back = await report(till, 'REVERSAL', 40_000, { originalRrn: rrn });
  expect(await rowOf(back.paymentId)).toMatchObject({ type: 'REVERSAL', underReview: false });
  await report(till, 'PREAUTH', 40_000, { rrn });
  expect(await rowOf(back.paymentId)).toMatchObject({
    type: 'REVERSAL',
    originalId: null,
    underReview: true,
  });
  // Of a number that was charged as well it says what the charge says: that one takes it.
  const both = newRrn();
  const given = await report(till, 'REVERSAL', 10_000, { originalRrn: both });
  await report(till, 'PURCHASE', 10_000, { rrn: both });
  await report(till, 'PREAUTH', 10_000, { rrn: both });
  expect(await rowOf(given.paymentId)).toMatchObject({ underReview: false });
  await agreed();
});

test('of ends that came before their pre-authorisation, each that is beyond it is for a person', async () => {
  const till = await openTill(world, stand);
  const rrn = newRrn();
  const more = await report(till, 'COMPLETION', 60_000, { originalRrn: rrn });
  const gone = await report(till, 'PREAUTH_VOID', 50_000, { originalRrn: rrn });
  await report(till, 'PREAUTH', 50_000, { rrn });
  expect([await reasonsOf(more.paymentId), await reasonsOf(gone.paymentId)]).toEqual([
    ['OVER_HOLD'],
    ['OVER_HOLD'],
  ]);
  await agreed();
});

test("a bank's line does not answer why more was charged than held: that it paid is what is asked about", async () => {
  const till = await openTill(world, stand);
  const held = await report(till, 'PREAUTH', 50_000);
  await report(till, 'COMPLETION', 50_000, { originalRrn: held.rrn });
  const second = await report(till, 'COMPLETION', 50_000, { originalRrn: held.rrn });
  const { id = '' } = (await rowOf(second.paymentId)) ?? {};
  const proof = { paymentId: id, bankFileId: '1', fileName: 'najd.csv', at: clock.now() };
  expect(await inTenant(db, till.shop.merchantId, (tx) => approveByBank(tx, proof))).toBe(false);
  expect(await reasonsOf(second.paymentId)).toEqual(['OVER_HOLD']);
  expect(await rowOf(second.paymentId)).toMatchObject({ status: 'APPROVED', underReview: true });
});
