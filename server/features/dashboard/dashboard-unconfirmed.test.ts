import { expect, test } from 'vitest';
import { unconfirmedParts } from './dashboard-unconfirmed.ts';

test('the parts add up to the whole, in their order, and a cause without payments is left out', () => {
  const notDue = { cause: 'NOT_DUE', amountMinor: 130, count: 3 } as const;
  const overdue = { cause: 'OVERDUE', amountMinor: 7, count: 1 } as const;
  const unknown = { cause: 'OUTCOME_UNKNOWN', amountMinor: 249, count: 1 } as const;
  const none = { cause: 'NO_FILE', amountMinor: 0, count: 0 } as const;
  expect(unconfirmedParts([unknown, overdue, none, notDue])).toEqual({
    totalMinor: 386,
    parts: [notDue, overdue, unknown],
  });
  expect(unconfirmedParts([none])).toEqual({ totalMinor: 0, parts: [] });
});
