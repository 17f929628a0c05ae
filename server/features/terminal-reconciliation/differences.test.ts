import type { SideTotals } from '@mizan/contract/terminal-link.ts';
import { expect, test } from 'vitest';
import { differencesOf } from './differences.ts';
import type { CandidateRow } from './terminal-reconciliation.queries.ts';

/** Nothing is named where another payment would explain it as well. */
const none: SideTotals = { debitCount: 0, debitMinor: 0, creditCount: 0, creditMinor: 0 };
const sold = (debitCount: number, debitMinor: number): SideTotals => ({ ...none, debitCount, debitMinor });

const candidate = (transactionId: string, more: Partial<CandidateRow> = {}): CandidateRow => ({
  transactionId,
  createdAt: new Date('2026-11-22T09:00:00Z'),
  type: 'PURCHASE',
  status: 'TIMEOUT',
  scheme: 'Mada',
  lastFour: '1234',
  rrn: null,
  amountMinor: 5_000,
  lateApproval: false,
  isCounted: false,
  saidApproved: false,
  ...more,
});
const found = (
  sides: { host: SideTotals; terminal: SideTotals; portal: SideTotals },
  candidates: CandidateRow[],
  openIds: string[] = [],
) =>
  differencesOf([{ scheme: 'Mada', ...sides }], {
    candidates,
    openIds: new Set(openIds),
    isFirst: false,
  }).map((each) => [each.found, each.transactions.map(({ transactionId }) => transactionId)]);

const hostHasOneMore = { host: sold(1, 5_000), terminal: none, portal: none };

test('the host has one more: of two that the terminal never called approved none is named, waiting or not', () => {
  const two = [candidate('1'), candidate('2', { status: 'DECLINED' })];
  expect(found(hostHasOneMore, two, ['1'])).toEqual([['SEVERAL', []]]);
  expect(found(hostHasOneMore, [candidate('1'), candidate('2', { saidApproved: true })])).toEqual([
    ['ONE', ['1']],
  ]);
});

test('the terminal has one more: of two that it called approved none is named', () => {
  const sides = { host: none, terminal: sold(1, 5_000), portal: none };
  const said = { status: 'APPROVED', saidApproved: true } as const;
  expect(found(sides, [candidate('1', said), candidate('2', said)])).toEqual([['SEVERAL', []]]);
  expect(found(sides, [candidate('1', said), candidate('2')])).toEqual([['ONE', ['1']]]);
});

test('two are missing and one is there: it is not named twice', () => {
  const sides = { host: sold(2, 10_000), terminal: sold(2, 10_000), portal: none };
  expect(found(sides, [candidate('1')], ['1'])).toEqual([['NONE', []]]);
});
