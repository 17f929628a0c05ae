import { listDeposits, matchDeposit } from '@mizan/contract/deposits.ts';
import {
  exportSettlement,
  getSettlementTable,
  type SettlementTable,
} from '@mizan/contract/settlement-table.ts';
import { expect, test } from 'vitest';
import { inPlatform, inTenant, platformRows } from '../../platform/database/database.ts';
import { wordsFor } from '../../platform/words.ts';
import { depositOf, entered, firstBankOf } from '../deposits/testing/deposit-world.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvHeader,
  csvLineOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { loadTransactions } from '../transactions/testing/bulk-transactions.ts';
import { totalsOf } from '../transactions/transactions.service.ts';

/** Sunday, 22 November 2026, at noon in Riyadh. */
const first = await bankWorld();
const { db, clock } = first.portal;

const tableOf = async ({ portal, token }: BankWorld, query: object = {}): Promise<SettlementTable> => {
  const answer = await portal.call(getSettlementTable, { query: { month: '2026-11', ...query } }, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json<SettlementTable>();
};

test('each row is one sum from gross to net, and each figure is that of the payments that it opens', async () => {
  const world = await anotherMerchant(first);
  const { merchant } = world;
  const ago = (days: number) => new Date(clock.now().getTime() - days * 86_400_000);
  await inPlatform(db, (tx) => loadTransactions(tx, merchant, { count: 400, from: ago(15), until: ago(0) }));
  const { rows, totals } = await tableOf(world);
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    const parts = row.grossMinor + row.refundsMinor + row.mdrMinor + row.processingMinor + row.vatMinor;
    expect(parts).toBe(row.netMinor);
    // Nothing has arrived: what is late or paid differs by its net, of the others nobody can say.
    const says = row.state === 'LATE' || row.state === 'PAID';
    expect(row.differenceMinor).toBe(says ? row.arrivedMinor - row.netMinor : null);
  }
  for (const of of [
    'grossMinor',
    'refundsMinor',
    'mdrMinor',
    'processingMinor',
    'vatMinor',
    'netMinor',
  ] as const) {
    expect(rows.reduce((sum, row) => sum + row[of], 0)).toBe(totals[0]?.[of]);
  }
  for (const row of rows.slice(0, 12)) {
    const cell = {
      from: row.day,
      to: row.day,
      days: 'bank' as const,
      bankId: [row.bankId],
      scheme: [row.scheme],
    };
    expect(await totalsOf(db, merchant.owner, cell, clock.now())).toMatchObject({ netMinor: row.netMinor });
    const sold = await totalsOf(db, merchant.owner, { ...cell, type: ['PURCHASE'] }, clock.now());
    expect(sold).toMatchObject({
      salesMinor: row.grossMinor,
      feeMinor: -(row.mdrMinor + row.processingMinor),
      vatMinor: row.vatMinor === 0 ? 0 : -row.vatMinor,
    });
  }
});

test('a processing fee stands apart from the rate, and both are the fee', async () => {
  const world = await anotherMerchant(first);
  await sell(world, [{ amountMinor: 10_000, at: '2026-11-16 09:00' }]);
  const { merchantId } = world.merchant;
  await platformRows(
    db,
    `INSERT INTO discount_rates (merchant_id, bank_id, scheme, mdr_bps, paid_within_days, valid_from, processing_fee_minor)
     VALUES ($1, $2, 'Mada', 80, 1, '2026-01-01', 25)`,
    [merchantId, await firstBankOf(world)],
  );
  // Of the fee of 80, 55 are the rate's.
  await platformRows(db, 'UPDATE transactions SET mdr_minor = 55 WHERE merchant_id = $1', [merchantId]);
  expect((await tableOf(world)).rows).toMatchObject([
    { grossMinor: 10_000, mdrMinor: -55, processingMinor: -25, vatMinor: -12, netMinor: 9_908 },
  ]);
});

