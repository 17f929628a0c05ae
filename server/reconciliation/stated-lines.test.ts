/** Files that say how many lines they have, alone and in parts: what they lack is named, and never called balanced. */
import { expect, test } from 'vitest';
import { sold, type Trial, tryBankFile } from './bank-file-trial.ts';
import { absentNumbers } from './read/text-set.ts';
import { zipOf } from './read/zip-trial.ts';

const names = 'paidTime|transactionType|totalAmount|currency|fee|orderNo|terminalId|rrn';
const period = (count: number): string => `20261120|2026-11-20 00:00:00|2026-11-20 23:59:59|${count}`;
const rrnOf = (number: number): string => String(632_609_120_000 + number);
const line = (number: number): string =>
  `2026-11-20 1${number}:00:00|PAY|100.00|SAR|0.92||88501158|${rrnOf(number)}`;
const payments = [1, 2, 3].map((number) => sold(number, `20 1${number}:00`));
const part = (count: number, ...numbers: number[]): string =>
  [period(count), names, ...numbers.map(line), ''].join('\n');
const set = (...parts: [number: string, content: string][]): Buffer =>
  zipOf(parts.map(([number, content]) => ({ name: `day/20261120${number}.csv`, content })));
const absentOf = ({ summary }: Trial) => summary.absent.map(({ kind, value }) => [kind, value]);
const ofPayments = ({ entries }: Trial) =>
  entries.filter(({ line: at }) => at === null).map(({ outcome, reason }) => [outcome, reason]);

test('a file that has as many lines as it states is balanced', async () => {
  const { summary } = await tryBankFile(part(3, 1, 2, 3), payments);
  expect(summary).toMatchObject({ verdict: 'BALANCED', absent: [] });
  expect(summary.notCounted.rows).toMatchObject([
    { line: 1, kind: 'title', total: { agrees: true, sum: 3 } },
  ]);
});

test.each([
  [3, [1, 2], '1'],
  [50, [1], '49'],
  [1, [1, 2], '-1'],
])('a file that states %i lines and has %j is incomplete by %s', async (count, numbers, value) => {
  const trial = await tryBankFile(part(count, ...numbers), payments.slice(0, numbers.length));
  expect(trial.summary.verdict).toBe('INCOMPLETE');
  expect(absentOf(trial)).toEqual([['countOfTotal', value]]);
});

test.each([
  ['a rent and a deposit', 3],
  ['a deposit', 4],
  ['neither', 5],
])('a number of lines may count %s or not, and no other one agrees', async (_, count) => {
  const rent = '2026-11-20 18:00:00|TERMINAL RENT|-5.00|SAR||||';
  const payout = '2026-11-20 19:00:00|PAYOUT|292.24|SAR||||';
  const file = (stated: number, ...numbers: number[]): string =>
    [period(stated), names, ...numbers.map(line), rent, payout, ''].join('\n');
  const counted = (trial: Trial) => absentOf(trial).filter(([kind]) => kind === 'countOfTotal');
  expect(counted(await tryBankFile(file(count, 1, 2, 3), payments))).toEqual([]);
  expect(counted(await tryBankFile(file(6, 1, 2, 3), payments))).toEqual([['countOfTotal', '1']]);
  expect(counted(await tryBankFile(file(2, 1, 2, 3), payments))).toEqual([['countOfTotal', '-3']]);
});

test('payments that may be in the lines a file lacks wait, and as many as are more than those are missing', async () => {
  const lacking = await tryBankFile(part(3, 1, 3), payments);
  expect(lacking.summary.verdict).toBe('INCOMPLETE');
  expect(ofPayments(lacking)).toEqual([['waits', 'notWhole']]);
  expect(lacking.summary.holes).toMatchObject([{ kind: 'countOfTotal', value: '1', waitsCount: 1 }]);
  const more = await tryBankFile(part(3, 1, 4), [...payments, sold(4, '20 14:00')]);
  expect(more.summary.verdict).toBe('UNBALANCED');
  expect(ofPayments(more).map(([outcome]) => outcome)).toEqual(['missingInBank', 'waits']);
});

test('a rejected line is one of those counted', async () => {
  const broken = line(2).replace('100.00', 'x');
  const file = [period(3), names, line(1), broken, line(3), ''].join('\n');
  const trial = await tryBankFile(file, payments);
  expect(absentOf(trial)).toEqual([['rejectedLines', '']]);
});

