import { listEntries } from '@mizan/contract/reconciliation.ts';
import { listRefunds } from '@mizan/contract/refunds.ts';
import { listTransactions } from '@mizan/contract/transactions.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../testing/browser.ts';

afterEach(() => vi.unstubAllGlobals());

test('the next page begins behind the last row, by its instant or by its number; behind the last page is none', async () => {
  stubBrowser();
  const { listQuery } = await import('./list.ts');
  const byInstant = listQuery(listTransactions, { query: {} }).getNextPageParam;
  const byNumber = listQuery(listEntries, { params: { id: '1' }, query: {} }).getNextPageParam;
  const cursor = '2026-11-22T06:00:00.000Z_8';
  expect(byInstant({ rows: [], nextCursor: cursor }, [], undefined, [])).toEqual({ cursor });
  expect(byInstant({ rows: [], nextCursor: null }, [], undefined, [])).toBeUndefined();
  expect(byNumber({ rows: [], nextAfter: 50 }, [], undefined, [])).toEqual({ after: 50 });
  expect(byNumber({ rows: [], nextAfter: null }, [], undefined, [])).toBeUndefined();
});

test('two filters of a list are two questions, and a list that comes whole has no next page', async () => {
  stubBrowser();
  const { listQuery, wholeList } = await import('./list.ts');
  const keyOf = (status: 'APPROVED' | 'DECLINED') =>
    listQuery(listTransactions, { query: { status: [status] } }).queryKey;
  expect(keyOf('APPROVED')).not.toEqual(keyOf('DECLINED'));
  const refetch = vi.fn<() => never>();
  const list = wholeList({ data: { rows: [1, 2] }, isPending: false, error: null, refetch });
  expect(list).toMatchObject({ rows: [1, 2], hasMore: false, error: null });
  list.retry();
  expect(refetch).toHaveBeenCalledTimes(1);
});

test('a list read page by page and its first rows read at once are two questions, also of one filter', async () => {
  stubBrowser();
  const { listQuery } = await import('./list.ts');
  const { routeQuery } = await import('./query-client.ts');
  const args = { query: { originalId: '23639' } };
  const atOnce = routeQuery(listRefunds, args);
  const byPage = listQuery(listRefunds, args);
  const client = new QueryClient();
  client.setQueryData(atOnce.queryKey, { rows: [], nextCursor: null });
  expect(client.getQueryData(byPage.queryKey)).toBeUndefined();
  // What is asked anew by the route is asked anew of both.
  client.setQueryData(byPage.queryKey, { pages: [], pageParams: [] });
  await client.invalidateQueries({ queryKey: [listRefunds.id] });
  for (const { queryKey } of [atOnce, byPage])
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
