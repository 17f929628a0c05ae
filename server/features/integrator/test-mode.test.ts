import { randomUUID } from 'node:crypto';
import { allRoutes } from '@mizan/contract/all-routes.ts';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import { integratorPurchase, integratorTransaction } from '@mizan/contract/integrator-calls.ts';
import { makeKey as makeKeyRoute } from '@mizan/contract/integrator-keys.ts';
import { addAddress } from '@mizan/contract/integrator-webhooks.ts';
import { startPayment } from '@mizan/contract/payments.ts';
import { type AnyRoute, pathOf } from '@mizan/contract/route.ts';
import { isTestScope, scopes, testScopes } from '@mizan/contract/scopes.ts';
import { getTerminal, listTerminals } from '@mizan/contract/terminals.ts';
import { getTransaction, listTransactions, transactionTotals } from '@mizan/contract/transactions.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { handTerminal, makeKey, resultOf } from '../../testing/hand-terminal.ts';
import { livePortal } from '../../testing/live-portal.ts';
import { asTestTerminal, openShop, type ShopTerminal } from '../../testing/shop.ts';
import { pairTerminal } from '../terminals/pairing.service.ts';

/** What begins with mzt_ reaches test terminals and their payments, and nothing else; what is no test reaches none of them. */
const portal = await livePortal(2_000);
const { db, clock, stand } = portal;

async function openBoth() {
  const shop = await openShop(db, 2);
  const [real, tested] = shop.terminals as [ShopTerminal, ShopTerminal];
  await asTestTerminal(db, tested);
  const owner = await portal.tokenOf(shop.owner.userId);
  const keyOf = async (isTest: boolean) => {
    const body = { name: 'Till', isTest, scopes: [...testScopes], lastDay: riyadhDay(clock.now()) };
    const answer = await portal.call(makeKeyRoute, { body }, { token: owner });
    expect(answer.statusCode).toBe(201);
    return answer.json<{ key: string }>().key;
  };
  return { shop, real, tested, owner, testKey: await keyOf(true), liveKey: await keyOf(false) };
}

const startBy = (token: string, terminalId: string, paymentId = randomUUID()) =>
  portal.app.inject({
    method: 'POST',
    url: pathOf(startPayment),
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    payload: { paymentId, terminalId, amountMinor: 1_250 },
  });
const typeOf = async (uuid: string) =>
  (await platformRows<{ type: string }>(db, 'SELECT type FROM transactions WHERE uuid = $1', [uuid]))[0]
    ?.type;

test('a test key begins with mzt_ and sees test terminals and tests; a key that is none sees everything but them', async () => {
  const { real, tested, testKey, liveKey, owner } = await openBoth();
  expect(testKey).toMatch(/^mzt_/);
  expect(liveKey).toMatch(/^mzk_/);
  const tidsFor = async (token: string) =>
    (await portal.call(listTerminals, {}, { token }))
      .json<{ rows: { tid: string }[] }>()
      .rows.map(({ tid }) => tid);
  expect(await tidsFor(testKey)).toEqual([tested.tid]);
  expect(await tidsFor(liveKey)).toEqual([real.tid]);
  expect((await tidsFor(owner)).toSorted()).toEqual([real.tid, tested.tid].toSorted());
  const [aTest, aPayment] = [randomUUID(), randomUUID()];
  expect((await startBy(testKey, tested.id, aTest)).statusCode).toBe(201);
  expect((await startBy(liveKey, real.id, aPayment)).statusCode).toBe(201);
  expect([await typeOf(aTest), await typeOf(aPayment)]).toEqual(['TEST', 'PURCHASE']);
  const idsFor = async (token: string, query = {}) =>
    (await portal.call(listTransactions, { query }, { token })).json<{
      rows: { id: string; type: string }[];
    }>().rows;
  expect((await idsFor(testKey)).map(({ type }) => type)).toEqual(['TEST']);
  expect((await idsFor(liveKey)).map(({ type }) => type)).toEqual(['PURCHASE']);
  expect(await idsFor(liveKey, { type: 'TEST' })).toEqual([]);
  // People see tests where they ask for them, and not among payments.
  expect((await idsFor(owner)).map(({ type }) => type)).toEqual(['PURCHASE']);
  const [seen] = await idsFor(owner, { type: 'TEST' });
  expect(seen?.type).toBe('TEST');
  const totals = await portal.call(transactionTotals, { query: { type: 'TEST' } }, { token: owner });
  expect(totals.json()).toMatchObject({ count: 1, salesMinor: 0, netMinor: 0 });
  const params = { id: seen?.id ?? '' };
  expect((await portal.call(getTransaction, { params }, { token: testKey })).statusCode).toBe(200);
  expect((await portal.call(getTransaction, { params }, { token: liveKey })).statusCode).toBe(404);
});

