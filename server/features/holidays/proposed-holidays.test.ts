import { expect, test } from 'vitest';
import { proposedHolidays } from './proposed-holidays.ts';

const spans = (year: number) => proposedHolidays(year).map(({ kind, from, to }) => [kind, from, to]);

test('2026: Eid al-Fitr from the day after 29 Ramadan, Eid al-Adha from the day of Arafah, four days each', () => {
  // Umm al-Qura: 1 Shawwal 1447 is 20 March 2026, 9 Dhul Hijjah 1447 is 26 May 2026.
  expect(spans(2026)).toEqual([
    ['FOUNDING', '2026-02-22', '2026-02-22'],
    ['FITR', '2026-03-19', '2026-03-22'],
    ['ADHA', '2026-05-26', '2026-05-29'],
    ['NATIONAL', '2026-09-23', '2026-09-23'],
  ]);
});

test('a year of which the Hijri calendar has an Eid twice has it twice', () => {
  expect(spans(2033).filter(([kind]) => kind === 'FITR')).toHaveLength(2);
});
