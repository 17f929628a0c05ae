import { expect, test } from 'vitest';
import { rangePresets, samePreset } from './date-ranges.ts';

const today = '2026-03-01';

test.each([
  ['today', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['last7Days', '2026-02-23', '2026-03-01'],
  ['last30Days', '2026-01-31', '2026-03-01'],
  ['thisMonth', '2026-03-01', '2026-03-01'],
])('%s runs from %s to %s', (id, from, to) => {
  expect(rangePresets.find((preset) => preset.id === id)?.range(today)).toEqual({ from, to });
});

test('a range that is a preset says so; on the first of a month, today is named before the month', () => {
  expect(samePreset({ from: '2026-02-23', to: today }, today)).toBe('last7Days');
  expect(samePreset({ from: today, to: today }, today)).toBe('today');
  expect(samePreset({ from: '2026-02-22', to: today }, today)).toBeUndefined();
});
