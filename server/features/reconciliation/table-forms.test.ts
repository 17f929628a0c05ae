import type { LayoutProposal } from '@mizan/contract/bank-file-reading.ts';
import type { SaidWords } from '@mizan/contract/bank-file-words.ts';
import { decimalText } from '@mizan/contract/money.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import type { BankField } from '@mizan/contract/reconciliation-terms.ts';
import { type TableForm } from '@mizan/contract/table-form.ts';
import { expect, test } from 'vitest';
import { workbookOf } from '../../reconciliation/workbook-trial.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  detailOf,
  type Sold,
  sell,
  upload,
} from './testing/bank-world.ts';

const world = await bankWorld();

async function uploaded(own: BankWorld, content: string | Buffer, name = 'statement.csv') {
  const asked = await upload(own, content, name);
  await own.runner.idle();
  return detailOf(own, asked.json<{ bankFile: { id: string } }>().bankFile.id);
}

/** Says something of how a waiting file is read, and answers what came of it. */
async function say(
  own: BankWorld,
  id: string,
  body: {
    columns?: { key: string; field: BankField | null }[];
    table?: TableForm;
    words?: SaidWords;
    judge?: boolean;
  },
) {
  const answer = await own.portal.call(
    contract.confirmLayout,
    {
      params: { id },
      body: { columns: [], readings: {}, bankName: 'Najd Bank', remember: true, judge: false, ...body },
    },
    { token: own.token },
  );
  expect(answer.statusCode).toBe(200);
  await own.runner.idle();
  return detailOf(own, id);
}

const mapped = (proposal: LayoutProposal | null, fields: readonly (BankField | null)[]) =>
  (proposal?.columns ?? []).map(({ key }, index) => ({ key, field: fields[index] ?? null }));

const fields = ['terminalId', 'rrn', 'amount', 'date'] as const;
const cellsOf = ({ tid, rrn, amountMinor }: Sold): string[] => [
  tid,
  rrn,
  decimalText(amountMinor),
  '2026-11-20',
];
const twoSales = (own: BankWorld) =>
  sell(own, [{ amountMinor: 12_345 }, { amountMinor: 6_000 }]) as Promise<[Sold, Sold]>;

/** Tries the columns in the table as it was told, then judges by them. */
async function confirmed(own: BankWorld, id: string, table: TableForm) {
  const told = await say(own, id, { table });
  const columns = mapped(told.proposal, fields);
  await say(own, id, { table, columns });
  return say(own, id, { table, columns, judge: true });
}

test('the line of the names that a person chose is read, also in later files where it stands elsewhere', async () => {
  const own = await anotherMerchant(world);
  const [first, second] = await twoSales(own);
  const page = 'Bericht;nur;zur;Ansicht;bitte';
  const names = 'Apparat;Beleg;Wert;Wann';
  const waiting = await uploaded(own, [page, names, cellsOf(first).join(';'), ''].join('\n'));
  expect(waiting).toMatchObject({
    state: 'WAITING_LAYOUT',
    proposal: { table: { kind: 'text', delimiter: ';', encoding: 'utf-8', namesLine: 1 } },
  });
  expect(waiting.proposal?.table?.rows.map(({ line }) => line)).toEqual([1, 2, 3]);

  const told = await say(own, waiting.id, { table: { namesLine: 2 } });
  expect(told.proposal?.columns.map(({ title }) => title)).toEqual(['Apparat', 'Beleg', 'Wert', 'Wann']);
  const judged = await confirmed(own, waiting.id, { namesLine: 2 });
  expect(judged).toMatchObject({ state: 'DONE', result: { matchedCount: 1 } });

  const later = await uploaded(
    own,
    [page, page, '', names, cellsOf(second).join(';'), ''].join('\n'),
    'b.csv',
  );
  expect(later).toMatchObject({ state: 'DONE', bankName: 'Najd Bank', result: { matchedCount: 1 } });
});

