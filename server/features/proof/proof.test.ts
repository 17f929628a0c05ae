import { getProof } from '@mizan/contract/proof.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { depositOf, entered, firstBankOf } from '../deposits/testing/deposit-world.ts';
import { typedLines } from '../exceptions/testing/chargeback-world.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  type Sold,
  sell,
  upload,
} from '../reconciliation/testing/bank-world.ts';
import { causesOf, close, expectToClose } from './testing/proof-world.ts';

/** Sunday, 22 November 2026, at noon in Riyadh; Mada of Tuesday the 17th was due on Wednesday. */
const first = await bankWorld();
const netOf = ({ amountMinor, feeMinor, vatMinor }: Sold): number => amountMinor - feeMinor - vatMinor;
const tuesday = '2026-11-17';

/** Two branches: terminals 0 and 2 stand in the first, 1 in the second. Tuesday's deposit is what is said of it. */
async function shop(): Promise<{ world: BankWorld; bankId: string }> {
  const world = await anotherMerchant(first);
  for (const terminal of [0, 1, 2]) await close(world, terminal, '2026-11-16 23:55');
  return { world, bankId: await firstBankOf(world) };
}
const at = (time: string, amountMinor: number, terminal = 0, day = tuesday) => {
  return { amountMinor, at: `${day} ${time}`, terminal };
};
const pays = (
  world: BankWorld,
  bankId: string,
  amountMinor: number,
  valueDate = '2026-11-18',
  day = tuesday,
) =>
  entered(
    world,
    depositOf(bankId, { amountMinor, valueDate, shares: [{ day, scheme: 'Mada', amountMinor }] }),
  );

test('a day of which all agrees: only the agreed fees lie between terminals and deposit', async () => {
  const { world, bankId } = await shop();
  const sales = await sell(world, [at('09:00', 10_000), at('10:00', 20_000, 1), at('11:00', 5_000, 2)]);
  for (const terminal of [0, 1, 2]) await close(world, terminal, `${tuesday} 23:55`);
  await reconcile(world, csvOf(sales.map((sale) => csvLineOf(sale))));
  const net = sales.reduce((sum, sale) => sum + netOf(sale), 0);
  await pays(world, bankId, net);
  const proof = await expectToClose(world, { day: tuesday });
  expect(proof).toMatchObject({ missing: [], doubts: [], closedTerminals: 3, mostly: null });
  expect(proof.total).toMatchObject({
    terminals: { count: 3, amountMinor: 35_000 },
    transactions: { count: 3, amountMinor: 35_000 },
    lines: { count: 3, amountMinor: 35_000 },
    deposit: { amountMinor: net },
  });
  expect(causesOf(proof.total.gaps.deposit)).toEqual({ FEES: net - 35_000 });
  // One deposit pays both branches: it is divided between them by nobody.
  expect(proof.rows.map(({ deposit, gaps }) => [deposit, gaps.deposit])).toEqual([
    [null, null],
    [null, null],
  ]);
  const [bank] = (await expectToClose(world, { day: tuesday, by: 'bank' })).rows;
  expect(bank?.deposit).toEqual({ amountMinor: net });
  expect((await expectToClose(world, { day: tuesday, by: 'terminal' })).rows).toHaveLength(3);
});

