import { usualPaidWithin } from '@mizan/contract/agreed-rate.ts';
import { addDays, dueDayOf, riyadhDay } from '@mizan/contract/business-day.ts';
import { getDashboard } from '@mizan/contract/dashboard.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closeDatabase,
  inPlatform,
  inTenant,
  openDatabase,
  platformRows,
} from '../../platform/database/database.ts';
import type { Principal } from '../../platform/http/call.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { loadTransactions, merchantWith } from '../transactions/testing/bulk-transactions.ts';
import { type MerchantWorld, makeMerchant } from '../transactions/testing/merchant-world.ts';
import { dashboardOf } from './dashboard.service.ts';

const database = await testDatabase();
const db = openDatabase(database.roles);
afterAll(() => closeDatabase(db));

/** A quarter past four in the afternoon in Riyadh, so that the running hour counts. */
const now = new Date('2026-11-17T13:15:00Z');
const today = riyadhDay(now);
let world: MerchantWorld;
let other: MerchantWorld;

beforeAll(async () => {
  world = await merchantWith(
    db,
    { count: 6_000, days: 30, until: now },
    { branches: 2, terminals: 4, cashiers: 3 },
  );
  other = await merchantWith(db, { count: 500, days: 30, until: now });
});

interface Payment {
  at: Date;
  type: string;
  status: string;
  scheme: string;
  branch: string;
  terminal: string;
  cashier: string | null;
  amount: number;
  fee: number;
  vat: number;
  confirmed: boolean;
}

/** Every payment of a person's, read one by one: what the figures must come to. */
async function paymentsOf(who: Principal, branchId: string | undefined): Promise<Payment[]> {
  const rows = await platformRows<Payment>(
    db,
    `SELECT created_at AS at, type, status, scheme, branch_id::text AS branch, terminal_id::text AS terminal,
            cashier_id::text AS cashier, amount_minor AS amount, fee_minor AS fee, vat_minor AS vat,
            bank_confirmed_at IS NOT NULL AS confirmed
       FROM transactions WHERE $1::bigint IS NULL OR merchant_id = $1`,
    [who.merchantId],
  );
  return rows.filter(
    (p) =>
      (branchId === undefined || p.branch === branchId) &&
      (who.role !== 'CASHIER' || p.cashier === who.userId || p.terminal === who.terminalId),
  );
}

const sum = (payments: readonly Payment[], of: 'amount' | 'fee' | 'vat') =>
  payments.reduce((total, p) => total + p[of], 0);

const admin: Principal = {
  userId: '1',
  role: 'ADMIN',
  teamRole: 'administrator',
  merchantId: null,
  branchId: null,
  terminalId: null,
  fullName: 'Admin',
  email: null,
  locale: 'en',
  authenticatedAt: now,
  sessionId: '1',
};

function expected(all: readonly Payment[], from: string, to: string) {
  const inRange = all.filter((p) => riyadhDay(p.at) >= from && riyadhDay(p.at) <= to);
  const ended = inRange.filter((p) => p.type === 'PURCHASE' && p.status !== 'INITIALIZED');
  const approved = inRange.filter((p) => p.status === 'APPROVED');
  const sales = approved.filter((p) => p.type === 'PURCHASE');
  const refunds = approved.filter((p) => p.type !== 'PURCHASE');
  return {
    salesMinor: sum(sales, 'amount'),
    salesCount: sales.length,
    attemptCount: ended.length,
    refundedMinor: sum(refunds, 'amount'),
    refundedCount: refunds.length,
    feeMinor: sum(approved, 'fee'),
    vatMinor: sum(approved, 'vat'),
    netMinor: sum(sales, 'amount') - sum(refunds, 'amount') - sum(approved, 'fee') - sum(approved, 'vat'),
  };
}

const window = fc
  .tuple(fc.nat({ max: 20 }), fc.nat({ max: 12 }))
  .map(([ago, length]) => ({ from: addDays(today, -ago - length), to: addDays(today, -ago) }));

