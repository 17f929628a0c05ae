import { expect, test } from 'vitest';
import { failureOf } from './delivery-failure.ts';

test.each([
  [200, null],
  [204, null],
  [301, 'moved'],
  [401, 'notAllowed'],
  [404, 'notThere'],
  [418, 'refused'],
  [429, 'tooMany'],
  [500, 'broken'],
  [503, 'notAvailable'],
  [504, 'tooSlow'],
] as const)('the answer %i is put in words: %s', (status, words) => {
  expect(failureOf(status, null)).toBe(words);
});

test('without an answer it is said whether anything was sent', () => {
  expect(failureOf(null, 'closedNetwork')).toBe('closedNetwork');
  expect(failureOf(null, 'noAnswer')).toBe('noAnswer');
  expect(failureOf(null, null)).toBe('noAnswer');
});