test('each kind of difference stands at its level', { timeout: 90_000 }, async () => {
  const { world, bankId } = await shop();
  const early = await sell(world, [{ amountMinor: 1_500, at: '2026-11-16 23:58', terminal: 0 }]);
  const sales = await sell(world, [
    at('09:00', 10_000),
    at('10:00', 20_000),
    at('11:00', 30_000, 1),
    at('12:00', 40_000),
    at('13:00', 7_000, 2),
    { ...at('14:00', 4_000), type: 'REFUND' },
  ]);
  await close(world, 0, `${tuesday} 23:55`);
  // The terminal of the second branch counts one that the portal has not; the third one was left out.
  await close(world, 1, `${tuesday} 23:55`, { count: 1, minor: 2_500 });
  const late = await sell(world, [at('23:58', 3_000)]);
  const [plain, missing, lessPaid, overcharged, third, refund] = sales as [
    Sold,
    Sold,
    Sold,
    Sold,
    Sold,
    Sold,
  ];
  await reconcile(
    world,
    csvOf([
      ...early.map((sale) => csvLineOf(sale)),
      csvLineOf(plain),
      csvLineOf(plain),
      csvLineOf(lessPaid, { amountMinor: 29_000 }),
      csvLineOf(overcharged, { feeMinor: overcharged.feeMinor + 500 }),
      csvLineOf(third),
      csvLineOf(refund),
      csvLineOf(plain, { rrn: '999999999999', approvalCode: '999999', lastFour: '9999', amountMinor: 1_100 }),
      ...late.map((sale) => csvLineOf(sale)),
    ]),
  );
  const proof = await expectToClose(world, { day: tuesday });
  expect(causesOf(proof.total.gaps.terminals)).toEqual({
    TERMINAL_DIFFERS: -2_500,
    NOT_RECONCILED: 10_000,
    OF_EARLIER_DAYS: -1_500,
  });
  expect(causesOf(proof.total.gaps.lines)).toMatchObject({
    MISSING: -missing.amountMinor,
    AMOUNT_DIFFERS: -1_000,
    DUPLICATE: plain.amountMinor,
    MISSING_IN_PORTAL: 1_100,
  });
  expect(causesOf(proof.total.gaps.deposit)).toMatchObject({
    // 5.00 too much. Of the line that pays 10.00 too little the bank kept what is agreed for the whole payment.
    FEE_DIFFERS: -500,
  });
  // No deposit is on record: what the lines say waits, and nobody says that it is lost.
  expect(causesOf(proof.total.gaps.deposit)['UNRECORDED']).toBeLessThan(0);
  expect(proof.missing).toEqual(['lines']);
  expect(proof.mostly).toMatchObject({ count: 1, amountMinor: missing.amountMinor });
  for (const by of ['bank', 'terminal'] as const) await expectToClose(world, { day: tuesday, by });
  const branchId = world.merchant.branchIds[0] ?? '';
  await expectToClose(world, { day: tuesday, branchId });
  await expectToClose(world, { day: tuesday, bankId });
  await expectToClose(world, { month: '2026-11' });
});

test('what has not come yet waits and is nowhere called missing: no file, a terminal that never reconciled, no deposit', async () => {
  const { world, bankId } = await shop();
  const sales = await sell(world, [at('09:00', 10_000), at('10:00', 20_000, 1)]);
  const nothing = await expectToClose(world, { day: tuesday });
  expect(nothing).toMatchObject({ missing: [], doubts: [] });
  expect(nothing.total.terminals).toBeNull();
  expect(causesOf(nothing.total.gaps.lines)).toEqual({ NO_FILE: -30_000 });
  expect(nothing.total.gaps.lines.tone).toBe('waits');
  // The money came without any file: it is what is owed for payments without a line, and neither lost nor too much.
  await pays(
    world,
    bankId,
    sales.reduce((sum, sale) => sum + netOf(sale), 0),
  );
  const arrived = await expectToClose(world, { day: tuesday });
  expect(arrived.missing).toEqual([]);
  expect(arrived.total.gaps.deposit).toMatchObject({ tone: 'waits', causes: [{ cause: 'WITHOUT_LINES' }] });
});

test('what arrived before its file hides neither what is short on another day nor what came beyond it', async () => {
  const { world, bankId } = await shop();
  const day = '2026-11-18';
  const refund = { ...at('10:00', 1_000, 0, day), scheme: 'Visa' as const, type: 'REFUND' as const };
  const sold = await sell(world, [at('09:00', 10_000), at('09:00', 30_000, 0, day), refund]);
  const [lined, early] = sold as [Sold, Sold];
  await reconcile(world, csvOf([csvLineOf(lined)]));
  await pays(world, bankId, netOf(lined) - 500);
  // The bank kept a refund back that no file has, either.
  const parts = [['Mada', netOf(early) + 200] as const, ['Visa', -1_000] as const];
  const shares = parts.map(([scheme, amountMinor]) => ({ day, scheme, amountMinor }));
  const body = { amountMinor: netOf(early) - 800, valueDate: '2026-11-19', isOverpaid: true, shares };
  await entered(world, depositOf(bankId, body));
  const month = await expectToClose(world, { month: '2026-11' });
  const causes = { SHORT: -500, MORE_ARRIVED: 200, WITHOUT_LINES: netOf(early) - 1_000 };
  expect(causesOf(month.total.gaps.deposit)).toMatchObject(causes);
});

