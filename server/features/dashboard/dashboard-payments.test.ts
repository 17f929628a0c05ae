import { addDays, riyadhDay } from '@mizan/contract/business-day.ts';
import { paymentsBehind, paymentsUnconfirmed } from '@mizan/contract/dashboard-payments.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, inTenant, openDatabase, type Tx } from '../../platform/database/database.ts';
import type { Member } from '../../platform/http/call.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { lineCame } from '../expectations/expectations.service.ts';
import { merchantWith } from '../transactions/testing/bulk-transactions.ts';
import { type MerchantWorld, makeMerchant } from '../transactions/testing/merchant-world.ts';
import { confirmInRollups } from '../transactions/transaction-rollup.service.ts';
import { listPage, totalsOf } from '../transactions/transactions.service.ts';
import { dashboardOf } from './dashboard.service.ts';
import { insightsOf } from './insights.service.ts';

/**
 * One truth on three screens: a figure of the dashboard, the totals over the list that it opens, and the rows of
 * that list one by one.
 */
const database = await testDatabase();
const db = openDatabase(database.roles);
afterAll(() => closeDatabase(db));

const now = new Date('2026-11-17T13:15:00Z');
const today = riyadhDay(now);
let world: MerchantWorld;

beforeAll(async () => {
  world = await merchantWith(
    db,
    { count: 3_000, days: 30, until: now },
    { branches: 2, terminals: 4, cashiers: 3 },
  );
  await inTenant(db, world.merchantId, openSomeQuestions);
  await inTenant(db, world.merchantId, bringSomeLines);
});

/** Payments without a known outcome, one of them a refund, and an approval that a person has to look at. */
async function openSomeQuestions(tx: Tx): Promise<void> {
  const ids = (of: string, where: string) =>
    tx.row<{ id: string }>(
      `SELECT ${of}(id)::text AS id FROM transactions WHERE merchant_id = $1 AND ${where}`,
      [world.merchantId],
    );
  const chosen = [
    await ids('min', "status = 'TIMEOUT'"),
    await ids('max', "status = 'TIMEOUT'"),
    await ids('max', "status = 'APPROVED'"),
    await ids('max', "status <> 'APPROVED' AND type = 'REFUND'"),
  ];
  for (const id of new Set(chosen.flatMap((row) => row?.id ?? []))) {
    await tx.change(
      `INSERT INTO reviews (merchant_id, transaction_id, reason, opened_at) VALUES ($1, $2, 'NO_ANSWER', $3)`,
      [world.merchantId, id, now],
    );
  }
}

/**
 * Of what the load left open, as files of the bank would: Visa of every day is known to a file, and of MasterCard the
 * newest payment of each day has its line.
 */
async function bringSomeLines(tx: Tx): Promise<void> {
  const some = async (where: string): Promise<void> =>
    void (await tx.change(
      `CREATE TEMPORARY TABLE brought ON COMMIT DROP AS
       SELECT transaction_id, transaction_id AS bank_line, 'agreed' AS line FROM expectations
        WHERE merchant_id = tenant_id() AND line = 'none' AND ${where}`,
    ));
  await some("scheme IN ('Visa', 'MasterCard') AND transaction_id % 3 = 0");
  await tx.change(
    `UPDATE transactions t SET bank_confirmed_at = $1 FROM brought b
                    WHERE t.merchant_id = tenant_id() AND t.id = b.transaction_id`,
    [now],
  );
  await confirmInRollups(tx, 'brought', true);
  await lineCame(tx, 'brought', '1');
}

type Filter = Omit<Parameters<typeof listPage>[2], 'limit' | 'cursor'>;

