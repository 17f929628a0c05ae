import { createHmac, randomUUID } from 'node:crypto';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import {
  addAddress,
  countMissing,
  listAddresses,
  listDeliveries,
  renewSecret,
  replayDelivery,
  resendSince,
} from '@mizan/contract/integrator-webhooks.ts';
import { startPayment } from '@mizan/contract/payments.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { testSecret } from '../../platform/testing/database.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { type Heard, shopWithAddress as shopWith, url } from '../../testing/webhook-listener.ts';
import { askedWaitMs, deliverDue } from './deliver.service.ts';

const portal = await testPortal();
const { db, clock } = portal;
const shopWithAddress = () => shopWith(portal);
const send = () => deliverDue({ db, clock, secret: testSecret, isReachable: () => true });

const signedBy = (secret: string, { headers, body }: Heard): string => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
};

test('for a day after a change both secrets sign, then the new one alone; a second change meanwhile is refused', async () => {
  const { happen, there, shop, id, secret } = await shopWithAddress();
  const token = await portal.tokenOf(shop.owner.userId);
  const renewed = await portal.call(renewSecret, { params: { id } }, { token });
  const fresh = renewed.json<{ secret: string; formerSecretUntil: string }>();
  expect(fresh.secret).not.toBe(secret);
  const untilMs = clock.now().getTime() + 24 * 3_600_000;
  expect(fresh.formerSecretUntil).toBe(new Date(untilMs).toISOString());
  const again = await portal.call(renewSecret, { params: { id } }, { token });
  expect([again.statusCode, again.json().code]).toEqual([409, 'conflict']);
  await happen();
  await send();
  const [both] = there.heard as [Heard];
  const signatures = String(both.headers['webhook-signature']).split(' ');
  expect(signatures).toEqual([signedBy(fresh.secret, both), signedBy(secret, both)]);
  clock.advance(24 * 3_600_000);
  const later = await portal.tokenOf(shop.owner.userId);
  const payment = { paymentId: randomUUID(), terminalId: shop.terminals[0]?.id ?? '', amountMinor: 800 };
  await portal.call(startPayment, { body: payment }, { token: later });
  await send();
  const alone = there.heard[1] as Heard;
  expect(alone.headers['webhook-signature']).toBe(signedBy(fresh.secret, alone));
  const listed = (await portal.call(listAddresses, {}, { token: later })).json().rows[0];
  expect(listed.formerSecretUntil).toBe(null);
  expect((await portal.call(renewSecret, { params: { id } }, { token: later })).statusCode).toBe(200);
});

test('an address that asks to be left alone is, as long as it is tried at all', async () => {
  const { happen, there, newest } = await shopWithAddress();
  Object.assign(there.answers, { status: 503, retryAfter: '360' });
  await happen();
  await send();
  const waits = await newest();
  expect(waits.nextAttemptAt).toBe(new Date(clock.now().getTime() + 360_000).toISOString());
  expect(waits.attempts).toMatchObject([{ status: 503, retryAfter: '360', signature: expect.any(String) }]);
  expect(waits).toMatchObject({ attemptCount: 1, lastStatus: 503, about: { type: 'transaction' } });
  there.answers.retryAfter = String(80 * 3600);
  clock.advance(360_000);
  await send();
  expect((await newest()).state).toBe('GIVEN_UP');
});

test.each([
  ['120', 120_000],
  ['Sun, 22 Nov 2026 10:00:30 GMT', 30_000],
  ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
  ['-5', 0],
  ['2027', 2_027_000],
  ['1.5', 0],
  ['soon', 0],
  [null, 0],
])('a Retry-After of %s is %d ms', (given, ms) => {
  expect(askedWaitMs(given, new Date('2026-11-22T10:00:00Z'))).toBe(ms);
});

