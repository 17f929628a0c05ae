import { expect, test } from 'vitest';
import { barStarts, edgesOf, periodOf } from './dashboard-period.ts';

const tuesdayAfternoon = new Date('2026-11-24T11:20:00Z');

test('today is compared with the same weekday of last week, up to the same minute', () => {
  const period = periodOf({ from: '2026-11-24', to: '2026-11-24' }, tuesdayAfternoon);
  expect(period).toEqual({
    range: { from: '2026-11-24', to: '2026-11-24' },
    previous: { from: '2026-11-17', to: '2026-11-17' },
    barUnit: 'hour',
    previousCut: new Date('2026-11-17T11:20:00Z'),
  });
});

test('a month is compared with the days before it, a past range with the whole of its previous one', () => {
  const running = periodOf({ from: '2026-10-26', to: '2026-11-24' }, tuesdayAfternoon);
  expect(running.previous).toEqual({ from: '2026-09-26', to: '2026-10-25' });
  expect(running.previousCut).toEqual(new Date('2026-10-25T11:20:00Z'));
  const past = periodOf({ from: '2026-11-20', to: '2026-11-21' }, tuesdayAfternoon);
  expect(past).toMatchObject({
    previous: { from: '2026-11-13', to: '2026-11-14' },
    barUnit: 'day',
    previousCut: null,
  });
});

test('bars begin at the hours of a day in Asia/Riyadh, or at its midnights', () => {
  const hours = barStarts({ from: '2026-11-24', to: '2026-11-24' }, 'hour');
  expect([hours.length, hours[0], hours[23]]).toEqual([
    24,
    new Date('2026-11-23T21:00:00Z'),
    new Date('2026-11-24T20:00:00Z'),
  ]);
  const days = barStarts({ from: '2026-11-23', to: '2026-11-24' }, 'day');
  expect(days).toEqual([new Date('2026-11-22T21:00:00Z'), new Date('2026-11-23T21:00:00Z')]);
  expect(edgesOf({ from: '2026-11-24', to: '2026-11-24' })).toEqual({
    from: new Date('2026-11-23T21:00:00Z'),
    before: new Date('2026-11-24T21:00:00Z'),
  });
});
