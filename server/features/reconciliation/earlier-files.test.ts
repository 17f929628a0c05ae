import * as contract from '@mizan/contract/earlier-files.ts';
import { undoBankFile } from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { expectationDifferences, rollupDifferences } from '../../testing/agreement.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvHeader,
  csvLineOf,
  csvOf,
  detailOf,
  entriesOf,
  reconcile,
  type Sold,
  sell,
  upload,
} from './testing/bank-world.ts';

/** What people say of lines that an earlier file brought, and of files that correct an earlier one. */
const world = await bankWorld();
const { db } = world.portal;
const at = (time: string) => `2026-11-18 ${time}`;

const earlierFiles = async (own: BankWorld, id: string): Promise<contract.EarlierFiles> =>
  (await own.portal.call(contract.getEarlierFiles, { params: { id } }, { token: own.token })).json();
async function answer(
  own: BankWorld,
  id: string,
  body: { earlierFileId: string; line: number | null; answer: 'SAME' | 'SECOND' | null },
): Promise<number> {
  const { statusCode } = await own.portal.call(
    contract.answerLines,
    { params: { id }, body },
    { token: own.token },
  );
  await own.runner.idle();
  return statusCode;
}
async function replace(own: BankWorld, id: string, earlierFileId: string): Promise<number> {
  const { statusCode } = await own.portal.call(
    contract.replaceFile,
    { params: { id }, body: { earlierFileId } },
    { token: own.token },
  );
  await own.runner.idle();
  return statusCode;
}
const undo = async (own: BankWorld, id: string): Promise<void> => {
  await own.portal.call(undoBankFile, { params: { id } }, { token: own.token });
  await own.runner.idle();
};
const outcomesOf = async (own: BankWorld, id: string) =>
  (await entriesOf(own, id, 'all')).map(({ lines, outcome }) => [lines[0], outcome]);
const verdictOf = async (own: BankWorld, id: string) => (await detailOf(own, id)).verdict;

/** Two sales, and two files that have both without a settlement date or batch. */
async function repeated() {
  const own = await anotherMerchant(world);
  const sales = (await sell(own, [
    { amountMinor: 10_000, at: at('10:00') },
    { amountMinor: 20_000, at: at('11:00') },
  ])) as [Sold, Sold];
  const lines = sales.map((sale) => csvLineOf(sale));
  const first = await reconcile(own, csvOf(lines), 'first.csv');
  const again = await reconcile(own, `${csvOf(lines)}\n`, 'again.csv');
  expect(again.verdict).toBe('INCOMPLETE');
  return { own, sales, first, again };
}

test('all lines of a file are answered at once, one of them otherwise, and each answer can be taken back', {
  timeout: 60_000,
}, async () => {
  const { own, first, again } = await repeated();
  expect((await earlierFiles(own, again.id)).asked).toEqual([
    { bankFileId: first.id, fileName: 'first.csv', currency: 'SAR', count: 2, bankMinor: 30_000 },
  ]);
  const all = { earlierFileId: first.id, line: null };
  expect(await answer(own, again.id, { ...all, answer: 'SAME' })).toBe(200);
  expect(await detailOf(own, again.id)).toMatchObject({
    verdict: 'BALANCED',
    history: [{ verdict: 'BALANCED', cause: { kind: 'answered' } }, { verdict: 'INCOMPLETE' }],
  });
  expect(await answer(own, again.id, { earlierFileId: first.id, line: 3, answer: 'SECOND' })).toBe(200);
  expect(await verdictOf(own, again.id)).toBe('UNBALANCED');
  expect(await outcomesOf(own, again.id)).toEqual([
    [3, 'duplicate'],
    [2, 'confirmedBefore'],
  ]);
  expect((await entriesOf(own, again.id))[0]).toMatchObject({
    differenceMinor: 20_000,
    params: { isAnswered: true },
    earlier: { fileName: 'first.csv', line: 3 },
  });
  expect((await earlierFiles(own, again.id)).answers.map(({ line, answer: said }) => [line, said])).toEqual([
    [null, 'SAME'],
    [3, 'SECOND'],
  ]);
  expect(await answer(own, again.id, { earlierFileId: first.id, line: 3, answer: null })).toBe(200);
  expect(await verdictOf(own, again.id)).toBe('BALANCED');
  expect(await answer(own, again.id, { ...all, answer: null })).toBe(200);
  expect(await verdictOf(own, again.id)).toBe('INCOMPLETE');
  expect((await earlierFiles(own, again.id)).answers).toEqual([]);
});

test('an answer outlives judging again, is one fact however often it is given, and is about one earlier file', async () => {
  const { own, sales, first, again } = await repeated();
  const same = { earlierFileId: first.id, line: 2, answer: 'SAME' } as const;
  await answer(own, again.id, same);
  await answer(own, again.id, same);
  const facts = await platformRows<{ after: object; before: object }>(
    db,
    `SELECT after, before FROM audit_entries WHERE merchant_id = $1 AND action = 'bankFiles.linesAnswered'`,
    [own.merchant.merchantId],
  );
  expect(facts).toEqual([
    {
      before: { lineAnswer: null },
      after: { fileName: 'again.csv', earlierFileName: 'first.csv', line: 2, lineAnswer: 'SAME' },
    },
  ]);
  // The earlier file goes: the lines pay. Another one that came before holds the payments: it is asked anew.
  await undo(own, first.id);
  expect(await verdictOf(own, again.id)).toBe('BALANCED');
  expect(await outcomesOf(own, again.id)).toEqual([
    [2, 'matched'],
    [3, 'matched'],
  ]);
  const third = await reconcile(own, `${csvOf(sales.map((sale) => csvLineOf(sale)))}\n\n`, 'third.csv');
  expect((await entriesOf(own, third.id)).map(({ outcome }) => outcome)).toEqual([
    'sameAsBefore',
    'sameAsBefore',
  ]);
});

