import { expect, test } from 'vitest';
import { daysOf, followingDue, nextDue, periodOf } from './report-days.ts';

const at = (text: string): Date => new Date(`${text}:00+03:00`);

test.each([
  ['DAILY', '2026-11-23T06:59', '2026-11-23T07:00'],
  ['DAILY', '2026-11-23T07:00', '2026-11-24T07:00'],
  ['WEEKLY', '2026-11-23T06:00', '2026-11-29T07:00'],
  ['WEEKLY', '2026-11-22T06:00', '2026-11-22T07:00'],
  ['MONTHLY', '2026-11-01T07:00', '2026-12-01T07:00'],
  ['MONTHLY', '2026-12-31T23:00', '2027-01-01T07:00'],
] as const)('%s after %s: %s', (rhythm, after, due) => {
  expect(nextDue(rhythm, '07:00', at(after))).toEqual(at(due));
});

test.each([
  ['DAILY', '2026-11-23T07:00', '2026-11-22', '2026-11-22'],
  // Ten minutes after midnight in Riyadh it is still the day before in UTC.
  ['DAILY', '2026-11-23T00:10', '2026-11-22', '2026-11-22'],
  ['WEEKLY', '2026-11-22T07:00', '2026-11-15', '2026-11-21'],
  ['WEEKLY', '2026-11-25T07:00', '2026-11-15', '2026-11-21'],
  ['MONTHLY', '2026-03-01T07:00', '2026-02-01', '2026-02-28'],
  ['MONTHLY', '2027-01-15T07:00', '2026-12-01', '2026-12-31'],
] as const)('%s at %s is about %s to %s', (rhythm, moment, from, to) => {
  expect(periodOf(rhythm, at(moment))).toEqual({ from, to });
});

test('each period that an outage kept back follows by itself, but for what is more than a month past', () => {
  const due = at('2026-11-20T07:00');
  expect(followingDue('DAILY', '07:00', due, at('2026-11-23T09:00'))).toEqual(at('2026-11-21T07:00'));
  expect(followingDue('DAILY', '07:00', due, at('2027-02-01T09:00'))).toEqual(at('2027-01-02T07:00'));
});

test('a span has its first and its last day', () => {
  expect(daysOf('2026-11-29', '2026-12-01')).toEqual(['2026-11-29', '2026-11-30', '2026-12-01']);
});
