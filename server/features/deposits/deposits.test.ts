import { randomUUID } from 'node:crypto';
import * as contract from '@mizan/contract/deposits.ts';
import { expect, test } from 'vitest';
import { inTenant, platformRows } from '../../platform/database/database.ts';
import { expectationDifferences } from '../../testing/agreement.ts';
import { expect as expectPayment } from '../expectations/expectations.service.ts';
import { followAgain } from '../expectations/paid.service.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { lockBank } from './deposits.service.ts';
import {
  depositOf,
  depositsByCell,
  enter,
  entered,
  fieldsOf,
  firstBankOf,
  undo,
} from './testing/deposit-world.ts';

/** Sunday, 22 November 2026, at noon in Riyadh. */
const first = await bankWorld();
const { db } = first.portal;

const netOf = ({ amountMinor, feeMinor, vatMinor }: Sold): number => amountMinor - feeMinor - vatMinor;
const reasonOf = (answer: { statusCode: number; json: () => { details?: { reason?: string } } }) => [
  answer.statusCode,
  answer.json().details?.reason,
];

/** A merchant with sales of Monday 16 and Tuesday 17 November, each Mada and Visa; nets in that order. */
async function shop() {
  const world = await anotherMerchant(first);
  const sales = await sell(world, [
    { amountMinor: 10_000, at: '2026-11-16 09:00' },
    { amountMinor: 20_000, at: '2026-11-16 10:00', scheme: 'Visa' },
    { amountMinor: 30_000, at: '2026-11-17 09:00' },
    { amountMinor: 40_000, at: '2026-11-17 10:00', scheme: 'Visa' },
  ]);
  const nets = sales.map(netOf);
  return { world, sales, bankId: await firstBankOf(world), nets: nets as [number, number, number, number] };
}
const monday = (scheme: 'Mada' | 'Visa', amountMinor: number) => ({ day: '2026-11-16', scheme, amountMinor });
const tuesday = (scheme: 'Mada' | 'Visa', amountMinor: number) => ({
  day: '2026-11-17',
  scheme,
  amountMinor,
});

test('one deposit pays several settlements, several pay one, and an undo brings back what was before', async () => {
  const { world, bankId, nets } = await shop();
  const [mada, visa, later] = nets;
  const before = [await depositsByCell(world), await fieldsOf(world)];
  const one = await entered(
    world,
    depositOf(bankId, {
      amountMinor: mada + visa,
      reference: 'NJD-1',
      shares: [monday('Mada', mada), monday('Visa', visa)],
    }),
  );
  expect(one).toMatchObject({ sharedMinor: mada + visa, undoneAt: null, source: 'HAND' });
  const half = await entered(
    world,
    depositOf(bankId, { amountMinor: 10_000, shares: [tuesday('Mada', 10_000)], reference: 'NJD-2' }),
  );
  // Mada of Tuesday was due on Wednesday: something came, and not all.
  expect(await depositsByCell(world)).toMatchObject({
    '2026-11-16 Mada SAR': { state: 'PAID', arrivedMinor: mada, differenceMinor: 0, lateDays: 1 },
    '2026-11-16 Visa SAR': { state: 'PAID', arrivedMinor: visa, lateDays: null },
    '2026-11-17 Mada SAR': { state: 'SHORT', arrivedMinor: 10_000, differenceMinor: 10_000 - later },
    // Visa is due within three working days: today.
    '2026-11-17 Visa SAR': { state: 'DUE', arrivedMinor: 0, arrivedOn: null },
  });
  expect(await fieldsOf(world)).toEqual([
    { cell: '2026-11-16 Mada SAR', deposit: 'paid', count: 1 },
    { cell: '2026-11-16 Visa SAR', deposit: 'paid', count: 1 },
    { cell: '2026-11-17 Mada SAR', deposit: 'open', count: 1 },
    { cell: '2026-11-17 Visa SAR', deposit: 'open', count: 1 },
  ]);
  await entered(
    world,
    depositOf(bankId, { amountMinor: later - 10_000, shares: [tuesday('Mada', later - 10_000)] }),
  );
  expect((await depositsByCell(world))['2026-11-17 Mada SAR']).toMatchObject({
    state: 'PAID',
    differenceMinor: 0,
  });
  expect(await expectationDifferences(db)).toEqual([]);
  const { rows } = (
    await world.portal.call(contract.listDeposits, { query: {} }, { token: world.token })
  ).json<{ rows: contract.DepositRow[] }>();
  for (const { id } of rows) expect((await undo(world, id)).statusCode).toBe(200);
  expect([await depositsByCell(world), await fieldsOf(world)]).toEqual(before);
  // They stay on record, and a repeat changes nothing.
  expect((await undo(world, half.id)).json()).toMatchObject({ undoneByName: 'Sara Al-Qahtani', shares: [] });
  expect(await expectationDifferences(db)).toEqual([]);
});

