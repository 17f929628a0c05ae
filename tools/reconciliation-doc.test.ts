import { readFileSync } from 'node:fs';
import { type Charges, chargesFor, type Rate, shareHalfUp } from '@mizan/contract/money.ts';
import { expect, test } from 'vitest';

/** The rules of a text in Markdown that come without an example: points of a list that hold nothing in italics. */
const withoutExample = (text: string): string[] =>
  text
    .split(/\n(?=- |## |\n)/)
    .map((part) => part.trim())
    .filter((part) => part.startsWith('- ') && !/(?<!\*)\*(?!\*)[^*]+\*(?!\*)/.test(part));

test('every rule of docs/reconciliation.md has an example that an accountant can check', () => {
  const planted = '## 1. One\n\n- Fees are **half up**. *1.005 is 1.01.*\n- A day ends at its **cut-off**.\n';
  expect(withoutExample(planted)).toEqual(['- A day ends at its **cut-off**.']);
  const text = readFileSync('docs/reconciliation.md', 'utf8');
  expect(text.split('\n- ').length).toBeGreaterThan(80);
  expect(withoutExample(text)).toEqual([]);
});

const said = readFileSync('docs/reconciliation.md', 'utf8').replace(/\s+/g, ' ');
const money = (minor: number): string =>
  (Math.abs(minor) / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const terms = (more: Partial<Rate>): Rate => ({
  mdrBps: 80,
  vatBps: 1_500,
  capLimitMinor: 4_000,
  processingFeeMinor: 0,
  ...more,
});
const mada = (minor: number): Charges => chargesFor(minor, terms({}));
const visa = (mdrBps: number): Charges =>
  chargesFor(100_000, terms({ mdrBps, capLimitMinor: null, processingFeeMinor: 25 }));
const whole = ({ feeMinor, vatMinor }: Charges): number => feeMinor + vatMinor;
const vat = (minor: number): number => shareHalfUp(minor, 1_500);
const [hundred, large] = [mada(10_000), mada(625_000)];
const tooMuch = whole(visa(220)) - whole(visa(200));
const feesOfBatch = [242, 242, 242, 242, 263];
const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0);

test.each([
  `100.00 − ${money(hundred.feeMinor)} − ${money(hundred.vatMinor)} = ${money(hundred.netMinor)}`,
  `6,250.00 at 0.80% is ${money(shareHalfUp(625_000, 80))}, capped at ${money(large.feeMinor)}; VAT ${money(large.vatMinor)}; net ${money(large.netMinor)}`,
  `With a deposit of ${money(3 * hundred.netMinor)} in the file, which is what was agreed`,
  `Three sales, ${money(3 * whole(hundred))} agreed, a fee of 250.00: ${money(25_000 - 3 * whole(hundred))} too much`,
  `with a VAT of ${money(vat(sumOf(feesOfBatch)))} on their sum, where line by line it is ${money(sumOf(feesOfBatch.map(vat)))}`,
  `is charged ${money(whole(visa(220)))} with VAT in place of ${money(whole(visa(200)))}, ${money(tooMuch)} too much`,
  `Portal 27,788.16, not in the file −240.00, paid too little −5.00: bank ${money(2_778_816 - 24_000 - 500)}`,
  `15.96 of fees too much: 15.96 is to claim, the difference is ${money(47_450 + 1_596)}`,
  `terminal 18 of 2,028.00, portal 19 of 2,226.75: unbalanced by −${money(222_675 - 202_800)}`,
  `Agreed 100.00 and VAT; two lines of ${money(10_000 + vat(10_000))} in November: charged more than once, ${money(10_000 + vat(10_000))} to claim`,
  `100.00 sold at 1.00 and VAT: ${money(10_000 - 100 - vat(100))} owed by the bank, 1.00 fees and ${money(vat(100))} VAT`,
  `${money(hundred.netMinor)} accepted on the 22nd: ${money(hundred.netMinor)} from`,
  `11,019.50, then 500.00 out: ${money(1_101_950 - 50_000)} follows. Then 80.25 in and 10,500.00: line 5 is named`,
  `250.00 and 138.50 were sold, the bank wrote one line of ${money(25_000 + 13_850)}`,
  `−90.00, +80.00 and −70.00 are each below 200.00 and together ${money(9_000 + 8_000 + 7_000)}`,
])('an example comes to what the charges and sums come to: %s', (example) => {
  expect(said).toContain(example);
});
