import { expect, test } from 'vitest';
import { usualWhereQuiet } from './quiet-branches.ts';

const usual = (today: number, ...earlier: number[]) => usualWhereQuiet({ earlier, today });

test('far below the middle of the earlier days, and below each of them: what is usual is said', () => {
  expect(usual(12, 42, 40, 45, 38, 41, 50, 44, 39)).toBe(41);
  expect(usual(0, 20, 20, 20, 20)).toBe(20);
});

test('nothing is said of fewer than four earlier days with sales', () => {
  expect(usual(0, 40, 40, 40)).toBeNull();
  expect(usual(0, 40, 40, 40, 40)).toBe(40);
  expect(usual(0)).toBeNull();
});

test('nothing is said where fewer than ten were usual', () => {
  expect(usual(0, 9, 9, 9, 30)).toBeNull();
  expect(usual(0, 10, 10, 10, 10)).toBe(10);
});

test('half of what is usual is not yet unusual', () => {
  expect(usual(20, 40, 40, 40, 40)).toBeNull();
  expect(usual(19, 40, 40, 40, 40)).toBe(40);
});

test('a day as weak as an earlier one is nothing unusual, however far below the middle', () => {
  expect(usual(12, 12, 40, 42, 44, 45)).toBeNull();
  expect(usual(11, 12, 40, 42, 44, 45)).toBe(42);
  // A branch that opens late sold nothing by this hour on some of its days.
  expect(usual(0, 0, 40, 42, 44, 45)).toBeNull();
});

test('of an even number of days the lower middle counts: no number is named that no day had', () => {
  expect(usual(5, 11, 20, 41, 60)).toBe(20);
});
