/** What a column that nothing is read from explains to the halala is no fee too much: nobody knows what it is. */
import { describe, expect, test } from 'vitest';
import { fieldsOf, sold, type TrialPayment, tryBankFile } from './bank-file-trial.ts';
import type { Layout } from './read/columns.ts';

const sales = [1, 2, 3].map((id) => sold(id, `22 1${id}:00`));
const head = 'Terminal ID,RRN,Date,Amount';
const keysOf = (id: number): string => `88501158,63260912000${id},22/11/2026 1${id}:00`;
const fileOf = (titles: string, ...cells: string[]): string =>
  [`${head},${titles}`, ...cells.map((cell, at) => `${keysOf(at + 1)},${cell}`), ''].join('\n');

const judged = async (file: string, layout: Partial<Layout> = {}, payments: TrialPayment[] = sales) => {
  const { summary, entries } = await tryBankFile(file, payments, {
    layout: { fields: fieldsOf(file), ...layout },
  });
  return {
    verdict: summary.verdict,
    groups: summary.bridges[0]?.groups,
    told: entries
      .filter(({ outcome }) => outcome !== 'matched')
      .map((each) => [each.outcome, each.line, each.reason, each.difference_minor].join(' ')),
    params: entries.map(({ detail }) => JSON.parse(detail ?? '{}').params).filter(Boolean),
  };
};
const nothing = { toClaim: 0, notDueYet: 0, paidTooMuch: 0 };
const plain = '100.00,0.80,0.12,0.00,99.08';

describe('a chargeback in a column of its own', () => {
  const file = fileOf('Fee,VAT,Chargeback Amount,Net', plain, '100.00,0.80,0.12,50.00,49.08', plain);
  test.each([null, 'ASIDE', 'OPEN'] as const)('%s: undecided, and nothing is to claim', async (answer) => {
    const words = answer ? { column: { 'chargeback amount': answer } } : {};
    expect(await judged(file, { words })).toMatchObject({
      verdict: 'INCOMPLETE',
      groups: nothing,
      told: ['undecidedCharge 3 unreadColumn -5000'],
      params: [{ column: 'Chargeback Amount', amountMinor: 5_000, bankMinor: 5_092, expectedMinor: 92 }],
    });
  });
});

test('a reserve on every line, kept or given back', async () => {
  const reserved = '100.00,0.80,0.12,-5.00,94.08';
  const back = '100.00,0.80,0.12,5.00,104.08';
  expect(await judged(fileOf('Fee,VAT,Rolling Reserve,Net', reserved, back, plain))).toMatchObject({
    groups: nothing,
    told: ['undecidedCharge 2 unreadColumn -500', 'undecidedCharge 3 unreadColumn 500'],
  });
});

test('a net alone: what is beyond the agreed fee is what the column says', async () => {
  const file = fileOf(
    'Chargeback Amount,Net',
    '100.00,0.00,99.08',
    '100.00,50.00,49.08',
    '100.00,7.00,90.08',
  );
  expect(await judged(file)).toMatchObject({
    verdict: 'UNBALANCED',
    groups: { ...nothing, toClaim: -900 },
    told: ['feeDiffers 4 fee -900', 'undecidedCharge 3 unreadColumn -5000'],
  });
});

test('two columns together, and a fee of its own that differs', async () => {
  const file = fileOf(
    'Fee,VAT,Reserve,Chargeback,Net',
    '100.00,0.80,0.12,5.00,50.00,44.08',
    '100.00,5.80,0.12,0.00,50.00,44.08',
    '100.00,0.80,0.12,5.00,0.00,44.08',
  );
  expect(await judged(file)).toMatchObject({
    groups: { ...nothing, toClaim: -5_500 },
    told: [
      'feeDiffers 4 fee -5500',
      'undecidedCharge 2 unreadColumn -5500',
      'undecidedCharge 3 unreadColumn -5500',
    ],
    params: [
      expect.anything(),
      { column: 'Reserve, Chargeback', amountMinor: 5_500 },
      { column: 'Chargeback', amountMinor: 5_000 },
    ],
  });
});

test('without an agreed rate the column is no fee of the bank either', async () => {
  const file = fileOf('Fee,VAT,Chargeback Amount,Net', plain, '100.00,0.80,0.12,50.00,49.08', plain);
  const visa = sales.map((sale) => ({
    ...sale,
    scheme: 'Visa',
    mdrBps: null,
    feeMinor: null,
    vatMinor: null,
  }));
  expect(await judged(file, { words: { column: { 'chargeback amount': 'ASIDE' } } }, visa)).toMatchObject({
    verdict: 'INCOMPLETE',
    groups: nothing,
    told: ['undecidedCharge 3 unreadColumn -5000'],
  });
});

test('an amount that differs beside it', async () => {
  const file = fileOf('Fee,VAT,Chargeback Amount,Net', plain, '95.00,0.76,0.11,50.00,44.13', plain);
  expect(await judged(file)).toMatchObject({
    groups: nothing,
    told: ['undecidedCharge 3 unreadColumn -5500'],
  });
});

test('whole riyals, of which nobody is asked', async () => {
  const file = fileOf(
    'Fee,VAT,Chargeback Amount,Net',
    plain,
    '100,0.80,0.12,50,49.08',
    '100,0.80,0.12,,99.08',
  );
  expect(await judged(file)).toMatchObject({
    verdict: 'INCOMPLETE',
    told: ['undecidedCharge 3 unreadColumn -5000'],
  });
});

test.each([
  ['Sequence', '50'],
  ['Running Balance', '50.00'],
  ['Chargeback Amount', '49.99'],
  ['Gross Amount', '100.00'],
])('%s of %s explains nothing: 50.00 are to claim', async (title, cell) => {
  const file = fileOf(
    `Fee,VAT,${title},Net`,
    `100.00,0.80,0.12,${title === 'Gross Amount' ? cell : '0.00'},99.08`,
    `100.00,0.80,0.12,${cell},49.08`,
    `100.00,0.80,0.12,${title === 'Gross Amount' ? cell : '0.00'},99.08`,
  );
  expect(await judged(file)).toMatchObject({
    groups: { ...nothing, toClaim: -5_000 },
    told: ['feeDiffers 3 fee -5000'],
  });
});
