import { randomUUID } from 'node:crypto';
import { schemes, type TransactionStatus, transactionStatuses } from '@mizan/contract/transaction-states.ts';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import {
  closeDatabase,
  inPlatform,
  inTenant,
  openDatabase,
  type Tx,
} from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { loadTransactions } from './testing/bulk-transactions.ts';
import { type MerchantWorld, makeMerchant } from './testing/merchant-world.ts';
import {
  addToRollup,
  confirmInRollups,
  moveInRollup,
  moveManyInRollup,
  type RolledUp,
} from './transaction-rollup.service.ts';

const database = await testDatabase();
const db = openDatabase(database.roles);
afterAll(() => closeDatabase(db));

const figures =
  'sum(count)::text, sum(amount_minor)::text, sum(fee_minor)::text, sum(vat_minor)::text, sum(net_minor)::text';
const hourKey =
  'hour::text, branch_id, terminal_id, cashier_id, scheme, type, status, currency, bank_confirmed';
const dayKey = 'day::text, branch_id, scheme, type, status, currency, bank_confirmed';
const fromPayments = (key: string) => `
  SELECT ${key}, ${figures} FROM (
    SELECT date_trunc('hour', created_at, 'UTC') AS hour, (created_at AT TIME ZONE 'Asia/Riyadh')::date AS day,
           branch_id, terminal_id, coalesce(cashier_id, 0) AS cashier_id, scheme, type, status, currency,
           bank_confirmed_at IS NOT NULL AS bank_confirmed, 1 AS count, amount_minor, fee_minor, vat_minor, net_minor
      FROM transactions WHERE merchant_id = tenant_id()) t
   GROUP BY ${key} ORDER BY ${key}`;
const totalKey = 'day::text, scheme, type, status, currency, bank_confirmed';
const fromRollups = (table: string, key: string) =>
  `SELECT ${key}, ${figures} FROM ${table} AND merchant_id = tenant_id() GROUP BY ${key}
   HAVING sum(count) <> 0 OR sum(amount_minor) <> 0 ORDER BY ${key}`;

/** The rollups of a merchant and the same sums over its payments, as arrays of values. */
function bothSides(merchantId: string) {
  const values = (rows: object[]) => rows.map((row) => Object.values(row));
  return inTenant(db, merchantId, async (tx) => ({
    hours: values(await tx.rows(fromRollups('transaction_rollups WHERE true', hourKey))),
    hourSums: values(await tx.rows(fromPayments(hourKey))),
    days: values(await tx.rows(fromRollups('transaction_day_rollups WHERE branch_id <> 0', dayKey))),
    daySums: values(await tx.rows(fromPayments(dayKey))),
    totals: values(await tx.rows(fromRollups('transaction_day_rollups WHERE branch_id = 0', totalKey))),
    totalSums: values(await tx.rows(fromPayments(totalKey))),
  }));
}

async function expectEqualSums(merchantId: string): Promise<void> {
  const { hours, hourSums, days, daySums, totals, totalSums } = await bothSides(merchantId);
  expect(hours).toEqual(hourSums);
  expect(days).toEqual(daySums);
  expect(totals).toEqual(totalSums);
}

/** Writes a row as any feature would, and its place in the totals. */
async function insertPayment(tx: Tx, tid: string, row: RolledUp): Promise<string> {
  const inserted = await tx.row<{ id: string }>(
    `INSERT INTO transactions (merchant_id, uuid, type, status, amount_minor, currency, scheme, terminal_id, tid,
       branch_id, cashier_id, created_at, business_day)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::timestamptz, ($12::timestamptz)::date) RETURNING id::text`,
    [
      row.merchantId,
      randomUUID(),
      row.type,
      row.status,
      row.amountMinor,
      row.currency,
      row.scheme,
      row.terminalId,
      tid,
      row.branchId,
      row.cashierId,
      row.createdAt,
    ],
  );
  addToRollup(tx, row);
  return inserted?.id ?? '';
}

