import { expect, test } from 'vitest';
import { threadEngine } from './bank-file-runner.deps.ts';
import {
  anotherMerchant,
  bankWorld,
  csvLineOf,
  csvOf,
  entriesOf,
  reconcile,
  type Sold,
  sell,
} from './testing/bank-world.ts';

/** Bank files with what terminals begin by themselves. */
const world = await bankWorld(threadEngine);
const at = '2026-11-18 14:05';

test('a cash advance in a bank file is matched, whatever the bank kept of it: nothing is claimed of an unknown fee', async () => {
  const own = await anotherMerchant(world);
  const [sale, advance] = (await sell(own, [
    { amountMinor: 10_000, at },
    { amountMinor: 50_000, type: 'CASH_ADVANCE', at },
  ])) as [Sold, Sold];
  const detail = await reconcile(
    own,
    csvOf([csvLineOf(sale), csvLineOf(advance, { feeMinor: 1_000, vatMinor: 150 })]),
  );
  expect(detail).toMatchObject({ state: 'DONE', verdict: 'BALANCED', linesRead: 2, exceptionCount: 0 });
  expect(detail.result).toMatchObject({ portalCount: 2, matchedCount: 2, absent: [] });
  expect(await entriesOf(own, detail.id, 'matched')).toHaveLength(2);
});

test('a cash advance that a file of its day lacks is missing money in, of its whole amount', async () => {
  const own = await anotherMerchant(world);
  const [sale] = (await sell(own, [
    { amountMinor: 10_000, at },
    { amountMinor: 50_000, type: 'CASH_ADVANCE', at },
  ])) as [Sold, Sold];
  const detail = await reconcile(own, csvOf([csvLineOf(sale)]));
  expect(detail).toMatchObject({ state: 'DONE', verdict: 'UNBALANCED' });
  const [missing] = await entriesOf(own, detail.id, 'missingInBank');
  expect(missing).toMatchObject({ portalMinor: 50_000 });
});

test('a completion in a bank file is matched; what was held alone is neither missing nor to be claimed', async () => {
  const own = await anotherMerchant(world);
  const [held, completion] = (await sell(own, [
    { amountMinor: 90_000, type: 'PREAUTH', at },
    { amountMinor: 50_000, type: 'COMPLETION', at },
  ])) as [Sold, Sold];
  const detail = await reconcile(own, csvOf([csvLineOf(completion)]));
  expect(detail).toMatchObject({ state: 'DONE', verdict: 'BALANCED', linesRead: 1, exceptionCount: 0 });
  expect(detail.result).toMatchObject({ portalCount: 1, matchedCount: 1, absent: [] });
  expect(await entriesOf(own, detail.id, 'missingInBank')).toEqual([]);
  expect(held.id).not.toBe(completion.id);
});