async function rowsOf(member: Member, filter: Filter) {
  const rows = [];
  let cursor: string | undefined;
  do {
    const page = await listPage(db, member, { ...filter, limit: 200, cursor }, now);
    rows.push(...page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return rows;
}
const sum = (rows: Awaited<ReturnType<typeof rowsOf>>, field: 'amountMinor' | 'feeMinor' | 'vatMinor') =>
  rows.reduce((total, row) => total + row[field], 0);

const window = fc
  .tuple(fc.nat({ max: 20 }), fc.nat({ max: 12 }))
  .map(([ago, length]) => ({ from: addDays(today, -ago - length), to: addDays(today, -ago) }));

test('each figure is what the list that it opens counts, and what its rows add up to', async () => {
  const people = fc.constantFrom(world.owner, ...world.cashiers);
  await fc.assert(
    fc.asyncProperty(window, people, fc.boolean(), async (days, who, oneBranch) => {
      const branchId = oneBranch && who.role === 'MERCHANT' ? world.branchIds[1] : undefined;
      const shown = await dashboardOf(db, who, { ...days, branchId }, now);
      const place: Filter = { ...days, branchId: branchId ? [branchId] : undefined };
      const opened = async (filter: Filter) => ({
        totals: await totalsOf(db, who, { ...place, ...filter }, now),
        rows: await rowsOf(who, { ...place, ...filter }),
      });

      const sales = await opened(paymentsBehind.sales);
      expect(sales.totals).toMatchObject({ salesMinor: shown.salesMinor, salesCount: shown.salesCount });
      expect(sales.totals.count).toBe(shown.salesCount);
      expect([sales.rows.length, sum(sales.rows, 'amountMinor')]).toEqual([
        shown.salesCount,
        shown.salesMinor,
      ]);

      const attempts = await opened(paymentsBehind.attempts);
      expect([attempts.totals.count, attempts.rows.length]).toEqual([shown.attemptCount, shown.attemptCount]);

      const refunded = await opened(paymentsBehind.refunded);
      expect(refunded.totals).toMatchObject({
        count: shown.refundedCount,
        refundedMinor: shown.refundedMinor,
        refundedCount: shown.refundedCount,
        salesMinor: 0,
      });
      expect(sum(refunded.rows, 'amountMinor')).toBe(shown.refundedMinor);

      const net = await opened(paymentsBehind.net);
      expect(net.totals).toMatchObject({
        count: shown.salesCount + shown.refundedCount,
        feeMinor: shown.feeMinor,
        vatMinor: shown.vatMinor,
        netMinor: shown.netMinor,
      });
      expect(sum(net.rows, 'feeMinor')).toBe(shown.feeMinor);

      for (const { scheme, count, salesMinor, attemptCount } of shown.schemes) {
        const ofScheme = await opened({ ...paymentsBehind.sales, scheme: [scheme] });
        expect(ofScheme.totals).toMatchObject({ count, salesMinor });
        const tried = await opened({ ...paymentsBehind.attempts, scheme: [scheme] });
        expect(tried.totals.count).toBe(attemptCount);
      }
    }),
    { numRuns: 25 },
  );
});

test('each reason of declines opens the payments that were declined for it, and they add up', async () => {
  await inTenant(db, world.merchantId, (tx) =>
    tx.change(
      `UPDATE transactions SET provider_code = (ARRAY['01', '15', '14', '77', NULL])[id % 5 + 1],
              action_code = (ARRAY['116', '999', '911', NULL])[id % 4 + 1]
        WHERE merchant_id = $1 AND status = 'DECLINED'`,
      [world.merchantId],
    ),
  );
  await fc.assert(
    fc.asyncProperty(window, fc.boolean(), async (days, oneBranch) => {
      const branchId = oneBranch ? world.branchIds[1] : undefined;
      const shown = await insightsOf(db, world.merchantId, { ...days, branchId }, now);
      const place: Filter = {
        ...days,
        branchId: branchId ? [branchId] : undefined,
        ...paymentsBehind.declined,
      };
      const whole = await totalsOf(db, world.owner, place, now);
      expect(shown.declinedCount).toBe(whole.count);
      expect(shown.reasons.reduce((sum, { count }) => sum + count, 0)).toBe(whole.count);
      for (const { reason, count } of shown.reasons) {
        const rows = await rowsOf(world.owner, { ...place, reason });
        expect([reason, rows.length]).toEqual([reason, count]);
        expect((await totalsOf(db, world.owner, { ...place, reason }, now)).count).toBe(count);
      }
    }),
    { numRuns: 15 },
  );
  const { reasons } = await insightsOf(db, world.merchantId, { from: addDays(today, -30) }, now);
  expect(reasons.map(({ reason }) => reason).toSorted()).toEqual(['A116', 'A911', 'NONE', 'P14', 'P15']);
});

test('a branch of another merchant is not found', async () => {
  const stranger = await makeMerchant(db, { branches: 1, terminals: 1, cashiers: 1 });
  const asked = insightsOf(db, world.merchantId, { branchId: stranger.branchIds[0] }, now);
  await expect(asked).rejects.toMatchObject({ code: 'notFound' });
});

test('without any filter of its own the list names the same sales, refunds, charges and net', async () => {
  await fc.assert(
    fc.asyncProperty(window, fc.constantFrom(world.owner, ...world.cashiers), async (days, who) => {
      const shown = await dashboardOf(db, who, days, now);
      expect(await totalsOf(db, who, days, now)).toMatchObject({
        ...days,
        salesMinor: shown.salesMinor,
        salesCount: shown.salesCount,
        refundedMinor: shown.refundedMinor,
        refundedCount: shown.refundedCount,
        feeMinor: shown.feeMinor,
        vatMinor: shown.vatMinor,
        netMinor: shown.netMinor,
      });
    }),
    { numRuns: 25 },
  );
});

test('every row of what the bank has not confirmed opens the payments it counts, and so does their sum', async () => {
  for (const who of [world.owner, ...world.cashiers]) {
    for (const branchId of who.role === 'MERCHANT' ? [undefined, ...world.branchIds] : [undefined]) {
      const { unconfirmed } = await dashboardOf(db, who, { branchId }, now);
      const { from, to } = unconfirmed;
      const place = { from, to, branchId: branchId ? [branchId] : undefined };
      const opened = async (filter: Filter) => {
        const { salesMinor, unknown, count } = await totalsOf(db, who, { ...place, ...filter }, now);
        const rows = await rowsOf(who, { ...place, ...filter });
        expect([rows.length, sum(rows, 'amountMinor')]).toEqual([
          count,
          salesMinor + (unknown?.amountMinor ?? 0),
        ]);
        return { count, amountMinor: sum(rows, 'amountMinor') };
      };
      for (const { cause, count, amountMinor } of unconfirmed.parts) {
        expect(await opened(paymentsUnconfirmed(unconfirmed, cause))).toEqual({ count, amountMinor });
      }
      const count = unconfirmed.parts.reduce((all, part) => all + part.count, 0);
      expect(await opened(paymentsUnconfirmed(unconfirmed))).toEqual({
        count,
        amountMinor: unconfirmed.totalMinor,
      });
      if (who.role === 'MERCHANT' && branchId === undefined) {
        const causes = unconfirmed.parts.map((part) => part.cause);
        expect(causes).toEqual(['NOT_DUE', 'PARTLY', 'NO_FILE', 'OVERDUE', 'OUTCOME_UNKNOWN']);
      }
    }
  }
});
