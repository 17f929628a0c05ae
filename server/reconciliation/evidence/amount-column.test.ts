/** Of two columns of amounts that is the amount by which lines find their payments: a card's own currency is no riyals. */
import { expect, test } from 'vitest';
import { copyTextOfPayment, sold, trialDefaults, tryBankFile } from '../bank-file-trial.ts';
import { inspectBankFile } from '../inspect-bank-file.ts';
import { unconfirmedPart } from '../judge/coverage-job.ts';
import { withFile } from '../read/file-trial.ts';
import { layoutOf } from './reading.ts';

const sales = [1, 2, 3].map((id) => sold(id, `22 1${id}:00`));
const keysOf = (id: number): string => `88501158,63260912000${id},22/11/2026 1${id}:00`;
const fileOf = (titles: string, ...cells: string[]): string =>
  [
    `Terminal ID,RRN,Transaction Date,${titles}`,
    ...cells.map((cell, at) => `${keysOf(at + 1)},${cell}`),
    '',
  ].join('\n');

async function read(text: string) {
  const inspected = await withFile(text, (filePath) =>
    inspectBankFile(
      { ...trialDefaults, filePath, parts: [unconfirmedPart] },
      {
        layoutFor: () => Promise.resolve(null),
        payments: async function* () {
          yield Buffer.from(sales.map(copyTextOfPayment).join(''));
        },
      },
    ),
  );
  const { mapping, trial } = inspected;
  if (!trial) throw new Error('nothing is tried');
  const { summary } = await tryBankFile(text, sales, { layout: layoutOf(mapping, trial.reading, {}) });
  const columnOf = (field: string): string | undefined =>
    mapping.titles[mapping.fields.indexOf(field as never)];
  return {
    amount: columnOf('amount'),
    currency: columnOf('currency'),
    net: columnOf('net'),
    asked: summary.words.map(({ word }) => word),
    groups: summary.bridges[0]?.groups,
    bankMinor: summary.bridges[0]?.bankMinor,
  };
}
const paid = { groups: { toClaim: 0, notDueYet: 0, paidTooMuch: 0 }, bankMinor: 29_724 };

test('the settlement amount beside that of the card', async () => {
  const file = fileOf(
    'Transaction Amount,Transaction Currency,Settlement Amount,Settlement Currency,Fee,VAT,Net Amount',
    '26.67,USD,100.00,SAR,0.80,0.12,99.08',
    '100.00,SAR,100.00,SAR,0.80,0.12,99.08',
    '24.50,EUR,100.00,SAR,0.80,0.12,99.08',
  );
  expect(await read(file)).toEqual({
    amount: 'Settlement Amount',
    currency: 'Settlement Currency',
    net: 'Net Amount',
    asked: ['Transaction Amount'],
    ...paid,
  });
});

test('without columns of currencies', async () => {
  const file = fileOf(
    'Transaction Amount,Settlement Amount,Fee,VAT,Net Amount',
    '26.67,100.00,0.80,0.12,99.08',
    '100.00,100.00,0.80,0.12,99.08',
    '24.50,100.00,0.80,0.12,99.08',
  );
  expect(await read(file)).toMatchObject({ amount: 'Settlement Amount', ...paid });
});

test('another amount in riyals, in Arabic', async () => {
  const file = fileOf(
    'مبلغ العملية,العملة,المبلغ بالريال,العمولة,الضريبة,الصافي',
    '26.67,USD,100.00,0.80,0.12,99.08',
    '100.00,SAR,100.00,0.80,0.12,99.08',
    '24.50,EUR,100.00,0.80,0.12,99.08',
  );
  expect(await read(file)).toMatchObject({ amount: 'المبلغ بالريال', ...paid });
});

test('an amount that nothing says to be in riyals is none in a line in dollars', async () => {
  const file = fileOf(
    'Transaction Amount,Transaction Currency,Settlement Amount,Fee,VAT,Net Amount',
    ...[1, 2, 3].map(() => '100.00,USD,100.00,0.80,0.12,99.08'),
  );
  expect(await read(file)).toMatchObject({
    amount: 'Transaction Amount',
    currency: 'Transaction Currency',
  });
});

test('a settlement amount that is the net stays the net', async () => {
  const file = fileOf(
    'Transaction Amount,Fee,VAT,Settlement Amount',
    ...[1, 2, 3].map(() => '100.00,0.80,0.12,99.08'),
  );
  expect(await read(file)).toEqual({
    amount: 'Transaction Amount',
    currency: undefined,
    net: 'Settlement Amount',
    asked: [],
    ...paid,
  });
});

test('where both find as many, the first stays', async () => {
  const file = fileOf(
    'Transaction Amount,Settlement Amount,Fee,VAT,Net Amount',
    ...[1, 2, 3].map(() => '100.00,100.00,0.80,0.12,99.08'),
  );
  expect(await read(file)).toMatchObject({ amount: 'Transaction Amount', ...paid });
});
