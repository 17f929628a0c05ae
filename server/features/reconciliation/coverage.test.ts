/** Coverage through the portal: files of one bank in the order of their lines, and what stands beside their verdicts. */
import { type BankFileDetail, undoBankFile } from '@mizan/contract/reconciliation.ts';
import { getSettlementMonth, type SettlementMonth } from '@mizan/contract/settlement.ts';
import {
  paymentsOfStretch,
  paymentsOutside,
  type VerdictPayments,
} from '@mizan/contract/verdict-payments.ts';
import { expect, test } from 'vitest';
import { listPage, optionsOf, totalsOf } from '../transactions/transactions.service.ts';
import {
  anotherMerchant,
  bankWorld,
  csvHeader,
  csvLineOf,
  csvOf,
  detailOf,
  entriesOf,
  reconcile,
  type Sold,
  sell,
} from './testing/bank-world.ts';

const world = await bankWorld();
const lines = (sales: readonly Sold[]): string => csvOf(sales.map((sale) => csvLineOf(sale)));
type Own = typeof world;

/** What the list of transactions holds of a filter: its totals, and its rows one by one, which are the same. */
async function opened(own: Own, filter: VerdictPayments | null) {
  if (!filter) throw new Error('the list cannot be narrowed to it');
  const { db, clock } = own.portal;
  const { owner } = own.merchant;
  const { rows } = await listPage(db, owner, { ...filter, limit: 200 }, clock.now());
  const totals = await totalsOf(db, owner, filter, clock.now());
  const amountMinor = rows.reduce(
    (sum, row) => sum + (row.type === 'PURCHASE' ? row.amountMinor : -row.amountMinor),
    0,
  );
  expect(totals).toMatchObject({ count: rows.length, atLeast: false });
  expect(totals.salesMinor - totals.refundedMinor).toBe(amountMinor);
  return { count: rows.length, amountMinor };
}
const idsOf = async ({ portal, merchant }: Own) =>
  new Map((await optionsOf(portal.db, merchant.owner)).terminals.map(({ tid, id }) => [tid, id]));
const outside = async (own: Own, { result }: BankFileDetail, which: 'after' | 'before') =>
  opened(own, result?.coverage ? paymentsOutside(result.coverage, which, 'SAR', await idsOf(own)) : null);
async function inStretches(own: Own, { result }: BankFileDetail) {
  const ids = await idsOf(own);
  const { coverage } = result ?? {};
  return Promise.all(
    (coverage?.withoutFile ?? []).map((stretch) =>
      opened(own, coverage ? paymentsOfStretch(coverage, stretch, 'SAR', ids) : null),
    ),
  );
}
const coverageOf = ({ result }: BankFileDetail) => result?.coverage;

test('a day between two files is without a file until its own comes, and then both files are balanced', async () => {
  const own = await anotherMerchant(world);
  const [first, lost, third, later] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-16 20:00' },
    { amountMinor: 20_000, at: '2026-11-17 12:00' },
    { amountMinor: 30_000, at: '2026-11-18 10:00' },
    { amountMinor: 40_000, at: '2026-11-18 18:00' },
  ])) as [Sold, Sold, Sold, Sold];
  const one = await reconcile(own, lines([first]));
  expect(one).toMatchObject({ verdict: 'BALANCED', exceptionCount: 0 });
  expect(coverageOf(one)).toMatchObject({
    opensAt: '2026-11-15T21:00:00.000Z',
    to: '2026-11-16T17:00:00.000Z',
    after: [
      { dueDay: '2026-11-18', count: 1, amountMinor: 20_000 },
      { dueDay: '2026-11-19', count: 2, amountMinor: 70_000 },
    ],
  });
  expect(await outside(own, one, 'after')).toEqual({ count: 3, amountMinor: 90_000 });
  const three = await reconcile(own, lines([third]));
  expect(await outside(own, one, 'after')).toEqual({ count: 2, amountMinor: 60_000 });
  expect(await outside(own, three, 'after')).toEqual({ count: 1, amountMinor: 40_000 });
  expect(await inStretches(own, three)).toEqual([{ count: 1, amountMinor: 20_000 }]);
  expect(three).toMatchObject({
    verdict: 'INCOMPLETE',
    result: { absent: [{ kind: 'withoutFile', count: 1 }] },
  });
  expect(await entriesOf(own, three.id)).toEqual([]);
  expect(coverageOf(three)).toMatchObject({
    from: '2026-11-16T17:00:00.000Z',
    withoutFile: [{ tid: lost.tid, sums: [{ count: 1, amountMinor: 20_000 }] }],
    after: [{ dueDay: '2026-11-19', count: 1, amountMinor: 40_000 }],
  });
  const two = await reconcile(own, lines([lost]));
  expect(await inStretches(own, three)).toEqual([{ count: 0, amountMinor: 0 }]);
  expect(two).toMatchObject({ verdict: 'BALANCED' });
  await own.runner.idle();
  expect(await detailOf(own, three.id)).toMatchObject({
    verdict: 'BALANCED',
    result: { absent: [], coverage: { withoutFile: [] } },
  });
  const four = await reconcile(own, lines([later]));
  expect(four).toMatchObject({ verdict: 'BALANCED', result: { coverage: { after: [] } } });
});

