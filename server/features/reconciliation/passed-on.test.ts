/** What one file's coming, going or other reading changes for files that it does not even touch: the smallest cases. */
import * as contract from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { expectationDifferences } from '../../testing/agreement.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvHeader,
  csvLineOf,
  detailOf,
  entriesOf,
  reconcile,
  type Sold,
  sell,
} from './testing/bank-world.ts';

const world = await bankWorld();
const { db } = world.portal;

const file = (...sales: Sold[]): string =>
  [`${csvHeader},Card Scheme`, ...sales.map((sale) => `${csvLineOf(sale)},${sale.scheme}`), ''].join('\n');

async function undo({ portal, runner, token }: BankWorld, id: string): Promise<void> {
  const answer = await portal.call(contract.undoBankFile, { params: { id } }, { token });
  expect(answer.statusCode).toBe(200);
  await runner.idle();
}

const missingIn = async (own: BankWorld, sale: Sold | undefined): Promise<string | null> => {
  const [row] = await platformRows<{ file: string | null }>(
    db,
    'SELECT missing_in_file_id::text AS file FROM expectations WHERE merchant_id = $1 AND transaction_id = $2',
    [own.merchant.merchantId, sale?.id],
  );
  return row?.file ?? null;
};

test('a file that is taken back leaves its payments to the next one, also where its newest line is not the edge', async () => {
  const own = await anotherMerchant(world);
  const [first, card, edge, next] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-09 09:00' },
    { amountMinor: 20_000, at: '2026-11-09 10:00', scheme: 'Visa' },
    { amountMinor: 30_000, at: '2026-11-09 20:00' },
    { amountMinor: 40_000, at: '2026-11-09 21:00', scheme: 'Visa' },
  ])) as [Sold, Sold, Sold, Sold];
  await reconcile(own, file(first, edge), 'mada.csv');
  const cards = await reconcile(own, file(card), 'cards.csv');
  const last = await reconcile(own, file(next), 'last.csv');
  await own.runner.idle();
  expect(await entriesOf(own, last.id)).toEqual([]);
  await undo(own, cards.id);
  expect(await entriesOf(own, last.id)).toMatchObject([{ transactionId: card.id }]);
  expect(await missingIn(own, card)).toBe(last.id);
});

test('a payment that a file names no more is named by the file after it, and its expectation says by which', async () => {
  const own = await anotherMerchant(world);
  const [one, lacking, two, three] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-16 09:00' },
    { amountMinor: 20_000, at: '2026-11-16 10:00' },
    { amountMinor: 30_000, at: '2026-11-16 11:00' },
    { amountMinor: 40_000, at: '2026-11-16 20:00' },
  ])) as [Sold, Sold, Sold, Sold];
  await reconcile(own, file(one), 'one.csv');
  const last = await reconcile(own, file(three), 'three.csv');
  expect(await missingIn(own, lacking)).toBe(last.id);
  // It comes later and its lines are older: now the payment is its own.
  const between = await reconcile(own, file(two), 'two.csv');
  await own.runner.idle();
  expect(await missingIn(own, lacking)).toBe(between.id);
  expect(await entriesOf(own, last.id)).toEqual([]);
  await undo(own, between.id);
  expect(await missingIn(own, lacking)).toBe(last.id);
  expect(await expectationDifferences(db)).toEqual([]);
});

test('a file in which a scheme was absent is judged again by a file that brings it, though none of its entries names it', async () => {
  const own = await anotherMerchant(world);
  const [mada, card, laterCard] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-16 09:00' },
    { amountMinor: 20_000, at: '2026-11-16 12:00', scheme: 'Visa' },
    { amountMinor: 30_000, at: '2026-11-17 12:00' },
  ])) as [Sold, Sold, Sold];
  await reconcile(own, file(mada), 'mada.csv');
  const second = await reconcile(own, file(laterCard), 'second.csv');
  const was = (await detailOf(own, second.id)).verdict;
  await reconcile(own, file(card), 'cards.csv');
  await own.runner.idle();
  expect([was, (await detailOf(own, second.id)).verdict]).toEqual([was, 'BALANCED']);
});

test('what lies before the first file is told by the first that stands, and by no later one', async () => {
  const own = await anotherMerchant(world);
  const [one, two, three] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-16 09:00' },
    { amountMinor: 20_000, at: '2026-11-17 09:00' },
    { amountMinor: 30_000, at: '2026-11-18 09:00' },
  ])) as [Sold, Sold, Sold];
  // Confirmed once by the second; the first is older than all of that and opens the part where it begins itself.
  const second = await reconcile(own, file(two), 'two.csv');
  const first = await reconcile(own, file(one), 'one.csv');
  const third = await reconcile(own, file(three), 'three.csv');
  await undo(own, first.id);
  const saidBy = async ({ id }: { id: string }) => {
    const coverage = (await detailOf(own, id)).result?.coverage;
    return [coverage?.opensAt, coverage?.beforeFirstFile];
  };
  const sum = [{ currency: 'SAR', count: 1, amountMinor: 10_000 }];
  expect(await saidBy(second)).toEqual(['2026-11-16T21:00:00.000Z', sum]);
  expect(await saidBy(third)).toEqual([null, []]);
});

test('a day on which something is due is lost no more when a later file has a late line of it, and is again without', async () => {
  const own = await anotherMerchant(world);
  const [mada, lacking, card, late, next] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-08 17:00' },
    { amountMinor: 20_000, at: '2026-11-08 18:00', scheme: 'Visa' },
    { amountMinor: 30_000, at: '2026-11-09 16:00', scheme: 'Visa' },
    { amountMinor: 40_000, at: '2026-11-10 11:00' },
    { amountMinor: 50_000, at: '2026-11-10 13:00', scheme: 'Visa' },
  ])) as [Sold, Sold, Sold, Sold, Sold];
  await reconcile(own, file(mada), 'one.csv');
  const second = await reconcile(own, file(card), 'two.csv');
  const stretches = async () => (await detailOf(own, second.id)).result?.coverage?.withoutFile.length;
  expect([await stretches(), await missingIn(own, lacking)]).toEqual([1, null]);
  const third = await reconcile(own, file(late, next), 'three.csv');
  await own.runner.idle();
  expect([await stretches(), await missingIn(own, lacking)]).toEqual([0, second.id]);
  await undo(own, third.id);
  expect([await stretches(), await missingIn(own, lacking)]).toEqual([1, null]);
});
