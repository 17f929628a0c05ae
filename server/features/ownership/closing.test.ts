import { randomUUID } from 'node:crypto';
import { getSession } from '@mizan/contract/auth.ts';
import { reopenDays } from '@mizan/contract/closing.ts';
import { getMerchant } from '@mizan/contract/merchants.ts';
import * as contract from '@mizan/contract/ownership.ts';
import { startPayment } from '@mizan/contract/payments.ts';
import { setMerchantStatus } from '@mizan/contract/suspension.ts';
import { beforeEach, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { openShop, type Shop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { anotherMerchant, bankWorld, sell } from '../reconciliation/testing/bank-world.ts';

/** An owner closes the account; an administrator opens it again, for a while. */
const portal = await testPortal();
const { db, clock } = portal;
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);
let shop: Shop;
let token = '';
let name = '';
beforeEach(async () => {
  shop = await openShop(db, 2);
  name = `Diyar ${randomUUID()}`;
  await platformRows(db, 'UPDATE merchants SET name_en = $2, name_ar = $2 WHERE id = $1', [
    shop.merchantId,
    name,
  ]);
  await platformRows(db, 'UPDATE users SET email = $2 WHERE id = $1', [
    shop.owner.userId,
    `${randomUUID()}@diyar.coffee`,
  ]);
  token = await portal.tokenOf(shop.owner.userId);
});

const preview = async () =>
  (await portal.call(contract.previewClosing, {}, { token })).json<contract.ClosingPreview>();
const close = (typed = name) => portal.call(contract.closeAccount, { body: { name: typed } }, { token });
const statusOf = async (by: string) => (await portal.call(getSession, {}, { token: by })).statusCode;
const asAdmin = async () => ({ token: await portal.tokenOf(admin?.id ?? '') });
const reopen = async () =>
  portal.call(
    contract.reopenAccount,
    { params: { id: shop.merchantId }, body: { reason: 'Closed by mistake' } },
    await asAdmin(),
  );
const actions = (merchantId: string | null) =>
  platformRows<{ action: string; actor: string }>(
    db,
    `SELECT action, actor_name AS actor FROM audit_entries
      WHERE merchant_id = coalesce($1::bigint, 0) AND subject_id = $2
        AND action IN ('merchants.closed', 'merchants.reopened') ORDER BY id`,
    [merchantId, shop.merchantId],
  );
const mails = (): Promise<{ text: string }[]> =>
  platformRows(db, 'SELECT body_text AS text FROM outbox_mails ORDER BY id');

async function addIntegrations(): Promise<void> {
  const values = [shop.merchantId, shop.owner.userId, Buffer.from(randomUUID().padEnd(32))];
  await platformRows(
    db,
    `INSERT INTO integrator_keys (merchant_id, made_by, name, key_hash, beginning, scopes, created_at, expires_at)
     VALUES ($1, $2, 'Till', $3, 'mzk_1234', '{payments:write}', $4::timestamptz, $4::timestamptz + interval '1 year')`,
    [...values, clock.now()],
  );
}

test('what would stop and what is open is counted before anything happens', async () => {
  await addIntegrations();
  const before = await preview();
  expect(before).toMatchObject({ nameEn: name, ends: { terminals: 2, keys: 1, webhooks: 0, reports: 0 } });
  expect(before.open).toEqual({ payments: 0, refunds: 0, exceptions: 0, unconfirmed: 0 });
  await platformRows(db, `UPDATE terminals SET status = 'RETIRED' WHERE merchant_id = $1 AND id = $2`, [
    shop.merchantId,
    shop.terminals[0]?.id,
  ]);
  expect((await preview()).ends.terminals).toBe(1);
  expect(await statusOf(token)).toBe(200);
});

test('what no bank file confirms is counted once, and what moves no money or is a test not at all', async () => {
  const world = await bankWorld();
  const own = await anotherMerchant(world);
  await sell(own, [
    { amountMinor: 5_000 },
    { amountMinor: 6_000, type: 'PREAUTH' },
    { amountMinor: 7_000, status: 'DECLINED' },
  ]);
  const answer = await world.portal.call(contract.previewClosing, {}, { token: own.token });
  expect(answer.json<contract.ClosingPreview>().open).toMatchObject({ payments: 0, unconfirmed: 1 });
});

test('a closed account: everybody is out, keys end, both logs and a mail say so, until when records are kept too', async () => {
  await addIntegrations();
  const written = (await mails()).length;
  const answer = await close();
  const year = Number(clock.now().toISOString().slice(0, 4));
  expect([answer.statusCode, answer.json().keptUntil]).toEqual([200, `${year + 6}-12-31`]);
  expect(await statusOf(token)).toBe(401);
  const [key] = await platformRows<{ ended: boolean }>(
    db,
    'SELECT revoked_at IS NOT NULL AS ended FROM integrator_keys WHERE merchant_id = $1',
    [shop.merchantId],
  );
  expect(key?.ended).toBe(true);
  const entry = { action: 'merchants.closed', actor: shop.owner.fullName };
  expect([await actions(shop.merchantId), await actions(null)]).toEqual([[entry], [entry]]);
  const told = (await mails()).slice(written);
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain(name);
  expect(told[0]?.text).toContain(new Intl.NumberFormat('ar-EG', { useGrouping: false }).format(year + 6));
  const seen = (await portal.call(getMerchant, { params: { id: shop.merchantId } }, await asAdmin())).json();
  expect(seen.merchant).toMatchObject({ status: 'CLOSED', closing: answer.json() });
});

test('409: another name closes nothing; either of its two names does', async () => {
  const refused = await close('Diyar');
  expect([refused.statusCode, refused.json().details]).toEqual([409, { reason: 'name' }]);
  expect(await statusOf(token)).toBe(200);
  await platformRows(db, 'UPDATE merchants SET name_ar = $2 WHERE id = $1', [shop.merchantId, 'قهوة ديار']);
  expect((await close('قهوة ديار')).statusCode).toBe(200);
});

test('403: after 15 minutes without a password', async () => {
  for (let passed = 0; passed < 20; passed += 10) {
    clock.advance(10 * 60_000);
    await statusOf(token);
  }
  expect((await close()).json()).toMatchObject({ code: 'freshSignInNeeded' });
});

test('two owners who close at once close it once', async () => {
  const answers = await Promise.all([close(), close()]);
  expect(answers.map(({ statusCode }) => statusCode)).toContain(200);
  expect(await actions(shop.merchantId)).toHaveLength(1);
});

test('opened again within its days: people work, both logs and a mail say so, and keys stay ended', async () => {
  await addIntegrations();
  await close();
  const written = (await mails()).length;
  clock.advance(reopenDays * 86_400_000 - 1);
  expect((await reopen()).json()).toEqual({ status: 'ACTIVE' });
  expect((await actions(shop.merchantId)).at(-1)).toEqual({
    action: 'merchants.reopened',
    actor: 'Huda Al-Faisal',
  });
  expect(await actions(null)).toHaveLength(2);
  expect((await mails()).length).toBe(written + 1);
  token = await portal.tokenOf(shop.owner.userId);
  expect(await statusOf(token)).toBe(200);
  expect((await preview()).ends.keys).toBe(0);
  const again = await reopen();
  expect([again.statusCode, again.json().details]).toEqual([409, { reason: 'notClosed' }]);
});

test('409: not opened again after its days, nor by the end of a suspension', async () => {
  await close();
  const way = await portal.call(
    setMerchantStatus,
    { params: { id: shop.merchantId }, body: { status: 'ACTIVE', reason: 'x' } },
    await asAdmin(),
  );
  expect([way.statusCode, way.json().details]).toEqual([409, { status: 'CLOSED' }]);
  clock.advance(reopenDays * 86_400_000);
  const late = await reopen();
  expect([late.statusCode, late.json().details]).toEqual([409, { reason: 'tooLate' }]);
});

test('401: a closed account, even by a session that nobody ended', async () => {
  await platformRows(db, `UPDATE merchants SET status = 'CLOSED', closed_at = $2 WHERE id = $1`, [
    shop.merchantId,
    clock.now(),
  ]);
  const body = { paymentId: randomUUID(), terminalId: shop.terminals[0]?.id ?? '', amountMinor: 1_000 };
  expect((await portal.call(startPayment, { body }, { token })).statusCode).toBe(401);
});
