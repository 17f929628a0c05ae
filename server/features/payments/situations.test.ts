import { beforeEach, describe, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { resultOf } from '../../testing/hand-terminal.ts';
import { openWorld } from '../../testing/stand.ts';
import { openTill, type Till } from '../../testing/till.ts';
import { askPayment, cancelPayment, startPayment } from './payments.service.ts';

/** Each row of the table 'from what happened to the status' (docs/terminal-link.md), over a real socket. */
const world = await openWorld();
const { db, clock } = world;
const stand = await world.stand();
const amount = 12_500;
const minuteMs = 60_000;
let till: Till;

beforeEach(async () => {
  till = await openTill(world, stand);
});

const accept = (paymentId: string) => till.terminal.send({ type: 'pay.ack', paymentId, outcome: 'ACCEPTED' });
const holdsLock = async (id: string): Promise<boolean> =>
  (
    await platformRows<{ holds: boolean }>(db, 'SELECT holds_lock AS holds FROM transactions WHERE id = $1', [
      id,
    ])
  )[0]?.holds === true;
/** The next question about a payment that is due by now. */
async function asked(paymentId: string) {
  await stand.gateway.tick();
  const query = await till.terminal.next('tx.query');
  expect(query.paymentId).toBe(paymentId);
  return query;
}
const paysOf = async (id: string) =>
  (await till.messages()).filter((text) => /^PAY[01]/.test(text) && text.slice(4) === id);

describe('undecided', () => {
  test('INITIALIZED while delivered and undecided; a second charge of the amount is locked', async () => {
    const payment = await till.begin(amount);
    accept(payment.uuid);
    const open = await till.until(payment.id, (now) => now.step === 'ACCEPTED');
    expect(open).toMatchObject({ status: 'INITIALIZED', unknownOutcome: false });
    const again = { paymentId: crypto.randomUUID(), terminalId: till.place.id, amountMinor: amount };
    await expect(startPayment({ db, clock }, till.shop.owner, again)).rejects.toMatchObject({
      code: 'paymentLocked',
      details: { transactionId: payment.id, amountMinor: amount },
    });
  });

  test('no pay.ack: asked after 5 seconds; NOT_FOUND says that nothing was charged', async () => {
    const payment = await till.begin(amount);
    clock.advance(5_000);
    const query = await asked(payment.uuid);
    expect((await till.detail(payment.id)).unknownOutcome).toBe(true);
    till.terminal.send({ type: 'tx.status', paymentId: payment.uuid, state: 'NOT_FOUND', ref: query.id });
    await till.until(payment.id, (now) => now.status === 'TERMINAL NOT CONNECTED');
    expect(await holdsLock(payment.id)).toBe(false);
    expect(await paysOf(payment.id)).toEqual([`PAY0${payment.id}`]);
  });

  describe('no pay.ack, and a terminal that names its journal', () => {
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    /** A payment that is sent and not acknowledged; then the terminal is back, with this journal, and knows nothing of it. */
    async function unknownAfter(journalId: string | undefined, how: 'asked' | 'canceled' = 'asked') {
      await till.reconnect(stand, { journalId: first });
      clock.advance(1_000);
      const payment = await till.begin(amount);
      till.terminal.drop();
      clock.advance(1_000);
      await till.reconnect(stand, journalId === undefined ? {} : { journalId });
      await till.terminal.next('tx.query');
      const { uuid: paymentId } = payment;
      if (how === 'asked') till.terminal.send({ type: 'tx.status', paymentId, state: 'NOT_FOUND' });
      else till.terminal.send({ type: 'pay.cancel.ack', paymentId, outcome: 'NOT_FOUND' });
      return payment;
    }

    test('the same journal: nothing was charged', async () => {
      const { id } = await unknownAfter(first);
      await till.until(id, (now) => now.status === 'TERMINAL NOT CONNECTED');
      expect(await holdsLock(id)).toBe(false);
    });

    test.each([
      ['another journal, asked', second, 'asked'],
      ['another journal, canceled', second, 'canceled'],
      ['no journal any more', undefined, 'asked'],
    ] as const)('%s: the card may have been charged, a review opens, the lock stays', async (_, id, how) => {
      const payment = await unknownAfter(id, how);
      const lost = await till.until(payment.id, (now) => now.underReview);
      expect(lost).toMatchObject({
        status: 'INITIALIZED',
        review: { reason: 'JOURNAL_LOST' },
        unknownOutcome: true,
      });
      expect(await holdsLock(payment.id)).toBe(true);
      expect(await paysOf(payment.id)).toEqual([]);
    });

    test('what is sent once the new journal is known is answered for by it, also on a later line', async () => {
      await till.reconnect(stand, { journalId: first });
      clock.advance(1_000);
      await till.reconnect(stand, { journalId: second });
      clock.advance(1_000);
      const payment = await till.begin(amount);
      await till.reconnect(stand, { journalId: second });
      await till.terminal.next('tx.query');
      till.terminal.send({ type: 'tx.status', paymentId: payment.uuid, state: 'NOT_FOUND' });
      await till.until(payment.id, (now) => now.status === 'TERMINAL NOT CONNECTED');
    });
  });

  test('accepted, then NOT_FOUND: stays INITIALIZED, a review opens, the lock stays', async () => {
    const payment = await till.begin(amount);
    accept(payment.uuid);
    await till.until(payment.id, (now) => now.step === 'ACCEPTED');
    clock.advance(130_000);
    await asked(payment.uuid);
    till.terminal.send({ type: 'tx.status', paymentId: payment.uuid, state: 'NOT_FOUND' });
    const lost = await till.until(payment.id, (now) => now.underReview);
    expect(lost).toMatchObject({
      status: 'INITIALIZED',
      review: { reason: 'JOURNAL_LOST' },
      unknownOutcome: true,
    });
    clock.advance(20 * minuteMs);
    await stand.gateway.tick();
    expect((await till.detail(payment.id)).status).toBe('INITIALIZED');
    expect(await holdsLock(payment.id)).toBe(true);
    expect(await paysOf(payment.id)).toEqual([]);
  });

  test('an undecided code: asked after 5, 10, 20, 40, 60 seconds, then every minute; TIMEOUT after 15 minutes', async () => {
    const payment = await till.begin(amount);
    accept(payment.uuid);
    till.terminal.send({ type: 'pay.result', body: resultOf(payment.uuid, amount, { providerCode: '92' }) });
    await till.terminal.next('result.ack');
    const waits: number[] = [];
    let present = await till.detail(payment.id);
    for (let count = 0; count < 7; count += 1) {
      const askAt = Date.parse(present.nextQueryAt ?? '');
      waits.push(Math.round((askAt - clock.now().getTime()) / 1_000));
      clock.set(new Date(askAt));
      await asked(payment.uuid);
      present = await till.detail(payment.id);
    }
    expect(waits).toEqual([5, 5, 10, 20, 40, 60, 60]);
    expect(present).toMatchObject({ status: 'INITIALIZED', unknownOutcome: true });
    clock.advance(15 * minuteMs);
    await stand.gateway.tick();
    const given = await till.until(payment.id, (now) => now.status === 'TIMEOUT');
    expect(given).toMatchObject({ unknownOutcome: true, review: { reason: 'NO_ANSWER', decidedAt: null } });
    expect(await holdsLock(payment.id)).toBe(true);
    expect(await paysOf(payment.id)).toEqual([]);
  });

  test('in progress is no answer to the question, but to the doubt', async () => {
    const payment = await till.begin(amount);
    clock.advance(5_000);
    await asked(payment.uuid);
    till.terminal.send({ type: 'tx.status', paymentId: payment.uuid, state: 'IN_PROGRESS', step: 'PIN' });
    const known = await till.until(payment.id, (now) => now.step === 'PIN');
    expect(known).toMatchObject({ status: 'INITIALIZED', unknownOutcome: false });
    expect(Date.parse(known.nextQueryAt ?? '') - Date.parse(known.sentAt ?? '')).toBe(130_000);
  });

  test('a person asks now: the terminal hears it at once', async () => {
    const payment = await till.begin(amount);
    accept(payment.uuid);
    await till.until(payment.id, (now) => now.step === 'ACCEPTED');
    await askPayment({ db, clock }, till.shop.owner, payment.id);
    expect((await till.terminal.next('tx.query')).paymentId).toBe(payment.uuid);
    const body = resultOf(payment.uuid, amount);
    till.terminal.send({ type: 'tx.status', paymentId: payment.uuid, state: 'FINAL', body });
    await till.until(payment.id, (now) => now.status === 'APPROVED');
    await expect(askPayment({ db, clock }, till.shop.owner, payment.id)).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

/** Resolves once the gateway has noted that the till's line is gone. */
async function lineLost(): Promise<void> {
  const gone = 'SELECT 1 FROM terminal_directory WHERE tid = $1 AND NOT connected';
  await expect.poll(async () => (await platformRows(db, gone, [till.place.tid])).length).toBe(1);
}

describe('decided', () => {
  test('no live connection and nothing sent: TERMINAL NOT CONNECTED at once', async () => {
    till.terminal.drop();
    const input = { paymentId: crypto.randomUUID(), terminalId: till.place.id, amountMinor: amount };
    // The gateway notes the lost line by itself; only then may the test say that the 60 seconds are over.
    await lineLost();
    await platformRows(db, "UPDATE terminals SET connection = 'DISCONNECTED' WHERE id = $1", [till.place.id]);
    const refused = await startPayment({ db, clock }, till.shop.owner, input);
    expect(refused).toMatchObject({ status: 'TERMINAL NOT CONNECTED', sentAt: null, unknownOutcome: false });
    expect(await paysOf(refused.id)).toEqual([`PAY0${refused.id}`]);
    expect(await holdsLock(refused.id)).toBe(false);
  });

  test('a terminal that lost its line a moment ago gets 10 seconds, and is sent it when it is back in time', async () => {
    till.terminal.drop();
    const input = { paymentId: crypto.randomUUID(), terminalId: till.place.id, amountMinor: amount };
    const waits = await startPayment({ db, clock }, till.shop.owner, input);
    expect(waits.status).toBe('INITIALIZED');
    await till.reconnect(stand);
    expect((await till.terminal.next('pay.start')).paymentId).toBe(waits.uuid);
  });

  test('the 10 seconds are over: TERMINAL NOT CONNECTED, and never sent afterwards', async () => {
    till.terminal.drop();
    await lineLost();
    const input = { paymentId: crypto.randomUUID(), terminalId: till.place.id, amountMinor: amount };
    const waits = await startPayment({ db, clock }, till.shop.owner, input);
    clock.advance(10_000);
    await stand.gateway.tick();
    await till.until(waits.id, (now) => now.status === 'TERMINAL NOT CONNECTED');
    await till.reconnect(stand);
    await till.begin(amount + 100);
    expect(till.terminal.waiting('pay.start')).toBe(0);
  });

  test.each([
    ['BUSY', 'DECLINED'],
    ['EXPIRED', 'DECLINED'],
    ['MISCONF', 'TERMINAL_MISCONF'],
  ] as const)('pay.ack %s: %s with that reason, and a new attempt is free', async (outcome, status) => {
    const payment = await till.begin(amount);
    till.terminal.send({ type: 'pay.ack', paymentId: payment.uuid, outcome });
    const refused = await till.until(payment.id, (now) => now.status !== 'INITIALIZED');
    expect(refused).toMatchObject({ status, refusal: outcome, feeMinor: 0 });
    await till.begin(amount);
  });

  test('cancel acknowledged: CANCELED; the same cancel twice asks the terminal once', async () => {
    const payment = await till.begin(amount);
    accept(payment.uuid);
    await till.until(payment.id, (now) => now.step === 'ACCEPTED');
    const asking = await cancelPayment({ db, clock }, till.shop.owner, payment.id);
    expect(asking).toMatchObject({ status: 'INITIALIZED', canceling: true });
    await cancelPayment({ db, clock }, till.shop.owner, payment.id);
    await till.terminal.next('pay.cancel');
    till.terminal.send({ type: 'pay.cancel.ack', paymentId: payment.uuid, outcome: 'CANCELED' });
    await till.until(payment.id, (now) => now.status === 'CANCELED');
    expect(till.terminal.waiting('pay.cancel')).toBe(0);
  });

  test('a cancel never wins over an approval', async () => {
    const payment = await till.begin(amount);
    accept(payment.uuid);
    await cancelPayment({ db, clock }, till.shop.owner, payment.id);
    await till.terminal.next('pay.cancel');
    till.terminal.send({ type: 'pay.cancel.ack', paymentId: payment.uuid, outcome: 'CANCELED' });
    await till.until(payment.id, (now) => now.status === 'CANCELED');
    till.terminal.send({ type: 'pay.result', body: resultOf(payment.uuid, amount) });
    const approved = await till.until(payment.id, (now) => now.status === 'APPROVED');
    expect(approved).toMatchObject({ lateApproval: true, review: { reason: 'LATE_APPROVAL' } });
  });

  test('too late to cancel: the payment goes on, and from the bank on the portal itself says no', async () => {
    const payment = await till.begin(amount);
    accept(payment.uuid);
    await cancelPayment({ db, clock }, till.shop.owner, payment.id);
    await till.terminal.next('pay.cancel');
    till.terminal.send({ type: 'pay.cancel.ack', paymentId: payment.uuid, outcome: 'TOO_LATE' });
    till.terminal.send({ type: 'pay.progress', paymentId: payment.uuid, step: 'ONLINE' });
    const going = await till.until(payment.id, (now) => now.step === 'ONLINE');
    expect(going).toMatchObject({ status: 'INITIALIZED', canceling: false });
    await expect(cancelPayment({ db, clock }, till.shop.owner, payment.id)).rejects.toMatchObject({
      code: 'tooLateToCancel',
    });
  });

  test.each([
    ['DECLINED', '01', '116'],
    ['CANCELED', '11', '188'],
    ['TIMEOUT', '93', '188'],
    ['TERMINAL_MISCONF', '02', '940'],
  ])('%s for provider code %s and action code %s', async (status, providerCode, actionCode) => {
    const payment = await till.begin(amount);
    till.terminal.send({
      type: 'pay.result',
      body: resultOf(payment.uuid, amount, { providerCode, actionCode }),
    });
    await till.terminal.next('result.ack');
    expect(await till.detail(payment.id)).toMatchObject({
      status,
      providerCode,
      actionCode,
      netMinor: 0,
      review: null,
    });
    expect(await paysOf(payment.id)).toEqual([`PAY0${payment.id}`]);
    expect(await holdsLock(payment.id)).toBe(false);
  });
});
