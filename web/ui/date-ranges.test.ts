import { expect, test } from 'vitest';
import { rangePresets, samePreset } from './date-ranges.ts';

/** A Sunday, the first day of a week, and the first of a month. */
const today = '2026-03-01';

test.each([
  ['today', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['thisWeek', '2026-03-01', '2026-03-01'],
  ['lastWeek', '2026-02-22', '2026-02-28'],
  ['thisMonth', '2026-03-01', '2026-03-01'],
  ['lastMonth', '2026-02-01', '2026-02-28'],
  ['lastDays', '2026-01-30', '2026-03-01'],
])('%s runs from %s to %s', (id, from, to) => {
  expect(rangePresets.find((preset) => preset.id === id)?.range(today)).toEqual({ from, to });
});

test('a week begins on Sunday, also on its last day', () => {
  const [week, last] = ['thisWeek', 'lastWeek'].map((id) =>
    rangePresets.find((preset) => preset.id === id)?.range('2026-11-21'),
  );
  expect(week).toEqual({ from: '2026-11-15', to: '2026-11-21' });
  expect(last).toEqual({ from: '2026-11-08', to: '2026-11-14' });
});

test('a range that is a preset says so; on the first of a month, today is named before the month', () => {
  expect(samePreset({ from: '2026-02-22', to: '2026-02-28' }, today)).toBe('lastWeek');
  expect(samePreset({ from: today, to: today }, today)).toBe('today');
  expect(samePreset({ from: '2026-02-21', to: today }, today)).toBeUndefined();
});
