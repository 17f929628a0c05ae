import { randomUUID } from 'node:crypto';
import type { ResultBody } from '@mizan/contract/terminal-link.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import type { Member } from '../../platform/http/call.ts';
import { expectationDifferences, rollupDifferences } from '../../testing/agreement.ts';
import { handTerminal, makeKey, resultOf } from '../../testing/hand-terminal.ts';
import type { ShopTerminal } from '../../testing/shop.ts';
import { openWorld } from '../../testing/stand.ts';
import { openTill, type Till } from '../../testing/till.ts';
import { previewRefund } from './refund-effect.service.ts';
import { setRefundLimit } from './refund-limit.service.ts';
import { getRefund, listRefunds, totalsOfRefunds } from './refund-list.service.ts';
import { approveRefund, refuseRefund, startRefund, withdrawRefund } from './refunds.service.ts';
import { anotherOwner } from './testing/another-owner.ts';

/** Money that goes back on a terminal: never a halala more than was paid, and by two persons above the limit. */
const world = await openWorld();
const { db, clock } = world;
const deps = { db, clock };
const stand = await world.stand();
const paid = 40_000;
let till: Till;
let huda: Member;
let purchase: TransactionDetail;

beforeEach(async () => {
  till = await openTill(world, stand, 2);
  huda = till.shop.owner;
  purchase = await bought(paid);
});

async function bought(amountMinor: number, more: Partial<ResultBody> = {}): Promise<TransactionDetail> {
  const payment = await till.begin(amountMinor);
  till.terminal.send({ type: 'pay.result', body: resultOf(payment.uuid, amountMinor, more) });
  await till.terminal.next('result.ack');
  return till.detail(payment.id);
}

const asked = (amountMinor: number, more: object = {}) => ({
  refundId: randomUUID(),
  originalId: purchase.id,
  type: 'REFUND' as const,
  amountMinor,
  reason: 'RETURNED' as const,
  ...more,
});
const give = (amountMinor: number, more: object = {}, by = huda) =>
  startRefund(deps, by, asked(amountMinor, more));

/** The terminal answers what it was sent last. */
async function answered(amountMinor: number, more: Partial<ResultBody> = {}) {
  const { paymentId, kind } = await till.terminal.next('pay.start');
  till.terminal.send({
    type: 'pay.result',
    body: resultOf(paymentId, amountMinor, { kind, rrn: '632609000777', ...more }),
  });
  await till.terminal.next('result.ack');
}
async function givenBack(amountMinor: number, more: object = {}) {
  const refund = await give(amountMinor, more);
  await answered(amountMinor, { kind: refund.type });
  return getRefund(deps, huda, refund.id);
}
/** The merchant's second terminal, connected. */
async function openOther() {
  const place = till.shop.terminals[1] as ShopTerminal;
  const terminal = handTerminal(stand.url, place.tid, makeKey());
  await terminal.signIn(place.enrolCode);
  return { place, terminal };
}
const declined = { providerCode: '86', actionCode: '197' } as const;
const conflict = (reason: string, more: object = {}) => ({ code: 'conflict', details: { reason, ...more } });

