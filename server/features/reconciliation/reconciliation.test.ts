import { expect, test } from 'vitest';
import { bankWorld, csvLineOf, csvOf, entriesOf, reconcile, sell } from './testing/bank-world.ts';

const world = await bankWorld();

test('a file that pays everything is balanced, and its payments are confirmed by the bank', async () => {
  const sales = await sell(world, [
    { amountMinor: 10_000 },
    { amountMinor: 25_050 },
    { amountMinor: 4_500, type: 'REFUND' },
  ]);
  const detail = await reconcile(world, csvOf(sales.map((sale) => csvLineOf(sale))));
  expect(detail).toMatchObject({
    state: 'DONE',
    verdict: 'BALANCED',
    linesRead: 3,
    linesRejected: 0,
    exceptionCount: 0,
  });
  expect(detail.result).toMatchObject({ portalCount: 3, matchedCount: 3, absent: [] });
  expect(await entriesOf(world, detail.id)).toEqual([]);
  expect(await entriesOf(world, detail.id, 'matched')).toHaveLength(3);
});