test('a payment that no line has is not lost where its settlement arrived whole, or a line could be its own', async () => {
  const { world, bankId } = await shop();
  const sales = await sell(world, [at('09:00', 10_000), at('10:00', 20_000), at('11:00', 30_000)]);
  const [one, two, three] = sales as [Sold, Sold, Sold];
  await reconcile(world, csvOf([csvLineOf(one), csvLineOf(three)]));
  expect(await expectToClose(world, { day: tuesday })).toMatchObject({ missing: ['lines'], doubts: [] });
  await pays(
    world,
    bankId,
    sales.reduce((sum, sale) => sum + netOf(sale), 0),
  );
  expect(await expectToClose(world, { day: tuesday })).toMatchObject({
    missing: [],
    doubts: [{ level: 'lines', doubt: 'ARRIVED' }],
  });
  const other = await shop();
  const [first2, second2, third2] = (await sell(other.world, [
    at('09:00', 10_000),
    at('10:00', 20_000),
    at('11:00', 30_000),
  ])) as [Sold, Sold, Sold];
  const strange = csvLineOf(two, {
    tid: first2.tid,
    rrn: '888888888888',
    approvalCode: '888888',
    lastFour: '8888',
    amountMinor: 20_500,
  });
  await reconcile(other.world, csvOf([csvLineOf(first2), csvLineOf(third2), strange]));
  const proof = await expectToClose(other.world, { day: tuesday });
  expect(causesOf(proof.total.gaps.lines)).toMatchObject({
    MISSING: -second2.amountMinor,
    MISSING_IN_PORTAL: 20_500,
  });
  expect(proof).toMatchObject({ missing: [], doubts: [{ level: 'lines', doubt: 'EXTRA_LINES' }] });
});

test('a payment whose line could not be read waits for the bank and is not called missing', async () => {
  const own = await anotherMerchant(first);
  const [before, unread, last] = (await sell(own, [
    { amountMinor: 20_000, at: '2026-11-16 09:00' },
    { amountMinor: 10_000, at: '2026-11-16 10:00' },
    { amountMinor: 30_000, at: '2026-11-16 12:00' },
  ])) as [Sold, Sold, Sold];
  const broken = csvLineOf(unread).replace('2026-11-16', '2026-13-16');
  await reconcile(own, csvOf([csvLineOf(before), broken, csvLineOf(last)]), 'monday.csv');
  const { missing, total } = await expectToClose(own, { day: '2026-11-16' });
  expect(missing).toEqual([]);
  expect(total.gaps.lines).toMatchObject({
    tone: 'waits',
    causes: [{ cause: 'WAITS', tone: 'waits', count: 1, amountMinor: -10_000 }],
  });
});

