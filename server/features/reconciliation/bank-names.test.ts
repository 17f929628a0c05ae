import { addBank } from '@mizan/contract/banks.ts';
import { type Dashboard, getDashboard } from '@mizan/contract/dashboard.ts';
import { type ExceptionRow, listExceptions } from '@mizan/contract/exceptions.ts';
import { type BankFileRow, listBankFiles } from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  confirm,
  csvLineOf,
  csvOf,
  detailOf,
  type Sold,
  sell,
  upload,
} from './testing/bank-world.ts';

/** A bank has a name in each language; whoever writes one of them means the same bank, and everybody reads it in their own. */
const world = await bankWorld();
const names = { nameEn: 'Tihama Bank', nameAr: 'بنك تهامة' };

async function shopOfTwoBanks(): Promise<BankWorld> {
  const own = await anotherMerchant(world);
  const body = { ...names, code: null, iban: null, cutoff: '00:00' };
  expect((await own.portal.call(addBank, { body }, { token: own.token })).statusCode).toBe(200);
  return own;
}

/** A file that is read without being remembered: what lies before it is found by the name of its bank. */
async function judged(own: BankWorld, content: string, fileName: string, bankName: string) {
  const answer = await upload(own, content, fileName);
  const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
  await own.runner.idle();
  for (let turn = 0; (await detailOf(own, id)).state === 'WAITING_LAYOUT' && turn < 2; turn++) {
    await confirm(own, await detailOf(own, id), false, bankName);
    await own.runner.idle();
  }
  return detailOf(own, id);
}

async function twoFiles(secondName: string) {
  const own = await shopOfTwoBanks();
  const sold = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-19 10:00' },
    { amountMinor: 20_000, at: '2026-11-19 15:00' },
    { amountMinor: 30_000, at: '2026-11-20 10:00' },
  ])) as [Sold, Sold, Sold];
  await judged(own, csvOf([csvLineOf(sold[0])]), 'first.csv', names.nameEn);
  const second = await judged(own, csvOf([csvLineOf(sold[2])]), 'second.csv', secondName);
  return { own, second };
}

test('a bank named in the other language is the same bank to its files', async () => {
  const [same, arabic, spaced, other] = [
    await twoFiles('Tihama Bank'),
    await twoFiles('بنك تهامة'),
    await twoFiles('tihama bank '),
    await twoFiles('Another Bank'),
  ];
  const covers = ({ second: { verdict, result } }: typeof same) => ({
    verdict,
    from: result?.coverage?.from,
    withoutFile: result?.coverage?.withoutFile.flatMap(({ sums }) => sums),
  });
  const withoutFile = [{ currency: 'SAR', count: 1, amountMinor: 20_000 }];
  const asOne = { verdict: 'INCOMPLETE', from: '2026-11-19T07:00:00.000Z', withoutFile };
  expect([same, arabic, spaced].map(covers)).toEqual([asOne, asOne, asOne]);
  // Without a file of its bank before it, it opens by itself: that is what the name decides.
  expect(covers(other)).toEqual({ verdict: 'BALANCED', from: '2026-11-19T21:00:00.000Z', withoutFile: [] });
  expect([arabic, spaced, other].map(({ second }) => second.bankName)).toEqual([
    'Tihama Bank',
    'Tihama Bank',
    'Another Bank',
  ]);
});

test('whoever reads of a file is told both names of its bank, and finds it by either', async () => {
  const own = await shopOfTwoBanks();
  const [sale] = (await sell(own, [{ amountMinor: 10_000 }])) as [Sold];
  const less = csvOf([csvLineOf(sale, { amountMinor: 9_000, feeMinor: 72, vatMinor: 11 })]);
  const file = await judged(own, less, 'third.csv', names.nameAr);
  expect(file).toMatchObject({ verdict: 'UNBALANCED', bankName: names.nameAr, bank: names });

  const { portal, token } = own;
  const attention = (await portal.call(getDashboard, { query: {} }, { token })).json<Dashboard>().attention;
  expect(attention.find(({ bankFileId }) => bankFileId === file.id)?.file?.bank).toEqual(names);
  const exceptions = (await portal.call(listExceptions, { query: {} }, { token })).json<{
    rows: ExceptionRow[];
  }>();
  expect(exceptions.rows.map(({ bank }) => bank)).toEqual([names]);
  for (const search of ['tihama', 'تهامة']) {
    const found = await portal.call(listBankFiles, { query: { search } }, { token });
    expect(found.json<{ rows: BankFileRow[] }>().rows.map(({ id, bank }) => [id, bank])).toEqual([
      [file.id, names],
    ]);
  }
});

test('a name that none of the banks has stays as it was written', async () => {
  const own = await shopOfTwoBanks();
  const [sale] = (await sell(own, [{ amountMinor: 10_000 }])) as [Sold];
  const file = await judged(own, csvOf([csvLineOf(sale)]), 'fourth.csv', 'My old bank');
  expect(file).toMatchObject({ bankName: 'My old bank', bank: null });
});
