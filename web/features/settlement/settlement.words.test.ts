import type { TFunction } from 'i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { stubBrowser } from '../../testing/browser.ts';
import type { groundOf as GroundOf } from './settlement.words.ts';

let groundOf: typeof GroundOf;
beforeAll(async () => {
  stubBrowser();
  ({ groundOf } = await import('./settlement.words.ts'));
});
afterAll(() => void vi.unstubAllGlobals());

const t = ((key: string) => key) as TFunction;
const span = (from: string, to: string, isProposed: boolean, nameEn: string) => ({
  from,
  to,
  isProposed,
  nameEn,
  nameAr: nameEn,
});
/** Monday to Wednesday, and a proposed one from Thursday on over the weekend. */
const closed = [
  span('2026-11-16', '2026-11-18', false, 'National holiday'),
  span('2026-11-19', '2026-11-21', true, 'Eid'),
];

test.each([
  ['the day before a holiday', '2026-11-15', null],
  ['the first day of a holiday', '2026-11-16', 'holiday'],
  ['its last day', '2026-11-18', 'holiday'],
  ['the first day of a proposed one', '2026-11-19', 'proposed'],
  ['a Friday within a holiday', '2026-11-20', 'proposed'],
  ['a Saturday that ends it', '2026-11-21', 'proposed'],
  ['the Sunday after it', '2026-11-22', null],
  ['a Thursday', '2026-11-26', null],
  ['a Friday', '2026-11-27', 'weekend'],
  ['a Saturday', '2026-11-28', 'weekend'],
])('why banks are closed on %s', (_, day, kind) => {
  expect(groundOf(day, closed, t)?.kind ?? null).toBe(kind);
});

test('a holiday is called by its name, whatever day of the week it is', () => {
  expect(groundOf('2026-11-17', closed, t)?.text).toBe('settlement:ground.holiday: National holiday');
  expect(groundOf('2026-11-20', closed, t)?.text).toBe('settlement:ground.proposed: Eid');
});

test('where a confirmed and a proposed holiday share a day it is closed for certain', () => {
  const both = [
    span('2026-11-16', '2026-11-18', true, 'Eid'),
    span('2026-11-18', '2026-11-18', false, 'Bank day'),
  ];
  for (const spans of [both, both.toReversed()])
    expect(groundOf('2026-11-18', spans, t)).toEqual({
      kind: 'holiday',
      text: 'settlement:ground.holiday: Bank day',
    });
});
