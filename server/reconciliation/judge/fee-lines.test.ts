/** Lines of fees, where no line of a payment says what was kept: what is agreed judges them, and nothing else is guessed. */
import { expect, test } from 'vitest';
import { fileText, lineOf, sold, type TrialPayment, tryBankFile } from '../bank-file-trial.ts';

const [first, second, third] = [1, 2, 3].map((id) => sold(id, `22 1${id}:00`)) as [
  TrialPayment,
  TrialPayment,
  TrialPayment,
];
const unrated: TrialPayment = {
  ...third,
  scheme: 'Visa',
  mdrBps: null,
  vatBps: null,
  capLimitMinor: null,
  feeMinor: null,
  vatMinor: null,
};
const fee = (amount: string): string => `,,,,Fee,22/11/2026,,${amount},,,,`;
const judged = async (sales: readonly TrialPayment[], ...fees: string[]) => {
  const lines = sales.map((sale) => lineOf(sale, { fee: '', vat: '', net: '' }));
  const { summary, entries } = await tryBankFile(fileText(...lines, ...fees.map(fee)), sales);
  return {
    verdict: summary.verdict,
    absent: summary.absent,
    differs: entries
      .filter(({ outcome }) => outcome !== 'matched')
      .map(({ outcome, difference_minor: minor }) => [outcome, Number(minor)]),
  };
};
const rated = [first, second, third];
const mixed = [first, second, unrated];

test('one payment without a rate hides no fee: what rates do not explain is named', async () => {
  expect(await judged(mixed, '-250.00')).toEqual({
    verdict: 'INCOMPLETE',
    absent: [{ kind: 'feeLines', value: '24816', count: 1 }],
    differs: [],
  });
  expect(await judged([unrated], '-9.00')).toEqual({
    verdict: 'INCOMPLETE',
    absent: [{ kind: 'feeLines', value: '900', count: 1 }],
    differs: [],
  });
});

test('what is agreed of the others judges them, and of the one without a rate nothing is seen', async () => {
  expect(await judged(mixed, '-1.84')).toEqual({ verdict: 'GROSS_AGREED', absent: [], differs: [] });
  expect(await judged(mixed, '-1.84', '-250.00')).toEqual({
    verdict: 'INCOMPLETE',
    absent: [{ kind: 'feeLines', value: '25000', count: 1 }],
    differs: [],
  });
});

test('with every rate known, what was kept above it is a difference, however much it is', async () => {
  expect((await judged(rated, '-2.76')).verdict).toBe('BALANCED');
  expect(await judged(rated, '-2.80')).toMatchObject({
    verdict: 'UNBALANCED',
    differs: [['feeDiffers', -4]],
  });
  expect(await judged(rated, '-250.00')).toMatchObject({ differs: [['feeDiffers', -24_724]] });
});

test('one line that is the agreed fee leaves the others what they are', async () => {
  expect(await judged(rated, '-2.76', '-250.00')).toMatchObject({
    verdict: 'UNBALANCED',
    differs: [['bankFee', -25_000]],
  });
});

test('less than was agreed may be another fee: it is named, and nobody is said to have paid too much', async () => {
  expect(await judged(rated, '-1.00')).toEqual({
    verdict: 'INCOMPLETE',
    absent: [{ kind: 'feeLines', value: '-176', count: 1 }],
    differs: [],
  });
});

test('a line that adds up payments has the fees of them all', async () => {
  const text = [
    'Terminal ID,Transaction Date,Type,Amount',
    '88501158,22/11/2026,Purchase,300.00',
    ',22/11/2026,Fee,-2.76',
    '',
  ];
  const { summary } = await tryBankFile(text.join('\n'), rated);
  expect(summary).toMatchObject({ verdict: 'BALANCED', absent: [] });
});
