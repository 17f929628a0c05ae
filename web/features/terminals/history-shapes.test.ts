import { expect, test } from 'vitest';
import {
  axisOf,
  breakSpans,
  brokenMs,
  connectedBps,
  hoursOf,
  linesOf,
  marksOf,
  shareOf,
  unknownSpan,
} from './history-shapes.ts';

const day = '2026-11-22';
const at = (time: string): string => `${day}T${time}:00.000Z`;
const axis = axisOf({ from: at('00:00'), to: at('10:00') });

test('an instant stands where its share of the time is, and never outside', () => {
  expect(shareOf(Date.parse(at('05:00')), axis)).toBe(0.5);
  expect(shareOf(Date.parse('2026-11-20T00:00:00Z'), axis)).toBe(0);
  expect(shareOf(Date.parse('2026-11-24T00:00:00Z'), axis)).toBe(1);
});

test('no line is drawn over a gap, nor where a value is missing', () => {
  const range = { least: 0, most: 100 };
  const path = linesOf(
    [
      { at: at('00:00'), value: 100 },
      { at: at('00:10'), value: 50 },
      { at: at('05:00'), value: 0 },
      { at: at('05:10'), value: null },
      { at: at('05:20'), value: 0 },
    ],
    axis,
    range,
  );
  expect(path.match(/M/g)).toHaveLength(3);
  expect(path.startsWith('M0.0000 0.0000')).toBe(true);
});

test('a break is a span, and one that lasts goes to the end', () => {
  const breaks = [
    { from: at('01:00'), to: at('02:00') },
    { from: at('09:00'), to: null },
  ];
  expect(breakSpans(breaks, axis).map(({ start, length }) => [start, Number(length.toFixed(6))])).toEqual([
    [0.1, 0.1],
    [0.9, 0.1],
  ]);
  expect(Math.round(brokenMs(breaks, axis) / 60_000)).toBe(120);
  expect(connectedBps({ knownFrom: at('00:00'), breaks }, axis)).toBe(8_000);
});

test('a short break never reads as none, and of an unknown time nothing is said', () => {
  const breaks = [{ from: at('01:00'), to: '2026-11-22T01:00:01.000Z' }];
  expect(connectedBps({ knownFrom: at('00:00'), breaks }, axis)).toBe(9_999);
  expect(connectedBps({ knownFrom: null, breaks: [] }, axis)).toBeNull();
  expect(unknownSpan({ knownFrom: null, breaks: [] }, axis)).toEqual({ start: 0, length: 1 });
  expect(unknownSpan({ knownFrom: at('05:00'), breaks: [] }, axis)).toEqual({ start: 0, length: 0.5 });
  expect(unknownSpan({ knownFrom: '2026-11-20T00:00:00Z', breaks: [] }, axis)).toBeNull();
  expect(connectedBps({ knownFrom: at('05:00'), breaks: [] }, axis)).toBe(10_000);
});

test('hours of Riyadh are named: every third of a day, midnight of a week', () => {
  expect(hoursOf(axis)).toHaveLength(10);
  const hour = (atMs: number): number => (new Date(atMs).getUTCHours() + 3) % 24;
  expect(marksOf(axis, '24').map(hour)).toEqual([3, 6, 9, 12]);
  expect(marksOf({ ...axis, toMs: axis.fromMs + 168 * 3_600_000 }, '168').map(hour)).toEqual(
    Array(7).fill(0),
  );
});