test('404: what nobody is asked has no answer', async () => {
  const { own, first, again } = await repeated();
  expect(await answer(own, first.id, { earlierFileId: again.id, line: null, answer: 'SAME' })).toBe(404);
  expect(await answer(own, again.id, { earlierFileId: first.id, line: 9, answer: 'SAME' })).toBe(404);
  const stranger = await anotherMerchant(world);
  expect(await answer(stranger, again.id, { earlierFileId: first.id, line: 2, answer: 'SAME' })).toBe(404);
  expect(await replace(own, again.id, first.id)).toBe(404);
});

const settledCsv = (...lines: string[]): string =>
  [`${csvHeader},Settlement Date`, ...lines.map((line) => `${line},2026-11-19`), ''].join('\n');

test('a corrected file takes the place of the earlier one, and gives it back when it is undone', async () => {
  const own = await anotherMerchant(world);
  const [one, other, dropped, last] = (await sell(own, [
    { amountMinor: 10_000, at: at('10:00') },
    { amountMinor: 20_000, at: at('11:00') },
    { amountMinor: 30_000, at: at('12:00') },
    { amountMinor: 40_000, at: at('13:00') },
  ])) as [Sold, Sold, Sold, Sold];
  const wrong = await reconcile(
    own,
    settledCsv(
      csvLineOf(one),
      csvLineOf(other, { feeMinor: 190, vatMinor: 29 }),
      csvLineOf(dropped),
      csvLineOf(last),
    ),
    'najd_0412.csv',
  );
  expect(wrong.verdict).toBe('UNBALANCED');
  // The bank gives back what it took too much, and leaves out a line.
  const right = await reconcile(
    own,
    settledCsv(csvLineOf(one), csvLineOf(other), csvLineOf(last)),
    'najd_0412_corrected.csv',
  );
  expect(right.verdict).toBe('UNBALANCED');
  expect((await earlierFiles(own, right.id)).corrected).toEqual([
    {
      bankFileId: wrong.id,
      fileName: 'najd_0412.csv',
      currency: 'SAR',
      count: 1,
      differenceMinor: 35,
      heldCount: 4,
      takenCount: 3,
    },
  ]);
  expect(await replace(own, right.id, wrong.id)).toBe(200);
  expect(await replace(own, right.id, wrong.id)).toBe(200);
  expect(await detailOf(own, wrong.id)).toMatchObject({ state: 'REPLACED', result: null });
  // Three pay; the line that is gone is missing now.
  expect(await outcomesOf(own, right.id)).toEqual([
    [undefined, 'missingInBank'],
    [2, 'matched'],
    [3, 'matched'],
    [4, 'matched'],
  ]);
  expect((await detailOf(own, right.id)).history[0]).toMatchObject({
    verdict: 'UNBALANCED',
    cause: { kind: 'replaces', fileName: 'najd_0412.csv' },
    byName: expect.any(String),
  });
  expect((await earlierFiles(own, right.id)).replaced).toEqual([
    { bankFileId: wrong.id, fileName: 'najd_0412.csv' },
  ]);
  // Its bytes are still known, so that nobody brings them in a second time.
  const same = await upload(
    own,
    settledCsv(
      csvLineOf(one),
      csvLineOf(other, { feeMinor: 190, vatMinor: 29 }),
      csvLineOf(dropped),
      csvLineOf(last),
    ),
  );
  expect(same.json<{ same: boolean }>().same).toBe(true);
  await undo(own, right.id);
  const back = await detailOf(own, wrong.id);
  expect(back).toMatchObject({ state: 'DONE', verdict: 'UNBALANCED' });
  expect(await outcomesOf(own, wrong.id)).toEqual([
    [3, 'feeDiffers'],
    [2, 'matched'],
    [4, 'matched'],
    [5, 'matched'],
  ]);
  const confirmed = await platformRows<{ file: string }>(
    db,
    'SELECT DISTINCT bank_file_id::text AS file FROM transactions WHERE merchant_id = $1',
    [own.merchant.merchantId],
  );
  expect(confirmed).toEqual([{ file: wrong.id }]);
  expect(await rollupDifferences(db)).toEqual([]);
  expect(await expectationDifferences(db)).toEqual([]);
});

test('a file that leaned on the replaced one is judged after the new one, which keeps the payments', async () => {
  const own = await anotherMerchant(world);
  const [one, other] = (await sell(own, [
    { amountMinor: 10_000, at: at('10:00') },
    { amountMinor: 20_000, at: at('11:00') },
  ])) as [Sold, Sold];
  const wrong = await reconcile(
    own,
    settledCsv(csvLineOf(one), csvLineOf(other, { feeMinor: 190, vatMinor: 29 })),
    'wrong.csv',
  );
  const leaning = await reconcile(own, settledCsv(csvLineOf(one)), 'leaning.csv');
  expect(leaning.verdict).toBe('BALANCED');
  const right = await reconcile(own, settledCsv(csvLineOf(one), csvLineOf(other)), 'right.csv');
  expect(await replace(own, right.id, wrong.id)).toBe(200);
  expect(await verdictOf(own, right.id)).toBe('BALANCED');
  expect((await entriesOf(own, leaning.id, 'confirmedBefore'))[0]?.earlier?.fileName).toBe('right.csv');
});
