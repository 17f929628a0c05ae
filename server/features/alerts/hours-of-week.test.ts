import { expect, test } from 'vitest';
import { isOpenBy, isUsual, spansOf } from './hours-of-week.ts';

/** Sunday, 22 November 2026 is day 0 of the week; Riyadh is three hours ahead of UTC. */
const at = (text: string): Date => new Date(`${text}:00+03:00`);
const day = { opensAt: '08:00', closesAt: '23:00', closedDays: [5] };
const night = { opensAt: '17:00', closesAt: '02:00', closedDays: [5] };

test.each([
  [day, '2026-11-22T07:59', false],
  [day, '2026-11-22T08:00', true],
  [day, '2026-11-22T23:00', false],
  [day, '2026-11-27T12:00', false],
  [night, '2026-11-22T16:59', false],
  [night, '2026-11-23T01:59', true],
  [night, '2026-11-23T02:00', false],
  // What begins on Thursday goes on into the Friday on which it is closed; what would begin on Friday does not.
  [night, '2026-11-27T01:00', true],
  [night, '2026-11-27T18:00', false],
  [night, '2026-11-28T01:00', false],
] as const)('by the own word %o, at %s: %s', (own, when, isOpen) => {
  expect(isOpenBy({ ...own, closedDays: [...own.closedDays] }, at(when))).toBe(isOpen);
});

test('around the clock where both times are the same', () => {
  const always = { opensAt: '00:00', closesAt: '00:00', closedDays: [] };
  for (const when of ['2026-11-22T00:00', '2026-11-22T12:00', '2026-11-22T23:59']) {
    expect(isOpenBy(always, at(when))).toBe(true);
  }
});

test('usual hours past midnight are those of the evening before; around the clock is one day beside the other', () => {
  const day = (weekday: number, from: number, to: number) =>
    Array.from({ length: to - from }, (_, hour) => weekday * 24 + from + hour);
  // Saturday's night ends on Sunday, where the week begins; what comes near a whole day is no night.
  const hours = new Set([
    ...day(0, 0, 2),
    ...day(0, 17, 24),
    ...day(1, 0, 1),
    ...day(2, 9, 24),
    ...day(3, 0, 10),
    ...day(4, 0, 24),
    ...day(5, 0, 3),
    ...day(6, 16, 24),
  ]);
  expect(spansOf(hours)).toEqual([
    { weekday: 0, from: '17:00', to: '01:00' },
    { weekday: 2, from: '09:00', to: '00:00' },
    { weekday: 3, from: '00:00', to: '10:00' },
    { weekday: 4, from: '00:00', to: '00:00' },
    { weekday: 5, from: '00:00', to: '03:00' },
    { weekday: 6, from: '16:00', to: '02:00' },
  ]);
});

test('usual hours are said as spans of a weekday, and asked by the hour of the week in Riyadh', () => {
  const hours = new Set([8, 9, 10, 16, 23, 24, 6 * 24 + 23]);
  expect(spansOf(hours)).toEqual([
    { weekday: 0, from: '08:00', to: '11:00' },
    { weekday: 0, from: '16:00', to: '17:00' },
    { weekday: 0, from: '23:00', to: '01:00' },
    { weekday: 6, from: '23:00', to: '00:00' },
  ]);
  expect([isUsual(hours, at('2026-11-22T08:59')), isUsual(hours, at('2026-11-22T11:00'))]).toEqual([
    true,
    false,
  ]);
  expect(isUsual(hours, at('2026-11-23T00:30'))).toBe(true);
});
