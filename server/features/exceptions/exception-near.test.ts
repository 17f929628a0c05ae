import { expect, test } from 'vitest';
import {
  anotherMerchant,
  bankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { exceptionOf, exceptionsOf } from './testing/exception-world.ts';

/** What stands near an exception, where it was matched, is free, or has its other side already. */
const world = await bankWorld();
const day = '2026-11-16';

test('a line that differs in its fee alone shows the payment that it was matched with, and claims no field to agree', async () => {
  const own = await anotherMerchant(world);
  const [first, charged, last] = (await sell(
    own,
    [10_000, 20_000, 30_000].map((amountMinor, hour) => ({ amountMinor, at: `2026-11-16 1${hour}:00` })),
  )) as [Sold, Sold, Sold];
  const dear = csvLineOf(charged, { feeMinor: charged.feeMinor + 500 });
  await reconcile(own, csvOf([csvLineOf(first), dear, csvLineOf(last)]), 'fees.csv');
  const [one] = await exceptionsOf(own);
  const detail = await exceptionOf(own, one?.id ?? '');
  expect(detail).toMatchObject({
    outcome: 'feeDiffers',
    own: { line: 3, amountMinor: 20_000 },
    near: [
      {
        transactionId: charged.id,
        rrn: charged.rrn,
        lastFour: charged.lastFour,
        amountMinor: 20_000,
        agrees: [],
        differs: [],
        isFree: true,
        takenBy: null,
      },
    ],
  });
});

test('a payment without a line shows the lines of other files to which the engine found it near', async () => {
  const own = await anotherMerchant(world);
  const [first, lost, last] = (await sell(own, [
    { amountMinor: 10_000, at: `${day} 09:00` },
    { amountMinor: 41_725, at: `${day} 10:00` },
    { amountMinor: 12_000, at: `${day} 11:00` },
  ])) as [Sold, Sold, Sold];
  await reconcile(own, csvOf([first, last].map((sale) => csvLineOf(sale))), 'monday.csv');
  const typed = csvLineOf(lost, { rrn: '632199999999', approvalCode: '999999', amountMinor: 41_752 });
  const [next] = (await sell(own, [{ amountMinor: 900, at: '2026-11-17 09:00' }])) as [Sold];
  await reconcile(own, csvOf([typed, csvLineOf(next)]), 'tuesday.csv');
  const missing = (await exceptionsOf(own, { outcome: 'missingInBank' }))[0];
  const detail = await exceptionOf(own, missing?.id ?? '');
  expect(detail.own).toMatchObject({
    transactionId: lost.id,
    amountMinor: 41_725,
    authCode: lost.approvalCode,
  });
  const line = (await exceptionsOf(own, { outcome: 'missingInPortal' }))[0];
  const near = (await exceptionOf(own, line?.id ?? '')).near.map(({ transactionId }) => transactionId);
  expect(detail.near.map(({ fileName, line: row }) => [fileName, row])).toEqual(
    near.includes(lost.id) ? [['tuesday.csv', 2]] : [],
  );
});

test('what is near and has its other side already is shown with it, field by field, and is not free', async () => {
  const own = await anotherMerchant(world);
  const [first, lost, paid, last] = (await sell(own, [
    { amountMinor: 10_000, at: `${day} 09:00` },
    { amountMinor: 41_725, at: `${day} 10:00` },
    { amountMinor: 41_725, at: `${day} 10:05` },
    { amountMinor: 12_000, at: `${day} 11:00` },
  ])) as [Sold, Sold, Sold, Sold];
  // A third line of that amount names a payment that nobody knows, on another day.
  const strange = csvLineOf(paid, { rrn: '632199999999', approvalCode: '999999', at: '2026-11-14 10:05' });
  await reconcile(own, csvOf([strange, ...[first, paid, last].map((sale) => csvLineOf(sale))]), 'monday.csv');
  const [missing] = await exceptionsOf(own, { outcome: 'missingInBank' });
  expect(missing?.transactionId).toBe(lost.id);
  const taken = { transactionId: paid.id, fileName: 'monday.csv', line: 4 };
  const ofPayment = (await exceptionOf(own, missing?.id ?? '')).near.filter(({ isFree }) => !isFree);
  expect(ofPayment).toMatchObject([
    { transactionId: null, fileName: 'monday.csv', line: 4, amountMinor: 41_725, takenBy: taken },
  ]);
  expect(ofPayment[0]?.agrees).toEqual(expect.arrayContaining(['terminal', 'date', 'amount']));
  expect(ofPayment[0]?.differs).toContainEqual({ field: 'rrn', value: paid.rrn });
  const [line] = await exceptionsOf(own, { outcome: 'missingInPortal' });
  const ofLine = (await exceptionOf(own, line?.id ?? '')).near.filter(({ isFree }) => !isFree);
  expect(ofLine).toMatchObject([{ transactionId: paid.id, line: null, takenBy: taken }]);
  expect(ofLine[0]?.differs.map(({ field }) => field)).toEqual(expect.arrayContaining(['rrn', 'date']));
});
