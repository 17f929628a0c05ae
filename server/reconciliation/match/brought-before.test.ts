import { expect, test } from 'vitest';
import { headerText, lineOf, sold, type TrialPayment, tryBankFile } from '../bank-file-trial.ts';

const fileText = (...lines: string[]): string =>
  [`${headerText},Settlement Date,Batch No`, ...lines, ''].join('\n');

const refund: TrialPayment = {
  ...sold(7, '20 12:00'),
  type: 'REFUND',
  amountMinor: 5_000,
  feeMinor: 0,
  vatMinor: 0,
  claimedBy: 77,
  claimedLine: 5,
  claimedGrossMinor: -5_000,
  claimedChargeMinor: 0,
  claimedDay: null,
  claimedBatch: '1',
};
const refundLine = lineOf(refund, {
  type: 'Refund',
  amount: '-50.00',
  fee: '0.00',
  vat: '0.00',
  net: '-50.00',
});
const sales = [sold(1, '21 11:00'), sold(2, '21 12:00')];
const [one, two] = sales.map((sale) => lineOf(sale)) as [string, string];

const outcomes = ({ entries }: Awaited<ReturnType<typeof tryBankFile>>) =>
  entries.map(({ outcome, transaction_id }) => [outcome, transaction_id]);

test('a refund deducted again in a batch of the same number that brings new sales is asked, never confirmed', async () => {
  const trial = await tryBankFile(fileText(`${one},,1`, `${two},,1`, `${refundLine},,1`), [refund, ...sales]);
  expect(trial.summary.verdict).toBe('INCOMPLETE');
  expect(outcomes(trial)).toEqual([
    ['sameAsBefore', '7'],
    ['matched', '1'],
    ['matched', '2'],
  ]);
  expect(JSON.parse(trial.entries[0]?.detail ?? '{}').params).toEqual({
    bankFileId: '77',
    line: 5,
    inNewBatch: true,
  });
});

test('what a person says of it decides: the same line again, or 50.00 taken twice', async () => {
  const text = fileText(`${one},,1`, `${refundLine},,1`);
  const judged = (isSame: boolean) =>
    tryBankFile(text, [refund, ...sales.slice(0, 1)], {
      answers: [{ earlierFileId: '77', line: 3, isSame }],
    });
  expect((await judged(true)).summary.verdict).toBe('BALANCED');
  const second = await judged(false);
  expect(second.summary.verdict).toBe('UNBALANCED');
  expect(second.entries[0]).toMatchObject({ outcome: 'duplicate', difference_minor: '-5000' });
});

test.each([
  ['the batch comes again alone', [`${refundLine},,1`], []],
  ['the new sales are of another batch', [`${one},,2`, `${refundLine},,1`], sales.slice(0, 1)],
  [
    'the new sales are of another terminal, whose batch has the same number',
    [`${lineOf({ ...sales[0], tid: '88501544' })},,1`, `${refundLine},,1`],
    [{ ...sales[0], tid: '88501544' }],
  ],
])('it stays confirmed where %s', async (_, lines, fresh) => {
  const trial = await tryBankFile(fileText(...lines), [refund, ...fresh]);
  expect(trial.summary.verdict).toBe('BALANCED');
  expect(outcomes(trial)[0]).toEqual(['confirmedBefore', '7']);
});

test('it stays confirmed by its settlement day, whatever else the batch brings', async () => {
  const dated = { ...refund, claimedDay: '2026-11-23' };
  const text = fileText(`${one},23/11/2026,1`, `${refundLine},23/11/2026,1`);
  const { summary } = await tryBankFile(text, [dated, ...sales.slice(0, 1)]);
  expect(summary.verdict).toBe('BALANCED');
});

test('whichever of its lines come first, the answer is the same', async () => {
  const lines = [`${one},,1`, `${two},,1`, `${refundLine},,1`];
  for (const order of [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
  ]) {
    const text = fileText(...order.map((at) => lines[at] ?? ''));
    const trial = await tryBankFile(text, [refund, ...sales]);
    expect(outcomes(trial).toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ['matched', '1'],
      ['matched', '2'],
      ['sameAsBefore', '7'],
    ]);
  }
});
