import { expect, test } from 'vitest';
import { unconfirmedParts } from './dashboard-unconfirmed.ts';

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
