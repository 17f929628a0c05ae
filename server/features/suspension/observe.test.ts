import { randomUUID } from 'node:crypto';
import { getSession } from '@mizan/contract/auth.ts';
import { downloadEverything } from '@mizan/contract/ownership.ts';
import { startPayment } from '@mizan/contract/payments.ts';
import { endLookingOn, lookingOnMinutes } from '@mizan/contract/people.ts';
import { observeMerchant } from '@mizan/contract/suspension.ts';
import { listTerminals } from '@mizan/contract/terminals.ts';
import { beforeEach, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { openShop, type Shop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';

/** An administrator looks into a merchant's account: told, named in both logs, for a while, and without a change. */
const portal = await testPortal();
const { db, clock } = portal;
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);
const reason = 'Ticket 4711: totals differ';
let token = '';
let shop: Shop;
beforeEach(async () => {
  token = await portal.tokenOf(admin?.id ?? '');
  shop = await openShop(db, 2);
  await platformRows(db, 'UPDATE users SET email = $2 WHERE id = $1', [
    shop.owner.userId,
    `${randomUUID()}@diyar.coffee`,
  ]);
});
const observe = () =>
  portal.call(observeMerchant, { params: { id: shop.merchantId }, body: { reason } }, { token });
const viewOf = async (): Promise<string> => (await observe()).json().accessToken;
const statusOf = async (view: string) => (await portal.call(getSession, {}, { token: view })).statusCode;
const entries = (merchantId: string | null) =>
  platformRows<{ action: string; actor: string; role: string; after: unknown }>(
    db,
    `SELECT action, actor_name AS actor, actor_role AS role, after FROM audit_entries
      WHERE merchant_id = coalesce($1::bigint, 0) AND action LIKE 'merchants.obs%' AND subject_id = $2 ORDER BY id`,
    [merchantId, shop.merchantId],
  );

test('sees what the owner sees and changes nothing; both logs name the administrator and the reason', async () => {
  const view = await viewOf();
  expect((await portal.call(listTerminals, {}, { token: view })).json().rows).toHaveLength(2);
  expect((await portal.call(getSession, {}, { token: view })).json()).toMatchObject({
    role: 'MERCHANT',
    lookingOn: { fullName: 'Huda Al-Faisal', role: 'ADMIN' },
  });
  const body = { paymentId: randomUUID(), terminalId: shop.terminals[0]?.id ?? '', amountMinor: 1_000 };
  expect((await portal.call(startPayment, { body }, { token: view })).statusCode).toBe(403);
  const begun = {
    action: 'merchants.observed',
    actor: 'Huda Al-Faisal',
    role: 'ADMIN',
    after: { name: 'Diyar Coffee', arabicName: 'قهوة ديار', note: reason },
  };
  expect(await entries(shop.merchantId)).toEqual([begun]);
  expect(await entries(null)).toEqual([begun]);
  expect((await portal.call(endLookingOn, {}, { token: view })).json()).toEqual({ ended: true });
  expect(await statusOf(view)).toBe(401);
  const ended = {
    ...begun,
    action: 'merchants.observingEnded',
    after: { name: 'Diyar Coffee', arabicName: 'قهوة ديار' },
  };
  expect(await entries(shop.merchantId)).toEqual([begun, ended]);
  expect(await entries(null)).toEqual([begun, ended]);
});

test('every owner is written to, with the name and the reason, and nobody else', async () => {
  const mails = () =>
    platformRows<{ text: string }>(db, 'SELECT body_text AS text FROM outbox_mails ORDER BY id DESC');
  const before = (await mails()).length;
  await observe();
  const after = await mails();
  expect(after).toHaveLength(before + 1);
  expect(after[0]?.text).toContain(reason);
  expect(after[0]?.text).toContain('Huda Al-Faisal');
});

test('ends by itself, with the administrator, and with the merchant', async () => {
  const view = await viewOf();
  clock.advance(lookingOnMinutes * 60_000 - 1);
  expect(await statusOf(view)).toBe(200);
  clock.advance(2);
  expect(await statusOf(view)).toBe(401);
  token = await portal.tokenOf(admin?.id ?? '');
  const [second] = [await viewOf()];
  const setAdmin = (status: string) =>
    platformRows(db, 'UPDATE users SET status = $2 WHERE id = $1', [admin?.id, status]);
  await setAdmin('INACTIVE');
  expect(await statusOf(second)).toBe(401);
  await setAdmin('ACTIVE');
  const setMerchant = (status: string) =>
    platformRows(db, 'UPDATE merchants SET status = $2 WHERE id = $1', [shop.merchantId, status]);
  await setMerchant('SUSPENDED');
  expect(await statusOf(second)).toBe(401);
  expect((await observe()).json()).toMatchObject({ code: 'conflict' });
  await setMerchant('ACTIVE');
  await platformRows(db, `UPDATE users SET status = 'INACTIVE' WHERE id = $1`, [shop.owner.userId]);
  expect((await observe()).statusCode).toBe(409);
});

test('the observer cannot observe on, nor reach what administrators reach', async () => {
  const view = await viewOf();
  const again = portal.call(
    observeMerchant,
    { params: { id: shop.merchantId }, body: { reason } },
    { token: view },
  );
  expect((await again).statusCode).toBe(403);
});

test('what asks for a password of lately is not for who looks on, though it only reads: nobody gave this session one', async () => {
  const answer = await portal.call(downloadEverything, { params: { id: '1' } }, { token: await viewOf() });
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
});
