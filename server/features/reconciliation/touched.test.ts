import { listBanks, placeTerminal } from '@mizan/contract/banks.ts';
import * as discounts from '@mizan/contract/discounts.ts';
import { addHoliday, decideHoliday, type Holiday } from '@mizan/contract/holidays.ts';
import { afterAll, expect, test } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { startWorker } from '../../platform/jobs/worker.ts';
import { createLog } from '../../platform/log.ts';
import { expectationDifferences, rollupDifferences } from '../../testing/agreement.ts';
import { discountsJobs } from '../discounts/discounts.jobs.ts';
import { addRate } from '../discounts/discounts.service.ts';
import { holidaysJobs } from '../holidays/holidays.jobs.ts';
import { approve as approvePayment } from '../payments/testing/approve.ts';
import { reconciliationJobs } from './reconciliation.jobs.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  detailOf,
  entriesOf,
  reconcile,
  type Sold,
  sell,
} from './testing/bank-world.ts';

/** Sunday, 22 November 2026, at noon in Riyadh: what was sold on the 18th is due before today, Saturday's today. */
const world = await bankWorld();
const { db, clock, database } = world.portal;
const worker = await startWorker({
  url: database.roles.platform,
  log: createLog('silent'),
  jobs: { ...reconciliationJobs({ db }), ...discountsJobs({ db, clock }), ...holidaysJobs({ db, clock }) },
});
afterAll(() => worker.stop());

/** The verdicts of a file with their causes, the newest first, as soon as there are so many. */
async function told(own: BankWorld, id: string, count: number) {
  await expect
    .poll(
      async () => {
        await own.runner.idle();
        return (await detailOf(own, id)).history.length;
      },
      { timeout: 20_000 },
    )
    .toBe(count);
  const { history } = await detailOf(own, id);
  return history.map(({ verdict, cause }) => [verdict, cause.kind]);
}

const approve = ({ merchant }: BankWorld, { id }: Sold) =>
  approvePayment(db, merchant.merchantId, id, clock.now());

const at = (time: string) => `2026-11-18 ${time}`;

test('a payment approved after its day was judged is missing in the file that it lies in', async () => {
  const own = await anotherMerchant(world);
  const [first, late, last] = (await sell(own, [
    { amountMinor: 1_000, at: at('10:00') },
    { amountMinor: 2_000, at: at('11:00'), status: 'TIMEOUT' },
    { amountMinor: 3_000, at: at('12:00') },
  ])) as [Sold, Sold, Sold];
  const { id, verdict } = await reconcile(own, csvOf([csvLineOf(first), csvLineOf(last)]));
  expect(verdict).toBe('BALANCED');
  await approve(own, late);
  expect(await told(own, id, 2)).toEqual([
    ['UNBALANCED', 'approvedSince'],
    ['BALANCED', 'read'],
  ]);
  expect((await entriesOf(own, id)).map(({ outcome, transactionId }) => [outcome, transactionId])).toEqual([
    ['missingInBank', late.id],
  ]);
  expect((await detailOf(own, id)).history[0]?.cause.transactionId).toBe(late.id);
});

test('a payment that the bank paid before it was approved was a conflict, and is none any more', async () => {
  const own = await anotherMerchant(world);
  const [late] = (await sell(own, [{ amountMinor: 2_000, at: at('11:00'), status: 'TIMEOUT' }])) as [Sold];
  const { id } = await reconcile(own, csvOf([csvLineOf(late, { feeMinor: 16, vatMinor: 2 })]));
  expect((await entriesOf(own, id)).map(({ outcome }) => outcome)).toEqual(['statusConflict']);
  await approve(own, late);
  expect((await told(own, id, 2))[0]).toEqual(['BALANCED', 'approvedSince']);
  expect(await rollupDifferences(db)).toEqual([]);
  expect(await expectationDifferences(db)).toEqual([]);
});

