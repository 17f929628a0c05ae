import { decideReview as decideRoute } from '@mizan/contract/payments.ts';
import { pathOf } from '@mizan/contract/route.ts';
import type { ResultBody } from '@mizan/contract/terminal-link.ts';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { createHttp } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { requireFresh } from '../../platform/sessions/sessions.ts';
import { resultOf } from '../../testing/hand-terminal.ts';
import { openWorld } from '../../testing/stand.ts';
import { openTill, type Till } from '../../testing/till.ts';
import { registerPaymentsRoutes } from './payments.routes.ts';
import { decideReview } from './review.service.ts';

/** Answers that come twice, too late, or do not fit; and the people who settle what no terminal can. */
const world = await openWorld();
const { db, clock } = world;
const stand = await world.stand();
const amount = 12_500;
let till: Till;

beforeEach(async () => {
  till = await openTill(world, stand);
});

async function answer(body: ResultBody) {
  till.terminal.send({ type: 'pay.result', body });
  const ack = await till.terminal.next('result.ack');
  expect(ack).toMatchObject({ paymentId: body.paymentId, resultSeq: body.resultSeq });
}
const paysOf = async (id: string) =>
  (await till.messages()).filter((text) => /^PAY[01]/.test(text) && text.slice(4) === id);
const approvedSums = async () =>
  platformRows(
    db,
    `SELECT sum(count)::integer AS count, sum(amount_minor)::bigint AS amount FROM transaction_rollups
      WHERE merchant_id = $1 AND status = 'APPROVED'`,
    [till.shop.merchantId],
  );

test('the same answer twice is acknowledged twice and applied once', async () => {
  const payment = await till.begin(amount);
  await answer(resultOf(payment.uuid, amount));
  await answer(resultOf(payment.uuid, amount));
  expect(await paysOf(payment.id)).toEqual([`PAY1${payment.id}`]);
  expect(
    (await till.detail(payment.id)).events.filter((event) => event.fact === 'payments.resultCame'),
  ).toHaveLength(1);
  expect(await approvedSums()).toEqual([{ count: 1, amount }]);
});

