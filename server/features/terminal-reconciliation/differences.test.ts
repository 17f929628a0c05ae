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

const approved = { status: 'APPROVED', saidApproved: true } as const;
const allOf = (
  sides: { host: SideTotals; terminal: SideTotals; portal: SideTotals },
  candidates: CandidateRow[],
  isFirst = false,
) =>
  differencesOf([{ scheme: 'Mada', ...sides }], { candidates, openIds: new Set(), isFirst }).map(
    ({ who, against, count, minor, transactions }) => [
      [who, against, count, minor].join(' '),
      ...transactions.map(({ transactionId, host, terminal }) => [transactionId, host, terminal].join(' ')),
    ],
  );

test('terminal and host differ and the portal lacks another one of both: each difference has its own transaction', () => {
  // Host: 50, 70, 90. Terminal: 50, 70. Portal: 50.
  const sides = { host: sold(3, 21_000), terminal: sold(2, 12_000), portal: sold(1, 5_000) };
  const lost = candidate('9', { amountMinor: 9_000 });
  const lacking = candidate('7', { amountMinor: 7_000, ...approved });
  expect(allOf(sides, [lost, lacking])).toEqual([
    ['terminal host -1 -9000', '9 HAS NO_ANSWER'],
    ['portal terminal -1 -7000', '7 HAS HAS'],
  ]);
  // Where the first is not explained, nobody knows whether the host has the second.
  expect(allOf(sides, [lost, candidate('8', { amountMinor: 9_000 }), lacking])).toEqual([
    ['terminal host -1 -9000'],
    ['portal terminal -1 -7000', '7 UNKNOWN HAS'],
  ]);
});

test('terminal and host differ and the portal has one more than both: it is told against the host', () => {
  // Host: 50, 90. Terminal: 50. Portal: 50, 90, 60.
  const sides = { host: sold(2, 14_000), terminal: sold(1, 5_000), portal: sold(3, 20_000) };
  const late = candidate('9', { amountMinor: 9_000, status: 'APPROVED', isCounted: true });
  const own = candidate('6', { amountMinor: 6_000, ...approved, isCounted: true });
  expect(allOf(sides, [late, own])).toEqual([
    ['terminal host -1 -9000', '9 HAS NO_ANSWER'],
    ['portal host 1 6000', '6 LACKS LACKS'],
  ]);
});

test('the portal agrees with one of the two, or it is the first: nothing is said of the portal', () => {
  const sides = { host: sold(2, 14_000), terminal: sold(1, 5_000) };
  const lost = candidate('9', { amountMinor: 9_000 });
  for (const portal of [sides.host, sides.terminal])
    expect(allOf({ ...sides, portal }, [lost])).toEqual([['terminal host -1 -9000', '9 HAS NO_ANSWER']]);
  expect(allOf({ ...sides, portal: none }, [lost], true)).toEqual([
    ['terminal host -1 -9000', '9 HAS NO_ANSWER'],
  ]);
});
