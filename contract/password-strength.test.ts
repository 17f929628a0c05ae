import { expect, test } from 'vitest';
import { metCriteria, passwordStrength } from './password-strength.ts';

test.each([
  ['', 'Weak'],
  ['password', 'Weak'],
  ['Password', 'Medium'],
  ['Password1', 'Medium'],
  ['Pass#1', 'Medium'],
  ['Mizan#2026', 'Strong'],
  ['Mizan#٢٠٢٦', 'Strong'],
])('%j is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});

test('a space is no special character, and eight of anything is long enough', () => {
  expect(metCriteria('        ')).toEqual(['length']);
  expect(metCriteria('       ')).toEqual([]);
  expect(metCriteria('#')).toEqual(['special']);
});