describe('the remainder', () => {
  test('several refunds up to the last halala, and not one more', async () => {
    expect(await givenBack(15_001)).toMatchObject({ state: 'APPROVED', originalId: purchase.id });
    expect(await givenBack(24_999)).toMatchObject({ state: 'APPROVED' });
    await expect(give(1)).rejects.toMatchObject(conflict('REMAINDER', { remainderMinor: 0 }));
    expect(await rollupDifferences(db)).toEqual([]);
    expect(await expectationDifferences(db)).toEqual([]);
  });

  test('what is declined gives its amount free; the reason of the card is kept', async () => {
    const refund = await give(paid);
    await expect(give(1)).rejects.toMatchObject(conflict('REMAINDER', { remainderMinor: 0 }));
    await answered(paid, declined);
    expect(await till.detail(refund.id)).toMatchObject({
      status: 'DECLINED',
      ...declined,
      originalId: purchase.id,
    });
    // The list and the refund itself say it too, so that people read what to do next where they look.
    expect(await getRefund(deps, huda, refund.id)).toMatchObject({ state: 'DECLINED', ...declined });
    const { rows } = await listRefunds(deps, huda, { originalId: purchase.id, limit: 10 });
    expect(rows).toMatchObject([{ id: refund.id, ...declined }]);
    expect(await givenBack(paid)).toMatchObject({ state: 'APPROVED' });
  });

  test('what nobody knows holds its amount, and is not sent a second time', async () => {
    const refund = await give(15_000);
    await till.terminal.next('pay.start');
    clock.advance(16 * 60_000);
    await stand.gateway.tick();
    expect(await till.until(refund.id, ({ status }) => status === 'TIMEOUT')).toMatchObject({
      underReview: true,
    });
    await expect(give(15_000)).rejects.toMatchObject(conflict('UNDECIDED', { refundId: refund.id }));
    await expect(give(25_001)).rejects.toMatchObject(conflict('REMAINDER', { remainderMinor: 25_000 }));
  });

  test('a late approval after another refund took the rest: taken, told, and for a person', async () => {
    const first = await give(paid);
    const late = await till.terminal.next('pay.start');
    till.terminal.send({
      type: 'pay.result',
      body: resultOf(late.paymentId, paid, { kind: 'REFUND', ...declined }),
    });
    await till.terminal.next('result.ack');
    await givenBack(paid);
    till.terminal.send({
      type: 'pay.result',
      body: resultOf(late.paymentId, paid, { kind: 'REFUND', resultSeq: 2 }),
    });
    await till.terminal.next('result.ack');
    const twice = await till.detail(first.id);
    expect(twice).toMatchObject({ status: 'APPROVED', underReview: true, lateApproval: true });
    const { params } = twice.events.find(({ fact }) => fact === 'payments.refundedTooMuch') ?? {};
    expect(params).toMatchObject({ overMinor: paid });
    await expect(give(1)).rejects.toMatchObject(conflict('REMAINDER', { remainderMinor: 0 }));
  });

  test('the same id again is the same refund; with another amount it is refused', async () => {
    const input = asked(10_000);
    const first = await startRefund(deps, huda, input);
    expect(await startRefund(deps, huda, input)).toMatchObject({ id: first.id });
    await expect(startRefund(deps, huda, { ...input, amountMinor: 10_001 })).rejects.toMatchObject(
      conflict('OTHER_REFUND'),
    );
  });

  test('cash that was paid out is no goods to bring back', async () => {
    purchase = await bought(15_000, { cashMinor: 5_000 });
    await expect(give(10_001)).rejects.toMatchObject(conflict('REMAINDER', { remainderMinor: 10_000 }));
  });

  test('what was not approved, or has no number of the bank, is not given back', async () => {
    purchase = await bought(7_000, { providerCode: '01', actionCode: '116' });
    await expect(give(1)).rejects.toMatchObject(conflict('NOT_REFUNDABLE'));
    purchase = await bought(8_000, { rrn: null });
    await expect(give(1)).rejects.toMatchObject(conflict('NO_REFERENCE'));
  });
});

