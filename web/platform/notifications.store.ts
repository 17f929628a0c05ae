import { type LiveMessage, type NoticeType, noticeTypes } from '@mizan/contract/live.ts';
import { useMemo, useSyncExternalStore } from 'react';
import { useMutedNotices } from './preferences.ts';
import { readSession, watchSession } from './session.store.ts';

/** A notification (rules S3), kept for the whole session with no cap on their number. */
export interface Notice {
  type: NoticeType;
  /** The terminal's number. */
  tid: string;
  timestampMs: number;
}

export interface Notices {
  /** Newest first. */
  items: readonly Notice[];
  unreadCount: number;
}

const storageKey = 'notifications';
const none: Notices = { items: [], unreadCount: 0 };
const listeners = new Set<() => void>();
let notices: Notices = restore();

/** Session storage carries them over a reload (a language switch is one); a full storage costs only that. */
function restore(): Notices {
  try {
    const kept = sessionStorage.getItem(storageKey);
    return kept === null ? none : (JSON.parse(kept) as Notices);
  } catch {
    return none;
  }
}

function change(next: Notices): void {
  notices = next;
  for (const listener of listeners) listener();
}

addEventListener('pagehide', () => {
  if (!readSession()) return;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(notices));
  } catch (cause) {
    console.error('notifications do not fit into session storage', cause);
  }
});
watchSession(() => {
  if (!readSession()) change(none);
});

/** Keeps a message of the live channel if it is one for the bell. */
export function takeNotice(message: LiveMessage, nowMs: number = Date.now()): void {
  const type = noticeTypes.find((each) => each === message.type);
  if (!type || !('tid' in message)) return;
  const notice = { type, tid: message.tid, timestampMs: nowMs };
  change({ items: [notice, ...notices.items], unreadCount: notices.unreadCount + 1 });
}

export function markNoticesRead(): void {
  if (notices.unreadCount > 0) change({ ...notices, unreadCount: 0 });
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What the bell shows: all that was kept, without the kinds that the person muted. */
function withoutMuted({ items, unreadCount }: Notices, muted: readonly NoticeType[]): Notices {
  const isHeard = ({ type }: Notice): boolean => !muted.includes(type);
  return {
    items: items.filter(isHeard),
    unreadCount: items.slice(0, unreadCount).filter(isHeard).length,
  };
}

export function useNotices(): Notices {
  const all = useSyncExternalStore(watch, () => notices);
  const muted = useMutedNotices();
  return useMemo(() => withoutMuted(all, muted), [all, muted]);
}