test('late counts the working days of the bank, and is said only where earlier and later money of the bank is on record', async () => {
  const { world, bankId, nets } = await shop();
  const said = async (day: string) => (await depositsByCell(world))[`${day} Mada SAR`];
  const unknown = { state: 'UNRECORDED', lateDays: null };
  // Nothing on record: nobody knows whether Monday was paid.
  expect(await said('2026-11-16')).toMatchObject(unknown);
  const paid = depositOf(bankId, { amountMinor: nets[2], shares: [tuesday('Mada', nets[2])] });
  await entered(world, { ...paid, valueDate: '2026-11-18' });
  // What is on record begins with Tuesday's money: Monday's may have come before anybody entered any.
  expect(await said('2026-11-16')).toMatchObject(unknown);
  await entered(world, depositOf(bankId, { amountMinor: 500, valueDate: '2026-11-17', shares: [] }));
  // Monday's Mada was due on the 17th; since then 18, 19 and 22: the weekend does not count.
  expect(await said('2026-11-16')).toMatchObject({ state: 'LATE', lateDays: 3 });
  expect(await said('2026-11-17')).toMatchObject({ state: 'PAID', lateDays: null });
  await entered(
    world,
    depositOf(bankId, { amountMinor: nets[0], valueDate: '2026-11-22', shares: [monday('Mada', nets[0])] }),
  );
  expect(await said('2026-11-16')).toMatchObject({ state: 'PAID', lateDays: 3 });
});

test('200 same deposits at once are one, and its repeats answer with it', async () => {
  const { world, bankId, nets } = await shop();
  const body = depositOf(bankId, { amountMinor: nets[0], shares: [monday('Mada', nets[0])] });
  const answers = await Promise.all(Array.from({ length: 200 }, () => enter(world, body)));
  const made = new Set(answers.map((answer) => `${answer.statusCode} ${answer.json<{ id: string }>().id}`));
  expect(made.size).toBe(1);
  expect([...made][0]).toMatch(/^201 \d+$/);
  expect((await depositsByCell(world))['2026-11-16 Mada SAR']).toMatchObject({
    arrivedMinor: nets[0],
    state: 'PAID',
  });
});

test('a repeat of what was entered waits for nobody who enters another one at the bank', async () => {
  const { world, bankId } = await shop();
  const body = depositOf(bankId);
  const made = await entered(world, body);
  await inTenant(db, world.merchant.merchantId, async (tx) => {
    await lockBank(tx, bankId);
    expect(await entered(world, body)).toEqual(made);
  });
});

test('the same money entered by twenty windows is asked about nineteen times', async () => {
  const { world, bankId } = await shop();
  const answers = await Promise.all(Array.from({ length: 20 }, () => enter(world, depositOf(bankId))));
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  const others = answers.filter(({ statusCode }) => statusCode !== 201);
  expect(new Set(others.map((each) => reasonOf(each).join(' ')))).toEqual(new Set(['409 alike']));
  // Another reference tells it apart, and so does a person.
  expect(reasonOf(await enter(world, depositOf(bankId, { reference: 'B' })))).toEqual([409, 'alike']);
  expect((await enter(world, depositOf(bankId, { isAnother: true }))).statusCode).toBe(201);
});