test('an encoding that nothing proves waits for a person, and later files are read in the one that was chosen', async () => {
  const own = await anotherMerchant(world);
  const [first, second] = await twoSales(own);
  // Four names of Arabic letters that no list has, in the bytes of windows-1256.
  const names = Buffer.from('c8c82cc8cA2cc8cb2cc8cc0a'.toLowerCase(), 'hex');
  const file = (sale: Sold) => Buffer.concat([names, Buffer.from(`${cellsOf(sale).join(',')}\n`)]);
  const waiting = await uploaded(own, file(first));
  expect(waiting).toMatchObject({
    state: 'WAITING_LAYOUT',
    proposal: { table: { encoding: 'windows-1256', isEncodingGuessed: true } },
  });
  const latin = await say(own, waiting.id, { table: { encoding: 'windows-1252', namesLine: 1 } });
  expect(latin.proposal?.columns[0]?.title).toBe('\u00c8\u00c8');
  const judged = await confirmed(own, waiting.id, { encoding: 'windows-1256', namesLine: 1 });
  expect(judged).toMatchObject({ state: 'DONE', result: { matchedCount: 1 } });
  expect(judged.proposal?.columns[0]?.title).toBe('\u0628\u0628');
  expect(await uploaded(own, file(second), 'b.csv')).toMatchObject({ state: 'DONE', bankName: 'Najd Bank' });
});

test('one line without names is split as a person says, and another of its shape is proposed and waits', async () => {
  const own = await anotherMerchant(world);
  const [first, second] = await twoSales(own);
  const waiting = await uploaded(own, `${cellsOf(first).join('|')}\n`, 'a.txt');
  expect(waiting).toMatchObject({
    state: 'WAITING_LAYOUT',
    proposal: { table: { delimiter: '|', namesLine: 0 }, missing: ['amount', 'date'] },
  });
  const judged = await confirmed(own, waiting.id, { delimiter: '|', namesLine: 0 });
  expect(judged).toMatchObject({ state: 'DONE', result: { matchedCount: 1 } });
  const later = await uploaded(own, `${cellsOf(second).join('|')}\n`, 'b.txt');
  expect(later).toMatchObject({
    state: 'WAITING_LAYOUT',
    proposal: { isRemembered: true, missing: [], columns: fields.map((field) => ({ field })) },
  });
});

test('UTF-16 without its mark is read, and what was said stays untaken where the file cannot be read so', async () => {
  const own = await anotherMerchant(world);
  const [first] = await twoSales(own);
  const text = `Apparat,Beleg,Wert,Wann\n${cellsOf(first).join(',')}\n`;
  const waiting = await uploaded(own, Buffer.from(text, 'utf16le'));
  expect(waiting).toMatchObject({ proposal: { table: { encoding: 'utf-16le', namesLine: 1 } } });
  const refused = await say(own, waiting.id, { table: { namesLine: 9 } });
  expect(refused).toMatchObject({
    state: 'WAITING_LAYOUT',
    trial: null,
    proposal: { refused: 'noHeader', table: { namesLine: 1 } },
  });
  const told = await say(own, waiting.id, { table: { namesLine: 1 } });
  expect(told.proposal?.refused ?? null).toBeNull();
});

test('the sheet that a person chose is read, also in later workbooks, and the cover is asked about once', async () => {
  const own = await anotherMerchant(world);
  const [first, second] = await twoSales(own);
  const cover = 'Terminal ID,Date,Amount\nSum,2026-11-20,123.45';
  const book = (sale: Sold): Buffer =>
    workbookOf([
      ['Cover', cover],
      ['Details', `Apparat,Beleg,Wert,Wann\n${cellsOf(sale).join(',')}`],
    ]);
  const waiting = await uploaded(own, book(first), 'a.xlsx');
  expect(waiting).toMatchObject({
    state: 'WAITING_LAYOUT',
    proposal: {
      table: { kind: 'xlsx', sheet: 'Cover', sheets: ['Cover', 'Details'] },
      words: [{ field: 'sheet', word: 'Details', answer: null }],
    },
  });
  const table = { sheet: 'Details' };
  const told = await say(own, waiting.id, { table });
  expect(told.proposal).toMatchObject({ table: { sheet: 'Details', said: table } });
  expect(told.proposal?.columns.map(({ title }) => title)).toEqual(['Apparat', 'Beleg', 'Wert', 'Wann']);
  const columns = mapped(told.proposal, fields);
  const tried = await say(own, waiting.id, { table, columns });
  expect(tried.proposal?.words).toMatchObject([{ field: 'sheet', word: 'Cover', answer: null }]);
  const words = { sheet: { [tried.proposal?.words?.[0]?.key ?? '']: 'ASIDE' as const } };
  const judged = await say(own, waiting.id, { table, columns, words, judge: true });
  expect(judged).toMatchObject({ state: 'DONE', result: { matchedCount: 1 } });
  expect(await uploaded(own, book(second), 'b.xlsx')).toMatchObject({
    state: 'DONE',
    bankName: 'Najd Bank',
    result: { matchedCount: 1 },
  });
});