test('every figure is the sum over the payments, for any window, branch and person', async () => {
  const people = fc.constantFrom<'owner' | 'cashier' | 'admin'>('owner', 'cashier', 'admin');
  await fc.assert(
    fc.asyncProperty(window, people, fc.boolean(), async (days, person, oneBranch) => {
      const who = person === 'owner' ? world.owner : person === 'cashier' ? world.cashiers[1] : admin;
      if (!who) throw new Error('the world has cashiers');
      const branchId = oneBranch ? world.branchIds[1] : undefined;
      const all = await paymentsOf(who, branchId);
      const shown = await dashboardOf(db, who, { ...days, branchId }, now);
      expect(getDashboard.output.parse(shown)).toEqual(shown);
      expect(shown).toMatchObject({ ...days, ...expected(all, days.from, days.to) });
      expect(shown.bars.reduce((total, bar) => total + bar.salesMinor, 0)).toBe(shown.salesMinor);
      expect(shown.schemes.reduce((total, s) => total + s.salesMinor, 0)).toBe(shown.salesMinor);
      expect(shown.previousBars).toHaveLength(shown.bars.length);
    }),
    { numRuns: 40 },
  );
});

test('the range before is cut at this very minute for a merchant, and whole once the range is over', async () => {
  const all = (await paymentsOf(world.owner, undefined)).filter(
    (p) => p.type === 'PURCHASE' && p.status === 'APPROVED',
  );
  const weekAgo = addDays(today, -7);
  const cut = new Date(now.getTime() - 7 * 86_400_000);
  const untilCut = all.filter((p) => riyadhDay(p.at) === weekAgo && p.at < cut);
  const shown = await dashboardOf(db, world.owner, {}, now);
  expect(shown).toMatchObject({
    from: today,
    barUnit: 'hour',
    previous: {
      from: weekAgo,
      to: weekAgo,
      until: cut.toISOString(),
      salesMinor: sum(untilCut, 'amount'),
      salesCount: untilCut.length,
    },
  });
  expect(shown.previousBars.reduce((total, bar) => total + bar.salesMinor, 0)).toBeGreaterThan(
    shown.previous.salesMinor,
  );
  const yesterday = addDays(today, -1);
  const past = await dashboardOf(db, world.owner, { from: yesterday, to: yesterday }, now);
  const weekBefore = all.filter((p) => riyadhDay(p.at) === addDays(today, -8));
  expect(past.previous).toMatchObject({
    until: null,
    salesMinor: sum(weekBefore, 'amount'),
    salesCount: weekBefore.length,
  });
});

test('what the bank has not confirmed is counted by cause, whatever range is shown', async () => {
  const confirmed = (await paymentsOf(world.owner, undefined)).filter(
    (p) => p.status === 'APPROVED' && p.confirmed,
  );
  const cells = new Set(confirmed.map((p) => `${riyadhDay(p.at)} ${p.scheme}`));
  const hasLine = (p: Payment) => cells.has(`${riyadhDay(p.at)} ${p.scheme}`);
  for (const who of [world.owner, ...world.cashiers]) {
    const open = (await paymentsOf(who, undefined)).filter(
      (p) => p.type === 'PURCHASE' && p.status === 'APPROVED' && !p.confirmed,
    );
    const shown = await dashboardOf(db, who, { from: '2026-11-01', to: '2026-11-02' }, now);
    expect(shown.unconfirmed.totalMinor).toBe(sum(open, 'amount'));
    // For a cashier the states are not told apart. The load brings whole days of lines, and none of a day after.
    const isOverdue = (p: Payment) => dueDayOf(riyadhDay(p.at), usualPaidWithin(p.scheme as Scheme)) < today;
    const inState = {
      OPEN: () => who.role === 'CASHIER',
      NOT_DUE: (p: Payment) => !isOverdue(p) && !hasLine(p),
      PARTLY: (p: Payment) => !isOverdue(p) && hasLine(p),
      OVERDUE: (p: Payment) => isOverdue(p) && hasLine(p),
      NO_FILE: (p: Payment) => isOverdue(p) && !hasLine(p),
      OUTCOME_UNKNOWN: () => false,
    } as const;
    for (const part of shown.unconfirmed.parts) {
      const same = open.filter(inState[part.cause]);
      expect(part).toMatchObject({ amountMinor: sum(same, 'amount'), count: same.length });
    }
  }
});

