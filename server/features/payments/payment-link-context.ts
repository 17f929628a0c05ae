import type { LinkTimers } from '@mizan/contract/link-timers.ts';

/** Where a frame came from, and the gateway's own time, which alone decides. */
export interface LinkContext {
  readonly merchantId: string;
  readonly terminalId: string;
  readonly tid: string;
  readonly now: Date;
  readonly timers: LinkTimers;
}

export const later = (at: Date, byMs: number): Date => new Date(at.getTime() + byMs);

/** The wait before the question after `count` questions. */
export const queryDelayMs = (timers: LinkTimers, count: number): number =>
  timers.queryBackoffMs[count] ?? timers.queryEveryMs;

/** Somebody else was at the same in this very moment: the same work done again succeeds. */
export class TryAgain extends Error {
  constructor(what: string) {
    super(what);
    this.name = 'TryAgain';
  }
}