test('a payment that one file names is not named by the next, also where its line comes long after', async () => {
  const own = await anotherMerchant(world);
  const [one, missing, two, three] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-10-05 10:00' },
    { amountMinor: 20_000, at: '2026-10-05 11:00' },
    { amountMinor: 30_000, at: '2026-10-05 12:00' },
    { amountMinor: 40_000, at: '2026-10-06 10:00' },
  ])) as [Sold, Sold, Sold, Sold];
  const [late, far] = (await sell(own, [
    { amountMinor: 50_000, at: '2026-11-18 10:00' },
    { amountMinor: 60_000, at: '2026-11-18 11:00' },
  ])) as [Sold, Sold];
  const first = await reconcile(own, lines([one, two]));
  expect(first).toMatchObject({ verdict: 'UNBALANCED' });
  expect(await entriesOf(own, first.id)).toMatchObject([
    { outcome: 'missingInBank', transactionId: missing.id },
  ]);
  expect(await reconcile(own, lines([three]))).toMatchObject({ verdict: 'BALANCED' });
  // Six weeks later, and dated by the day on which it is paid.
  const settled = csvLineOf({ ...missing, at: '2026-11-18 09:00' });
  const last = await reconcile(own, csvOf([settled, csvLineOf(late), csvLineOf(far)]));
  expect(last.result).toMatchObject({ matchedCount: 3 });
  await own.runner.idle();
  expect(await detailOf(own, first.id)).toMatchObject({ verdict: 'BALANCED' });
});

test('what was sold before the first file is named beside its verdict, and claimed by nobody', async () => {
  const own = await anotherMerchant(world);
  const [, own1] = (await sell(own, [
    { amountMinor: 70_000, at: '2026-09-01 10:00' },
    { amountMinor: 10_000, at: '2026-11-18 10:00' },
  ])) as [Sold, Sold];
  const detail = await reconcile(own, lines([own1]));
  expect(detail).toMatchObject({
    verdict: 'BALANCED',
    result: {
      portalCount: 1,
      coverage: { beforeFirstFile: [{ currency: 'SAR', count: 1, amountMinor: 70_000 }] },
    },
  });
  expect(await outside(own, detail, 'before')).toEqual({ count: 1, amountMinor: 70_000 });
});

test('a file that is older than the first one is judged by its own beginning: what it lacks is missing', async () => {
  const own = await anotherMerchant(world);
  const [one, missing, two, later] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-10-05 10:00' },
    { amountMinor: 20_000, at: '2026-10-05 11:00' },
    { amountMinor: 30_000, at: '2026-10-05 12:00' },
    { amountMinor: 40_000, at: '2026-11-18 10:00' },
  ])) as [Sold, Sold, Sold, Sold];
  expect(await reconcile(own, lines([later]))).toMatchObject({ verdict: 'BALANCED' });
  const older = await reconcile(own, lines([one, two]));
  expect(older).toMatchObject({ verdict: 'UNBALANCED' });
  expect(await entriesOf(own, older.id)).toMatchObject([
    { outcome: 'missingInBank', transactionId: missing.id },
  ]);
});