test('404: the other kind of terminal does not exist for a key, and nothing is begun on it', async () => {
  const { real, tested, testKey, liveKey } = await openBoth();
  const [first, second] = [randomUUID(), randomUUID()];
  expect((await startBy(testKey, real.id, first)).statusCode).toBe(404);
  expect((await startBy(liveKey, tested.id, second)).statusCode).toBe(404);
  expect([await typeOf(first), await typeOf(second)]).toEqual([undefined, undefined]);
  const params = { id: real.id };
  expect((await portal.call(getTerminal, { params }, { token: testKey })).statusCode).toBe(404);
});

test('403: every other route that a scope of a test key opens to keys', async () => {
  const { testKey, owner } = await openBoth();
  const closed = (allRoutes as readonly AnyRoute[]).filter(
    ({ scope, inTestMode }) => scope !== undefined && !inTestMode,
  );
  expect(closed.length).toBeGreaterThan(60);
  for (const route of closed) {
    const names = route.path.match(/:\w+/g) ?? [];
    const params = Object.fromEntries(names.map((name) => [name.slice(1), '1']));
    const answer = await portal.app.inject({
      method: route.method,
      url: pathOf(route, params),
      headers: { authorization: `Bearer ${testKey}` },
    });
    expect([route.id, answer.statusCode]).toEqual([route.id, 403]);
  }
  for (const scope of scopes.filter((each) => !isTestScope(each))) {
    const body = { name: 'Books', isTest: true, scopes: [scope], lastDay: '2027-01-01' };
    expect((await portal.call(makeKeyRoute, { body }, { token: owner })).statusCode).toBe(400);
  }
});

test('a device that does not say that it is simulated is paired with no test terminal, whatever its code', async () => {
  const { real, tested } = await openBoth();
  const pair = ({ tid, enrolCode: code }: ShopTerminal, simulated?: boolean) =>
    pairTerminal({ db, clock }, { tid, code, serial: 'S', publicKey: makeKey().publicText, simulated });
  expect(await pair(tested)).toBe(false);
  expect(await pair(tested, false)).toBe(false);
  expect(await pair(tested, true)).toBe(true);
  expect(await pair(real)).toBe(true);
});

test('an address of tests hears of tests, and no other address does', async () => {
  const { shop, real, tested, owner } = await openBoth();
  const addressOf = async (isTest: boolean) => {
    const body = { url: `https://${isTest}.example.sa/`, isTest, facts: ['payments.notApproved' as const] };
    return (await portal.call(addAddress, { body }, { token: owner })).json<{ id: string }>().id;
  };
  const [live, tests] = [await addressOf(false), await addressOf(true)];
  for (const { id } of [real, tested]) expect((await startBy(owner, id)).statusCode).toBe(201);
  const told = await platformRows<{ address: string; type: string }>(
    db,
    `SELECT d.address_id::text AS address, t.type FROM webhook_deliveries d
       JOIN transactions t ON t.merchant_id = d.merchant_id AND t.id = (d.body::json #>> '{data,about,id}')::bigint
      WHERE d.merchant_id = $1 ORDER BY d.address_id`,
    [shop.merchantId],
  );
  expect(told).toEqual([
    { address: live, type: 'PURCHASE' },
    { address: tests, type: 'TEST' },
  ]);
});

test('a refNumber that was tried in a test is not taken for paid when it is charged', async () => {
  const { shop, real, tested } = await openBoth();
  const [realTill, testTill] = [
    await portal.tillToken(real.cashier, `real${shop.merchantId}`),
    await portal.tillToken(tested.cashier, `test${shop.merchantId}`),
  ];
  const terminal = handTerminal(stand.url, tested.tid, makeKey());
  await terminal.signIn(tested.enrolCode);
  const body = { amount: '1200', refNumber: 'A-1' };
  const buying = portal.call(integratorPurchase, { body }, { token: testTill });
  const start = await terminal.next('pay.start');
  expect(start.kind).toBe('PURCHASE');
  terminal.send({ type: 'pay.ack', paymentId: start.paymentId, outcome: 'ACCEPTED' });
  terminal.send({ type: 'pay.result', body: resultOf(start.paymentId, 1_200) });
  expect((await buying).json()).toMatchObject({ status: 'APPROVED' });
  expect(await typeOf(start.paymentId)).toBe('TEST');
  // Nobody moved the cashier's name: the terminal is another one, so the refNumber is, too.
  await platformRows(db, 'UPDATE users SET terminal_id = $2 WHERE id = $1', [tested.cashier.userId, real.id]);
  const moved = await portal.tillToken(tested.cashier, `moved${shop.merchantId}`);
  for (const token of [moved, realTill]) {
    const asked = await portal.call(integratorTransaction, { query: { refNumber: 'A-1' } }, { token });
    expect(asked.statusCode).toBe(404);
  }
  const bought = await portal.call(integratorPurchase, { body }, { token: realTill });
  expect(bought.json()).toMatchObject({ status: 'TERMINAL NOT CONNECTED' });
});
