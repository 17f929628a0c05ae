import { emptyBook, type NoticeBook, withNewer, withOlder } from '@mizan/contract/notice-book.ts';
import { getNoticeState, listNotices, type NoticeState, readNotices } from '@mizan/contract/notices.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from './api-client.ts';
import { queryClient, routeQuery, takeAnswer } from './query-client.ts';
import { readSession, watchSession } from './session.store.ts';

/**
 * The notices of the bell. The portal keeps them; a window holds those that it has shown, without a gap, and after a loss
 * asks for what is newer than the last one it knows (contract/notice-book.ts).
 */
const stateQuery = routeQuery(getNoticeState, {}, { live: ['NTC', 'NRD'] });

/** How far this person has read, and how many are unread; undefined until it is known, and for whoever hears none. */
export function useNoticeState(enabled: boolean): NoticeState | undefined {
  return useQuery({ ...stateQuery, enabled }).data;
}

/** Whether a message that somebody has read is about another person: nothing of this window changes by it. */
export const isOfAnotherReader = (userId: string): boolean =>
  queryClient.getQueryData(stateQuery.queryKey)?.userId !== userId;

/**
 * Notes that everything up to the newest is read, also what the list has shown before the count of it came. Where it is not
 * heard, the dot stays, as it should.
 */
export async function markNoticesRead({ readSeq, newestSeq }: NoticeState): Promise<void> {
  const upTo = Math.max(newestSeq, shown.book.newestSeq ?? 0);
  if (upTo <= readSeq) return;
  try {
    const state = await call(readNotices, { body: { upTo } });
    takeAnswer(getNoticeState, {}, state);
  } catch (cause) {
    console.warn('what was read could not be noted', cause);
  }
}

interface Shown {
  book: NoticeBook;
  isLoading: boolean;
  error: unknown;
}
const nothing: Shown = { book: emptyBook, isLoading: false, error: null };
const listeners = new Set<() => void>();
let shown = nothing;
/** Each sign-in and each change of what is muted begins a book of its own: answers for an earlier one are let go. */
let edition = 0;
let catchingUp: Promise<void> | null = null;

function change(next: Partial<Shown>): void {
  shown = { ...shown, ...next };
  for (const listener of listeners) listener();
}

/** Lets go of what was shown: another person is signed in, or other kinds are muted. */
export function forgetNotices(): void {
  edition += 1;
  catchingUp = null;
  change(nothing);
}
watchSession(() => {
  if (!readSession()) forgetNotices();
});

/** The first rows, or the next older ones. */
export async function loadOlderNotices(): Promise<void> {
  if (shown.isLoading) return;
  const of = edition;
  const before = shown.book.rows.at(-1)?.seq;
  change({ isLoading: true, error: null });
  try {
    const page = await call(listNotices, { query: before === undefined ? {} : { before } });
    if (of === edition) change({ book: withOlder(shown.book, before, page), isLoading: false });
  } catch (error) {
    if (of === edition) change({ error, isLoading: false });
  }
}

async function takeNewer(of: number): Promise<void> {
  for (;;) {
    const after = shown.book.newestSeq;
    if (after === null) return;
    const page = await call(listNotices, { query: { after } });
    if (of !== edition) return;
    change({ book: withNewer(shown.book, after, page) });
    if (!page.hasMore) return;
  }
}

/** Asks for what is newer than the newest known, where the list was opened before; one question at a time. */
export async function catchUpNotices(): Promise<void> {
  const of = edition;
  while (catchingUp) await catchingUp;
  if (of !== edition) return;
  catchingUp = takeNewer(of)
    .catch((cause: unknown) => console.warn('newer notices could not be read', cause))
    .finally(() => {
      if (of === edition) catchingUp = null;
    });
  await catchingUp;
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The list while it is open: what came since it was closed is asked for with the opening. */
export function useNoticeBook(): Shown {
  useEffect(() => {
    if (shown.book.newestSeq === null) void loadOlderNotices();
    else void catchUpNotices();
  }, []);
  return useSyncExternalStore(watch, () => shown);
}