test('what an undo opens is stated by every file of the settlement day, also by one whose own lines are older', async () => {
  const own = await anotherMerchant(world);
  const [older, card, newer, later] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-14 09:00' },
    { amountMinor: 20_000, at: '2026-11-15 11:00', scheme: 'Visa', terminal: 1 },
    { amountMinor: 30_000, at: '2026-11-15 17:00' },
    { amountMinor: 40_000, at: '2026-11-18 10:00' },
  ])) as [Sold, Sold, Sold, Sold];
  const settled = (day: string, ...sales: Sold[]): string =>
    [`${csvHeader},Settlement Date`, ...sales.map((sale) => `${csvLineOf(sale)},${day}`), ''].join('\n');
  const files = [
    await reconcile(own, settled('2026-11-16', newer)),
    await reconcile(own, settled('2026-11-16', older)),
  ];
  const lacking = () =>
    Promise.all(
      files.map(async ({ id }) =>
        (await detailOf(own, id)).result?.coverage?.exceptions.map(({ amountMinor }) => amountMinor),
      ),
    );
  await own.runner.idle();
  expect(await lacking()).toEqual([[card.amountMinor], [card.amountMinor]]);
  const cards = await reconcile(own, settled('2026-11-19', card, later));
  await own.runner.idle();
  expect(await lacking()).toEqual([[], []]);
  await own.portal.call(undoBankFile, { params: { id: cards.id } }, { token: own.token });
  await own.runner.idle();
  expect(await lacking()).toEqual([[card.amountMinor], [card.amountMinor]]);
});

test('what an undo opens is named by the file of its day, also where a later day has a file of older lines', async () => {
  const own = await anotherMerchant(world);
  const [late, first, second, third, next] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-15 08:00', scheme: 'Visa' },
    { amountMinor: 20_000, at: '2026-11-15 09:00' },
    { amountMinor: 30_000, at: '2026-11-15 10:00' },
    { amountMinor: 40_000, at: '2026-11-15 12:00' },
    { amountMinor: 50_000, at: '2026-11-16 12:00' },
  ])) as [Sold, Sold, Sold, Sold, Sold];
  const settled = (day: string, ...sales: Sold[]): string =>
    [`${csvHeader},Settlement Date`, ...sales.map((sale) => `${csvLineOf(sale)},${day}`), ''].join('\n');
  const { id } = await reconcile(own, settled('2026-11-16', first, third));
  const beside = await reconcile(own, settled('2026-11-16', second));
  const lateId = (await reconcile(own, settled('2026-11-17', late))).id;
  const nextId = (await reconcile(own, settled('2026-11-17', next))).id;
  expect(await detailOf(own, id)).toMatchObject({ verdict: 'BALANCED' });
  await own.portal.call(undoBankFile, { params: { id: beside.id } }, { token: own.token });
  await own.runner.idle();
  expect((await detailOf(own, id)).verdict).toBe('UNBALANCED');
  expect(await entriesOf(own, id)).toMatchObject([{ outcome: 'missingInBank', transactionId: second.id }]);
  for (const other of [lateId, nextId]) expect(await entriesOf(own, other)).toEqual([]);
});

test('a bank that changes its columns begins anew: what lies between is before its new files, and open on the calendar', async () => {
  const own = await anotherMerchant(world);
  const [before, tail, between, after] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-17 10:00' },
    { amountMinor: 20_000, at: '2026-11-17 15:00' },
    { amountMinor: 25_000, at: '2026-11-18 15:00' },
    { amountMinor: 30_000, at: '2026-11-19 10:00' },
  ])) as [Sold, Sold, Sold, Sold];
  expect(await reconcile(own, lines([before]))).toMatchObject({ verdict: 'BALANCED' });
  const [heading, line] = lines([after]).trimEnd().split('\n') as [string, string];
  const widened = await reconcile(own, `${heading},Remark\n${line},none\n`);
  expect(widened).toMatchObject({ verdict: 'BALANCED', bankName: 'Najd Bank' });
  const { coverage } = widened.result ?? {};
  expect(coverage).toMatchObject({ from: '2026-11-18T21:00:00.000Z', withoutFile: [] });
  expect(coverage?.beforeFirstFile).toEqual([
    { currency: 'SAR', count: 2, amountMinor: tail.amountMinor + between.amountMinor },
  ]);
  const answer = await own.portal.call(
    getSettlementMonth,
    { query: { month: '2026-11' } },
    { token: own.token },
  );
  const parts = answer
    .json<SettlementMonth>()
    .rows.flatMap(({ days }) => days)
    .flatMap(({ day, parts: ofDay }) => ofDay.map(({ state, count }) => `${day} ${state} ${count}`));
  expect(parts.toSorted()).toEqual([
    '2026-11-17 CONFIRMED 1',
    '2026-11-17 OVERDUE 1',
    '2026-11-18 NO_FILE 1',
    '2026-11-19 CONFIRMED 1',
  ]);
});
