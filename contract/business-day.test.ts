import { expect, test } from 'vitest';
import {
  addDays,
  addWorkingDays,
  businessDayOf,
  daysBetween,
  isWorkingDay,
  riyadhDay,
  startOfRiyadhDay,
} from './business-day.ts';

const at = (text: string) => new Date(text);

test('the calendar day turns at 21:00 UTC', () => {
  expect(riyadhDay(at('2026-11-22T20:59:59.999Z'))).toBe('2026-11-22');
  expect(riyadhDay(at('2026-11-22T21:00:00Z'))).toBe('2026-11-23');
  expect(startOfRiyadhDay('2026-11-23').toISOString()).toBe('2026-11-22T21:00:00.000Z');
});

test('without a cut-off the business day is the calendar day, whichever way PostgreSQL writes it', () => {
  expect(businessDayOf(at('2026-11-22T20:59:59Z'), '00:00')).toBe('2026-11-22');
  expect(businessDayOf(at('2026-11-22T21:00:00Z'), '00:00:00')).toBe('2026-11-23');
});

test('an evening cut-off ends the day early: what follows counts as tomorrow', () => {
  expect(businessDayOf(at('2026-11-22T18:59:59Z'), '22:00')).toBe('2026-11-22');
  expect(businessDayOf(at('2026-11-22T19:00:00Z'), '22:00')).toBe('2026-11-23');
});

test('a morning cut-off lets the night count as yesterday', () => {
  expect(businessDayOf(at('2026-11-23T00:59:59Z'), '04:00')).toBe('2026-11-22');
  expect(businessDayOf(at('2026-11-23T01:00:00Z'), '04:00')).toBe('2026-11-23');
});

test('a cut-off at noon is one of the afternoon', () => {
  expect(businessDayOf(at('2026-11-22T08:59:59Z'), '12:00')).toBe('2026-11-22');
  expect(businessDayOf(at('2026-11-22T09:00:00Z'), '12:00')).toBe('2026-11-23');
  expect(businessDayOf(at('2026-11-23T08:58:59Z'), '11:59')).toBe('2026-11-22');
});

test('a cut-off that is no time of day is refused', () => {
  expect(() => businessDayOf(at('2026-11-23T00:00:00Z'), '24:00')).toThrow('not a cut-off');
});

test('days are added over the ends of months and years', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  expect(daysBetween('2026-08-24', '2026-11-22')).toBe(90);
});

test('the bank rests on Friday and Saturday', () => {
  expect(isWorkingDay('2026-11-20')).toBe(false);
  expect(isWorkingDay('2026-11-21')).toBe(false);
  expect(isWorkingDay('2026-11-22')).toBe(true);
  expect(addWorkingDays('2026-11-19', 1)).toBe('2026-11-22');
  expect(addWorkingDays('2026-11-18', 3)).toBe('2026-11-23');
});

test('a holiday lasts from its first day to its last', () => {
  const holiday = [{ from: '2026-11-23', to: '2026-11-24' }];
  expect(
    ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'].map((day) => isWorkingDay(day, holiday)),
  ).toEqual([true, false, false, true]);
  expect(addWorkingDays('2026-11-22', 1, holiday)).toBe('2026-11-25');
});
