import { addDays, riyadhDay } from '@mizan/contract/business-day.ts';
import { type Comparison, getInsights } from '@mizan/contract/dashboard-insights.ts';
import { paymentsBehind } from '@mizan/contract/dashboard-payments.ts';
import { noCashier } from '@mizan/contract/transactions.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, inPlatform, inTenant, openDatabase } from '../../platform/database/database.ts';
import { withoutCopy } from '../../platform/database/without-copy.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { loadTransactions } from '../transactions/testing/bulk-transactions.ts';
import { type MerchantWorld, makeMerchant } from '../transactions/testing/merchant-world.ts';
import { buildRollups } from '../transactions/transaction-rollup.service.ts';
import { listPage, totalsOf } from '../transactions/transactions.service.ts';
import { insightsOf } from './insights.service.ts';

const database = await testDatabase();
const db = openDatabase(database.roles);
afterAll(() => closeDatabase(db));

/** A quarter past four in the afternoon of a Tuesday in Riyadh. */
const now = new Date('2026-11-17T13:15:00Z');
const today = riyadhDay(now);
const hourMs = 3_600_000;
let world: MerchantWorld;

beforeAll(async () => {
  world = await makeMerchant(db, { branches: 3, terminals: 5, cashiers: 3 });
  const from = new Date(now.getTime() - 40 * 24 * hourMs);
  await inPlatform(db, (tx) => loadTransactions(tx, world, { count: 6_000, from, until: now }));
});

type Filter = Omit<Parameters<typeof totalsOf>[2], 'from' | 'to'>;
type Side = Comparison['branches'][number]['now'];

/** Every line of a comparison with the filters that it opens, as web/features/dashboard/compared-rows.tsx has them. */
function linesOf(comparison: Comparison): { now: Side; before: Side; filter: Filter }[] {
  const of = (filter: Filter, { now: sold, before }: { now: Side; before: Side }) => ({
    now: sold,
    before,
    filter,
  });
  return [
    ...comparison.branches.map((each) => of({ branchId: [each.id] }, each)),
    ...comparison.terminals.map((each) => of({ terminalId: [each.id] }, each)),
    ...comparison.cashiers.map((each) => of({ cashierId: [each.id ?? noCashier] }, each)),
    ...comparison.schemes.map((each) => of({ scheme: [each.scheme] }, each)),
  ];
}

test('each figure on both sides is what the list that it opens counts, for any days and branch', async () => {
  const days = fc
    .tuple(fc.nat({ max: 20 }), fc.nat({ max: 6 }))
    .map(([ago, more]) => ({ from: addDays(today, -ago - more), to: addDays(today, -ago) }));
  const opened = async (filter: Filter, window: { from: string; to: string }, paidBefore: string | null) => {
    const asked = {
      ...window,
      ...paymentsBehind.sales,
      currency: ['SAR' as const],
      ...filter,
      ...(paidBefore && { paidBefore }),
    };
    const { count, salesMinor, salesCount } = await totalsOf(db, world.owner, asked, now);
    expect(salesCount).toBe(count);
    return { salesMinor, count };
  };
  await fc.assert(
    fc.asyncProperty(days, fc.boolean(), async (range, oneBranch) => {
      const branchId = oneBranch ? world.branchIds[1] : undefined;
      const shown = await insightsOf(db, world.merchantId, { ...range, branchId }, now);
      expect(getInsights.output.parse(shown)).toEqual(shown);
      const { comparison } = shown;
      if (!comparison) throw new Error('up to a week is compared');
      const before = { from: comparison.previousFrom, to: comparison.previousTo };
      const place = branchId ? { branchId: [branchId] } : {};
      for (const line of linesOf(comparison)) {
        const filter = { ...place, ...line.filter };
        expect(line.now).toEqual(await opened(filter, range, comparison.until));
        expect(line.before).toEqual(await opened(filter, before, comparison.previousUntil));
      }
      const sums = [comparison.branches, comparison.terminals, comparison.cashiers, comparison.schemes].map(
        (lines) => lines.reduce((sum, line) => sum + line.now.salesMinor * 3 + line.before.salesMinor, 0),
      );
      expect(new Set(sums).size).toBe(1);
      expect(comparison.hours.length > 0).toBe(range.from === range.to);
    }),
    { numRuns: 12 },
  );
});

test('the hours of today open their own payments, and those of the week before', async () => {
  const { comparison } = await insightsOf(db, world.merchantId, {}, now);
  expect(comparison?.hours).toHaveLength(16);
  expect(comparison?.until).toBe('2026-11-17T13:00:00.000Z');
  expect(comparison?.previousUntil).toBe('2026-11-10T13:00:00.000Z');
  for (const { at, previousAt, now: sold, before } of comparison?.hours ?? []) {
    for (const [from, side] of [
      [at, sold],
      [previousAt, before],
    ] as const) {
      const paidBefore = new Date(Date.parse(from) + hourMs).toISOString();
      const asked = {
        ...paymentsBehind.sales,
        from: riyadhDay(new Date(from)),
        to: riyadhDay(new Date(from)),
      };
      const { salesMinor, salesCount } = await totalsOf(
        db,
        world.owner,
        { ...asked, paidFrom: from, paidBefore },
        now,
      );
      expect({ salesMinor, count: salesCount }).toEqual(side);
    }
  }
});