describe('begun at the terminal itself', () => {
  async function begunThere(amountMinor: number, more: Partial<ResultBody> = {}) {
    const paymentId = randomUUID();
    const body = resultOf(paymentId, amountMinor, { kind: 'REFUND', rrn: '632609000888', ...more });
    till.terminal.send({ type: 'sale.report', body });
    await till.terminal.next('result.ack');
    const { rows } = await listRefunds(deps, huda, { limit: 50 });
    return rows[0];
  }

  test('it counts against the purchase that it names, and stands in the list as what it is', async () => {
    const row = await begunThere(30_000, { originalRrn: purchase.rrn });
    expect(row).toMatchObject({ type: 'REFUND', state: 'APPROVED', originalId: purchase.id, reason: null });
    await expect(give(10_001)).rejects.toMatchObject(conflict('REMAINDER', { remainderMinor: 10_000 }));
  });

  test('a reversal: shown as one, nothing is left to give back, and the totals have it once', async () => {
    const row = await begunThere(paid, { kind: 'REVERSAL', originalRrn: purchase.rrn });
    expect(row).toMatchObject({
      type: 'REVERSAL',
      state: 'APPROVED',
      originalId: purchase.id,
      underReview: false,
    });
    expect(await till.detail(row?.id ?? '')).toMatchObject({
      type: 'REVERSAL',
      status: 'APPROVED',
      originalId: purchase.id,
      feeMinor: 0,
      vatMinor: 0,
      startedById: null,
    });
    await expect(give(1)).rejects.toMatchObject(conflict('REMAINDER', { remainderMinor: 0 }));
    expect(await rollupDifferences(db)).toEqual([]);
    expect(await expectationDifferences(db)).toEqual([]);
  });

  test('a reversal of what was given back in part: on record, and a person looks at what is too much', async () => {
    await begunThere(10_000, { originalRrn: purchase.rrn });
    const row = await begunThere(paid, { kind: 'REVERSAL', originalRrn: purchase.rrn, rrn: '632609000889' });
    expect(row).toMatchObject({ type: 'REVERSAL', state: 'APPROVED', underReview: true });
    expect((await till.detail(row?.id ?? '')).review?.reason).toBe('OVER_REFUND');
  });

  test('more than was paid: on record, and for a person', async () => {
    const row = await begunThere(40_001, { originalRrn: purchase.rrn });
    expect(row).toMatchObject({ state: 'APPROVED', underReview: true });
    expect((await till.detail(row?.id ?? '')).review?.reason).toBe('OVER_REFUND');
  });

  test('of a purchase that nobody knows: on record, and against none', async () => {
    expect(await begunThere(100, { originalRrn: '000000000000' })).toMatchObject({
      state: 'APPROVED',
      originalId: null,
    });
    expect(
      (await previewRefund(deps, huda, { originalId: purchase.id, type: 'REFUND' })).remainderMinor,
    ).toBe(paid);
  });
});

