import { expect, test } from 'vitest';
import { type TrialPayment, tryBankFile } from '../bank-file-trial.ts';

/** What of a charge is rounding, over a batch and beside a processing fee. Amounts are minor units. */
interface Line extends TrialPayment {
  amountMinor: number;
  feeMinor: number;
  vatMinor: number;
  /** Beside what is agreed. */
  takenMinor: number;
}
const header = 'Terminal ID,RRN,Transaction Date,Batch No,Transaction Amount,Commission,VAT,Net Amount';
const riyals = (minor: number): string => (minor / 100).toFixed(2);

async function outcomesOf(lines: readonly Line[], batch = '175'): Promise<(string | null)[]> {
  const payments = lines.map(({ takenMinor: _taken, ...payment }, at) => ({
    ...payment,
    id: at + 1,
    rrn: `63260912000${at + 1}`,
  }));
  const rows = lines.map(({ amountMinor, feeMinor, vatMinor, takenMinor }, at) =>
    [
      '88501158',
      `63260912000${at + 1}`,
      '22/11/2026',
      batch,
      ...[amountMinor, feeMinor, vatMinor + takenMinor, amountMinor - feeMinor - vatMinor - takenMinor].map(
        riyals,
      ),
    ].join(','),
  );
  const { entries } = await tryBankFile([header, ...rows, ''].join('\n'), payments);
  return entries.toSorted((a, b) => Number(a.line) - Number(b.line)).map(({ outcome }) => outcome);
}

// 0.80% of 302.50 is 2.42, VAT 0.363; four of them and 2.63 are 12.31, whose VAT is 1.8465: 0.36, 0.37, 0.36, 0.36 and 0.40.
const usual: Line = { amountMinor: 30_250, feeMinor: 242, vatMinor: 36, takenMinor: 0 };
const others: Line[] = [usual, { ...usual, takenMinor: 1 }, usual, usual];
const last: Line = { amountMinor: 32_875, feeMinor: 263, vatMinor: 39, takenMinor: 1 };
const ofOtherRate: Line = { ...last, amountMinor: 26_300, mdrBps: 100, capLimitMinor: null };

test.each([
  ['of one rate', last],
  ['of two rates', ofOtherRate],
] as const)('rounding: the VAT of the sum of the fees of a batch %s', async (_name, end) => {
  expect(await outcomesOf([...others, end])).toEqual([
    'matched',
    'rounding',
    'matched',
    'matched',
    'rounding',
  ]);
});

test('a halala more than the VAT of the sum is too much on the lines that have it', async () => {
  const found = await outcomesOf([...others.slice(0, 3), { ...usual, takenMinor: 1 }, last]);
  expect(found).toEqual(['matched', 'feeDiffers', 'matched', 'feeDiffers', 'feeDiffers']);
});

test('what a batch comes to is no rounding where one line takes more than two halalas of it', async () => {
  // VAT of the sum of nine fees is 3.267: the last line has 0.39 in place of 0.36; of six it is 2.178, and 0.38.
  const oneTakesTheRest = (count: number, takenMinor: number): Line[] => [
    ...Array.from({ length: count - 1 }, () => usual),
    { ...usual, takenMinor },
  ];
  expect((await outcomesOf(oneTakesTheRest(6, 2))).at(-1)).toBe('rounding');
  expect((await outcomesOf(oneTakesTheRest(9, 3))).at(-1)).toBe('feeDiffers');
});

test('rounding: percentage, processing fee and VAT at once', async () => {
  // 1.00% of 204.49 and 0.25: 2.04 + 0.25 with VAT 0.34 is 2.63; 2.2949 with 15% is 2.639.
  const line: Line = {
    amountMinor: 20_449,
    mdrBps: 100,
    capLimitMinor: null,
    processingFeeMinor: 25,
    feeMinor: 229,
    vatMinor: 34,
    takenMinor: 1,
  };
  expect(await outcomesOf([line])).toEqual(['rounding']);
  expect(await outcomesOf([{ ...line, takenMinor: 3 }])).toEqual(['feeDiffers']);
});
