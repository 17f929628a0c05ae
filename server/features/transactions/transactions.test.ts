import { usualPaidWithin } from '@mizan/contract/agreed-rate.ts';
import { dueDayOf, riyadhDay } from '@mizan/contract/business-day.ts';
import { declineReasonOf } from '@mizan/contract/decline-reasons.ts';
import { currencies } from '@mizan/contract/money.ts';
import { schemes, transactionStatuses } from '@mizan/contract/transaction-states.ts';
import { transactionTypes } from '@mizan/contract/transaction-types.ts';
import {
  type BankFilter,
  bankFilters,
  rateFilters,
  type TransactionRow,
  transactionDetail,
  transactionRow,
  transactionTotals,
} from '@mizan/contract/transactions.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, inPlatform, inTenant, openDatabase } from '../../platform/database/database.ts';
import type { Member } from '../../platform/http/call.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { merchantWith } from './testing/bulk-transactions.ts';
import type { MerchantWorld } from './testing/merchant-world.ts';
import { getTransactionDetail, listPage, optionsOf, totalsOf } from './transactions.service.ts';

const database = await testDatabase();
const db = openDatabase(database.roles);
afterAll(() => closeDatabase(db));

const now = new Date('2026-11-20T12:00:00Z');
let world: MerchantWorld;
let other: MerchantWorld;

beforeAll(async () => {
  world = await merchantWith(
    db,
    { count: 3_000, days: 40, until: now },
    { branches: 2, terminals: 4, cashiers: 3 },
  );
  other = await merchantWith(db, { count: 50, days: 40, until: now });
});

type Query = Omit<Parameters<typeof listPage>[2], 'limit'> & { limit?: number };

/** Every row of a filter, page after page. */
async function walk(member: Member, query: Query) {
  const rows = [];
  let cursor: string | undefined;
  do {
    const page = await listPage(db, member, { limit: 200, ...query, cursor }, now);
    rows.push(...page.rows);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return rows;
}

const everything = { from: '2026-10-01', to: '2026-11-20' };

test('pages give every payment once, newest first, whatever their size', async () => {
  const whole = await walk(world.owner, everything);
  expect(whole).toHaveLength(3_000);
  const keys = whole.map((row) => `${row.createdAt} ${row.id.padStart(19, '0')}`);
  expect(keys).toEqual([...new Set(keys)].sort().reverse());
  const bySevens = await walk(world.owner, { ...everything, limit: 7, status: ['DECLINED', 'TIMEOUT'] });
  expect(bySevens.map((row) => row.id)).toEqual(
    whole.filter((row) => row.status === 'DECLINED' || row.status === 'TIMEOUT').map((row) => row.id),
  );
});

test('a row has the shape of the contract', async () => {
  const [row] = await walk(world.owner, {});
  expect(transactionRow.parse(row)).toEqual(row);
});

test('without days the list reaches 31 days back, a search over all time', async () => {
  const days = (await walk(world.owner, {})).map((row) => row.createdAt).sort();
  expect(days[0]?.slice(0, 13)).toBe('2026-10-20T21');
  const [oldest] = (await walk(world.owner, everything)).slice(-1);
  const found = await listPage(db, world.owner, { search: oldest?.rrn ?? '', limit: 50 }, now);
  expect(found.rows.map((row) => row.id)).toEqual([oldest?.id]);
  const last31 = await totalsOf(db, world.owner, {}, now);
  expect(last31).toMatchObject({ from: '2026-10-21', to: '2026-11-20', count: days.length });
  const searched = await totalsOf(db, world.owner, { search: oldest?.rrn ?? '' }, now);
  expect(searched).toMatchObject({ from: null, to: null, count: 1 });
});

test('all time is shown with one filter, which its index serves, and refused with two', async () => {
  const [terminal] = world.terminals;
  const one = { range: 'all', terminalId: [terminal?.id ?? ''] } as const;
  const whole = await walk(world.owner, everything);
  const expected = whole.filter((row) => row.terminalId === terminal?.id);
  expect((await walk(world.owner, { ...one, terminalId: [...one.terminalId] })).length).toBe(expected.length);
  const totals = await totalsOf(db, world.owner, { range: 'all' }, now);
  expect(totals).toMatchObject({ from: null, to: null, count: whole.length });
  const cashier = world.cashiers[0] ?? world.owner;
  for (const [member, asked] of [
    [world.owner, { range: 'all', status: ['APPROVED'], scheme: ['Jcb'] }],
    [world.owner, { range: 'all', minAmountMinor: 1 }],
    [world.owner, { range: 'all', from: '2026-11-01' }],
    [cashier, { range: 'all', status: ['APPROVED'] }],
  ] as [Member, Query][]) {
    const refused = listPage(db, member, { limit: 50, ...asked }, now);
    await expect(refused).rejects.toMatchObject({ code: 'badRequest', details: { field: 'range' } });
  }
});

test('400: days that run backwards, or more of them than may be shown', async () => {
  const backwards = listPage(db, world.owner, { from: '2026-11-02', to: '2026-11-01', limit: 50 }, now);
  await expect(backwards).rejects.toMatchObject({ code: 'badRequest', details: { field: 'from' } });
  const tooLong = listPage(db, world.owner, { from: '2025-01-01', to: '2026-11-01', limit: 50 }, now);
  await expect(tooLong).rejects.toMatchObject({ code: 'badRequest', details: { maxDays: 400 } });
});

const pick = <T>(values: readonly T[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }), { nil: undefined });
const includes = <T>(chosen: readonly T[] | undefined, value: T) => !chosen || chosen.includes(value);