describe('a second person', () => {
  let khalid: Member;
  beforeEach(async () => {
    khalid = await anotherOwner(db, till.shop);
    await setRefundLimit(deps, huda, 10_000);
  });

  test('above the limit it waits, holds its amount, and goes to the terminal once another person approves', async () => {
    const refund = await give(10_001);
    expect(refund).toMatchObject({ state: 'WAITING', limitMinor: 10_000, transactionId: null });
    expect(till.terminal.waiting('pay.start')).toBe(0);
    await expect(give(30_000)).rejects.toMatchObject(conflict('REMAINDER', { remainderMinor: 29_999 }));
    await expect(approveRefund(deps, huda, refund.id)).rejects.toMatchObject(conflict('OWN_REQUEST'));
    const seen = await getRefund(deps, khalid, refund.id);
    expect(seen).toMatchObject({ waitsForMe: true, effect: { amountMinor: 10_001, remainderMinor: paid } });
    expect(await totalsOfRefunds(deps, khalid, {})).toMatchObject({ waitsForMe: 1, approvedMinor: 0 });

    const sent = await approveRefund(deps, khalid, refund.id);
    expect(sent).toMatchObject({ state: 'INITIALIZED', transactionId: refund.id, decidedByName: 'Khalid' });
    await answered(10_001);
    const ended = await till.detail(refund.id);
    expect(ended).toMatchObject({ status: 'APPROVED', startedByName: 'Huda' });
    // Who asked and who approved stand in its own record, before all that happened at the terminal.
    expect(ended.events.slice(0, 2)).toMatchObject([
      { fact: 'refunds.asked', by: 'Huda' },
      { fact: 'refunds.approved', by: 'Khalid' },
    ]);
    const another = await give(1_000);
    await answered(1_000);
    expect((await till.detail(another.id)).events.map(({ fact }) => fact)).not.toContain('refunds.approved');
    await expect(approveRefund(deps, khalid, refund.id)).rejects.toMatchObject(conflict('NOT_WAITING'));
  });

  test('open windows of the merchant hear of a limit that changed, once', async () => {
    await setRefundLimit(deps, huda, 10_000);
    const heard = `SELECT text FROM live_messages WHERE merchant_id = $1 AND text = 'SET'`;
    expect(await platformRows(db, heard, [huda.merchantId])).toHaveLength(1);
  });

  test('small ones add up: what one person gave back in a day counts', async () => {
    await givenBack(6_000);
    expect(await give(4_001)).toMatchObject({ state: 'WAITING' });
    clock.advance(25 * 3_600_000);
    expect(await give(4_001)).toMatchObject({ state: 'INITIALIZED', limitMinor: null });
  });

  test('refused with a reason, or taken back by who asked: the amount is free', async () => {
    const one = await give(20_000);
    expect(await refuseRefund(deps, khalid, one.id, 'Nothing came back')).toMatchObject({
      state: 'REFUSED',
      decisionNote: 'Nothing came back',
    });
    const two = await give(paid);
    await expect(withdrawRefund(deps, khalid, two.id)).rejects.toMatchObject(conflict('NOT_OWN_REQUEST'));
    expect(await withdrawRefund(deps, huda, two.id)).toMatchObject({ state: 'WITHDRAWN' });
    expect(await give(paid)).toMatchObject({ state: 'WAITING' });
    const { rows } = await listRefunds(deps, huda, { limit: 50, originalId: purchase.id });
    expect(rows.map(({ state }) => state)).toEqual(['WAITING', 'WITHDRAWN', 'REFUSED']);
  });

  test('a terminal that is away: it waits on, and nobody has to ask anew', async () => {
    const refund = await give(20_000);
    till.terminal.drop();
    const isConnected = async () => {
      clock.advance(61_000);
      await stand.gateway.tick();
      const query = { originalId: purchase.id, type: 'REFUND', amountMinor: 1 } as const;
      return (await previewRefund(deps, huda, query)).terminal.isConnected;
    };
    await expect.poll(isConnected).toBe(false);
    await expect(approveRefund(deps, khalid, refund.id)).rejects.toMatchObject(conflict('TERMINAL_AWAY'));
    expect(await getRefund(deps, huda, refund.id)).toMatchObject({ state: 'WAITING' });
  });

  test('a terminal that was retired: it waits on, and runs on another one that is named', async () => {
    const refund = await give(20_000);
    const retired = `UPDATE terminals SET status = 'RETIRED' WHERE id = $1`;
    await platformRows(db, retired, [till.place.id]);
    await expect(approveRefund(deps, khalid, refund.id)).rejects.toMatchObject(
      conflict('TERMINAL_RETIRED', { tid: till.place.tid }),
    );
    const seen = await getRefund(deps, khalid, refund.id);
    expect(seen).toMatchObject({
      state: 'WAITING',
      effect: { terminal: { isRetired: true, isConnected: false, isInService: true } },
    });
    const other = await openOther();
    const sent = await approveRefund(deps, khalid, refund.id, other.place.id);
    expect(sent).toMatchObject({ state: 'INITIALIZED', terminalId: other.place.id });
    expect(await other.terminal.next('pay.start')).toMatchObject({ kind: 'REFUND', amountMinor: 20_000 });
  });

  test('a reversal runs on no other terminal than its own', async () => {
    const refund = await give(paid, { type: 'REVERSAL' });
    const other = await openOther();
    await expect(approveRefund(deps, khalid, refund.id, other.place.id)).rejects.toMatchObject(
      conflict('REVERSAL', { why: 'OTHER_TERMINAL' }),
    );
  });

  test('a merchant with one person is told so', async () => {
    await platformRows(db, `UPDATE users SET status = 'INACTIVE' WHERE id = $1`, [khalid.userId]);
    await expect(give(10_001)).rejects.toMatchObject(conflict('NO_SECOND_PERSON', { limitMinor: 10_000 }));
    expect(await previewRefund(deps, huda, { originalId: purchase.id, type: 'REFUND' })).toMatchObject({
      approval: { isNeeded: true, people: [] },
    });
  });
});

