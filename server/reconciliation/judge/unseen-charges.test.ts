/** BALANCED is not said of money that nobody saw: where no line, total or deposit says what was kept, the gross agrees. */
import { describe, expect, test } from 'vitest';
import { fileText, lineOf, sold, type TrialPayment, tryBankFile } from '../bank-file-trial.ts';

const payments = [1, 2, 3].map((id) => sold(id, `22 1${id}:00`));
const bare = { fee: '', vat: '', net: '' };
const judged = async (file: string, sales: readonly TrialPayment[] = payments) => {
  const { verdict, isGrossOnly, isGrossInPart } = (await tryBankFile(file, sales)).summary;
  return { verdict, isGrossOnly, isGrossInPart };
};
const nothing = { verdict: 'GROSS_AGREED', isGrossOnly: true, isGrossInPart: false };
const everything = { verdict: 'BALANCED', isGrossOnly: false, isGrossInPart: false };

test('a file without columns of charges has agreed before fees, and no more is said', async () => {
  const text = ['RRN,Date,Amount', ...payments.map(({ rrn }) => `${rrn},22/11/2026,100.00`), ''].join('\n');
  expect(await judged(text)).toEqual(nothing);
  expect(await judged(fileText(...payments.map((sale) => lineOf(sale))))).toEqual(everything);
});

test('columns of charges with nothing in them say as little', async () => {
  expect(await judged(fileText(...payments.map((sale) => lineOf(sale, bare))))).toEqual(nothing);
});

test('one line that does not say it is enough, and that others do is said', async () => {
  const [first = {}, second = {}, third = {}] = payments;
  const told = fileText(lineOf(first), lineOf(second, bare), lineOf(third));
  expect(await judged(told)).toEqual({ verdict: 'GROSS_AGREED', isGrossOnly: true, isGrossInPart: true });
});

test('a net or a fee of 0.00 is one that is said', async () => {
  const free = payments.map((sale) => ({ ...sale, mdrBps: 0, feeMinor: 0, vatMinor: 0 }));
  const lines = free.map((sale) => lineOf(sale, { fee: '0.00', vat: '', net: '' }));
  expect(await judged(fileText(...lines), free)).toEqual(everything);
});

test('VAT alone says nothing of the fee that it is of', async () => {
  const lines = payments.map((sale) => lineOf(sale, { fee: '', vat: '0.12', net: '' }));
  expect(await judged(fileText(...lines))).toEqual(nothing);
});

test('VAT alone that is not that of the agreed fee is named with what it is above it', async () => {
  const [first = {}, second = {}, third = {}] = payments;
  const lines = [
    lineOf(first, { ...bare, vat: '99.00' }),
    lineOf(second, { ...bare, vat: '0.00' }),
    // A halala away is rounding.
    lineOf(third, { ...bare, vat: '0.11' }),
  ];
  const { summary } = await tryBankFile(fileText(...lines), payments);
  expect(summary.verdict).toBe('INCOMPLETE');
  expect(summary.absent).toEqual([{ kind: 'vatAlone', value: '9876', count: 2 }]);
  const unrated = payments.map((sale) => ({ ...sale, mdrBps: null, feeMinor: null, vatMinor: null }));
  expect((await tryBankFile(fileText(...lines), unrated)).summary.absent).toEqual([]);
});

test('what differs or is not there goes before it', async () => {
  const [first = {}, second = {}, third = {}] = payments;
  const less = fileText(
    lineOf(first, bare),
    lineOf(second, bare),
    lineOf(third, { ...bare, amount: '90.00' }),
  );
  expect((await judged(less)).verdict).toBe('UNBALANCED');
  expect((await judged(fileText(lineOf(first, bare), lineOf(third, bare)))).verdict).toBe('UNBALANCED');
});

test('a line that the bank did not pay keeps nothing back', async () => {
  const [first = {}, second = {}, third = {}] = payments;
  const declined = { ...third, status: 'DECLINED' };
  const text = [
    'RRN,Date,Amount,Net,Status',
    ...[first, second].map(({ rrn }) => `${rrn},22/11/2026,100.00,99.08,Paid`),
    `${declined.rrn},22/11/2026,100.00,,Declined`,
    '',
  ].join('\n');
  expect(await judged(text, [first, second, declined])).toEqual(everything);
});

describe('what says it of several lines together', () => {
  const names = 'Terminal ID,RRN,Type,Date,Amount,Fee,VAT,Net,Settlement Date';
  const rows = payments.map(({ rrn }) => `88501158,${rrn},Purchase,22/11/2026 12:00,100.00,,,,23/11/2026`);
  const text = (...more: string[]): string => [names, ...rows, ...more, ''].join('\n');

  test.each([
    ['a deposit', ',,Payout,23/11/2026,297.24,,,,23/11/2026'],
    ['a total of the net', 'Net total,,,,,,,297.24,'],
    ['a total of the fees', 'Total,,,,300.00,2.40,0.36,,'],
    ['a line of fees as agreed', ',,Fee,22/11/2026,-2.76,,,,'],
  ])('%s', async (_, row) => {
    expect(await judged(text(row))).toEqual(everything);
  });

  test.each([
    ['a total of the amounts', 'Total,,,,300.00,,,,'],
    ['a total of empty columns', 'Total,,,,300.00,0.00,0.00,,'],
    ['a number of lines', 'Total Transactions,3'],
  ])('%s does not', async (_, row) => {
    expect(await judged(text(row))).toEqual(nothing);
  });

  test('a deposit says it of the lines of its day alone', async () => {
    const [first = '', second = '', third = ''] = rows;
    const later = third.replace('23/11/2026', '24/11/2026');
    const file = [names, first, second, later, ',,Payout,23/11/2026,198.16,,,,23/11/2026', ''].join('\n');
    expect(await judged(file)).toEqual({ verdict: 'GROSS_AGREED', isGrossOnly: true, isGrossInPart: true });
  });

  test('a total says it of the lines above it alone', async () => {
    const said = rows.map((row) => row.replace('100.00,,,', '100.00,0.80,0.12,99.08'));
    const [first = '', second = ''] = said;
    const total = 'Terminal Total,,,,100.00,0.80,0.12,99.08,';
    const of = (...lines: string[]): string => [names, first, total, ...lines, ''].join('\n');
    expect((await judged(of(second, rows[2] ?? ''))).verdict).toBe('GROSS_AGREED');
    expect((await judged(of(second, said[2] ?? ''))).verdict).toBe('BALANCED');
  });
});