test('a set whose parts state the lines of all lacks those of its last part', async () => {
  const lacking = await tryBankFile(set(['_1', part(3, 1)], ['_2', part(3, 2)]), payments.slice(0, 2));
  expect(lacking.summary.verdict).toBe('INCOMPLETE');
  expect(absentOf(lacking)).toEqual([['countOfTotal', '1']]);
  expect(lacking.summary.notCounted.rows.filter(({ total }) => total)).toMatchObject([
    { line: 1, total: { stated: 3, sum: 2 } },
    { line: 4, total: { stated: 3, sum: 2 } },
  ]);
});

test.each([
  ['2 and 1', set(['_1', part(3, 1, 2)], ['_2', part(3, 3)]), ['1', '2']],
  ['1, 1 and 1', set(['_1', part(3, 1)], ['_2', part(3, 2)], ['_3', part(3, 3)]), ['2', '2', '2']],
  ['2 and 1 in one text', part(3, 1, 2) + part(3, 3), ['1', '2']],
])(
  'few lines that each part states, and all parts have together, may be lacking in each: %s',
  async (_, file, lacking) => {
    const trial = await tryBankFile(file, payments);
    expect(trial.summary.verdict).toBe('INCOMPLETE');
    expect(absentOf(trial)).toEqual(lacking.map((value) => ['countOfTotal', value]));
    const more = await tryBankFile(file, [...payments, sold(4, '20 12:30')]);
    expect(ofPayments(more)).toEqual([['waits', 'notWhole']]);
  },
);

test('parts that lack lines and have too many, and so cancel out, state their own lines and not those of all', async () => {
  const sales = [...payments, ...[4, 5, 6, 7].map((number) => sold(number, `20 1${number}:00`))];
  const parts = set(['_1', part(3, 1, 2)], ['_2', part(3, 4, 5, 6, 7)]);
  const trial = await tryBankFile(parts, sales);
  expect(trial.summary.verdict).toBe('INCOMPLETE');
  expect(absentOf(trial)).toEqual([
    ['countOfTotal', '1'],
    ['countOfTotal', '-1'],
  ]);
  // It may be in the line that the first part lacks.
  expect(ofPayments(trial)).toEqual([['waits', 'notWhole']]);
});

test('where parts may each lack lines of their own, as many payments as these wait', async () => {
  const trial = await tryBankFile(set(['_1', part(3, 1)], ['_2', part(3, 4)]), [
    ...payments,
    sold(4, '20 14:00'),
  ]);
  // One line of all, or two of each.
  expect(absentOf(trial)).toEqual([['countOfTotal', '1']]);
  expect(ofPayments(trial)).toEqual([
    ['waits', 'notWhole'],
    ['waits', 'notWhole'],
  ]);
});

test.each([
  ['of their own', 1],
  ['of all', 3],
])('a set without its middle part, whose parts state the lines %s, names the part', async (_, count) => {
  const trial = await tryBankFile(set(['_001', part(count, 1)], ['_003', part(count, 3)]), payments);
  expect(trial.summary.verdict).toBe('INCOMPLETE');
  expect(absentOf(trial)).toContainEqual(['partOfFile', '2']);
  expect(ofPayments(trial)).toEqual([['waits', 'notWhole']]);
  expect(trial.summary.holes[0]).toMatchObject({ kind: 'partOfFile', value: '2', waitsCount: 1 });
});

test('a part that states more lines than it has is named among others that have theirs', async () => {
  const trial = await tryBankFile(set(['_1', part(2, 1)], ['_2', part(1, 3)]), [
    ...payments.slice(0, 1),
    ...payments.slice(2),
  ]);
  expect(absentOf(trial)).toEqual([['countOfTotal', '1']]);
});

test.each([
  ['Number of transactions: 3', '1'],
  ['Total Transactions|3', '1'],
  ['عدد العمليات|٣', '1'],
  ['Report of 3 November', null],
  ['Number of terminals|3', null],
])('words above the headings that count lines do so: %s', async (title, value) => {
  const file = [title, names, line(1), line(2), ''].join('\n');
  const trial = await tryBankFile(file, payments.slice(0, 2));
  expect(absentOf(trial)).toEqual(value === null ? [] : [['countOfTotal', value]]);
});

test.each([
  [['a_1.csv', 'a_2.csv'], []],
  [['a.csv', 'a_002.csv', 'a_004.csv'], [3]],
  [['a_002.csv', 'a_003.csv'], [1]],
  [['20261120_2.csv', '20261120_3.csv'], [1]],
  [['day 20.csv', 'day 21.csv'], []],
  [['2026-11-02.csv', '2026-11-04.csv'], []],
  [['olaya.csv', 'malqa.csv'], []],
  [['olaya_1.csv', 'malqa_3.csv'], []],
])('the numbers that %j leave out are %j', (files, absent) => {
  expect(absentNumbers(files)).toEqual(absent);
});
