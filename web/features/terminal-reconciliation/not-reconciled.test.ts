import type { TerminalState } from '@mizan/contract/terminal-reconciliation.ts';
import { expect, test } from 'vitest';
import { leftOutTerminals } from './not-reconciled.ts';

const today = '2026-11-22';
const dayOf = (at: string): string => at.slice(0, 10);
const done = (at: string): TerminalState['last'] => ({
  id: '9',
  at,
  origin: 'DAILY',
  balance: 'BALANCED',
  isEmpty: false,
  count: 1,
  totalMinor: 100,
});
const state = (since: string | null, last: TerminalState['last']): TerminalState => ({
  terminalId: '1',
  tid: '88501101',
  branchId: '1',
  branchNameEn: 'Olaya',
  branchNameAr: 'العليا',
  isConnected: true,
  last,
  asked: null,
  waiting: { count: since === null ? 0 : 2, totalMinor: 1_500, since },
});

test('a terminal with money of an earlier day that neither yesterday nor today was reconciled', () => {
  const row = state('2026-11-20T18:00:00Z', done('2026-11-20T01:00:00Z'));
  const waits = { count: 2, totalMinor: 1_500, since: '2026-11-20T18:00:00Z' };
  expect([...leftOutTerminals({ today, rows: [row] }, dayOf)]).toEqual([['1', waits]]);
});

test.each([
  ['it was reconciled yesterday', state('2026-11-21T18:00:00Z', done('2026-11-21T01:00:00Z'))],
  ['nothing waits', state(null, done('2026-11-10T01:00:00Z'))],
  ['all that waits is of today, on a terminal that has just begun', state('2026-11-22T09:00:00Z', null)],
])('not where %s', (_, row) => {
  expect(leftOutTerminals({ today, rows: [row] }, dayOf).size).toBe(0);
});

test('nothing is said before the portal has answered', () => {
  expect(leftOutTerminals(undefined, dayOf).size).toBe(0);
});
