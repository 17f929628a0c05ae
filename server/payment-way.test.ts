import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startPayment } from './features/payments/payments.service.ts';
import { getTransactionDetail } from './features/transactions/transactions.service.ts';
import { inTenant } from './platform/database/database.ts';
import { handTerminal, makeKey, resultOf } from './testing/hand-terminal.ts';
import { openShop } from './testing/shop.ts';
import { openWorld } from './testing/stand.ts';

const world = await openWorld();
const { db, clock } = world;
const stand = await world.stand();

test('approved: paired, signed in, paid, told', async () => {
  const shop = await openShop(db, 1);
  const [place] = shop.terminals;
  if (!place) throw new Error('no terminal');
  const terminal = handTerminal(stand.url, place.tid, makeKey());
  const welcome = await terminal.signIn(place.enrolCode);
  expect(welcome).toMatchObject({ epoch: 1, heartbeatMs: 20_000 });

  const paymentId = randomUUID();
  const input = { paymentId, terminalId: place.id, amountMinor: 124_000, orderRef: 'A-77' };
  const started = await startPayment({ db, clock }, shop.owner, input);
  expect(started).toMatchObject({ status: 'INITIALIZED', uuid: paymentId });

  const start = await terminal.next('pay.start');
  expect(start).toMatchObject({
    paymentId,
    amountMinor: 124_000,
    currency: 'SAR',
    kind: 'PURCHASE',
    attempt: 1,
  });
  terminal.send({ type: 'pay.ack', paymentId, outcome: 'ACCEPTED' });
  terminal.send({ type: 'pay.progress', paymentId, step: 'WAIT_CARD' });
  terminal.send({ type: 'pay.result', body: resultOf(paymentId, 124_000) });
  expect(await terminal.next('result.ack')).toMatchObject({ paymentId, resultSeq: 1 });

  const detail = await inTenant(db, shop.merchantId, (tx) =>
    getTransactionDetail(tx, shop.owner, started.id),
  );
  expect(detail).toMatchObject({
    status: 'APPROVED',
    orderRef: 'A-77',
    scheme: 'Mada',
    rrn: '632609000123',
    lastFour: '3421',
    feeMinor: 992,
    vatMinor: 149,
    netMinor: 122_859,
    unknownOutcome: false,
    nextQueryAt: null,
  });
  expect(detail.events.map((event) => event.fact.replace('payments.', ''))).toEqual([
    'started',
    'sent',
    'acknowledged',
    'stepReached',
    'resultCame',
  ]);
  const messages = await world.messages(shop.merchantId);
  expect(messages[0]).toBe(`TCO${place.tid}`);
  expect(messages).toContain(`PAY1${started.id}`);
});
