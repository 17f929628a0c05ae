import { randomUUID } from 'node:crypto';
import { integratorLogin, makeCredential } from '@mizan/contract/integrator.ts';
import { makeKey } from '@mizan/contract/integrator-keys.ts';
import { associateTerminal, deassociateTerminal } from '@mizan/contract/integrator-systems.ts';
import { startPayment } from '@mizan/contract/payments.ts';
import { scopes } from '@mizan/contract/scopes.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { routeFixtures } from '../../testing/route-fixtures.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';

/** Every change that a key may ask for is done once under its Idempotency-Key: a walk over all of their routes. */
const portal = await testPortal();
const { db } = portal;
const changes = routeFixtures.filter(({ route }) => route.scope !== undefined && route.method !== 'GET');

async function shopWithKey() {
  const shop = await openShop(db, 1);
  const owner = await portal.tokenOf(shop.owner.userId);
  const body = { name: 'Books', scopes: [...scopes], lastDay: '2026-12-01' };
  const { key } = (await portal.call(makeKey, { body }, { token: owner })).json<{ key: string }>();
  const terminalId = shop.terminals[0]?.id ?? '';
  const pay = (idempotencyKey: string, amountMinor = 500, paymentId: string = randomUUID()) =>
    portal.call(
      startPayment,
      { body: { paymentId, terminalId, amountMinor } },
      { token: key, idempotencyKey },
    );
  const paid = async () =>
    (
      await platformRows<{ count: number }>(db, 'SELECT count(*) FROM transactions WHERE merchant_id = $1', [
        shop.merchantId,
      ])
    )[0]?.count;
  return { key, pay, paid };
}

test('400 without an Idempotency-Key, and 409 under one of another request: each change of a key', async () => {
  const { key: token, pay, paid } = await shopWithKey();
  expect((await pay('taken')).statusCode).toBe(201);
  expect(changes.length).toBeGreaterThan(15);
  for (const { route, args } of changes) {
    const without = await portal.call(route, args as never, { token });
    expect([route.id, without.statusCode, without.body]).toEqual([
      route.id,
      400,
      expect.stringContaining('Idempotency-Key'),
    ]);
    const taken = await portal.call(route, args as never, { token, idempotencyKey: 'taken' });
    expect([route.id, taken.statusCode, taken.body]).toEqual([
      route.id,
      409,
      expect.stringContaining('Idempotency-Key'),
    ]);
  }
  expect(await paid()).toBe(1);
});

test('each change twice under one key: the first answer again, and what was refused is kept nowhere', async () => {
  const { key: token } = await shopWithKey();
  const done: string[] = [];
  for (const { route, args } of changes) {
    const ask = () => portal.call(route, args as never, { token, idempotencyKey: `walk:${route.id}` });
    const first = await ask();
    expect([route.id, first.statusCode < 500]).toEqual([route.id, true]);
    const kept = await platformRows(db, 'SELECT 1 FROM integrator_requests WHERE idempotency_key = $1', [
      `walk:${route.id}`,
    ]);
    const isDone = first.statusCode < 300;
    expect([route.id, kept.length]).toEqual([route.id, isDone ? 1 : 0]);
    if (!isDone) continue;
    done.push(route.id);
    const again = await ask();
    expect([route.id, again.statusCode, again.body]).toEqual([route.id, first.statusCode, first.body]);
  }
  expect(done).not.toEqual([]);
});

test('20 at once under one key make one payment, and another body under it is 409', async () => {
  const { pay, paid } = await shopWithKey();
  const paymentId = randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay('once', 700, paymentId)));
  const made = answers.filter(({ statusCode }) => statusCode === 201);
  expect(made.length).toBeGreaterThan(0);
  expect(new Set(made.map(({ body }) => body)).size).toBe(1);
  // The others came while the first was under way, and are told so.
  for (const { statusCode } of answers) expect([201, 409]).toContain(statusCode);
  expect((await pay('once', 700, paymentId)).body).toBe(made[0]?.body);
  expect((await pay('once', 800, paymentId)).statusCode).toBe(409);
  expect(await paid()).toBe(1);
});

test('a terminal given or taken away under one key is so once: its repeat gets the first answer and moves nobody back', async () => {
  const shop = await openShop(db, 2);
  await platformRows(db, 'UPDATE users SET email_verified_at = now() WHERE id = $1', [shop.owner.userId]);
  const owner = await portal.tokenOf(shop.owner.userId);
  const made = await portal.call(makeCredential, { body: { name: 'Books' } }, { token: owner });
  const { username: software, password } = made.json();
  const token = (await portal.call(integratorLogin, { body: { username: software, password } })).json()
    .accessToken;
  const [first, second] = shop.terminals.map(({ tid }) => tid) as [string, string];
  const username = `till${first}`;
  const userId = shop.terminals[0]?.cashier.userId;
  await platformRows(db, 'UPDATE users SET username = $2 WHERE id = $1', [userId, username]);
  const call =
    (route: typeof associateTerminal | typeof deassociateTerminal) =>
    (terminalId: string, idempotencyKey?: string) =>
      portal.call(
        route,
        { body: { terminalId, cashierUsername: username } },
        { token, ...(idempotencyKey && { idempotencyKey }) },
      );
  const [give, take] = [call(associateTerminal), call(deassociateTerminal)];
  const worksOn = async (): Promise<string | null> => {
    const [user] = await platformRows<{ at: string | null }>(
      db,
      'SELECT terminal_id::text AS at FROM users WHERE id = $1',
      [userId],
    );
    return shop.terminals.find(({ id }) => id === user?.at)?.tid ?? null;
  };

  const given = await give(second, 'give');
  expect([given.statusCode, await worksOn()]).toEqual([200, second]);
  expect((await give(first)).statusCode).toBe(200);
  const again = await give(second, 'give');
  expect([again.statusCode, again.body, await worksOn()]).toEqual([200, given.body, first]);
  expect((await give(first, 'give')).statusCode).toBe(409);

  const taken = await take(first, 'take');
  expect([taken.statusCode, await worksOn()]).toEqual([200, null]);
  expect((await give(first)).statusCode).toBe(200);
  const takenAgain = await take(first, 'take');
  expect([takenAgain.statusCode, takenAgain.body, await worksOn()]).toEqual([200, taken.body, first]);
});
