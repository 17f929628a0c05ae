/** A word that nobody knows is asked once for a layout, whatever else of the file is remembered. */
import type { SaidWords } from '@mizan/contract/bank-file-words.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { asProposed } from './testing/as-proposed.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvHeader,
  csvLineOf,
  detailOf,
  type Sold,
  sell,
  upload,
} from './testing/bank-world.ts';

const world = await bankWorld();

const fileOf = (lines: readonly (readonly [sale: Sold, status: string])[]): string =>
  [`${csvHeader},Status`, ...lines.map(([sale, status]) => `${csvLineOf(sale)},${status}`), ''].join('\n');

async function brought(own: BankWorld, content: string, name: string) {
  const answer = await upload(own, content, name);
  await own.runner.idle();
  return detailOf(own, answer.json<{ bankFile: { id: string } }>().bankFile.id);
}

async function say(own: BankWorld, detail: contract.BankFileDetail, words: SaidWords, judge = true) {
  if (!detail.proposal) throw new Error(`nothing is asked: ${detail.state}`);
  const body = { ...asProposed(detail.proposal, 'Najd Bank', true), words, judge };
  const answer = await own.portal.call(
    contract.confirmLayout,
    { params: { id: detail.id }, body },
    { token: own.token },
  );
  await own.runner.idle();
  return { status: answer.statusCode, body: answer.json<object>(), after: await detailOf(own, detail.id) };
}

test('no verdict before it is answered, and the files after it go by themselves until another word comes', async () => {
  const own = await anotherMerchant(world);
  const sales = (await sell(
    own,
    [10, 11, 12, 13, 14].map((hour) => ({ amountMinor: 10_000, at: `2026-11-20 ${hour}:00` })),
  )) as [Sold, Sold, Sold, Sold, Sold];
  const [first, second, third, fourth, fifth] = sales;
  const waiting = await brought(
    own,
    fileOf([
      [first, 'Settled'],
      [second, 'In the vault'],
    ]),
    'one.csv',
  );
  const asked = { field: 'status', key: 'in the vault', word: 'In the vault', count: 1 };
  expect(waiting).toMatchObject({
    state: 'WAITING_LAYOUT',
    proposal: { words: [{ ...asked, answer: null }], whole: { atBest: { verdict: 'INCOMPLETE' } } },
  });
  expect(await say(own, waiting, {})).toMatchObject({
    status: 422,
    body: { code: 'readingsOpen', details: { question: 'words' } },
  });
  // Tried before it is confirmed, as every other answer.
  const paid: SaidWords = { status: { 'in the vault': 'PAID' } };
  expect((await say(own, waiting, paid, false)).after).toMatchObject({
    state: 'WAITING_LAYOUT',
    proposal: { words: [{ ...asked, answer: 'PAID' }], whole: { atBest: { verdict: 'BALANCED' } } },
  });
  expect((await say(own, waiting, paid)).after).toMatchObject({
    state: 'DONE',
    verdict: 'BALANCED',
    proposal: { words: [{ ...asked, answer: 'PAID' }] },
  });
  expect(await brought(own, fileOf([[third, 'In the Vault']]), 'two.csv')).toMatchObject({
    state: 'DONE',
    verdict: 'BALANCED',
  });
  const other = await brought(own, fileOf([[fourth, 'Under review']]), 'three.csv');
  expect(other).toMatchObject({
    state: 'WAITING_LAYOUT',
    proposal: { isRemembered: true, words: [{ key: 'under review', answer: null }] },
  });
  // Who does not know it either leaves it open: its line waits, in this file and in later ones.
  expect((await say(own, other, { status: { 'under review': 'OPEN' } })).after).toMatchObject({
    state: 'DONE',
    verdict: 'INCOMPLETE',
    linesRejected: 1,
  });
  expect(
    await brought(
      own,
      fileOf([
        [fifth, 'Under review'],
        [third, 'In the vault'],
      ]),
      'four.csv',
    ),
  ).toMatchObject({ state: 'DONE', verdict: 'INCOMPLETE', linesRejected: 1 });
  // What was answered once may be answered otherwise, from the verdict.
  const open = await detailOf(own, other.id);
  expect((await say(own, open, { status: { 'under review': 'UNPAID' } })).after).toMatchObject({
    state: 'DONE',
    verdict: 'UNBALANCED',
    linesRejected: 0,
  });
});

test('a column of amounts that nothing is read from, and lines without a status, are asked once for a layout', async () => {
  const own = await anotherMerchant(world);
  const sales = (await sell(
    own,
    [10, 11, 12, 13].map((hour) => ({ amountMinor: 10_000, at: `2026-11-20 ${hour}:00` })),
  )) as [Sold, Sold, Sold, Sold];
  const fileWith = (...lines: readonly (readonly [sale: Sold, status: string])[]): string =>
    [
      `${csvHeader},Status,Other Charges`,
      ...lines.map(([sale, status]) => `${csvLineOf(sale)},${status},5.00`),
      '',
    ].join('\n');
  const waiting = await brought(own, fileWith([sales[0], 'Settled'], [sales[1], '']), 'charges.csv');
  expect(waiting).toMatchObject({
    state: 'WAITING_LAYOUT',
    proposal: {
      words: [
        { field: 'status', key: '', word: '', count: 1, answer: null },
        { field: 'column', key: 'other charges', word: 'Other Charges', answer: null },
      ],
      whole: { atBest: { verdict: 'INCOMPLETE' } },
    },
  });
  expect(await say(own, waiting, { status: { '': 'PAID' } })).toMatchObject({ status: 422 });
  const words: SaidWords = { status: { '': 'PAID' }, column: { 'other charges': 'ASIDE' } };
  expect((await say(own, waiting, words)).after).toMatchObject({ state: 'DONE', verdict: 'BALANCED' });
  const next = await brought(own, fileWith([sales[2], ''], [sales[3], 'Settled']), 'next.csv');
  expect(next).toMatchObject({ state: 'DONE', verdict: 'BALANCED' });
});

test('a word that may turn the sign of its amount is tried before anything is judged by it, and what it asks is asked', async () => {
  const own = await anotherMerchant(world);
  const [sale] = (await sell(own, [{ amountMinor: 10_000, at: '2026-11-20 10:00' }])) as [Sold];
  const noCharges = { feeMinor: 0, vatMinor: 0 };
  const lines = [
    [csvLineOf(sale), 'Purchase'],
    [csvLineOf(sale, { ...noCharges, amountMinor: -10_000 }), 'Chargeback'],
    [csvLineOf(sale, noCharges), 'Case 14 won'],
  ];
  const content = [`${csvHeader},Transaction Type`, ...lines.map((cells) => cells.join(',')), ''].join('\n');
  const waiting = await brought(own, content, 'case.csv');
  expect(waiting).toMatchObject({ state: 'WAITING_LAYOUT', proposal: { words: [{ word: 'Case 14 won' }] } });
  const [asked] = waiting.proposal?.words ?? [];
  const words: SaidWords = { type: { [asked?.key ?? '']: 'CHARGEBACK' } };
  // Sent without having been tried: it is tried first, and whether a plus or the word counts is a question by then.
  const { after } = await say(own, waiting, words);
  expect(after).toMatchObject({
    state: 'WAITING_LAYOUT',
    proposal: {
      words: [{ word: 'Case 14 won', answer: 'CHARGEBACK' }],
      questions: expect.arrayContaining([expect.objectContaining({ question: 'refunds', way: null })]),
    },
  });
});
