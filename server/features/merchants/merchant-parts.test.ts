import { listMerchantRates } from '@mizan/contract/discounts.ts';
import { listMerchantTerminals } from '@mizan/contract/terminals.ts';
import { beforeEach, expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { openShop, type Shop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';

/** What an administrator sees of a merchant beside its people: terminals and agreed rates. Sunday 22 November, noon in Riyadh. */
const portal = await testPortal(new Date('2026-11-22T09:00:00Z'));
const { db } = portal;
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);
const token = await portal.tokenOf(admin?.id ?? '');
let shop: Shop;
let stranger: Shop;
beforeEach(async () => {
  shop = await openShop(db, 2);
  stranger = await openShop(db, 1);
});
const params = () => ({ params: { id: shop.merchantId } });

test("a merchant's terminals in service, and nobody else's", async () => {
  const [first, second] = shop.terminals;
  await platformRows(db, `UPDATE terminals SET status = 'RETIRED' WHERE merchant_id = $1 AND id = $2`, [
    shop.merchantId,
    second?.id,
  ]);
  const answer = await portal.call(listMerchantTerminals, params(), { token });
  const { rows, truncated } = listMerchantTerminals.output.parse(answer.json());
  expect(rows.map(({ id }) => id)).toEqual([first?.id]);
  expect(truncated).toBe(false);
  expect(JSON.stringify(rows)).not.toContain(stranger.terminals[0]?.tid);
});

test('what holds today and what begins later: not what it replaced, nor what was taken back', async () => {
  const [bank] = await platformRows<{ id: string }>(db, 'SELECT id::text FROM banks WHERE merchant_id = $1', [
    shop.merchantId,
  ]);
  const add = (scheme: string, mdrBps: number, from: string, withdrawn = false) =>
    platformRows(
      db,
      `INSERT INTO discount_rates (merchant_id, bank_id, scheme, mdr_bps, paid_within_days, valid_from, withdrawn_at)
       VALUES ($1, $2, $3, $4, 1, $5, CASE WHEN $6 THEN now() END)`,
      [shop.merchantId, bank?.id, scheme, mdrBps, from, withdrawn],
    );
  await add('Mada', 80, '2026-01-01');
  await add('Mada', 75, '2026-11-22');
  await add('Mada', 70, '2027-01-01');
  await add('Mada', 10, '2027-02-01', true);
  await add('Visa', 200, '2026-01-01');
  await platformRows(
    db,
    `UPDATE discount_rates SET vat_bps = 500 WHERE merchant_id = $1 AND scheme = 'Visa'`,
    [shop.merchantId],
  );
  const answer = await portal.call(listMerchantRates, params(), { token });
  const { rates, banks } = listMerchantRates.output.parse(answer.json());
  expect(banks.map(({ id }) => id)).toContain(bank?.id);
  expect(
    rates.map(({ scheme, mdrBps, validFrom, ownVatBps }) => [scheme, mdrBps, validFrom, ownVatBps]),
  ).toEqual([
    ['Mada', 70, '2027-01-01', null],
    ['Mada', 75, '2026-11-22', null],
    ['Visa', 200, '2026-01-01', 500],
  ]);
});
