import { addDays } from '@mizan/contract/business-day.ts';
import { expect, test } from 'vitest';
import { causeOf, openSince } from './bank-due.ts';

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

test('one bound parts what is overdue from what is not, on every day of the week', () => {
  for (let weekday = 0; weekday < 7; weekday += 1) {
    const today = addDays('2026-11-22', weekday);
    for (const isMada of [true, false]) {
      const first = openSince(isMada, today);
      for (let ago = 0; ago < 14; ago += 1) {
        const day = addDays(today, -ago);
        expect(day < first).toBe(causeOf(day, isMada, today) === 'OVERDUE');
      }
    }
  }
});
