/**
 * Files that contradict each other, in every order: a charge, its correction and the first charge once more; sales and what
 * was given back of them. After each step no payment is nowhere, and nothing is BALANCED with money missing.
 */
import { replaceFile } from '@mizan/contract/earlier-files.ts';
import { undoBankFile } from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvHeader,
  csvLineOf,
  entriesOf,
  reconcile,
  type Sold,
  sell,
} from '../../server/features/reconciliation/testing/bank-world.ts';
import { expectationDifferences, rollupDifferences } from '../../server/testing/agreement.ts';
import { namedUnevenly, nowhere, statedWrongly, whatStands } from './what-stands.ts';

const world = await bankWorld();

const fileOf = (lines: readonly string[], settled: string): string =>
  [`${csvHeader},Settlement Date`, ...lines.map((line) => `${line},${settled}`), ''].join('\n');

/** What each file says of its lines, the first file first; fails where a payment is nowhere or money is missing in silence. */
async function saidOf(own: BankWorld): Promise<string[]> {
  const stands = await whatStands(own.portal.db, own.merchant.merchantId);
  expect([nowhere(stands), statedWrongly(stands), namedUnevenly(stands)]).toEqual([[], [], []]);
  const said: string[] = [];
  for (const { id, verdict } of stands.files.toSorted((a, b) => Number(a.id) - Number(b.id))) {
    const entries = await entriesOf(own, id, 'all');
    const told = entries.map(({ outcome, differenceMinor }) => `${outcome} ${differenceMinor}`);
    said.push(`${verdict}: ${told.toSorted().join(', ')}`);
  }
  return said;
}

/** One payment: charged 30 halalas too much at first, corrected, and charged as at first once more. */
async function charged() {
  const own = await anotherMerchant(world);
  const [one, other] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-18 10:00' },
    { amountMinor: 20_000, at: '2026-11-18 11:00' },
  ])) as [Sold, Sold];
  const dear = csvLineOf(one, { feeMinor: one.feeMinor + 30 });
  // Each file is other bytes: a shop's other payment in it, a blank line, another order.
  return {
    own,
    files: {
      original: fileOf([dear, csvLineOf(other)], '2026-11-19'),
      correction: fileOf([csvLineOf(one), csvLineOf(other)], '2026-11-19'),
      repeated: fileOf([csvLineOf(other), dear], '2026-11-19'),
    },
  };
}
type Name = keyof Awaited<ReturnType<typeof charged>>['files'];

const quiet = 'BALANCED: confirmedBefore 0, confirmedBefore 0';
const dearAtFirst = 'UNBALANCED: feeDiffers -30, matched 0';
const dearAgain = 'UNBALANCED: confirmedBefore 0, feeDiffers -30';
const givenBack = 'UNBALANCED: confirmedBefore 0, feeDiffers 30';
const agreed = 'BALANCED: matched 0, matched 0';

/** Each line is held against the one before it: what all files differ by is what the last one charged too much. */
const orders: readonly (readonly [readonly Name[], readonly string[]])[] = [
  [
    ['original', 'correction', 'repeated'],
    [dearAtFirst, givenBack, dearAgain],
  ],
  [
    ['original', 'repeated', 'correction'],
    [dearAtFirst, quiet, givenBack],
  ],
  [
    ['correction', 'original', 'repeated'],
    [agreed, dearAgain, quiet],
  ],
  [
    ['correction', 'repeated', 'original'],
    [agreed, dearAgain, quiet],
  ],
  [
    ['repeated', 'correction', 'original'],
    [dearAtFirst, givenBack, dearAgain],
  ],
];

test.each(orders)('%s: the charge that came last is the one that counts', async (order, said) => {
  const { own, files } = await charged();
  for (const [at, name] of order.entries()) {
    await reconcile(own, files[name], `${name}.csv`);
    expect(await saidOf(own)).toEqual(said.slice(0, at + 1));
  }
});

test('the first charge once more is told of the correction, and quiet again once that is taken back', async () => {
  const { own, files } = await charged();
  await reconcile(own, files.original, 'original.csv');
  const correction = await reconcile(own, files.correction, 'correction.csv');
  const repeated = await reconcile(own, files.repeated, 'repeated.csv');
  expect((await entriesOf(own, repeated.id, 'feeDiffers'))[0]).toMatchObject({
    reason: 'corrected',
    earlier: { bankFileId: correction.id, fileName: 'correction.csv', line: 2 },
  });
  expect(await entriesOf(own, repeated.id, 'confirmedBefore')).toMatchObject([
    { earlier: { fileName: 'original.csv' } },
  ]);
  await own.portal.call(undoBankFile, { params: { id: correction.id } }, { token: own.token });
  await own.runner.idle();
  expect(await saidOf(own)).toEqual([dearAtFirst, quiet]);
});

test('a correction that replaced the first file is what the first charge once more differs from', async () => {
  const { own, files } = await charged();
  const original = await reconcile(own, files.original, 'original.csv');
  const correction = await reconcile(own, files.correction, 'correction.csv');
  const body = { earlierFileId: original.id };
  await own.portal.call(replaceFile, { params: { id: correction.id }, body }, { token: own.token });
  await own.runner.idle();
  expect(await saidOf(own)).toEqual([agreed]);
  await reconcile(own, files.repeated, 'repeated.csv');
  expect(await saidOf(own)).toEqual([agreed, dearAgain]);
});

test.each([
  ['sales before what was given back', [0, 1]],
  ['what was given back before the sales', [1, 0]],
])('%s: every payment is confirmed, and nothing is missing', async (_, order) => {
  const own = await anotherMerchant(world);
  const [sale, kept, back] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-18 10:00' },
    { amountMinor: 20_000, at: '2026-11-18 11:00' },
    { amountMinor: 10_000, at: '2026-11-19 10:00', type: 'REFUND' },
  ])) as [Sold, Sold, Sold];
  const both = [
    fileOf([csvLineOf(sale), csvLineOf(kept)], '2026-11-19'),
    fileOf([csvLineOf(back)], '2026-11-22'),
  ];
  for (const at of order) {
    await reconcile(own, both[at] as string, `${at}.csv`);
    await saidOf(own);
  }
  expect((await saidOf(own)).toSorted()).toEqual(['BALANCED: matched 0', agreed]);
  const { payments } = await whatStands(own.portal.db, own.merchant.merchantId);
  expect(payments.map(({ line }) => line)).toEqual(['agreed', 'agreed', 'agreed']);
  expect(await expectationDifferences(world.portal.db)).toEqual([]);
  expect(await rollupDifferences(world.portal.db)).toEqual([]);
});