test('the list of what was no cashier’s holds exactly those', async () => {
  const asked = { from: addDays(today, -9), to: today };
  const page = await listPage(db, world.owner, { ...asked, cashierId: [noCashier], limit: 200 }, now);
  expect(page.rows.length).toBeGreaterThan(0);
  expect(page.rows.every((row) => row.cashierId === null)).toBe(true);
  const both = await totalsOf(
    db,
    world.owner,
    { ...asked, cashierId: [noCashier, world.cashierIds[0] ?? ''] },
    now,
  );
  const each = await Promise.all(
    [noCashier, world.cashierIds[0] ?? ''].map((id) =>
      totalsOf(db, world.owner, { ...asked, cashierId: [id] }, now),
    ),
  );
  expect(both.count).toBe(each.reduce((sum, { count }) => sum + count, 0));
});

/** Approved purchases of a branch within an hour of a day, written as the terminal's payments are. */
async function sell(
  of: MerchantWorld,
  branch: number,
  daysAgo: number,
  hour: number,
  count: number,
): Promise<void> {
  const terminal = of.terminals[branch];
  const at = new Date(Date.parse(`${addDays(today, -daysAgo)}T00:00:00+03:00`) + hour * hourMs);
  await inTenant(db, of.merchantId, async (tx) => {
    await tx.change(
      `INSERT INTO transactions (merchant_id, uuid, type, status, amount_minor, scheme, terminal_id, tid, branch_id,
         created_at, business_day, decided_at, net_minor)
       SELECT $1, gen_random_uuid(), 'PURCHASE', 'APPROVED', 1000, 'Mada', $2, $3, $4, $5, $6, $5, 1000
         FROM generate_series(1, $7::int) ${withoutCopy}`,
      [of.merchantId, terminal?.id, terminal?.tid, terminal?.branchId, at, addDays(today, -daysAgo), count],
    );
    await buildRollups(tx, of.merchantId, at, new Date(at.getTime() + 1));
  });
}

const weeks = [7, 14, 21, 28, 35, 42, 49, 56];

test('a branch far below its weekday is named; a closed day is left out, later hours do not count', async () => {
  const of = await makeMerchant(db, { branches: 3, terminals: 3, cashiers: 1 });
  for (const [index, ago] of weeks.entries()) {
    // The first branch was closed on two of the days and sold 40 to 45 by now on the others, more in the evening.
    if (index < 6) {
      await sell(of, 0, ago, 10, 40 + index);
      await sell(of, 0, ago, 20, 30);
    }
    // The second sells little, the third sells in the evening alone.
    await sell(of, 1, ago, 9, 8);
    await sell(of, 2, ago, 19, 60);
  }
  await sell(of, 0, 0, 9, 12);
  // A terminal that was never connected holds nothing back; one that was may.
  expect((await insightsOf(db, of.merchantId, {}, now)).quiet[0]?.terminalsAway).toBe(0);
  await db.platform.query("UPDATE terminals SET connection = 'DISCONNECTED' WHERE branch_id = $1", [
    of.branchIds[0],
  ]);
  const { quiet } = await insightsOf(db, of.merchantId, {}, now);
  expect(quiet).toEqual([
    {
      branchId: of.branchIds[0],
      nameEn: 'Branch 1',
      nameAr: expect.any(String),
      day: today,
      until: '2026-11-17T13:00:00.000Z',
      count: 12,
      usualCount: 42,
      weeks: 6,
      terminalsAway: 1,
    },
  ]);
  const one = await insightsOf(db, of.merchantId, { branchId: of.branchIds[1] }, now);
  expect(one.quiet).toEqual([]);
  // Of days that are over nothing is said: what was usual then is no news.
  const past = { from: addDays(today, -7), to: addDays(today, -1) };
  expect((await insightsOf(db, of.merchantId, past, now)).quiet).toEqual([]);
  const week = { from: addDays(today, -6), to: today };
  expect((await insightsOf(db, of.merchantId, week, now)).quiet).toHaveLength(1);
  // Its terminals had no line: what they sold arrives at once, in the hour that still runs.
  await sell(of, 0, 0, 16, 30);
  expect((await insightsOf(db, of.merchantId, {}, now)).quiet).toEqual([]);
});

test('a branch that is out of use, or open for three weeks only, is not named', async () => {
  const of = await makeMerchant(db, { branches: 2, terminals: 2, cashiers: 1 });
  for (const [index, ago] of weeks.entries()) {
    await sell(of, 0, ago, 10, 40);
    if (index < 3) await sell(of, 1, ago, 10, 40);
  }
  const named = async () => (await insightsOf(db, of.merchantId, {}, now)).quiet.map((each) => each.branchId);
  expect(await named()).toEqual([of.branchIds[0]]);
  await db.platform.query("UPDATE branches SET status = 'INACTIVE' WHERE id = $1", [of.branchIds[0]]);
  expect(await named()).toEqual([]);
});
