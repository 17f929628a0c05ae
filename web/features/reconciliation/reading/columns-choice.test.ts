import { expect, test } from 'vitest';
import { assignField, missingFields } from './columns-choice.ts';

test('a field moves to the column it is given to', () => {
  expect(assignField(['amount', 'date', null], 2, 'amount')).toEqual([null, 'date', 'amount']);
});

test('several columns may hold fees, which are added up', () => {
  expect(assignField(['fee', 'date', null], 2, 'fee')).toEqual(['fee', 'date', 'fee']);
});

test('a file needs an amount and a date, in whichever of their columns', () => {
  expect(missingFields(['rrn'])).toEqual(['amount', 'date']);
  expect(missingFields(['credit', 'debit', 'postingDate'])).toEqual([]);
});
