import { getMyShift } from '@mizan/contract/shifts.ts';
import { listTransactions } from '@mizan/contract/transactions.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { drawnIn, textOf } from '../../testing/drawn.tsx';

afterEach(() => void vi.unstubAllGlobals());

const row = {
  id: '904128',
  type: 'PURCHASE',
  status: 'APPROVED',
  amountMinor: 124_050,
  currency: 'SAR',
  createdAt: '2026-11-24T11:36:00.000Z',
};
const shift = { openedAt: '2026-11-24T05:00:00.000Z', sums: { totalMinor: 310_075 } };

/** What stands beside a cashier's figures, link by link, and where each goes. */
async function ownDay(open: typeof shift | null, rows: (typeof row)[]) {
  const { html, queryClient } = await drawnIn('en');
  const { routeQuery } = await import('../../platform/query-client.ts');
  const last = routeQuery(listTransactions, { query: { limit: 5 } });
  queryClient.setQueryData(routeQuery(getMyShift, {}).queryKey, { shift: open } as never);
  queryClient.setQueryData(last.queryKey, { rows } as never);
  const { default: OwnDay } = await import('./own-day.tsx');
  const drawn = html(<OwnDay />);
  const links = [...drawn.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
    ([, to = '', inside = '']) => [
      decodeURIComponent(textOf(to)),
      textOf(inside.replace(/></g, '> <')).replace(/\s+/g, ' ').trim(),
    ],
  );
  return { text: textOf(drawn), links };
}

test('the shift with what it comes to, and the last payments, each of which opens itself', async () => {
  const declined = { ...row, id: '904127', status: 'DECLINED', amountMinor: 5_000 };
  const refund = { ...row, id: '904126', type: 'REFUND', amountMinor: 2_000 };
  expect((await ownDay(shift, [row, declined, refund])).links).toEqual([
    ['/terminal/shift', 'Open since Nov 24, 8:00 AM 3,100.75'],
    ['/transactions?open="904128"', 'Nov 24, 2:36 PM Approved 1,240.50'],
    ['/transactions?open="904127"', 'Nov 24, 2:36 PM Declined 50.00'],
    ['/transactions?open="904126"', 'Nov 24, 2:36 PM Approved −20.00'],
  ]);
});

test('without a shift and payments that is said', async () => {
  const { text, links } = await ownDay(null, []);
  expect(text).toContain('No payments yet');
  expect(links).toEqual([['/terminal/shift', 'No shift is open']]);
});