test('what asks is short, late and over; filters narrow rows and sums alike', async () => {
  const world = await anotherMerchant(first);
  const [mada, visa] = await sell(world, [
    { amountMinor: 10_000, at: '2026-11-15 09:00' },
    { amountMinor: 20_000, at: '2026-11-15 10:00', scheme: 'Visa' },
    { amountMinor: 30_000, at: '2026-11-16 09:00' },
    { amountMinor: 40_000, at: '2026-11-19 09:00' },
  ]);
  const net = (sold = mada) => (sold ? sold.amountMinor - sold.feeMinor - sold.vatMinor : 0);
  const bankId = await firstBankOf(world);
  const pay = (amountMinor: number, scheme: 'Mada' | 'Visa', more = {}) =>
    entered(
      world,
      depositOf(bankId, {
        amountMinor,
        valueDate: '2026-11-19',
        shares: [{ day: '2026-11-15', scheme, amountMinor }],
        ...more,
      }),
    );
  await pay(net() - 1, 'Mada');
  await pay(net(visa) + 1, 'Visa', { isOverpaid: true });
  const { rows } = await tableOf(world);
  expect(
    rows.map(({ day, scheme, state, differenceMinor, lateDays }) => [
      day,
      scheme,
      state,
      differenceMinor,
      lateDays,
    ]),
  ).toEqual([
    ['2026-11-19', 'Mada', 'DUE', null, null],
    ['2026-11-16', 'Mada', 'LATE', expect.any(Number), 3],
    ['2026-11-15', 'Mada', 'SHORT', -1, 4],
    ['2026-11-15', 'Visa', 'OVER', 1, 1],
  ]);
  // What is due only today is not short by its whole net.
  const [due, late] = rows;
  const [total] = (await tableOf(world)).totals;
  expect(total).toMatchObject({ differenceMinor: -(late?.netMinor ?? 0), unsaidMinor: due?.netMinor });
  expect(total?.netMinor).toBe(
    (total?.arrivedMinor ?? 0) - (total?.differenceMinor ?? 0) + (total?.unsaidMinor ?? 0),
  );
  const asking = await tableOf(world, { only: 'ASKING' });
  expect(asking.rows).toHaveLength(3);
  expect(asking.totals[0]?.netMinor).toBe(asking.rows.reduce((sum, row) => sum + row.netMinor, 0));
  expect((await tableOf(world, { only: 'OVER' })).rows).toHaveLength(1);
  expect((await tableOf(world, { bankId: 'unknown' })).rows).toEqual([]);
});

test('money that came for what is owed no more does not vanish', async () => {
  const world = await anotherMerchant(first);
  const [sold] = await sell(world, [{ amountMinor: 10_000, at: '2026-11-15 09:00' }]);
  const amountMinor = 5_000;
  const shares = [{ day: '2026-11-15', scheme: 'Mada' as const, amountMinor }];
  await entered(world, depositOf(await firstBankOf(world), { amountMinor, shares }));
  const { expectNoMore } = await import('../expectations/expectations.service.ts');
  await inTenant(db, world.merchant.merchantId, (tx) => expectNoMore(tx, sold?.id ?? ''));
  expect((await tableOf(world)).rows).toMatchObject([
    {
      day: '2026-11-15',
      netMinor: 0,
      arrivedMinor: amountMinor,
      state: 'OVER',
      differenceMinor: amountMinor,
    },
  ]);
});