test('a settlement that is short is missing money only where no other deposit could hold it', async () => {
  const wednesday = '2026-11-18';
  const short = async (more: Parameters<typeof sell>[1] = []) => {
    const { world, bankId } = await shop();
    const days = [at('09:00', 10_000), { amountMinor: 20_000, at: `${wednesday} 09:00` }];
    const sales = await sell(world, [...days, ...more]);
    await reconcile(world, csvOf(sales.map((sale) => csvLineOf(sale))));
    return { world, bankId, sales: sales as [Sold, Sold] };
  };
  const certain = await short();
  await pays(certain.world, certain.bankId, netOf(certain.sales[0]) - 500);
  const proof = await expectToClose(certain.world, { day: tuesday });
  expect(proof).toMatchObject({ missing: ['deposit'], doubts: [] });
  expect(causesOf(proof.total.gaps.deposit)).toEqual({
    SHORT: -500,
    FEES: netOf(certain.sales[0]) - 10_000,
  });
  // One deposit pays two days, and nobody knows which of them it is short for.
  const shared = await short();
  const [mine, next] = shared.sales;
  await entered(
    shared.world,
    depositOf(shared.bankId, {
      valueDate: '2026-11-19',
      amountMinor: netOf(mine) - 500 + netOf(next),
      shares: [
        { day: tuesday, scheme: 'Mada', amountMinor: netOf(mine) - 500 },
        { day: wednesday, scheme: 'Mada', amountMinor: netOf(next) },
      ],
    }),
  );
  const doubtful = [{ level: 'deposit', doubt: 'SHARED' }];
  expect(await expectToClose(shared.world, { day: tuesday })).toMatchObject({
    missing: [],
    doubts: doubtful,
  });
  // Of both days together it is certain.
  expect(await expectToClose(shared.world, { month: '2026-11' })).toMatchObject({ missing: ['deposit'] });
  // Both days were entered for one of them; what is on record reaches back to Tuesday.
  const onOther = await short([{ amountMinor: 5_000, at: '2026-11-16 09:00' }]);
  const [monday] = onOther.sales.slice(2);
  await pays(onOther.world, onOther.bankId, monday ? netOf(monday) : 0, '2026-11-17', '2026-11-16');
  const both = onOther.sales.slice(0, 2).reduce((sum, sale) => sum + netOf(sale), 0);
  await entered(
    onOther.world,
    depositOf(onOther.bankId, {
      valueDate: '2026-11-19',
      amountMinor: both,
      shares: [{ day: wednesday, scheme: 'Mada', amountMinor: both }],
      isOverpaid: true,
    }),
  );
  expect(await expectToClose(onOther.world, { day: tuesday })).toMatchObject({
    missing: [],
    doubts: doubtful,
  });
  expect((await expectToClose(onOther.world, { month: '2026-11' })).missing).toEqual([]);
  // What a deposit is of has not been said.
  const open = await short();
  await pays(open.world, open.bankId, netOf(open.sales[0]) - 500);
  await entered(open.world, depositOf(open.bankId, { valueDate: '2026-11-19', amountMinor: 500 }));
  expect(await expectToClose(open.world, { day: tuesday })).toMatchObject({
    missing: [],
    doubts: [{ level: 'deposit', doubt: 'UNASSIGNED' }],
  });
});

test('of a short settlement nothing is missing for certain where the bank took back as much by lines of other days', async () => {
  const taken = async (lineDay: string) => {
    const { world, bankId } = await shop();
    const [old] = (await sell(world, [{ amountMinor: 6_000, at: '2026-11-15 10:00' }])) as [Sold];
    const [sale] = (await sell(world, [at('09:00', 10_000)])) as [Sold];
    const back = { amountMinor: -6_000, feeMinor: 0, vatMinor: 0, at: `${lineDay} 10:00` };
    const typed = [
      [csvLineOf(old), 'Purchase'],
      [csvLineOf(sale), 'Purchase'],
      [csvLineOf(old, back), 'Chargeback'],
    ] as const;
    const file = csvOf(typed.map(([line]) => line)).split('\n');
    await reconcile(
      world,
      file
        .map((line, row) =>
          line === '' ? line : `${line},${row === 0 ? 'Transaction Type' : typed[row - 1]?.[1]}`,
        )
        .join('\n'),
    );
    await pays(world, bankId, netOf(sale) - 6_000);
    return expectToClose(world, { day: tuesday });
  };
  // The line names the day of the sale that is disputed, and its money was kept back of Tuesday's.
  expect(await taken('2026-11-15')).toMatchObject({
    missing: [],
    doubts: [{ level: 'deposit', doubt: 'TAKEN' }],
  });
  expect(await taken(tuesday)).toMatchObject({ missing: [], doubts: [] });
});

