import { expect, test } from 'vitest';
import { causeOf, unconfirmedParts } from './dashboard-unconfirmed.ts';

test('mada is due on the next working day and overdue after it', () => {
  expect(causeOf('2026-11-23', true, '2026-11-24')).toBe('DUE_NEXT');
  expect(causeOf('2026-11-22', true, '2026-11-24')).toBe('OVERDUE');
});

test('a sale of Thursday is due on Sunday: the bank rests on Friday and Saturday', () => {
  expect(causeOf('2026-11-19', true, '2026-11-22')).toBe('DUE_NEXT');
  expect(causeOf('2026-11-19', true, '2026-11-23')).toBe('OVERDUE');
});

test('other cards are on the way for three working days', () => {
  expect(causeOf('2026-11-19', false, '2026-11-24')).toBe('ON_THE_WAY');
  expect(causeOf('2026-11-18', false, '2026-11-24')).toBe('OVERDUE');
});

test('the parts add up to the whole, and a cause without payments is left out', () => {
  const days = [
    { day: '2026-11-24', isMada: true, amountMinor: 100, count: 2 },
    { day: '2026-11-23', isMada: true, amountMinor: 30, count: 1 },
    { day: '2026-11-02', isMada: false, amountMinor: 7, count: 1 },
  ];
  expect(unconfirmedParts(days, { amountMinor: 249, count: 1 }, '2026-11-24')).toEqual({
    totalMinor: 386,
    parts: [
      { cause: 'DUE_NEXT', amountMinor: 130, count: 3 },
      { cause: 'OVERDUE', amountMinor: 7, count: 1 },
      { cause: 'OUTCOME_UNKNOWN', amountMinor: 249, count: 1 },
    ],
  });
  expect(unconfirmedParts([], { amountMinor: 0, count: 0 }, '2026-11-24')).toEqual({
    totalMinor: 0,
    parts: [],
  });
});