test('since a day: what was given up, or all of it, goes out again with its own ids; what is older or waits does not', async () => {
  const { happen, there, shop, id } = await shopWithAddress();
  await happen();
  await send();
  clock.advance(26 * 3_600_000);
  const token = await portal.tokenOf(shop.owner.userId);
  const pay = (amountMinor: number) => {
    const body = { paymentId: randomUUID(), terminalId: shop.terminals[0]?.id ?? '', amountMinor };
    return portal.call(startPayment, { body }, { token });
  };
  await pay(901);
  await send();
  await pay(902);
  await send();
  const all = "UPDATE webhook_deliveries SET state = 'GIVEN_UP' WHERE merchant_id = $1 AND uuid = $2";
  await platformRows(db, all, [shop.merchantId, there.heard[1]?.headers['webhook-id']]);
  const since = riyadhDay(clock.now());
  const resend = async (onlyGivenUp: boolean) => {
    const args = { params: { id }, body: { since, onlyGivenUp } };
    return (await portal.call(resendSince, args, { token })).json();
  };
  expect(await resend(true)).toMatchObject({ count: 1, isMore: false });
  expect(await resend(true)).toEqual({ count: 0, upTo: null, isMore: false });
  await send();
  const ids = () => there.heard.map(({ headers }) => headers['webhook-id']);
  expect(ids()).toEqual([...ids().slice(0, 3), ids()[1]]);
  expect(await resend(false)).toMatchObject({ count: 2, upTo: clock.now().toISOString() });
  await send();
  expect(new Set(ids().slice(4))).toEqual(new Set([ids()[1], ids()[2]]));
  expect(ids()).toHaveLength(6);
});

test('the list of deliveries is narrowed by address, fact and what is missing, and each address says how it stands', async () => {
  const { happen, there, token, id } = await shopWithAddress();
  await happen();
  await send();
  const other = await portal.call(
    addAddress,
    { body: { url, facts: ['payments.approved' as const] } },
    { token },
  );
  const rows = async (query: object) =>
    (await portal.call(listDeliveries, { query }, { token })).json().rows.length;
  const missing = async (query: object = {}) =>
    (await portal.call(countMissing, { query }, { token })).json();
  expect(await rows({ addressId: id })).toBe(1);
  expect(await missing()).toEqual({ count: 0, isMore: false });
  expect(await rows({ addressId: other.json().id })).toBe(0);
  expect(await rows({ fact: ['payments.notApproved', 'payments.approved'] })).toBe(1);
  expect(await rows({ addressId: id, fact: ['payments.approved'] })).toBe(0);
  expect(await rows({ only: 'missing' })).toBe(0);
  const [, first] = (await portal.call(listAddresses, {}, { token })).json().rows;
  expect(first).toMatchObject({ id, written24h: 1, delivered24h: 1, lastLagMs: 0, waitingCount: 0 });
  there.answers.status = 500;
  const payment = { paymentId: randomUUID(), terminalId: (await terminalOf(id)) ?? '', amountMinor: 950 };
  await portal.call(startPayment, { body: payment }, { token });
  await send();
  expect(await rows({ only: 'missing', fact: ['payments.notApproved'], addressId: id })).toBe(1);
  expect(await missing()).toEqual({ count: 1, isMore: false });
  expect(await missing({ fact: ['payments.notApproved'], addressId: id })).toEqual({
    count: 1,
    isMore: false,
  });
  expect(await missing({ fact: ['payments.approved'] })).toEqual({ count: 0, isMore: false });
  expect(await missing({ addressId: other.json().id })).toEqual({ count: 0, isMore: false });
  const [, after] = (await portal.call(listAddresses, {}, { token })).json().rows;
  expect(after).toMatchObject({ written24h: 2, delivered24h: 1, waitingCount: 1 });
});
const terminalOf = async (addressId: string): Promise<string | undefined> =>
  (
    await platformRows<{ id: string }>(
      db,
      `SELECT t.id::text FROM terminals t JOIN webhook_addresses a USING (merchant_id) WHERE a.id = $1 LIMIT 1`,
      [addressId],
    )
  )[0]?.id;

test('what arrived once and is sent again waits since then, and still counts as delivered', async () => {
  const { happen, there, shop } = await shopWithAddress();
  await happen();
  await send();
  clock.advance(3_600_000);
  const token = await portal.tokenOf(shop.owner.userId);
  there.answers.status = 500;
  const [row] = (await portal.call(listDeliveries, { query: {} }, { token })).json().rows;
  await portal.call(replayDelivery, { params: { id: row.id } }, { token });
  const again = clock.now().toISOString();
  await send();
  const [address] = (await portal.call(listAddresses, {}, { token })).json().rows;
  expect(address).toMatchObject({ waitingSince: again, waitingCount: 1, written24h: 1, delivered24h: 1 });
});
