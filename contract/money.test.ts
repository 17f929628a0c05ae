import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  chargeSteps,
  chargesFor,
  decimalText,
  latinDigits,
  maxAmountMinor,
  noCharges,
  parseAmount,
  shareHalfUp,
  shareTruncated,
} from './money.ts';

const amountMinor = fc.integer({ min: 1, max: maxAmountMinor });
const bps = fc.integer({ min: 0, max: 10_000 });
const rate = fc.record({
  mdrBps: bps,
  vatBps: bps,
  capLimitMinor: fc.option(fc.integer({ min: 0, max: 10_000 })),
  processingFeeMinor: fc.integer({ min: 0, max: 1_000 }),
});
const easternOf = (text: string, zero: number): string =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

test.each([
  // 0.80% of SAR 100.00; the cap of SAR 40 is reached at SAR 5,000.00; half a halala goes up.
  [10_000, 80, null, 0, 80, 12],
  [500_000, 80, 4_000, 0, 4_000, 600],
  [1_000_000, 80, 4_000, 0, 4_000, 600],
  [625, 80, null, 0, 5, 1],
  [624, 80, null, 0, 5, 1],
  [563, 80, null, 0, 5, 1],
  [562, 80, null, 0, 4, 1],
  [10_000, 240, null, 100, 340, 51],
])('%i at %i bps, cap %s, plus %i: fee %i, VAT %i', (amount, mdrBps, capLimitMinor, processing, fee, vat) => {
  const charges = chargesFor(amount, { mdrBps, vatBps: 1500, capLimitMinor, processingFeeMinor: processing });
  expect(charges).toEqual({
    mdrMinor: fee - processing,
    feeMinor: fee,
    vatMinor: vat,
    netMinor: amount - fee - vat,
  });
});

test('amount = fee + VAT + net, and the percentage part never passes its cap', () => {
  fc.assert(
    fc.property(amountMinor, rate, (amount, of) => {
      const charges = chargesFor(amount, of);
      expect(charges.feeMinor + charges.vatMinor + charges.netMinor).toBe(amount);
      expect(charges.feeMinor).toBe(charges.mdrMinor + of.processingFeeMinor);
      expect(charges.mdrMinor).toBeLessThanOrEqual(of.capLimitMinor ?? Infinity);
    }),
  );
});

test('half up: at most half a halala from the true share, ties away from zero, mirrored for negatives', () => {
  fc.assert(
    fc.property(amountMinor, bps, (amount, share) => {
      const rounded = BigInt(shareHalfUp(amount, share)) * 10_000n;
      const exact = BigInt(amount) * BigInt(share);
      expect(rounded - exact <= 5_000n && rounded - exact > -5_000n).toBe(true);
      expect(shareHalfUp(-amount, share)).toBe(
        shareHalfUp(amount, share) === 0 ? 0 : -shareHalfUp(amount, share),
      );
    }),
  );
});

test('truncated: never more than half up, and less by one halala at most', () => {
  fc.assert(
    fc.property(amountMinor, bps, (amount, share) => {
      const difference = shareHalfUp(amount, share) - shareTruncated(amount, share);
      expect([0, 1]).toContain(difference);
    }),
  );
});

test('a refund carries no fee', () => {
  expect(noCharges(1_250)).toEqual({ mdrMinor: 0, feeMinor: 0, vatMinor: 0, netMinor: 1_250 });
});

test('an amount that was written is read back, in Latin, Arabic and Eastern digits', () => {
  fc.assert(
    fc.property(amountMinor, (amount) => {
      const written = decimalText(amount);
      for (const text of [written, easternOf(written, 0x660), easternOf(written, 0x6f0).replace('.', '٫')]) {
        expect(parseAmount(text)).toEqual({ ok: true, amountMinor: amount });
      }
    }),
  );
});

test.each([
  ['1,240.5', 124_050],
  ['١٬٢٤٠٫٠٥', 124_005],
  [' \u200f12 ', 1_200],
  ['.5', 50],
  ['7.', 700],
])('%s is read as %i halalas', (text, minor) => {
  expect(parseAmount(text)).toEqual({ ok: true, amountMinor: minor });
});

test.each([
  ['', 'format'],
  ['.', 'format'],
  ['12,34', 'format'],
  ['1e3', 'format'],
  ['SAR 5', 'format'],
  ['1.234', 'decimals'],
  ['0', 'positive'],
  ['-5', 'positive'],
  ['−5', 'positive'],
  ['10000000000', 'range'],
])("'%s' is refused: %s", (text, problem) => {
  expect(parseAmount(text)).toEqual({ ok: false, problem });
});

test('digits change, everything else stays', () => {
  expect(latinDigits('رقم ٠١٢ ۳۴۵ 678')).toBe('رقم 012 345 678');
});

test('negative and small amounts as decimal text', () => {
  expect([0, 5, -5, 100, -12_345].map(decimalText)).toEqual(['0.00', '0.05', '-0.05', '1.00', '-123.45']);
});

test.each([
  // 0.80 % of 1,000.00, no cap, 0.30 for each: 8.00 + 0.30 = 8.30, VAT 1.245 half up.
  [
    100_000,
    { mdrBps: 80, vatBps: 1500, capLimitMinor: null, processingFeeMinor: 30 },
    [800, false, 800, 830, 125, 99_045],
  ],
  // 0.80 % of 10,000.00 is 80.00, capped at 40.00.
  [
    1_000_000,
    { mdrBps: 80, vatBps: 1500, capLimitMinor: 4_000, processingFeeMinor: 0 },
    [8_000, true, 4_000, 4_000, 600, 995_400],
  ],
  // Exactly at its cap it is not capped.
  [
    500_000,
    { mdrBps: 80, vatBps: 1500, capLimitMinor: 4_000, processingFeeMinor: 15 },
    [4_000, false, 4_000, 4_015, 602, 495_383],
  ],
] as const)(
  'each step on the way to the charges of %d',
  (amountMinor, rate, [shareMinor, isCapped, mdrMinor, feeMinor, vatMinor, netMinor]) => {
    expect(chargeSteps(amountMinor, rate)).toEqual({
      shareMinor,
      isCapped,
      mdrMinor,
      feeMinor,
      vatMinor,
      netMinor,
    });
  },
);