test('a settlement that was paid in parts says each of its value dates, and each finds it', async () => {
  const world = await anotherMerchant(first);
  const [sold, late, once] = await sell(world, [
    { amountMinor: 10_000, at: '2026-11-15 09:00' },
    { amountMinor: 20_000, at: '2026-10-31 09:00' },
    { amountMinor: 30_000, at: '2026-11-16 09:00' },
  ]);
  const net = (of = sold) => (of ? of.amountMinor - of.feeMinor - of.vatMinor : 0);
  const bankId = await firstBankOf(world);
  const pay = (day: string, valueDate: string, amountMinor: number) =>
    entered(
      world,
      depositOf(bankId, { amountMinor, valueDate, shares: [{ day, scheme: 'Mada' as const, amountMinor }] }),
    );
  await pay('2026-11-15', '2026-11-18', 4_000);
  await pay('2026-11-15', '2026-11-17', 1_000);
  // Two deposits of one day are one value date.
  await pay('2026-11-15', '2026-11-18', net() - 5_000);
  await pay('2026-10-31', '2026-11-17', net(late));
  await pay('2026-11-16', '2026-11-18', net(once));
  const whole = await tableOf(world);
  expect(
    whole.rows.map(({ day, valueDates, arrivedOn, state }) => [day, valueDates, arrivedOn, state]),
  ).toEqual([
    ['2026-11-16', ['2026-11-18'], '2026-11-18', 'PAID'],
    ['2026-11-15', ['2026-11-17', '2026-11-18'], '2026-11-18', 'PAID'],
  ]);
  expect(whole.otherMonths).toEqual([]);
  const seventeenth = await tableOf(world, { valueDate: '2026-11-17' });
  expect(seventeenth.rows.map(({ day }) => day)).toEqual(['2026-11-15']);
  expect(seventeenth.totals[0]?.netMinor).toBe(net());
  // What it paid of another month is named, and stands there.
  expect(seventeenth.otherMonths).toEqual(['2026-10']);
  expect((await tableOf(world, { month: '2026-10', valueDate: '2026-11-17' })).rows).toHaveLength(1);
  expect((await tableOf(world, { valueDate: '2026-11-18' })).rows).toHaveLength(2);
  expect((await tableOf(world, { valueDate: '2026-11-19' })).rows).toEqual([]);
  const listed = await world.portal.call(
    listDeposits,
    { query: { valueDate: '2026-11-17' } },
    { token: world.token },
  );
  expect(listed.json<{ rows: object[] }>().rows).toHaveLength(2);
  const csv = await world.portal.call(
    exportSettlement,
    { query: { month: '2026-11', format: 'csv', lang: 'en' } },
    { token: world.token },
  );
  const [head = '', ...lines] = csv.body.trim().split(/\r?\n/);
  const at = head.split(',').indexOf('Value date');
  expect(lines[0]?.split(',')[at]).toBe('2026-11-18');
  expect(lines[1]?.split(',')[at]).toBe('');
  expect(lines[1]).toContain('"2026-11-17, 2026-11-18"');
});

test('the file adds up: what is in no difference closes net and arrived, as on the screen', async () => {
  const world = await anotherMerchant(first);
  const [paid] = await sell(world, [
    { amountMinor: 10_000, at: '2026-11-15 09:00' },
    { amountMinor: 40_000, at: '2026-11-19 09:00' },
  ]);
  const amountMinor = (paid?.amountMinor ?? 0) - (paid?.feeMinor ?? 0) - (paid?.vatMinor ?? 0) - 150;
  const shares = [{ day: '2026-11-15', scheme: 'Mada' as const, amountMinor }];
  await entered(world, depositOf(await firstBankOf(world), { amountMinor, shares }));
  const [total] = (await tableOf(world)).totals;
  expect(total?.differenceMinor).toBe(-150);
  expect(total?.unsaidMinor).toBeGreaterThan(0);
  for (const lang of ['en', 'ar'] as const) {
    const { text } = wordsFor(lang);
    const csv = await world.portal.call(
      exportSettlement,
      { query: { month: '2026-11', format: 'csv', lang } },
      { token: world.token },
    );
    const [head = [], ...lines] = csv.body
      .replace(/^\ufeff/, '')
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(','));
    const named = (label: string): string[] => lines.find(([name]) => name === label) ?? [];
    const minorOf = (row: string[], column: 'net' | 'arrived' | 'difference'): number =>
      Math.round(Number(row[head.indexOf(text(`exports:settlement.column.${column}`))] || '0') * 100);
    const [sum, unsaid] = [named(text('exports:total')), named(text('settlement:table.unsaid'))];
    expect(minorOf(unsaid, 'difference')).toBe(-(total?.unsaidMinor ?? 0));
    expect(minorOf(sum, 'arrived') - minorOf(sum, 'net')).toBe(
      minorOf(sum, 'difference') + minorOf(unsaid, 'difference'),
    );
    const rows = lines.filter((line) => line !== sum && line !== unsaid);
    expect(rows).toHaveLength(2);
    for (const column of ['net', 'arrived', 'difference'] as const)
      expect(rows.reduce((all, row) => all + minorOf(row, column), 0)).toBe(minorOf(sum, column));
  }
});