test('an approval of today touches no file of before', async () => {
  const own = await anotherMerchant(world);
  const [old, fresh] = (await sell(own, [
    { amountMinor: 1_000, at: at('10:00') },
    { amountMinor: 2_000, at: '2026-11-22 12:00', status: 'INITIALIZED' },
  ])) as [Sold, Sold];
  await reconcile(own, csvOf([csvLineOf(old)]));
  const jobs = () => platformRows(db, 'SELECT id FROM graphile_worker._private_jobs');
  const before = await jobs();
  await approve(own, fresh);
  expect(await jobs()).toEqual(before);
});

test('a purchase that waits for its line cancels out with its reversal', async () => {
  const own = await anotherMerchant(world);
  const [first, taken, last] = (await sell(own, [
    { amountMinor: 1_000, at: '2026-11-21 10:00' },
    { amountMinor: 2_000, at: '2026-11-21 11:00' },
    { amountMinor: 3_000, at: '2026-11-21 12:00' },
  ])) as [Sold, Sold, Sold];
  const { id, verdict } = await reconcile(own, csvOf([csvLineOf(first), csvLineOf(last)]));
  expect(verdict).toBe('INCOMPLETE');
  const [reversal] = (await sell(own, [
    { amountMinor: 2_000, at: '2026-11-22 09:00', type: 'REVERSAL', status: 'INITIALIZED' },
  ])) as [Sold];
  await platformRows(db, 'UPDATE transactions SET original_id = $1 WHERE id = $2', [taken.id, reversal.id]);
  await approve(own, reversal);
  expect(await told(own, id, 2)).toEqual([
    ['BALANCED', 'reversed'],
    ['INCOMPLETE', 'read'],
  ]);
});

