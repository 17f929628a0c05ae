import { expect, test } from 'vitest';
import { comparedSpans, hoursUntil } from './comparison.ts';

/** A quarter past four in the afternoon of a Tuesday in Riyadh. */
const now = new Date('2026-11-24T13:15:00Z');
const day = (date: string) => new Date(`${date}T00:00:00+03:00`);

test('a day that runs is compared until its last whole hour, with the same hours a week before', () => {
  expect(comparedSpans({ from: '2026-11-24', to: '2026-11-24' }, now)).toEqual({
    now: { from: day('2026-11-24'), before: new Date('2026-11-24T13:00:00Z') },
    before: { from: day('2026-11-17'), before: new Date('2026-11-17T13:00:00Z') },
    previous: { from: '2026-11-17', to: '2026-11-17' },
    isCut: true,
  });
});

test('days that are over are compared whole', () => {
  expect(comparedSpans({ from: '2026-11-17', to: '2026-11-23' }, now)).toEqual({
    now: { from: day('2026-11-17'), before: day('2026-11-24') },
    before: { from: day('2026-11-10'), before: day('2026-11-17') },
    previous: { from: '2026-11-10', to: '2026-11-16' },
    isCut: false,
  });
  // Midnight: the day before has just ended.
  expect(comparedSpans({ from: '2026-11-23', to: '2026-11-23' }, day('2026-11-24'))).toMatchObject({
    isCut: false,
  });
});

test('more than a week is not compared: it would share days with the week before', () => {
  expect(comparedSpans({ from: '2026-11-16', to: '2026-11-23' }, now)).toBe('TOO_LONG');
});

test('nothing is compared before the first hour of a range is over', () => {
  const today = { from: '2026-11-24', to: '2026-11-24' };
  expect(comparedSpans(today, new Date('2026-11-23T21:59:59Z'))).toBe('TOO_EARLY');
  expect(comparedSpans(today, new Date('2026-11-23T22:00:00Z'))).toMatchObject({ isCut: true });
  expect(comparedSpans({ from: '2026-11-26', to: '2026-11-26' }, now)).toBe('TOO_EARLY');
});

test('the hours until now of each day', () => {
  const hours = hoursUntil(['2026-11-24', '2026-11-17'], new Date('2026-11-23T23:00:00Z'), '2026-11-24');
  expect(hours.map((hour) => hour.toISOString())).toEqual([
    '2026-11-23T21:00:00.000Z',
    '2026-11-23T22:00:00.000Z',
    '2026-11-16T21:00:00.000Z',
    '2026-11-16T22:00:00.000Z',
  ]);
});
