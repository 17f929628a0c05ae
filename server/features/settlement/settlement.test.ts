import {
  type CellParams,
  type ExpectationState,
  getSettlementCell,
  getSettlementMonth,
  isOpen,
  listSettlementPayments,
  type SettlementCell,
  type SettlementMonth,
  type SettlementPart,
} from '@mizan/contract/settlement.ts';
import { expect, test } from 'vitest';
import { inPlatform, inTenant, platformRows } from '../../platform/database/database.ts';
import { lineCame } from '../expectations/expectations.service.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { loadTransactions } from '../transactions/testing/bulk-transactions.ts';
import { listPage, totalsOf } from '../transactions/transactions.service.ts';

/** Sunday, 22 November 2026, at noon in Riyadh. */
const first = await bankWorld();
const { db, clock } = first.portal;

const monthIn = async ({ portal, token }: BankWorld, month?: string): Promise<SettlementMonth> => {
  const answer = await portal.call(getSettlementMonth, { query: { month } }, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json<SettlementMonth>();
};
const bankOf = async ({ merchant }: BankWorld): Promise<string> => {
  const [bank] = await platformRows<{ id: string }>(
    db,
    'SELECT min(id)::text AS id FROM banks WHERE merchant_id = $1',
    [merchant.merchantId],
  );
  return bank?.id ?? '';
};
const cellOf = (world: BankWorld, day: string, bankId: string, token = world.token) =>
  world.portal.call(
    getSettlementCell,
    { params: { bankId, scheme: 'Mada', currency: 'SAR', day } },
    { token },
  );

/** A file's word on payments, without a file. */
const bring = (world: BankWorld, payments: readonly Sold[], line: string): Promise<void> =>
  inTenant(db, world.merchant.merchantId, async (tx) => {
    await tx.change(
      'CREATE TEMPORARY TABLE brought (transaction_id bigint, bank_line bigint, line text) ON COMMIT DROP',
    );
    await tx.change('INSERT INTO brought SELECT unnest($1::bigint[]), 1, $2', [
      payments.map(({ id }) => id),
      line,
    ]);
    await lineCame(tx, 'brought', '1');
    await tx.change(
      'UPDATE transactions SET bank_confirmed_at = $2 WHERE merchant_id = tenant_id() AND id = ANY ($1::bigint[])',
      [payments.map(({ id }) => id), clock.now()],
    );
  });

test.each<[state: ExpectationState, day: string, lines: readonly string[]]>([
  // Mada is due on the next working day: Thursday's sales and those of the weekend on Sunday, which is today.
  ['NOT_DUE', '2026-11-19', []],
  ['PARTLY', '2026-11-19', ['agreed']],
  ['CONFIRMED', '2026-11-19', ['agreed', 'agreed']],
  ['NO_FILE', '2026-11-18', []],
  ['OVERDUE', '2026-11-18', ['agreed']],
  ['CONFIRMED', '2026-11-18', ['agreed', 'agreed']],
  ['DIFFERS', '2026-11-18', ['agreed', 'differs']],
  ['DIFFERS', '2026-11-19', ['disputed', 'agreed']],
  // What is overdue asks more than a line that differs.
  ['OVERDUE', '2026-11-18', ['differs']],
  ['WRITTEN_OFF', '2026-11-18', ['agreed', 'writtenOff']],
])('a cell is %s on %s with the lines %j', async (state, day, lines) => {
  const world = await anotherMerchant(first);
  const sales = await sell(world, [
    { amountMinor: 10_000, at: `${day} 09:00` },
    { amountMinor: 3_000, at: `${day} 23:30` },
  ]);
  for (const [index, line] of lines.entries()) await bring(world, sales.slice(index, index + 1), line);
  const { rows, totals } = await monthIn(world);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ scheme: 'Mada', days: [{ day, state }] });
  const parts = totals[0]?.parts ?? [];
  expect(parts.reduce((sum, part) => sum + part.count, 0)).toBe(2);
  expect(parts.reduce((sum, part) => sum + part.netMinor, 0)).toBe(
    sales.reduce((sum, { amountMinor, feeMinor, vatMinor }) => sum + amountMinor - feeMinor - vatMinor, 0),
  );
});

test('a file that covers a payment without a line makes it overdue once its day has passed, and not before', async () => {
  const world = await anotherMerchant(first);
  const [late, inTime] = await sell(world, [
    { amountMinor: 500, at: '2026-11-18 09:00' },
    { amountMinor: 700, at: '2026-11-19 09:00' },
  ]);
  await platformRows(
    db,
    'UPDATE expectations SET missing_in_file_id = 1 WHERE transaction_id = ANY ($1::bigint[])',
    [[late?.id, inTime?.id]],
  );
  await platformRows(db, 'UPDATE expectation_days SET is_missing = true WHERE merchant_id = $1', [
    world.merchant.merchantId,
  ]);
  const { rows } = await monthIn(world);
  expect(rows[0]?.days.map(({ day, state }) => [day, state])).toEqual([
    ['2026-11-18', 'OVERDUE'],
    ['2026-11-19', 'NOT_DUE'],
  ]);
});