test('a corrected rate has the files judged again whose fees it decides', async () => {
  const own = await anotherMerchant(world);
  const { merchantId } = own.merchant;
  const rate = {
    scheme: 'Mada',
    mdrBps: 80,
    vatBps: 1_500,
    capLimitMinor: 4_000,
    processingFeeMinor: 0,
    paidWithin: { days: 1, kind: 'WORKING' },
  } as const;
  const answer = await own.portal.call(discounts.listDiscounts, {}, { token: own.token });
  const bankId = discounts.listDiscounts.output.parse(answer.json()).banks[0]?.id ?? '';
  await inPlatform(db, (tx) => addRate(tx, merchantId, { ...rate, bankId, validFrom: '2026-01-01' }));
  const [early, sale] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-16 10:00' },
    { amountMinor: 10_000, at: at('10:00') },
  ])) as [Sold, Sold];
  const untouched = await reconcile(own, csvOf([csvLineOf(early)]), 'early.csv');
  const { id, verdict } = await reconcile(
    own,
    csvOf([csvLineOf(sale, { feeMinor: 90, vatMinor: 14 })]),
    'dear.csv',
  );
  expect(verdict).toBe('UNBALANCED');
  const [second] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (merchant_id, role, email, full_name, password_hash)
     VALUES ($1, 'MERCHANT', $2, 'Khalid Al-Harbi', '') RETURNING id::text`,
    [merchantId, `second-${merchantId}@mizan.test`],
  );
  const body = { ...rate, bankId, validFrom: '2026-11-17', mdrBps: 90, reason: 'agreed so' };
  const asked = await own.portal.call(discounts.askRestatement, { body }, { token: own.token });
  const decided = await own.portal.call(
    discounts.decideRestatement,
    { params: { id: asked.json().id }, body: { decision: 'APPROVE' } },
    { token: await own.portal.tokenOf(second?.id ?? '') },
  );
  expect(decided.statusCode).toBe(200);
  expect(await told(own, id, 2)).toEqual([
    ['BALANCED', 'restated'],
    ['UNBALANCED', 'read'],
  ]);
  expect((await detailOf(own, id)).history[0]?.cause).toMatchObject({ scheme: 'Mada', day: '2026-11-17' });
  expect(await told(own, untouched.id, 1)).toHaveLength(1);
});

test('a terminal whose bank is said late owes its payments to the files of their days', async () => {
  const own = await anotherMerchant(world);
  const [first, , last] = (await sell(own, [
    { amountMinor: 1_000, at: at('10:00'), scheme: 'Visa' },
    { amountMinor: 2_000, at: at('11:00') },
    { amountMinor: 3_000, at: at('12:00'), scheme: 'Visa' },
  ])) as [Sold, Sold, Sold];
  const { merchantId, terminals } = own.merchant;
  for (const table of ['transactions', 'expectations', 'expectation_days']) {
    const isOpen = `merchant_id = $1 AND scheme = 'Mada'`;
    await platformRows(db, `UPDATE ${table} SET bank_id = 0 WHERE ${isOpen}`, [merchantId]);
  }
  const { id, verdict } = await reconcile(own, csvOf([csvLineOf(first), csvLineOf(last)]));
  expect(verdict).toBe('BALANCED');
  const answer = await own.portal.call(listBanks, {}, { token: own.token });
  const placed = await own.portal.call(
    placeTerminal,
    {
      params: { id: listBanks.output.parse(answer.json()).banks[0]?.id ?? '' },
      body: { terminalId: terminals[0]?.id ?? '', scheme: null, validFrom: null },
    },
    { token: own.token },
  );
  expect(placed.json()).toEqual({ expectedNow: 1 });
  expect(await told(own, id, 2)).toEqual([
    ['INCOMPLETE', 'placed'],
    ['BALANCED', 'read'],
  ]);
  expect((await detailOf(own, id)).result?.absent).toMatchObject([
    { kind: 'scheme', value: 'Mada', count: 1 },
  ]);
  expect(await expectationDifferences(db)).toEqual([]);
});

test('a bank holiday moves what is missing back to what waits, and dropped it is missing again', async () => {
  const own = await anotherMerchant(world);
  const [first, , last] = (await sell(own, [
    { amountMinor: 1_000, at: at('10:00') },
    { amountMinor: 2_000, at: at('11:00') },
    { amountMinor: 3_000, at: at('12:00') },
  ])) as [Sold, Sold, Sold];
  const { id, verdict } = await reconcile(own, csvOf([csvLineOf(first), csvLineOf(last)]));
  expect(verdict).toBe('UNBALANCED');
  const [admin] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (role, email, full_name, password_hash)
     VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '') RETURNING id::text`,
  );
  const token = await own.portal.tokenOf(admin?.id ?? '');
  const days = { from: '2026-11-19', to: '2026-11-19' };
  const added = await own.portal.call(
    addHoliday,
    { body: { ...days, nameEn: 'A day', nameAr: 'يوم' } },
    { token },
  );
  expect((await told(own, id, 2))[0]).toEqual(['INCOMPLETE', 'dueDaysMoved']);
  const { holiday } = added.json<{ holiday: Holiday }>();
  await own.portal.call(
    decideHoliday,
    { params: { id: holiday.id }, body: { ...days, state: 'DROPPED' } },
    { token },
  );
  expect((await told(own, id, 3))[0]).toEqual(['UNBALANCED', 'dueDaysMoved']);
});

test('what waits is incomplete to the end of the day on which it is due, and unbalanced from the next one on', async () => {
  const own = await anotherMerchant(world);
  const [first, , last] = (await sell(own, [
    { amountMinor: 1_000, at: '2026-11-21 10:00' },
    { amountMinor: 2_000, at: '2026-11-21 11:00' },
    { amountMinor: 3_000, at: '2026-11-21 12:00' },
  ])) as [Sold, Sold, Sold];
  const { id, verdict } = await reconcile(own, csvOf([csvLineOf(first), csvLineOf(last)]));
  expect(verdict).toBe('INCOMPLETE');
  const moment = async (time: string): Promise<void> => {
    clock.set(new Date(`2026-11-${time}+03:00`));
    own.token = await own.portal.tokenOf(own.merchant.owner.userId);
  };
  await moment('22T23:59:00');
  expect(await told(own, id, 1)).toEqual([['INCOMPLETE', 'read']]);
  await moment('23T00:01:00');
  expect(await told(own, id, 2)).toEqual([
    ['UNBALANCED', 'duePassed'],
    ['INCOMPLETE', 'read'],
  ]);
  expect((await detailOf(own, id)).history[0]?.cause).toEqual({ kind: 'duePassed', day: '2026-11-22' });
});
