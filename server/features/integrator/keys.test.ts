import { randomUUID } from 'node:crypto';
import { listKeys, makeKey, revokeKey } from '@mizan/contract/integrator-keys.ts';
import { cancelPayment, startPayment } from '@mizan/contract/payments.ts';
import { type AnyRoute, pathOf } from '@mizan/contract/route.ts';
import type { Scope } from '@mizan/contract/scopes.ts';
import { listTransactions } from '@mizan/contract/transactions.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { routeFixtures } from '../../testing/route-fixtures.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { forgetOldRequests } from './once.service.ts';

const portal = await testPortal();
const { db, app, clock } = portal;

async function shopWithKey(...scopes: Scope[]) {
  const shop = await openShop(db, 1);
  const place = shop.terminals[0] ?? expect.fail('no terminal');
  const owner = await portal.tokenOf(shop.owner.userId);
  const body = { name: 'Books', scopes, lastDay: '2026-11-24' };
  const answer = await portal.call(makeKey, { body }, { token: owner });
  expect(answer.statusCode).toBe(201);
  return { shop, place, owner, made: answer.json<{ id: string; key: string; beginning: string }>() };
}
const reads = (token: string) => portal.call(listTransactions, { query: {} }, { token });

/** A change by a key, with an Idempotency-Key or without. */
const change = (
  route: AnyRoute,
  token: string,
  idempotencyKey: string | null,
  args: { params?: object; body?: object },
) =>
  app.inject({
    method: route.method,
    url: pathOf(route, args.params as Record<string, unknown>),
    headers: {
      authorization: `Bearer ${token}`,
      ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
      ...(args.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(args.body ? { payload: JSON.stringify(args.body) } : {}),
  });

test('a key is shown once, and then how it begins; it is kept as a hash', async () => {
  const { owner, made } = await shopWithKey('transactions:read');
  expect(made.key).toMatch(/^mzk_[\w-]{43}$/);
  const listed = await portal.call(listKeys, {}, { token: owner });
  expect(listed.json().rows).toMatchObject([
    { id: made.id, beginning: made.key.slice(0, 8), expiresAt: '2026-11-24T21:00:00.000Z', lastUsedAt: null },
  ]);
  expect(listed.body).not.toContain(made.key);
  const [row] = await platformRows<{ row: string }>(
    db,
    'SELECT k::text AS row FROM integrator_keys k WHERE id = $1',
    [made.id],
  );
  expect(row?.row).not.toContain(made.key);
  expect((await reads(made.key)).statusCode).toBe(200);
  const after = await portal.call(listKeys, {}, { token: owner });
  expect(after.json().rows[0].lastUsedAt).toBe(clock.now().toISOString());
});

test('a key reaches the routes of its scopes and no other', async () => {
  const { made } = await shopWithKey('transactions:read');
  for (const { route, args } of routeFixtures) {
    if (route.allow === 'public') continue;
    const answer = await portal.call(route, args as never, { token: made.key });
    const isRefused = answer.statusCode === 403 && answer.json().code === 'forbidden';
    expect([route.id, isRefused]).toEqual([route.id, route.scope !== 'transactions:read']);
  }
});

test('a key dies at once: revoked, its maker deactivated, its merchant suspended, and at the end of its last day', async () => {
  const { made, owner, shop } = await shopWithKey('transactions:read');
  const status = async () => (await reads(made.key)).statusCode;
  expect(await status()).toBe(200);
  await platformRows(db, `UPDATE users SET status = 'INACTIVE' WHERE id = $1`, [shop.owner.userId]);
  expect(await status()).toBe(401);
  await platformRows(db, `UPDATE users SET status = 'ACTIVE' WHERE id = $1`, [shop.owner.userId]);
  await platformRows(db, `UPDATE merchants SET status = 'SUSPENDED' WHERE id = $1`, [shop.merchantId]);
  expect(await status()).toBe(401);
  await platformRows(db, `UPDATE merchants SET status = 'ACTIVE' WHERE id = $1`, [shop.merchantId]);
  const second = await shopWithKey('transactions:read');
  await portal.call(revokeKey, { params: { id: made.id } }, { token: owner });
  expect(await status()).toBe(401);
  const now = clock.now();
  clock.set(new Date('2026-11-24T20:59:59.999Z'));
  expect((await reads(second.made.key)).statusCode).toBe(200);
  clock.advance(1);
  expect((await reads(second.made.key)).statusCode).toBe(401);
  clock.set(now);
});

test('400: a last day that is over, and one more than 366 days away', async () => {
  const { owner } = await shopWithKey('transactions:read');
  const status = async (lastDay: string) => {
    const body = { name: 'Books', scopes: ['transactions:read' as const], lastDay };
    return (await portal.call(makeKey, { body }, { token: owner })).statusCode;
  };
  expect(await status('2026-11-21')).toBe(400);
  expect(await status('2026-11-22')).toBe(201);
  expect(await status('2027-11-23')).toBe(201);
  expect(await status('2027-11-24')).toBe(400);
});

/** A payment that a key began on a terminal that has a line, and that was not sent yet. */
async function begun() {
  const { made, place } = await shopWithKey('payments:write');
  await platformRows(db, `UPDATE terminals SET connection = 'CONNECTED' WHERE id = $1`, [place.id]);
  const body = { paymentId: randomUUID(), terminalId: place.id, amountMinor: 500 };
  const started = await change(startPayment, made.key, 'start-1', { body });
  expect([started.statusCode, started.json().status]).toEqual([201, 'INITIALIZED']);
  return { key: made.key, body, started, id: started.json().id as string };
}

/** It ends otherwise than it was answered: what is answered from now on by itself is a refusal. */
const declined = (id: string) =>
  platformRows(db, `UPDATE transactions SET status = 'DECLINED' WHERE id = $1`, [id]);

test('a change without an Idempotency-Key is refused, and the same one again gets the first answer', async () => {
  const { key, body, started, id } = await begun();
  expect((await change(cancelPayment, key, null, { params: { id } })).json().code).toBe('badRequest');
  const canceled = await change(cancelPayment, key, 'cancel-1', { params: { id } });
  expect([canceled.statusCode, canceled.json().status]).toEqual([200, 'CANCELED']);
  await declined(id);
  const again = await change(cancelPayment, key, 'cancel-1', { params: { id } });
  expect([again.statusCode, again.json()]).toEqual([200, canceled.json()]);
  // By itself it is refused by now.
  expect((await change(cancelPayment, key, 'cancel-2', { params: { id } })).json().code).toBe(
    'tooLateToCancel',
  );
  const first = await change(startPayment, key, 'start-1', { body });
  expect([first.statusCode, first.json()]).toEqual([201, started.json()]);
});

test('409: another request under the same Idempotency-Key, and one whose first is under way; what was refused used none', async () => {
  const { key, body, id } = await begun();
  const other = await change(startPayment, key, 'start-1', { body: { ...body, amountMinor: 501 } });
  expect([other.statusCode, other.json().code]).toEqual([409, 'conflict']);
  expect((await change(cancelPayment, key, 'start-1', { params: { id } })).statusCode).toBe(409);
  const twice = await Promise.all(
    [1, 2].map(() => change(cancelPayment, key, 'cancel-9', { params: { id } })),
  );
  // Whichever comes second meets the first one under way or its answer, and never a second cancel.
  for (const { statusCode, body: text } of twice) {
    expect(statusCode === 200 ? JSON.parse(text).status : JSON.parse(text).code).toMatch(
      /^(CANCELED|conflict)$/,
    );
  }
  await declined(id);
  const busy = await change(cancelPayment, key, 'cancel-10', { params: { id } });
  expect(busy.json().code).toBe('tooLateToCancel');
  const [row] = await platformRows<{ count: number }>(
    db,
    `SELECT count(*) FROM integrator_requests WHERE idempotency_key = 'cancel-10'`,
  );
  expect(row?.count).toBe(0);
});

test('a request that its portal never answered is taken up again after ten minutes, and all are forgotten after a day', async () => {
  const { key, id } = await begun();
  await change(cancelPayment, key, 'cancel-3', { params: { id } });
  const lost = `UPDATE integrator_requests SET status = NULL, answer = NULL WHERE idempotency_key = 'cancel-3'`;
  await platformRows(db, lost);
  await declined(id);
  expect((await change(cancelPayment, key, 'cancel-3', { params: { id } })).json().code).toBe('conflict');
  clock.advance(10 * 60_000 + 1);
  expect((await change(cancelPayment, key, 'cancel-3', { params: { id } })).json().code).toBe(
    'tooLateToCancel',
  );
  clock.advance(24 * 3_600_000);
  await forgetOldRequests(db, clock);
  expect(await platformRows(db, 'SELECT 1 AS one FROM integrator_requests')).toEqual([]);
});