const updatePayment = (tx: Tx, id: string, row: RolledUp) =>
  tx.change(
    `UPDATE transactions SET status = $2, scheme = $3, fee_minor = $4, vat_minor = $5, net_minor = $6,
            decided_at = now(), bank_confirmed_at = now() + CASE WHEN $7 THEN interval '0' END
      WHERE merchant_id = tenant_id() AND id = $1`,
    [id, row.status, row.scheme, row.feeMinor, row.vatMinor, row.netMinor, row.bankConfirmed],
  );

const payment = fc.record({
  minutesAgo: fc.integer({ min: 0, max: 5 * 24 * 60 }),
  terminal: fc.nat({ max: 2 }),
  cashier: fc.option(fc.nat({ max: 1 })),
  amountMinor: fc.integer({ min: 1, max: 1_000_000 }),
  type: fc.constantFrom('PURCHASE', 'REFUND'),
  currency: fc.constantFrom('SAR', 'SAR', 'USD'),
});
/** A decision on one of the payments so far; a late approval is a decision on a decided one. */
const change = fc.record({
  of: fc.nat(),
  status: fc.constantFrom<TransactionStatus>(...transactionStatuses),
  scheme: fc.constantFrom(...schemes),
  feeMinor: fc.nat({ max: 500 }),
  bankConfirmed: fc.boolean(),
});
const history = fc.record({
  payments: fc.array(payment, { minLength: 1, maxLength: 12 }),
  changes: fc.array(change, { maxLength: 25 }),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

async function play(world: MerchantWorld, { payments, changes }: History): Promise<void> {
  const written: { id: string; row: RolledUp }[] = [];
  for (const p of payments) {
    const terminal = world.terminals[p.terminal];
    if (!terminal) throw new Error('the world has three terminals');
    const row: RolledUp = {
      merchantId: world.merchantId,
      createdAt: new Date(Date.now() - p.minutesAgo * 60_000),
      branchId: terminal.branchId,
      terminalId: terminal.id,
      cashierId: p.cashier === null ? null : (world.cashierIds[p.cashier] ?? null),
      scheme: 'None',
      type: p.type,
      status: 'INITIALIZED',
      currency: p.currency,
      bankConfirmed: false,
      amountMinor: p.amountMinor,
      feeMinor: 0,
      vatMinor: 0,
      netMinor: 0,
    };
    const id = await inTenant(db, world.merchantId, (tx) => insertPayment(tx, terminal.tid, row));
    written.push({ id, row });
  }
  for (const { of, ...decided } of changes) {
    const target = written[of % written.length];
    if (!target) continue;
    const vatMinor = Math.floor(decided.feeMinor / 7);
    const netMinor = target.row.amountMinor - decided.feeMinor - vatMinor;
    const after = { ...target.row, ...decided, vatMinor, netMinor };
    await inTenant(db, world.merchantId, async (tx) => {
      await updatePayment(tx, target.id, after);
      await moveInRollup(tx, target.row, after);
    });
    target.row = after;
  }
}

test('after any history the totals by hour and by day are the sums over the payments', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (played) => {
      const world = await makeMerchant(db);
      await play(world, played);
      await expectEqualSums(world.merchantId);
    }),
    { numRuns: 25 },
  );
});

/** A purchase that just began on a terminal. */
const begunOn = (
  { merchantId }: MerchantWorld,
  { id, branchId }: MerchantWorld['terminals'][number],
): RolledUp => ({
  merchantId,
  createdAt: new Date(),
  branchId,
  terminalId: id,
  cashierId: null,
  scheme: 'None',
  type: 'PURCHASE',
  status: 'INITIALIZED',
  currency: 'SAR',
  bankConfirmed: false,
  amountMinor: 2_500,
  feeMinor: 0,
  vatMinor: 0,
  netMinor: 0,
});