const cellOf = (row: TransactionRow) => `${riyadhDay(new Date(row.createdAt))} ${row.scheme}`;

/** What the filters of the bank mean, row by row; the world's reviews are opened by a later test. */
function isIn(bank: BankFilter, row: TransactionRow, brought: ReadonlySet<string>): boolean {
  if (row.status !== 'APPROVED') return false;
  if (row.bankConfirmed) return bank === 'CONFIRMED';
  if (bank === 'NOT_CONFIRMED' || bank === 'OPEN') return true;
  const hasLine = brought.has(cellOf(row));
  const dueDay = dueDayOf(riyadhDay(new Date(row.createdAt)), usualPaidWithin(row.scheme));
  if (dueDay >= riyadhDay(now)) return bank === (hasLine ? 'PARTLY' : 'NOT_DUE');
  return bank === (hasLine ? 'OVERDUE' : 'NO_FILE');
}

const sumOf = (rows: readonly TransactionRow[], field: 'amountMinor' | 'feeMinor' | 'vatMinor') =>
  rows.reduce((sum, row) => sum + row[field], 0);

function figuresOf(rows: readonly TransactionRow[]) {
  const approved = rows.filter((row) => row.status === 'APPROVED');
  const sales = approved.filter((row) => row.type === 'PURCHASE');
  const refunded = approved.filter((row) => row.type !== 'PURCHASE');
  const [salesMinor, refundedMinor] = [sumOf(sales, 'amountMinor'), sumOf(refunded, 'amountMinor')];
  const [feeMinor, vatMinor] = [sumOf(approved, 'feeMinor'), sumOf(approved, 'vatMinor')];
  return {
    count: rows.length,
    salesMinor,
    salesCount: sales.length,
    refundedMinor,
    refundedCount: refunded.length,
    feeMinor,
    vatMinor,
    netMinor: salesMinor - refundedMinor - feeMinor - vatMinor,
  };
}

