import { type Dashboard, getDashboard } from '@mizan/contract/dashboard.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
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
} from './testing/bank-world.ts';

/** A bank file asks for a person until what it left open is settled or the file is taken back. */
const world = await bankWorld();

async function asks({ portal, token }: BankWorld): Promise<Dashboard['attention']> {
  const answer = await portal.call(getDashboard, { query: {} }, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json<Dashboard>().attention.filter(({ bankFileId }) => bankFileId !== null);
}
async function rowsOf({ portal, token }: BankWorld, query: { only?: 'open'; search?: string } = {}) {
  const answer = await portal.call(contract.listBankFiles, { query }, { token });
  return answer.json<{ rows: contract.BankFileRow[] }>().rows;
}
const undo = async (own: BankWorld, id: string): Promise<void> => {
  const { portal, token } = own;
  const answer = await portal.call(contract.undoBankFile, { params: { id } }, { token });
  expect(answer.statusCode).toBe(200);
  await own.runner.idle();
};
const sar = (amountMinor: number) => [{ currency: 'SAR', amountMinor }];

test('an unbalanced file stays with its bank, its days and the amount to claim, until it is taken back', async () => {
  const own = await anotherMerchant(world);
  const [right, less] = (await sell(own, [{ amountMinor: 10_000 }, { amountMinor: 124_000 }])) as [
    Sold,
    Sold,
  ];
  const [later] = (await sell(own, [{ amountMinor: 30_000, at: '2026-11-21 10:00' }])) as [Sold];
  const unbalanced = await reconcile(
    own,
    csvOf([csvLineOf(right), csvLineOf(less, { amountMinor: 115_000, feeMinor: 920, vatMinor: 138 })]),
  );
  expect(unbalanced.verdict).toBe('UNBALANCED');
  const entry = {
    kind: 'UNBALANCED_FILE',
    bankFileId: unbalanced.id,
    file: { bankName: 'Najd Bank', firstDay: '2026-11-20', lastDay: '2026-11-20', toClaim: sar(9_000) },
  };
  expect(await asks(own)).toMatchObject([entry]);
  const next = await reconcile(own, csvOf([csvLineOf(later)]));
  expect(next.verdict).toBe('BALANCED');
  expect(await asks(own)).toMatchObject([entry]);
  await undo(own, unbalanced.id);
  // Its day is without a file now, which the file after it says.
  expect(await asks(own)).toMatchObject([{ kind: 'INCOMPLETE_FILE', bankFileId: next.id }]);
});

/** What was sold then was due before today. */
const overdue = '2026-11-18 14:05';

test('what a later file brings is no longer to claim; with the last of it the file leaves, and an undo brings it back', async () => {
  const own = await anotherMerchant(world);
  const [right, first, second] = (await sell(own, [
    { amountMinor: 10_000, at: overdue },
    { amountMinor: 20_000, at: overdue },
    { amountMinor: 3_000, at: overdue },
  ])) as [Sold, Sold, Sold];
  const lacking = await reconcile(own, csvOf([csvLineOf(right)]));
  expect((await rowsOf(own))[0]).toMatchObject({ isOpen: true, toClaim: sar(23_000) });

  const some = await reconcile(own, csvOf([csvLineOf(first)]));
  expect(await asks(own)).toMatchObject([
    { bankFileId: some.id, file: { toClaim: sar(3_000) } },
    { bankFileId: lacking.id, file: { toClaim: sar(3_000) } },
  ]);
  const rest = await reconcile(own, csvOf([csvLineOf(second)]));
  expect(rest.verdict).toBe('BALANCED');
  expect(await asks(own)).toEqual([]);
  expect(await rowsOf(own, { only: 'open' })).toEqual([]);
  expect((await rowsOf(own)).map(({ isOpen, toClaim }) => [isOpen, toClaim[0]?.amountMinor])).toEqual([
    [false, 0],
    [false, 0],
    [false, 0],
  ]);

  await undo(own, rest.id);
  expect((await asks(own)).map(({ bankFileId }) => bankFileId)).toEqual([some.id, lacking.id]);
  expect((await rowsOf(own, { only: 'open' })).map(({ toClaim }) => toClaim)).toEqual([
    sar(3_000),
    sar(3_000),
  ]);
});

test('a later file that pays too little settles what was missing and is itself to be claimed', async () => {
  const own = await anotherMerchant(world);
  const [right, other] = (await sell(own, [
    { amountMinor: 10_000, at: overdue },
    { amountMinor: 20_000, at: overdue },
  ])) as [Sold, Sold];
  await reconcile(own, csvOf([csvLineOf(right)]));
  const later = await reconcile(
    own,
    csvOf([csvLineOf(other, { amountMinor: 19_000, feeMinor: 152, vatMinor: 23 })]),
  );
  expect(await asks(own)).toMatchObject([{ bankFileId: later.id, file: { toClaim: sar(1_000) } }]);
});

test('a line that could not be read keeps its file, also where every missing payment came later', async () => {
  const own = await anotherMerchant(world);
  const [right, other] = (await sell(own, [
    { amountMinor: 10_000, at: overdue },
    { amountMinor: 20_000, at: overdue },
  ])) as [Sold, Sold];
  const broken = await reconcile(own, csvOf([csvLineOf(right), '88000001,632']));
  expect(broken).toMatchObject({ linesRejected: 1, verdict: 'INCOMPLETE' });
  await reconcile(own, csvOf([csvLineOf(other)]));
  expect(await asks(own)).toMatchObject([{ bankFileId: broken.id, file: { toClaim: sar(0) } }]);
});

test('a file whose columns wait asks for a person too', async () => {
  const own = await anotherMerchant(world);
  const [sale] = (await sell(own, [{ amountMinor: 10_000 }])) as [Sold];
  const answer = await upload(own, csvOf([csvLineOf(sale)]), 'najd.csv');
  await own.runner.idle();
  const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
  expect(await asks(own)).toMatchObject([
    { kind: 'WAITING_FILE', bankFileId: id, file: { fileName: 'najd.csv' } },
  ]);
  expect(await rowsOf(own, { only: 'open' })).toMatchObject([{ id, isOpen: true, toClaim: [] }]);
});

test('more files than are named: one entry opens the others, and the number counts them all', {
  timeout: 60_000,
}, async () => {
  const own = await anotherMerchant(world);
  const sales = await sell(
    own,
    Array.from({ length: 9 }, (_, index) => ({ amountMinor: 1_000 + index, at: `2026-11-1${index} 10:00` })),
  );
  for (const sale of sales)
    await reconcile(own, csvOf([csvLineOf(sale, { amountMinor: sale.amountMinor - 5 })]));
  const answer = await own.portal.call(getDashboard, { query: {} }, { token: own.token });
  const { attention, attentionCount } = answer.json<Dashboard>();
  expect(attention.map(({ kind }) => kind)).toEqual([
    ...Array.from({ length: 6 }, () => 'UNBALANCED_FILE'),
    'MORE_FILES',
  ]);
  expect(attention.at(-1)).toMatchObject({ value: 3 });
  expect(attentionCount).toBe(9);
  expect(await rowsOf(own, { only: 'open' })).toHaveLength(9);
});

test('a file is found by a part of its name or of its bank, in any case, and by nobody of another merchant', async () => {
  const own = await anotherMerchant(world);
  const [one, other] = (await sell(own, [{ amountMinor: 10_000 }, { amountMinor: 20_000 }])) as [Sold, Sold];
  const first = await upload(own, csvOf([csvLineOf(one)]), 'Olaya_week 47.csv');
  await own.runner.idle();
  const { id: second } = await reconcile(own, csvOf([csvLineOf(other)]));
  const { id: waiting } = first.json<{ bankFile: { id: string } }>().bankFile;
  const found = async (search: string, by = own) => (await rowsOf(by, { search })).map(({ id }) => id);
  expect(await found('olaya_WEEK')).toEqual([waiting]);
  // The bank's name, which is not the file's.
  expect(await found('najd bank')).toEqual([second]);
  expect(await found('.csv')).toEqual([second, waiting]);
  // A sign of SQL patterns is a letter like any other.
  expect(await found('%')).toEqual([]);
  expect(await found('olaya', await anotherMerchant(world))).toEqual([]);
});
