import type { Rate } from '@mizan/contract/money.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChargedLine, causesOf } from './fee-causes.ts';

const agreed: Rate = { mdrBps: 200, vatBps: 1_500, capLimitMinor: null, processingFeeMinor: 25 };
const older: Rate = { ...agreed, mdrBps: 220 };
const capped: Rate = { mdrBps: 80, vatBps: 1_500, capLimitMinor: 4_000, processingFeeMinor: 0 };

/** Half up, in arithmetic of its own: amounts of these tests are small enough for it. */
const half = (value: number, bps: number): number => Math.floor((value * bps + 5_000) / 10_000);
const feeOf = (amount: number, rate: Rate): number =>
  Math.min(half(amount, rate.mdrBps), rate.capLimitMinor ?? Number.POSITIVE_INFINITY) +
  rate.processingFeeMinor;
const chargeOf = (amount: number, rate: Rate): [number, number] => {
  const fee = feeOf(amount, rate);
  return [fee, half(fee, rate.vatBps)];
};

/** A line of `amount` for which the bank took fee and VAT. */
function line(
  amount: number,
  [fee, vat]: readonly [number, number],
  more: Partial<ChargedLine> & { apart?: boolean } = {},
): ChargedLine {
  const rate = more.rate ?? agreed;
  const { apart = true, ...rest } = more;
  const [agreedFeeMinor, agreedVatMinor] = chargeOf(amount, rate);
  return {
    group: 'najd Visa',
    feeableMinor: amount,
    isPurchase: true,
    isCorrected: false,
    isRounding: false,
    rate,
    chargedMinor: fee + vat,
    chargedFeeMinor: apart ? fee : null,
    chargedVatMinor: apart ? vat : null,
    agreedFeeMinor,
    agreedVatMinor,
    others: [],
    ...rest,
  };
}
const keysOf = (lines: ChargedLine[]): string[] => causesOf(lines).map(({ key }) => key);

test.each([true, false])(
  'an older rate gives the figures to the halala, fee and VAT apart or together: %s',
  (apart) => {
    const others = [{ id: '7', rate: older }];
    const lines = [141_550, 103_975, 71_775].map((amount) =>
      line(amount, chargeOf(amount, older), { others, apart }),
    );
    const found = causesOf(lines);
    expect(found.map(({ key }) => key)).toEqual(['otherRate.7', 'otherRate.7', 'otherRate.7']);
    // 1,415.50 at 2.20% and 0.25: 31.39 and 4.71.
    expect(found[0]).toMatchObject({ feeMinor: 3_139, vatMinor: 471 });
  },
);

test('a halala beside the older rate is not explained by it', () => {
  const [fee, vat] = chargeOf(141_550, older);
  expect(keysOf([line(141_550, [fee + 1, vat], { others: [{ id: '7', rate: older }] })])).toEqual([
    'unexplained',
  ]);
});

test('one line alone shows no processing fee, several with amounts far apart do', () => {
  const higher = { ...agreed, processingFeeMinor: 50 };
  const of = (amount: number) => line(amount, chargeOf(amount, higher));
  expect(keysOf([of(10_000)])).toEqual(['unexplained']);
  // The same amount twice, and two that a percentage would give as well.
  expect(keysOf([of(10_000), of(10_000), of(10_100)])).toEqual(Array(3).fill('unexplained'));
  expect(keysOf([of(10_000), of(31_250)])).toEqual(['processingFee.50', 'processingFee.50']);
});

test('a percentage that was never agreed is no processing fee', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 2_000, max: 500_000 }), { minLength: 2, maxLength: 30 }),
      fc.integer({ min: 1, max: 300 }),
      (amounts, more) => {
        const strange = { ...agreed, mdrBps: agreed.mdrBps + more };
        const found = keysOf(amounts.map((amount) => line(amount, chargeOf(amount, strange))));
        expect(found.filter((key) => key.startsWith('processingFee'))).toEqual([]);
      },
    ),
    { verbose: true },
  );
});

test('a cap that was not applied, another one, and the VAT of the fee before its cap', () => {
  const of = (amount: number, charge: [number, number]) => line(amount, charge, { rate: capped });
  expect(keysOf([of(900_000, chargeOf(900_000, { ...capped, capLimitMinor: null }))])).toEqual(['noCap']);
  const higher = { ...capped, capLimitMinor: 5_000 };
  expect(keysOf([of(900_000, chargeOf(900_000, higher))])).toEqual(['unexplained']);
  expect(keysOf([700_000, 900_000].map((each) => of(each, chargeOf(each, higher))))).toEqual([
    'otherCap.5000',
    'otherCap.5000',
  ]);
  // 9,000.00 at 0.80% is 72.00, capped at 40.00; its VAT is 6.00 and not 10.80.
  expect(keysOf([of(900_000, [4_000, 1_080])])).toEqual(['vatBase.beforeCap']);
});

test('of two rates that give the same, the one that other lines show alone; without any, several', () => {
  // Capped, both older rates come to 40.00; below the cap they differ.
  const rate = { ...capped, capLimitMinor: 3_000 };
  const others = [
    { id: '1', rate: { ...capped, mdrBps: 80 } },
    { id: '2', rate: { ...capped, mdrBps: 90 } },
  ];
  const of = (amount: number, charged: Rate) => line(amount, chargeOf(amount, charged), { rate, others });
  const both = of(900_000, capped);
  expect(keysOf([both])).toEqual(['several']);
  const second = of(400_000, others[1]?.rate as Rate);
  expect(keysOf([both, second])).toEqual(['otherRate.2', 'otherRate.2']);
});

test('rounding is named as it was found, a fee for money given back is one', () => {
  const plain = { ...agreed, processingFeeMinor: 0 };
  const rounded = (amount: number, charge: [number, number]) =>
    line(amount, charge, { rate: plain, isRounding: true, apart: false });
  // 100.33 at 2.00% is 2.0066: cut 2.00, VAT 0.30. Fee and VAT at once are 2.30759: 2.30 cut as well.
  expect(causesOf([rounded(10_033, [200, 30])])[0]).toMatchObject({ kind: 'rounding', rounding: 'some' });
  // 31.45 at 2.00% is 0.629: half up 0.63 and 0.09; at once 0.72335.
  expect(causesOf([rounded(3_145, [62, 9])])[0]).toMatchObject({ rounding: 'cut' });
  expect(causesOf([rounded(3_145, [64, 9])])[0]).toMatchObject({ rounding: 'batch' });
  expect(keysOf([line(10_000, [100, 15], { isPurchase: false })])).toEqual(['refund']);
});