/** Every third confirmed payment is in one bank file, the others in another; every fifth has no agreed rate. */
async function giveFilesAndRates(): Promise<{ isJudged: Set<string>; fileOf: Map<string, string> }> {
  const rows = await inPlatform(db, async (tx) => {
    await tx.change(
      `UPDATE transactions SET bank_file_id = CASE WHEN id % 3 = 0 THEN 7 ELSE 8 END
        WHERE merchant_id = $1 AND bank_confirmed_at IS NOT NULL`,
      [world.merchantId],
    );
    await tx.change(
      `UPDATE expectations SET fee_minor = NULL, vat_minor = NULL, net_minor = NULL
        WHERE merchant_id = $1 AND transaction_id % 5 = 0`,
      [world.merchantId],
    );
    await tx.change(
      `UPDATE expectation_days d
          SET unjudged_count = u.count, unjudged_minor = u.gross, net_minor = d.net_minor - u.net,
              fee_minor = d.fee_minor - u.fee, vat_minor = d.vat_minor - u.vat
         FROM (SELECT e.bank_id, e.business_day, e.branch_id, e.scheme, e.type, e.currency, e.due_day, e.line,
                      count(*) AS count, sum(e.gross_minor) AS gross,
                      sum(CASE WHEN e.type = 'PURCHASE' THEN 1 ELSE -1 END * t.net_minor) AS net,
                      sum(CASE WHEN e.type = 'PURCHASE' THEN 1 ELSE -1 END * t.fee_minor) AS fee,
                      sum(CASE WHEN e.type = 'PURCHASE' THEN 1 ELSE -1 END * t.vat_minor) AS vat
                 FROM expectations e JOIN transactions t ON t.merchant_id = e.merchant_id AND t.id = e.transaction_id
                WHERE e.merchant_id = $1 AND e.net_minor IS NULL AND e.is_owed
                GROUP BY 1, 2, 3, 4, 5, 6, 7, 8) u
        WHERE d.merchant_id = $1 AND d.bank_id = u.bank_id AND d.business_day = u.business_day
          AND d.branch_id = u.branch_id AND d.scheme = u.scheme AND d.type = u.type AND d.currency = u.currency
          AND d.due_day = u.due_day AND d.line = u.line`,
      [world.merchantId],
    );
    return tx.rows<{ id: string; file: string | null; isJudged: boolean }>(
      `SELECT t.id::text, t.bank_file_id::text AS file, e.net_minor IS NOT NULL AS "isJudged"
         FROM transactions t JOIN expectations e ON e.merchant_id = t.merchant_id AND e.transaction_id = t.id
        WHERE t.merchant_id = $1`,
      [world.merchantId],
    );
  });
  return {
    isJudged: new Set(rows.filter((row) => row.isJudged).map(({ id }) => id)),
    fileOf: new Map(rows.flatMap(({ id, file }): [string, string][] => (file ? [[id, file]] : []))),
  };
}

/** The load declines for one reason: some of them get others, and some none. */
async function giveReasons(): Promise<Map<string, string>> {
  const rows = await inTenant(db, world.merchantId, async (tx) => {
    await tx.change(
      `UPDATE transactions SET provider_code = (ARRAY['01', '15', '14', '86', '77', NULL])[id % 6 + 1],
              action_code = (ARRAY['116', '999', '000', NULL, '911'])[id % 5 + 1]
        WHERE merchant_id = $1 AND status <> 'APPROVED'`,
      [world.merchantId],
    );
    return tx.rows<{ id: string; provider: string | null; action: string | null }>(
      `SELECT id::text, provider_code AS provider, action_code AS action FROM transactions WHERE merchant_id = $1`,
      [world.merchantId],
    );
  });
  return new Map(rows.map(({ id, provider, action }) => [id, declineReasonOf(provider, action)]));
}

test('without days, instants name the time; longer than days may be only for what an index holds alone', async () => {
  const whole = await walk(world.owner, everything);
  const [newer, older] = [whole[100], whole[2_900]];
  if (!newer || !older) throw new Error('the load is of 3,000 payments');
  const span = { paidFrom: older.createdAt, paidBefore: newer.createdAt };
  const between = whole.filter(({ createdAt }) => createdAt >= span.paidFrom && createdAt < span.paidBefore);
  expect((await walk(world.owner, span)).map(({ id }) => id)).toEqual(between.map(({ id }) => id));
  expect(await totalsOf(db, world.owner, span, now)).toMatchObject({
    from: null,
    to: null,
    ...figuresOf(between),
  });
  const open = whole.filter((row) => row.status === 'APPROVED' && !row.bankConfirmed);
  const before = { paidBefore: newer.createdAt, bank: 'OPEN', scheme: ['Mada'] } as Query;
  expect((await walk(world.owner, before)).map(({ id }) => id)).toEqual(
    open.filter((row) => row.scheme === 'Mada' && row.createdAt < newer.createdAt).map(({ id }) => id),
  );
  const refused = walk(world.owner, { paidBefore: newer.createdAt, status: ['APPROVED'], scheme: ['Mada'] });
  await expect(refused).rejects.toMatchObject({ code: 'badRequest', details: { field: 'paidFrom' } });
  const ofFile = walk(world.owner, { range: 'all', bankFileId: '7' });
  await expect(ofFile).rejects.toMatchObject({ code: 'badRequest', details: { field: 'range' } });
});

