import { expect, test } from 'vitest';
import { inPlatformBulk, inTenantBulk, tenantRows } from '../../platform/database/database.ts';
import { columnAt } from '../../reconciliation/normalise/portal-records.ts';
import type { PortalScope } from '../../reconciliation/reconcile-job.ts';
import { loadTransactions } from '../transactions/testing/bulk-transactions.ts';
import { makeMerchant } from '../transactions/testing/merchant-world.ts';
import { copyPortalSide } from './portal-side.queries.ts';
import { bankWorld } from './testing/bank-world.ts';

const world = await bankWorld();
const { db } = world.portal;
const dayMs = 86_400_000;
const from = new Date('2026-06-01T00:00:00+03:00');

/** Days of payments whose numbers do not grow with the days: the later half was written first, and another merchant's between. */
async function daysOutOfOrder() {
  const [merchant, other] = [await makeMerchant(db), await makeMerchant(db)];
  const half = (days: number) => ({
    from: new Date(from.getTime() + days * dayMs),
    until: new Date(from.getTime() + (days + 6) * dayMs),
  });
  await inPlatformBulk(db, async (tx) => {
    await loadTransactions(tx, merchant, { count: 300, ...half(6) });
    await loadTransactions(tx, other, { count: 100, ...half(3) });
    await loadTransactions(tx, merchant, { count: 300, numberFrom: 300, ...half(0) });
  });
  return merchant.merchantId;
}

async function handedOver(merchantId: string, spans: PortalScope['spans'], slicePayments?: number) {
  const fromDay = spans[0]?.fromDay ?? '';
  const scope = { fromDay, toDay: spans.at(-1)?.toDay ?? '', spans, hasReferences: false };
  return inTenantBulk(db, merchantId, async (tx) => {
    const parts: Buffer[] = [];
    const of = { bankFileId: '0', openSinceMs: null };
    for await (const chunk of copyPortalSide(tx, scope, of, slicePayments)) parts.push(Buffer.from(chunk));
    const rows = Buffer.concat(parts).toString().trimEnd().split('\n');
    return rows
      .map((row) => row.split('\t'))
      .toSorted((x, y) => Number(x[columnAt.id]) - Number(y[columnAt.id]));
  });
}

test('a payment is handed over once, with what is owed for it, however the days are cut', async () => {
  const merchantId = await daysOutOfOrder();
  const spans = [{ fromDay: '2026-05-20', toDay: '2026-06-30' }];
  const whole = await handedOver(merchantId, spans);
  const owed = await tenantRows<{ id: number; day: string; due: string | null }>(
    db,
    merchantId,
    `SELECT t.id, t.business_day AS day, e.due_day AS due FROM transactions t
       LEFT JOIN expectations e ON e.merchant_id = tenant_id() AND e.transaction_id = t.id AND e.is_owed
      WHERE t.merchant_id = tenant_id() ORDER BY t.id`,
  );
  expect(owed).toHaveLength(600);
  expect(owed.filter(({ due }) => due !== null).length).toBeGreaterThan(400);
  expect(whole.map((row) => [row[columnAt.id], row[columnAt.businessDay], row[columnAt.dueDay]])).toEqual(
    owed.map(({ id, day, due }) => [String(id), day, due ?? String.raw`\N`]),
  );
  // A day has 50: one slice a day, several days a slice, and one for everything.
  for (const payments of [1, 70, 130]) expect(await handedOver(merchantId, spans, payments)).toEqual(whole);
});

test('days of which nothing is owed, or more than their sums say, are handed over as well', async () => {
  const merchantId = await daysOutOfOrder();
  const spans = [{ fromDay: '2026-05-20', toDay: '2026-06-30' }];
  const whole = await handedOver(merchantId, spans);
  expect(whole).toHaveLength(600);
  await inPlatformBulk(db, (tx) =>
    tx.change('UPDATE expectation_days SET count = 0 WHERE merchant_id = $1 AND business_day <> $2', [
      merchantId,
      '2026-06-04',
    ]),
  );
  for (const payments of [1, 70]) expect(await handedOver(merchantId, spans, payments)).toEqual(whole);
});

test('days between two spans are in no slice', async () => {
  const merchantId = await daysOutOfOrder();
  const spans = [
    { fromDay: '2026-06-01', toDay: '2026-06-02' },
    { fromDay: '2026-06-09', toDay: '2026-06-09' },
  ];
  const rows = await tenantRows<{ id: number }>(
    db,
    merchantId,
    `SELECT id FROM transactions WHERE merchant_id = tenant_id()
        AND (business_day BETWEEN '2026-06-01' AND '2026-06-02' OR business_day = '2026-06-09') ORDER BY id`,
  );
  expect(rows.length).toBeGreaterThan(100);
  // What is open still between them comes besides, from the file's first day on.
  const stillOpen = await tenantRows<{ id: number }>(
    db,
    merchantId,
    `SELECT t.id FROM transactions t JOIN expectations e ON e.merchant_id = tenant_id() AND e.transaction_id = t.id AND e.is_owed
      WHERE t.merchant_id = tenant_id() AND e.line = 'none' AND e.host_at >= '2026-06-01 00:00+03'
          AND t.business_day BETWEEN '2026-06-03' AND '2026-06-08'`,
  );
  const expected = [...rows, ...stillOpen]
    .map(({ id }) => String(id))
    .toSorted((x, y) => Number(x) - Number(y));
  for (const payments of [1, 25_000]) {
    const handed = await handedOver(merchantId, spans, payments);
    expect(handed.map((row) => row[columnAt.id])).toEqual(expected);
  }
});