test('the file has the rows of the screen, in the language that is asked for', async () => {
  const world = await anotherMerchant(first);
  await sell(world, [{ amountMinor: 10_000, at: '2026-11-15 09:00' }]);
  const fileOf = (format: 'csv' | 'xlsx', lang: 'en' | 'ar') =>
    world.portal.call(
      exportSettlement,
      { query: { month: '2026-11', format, lang } },
      { token: world.token },
    );
  const csv = await fileOf('csv', 'en');
  expect(csv.statusCode).toBe(200);
  const [head, row, ...more] = csv.body.trim().split(/\r?\n/);
  expect(head).toContain('Business day');
  expect(row).toContain('2026-11-15');
  expect(row).toContain('99.08');
  expect(more).toEqual([
    expect.stringMatching(/^Total,.*,99\.08,/),
    expect.stringMatching(/^Not due or not recorded,.*,-99\.08,/),
  ]);
  expect((await fileOf('csv', 'ar')).body).toContain('اليوم المالي');
  expect((await fileOf('xlsx', 'ar')).rawPayload.subarray(0, 2).toString()).toBe('PK');
});

test('a settlement that is short by exactly the rent of its day says so; by another sum, or of another day, it does not', async () => {
  const world = await anotherMerchant(first);
  const sales = (await sell(world, [
    { amountMinor: 10_000, at: '2026-11-15 09:00' },
    { amountMinor: 20_000, at: '2026-11-16 09:00' },
    { amountMinor: 30_000, at: '2026-11-17 09:00' },
    { amountMinor: 40_000, at: '2026-11-18 09:00' },
  ])) as [Sold, Sold, Sold, Sold];
  const taken = (day: string, amount: string, kind: string) =>
    `${sales[0].tid},,,${day} 21:00:00,,${amount},0.00,0.00,${amount},${kind}`;
  const text = [
    `${csvHeader},Transaction Type`,
    ...sales.map((sold) => `${csvLineOf(sold)},Purchase`),
    taken('2026-11-15', '-50.00', 'Terminal rent'),
    taken('2026-11-16', '-7.50', 'Adjustment'),
    taken('2026-11-17', '-5.00', 'Monthly fee'),
    taken('2026-11-17', '-1.00', 'Adjustment'),
    taken('2026-11-18', '-9.00', 'Terminal rent'),
    '',
  ].join('\n');
  expect((await reconcile(world, text, 'rent.csv')).state).toBe('DONE');
  const bankId = await firstBankOf(world);
  const shortBy = [5_000, 750, 600, 899];
  for (const [at, sold] of sales.entries()) {
    const day = `2026-11-${15 + at}`;
    const amountMinor = sold.amountMinor - sold.feeMinor - sold.vatMinor - (shortBy[at] ?? 0);
    const shares = [{ day, scheme: 'Mada' as const, amountMinor }];
    await entered(world, depositOf(bankId, { amountMinor, valueDate: '2026-11-22', shares }));
  }
  const { explained, rows } = await tableOf(world);
  expect(rows.filter(({ state }) => state === 'SHORT')).toHaveLength(4);
  expect(explained.map(({ day, kind, takenOn }) => [day, kind, takenOn].join(' ')).toSorted()).toEqual([
    '2026-11-15 CHARGES 2026-11-15',
    '2026-11-16 UNCLEAR 2026-11-16',
    '2026-11-17 BOTH 2026-11-17',
  ]);
});

test('a settlement is not late while an unmatched deposit may be it, and is once that one pays another', async () => {
  const world = await anotherMerchant(first);
  const sold = (await sell(world, [
    { amountMinor: 10_000, at: '2026-11-16 09:00' },
    { amountMinor: 30_000, at: '2026-11-17 09:00' },
  ])) as [Sold, Sold];
  const bankId = await firstBankOf(world);
  const [, other] = sold.map((sale) => sale.amountMinor - sale.feeMinor - sale.vatMinor) as [number, number];
  const stateOf = async () => (await tableOf(world)).rows.find(({ day }) => day === '2026-11-16')?.state;
  await entered(world, depositOf(bankId, { amountMinor: 500, valueDate: '2026-11-15' }));
  const { id } = await entered(world, depositOf(bankId, { amountMinor: other, valueDate: '2026-11-19' }));
  expect(await stateOf()).toBe('UNRECORDED');
  const shares = [{ day: '2026-11-17', scheme: 'Mada' as const, amountMinor: other }];
  const matched = await world.portal.call(
    matchDeposit,
    { params: { id }, body: { shares } },
    { token: world.token },
  );
  expect(matched.statusCode).toBe(200);
  expect(await stateOf()).toBe('LATE');
});