describe('before it is sent', () => {
  test('the preview: what it changes, closed to the halala', async () => {
    await givenBack(10_000);
    const effect = await previewRefund(deps, huda, {
      originalId: purchase.id,
      type: 'REFUND',
      amountMinor: 12_345,
    });
    // 0.80% of 400.00 is 3.20, its VAT 0.48; a refund of mada carries no fee and gives none back.
    expect(effect).toMatchObject({
      refundedMinor: 10_000,
      heldMinor: 0,
      remainderMinor: 30_000,
      now: { amountMinor: 30_000, feeMinor: 320, vatMinor: 48, netMinor: 29_632 },
      change: { amountMinor: -12_345, feeMinor: 0, vatMinor: 0, netMinor: -12_345 },
      after: { amountMinor: 17_655, feeMinor: 320, vatMinor: 48, netMinor: 17_287 },
      reversal: { isPossible: false, why: 'REFUNDED_BEFORE' },
      approval: { isNeeded: false, aloneMinor: 10_000 },
      terminal: { isConnected: true, isInService: true },
    });
    expect(effect.deposit?.nowMinor).toBe(29_632);
    expect(effect.deposit?.afterMinor).toBe(17_287);
  });

  test('without an agreed rate, fee and net are not known', async () => {
    purchase = await bought(9_000, { scheme: 'Jcb' });
    const effect = await previewRefund(deps, huda, { originalId: purchase.id, type: 'REFUND' });
    expect(effect).toMatchObject({
      original: { isRateKnown: false },
      now: { amountMinor: 9_000, feeMinor: null, vatMinor: null, netMinor: null },
      after: { amountMinor: 0, netMinor: null },
    });
    expect(effect.deposit?.nowMinor ?? null).toBeNull();
  });

  test('what its reversal says of the whole purchase, and when it is over', async () => {
    const why = async (more: object = {}) => {
      const query = { originalId: purchase.id, type: 'REVERSAL' as const, ...more };
      return (await previewRefund(deps, huda, query)).reversal.why;
    };
    expect(await why()).toBeNull();
    expect(await why({ amountMinor: 1 })).toBe('NOT_WHOLE');
    const [first, second] = [purchase, await bought(11_000)];
    expect(await why()).toBe('FOLLOWED');
    purchase = second;
    expect(await givenBack(11_000, { type: 'REVERSAL' })).toMatchObject({
      state: 'APPROVED',
      type: 'REVERSAL',
    });
    purchase = first;
    await expect(give(paid, { type: 'REVERSAL' })).rejects.toMatchObject(
      conflict('REVERSAL', { why: 'FOLLOWED' }),
    );
    clock.advance(24 * 3_600_000);
    expect(await why()).toBe('ANOTHER_DAY');
  });
});

test.each([
  ['merchant', `UPDATE merchants SET status = 'SUSPENDED' WHERE id = $1`],
  ['branch', `UPDATE branches SET status = 'INACTIVE' WHERE merchant_id = $1`],
])('a refund written before its %s is suspended is not sent', async (_, suspend) => {
  const input = asked(5_000);
  // Still in the grace of a lost line: it is written for a terminal that comes back.
  till.terminal.drop();
  const refund = await startRefund(deps, huda, input);
  await platformRows(db, suspend, [till.shop.merchantId]);
  await till.reconnect(stand);
  await stand.gateway.tick();
  const ended = await till.until(refund.id, ({ status }) => status !== 'INITIALIZED');
  expect(ended).toMatchObject({ status: 'CANCELED', sentAt: null });
  expect(ended.events.map(({ fact }) => fact)).toContain('payments.stoppedBySuspension');
  expect(till.terminal.waiting('pay.start')).toBe(0);
});