test('sums are of the one currency that is asked for, and of no other', async () => {
  const days = await walk(other.owner, everything);
  const isDollar = ({ createdAt }: TransactionRow): boolean => riyadhDay(new Date(createdAt)) >= '2026-11-01';
  await inPlatform(db, async (tx) => {
    const first = '2026-11-01T00:00:00+03:00';
    for (const [table, since] of [
      ['transactions', `created_at >= '${first}'`],
      ['transaction_rollups', `hour >= '${first}'`],
      ['transaction_day_rollups', "day >= '2026-11-01'"],
    ])
      await tx.change(`UPDATE ${table} SET currency = 'USD' WHERE merchant_id = $1 AND ${since}`, [
        other.merchantId,
      ]);
  });
  for (const currency of ['SAR', 'USD'] as const) {
    const own = days.filter((row) => isDollar(row) === (currency === 'USD'));
    const asked = { ...everything, currency: [currency] };
    expect((await walk(other.owner, asked)).map(({ id }) => id)).toEqual(own.map(({ id }) => id));
    const totals = { ...figuresOf(own), currency };
    expect(await totalsOf(db, other.owner, asked, now)).toMatchObject(totals);
    expect(await totalsOf(db, other.owner, { ...asked, minAmountMinor: 0 }, now)).toMatchObject(totals);
  }
});