test('payments decided at the same moment on shared rows neither deadlock nor lose a difference', async () => {
  const world = await makeMerchant(db, { branches: 1, terminals: 8 });
  const rows = world.terminals.map((terminal) => begunOn(world, terminal));
  await Promise.all(
    rows.map(async (row, i) => {
      const tid = world.terminals[i]?.tid ?? '';
      const id = await inTenant(db, world.merchantId, (tx) => insertPayment(tx, tid, row));
      const after = { ...row, status: i % 2 ? 'APPROVED' : 'DECLINED', scheme: i % 3 ? 'Mada' : 'Visa' };
      await inTenant(db, world.merchantId, async (tx) => {
        await updatePayment(tx, id, after);
        await moveInRollup(tx, row, after);
      });
    }),
  );
  await expectEqualSums(world.merchantId);
});

test('one that is written and decided in one transaction holds no row while another payment is decided', async () => {
  const world = await makeMerchant(db, { branches: 1, terminals: 2 });
  const [here, there] = world.terminals.map((terminal) => begunOn(world, terminal));
  if (!here || !there) throw new Error('two terminals');
  const decided = (row: RolledUp): RolledUp => ({ ...row, status: 'APPROVED', scheme: 'Mada' });
  const [tid = '', otherTid = ''] = world.terminals.map((terminal) => terminal.tid);
  const other = await inTenant(db, world.merchantId, (tx) => insertPayment(tx, otherTid, there));
  await inTenant(db, world.merchantId, async (tx) => {
    const id = await insertPayment(tx, tid, here);
    // Its sums are locked in their order, approved before begun: it would wait for this one and this one for it.
    await inTenant(db, world.merchantId, async (another) => {
      await updatePayment(another, other, decided(there));
      await moveInRollup(another, there, decided(there));
    });
    await updatePayment(tx, id, decided(here));
    await moveInRollup(tx, here, decided(here));
  });
  await expectEqualSums(world.merchantId);
});

test('a change that leaves every figure as it was writes no row', async () => {
  const world = await makeMerchant(db);
  const [terminal] = world.terminals;
  const row: RolledUp = {
    merchantId: world.merchantId,
    createdAt: new Date(),
    branchId: terminal?.branchId ?? '',
    terminalId: terminal?.id ?? '',
    cashierId: null,
    scheme: 'Mada',
    type: 'PURCHASE',
    status: 'APPROVED',
    currency: 'SAR',
    bankConfirmed: false,
    amountMinor: 100,
    feeMinor: 1,
    vatMinor: 0,
    netMinor: 99,
  };
  await inTenant(db, world.merchantId, (tx) => moveManyInRollup(tx, [{ before: row, after: { ...row } }]));
  const { hours, days } = await bothSides(world.merchantId);
  expect([...hours, ...days]).toEqual([]);
});

test('a bulk load builds the same totals, and a bank file confirms and unconfirms many at once', async () => {
  const world = await makeMerchant(db, { branches: 2, terminals: 5, cashiers: 3 });
  const until = new Date();
  const from = new Date(until.getTime() - 6 * 86_400_000);
  await inPlatform(db, (tx) => loadTransactions(tx, world, { count: 3_000, from, until }));
  await expectEqualSums(world.merchantId);

  const confirm = (confirmed: boolean) =>
    inTenant(db, world.merchantId, async (tx) => {
      await tx.change(
        `CREATE TEMPORARY TABLE confirmed_now ON COMMIT DROP AS
         SELECT id AS transaction_id FROM transactions
          WHERE merchant_id = ${world.merchantId} AND status = 'APPROVED' AND id % 2 = 0
            AND (bank_confirmed_at IS NOT NULL) <> ${confirmed}`,
      );
      await tx.change(
        `UPDATE transactions t SET bank_confirmed_at = now() + CASE WHEN $1::boolean THEN interval '0' END
           FROM confirmed_now c WHERE t.merchant_id = tenant_id() AND t.id = c.transaction_id`,
        [confirmed],
      );
      await confirmInRollups(tx, 'confirmed_now', confirmed);
    });
  await confirm(true);
  await expectEqualSums(world.merchantId);
  await confirm(false);
  await expectEqualSums(world.merchantId);
});
