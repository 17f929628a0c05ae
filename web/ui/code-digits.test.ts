import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeDigits } from './code-digits.ts';

test('both kinds of Arabic digits are understood, separators are passed over', () => {
  expect(codeDigits('٤٨٢ ١٠٣', 6)).toBe('482103');
  expect(codeDigits('۴۸۲-۱۰۳', 6)).toBe('482103');
  expect(codeDigits('code: 12 34 56 78', 6)).toBe('123456');
});

test('whatever is pasted, at most six Latin digits remain', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => /^\d{0,6}$/.test(codeDigits(text, 6))));
});