test('a chargeback of another day that two overlapping files have explains no more than it took once', async () => {
  const short = async (minor: number) => {
    const { world, bankId } = await shop();
    const [old, sale, next] = (await sell(world, [
      { amountMinor: 6_000, at: '2026-11-15 10:00' },
      at('09:00', 20_000),
      { amountMinor: 4_000, at: '2026-11-18 09:00' },
    ])) as [Sold, Sold, Sold];
    const back = csvLineOf(old, { amountMinor: -6_000, feeMinor: 0, vatMinor: 0 });
    const purchases = (...sold: Sold[]) =>
      sold.map((each): [string, string] => [csvLineOf(each), 'Purchase']);
    const taken: [string, string] = [back, 'Chargeback'];
    await reconcile(world, typedLines([...purchases(old, sale), taken]), 'tuesday.csv');
    await reconcile(world, typedLines([...purchases(next), taken]), 'wednesday.csv');
    await pays(world, bankId, netOf(sale) - minor);
    return expectToClose(world, { day: tuesday });
  };
  expect(await short(6_000)).toMatchObject({ missing: [], doubts: [{ level: 'deposit', doubt: 'TAKEN' }] });
  expect(await short(6_001)).toMatchObject({ missing: ['deposit'], doubts: [] });
});

test('where more arrived than the lines say, it is not certain how much of the missing payments is', async () => {
  const { world, bankId } = await shop();
  const [one, two, three, last] = (await sell(world, [
    at('09:00', 10_000),
    at('10:00', 20_000),
    at('11:00', 30_000),
    at('12:00', 5_000),
  ])) as [Sold, Sold, Sold, Sold];
  await reconcile(world, csvOf([one, last].map((sale) => csvLineOf(sale))));
  await pays(world, bankId, netOf(one) + netOf(two) + netOf(last));
  const proof = await expectToClose(world, { day: tuesday });
  expect(causesOf(proof.total.gaps.lines)).toEqual({ MISSING: -two.amountMinor - three.amountMinor });
  expect(proof).toMatchObject({ missing: [], doubts: [{ level: 'lines', doubt: 'ARRIVED_PARTLY' }] });
});

test('while a file waits for a person, and where nobody said what files hold, nothing is called missing', async () => {
  const { world } = await shop();
  const sales = await sell(world, [at('09:00', 10_000), at('10:00', 20_000), at('11:00', 30_000)]);
  const [one, , three] = sales as [Sold, Sold, Sold];
  await reconcile(world, csvOf([csvLineOf(one), csvLineOf(three)]));
  expect((await expectToClose(world, { day: tuesday })).missing).toEqual(['lines']);
  await upload(world, `Something,Else,Columns\n1,2,3\n`, 'another.csv');
  await world.runner.idle();
  const waiting = await expectToClose(world, { day: tuesday });
  const state = await platformRows<{ state: string }>(
    world.portal.db,
    "SELECT state FROM bank_files WHERE merchant_id = $1 AND file_name = 'another.csv'",
    [world.merchant.merchantId],
  );
  expect([state[0]?.state, waiting.doubts.map(({ doubt }) => doubt)]).toEqual(
    state[0]?.state === 'REFUSED' ? ['REFUSED', []] : ['WAITING_LAYOUT', ['JUDGED']],
  );
  await platformRows(
    world.portal.db,
    'UPDATE bank_files SET part_id = NULL WHERE merchant_id = $1 RETURNING id',
    [world.merchant.merchantId],
  );
  const unsaid = await expectToClose(world, { day: tuesday }, false);
  expect(unsaid.missing).toEqual([]);
  expect(unsaid.doubts.map(({ doubt }) => doubt)).toContain('PART');
});

test('strangers: another merchant sees nothing of it, and a branch or bank of another is not found', async () => {
  const { world, bankId } = await shop();
  await sell(world, [at('09:00', 10_000)]);
  const stranger = await anotherMerchant(first);
  expect((await expectToClose(stranger, { day: tuesday })).total.transactions).toEqual({
    count: 0,
    amountMinor: 0,
  });
  for (const query of [{ bankId }, { branchId: world.merchant.branchIds[0] ?? '' }]) {
    const answer = await stranger.portal.call(getProof, { query }, { token: stranger.token });
    expect(answer.statusCode).toBe(404);
  }
});
