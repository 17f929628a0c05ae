import type { LiveMessage } from '@mizan/contract/live.ts';
import { listResults } from '@mizan/contract/payments.ts';
import { useSyncExternalStore } from 'react';
import { call } from './api-client.ts';
import { caughtUp, type HeardState, heardNothing, heardOne, opened } from './heard-results.ts';
import { readHeld, readSession, watchSession } from './session.store.ts';

/** The result of one payment, as this window heard it. */
export interface Result {
  transactionId: string;
  approved: boolean;
  heardAtMs: number;
  /** It was told while this window was away. */
  missed: boolean;
}
export interface Results {
  /** Newest first, one a payment: what is said later takes the place of what was said before. */
  items: readonly Result[];
  /** The payment whose result is a dialog here, because it was started here; all others are cards. */
  dialogId: string | null;
  /** There are more than are kept. */
  hasMore: boolean;
}
type Pay = Extract<LiveMessage, { type: 'PAY' }>;

interface Kept extends Results {
  heard: HeardState;
  /** The payments that were started in this window. */
  started: string[];
  owner: string | null;
}

const storageKey = 'results';
const limits = { items: 500, started: 100 } as const;
const catchUp = { tries: 5, firstWaitMs: 1_000 } as const;
const none: Kept = {
  items: [],
  dialogId: null,
  hasMore: false,
  heard: heardNothing,
  started: [],
  owner: null,
};

const listeners = new Set<() => void>();
let kept: Kept = restore();
/** What useResults hands out: the same object for as long as nothing of it changed. */
let shown: Results = kept;
/** The number that stands before the next result; and whether the next one is the first of a connection. */
let nextSeq: number | null = null;
let isOpening = true;
/** Which connection this is: what an earlier one still waits for is of no use. */
let connection = 0;

function ownerNow(): string | null {
  const person = readSession() ?? readHeld();
  return person && `${person.role} ${person.email} ${person.userName}`;
}

/** Over a reload (a language switch is one) a window keeps what it heard and what was started in it. */
function restore(): Kept {
  const text = sessionStorage.getItem(storageKey);
  // A window that is duplicated from this one has started none of its payments.
  sessionStorage.removeItem(storageKey);
  try {
    return text === null ? none : (JSON.parse(text) as Kept);
  } catch {
    return none;
  }
}

function change(next: Kept): void {
  kept = next;
  shown = next;
  for (const listener of listeners) listener();
}

addEventListener('pagehide', () => {
  if (readSession()) sessionStorage.setItem(storageKey, JSON.stringify(kept));
});
addEventListener('pageshow', () => sessionStorage.removeItem(storageKey));

/** Results belong to who heard them: the next person begins with none. */
function forOwner(): void {
  const owner = ownerNow();
  if (owner !== kept.owner) change({ ...none, owner });
}
watchSession(forOwner);

/** No dialog opens over another one. */
const isCovered = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

/** Nothing takes the focus from somebody who types. */
function isTyping(): boolean {
  const field = 'input, textarea, select, [contenteditable="true"]';
  return document.activeElement?.matches(field) === true;
}

function show(pay: Pay, missed: boolean): void {
  const { transactionId, approved } = pay;
  const result = { transactionId, approved, missed, heardAtMs: Date.now() };
  const items = [result, ...kept.items.filter((each) => each.transactionId !== transactionId)];
  const opens = kept.dialogId === null && kept.started.includes(transactionId) && !isTyping() && !isCovered();
  change({
    ...kept,
    items: items.slice(0, limits.items),
    hasMore: kept.hasMore || items.length > limits.items,
    dialogId: opens ? transactionId : kept.dialogId,
  });
}

function take(seq: number | null, pay: Pay, missed: boolean): void {
  if (seq !== null) {
    const { state, isNew } = heardOne(kept.heard, seq, Date.now());
    if (!isNew) return;
    kept = { ...kept, heard: state };
  }
  show(pay, missed);
}

async function tellMissed(asked: number, after: number): Promise<void> {
  for (let tries = 0, waitMs: number = catchUp.firstWaitMs; tries < catchUp.tries; tries += 1, waitMs *= 2) {
    const answer = await call(listResults, { query: { after } }).catch(() => null);
    if (asked !== connection) return;
    if (answer) {
      for (const { seq, transactionId, approved } of answer.rows.toReversed())
        take(seq, { type: 'PAY', transactionId, approved }, true);
      change({ ...kept, hasMore: kept.hasMore || answer.more, heard: caughtUp(kept.heard, Date.now()) });
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** A connection begins, and with it the question what was missed before it. */
export function resultsBegin(): void {
  forOwner();
  connection += 1;
  isOpening = true;
  nextSeq = null;
}

/** Hears what the live channel says of results; what was heard before is told to nobody again. */
export function takeResult(message: LiveMessage): void {
  if (message.type === 'PAY') {
    take(nextSeq, message, false);
    nextSeq = null;
  }
  if (message.type !== 'SEQ') return;
  if (!isOpening) nextSeq = message.seq;
  else {
    isOpening = false;
    const { state, asks } = opened(kept.heard, message.seq);
    kept = { ...kept, heard: state };
    if (asks) void tellMissed(connection, state.after ?? 0);
  }
}

/** This window has started a payment. Its result may have been quicker than the answer that says so. */
export function startedHere(transactionId: string): void {
  const isThere = kept.items.some((each) => each.transactionId === transactionId);
  // Who sent the form with Enter has its field under the hands, and types no more.
  const opens = isThere && kept.dialogId === null && !isCovered();
  change({
    ...kept,
    started: [transactionId, ...kept.started].slice(0, limits.started),
    dialogId: opens ? transactionId : kept.dialogId,
  });
}

export function closeResult(transactionId: string): void {
  change({
    ...kept,
    items: kept.items.filter((each) => each.transactionId !== transactionId),
    dialogId: kept.dialogId === transactionId ? null : kept.dialogId,
  });
}

/** Closes every card; a dialog stands until it is closed itself. */
export function closeCards(): void {
  const items = kept.items.filter((each) => each.transactionId === kept.dialogId);
  change({ ...kept, items, hasMore: false });
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const useResults = (): Results => useSyncExternalStore(watch, () => shown);
