import { getAskedOfMe } from '@mizan/contract/asked-of-me.ts';
import { getNoticeState } from '@mizan/contract/notices.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { drawnIn } from '../../testing/drawn.tsx';

afterEach(() => void vi.unstubAllGlobals());

const none = { count: 0, onlyId: null };
const nothingAsked = {
  ownId: '1',
  approval: none,
  assigned: none,
  answerSoon: none,
  answerMissed: none,
  statements: { count: 0 },
  refunds: none,
};

/** The bell of somebody with so many unread notices, and so much that waits for them. */
async function bell(unreadCount: number | null, waiting: Partial<typeof nothingAsked> = {}): Promise<string> {
  const { html, queryClient } = await drawnIn('en');
  const { routeQuery } = await import('../../platform/query-client.ts');
  const state = {
    userId: '1',
    readSeq: 0,
    newestSeq: 9,
    unreadCount: unreadCount ?? 0,
    hasMoreUnread: false,
  };
  if (unreadCount !== null) queryClient.setQueryData(routeQuery(getNoticeState, {}).queryKey, state);
  queryClient.setQueryData(routeQuery(getAskedOfMe, {}).queryKey, { ...nothingAsked, ...waiting });
  const { NotificationBell } = await import('./notification-bell.tsx');
  return html(<NotificationBell />);
}
const dots = (drawn: string): number => drawn.match(/<span class="[^"]*dot[^"]*">/g)?.length ?? 0;

test('the dot is drawn while something is unread or waits, and not otherwise', async () => {
  expect(dots(await bell(2))).toBe(1);
  expect(dots(await bell(0))).toBe(0);
  expect(dots(await bell(null))).toBe(0);
  expect(dots(await bell(0, { refunds: { count: 1, onlyId: null } }))).toBe(1);
  // What is assigned is work of one's own, and no news.
  expect(dots(await bell(0, { assigned: { count: 3, onlyId: null } }))).toBe(0);
});
