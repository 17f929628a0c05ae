import { randomUUID } from 'node:crypto';
import { listResults, resultsMax, startPayment } from '@mizan/contract/payments.ts';
import { expect, test } from 'vitest';
import { announce } from '../../platform/bus/bus.ts';
import { inTenant, platformRows } from '../../platform/database/database.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { makeMerchant } from '../transactions/testing/merchant-world.ts';

/** What a window that connects again asks for: the results that it missed. */
const portal = await testPortal();
const { db } = portal;

interface Told {
  seq: number;
  transactionId: string;
  approved: boolean;
}

async function missed(userId: string, after: number): Promise<{ rows: Told[]; more: boolean }> {
  const token = await portal.tokenOf(userId);
  return (await portal.call(listResults, { query: { after } }, { token })).json();
}

async function tell(merchantId: string, terminalId: string, transactionId: string): Promise<void> {
  const message = { type: 'PAY', approved: true, transactionId } as const;
  await inTenant(db, merchantId, (tx) => announce(tx, merchantId, message, terminalId));
}
const idsOf = ({ rows }: { rows: Told[] }): string[] => rows.map((row) => row.transactionId);

test('results beyond a place, newest first; a cashier’s are those of the own terminal, a stranger’s none', async () => {
  const shop = await makeMerchant(db);
  const rival = await makeMerchant(db);
  const [first, second] = shop.terminals;
  const [mine, hers] = shop.cashierIds;
  await tell(shop.merchantId, first?.id ?? '', '1');
  await tell(shop.merchantId, second?.id ?? '', '2');
  await tell(shop.merchantId, first?.id ?? '', '3');
  const all = await missed(shop.owner.userId, 0);
  expect(idsOf(all)).toEqual(['3', '2', '1']);
  expect(all.more).toBe(false);
  const [, middle] = all.rows;
  expect(idsOf(await missed(shop.owner.userId, middle?.seq ?? 0))).toEqual(['3']);
  expect(idsOf(await missed(mine ?? '', 0))).toEqual(['3', '1']);
  expect(idsOf(await missed(hers ?? '', 0))).toEqual(['2']);
  expect(idsOf(await missed(rival.owner.userId, 0))).toEqual([]);
  // Given to somebody else: what was told before is not theirs, what is told from now on is.
  await platformRows(db, 'UPDATE users SET terminal_id = NULL WHERE id = $1', [mine]);
  await platformRows(db, 'UPDATE users SET terminal_id = $2 WHERE id = $1', [hers, first?.id]);
  await tell(shop.merchantId, first?.id ?? '', '4');
  expect(idsOf(await missed(hers ?? '', 0))).toEqual(['4', '2']);
  expect(idsOf(await missed(mine ?? '', 0))).toEqual(['3', '1']);
});

test('a payment that ends is among them, with the decision that PAY told', async () => {
  const shop = await makeMerchant(db);
  const token = await portal.tokenOf(shop.cashierIds[0] ?? '');
  const terminalId = shop.terminals[0]?.id ?? '';
  const body = { paymentId: randomUUID(), terminalId, amountMinor: 500 };
  // Its terminal was never connected: it ends at once, and nothing was sent.
  const { id } = (await portal.call(startPayment, { body }, { token })).json<{ id: string }>();
  const { rows } = await missed(shop.cashierIds[0] ?? '', 0);
  expect(rows).toEqual([{ seq: expect.any(Number), transactionId: id, approved: false }]);
  expect(idsOf(await missed(shop.cashierIds[1] ?? '', 0))).toEqual([]);
});

test('more than are told one by one: the newest, and that there are more', async () => {
  const shop = await makeMerchant(db);
  const texts = Array.from({ length: resultsMax + 1 }, (_, index) => `($1, 'PAY1${index + 1}')`);
  await platformRows(db, `INSERT INTO live_messages (merchant_id, text) VALUES ${texts.join(', ')}`, [
    shop.merchantId,
  ]);
  const { rows, more } = await missed(shop.owner.userId, 0);
  expect(rows).toHaveLength(resultsMax);
  const seqs = rows.map(({ seq }) => seq);
  expect(seqs).toEqual(seqs.toSorted((one, other) => other - one));
  const [told] = await platformRows<{ newest: number }>(
    db,
    'SELECT max(seq)::int AS newest FROM live_messages WHERE merchant_id = $1',
    [shop.merchantId],
  );
  expect(seqs[0]).toBe(told?.newest);
  expect(more).toBe(true);
});
