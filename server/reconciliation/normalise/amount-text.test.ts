import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountFromBytes, amountFromText } from './amount-text.ts';

test.each([
  ['1240.50', 124_050],
  ['1,240.50', 124_050],
  ['١٬٢٤٠٫٥٠', 124_050],
  ['۱۲۴۰٫۵', 124_050],
  ['\u200f1240.50\u200e', 124_050],
  ['SAR 1,240.50', 124_050],
  ['١٢٤٠٫٥٠ ر.س', 124_050],
  ['-1240.50', -124_050],
  ['1240.50-', -124_050],
  ['−1240.50', -124_050],
  ['(1,240.50)', -124_050],
  ['1240.50 DR', -124_050],
  ['1240.50CR', 124_050],
  ['1240.50 مدين', -124_050],
  ['="1240.50"', 124_050],
  ["'1240.50", 124_050],
  ['1 240.50', 124_050],
  ['- 1240.50 SAR', -124_050],
  ['1240.500', 124_050],
  ['.5', 50],
  ['0', 0],
  ['-0.00', 0],
])('%s is read as %d halalas', (text, minor) => {
  expect(amountFromText(text, false)).toBe(minor);
});

test.each([
  '',
  'abc',
  '12.345',
  '1.2E3',
  '1,24.50',
  '12,50',
  '1.234,56',
  '--5',
  '12 SAR 13',
  '12 13',
  '0x10',
  'NaN',
  '1e400',
  '٫',
])('malformed, never 0: %j', (text) => {
  expect(amountFromText(text, false)).toBeNaN();
});

test('a decimal comma is read where the file uses it, and a point then parts thousands', () => {
  expect(amountFromText('1.234,56', true)).toBe(123_456);
  expect(amountFromText('12,5', true)).toBe(1_250);
  expect(amountFromText('1,234.56', true)).toBeNaN();
});

test('more than twelve digits is malformed, as in ISO 8583', () => {
  expect(amountFromText('9,999,999,999.99', false)).toBe(999_999_999_999);
  expect(amountFromText('10,000,000,000.00', false)).toBeNaN();
});

test('the quick reader of bytes never disagrees with the patient one', () => {
  const sign = fc.constantFrom(...'0123456789.,-+() eE٣٫SAR');
  const figure = fc.oneof(
    fc.string({ unit: sign, maxLength: 14 }),
    fc.integer({ min: -999_999_999, max: 999_999_999 }).map((minor) => (minor / 100).toFixed(2)),
  );
  fc.assert(
    fc.property(figure, (text) => {
      const bytes = Buffer.from(text);
      const quick = amountFromBytes(bytes, 0, bytes.length);
      if (!Number.isNaN(quick)) expect(quick).toBe(amountFromText(text, false));
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['1.200', 120, 120_000],
  ['1,200', 120_000, 120],
  ['12.345', null, 1_234_500],
  ['12,50', null, 1_250],
  ['1.234.567', null, 123_456_700],
  ['1240.500', 124_050, null],
  ['0.500', 50, null],
  ['١٢٫٥٠', 1_250, 1_250],
  ['١٬٢٠٠٫٥٠', 120_050, 120_050],
])('%s is %s with a decimal point and %s with a comma; null where it does not fit', (text, point, comma) => {
  expect(amountFromText(text, false)).toBe(point ?? Number.NaN);
  expect(amountFromText(text, true)).toBe(comma ?? Number.NaN);
});