test('a later workbook with one more sheet that has money waits, and what is said of it holds for the next one', async () => {
  const own = await anotherMerchant(world);
  const [first, second, third] = (await sell(own, [
    { amountMinor: 12_345 },
    { amountMinor: 6_000 },
    { amountMinor: 7_100 },
  ])) as [Sold, Sold, Sold];
  const book = (sale: Sold, others: readonly [string, string][] = []): Buffer =>
    workbookOf([['Details', `Apparat,Beleg,Wert,Wann\n${cellsOf(sale).join(',')}`], ...others]);
  const taken: [string, string] = ['Chargebacks', 'Case,Terminal,Deducted\nCB-1,88501158,-500.00'];
  const waiting = await uploaded(own, book(first), 'a.xlsx');
  expect(await confirmed(own, waiting.id, { namesLine: 1 })).toMatchObject({ state: 'DONE' });
  const asked = await uploaded(own, book(second, [taken]), 'b.xlsx');
  expect(asked).toMatchObject({
    state: 'WAITING_LAYOUT',
    result: null,
    proposal: { isRemembered: true, words: [{ field: 'sheet', word: 'Chargebacks', answer: null }] },
  });
  const key = asked.proposal?.words?.[0]?.key ?? '';
  const columns = mapped(asked.proposal, fields);
  const open = await say(own, asked.id, { columns, words: { sheet: { [key]: 'OPEN' } }, judge: true });
  expect(open).toMatchObject({ state: 'DONE', result: { verdict: 'INCOMPLETE', matchedCount: 1 } });
  // What was said of the sheet is kept: the next one comes to its verdict by itself, and is no more whole.
  const next = await uploaded(own, book(third, [taken]), 'c.xlsx');
  expect(next).toMatchObject({ state: 'DONE', result: { verdict: 'INCOMPLETE', matchedCount: 1 } });
});

test('names far below the first rows and any sign between the cells are read as a person typed them', async () => {
  const own = await anotherMerchant(world);
  const [first, second] = await twoSales(own);
  const page = (lines: number): string[] => Array.from({ length: lines }, () => 'Seite, eins, von, vielen');
  const file = (lines: number, sale: Sold): string =>
    [...page(lines), 'Apparat*Beleg*Wert*Wann', cellsOf(sale).join('*'), ''].join('\n');
  const waiting = await uploaded(own, file(240, first));
  expect(waiting).toMatchObject({ state: 'WAITING_LAYOUT', proposal: { table: { delimiter: ',' } } });
  const table = { delimiter: '*', namesLine: 241 };
  const told = await say(own, waiting.id, { table });
  expect(told.proposal?.columns.map(({ title }) => title)).toEqual(['Apparat', 'Beleg', 'Wert', 'Wann']);
  // What stands there is shown, below the first rows.
  expect(told.proposal?.table?.rows.map(({ line }) => line).slice(19)).toEqual([20, 241, 242]);
  const judged = await confirmed(own, waiting.id, table);
  expect(judged).toMatchObject({ state: 'DONE', result: { matchedCount: 1 } });
  expect(await uploaded(own, file(230, second), 'b.csv')).toMatchObject({
    state: 'DONE',
    result: { matchedCount: 1 },
  });
});
