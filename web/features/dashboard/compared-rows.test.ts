import type { ComparedBy } from '@mizan/contract/dashboard.ts';
import type { Comparison } from '@mizan/contract/dashboard-insights.ts';
import type { TFunction } from 'i18next';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { stubBrowser } from '../../testing/browser.ts';
import type * as compared from './compared-rows.tsx';

/** Which payments each line of the comparison opens; that the filters count what stands there is held on the server. */
const sales = (salesMinor: number, count = 20) => ({ salesMinor, count });
const comparison: Comparison = {
  previousFrom: '2026-11-21',
  previousTo: '2026-11-21',
  until: '2026-11-28T15:00:00.000Z',
  previousUntil: '2026-11-21T15:00:00.000Z',
  branches: [
    { id: '11', nameEn: 'Olaya', nameAr: 'العليا', now: sales(500), before: sales(400) },
    { id: '12', nameEn: 'Tahlia', nameAr: 'التحلية', now: sales(100), before: sales(900, 2) },
  ],
  terminals: [{ id: '21', tid: '88500001', now: sales(1), before: sales(2) }],
  cashiers: [
    { id: '31', fullName: 'Sami', now: sales(1), before: sales(2) },
    { id: null, fullName: null, now: sales(5), before: sales(1) },
  ],
  schemes: [{ scheme: 'Visa', now: sales(1), before: sales(2) }],
  hours: [
    {
      at: '2026-11-28T06:00:00.000Z',
      previousAt: '2026-11-21T06:00:00.000Z',
      now: sales(9),
      before: sales(7),
    },
    {
      at: '2026-11-28T07:00:00.000Z',
      previousAt: '2026-11-21T07:00:00.000Z',
      now: sales(0, 0),
      before: sales(0, 0),
    },
  ],
};
let made: Pick<typeof compared, 'comparedRows' | 'hasFewBefore'>;
beforeAll(async () => {
  vi.resetModules();
  stubBrowser({ language: 'en' });
  made = await import('./compared-rows.tsx');
});
afterAll(() => void vi.unstubAllGlobals());

const rows = (by: ComparedBy) => made.comparedRows(by, comparison, ((key: string) => key) as TFunction);

test('each line opens the payments of what it names, the most changed first', () => {
  expect(
    rows('branch').map(({ filter, now, before }) => [filter, now.salesMinor, before.salesMinor]),
  ).toEqual([
    [{ branchId: ['12'] }, 100, 900],
    [{ branchId: ['11'] }, 500, 400],
  ]);
  expect(rows('terminal').map(({ filter }) => filter)).toEqual([{ terminalId: ['21'] }]);
  expect(rows('scheme').map(({ filter }) => filter)).toEqual([{ scheme: ['Visa'] }]);
  expect(rows('cashier').map(({ filter }) => filter)).toEqual([
    { cashierId: ['none'] },
    { cashierId: ['31'] },
  ]);
});

test('a day that still runs is compared up to the same hour on both sides', () => {
  for (const by of ['branch', 'terminal', 'cashier', 'scheme'] as const) {
    for (const { nowSpan, beforeSpan } of rows(by)) {
      expect([nowSpan, beforeSpan]).toEqual([
        { paidBefore: '2026-11-28T15:00:00.000Z' },
        { paidBefore: '2026-11-21T15:00:00.000Z' },
      ]);
    }
  }
});

test('an hour opens its own hour on each side; one without a sale on both is no line', () => {
  expect(rows('hour').map(({ filter, nowSpan, beforeSpan }) => [filter, nowSpan, beforeSpan])).toEqual([
    [
      {},
      { paidFrom: '2026-11-28T06:00:00.000Z', paidBefore: '2026-11-28T07:00:00.000Z' },
      { paidFrom: '2026-11-21T06:00:00.000Z', paidBefore: '2026-11-21T07:00:00.000Z' },
    ],
  ]);
});

test('too few the week before say no percentage', () => {
  expect(rows('branch').map(made.hasFewBefore)).toEqual([true, false]);
});
