import type { Outcome } from '@mizan/contract/reconciliation-terms.ts';
import { expect, test } from 'vitest';
import { expectToAddUp } from '../../server/features/reconciliation/result-adds-up.ts';
import { fileText, lineText, tryBankFile } from '../../server/reconciliation/bank-file-trial.ts';

/** A line of the bank that names a kind and no payment. */
const other = (type: string, amount: string): string =>
  lineText({ type, amount, rrn: '', stan: '', auth: '', card: '', fee: '0', vat: '0', net: '' });

const kinds: readonly (readonly [string, Outcome, number])[] = [
  ['Terminal Rent', 'rent', -15_000],
  ['POS rental for Nov 2026', 'rent', -15_000],
  ['إيجار جهاز نقاط البيع لشهر نوفمبر', 'rent', -15_000],
  ['Monthly Fee 11/2026', 'bankFee', -15_000],
  ['رسوم شهرية', 'bankFee', -15_000],
  ['Chargeback Fee', 'chargebackFee', -15_000],
  ['Chargeback penalty', 'chargebackFee', -15_000],
  ['VAT invoice No. 4711', 'invoice', -15_000],
  ['فاتورة ضريبية', 'invoice', -15_000],
  ['Balance carried forward', 'carriedOver', 15_000],
  ['BalanceTransfer', 'carriedOver', 15_000],
  ['Adjustment', 'adjustment', 15_000],
  // Words of a kind beside others may be a name, and what is not known is not guessed.
  ['Rent a Car Olaya', 'unnamedLine', 15_000],
  ['Invoice House', 'unnamedLine', 15_000],
  ['ZZ14', 'unnamedLine', 15_000],
  ['Refund fee', 'unnamedLine', 15_000],
];

test.each(kinds)('%s is a step of its own: %s', async (word, outcome, minor) => {
  const trial = await tryBankFile(fileText(lineText({}), other(word, '150.00')), [{}]);
  expectToAddUp(trial);
  const [bridge] = trial.summary.bridges;
  expect(bridge?.causes.filter(({ differenceMinor }) => differenceMinor !== 0)).toMatchObject([
    { outcome, count: 1, differenceMinor: minor },
  ]);
  expect(trial.entries[0]).toMatchObject({ outcome, line: '3', difference_minor: String(minor) });
});

test('rent near the agreed fees is rent and never called their commission', async () => {
  const plain = { fee: '', vat: '', net: '' };
  const trial = await tryBankFile(fileText(lineText(plain), other('Terminal rent', '0.92')), [{}]);
  expect(trial.entries.map(({ outcome }) => outcome)).toEqual(['rent', 'matched']);
  const fees = await tryBankFile(fileText(lineText(plain), other('Fee', '0.92')), [{}]);
  expect(fees.entries.map(({ outcome }) => outcome)).toEqual(['matched', 'matched']);
});

test('a balance that is carried over is claimed by nobody, and leaves the file incomplete', async () => {
  const carried = await tryBankFile(fileText(lineText({}), other('Balance carried forward', '-40.00')), [{}]);
  expectToAddUp(carried);
  expect(carried.summary).toMatchObject({
    verdict: 'INCOMPLETE',
    bridges: [{ groups: { toClaim: 0, paidTooMuch: 0 }, differenceMinor: -4_000 }],
  });
  const rent = await tryBankFile(fileText(lineText({}), other('Rent', '40.00')), [{}]);
  expect(rent.summary).toMatchObject({ verdict: 'UNBALANCED', bridges: [{ groups: { toClaim: -4_000 } }] });
});

test('kinds beside each other are steps beside each other, and close', async () => {
  const trial = await tryBankFile(
    fileText(
      lineText({}),
      other('Terminal rent', '150.00'),
      other('Terminal rent', '150.00'),
      other('Chargeback fee', '75.00'),
      other('Adjustment', '12.00'),
      other('Who knows', '3.00'),
    ),
    [{}],
  );
  expectToAddUp(trial);
  expect(
    trial.summary.bridges[0]?.causes.map(({ outcome, count, differenceMinor }) => [
      outcome,
      count,
      differenceMinor,
    ]),
  ).toEqual([
    ['matched', 1, 0],
    ['adjustment', 1, 1_200],
    ['rent', 2, -30_000],
    ['chargebackFee', 1, -7_500],
    ['unnamedLine', 1, 300],
  ]);
});