describe('a number that a terminal gives twice, as one does whose journal was lost', () => {
  const declined = { providerCode: '01', actionCode: '116' } as const;

  test('a refusal, then an approval: the card was charged', async () => {
    const payment = await till.begin(amount);
    await answer(resultOf(payment.uuid, amount, declined));
    for (let time = 0; time < 2; time += 1) await answer(resultOf(payment.uuid, amount));
    expect(await till.detail(payment.id)).toMatchObject({
      status: 'APPROVED',
      lateApproval: true,
      review: { reason: 'LATE_APPROVAL' },
    });
    expect(await paysOf(payment.id)).toEqual([`PAY0${payment.id}`, `PAY1${payment.id}`]);
    expect(await approvedSums()).toEqual([{ count: 1, amount }]);
  });

  test('an approval, then a refusal: it stays approved, and a person has to look', async () => {
    const payment = await till.begin(amount);
    await answer(resultOf(payment.uuid, amount));
    await answer(resultOf(payment.uuid, amount, declined));
    expect(await till.detail(payment.id)).toMatchObject({
      status: 'APPROVED',
      review: { reason: 'RESULT_MISMATCH' },
    });
  });

  test('of two histories neither approval is lost, whatever comes how often and in which order', async () => {
    const approved = fc.constant({ providerCode: '00', actionCode: '000' });
    const history = fc.array(fc.oneof(approved, fc.constant(declined)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(history, async (said) => {
        till = await openTill(world, stand);
        const payment = await till.begin(amount);
        for (const codes of said) await answer(resultOf(payment.uuid, amount, codes));
        const { status, underReview } = await till.detail(payment.id);
        const sorts = new Set(said.map(({ providerCode }) => providerCode));
        expect(status).toBe(sorts.has('00') ? 'APPROVED' : 'DECLINED');
        expect(underReview).toBe(sorts.size > 1);
        expect(await approvedSums()).toEqual([
          sorts.has('00') ? { count: 1, amount } : { count: null, amount: null },
        ]);
      }),
      { numRuns: 12 },
    );
  });
});

test.each([1, 2])(
  'approved twice with two references, numbered 1 and %d: a person has to look',
  async (resultSeq) => {
    const payment = await till.begin(amount);
    await answer(resultOf(payment.uuid, amount, { rrn: '632611000001' }));
    await answer(resultOf(payment.uuid, amount, { rrn: '632611000002', resultSeq }));
    expect(await till.detail(payment.id)).toMatchObject({
      status: 'APPROVED',
      rrn: '632611000001',
      review: { reason: 'RESULT_MISMATCH' },
    });
    expect(await approvedSums()).toEqual([{ count: 1, amount }]);
  },
);

describe('an approval that comes late is taken', () => {
  const finals: Record<string, (paymentId: string) => Promise<void> | void> = {
    DECLINED: (id) => answer(resultOf(id, amount, { providerCode: '01', actionCode: '116' })),
    CANCELED: (id) => answer(resultOf(id, amount, { providerCode: '11', actionCode: '188' })),
    TIMEOUT: (id) => answer(resultOf(id, amount, { providerCode: '93', actionCode: '188' })),
    TERMINAL_MISCONF: (id) => till.terminal.send({ type: 'pay.ack', paymentId: id, outcome: 'MISCONF' }),
    'TERMINAL NOT CONNECTED': (id) =>
      till.terminal.send({ type: 'tx.status', paymentId: id, state: 'NOT_FOUND' }),
  };
  test.each(Object.keys(finals))('after %s', async (status) => {
    const payment = await till.begin(amount);
    await finals[status]?.(payment.uuid);
    await till.until(payment.id, (now) => now.status === status);
    await answer(resultOf(payment.uuid, amount, { resultSeq: 2 }));
    expect(await till.detail(payment.id)).toMatchObject({
      status: 'APPROVED',
      lateApproval: true,
      underReview: true,
      unknownOutcome: false,
      refusal: null,
      feeMinor: 100,
      review: { reason: 'LATE_APPROVAL' },
    });
    expect(await paysOf(payment.id)).toEqual([`PAY0${payment.id}`, `PAY1${payment.id}`]);
    expect(await approvedSums()).toEqual([{ count: 1, amount }]);
  });

  test('after TIMEOUT without an answer: its question is settled, the lock is gone', async () => {
    const payment = await till.begin(amount);
    clock.advance(15 * 60_000);
    await stand.gateway.tick();
    await till.until(payment.id, (now) => now.status === 'TIMEOUT');
    await answer(resultOf(payment.uuid, amount));
    expect(await till.detail(payment.id)).toMatchObject({
      status: 'APPROVED',
      review: { reason: 'LATE_APPROVAL' },
    });
    expect(await paysOf(payment.id)).toEqual([`PAY1${payment.id}`]);
    await till.begin(amount);
  });
});

test('a certain refusal after TIMEOUT settles its review and frees the amount', async () => {
  const payment = await till.begin(amount);
  clock.advance(15 * 60_000);
  await stand.gateway.tick();
  await till.until(payment.id, (now) => now.status === 'TIMEOUT');
  await answer(resultOf(payment.uuid, amount, { providerCode: '01', actionCode: '116' }));
  expect(await till.detail(payment.id)).toMatchObject({
    status: 'TIMEOUT',
    underReview: false,
    unknownOutcome: false,
  });
  await till.begin(amount);
});

test('another amount: a review, no approval, no message; the lock stays', async () => {
  const payment = await till.begin(amount);
  await answer({ ...resultOf(payment.uuid, amount), amountMinor: amount + 100 });
  expect(await till.detail(payment.id)).toMatchObject({
    status: 'INITIALIZED',
    underReview: true,
    unknownOutcome: true,
    rrn: null,
    review: { reason: 'RESULT_MISMATCH' },
  });
  expect(await paysOf(payment.id)).toEqual([]);
});

test('contradictory codes: a review, until the terminal, asked, says it consistently', async () => {
  const payment = await till.begin(amount);
  await answer(resultOf(payment.uuid, amount, { actionCode: '116' }));
  expect(await till.detail(payment.id)).toMatchObject({
    status: 'INITIALIZED',
    review: { reason: 'CODES_CONTRADICT' },
  });
  const body = resultOf(payment.uuid, amount, { resultSeq: 2 });
  till.terminal.send({ type: 'tx.status', paymentId: payment.uuid, state: 'FINAL', body });
  const settled = await till.until(payment.id, (now) => now.status === 'APPROVED');
  expect(settled).toMatchObject({ underReview: false, lateApproval: false });
});

test('an invalid MAC is misconfiguration once it is confirmed', async () => {
  const payment = await till.begin(amount);
  const body = resultOf(payment.uuid, amount, { providerCode: '18', actionCode: '916' });
  await answer(body);
  expect((await till.detail(payment.id)).status).toBe('INITIALIZED');
  till.terminal.send({ type: 'tx.status', paymentId: payment.uuid, state: 'FINAL', body });
  await till.until(payment.id, (now) => now.status === 'TERMINAL_MISCONF');
});

test('an approval that is taken back later stays, and a person has to look', async () => {
  const payment = await till.begin(amount);
  await answer(resultOf(payment.uuid, amount));
  await answer(resultOf(payment.uuid, amount, { resultSeq: 2, providerCode: '12', actionCode: '400' }));
  expect(await till.detail(payment.id)).toMatchObject({
    status: 'APPROVED',
    review: { reason: 'RESULT_MISMATCH' },
  });
});

describe('a sale begun at the terminal', () => {
  test('is a payment of the portal, once, with its fee', async () => {
    const body = resultOf(crypto.randomUUID(), amount);
    for (let time = 0; time < 2; time += 1) {
      till.terminal.send({ type: 'sale.report', body });
      await till.terminal.next('result.ack');
    }
    const rows = await platformRows<{ id: string }>(db, 'SELECT id::text FROM transactions WHERE uuid = $1', [
      body.paymentId,
    ]);
    expect(rows).toHaveLength(1);
    const id = rows[0]?.id ?? '';
    expect(await till.detail(id)).toMatchObject({
      status: 'APPROVED',
      feeMinor: 100,
      cashierName: 'Sami',
      startedById: null,
      startedByName: null,
      review: null,
    });
    expect(await paysOf(id)).toEqual([`PAY1${id}`]);
    expect(await approvedSums()).toEqual([{ count: 1, amount }]);
  });

  test('reported as the answer to a request that nobody made, it counts and a person has to look', async () => {
    const body = resultOf(crypto.randomUUID(), amount);
    await answer(body);
    const [row] = await platformRows<{ id: string }>(
      db,
      'SELECT id::text FROM transactions WHERE uuid = $1',
      [body.paymentId],
    );
    expect(await till.detail(row?.id ?? '')).toMatchObject({
      status: 'APPROVED',
      underReview: true,
      review: { reason: 'FOREIGN_PAYMENT' },
    });
  });
});

describe('a person decides', () => {
  const timedOut = async () => {
    const payment = await till.begin(amount);
    clock.advance(15 * 60_000);
    await stand.gateway.tick();
    return till.until(payment.id, (now) => now.status === 'TIMEOUT');
  };
  /** Signed in just now, by the clock of these tests. */
  const fresh = () => ({ ...till.shop.owner, authenticatedAt: clock.now() });

  test.each(['APPROVED', 'DECLINED', 'CANCELED'] as const)(
    '%s: who and why are kept, the lock goes',
    async (decision) => {
      const payment = await timedOut();
      const input = { decision, note: 'Seen on the bank statement' };
      const decided = await decideReview({ db, clock }, fresh(), payment.id, input);
      expect(decided).toMatchObject({
        status: decision,
        underReview: false,
        unknownOutcome: false,
        nextQueryAt: null,
      });
      expect(decided.events.at(-1)).toMatchObject({
        fact: 'payments.reviewDecided',
        by: 'Huda',
        params: { status: decision, note: input.note },
      });
      expect(await paysOf(payment.id)).toEqual([`PAY${decision === 'APPROVED' ? 1 : 0}${payment.id}`]);
      await till.begin(amount);
      await expect(decideReview({ db, clock }, fresh(), payment.id, input)).rejects.toMatchObject({
        code: 'conflict',
      });
    },
  );

  test('403: a sign-in that is too old decides nothing', async () => {
    const payment = await timedOut();
    const owner = { ...till.shop.owner, authenticatedAt: new Date(clock.now().getTime() - 16 * 60_000) };
    const { app, on } = await createHttp({
      log: createLog('silent'),
      metrics: createMetrics(),
      publicUrl: null,
      authenticate: async () => owner,
      requireFresh: (caller) => requireFresh(caller, clock),
    });
    registerPaymentsRoutes(on, { db, clock });
    const refused = await app.inject({
      method: decideRoute.method,
      url: pathOf(decideRoute, { id: payment.id }),
      payload: { decision: 'DECLINED', note: 'not on the statement' },
      headers: { host: 'localhost', authorization: `Bearer ${'x'.repeat(43)}` },
    });
    await app.close();
    expect(refused.json()).toMatchObject({ code: 'freshSignInNeeded' });
    expect((await till.detail(payment.id)).status).toBe('TIMEOUT');
  });

  test('409: an approval is not taken back by a decision', async () => {
    const payment = await till.begin(amount);
    await answer(resultOf(payment.uuid, amount, { providerCode: '01', actionCode: '116' }));
    await answer(resultOf(payment.uuid, amount, { resultSeq: 2 }));
    const decide = (decision: 'DECLINED' | 'APPROVED') =>
      decideReview({ db, clock }, fresh(), payment.id, { decision, note: 'one charge alone' });
    await expect(decide('DECLINED')).rejects.toMatchObject({ code: 'conflict' });
    expect(await decide('APPROVED')).toMatchObject({ status: 'APPROVED', underReview: false });
    expect(await paysOf(payment.id)).toEqual([`PAY0${payment.id}`, `PAY1${payment.id}`]);
  });

  test('declined by a person, approved by the terminal afterwards: approved late', async () => {
    const payment = await timedOut();
    await decideReview({ db, clock }, fresh(), payment.id, {
      decision: 'DECLINED',
      note: 'not on the statement',
    });
    await answer(resultOf(payment.uuid, amount));
    expect(await till.detail(payment.id)).toMatchObject({
      status: 'APPROVED',
      review: { reason: 'LATE_APPROVAL' },
    });
  });
});