test('no settlement is paid twice over unless somebody says so, and no deposit pays more than it is', async () => {
  const { world, bankId, nets } = await shop();
  const [mada] = nets;
  await entered(world, depositOf(bankId, { amountMinor: mada, shares: [monday('Mada', mada)] }));
  const again = depositOf(bankId, { amountMinor: mada, reference: 'again', isAnother: true });
  const second = { ...again, shares: [monday('Mada', mada)], isOverpaid: false };
  expect(reasonOf(await enter(world, second))).toEqual([409, 'overpaid']);
  expect(reasonOf(await enter(world, { ...again, shares: [tuesday('Mada', mada + 1)] }))).toEqual([
    409,
    'exceeds',
  ]);
  expect(
    reasonOf(
      await enter(world, { ...again, shares: [{ day: '2026-11-15', scheme: 'Mada', amountMinor: 5 }] }),
    ),
  ).toEqual([409, 'nothingOwed']);
  expect(
    reasonOf(await enter(world, depositOf(bankId, { amountMinor: mada, valueDate: '2026-12-30' }))),
  ).toEqual([409, 'future']);
  const over = await entered(world, { ...second, isOverpaid: true });
  expect((await depositsByCell(world))['2026-11-16 Mada SAR']).toMatchObject({
    state: 'OVER',
    differenceMinor: mada,
  });
  // What was refused left nothing behind.
  expect(over.shares).toEqual([monday('Mada', mada)]);
  const list = await world.portal.call(contract.listDeposits, { query: {} }, { token: world.token });
  expect(list.json<{ rows: unknown[] }>().rows).toHaveLength(2);
});

test('two concurrent deposits for one settlement: one pays it, the other is asked about', async () => {
  const { world, bankId, nets } = await shop();
  const body = (reference: string) =>
    depositOf(bankId, { amountMinor: nets[0], reference, shares: [monday('Mada', nets[0])] });
  const answers = await Promise.all([enter(world, body('A')), enter(world, body('B'))]);
  expect(answers.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['201', '409']);
  expect((await depositsByCell(world))['2026-11-16 Mada SAR']).toMatchObject({ arrivedMinor: nets[0] });
});