test('a payment without an outcome, a silent terminal and a low battery ask for a person', async () => {
  const asking = await makeMerchant(db, { branches: 2, terminals: 3 });
  const [first, second, third] = asking.terminals;
  const [payment] = await inTenant(db, asking.merchantId, async (tx) => {
    const change = (what: string, values: unknown[]) =>
      tx.change(`UPDATE terminals SET ${what} WHERE merchant_id = tenant_id() AND id = $1`, values);
    await change("connection = 'DISCONNECTED', last_seen_at = $2", [first?.id, now]);
    await change("connection = 'CONNECTED', telemetry = $2", [
      second?.id,
      { battery: 8, charging: false, paper: true },
    ]);
    return tx.rows<{ id: string }>(
      `INSERT INTO transactions (merchant_id, uuid, type, status, amount_minor, terminal_id, tid, branch_id,
         created_at, business_day, query_count, holds_lock)
       VALUES ($1, gen_random_uuid(), 'PURCHASE', 'INITIALIZED', 24900, $2, $3, $4, $5::timestamptz, $6, 1, true)
       RETURNING id::text`,
      [asking.merchantId, third?.id, third?.tid, third?.branchId, now, today],
    );
  });
  const shown = await dashboardOf(db, asking.owner, {}, now);
  expect(shown.attention).toMatchObject([
    { kind: 'UNKNOWN_OUTCOME', amountMinor: 24_900, tid: third?.tid, transactionId: payment?.id },
    { kind: 'TERMINAL_DISCONNECTED', tid: first?.tid, at: now.toISOString() },
    { kind: 'LOW_BATTERY', tid: second?.tid, value: 8 },
  ]);
  expect(shown.unconfirmed).toMatchObject({
    totalMinor: 24_900,
    parts: [{ cause: 'OUTCOME_UNKNOWN', amountMinor: 24_900, count: 1 }],
    days: 400,
    nothing: null,
  });
  expect(shown.terminals).toMatchObject({ connected: 1, total: 3 });
});

/** A bank file as its verdict leaves it. */
const judge = (who: MerchantWorld, verdict: 'BALANCED' | 'UNBALANCED', toClaim: number, at: Date) =>
  inTenant(db, who.merchantId, (tx) =>
    tx.change(
      `INSERT INTO bank_files (merchant_id, uuid, file_name, size_bytes, sha256, state, uploaded_by,
         uploaded_by_name, created_at, finished_at, verdict, summary)
       VALUES ($1, gen_random_uuid(), 'bank.csv', 1, sha256($2::text::bytea), 'DONE', $3, 'Sara', $4, $4, $5, $6)`,
      [
        who.merchantId,
        verdict,
        who.owner.userId,
        at,
        verdict,
        { currencies: [{ currency: 'SAR', groups: { toClaim, notDueYet: 0, paidTooMuch: 0 } }] },
      ],
    ),
  );

test('a bank file that does not balance asks for a person, also after a later one, and of a cashier nothing', async () => {
  const paid = await makeMerchant(db);
  await judge(paid, 'UNBALANCED', -570_013, new Date(now.getTime() - 3_600_000));
  const asked = [{ kind: 'UNBALANCED_FILE', file: { toClaim: [{ currency: 'SAR', amountMinor: 570_013 }] } }];
  expect((await dashboardOf(db, paid.owner, {}, now)).attention).toMatchObject(asked);
  const [cashier] = paid.cashiers;
  expect((await dashboardOf(db, cashier ?? paid.owner, {}, now)).attention).toEqual([]);
  await judge(paid, 'BALANCED', 0, now);
  expect((await dashboardOf(db, paid.owner, {}, now)).attention).toMatchObject(asked);
});

test('nothing unconfirmed: said to be confirmed only where the bank had something to confirm', async () => {
  const fresh = await makeMerchant(db);
  const nothing = async () => (await dashboardOf(db, fresh.owner, {}, now)).unconfirmed.nothing;
  expect(await nothing()).toBe('NO_PAYMENTS');
  const from = new Date(now.getTime() - 30 * 86_400_000);
  await inPlatform(db, (tx) => loadTransactions(tx, fresh, { count: 40, from, until: now }));
  expect(await nothing()).toBeNull();
  const ofFresh = (text: string) => db.platform.query(text, [fresh.merchantId]);
  await ofFresh('UPDATE expectation_days SET count = 0 WHERE merchant_id = $1');
  await ofFresh('UPDATE transaction_day_rollups SET count = 0 WHERE merchant_id = $1 AND NOT bank_confirmed');
  expect(await nothing()).toBe('ALL_CONFIRMED');
  await ofFresh('UPDATE transaction_day_rollups SET count = 0 WHERE merchant_id = $1');
  expect(await nothing()).toBe('NO_SALES');
});

test("404: another merchant's branch", async () => {
  const branchId = other.branchIds[0];
  await expect(dashboardOf(db, world.owner, { branchId }, now)).rejects.toMatchObject({ code: 'notFound' });
});

test("an administrator sees sums of all merchants and no one's terminal or payment", async () => {
  const shown = await dashboardOf(db, admin, { from: addDays(today, -9), to: today }, now);
  expect(shown.terminals.branches).toEqual([]);
  expect(shown.attention).toEqual([]);
  expect(shown.terminals.total).toBeGreaterThanOrEqual(7);
});