test('one cell is one sum down to the net, with its due day and why it is late', async () => {
  const world = await anotherMerchant(first);
  const sales = await sell(world, [
    { amountMinor: 10_000, at: '2026-11-15 09:00' },
    { amountMinor: 4_000, at: '2026-11-15 10:00' },
    { amountMinor: 1_000, at: '2026-11-15 11:00', type: 'REFUND' },
  ]);
  const bankId = await bankOf(world);
  await bring(world, sales.slice(0, 1), 'agreed');
  const answer = await cellOf(world, '2026-11-15', bankId);
  expect(answer.statusCode).toBe(200);
  const cell = answer.json<SettlementCell>();
  // 0.80% of 100.00 and of 40.00, and 15% VAT on each.
  expect(cell).toMatchObject({
    state: 'OVERDUE',
    dueDay: '2026-11-16',
    lateDays: 4,
    agreed: null,
    purchases: { count: 2, grossMinor: 14_000 },
    refunds: { count: 1, grossMinor: -1_000 },
    mdrMinor: 112,
    mdrBps: 80,
    processingMinor: 0,
    vatMinor: 17,
    netMinor: 12_871,
    unjudged: { count: 0, grossMinor: 0 },
  });
  expect(cell.strip.map(({ kind, late }) => [kind, late])).toEqual([
    ['SOLD', 0],
    ['DUE', 0],
    ['LATE', 1],
    ['LATE', 2],
    ['LATE', 3],
    ['CLOSED', 3],
    ['CLOSED', 3],
    ['LATE', 4],
  ]);
  const params: CellParams = { bankId, scheme: 'Mada', currency: 'SAR', day: '2026-11-15' };
  const page = async (cursor?: string) =>
    (
      await world.portal.call(
        listSettlementPayments,
        { params, query: { limit: 1, cursor } },
        { token: world.token },
      )
    ).json<{ rows: { transactionId: string }[]; nextCursor: string | null }>();
  const newest = await page();
  const older = await page(newest.nextCursor ?? '');
  expect([newest, older].flatMap(({ rows }) => rows.map(({ transactionId }) => transactionId))).toEqual([
    sales[2]?.id,
    sales[1]?.id,
  ]);
  expect(older.nextCursor).toBeNull();
});

test('without an agreed rate the gross is named apart and stands in no net', async () => {
  const world = await anotherMerchant(first);
  await sell(world, [{ amountMinor: 9_900, at: '2026-11-19 09:00' }]);
  await platformRows(
    db,
    'UPDATE expectations SET fee_minor = NULL, vat_minor = NULL, net_minor = NULL WHERE merchant_id = $1',
    [world.merchant.merchantId],
  );
  await platformRows(
    db,
    `UPDATE expectation_days SET fee_minor = 0, vat_minor = 0, net_minor = 0, unjudged_count = count,
            unjudged_minor = gross_minor WHERE merchant_id = $1`,
    [world.merchant.merchantId],
  );
  const { totals } = await monthIn(world);
  expect(totals[0]?.parts).toEqual([
    { state: 'NOT_DUE', count: 1, grossMinor: 9_900, netMinor: 0, unjudgedCount: 1, unjudgedMinor: 9_900 },
  ]);
  const cell = (await cellOf(world, '2026-11-19', await bankOf(world))).json<SettlementCell>();
  expect(cell).toMatchObject({
    purchases: { count: 0, grossMinor: 0 },
    netMinor: 0,
    unjudged: { count: 1, grossMinor: 9_900 },
  });
  // The gross opens the payment, and the net of the same month opens none.
  const month = { from: '2026-11-01', to: '2026-11-30', days: 'bank' } as const;
  const { owner } = world.merchant;
  for (const [rate, count, netMinor] of [
    ['none', 1, 9_900],
    ['agreed', 0, 0],
  ] as const) {
    const opened = await listPage(db, owner, { ...month, rate, limit: 50 }, clock.now());
    expect(opened.rows).toHaveLength(count);
    expect(await totalsOf(db, owner, { ...month, rate }, clock.now())).toMatchObject({ count, netMinor });
  }
});

test("404: another merchant's cell, and its payments, as one that there never was", async () => {
  const [own, other] = [await anotherMerchant(first), await anotherMerchant(first)];
  await sell(other, [{ amountMinor: 500, at: '2026-11-18 09:00' }]);
  const bankId = await bankOf(other);
  expect((await cellOf(own, '2026-11-18', bankId, other.token)).statusCode).toBe(200);
  expect((await cellOf(own, '2026-11-18', bankId)).statusCode).toBe(404);
  expect((await cellOf(own, '2026-11-18', 'unknown')).statusCode).toBe(404);
  const params: CellParams = { bankId, scheme: 'Mada', currency: 'SAR', day: '2026-11-18' };
  const answer = await own.portal.call(listSettlementPayments, { params, query: {} }, { token: own.token });
  expect(answer.statusCode).toBe(404);
});

