import { expect, test } from 'vitest';
import { waitingForAdmin, waitingForMember } from './waiting.ts';

const of = (count: number) => ({ count, onlyId: null });
const nothing = {
  ownId: '1',
  approval: of(0),
  assigned: of(0),
  answerSoon: of(0),
  answerMissed: of(0),
  statements: { count: 0 },
  refunds: of(0),
};

test('an entry counts what waits behind it, and says of what its number is made', () => {
  const asked = {
    ...nothing,
    refunds: of(1),
    approval: of(2),
    answerMissed: of(3),
    statements: { count: 4 },
  };
  expect(waitingForMember(asked)).toEqual({
    refunds: { count: 1, parts: [{ of: 'refunds', count: 1 }] },
    reconciliation: {
      count: 5,
      parts: [
        { of: 'answerMissed', count: 3 },
        { of: 'approval', count: 2 },
      ],
    },
    settlement: { count: 4, parts: [{ of: 'statements', count: 4 }] },
  });
  expect(waitingForAdmin({ count: 4 })).toEqual({
    adminMerchants: { count: 4, parts: [{ of: 'applications', count: 4 }] },
  });
});

test('where nothing waits there is no number; what is only in one’s own hands is none either', () => {
  expect(waitingForMember({ ...nothing, assigned: of(7) })).toEqual({});
  expect(waitingForAdmin({ count: 0 })).toEqual({});
});
