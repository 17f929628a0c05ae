import type { DepositState } from '@mizan/contract/deposit-states.ts';
import { expect, test } from 'vitest';
import { type CellMoneyDays, depositStateOf, lateDaysOf } from './deposit-state.ts';
import type { Recorded } from './recorded.ts';

/** Sold on Monday 16 November 2026, due on the 18th, looked at on Sunday 22nd; the 19th is a working day, 20th and 21st none. */
const cell: CellMoneyDays = {
  netMinor: 1_000,
  unjudgedCount: 0,
  unjudgedMinor: 0,
  arrivedMinor: 0,
  arrivedOn: null,
  dueDay: '2026-11-18',
  today: '2026-11-22',
  day: '2026-11-16',
  scheme: 'Mada',
  recorded: null,
};
const onRecord = (
  from: string,
  until: string,
  paidFrom: Recorded['paidFrom'] = null,
  unmatched: Recorded['unmatched'] = null,
) => ({ from, until, paidFrom, unmatched });
const waiting = (...unmatched: { on: string; minor: number }[]) => ({
  recorded: onRecord('2026-11-10', '2026-11-19', null, unmatched),
});
const came = (arrivedMinor: number, arrivedOn = '2026-11-18') => ({ arrivedMinor, arrivedOn });

test.each<[state: DepositState, lateDays: number | null, more: Partial<CellMoneyDays>]>([
  ['PAID', null, came(1_000)],
  ['PAID', 2, came(1_000, '2026-11-22')],
  // Value dates of a closed day are no working day late.
  ['PAID', 1, came(1_000, '2026-11-21')],
  ['OVER', null, came(1_001)],
  ['SHORT', 2, came(999)],
  ['PARTLY', null, { ...came(999), today: '2026-11-18' }],
  ['NOT_DUE', null, { today: '2026-11-17' }],
  ['DUE', null, { today: '2026-11-18' }],
  // Nothing on record of a later day: whether it came nobody said.
  ['UNRECORDED', null, {}],
  ['UNRECORDED', null, { recorded: onRecord('2026-11-10', '2026-11-18') }],
  ['LATE', 2, { recorded: onRecord('2026-11-10', '2026-11-19') }],
  // What is on record begins after it was due, and pays later days alone: this one may have come before that.
  ['UNRECORDED', null, { recorded: onRecord('2026-11-19', '2026-11-19') }],
  ['UNRECORDED', null, { recorded: onRecord('2026-11-19', '2026-11-22', { Mada: '2026-11-17' }) }],
  // Of cards that are paid later money of its own day is on record, and its own may have come before that.
  ['UNRECORDED', null, { recorded: onRecord('2026-11-19', '2026-11-22', { Visa: '2026-11-16' }) }],
  // It was due on the first day on record, or money of its card scheme and day, or an earlier one, came.
  ['LATE', 2, { recorded: onRecord('2026-11-18', '2026-11-19') }],
  ['LATE', 2, { recorded: onRecord('2026-11-19', '2026-11-19', { Mada: '2026-11-16' }) }],
  // Deposits since the sale of which nobody said what they pay come to as much: one of them may be it.
  ['UNRECORDED', null, waiting({ on: '2026-11-19', minor: 1_000 })],
  ['UNRECORDED', null, waiting({ on: '2026-11-16', minor: 400 }, { on: '2026-11-19', minor: 600 })],
  // Too little, or from before the sale, is not.
  ['LATE', 2, waiting({ on: '2026-11-19', minor: 999 })],
  ['LATE', 2, waiting({ on: '2026-11-15', minor: 1_000 })],
  // A holiday between.
  ['UNJUDGED', null, { ...came(1_000), unjudgedCount: 1, unjudgedMinor: 100 }],
  ['UNJUDGED', null, { ...came(1_100), unjudgedCount: 1, unjudgedMinor: 100 }],
  // One charge of which no rate is known hides no gap among the others.
  ['SHORT', 2, { ...came(999), unjudgedCount: 1, unjudgedMinor: 100 }],
  ['OVER', null, { ...came(1_101), unjudgedCount: 1, unjudgedMinor: 100 }],
  ['UNRECORDED', null, { unjudgedCount: 1 }],
  // Refunds alone: what the bank keeps back is late for nobody.
  ['UNRECORDED', null, { netMinor: -500, recorded: onRecord('2026-11-10', '2026-11-22') }],
  ['PAID', null, { netMinor: -500, ...came(-500) }],
  ['SHORT', 2, { netMinor: -500, ...came(-400) }],
  ['OVER', null, { netMinor: -500, ...came(-600) }],
  // What was paid and then all taken back by a refund.
  ['PAID', null, { netMinor: 0 }],
  ['OVER', null, { netMinor: 0, ...came(1_000) }],
])('%s, late by %s: %j', (state, lateDays, more) => {
  const given = { ...cell, ...more };
  expect(depositStateOf(given)).toBe(state);
  expect(lateDaysOf(state, given, [])).toBe(lateDays);
});

test('late counts no bank holiday', () => {
  const given = { ...cell, recorded: onRecord('2026-11-10', '2026-11-19') };
  expect(lateDaysOf('LATE', given, [{ from: '2026-11-19', to: '2026-11-19' }])).toBe(1);
});