test('any combination of filters gives what holds for each row, and the totals count it', async () => {
  const whole = await walk(world.owner, everything);
  const { isJudged, fileOf } = await giveFilesAndRates();
  const reasonOf = await giveReasons();
  const brought = new Set(whole.filter((row) => row.bankConfirmed).map(cellOf));
  // Payments stand at the very edges: the first instant is in, the second out.
  const moment = fc.constantFrom(...whole.filter((_, at) => at % 300 === 7).map((row) => row.createdAt));
  const filters = fc.record({
    type: pick(transactionTypes),
    bank: fc.option(fc.constantFrom(...bankFilters), { nil: undefined }),
    days: fc.option(fc.constant('bank' as const), { nil: undefined }),
    status: pick(transactionStatuses),
    scheme: pick(schemes),
    terminalId: pick(world.terminals.map((t) => t.id)),
    branchId: pick(world.branchIds),
    cashierId: pick(world.cashierIds),
    startedById: pick([world.owner.userId, ...world.cashierIds]),
    minAmountMinor: fc.option(fc.nat({ max: 60_000 }), { nil: undefined }),
    maxAmountMinor: fc.option(fc.nat({ max: 60_000 }), { nil: undefined }),
    currency: pick(currencies),
    rate: fc.option(fc.constantFrom(...rateFilters), { nil: undefined }),
    paidFrom: fc.option(moment, { nil: undefined, freq: 1 }),
    paidBefore: fc.option(moment, { nil: undefined, freq: 1 }),
    reason: fc.option(fc.constantFrom('A116', 'P15', 'NONE'), { nil: undefined, freq: 1 }),
    bankFileId: fc.option(fc.constantFrom('7', '8'), { nil: undefined, freq: 1 }),
    otherBankFileId: fc.option(fc.constant('7'), { nil: undefined, freq: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(filters, fc.constantFrom(world.owner, ...world.cashiers), async (chosen, member) => {
      const expected = whole.filter(
        (row) =>
          includes(chosen.status as string[] | undefined, row.status) &&
          includes(chosen.type, row.type) &&
          (!chosen.bank || isIn(chosen.bank, row, brought)) &&
          (!chosen.days || row.status === 'APPROVED') &&
          includes(chosen.scheme, row.scheme) &&
          includes(chosen.terminalId, row.terminalId) &&
          includes(chosen.branchId, row.branchId) &&
          (!chosen.cashierId || (row.cashierId !== null && chosen.cashierId.includes(row.cashierId))) &&
          (!chosen.startedById ||
            (row.startedById !== null && chosen.startedById.includes(row.startedById))) &&
          includes(chosen.currency, row.currency) &&
          (!chosen.rate ||
            (row.status === 'APPROVED' && isJudged.has(row.id) === (chosen.rate === 'agreed'))) &&
          (!chosen.reason || (row.status === 'DECLINED' && reasonOf.get(row.id) === chosen.reason)) &&
          row.createdAt >= (chosen.paidFrom ?? '') &&
          row.createdAt < (chosen.paidBefore ?? '9') &&
          (!chosen.bankFileId || fileOf.get(row.id) === chosen.bankFileId) &&
          (!chosen.otherBankFileId || (fileOf.get(row.id) ?? '7') !== chosen.otherBankFileId) &&
          row.amountMinor >= (chosen.minAmountMinor ?? 0) &&
          row.amountMinor <= (chosen.maxAmountMinor ?? Infinity) &&
          (member.role === 'MERCHANT' ||
            row.cashierId === member.userId ||
            row.terminalId === member.terminalId),
      );
      const rows = await walk(member, { ...everything, ...chosen });
      expect(rows.map((row) => row.id)).toEqual(expected.map((row) => row.id));
      const totals = await totalsOf(db, member, { ...everything, ...chosen }, now);
      expect(transactionTotals.output.parse(totals)).toEqual(totals);
      expect(totals).toMatchObject({ ...everything, atLeast: false, ...figuresOf(expected) });
    }),
    { numRuns: 60 },
  );
});

test("404: another merchant's payment, another cashier's, and one that does not exist", async () => {
  const [foreign] = await walk(other.owner, {});
  const whole = await walk(world.owner, {});
  const cashier = world.cashiers[0];
  if (!cashier || !foreign) throw new Error('the worlds have payments and cashiers');
  const notOwn = whole.find((r) => r.cashierId !== cashier.userId && r.terminalId !== cashier.terminalId);
  const detail = (member: Member, id: string) =>
    inTenant(db, member.merchantId, (tx) => getTransactionDetail(tx, member, id));
  await expect(detail(world.owner, foreign.id)).rejects.toMatchObject({ code: 'notFound' });
  await expect(detail(cashier, notOwn?.id ?? '')).rejects.toMatchObject({ code: 'notFound' });
  await expect(detail(world.owner, '9223372036854775807')).rejects.toMatchObject({ code: 'notFound' });
  expect(await detail(world.owner, notOwn?.id ?? '')).toMatchObject({ id: notOwn?.id });
});

test('one payment comes whole, with its events and the review that is open', async () => {
  const [row] = await walk(world.owner, { status: ['TIMEOUT'] });
  const at = new Date('2026-11-20T11:00:00Z');
  await inTenant(db, world.merchantId, async (tx) => {
    await tx.change(
      `UPDATE transactions SET under_review = true, holds_lock = true WHERE merchant_id = tenant_id() AND id = $1`,
      [row?.id],
    );
    await tx.change(
      `INSERT INTO journal (merchant_id, subject, subject_id, at, fact, params)
       VALUES ($1, 'transaction', $2, $3, 'payments.sent', '{}'),
              ($1, 'transaction', $2, $3, 'payments.acknowledged', '{"outcome": "ACCEPTED", "secret": "x"}')`,
      [world.merchantId, row?.id, at],
    );
    await tx.change(
      `INSERT INTO reviews (merchant_id, transaction_id, reason, opened_at, decided_at)
       VALUES ($1, $2, 'NO_ANSWER', $3, null), ($1, $2, 'JOURNAL_LOST', $3, $3)`,
      [world.merchantId, row?.id, at],
    );
  });
  const detail = await inTenant(db, world.merchantId, (tx) =>
    getTransactionDetail(tx, world.owner, row?.id ?? ''),
  );
  expect(transactionDetail.parse(detail)).toEqual(detail);
  expect(detail).toMatchObject({
    unknownOutcome: true,
    review: { reason: 'NO_ANSWER', openedAt: at.toISOString(), decidedAt: null },
    events: [
      { fact: 'payments.sent', by: null, params: {} },
      // What its kind does not name is seen by nobody.
      { fact: 'payments.acknowledged', by: null, params: { outcome: 'ACCEPTED' } },
    ],
  });
});

test('a filter offers everything to the owner and the own place to a cashier', async () => {
  const all = await optionsOf(db, world.owner);
  expect([all.branches.length, all.terminals.length, all.cashiers.length]).toEqual([2, 4, 3]);
  expect(all.starters.map((s) => s.id).sort()).toEqual([world.owner.userId, ...world.cashierIds].sort());
  const cashier = world.cashiers[1];
  if (!cashier) throw new Error('the world has cashiers');
  const own = await optionsOf(db, cashier);
  expect(own.branches.map((b) => b.id)).toEqual([cashier.branchId]);
  expect(own.terminals.map((t) => t.id)).toEqual([cashier.terminalId]);
  expect(own.cashiers.map((c) => c.id)).toEqual([cashier.userId]);
  expect(own.starters.map((s) => s.id)).toEqual([cashier.userId]);
});