test('two banks and two currencies never mix', async () => {
  const { world, nets } = await shop();
  const [other] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO banks (merchant_id, name_en, name_ar, created_at) VALUES ($1, 'Tihama', 'تهامة', now())
     RETURNING id::text`,
    [world.merchant.merchantId],
  );
  const shares = [monday('Mada', nets[0])];
  const ofOther = depositOf(other?.id ?? '', { amountMinor: nets[0], shares });
  expect(reasonOf(await enter(world, ofOther))).toEqual([409, 'nothingOwed']);
  const inDollars = depositOf(await firstBankOf(world), { amountMinor: nets[0], shares, currency: 'USD' });
  expect(reasonOf(await enter(world, inDollars))).toEqual([409, 'nothingOwed']);
  const stranger = await anotherMerchant(first);
  expect((await enter(stranger, ofOther)).statusCode).toBe(404);
});

test('a deposit that waits is matched later, once, and released again', async () => {
  const { world, bankId, nets } = await shop();
  const { id } = await entered(world, depositOf(bankId, { amountMinor: nets[1] }));
  const match = (shares: contract.DepositShare[]) =>
    world.portal.call(contract.matchDeposit, { params: { id }, body: { shares } }, { token: world.token });
  const list = async () =>
    (
      await world.portal.call(contract.listDeposits, { query: { state: 'OPEN' } }, { token: world.token })
    ).json<{ rows: unknown[] }>().rows.length;
  expect(await list()).toBe(1);
  expect((await match([monday('Visa', nets[1])])).statusCode).toBe(200);
  expect((await match([monday('Visa', nets[1])])).json()).toMatchObject({ sharedMinor: nets[1] });
  expect(reasonOf(await match([monday('Visa', 5)]))).toEqual([409, 'alreadyShared']);
  expect(await list()).toBe(0);
  const released = await world.portal.call(
    contract.releaseDeposit,
    { params: { id } },
    { token: world.token },
  );
  expect(released.json()).toMatchObject({ shares: [], sharedMinor: 0, undoneAt: null });
  expect((await depositsByCell(world))['2026-11-16 Visa SAR']).toMatchObject({ arrivedMinor: 0 });
  await undo(world, id);
  expect(reasonOf(await match([monday('Visa', nets[1])]))).toEqual([409, 'undone']);
});

test('a late approval opens a day that was paid, and its refund closes it again', async () => {
  const { world, bankId, nets, sales } = await shop();
  const { merchantId, terminals } = world.merchant;
  await entered(world, depositOf(bankId, { amountMinor: nets[0], shares: [monday('Mada', nets[0])] }));
  const late = (amountMinor: number, type: 'PURCHASE' | 'REFUND') =>
    inTenant(db, merchantId, async (tx) => {
      const [made] = await tx.rows<{ id: string }>(
        `WITH sold AS MATERIALIZED (SELECT * FROM transactions WHERE merchant_id = tenant_id() AND id = $1)
         INSERT INTO transactions (merchant_id, uuid, terminal_id, tid, branch_id, amount_minor, currency, type, status,
           scheme, created_at, decided_at, net_minor, fee_minor, vat_minor, mdr_minor, mdr_bps, business_day,
           bank_id)
         SELECT merchant_id, $2::uuid, terminal_id, tid, branch_id, $3::bigint, currency, $4, 'APPROVED', scheme, created_at, created_at, $3, 0, 0,
                0, mdr_bps, business_day, bank_id
           FROM sold RETURNING id::text`,
        [sales[0]?.id, randomUUID(), amountMinor, type],
      );
      const { branchId = '', id = '' } = terminals[0] ?? {};
      await expectPayment(
        tx,
        {
          id: made?.id ?? '',
          type,
          scheme: 'Mada',
          currency: 'SAR',
          branchId,
          terminalId: id,
          createdAt: new Date('2026-11-16T06:00:00Z'),
          amountMinor,
          feeMinor: 0,
          vatMinor: 0,
          netMinor: amountMinor,
        },
        {
          bankId,
          businessDay: '2026-11-16',
          dueDay: '2026-11-17',
          rate: { mdrBps: 0, vatBps: 0, capLimitMinor: null, processingFeeMinor: 0 },
        },
      );
    });
  const follow = () =>
    followAgain(db, {
      merchantId,
      cells: [{ bankId, businessDay: '2026-11-16', scheme: 'Mada', currency: 'SAR' }],
    });
  await late(700, 'PURCHASE');
  const [job] = await platformRows<{ count: number }>(
    db,
    `SELECT count(*) AS count FROM graphile_worker.jobs WHERE task_identifier = 'expectations.followDeposits'`,
  );
  expect(job?.count).toBe(1);
  await follow();
  expect((await fieldsOf(world))[0]).toEqual({ cell: '2026-11-16 Mada SAR', deposit: 'open', count: 2 });
  expect((await depositsByCell(world))['2026-11-16 Mada SAR']).toMatchObject({
    state: 'SHORT',
    differenceMinor: -700,
  });
  await late(700, 'REFUND');
  await follow();
  expect((await fieldsOf(world))[0]).toEqual({ cell: '2026-11-16 Mada SAR', deposit: 'paid', count: 3 });
  expect(await platformRows(db, 'SELECT 1 FROM expectation_days WHERE count < 0')).toEqual([]);
});

test('without an agreed rate nothing is called paid or short', async () => {
  const { world, bankId, nets } = await shop();
  const { merchantId } = world.merchant;
  await platformRows(
    db,
    `UPDATE expectations SET fee_minor = NULL, vat_minor = NULL, net_minor = NULL
      WHERE merchant_id = $1 AND scheme = 'Visa'`,
    [merchantId],
  );
  await platformRows(
    db,
    `UPDATE expectation_days SET fee_minor = 0, vat_minor = 0, net_minor = 0, unjudged_count = count,
            unjudged_minor = gross_minor WHERE merchant_id = $1 AND scheme = 'Visa'`,
    [merchantId],
  );
  await entered(world, depositOf(bankId, { amountMinor: nets[1], shares: [monday('Visa', nets[1])] }));
  expect((await depositsByCell(world))['2026-11-16 Visa SAR']).toMatchObject({
    state: 'UNJUDGED',
    differenceMinor: null,
    arrivedMinor: nets[1],
  });
  expect((await fieldsOf(world)).find(({ cell }) => cell === '2026-11-16 Visa SAR')).toMatchObject({
    deposit: 'open',
  });
});

test('where a rate is not agreed, more than before all fees is more than is owed', async () => {
  const { world, bankId, sales } = await shop();
  const { merchantId } = world.merchant;
  const grossMinor = (sales[1] as Sold).amountMinor;
  await platformRows(
    db,
    `UPDATE expectation_days SET fee_minor = 0, vat_minor = 0, net_minor = 0, unjudged_count = count,
            unjudged_minor = gross_minor WHERE merchant_id = $1 AND scheme = 'Visa'`,
    [merchantId],
  );
  const whole = depositOf(bankId, {
    amountMinor: grossMinor,
    reference: 'whole',
    shares: [monday('Visa', grossMinor)],
  });
  const over = depositOf(bankId, { reference: 'more', shares: [monday('Visa', grossMinor + 1)] });
  expect(reasonOf(await enter(world, over))).toEqual([409, 'overpaid']);
  await entered(world, whole);
  const again = depositOf(bankId, { reference: 'a halala', shares: [monday('Visa', 1)] });
  expect(reasonOf(await enter(world, again))).toEqual([409, 'overpaid']);
  await entered(world, { ...again, isOverpaid: true });
});

test('what is open is proposed by exact sums alone, and two that fit are both said', async () => {
  const { world, bankId, nets } = await shop();
  const read = async (amountMinor: number) =>
    (
      await world.portal.call(
        contract.readDeposit,
        { query: { bankId, currency: 'SAR', valueDate: '2026-11-18', amountMinor } },
        { token: world.token },
      )
    ).json<{ exact: contract.DepositReading[]; nearest: contract.DepositReading | null; open: unknown[] }>();
  const one = await read(nets[1]);
  expect(one).toMatchObject({ exact: [{ kind: 'CELL', shares: [monday('Visa', nets[1])] }], nearest: null });
  expect(one.open).toHaveLength(4);
  // 100 and 200 of Monday come to the 300 of Tuesday but for what is rounded: here they fit both ways.
  expect((await read(nets[0] + nets[1])).exact.map(({ kind }) => kind)).toEqual(['CELL', 'DAY']);
  expect((await read(nets[2] + nets[3])).exact.map(({ kind }) => kind)).toEqual(['DAY']);
  expect(await read(nets[1] - 5)).toMatchObject({ exact: [], nearest: { kind: 'CELL', sumMinor: nets[1] } });
  const stranger = await anotherMerchant(first);
  const asked = { bankId, currency: 'SAR', valueDate: '2026-11-18', amountMinor: 5 } as const;
  const refused = await stranger.portal.call(
    contract.readDeposit,
    { query: asked },
    { token: stranger.token },
  );
  expect(refused.statusCode).toBe(404);
});

test('each step is an entry of the audit log', async () => {
  const { world, bankId, nets }: { world: BankWorld; bankId: string; nets: number[] } = await shop();
  const { id } = await entered(world, depositOf(bankId, { amountMinor: nets[1] ?? 0, reference: 'R1' }));
  const shares = [monday('Visa', nets[1] ?? 0)];
  const { token } = world;
  await world.portal.call(contract.matchDeposit, { params: { id }, body: { shares } }, { token });
  await world.portal.call(contract.releaseDeposit, { params: { id } }, { token });
  await undo(world, id);
  const rows = await platformRows<{ action: string }>(
    db,
    `SELECT action FROM audit_entries WHERE merchant_id = $1 AND action LIKE 'deposits.%' ORDER BY id`,
    [world.merchant.merchantId],
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'deposits.added',
    'deposits.matched',
    'deposits.released',
    'deposits.undone',
  ]);
});