test('payments of a terminal without a bank are a row of their own, and no state is guessed for another bank', async () => {
  const world = await anotherMerchant(first);
  await sell(world, [{ amountMinor: 500, at: '2026-11-19 09:00' }]);
  for (const table of ['expectations', 'expectation_days']) {
    await platformRows(db, `UPDATE ${table} SET bank_id = 0 WHERE merchant_id = $1`, [
      world.merchant.merchantId,
    ]);
  }
  await platformRows(db, 'UPDATE transactions SET bank_id = NULL WHERE merchant_id = $1', [
    world.merchant.merchantId,
  ]);
  const { banks, rows } = await monthIn(world);
  expect(banks).toMatchObject([{ id: 'unknown', branches: [{ nameEn: 'Branch 1' }] }]);
  expect(rows).toMatchObject([{ bankId: 'unknown', days: [{ state: 'NOT_DUE' }] }]);
  expect((await cellOf(world, '2026-11-19', 'unknown')).json<SettlementCell>()).toMatchObject({
    netMinor: 495,
  });
});

test('every number of a month opens the payments that it counts, and they add up to it', async () => {
  const world = await anotherMerchant(first);
  const { merchant } = world;
  const ago = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  // Of each load the last three days are in no file; a part of Wednesday is in one.
  await inPlatform(db, (tx) => loadTransactions(tx, merchant, { count: 600, from: ago(20), until: ago(4) }));
  await inPlatform(db, (tx) =>
    loadTransactions(tx, merchant, { count: 300, from: ago(4), until: ago(0), numberFrom: 600 }),
  );
  const { rows, totals } = await monthIn(world);
  const month = { from: '2026-11-01', to: '2026-11-30', days: 'bank' } as const;
  const opened = async (filter: Partial<Parameters<typeof listPage>[2]>) => {
    const found = [];
    let cursor: string | undefined;
    do {
      const page = await listPage(db, merchant.owner, { ...filter, limit: 200, cursor }, clock.now());
      found.push(...page.rows);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    const sums = await totalsOf(db, merchant.owner, filter, clock.now());
    expect(sums).toMatchObject({ count: found.length, atLeast: false });
    const net = found.reduce((sum, row) => sum + (row.type === 'PURCHASE' ? row.netMinor : -row.netMinor), 0);
    expect(sums.netMinor).toBe(net);
    return { count: found.length, netMinor: net };
  };
  const wanted = (
    parts: readonly SettlementPart[],
    isIn: (state: ExpectationState) => boolean = () => true,
  ) => ({
    count: parts.reduce((sum, part) => sum + (isIn(part.state) ? part.count : 0), 0),
    netMinor: parts.reduce((sum, part) => sum + (isIn(part.state) ? part.netMinor : 0), 0),
  });
  const all = totals[0]?.parts ?? [];
  expect(all.map(({ state }) => state)).toEqual(['OVERDUE', 'NO_FILE', 'PARTLY', 'NOT_DUE', 'CONFIRMED']);
  expect(await opened(month)).toEqual(wanted(all));
  for (const { state } of all) {
    expect(await opened({ ...month, bank: state })).toEqual(wanted(all, (each) => each === state));
  }
  for (const { bankId, scheme, days } of rows) {
    const parts = days.flatMap((day) => day.parts);
    const ofRow = { ...month, bankId: [bankId], scheme: [scheme] };
    expect(await opened(ofRow)).toEqual(wanted(parts));
    expect(await opened({ ...ofRow, bank: 'OPEN' })).toEqual(wanted(parts, isOpen));
    for (const day of days.slice(-3)) {
      expect(await opened({ ...ofRow, from: day.day, to: day.day })).toEqual(wanted(day.parts));
    }
  }
});

test('a month names the spans in which its banks are closed, none that was dropped or is over, and which are only proposed', async () => {
  const spans = [
    ['2027-02-20', '2027-03-02', 'CONFIRMED', 'Over its start'],
    ['2027-03-10', '2027-03-14', 'PROPOSED', 'Within it'],
    ['2027-03-20', '2027-03-21', 'DROPPED', 'Dropped'],
    ['2027-03-31', '2027-04-03', 'CONFIRMED', 'Over its end'],
    ['2026-12-01', '2026-12-02', 'CONFIRMED', 'Before it'],
  ];
  for (const span of spans)
    await platformRows(
      db,
      `INSERT INTO bank_holidays (from_day, to_day, kind, name_en, name_ar, state)
       VALUES ($1, $2, 'OTHER', $4, 'أيام', $3)`,
      span,
    );
  const { closed } = await monthIn(first, '2027-03');
  expect(closed.map(({ from, to, nameEn, isProposed }) => [from, to, nameEn, isProposed])).toEqual([
    ['2027-02-20', '2027-03-02', 'Over its start', false],
    ['2027-03-10', '2027-03-14', 'Within it', true],
    ['2027-03-31', '2027-04-03', 'Over its end', false],
  ]);
});
