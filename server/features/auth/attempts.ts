import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import { countOne, forget, giveBack } from './attempts.queries.ts';

const minuteMs = 60_000;

/**
 * How often within a window. An account's limit stops guessing at one password, an address's limit stops
 * guessing at many accounts; what succeeds is given back, so a shop behind one address may sign in all day.
 */
export const attemptLimits = {
  signInOfAccount: { most: 10, windowMs: 15 * minuteMs },
  signInOfAddress: { most: 60, windowMs: 15 * minuteMs },
  wrongCodeOfAccount: { most: 20, windowMs: 60 * minuteMs },
  codesToAccount: { most: 60, windowMs: 60 * minuteMs },
  forgotOfAccount: { most: 5, windowMs: 60 * minuteMs },
  forgotOfAddress: { most: 30, windowMs: 60 * minuteMs },
  applicationsOfAddress: { most: 20, windowMs: 60 * minuteMs },
  documentsOfAddress: { most: 120, windowMs: 60 * minuteMs },
  activationsOfDraft: { most: 5, windowMs: 60 * minuteMs },
  correctionsOfAddress: { most: 120, windowMs: 60 * minuteMs },
} as const;
export type AttemptKind = keyof typeof attemptLimits;

/** Hashed, because people type passwords into the field of the name, and because a key has to end somewhere. */
const keyOf = (kind: AttemptKind, subject: string): string =>
  `${kind}:${createHash('sha256').update(subject.trim().toLowerCase()).digest('base64url')}`;

/** An attempt that was counted before its outcome is known. */
export interface Attempt {
  /** It succeeded, so it does not count against the next ones. */
  giveBack(): Promise<void>;
  /** It succeeded and clears what failed before. */
  forget(): Promise<void>;
}

/**
 * Counts an attempt in the database that all processes share, before the work it stands for.
 * @throws Failure 'rateLimited' with `retryAt` where the window is full.
 */
export async function countAttempt(
  db: Database,
  clock: Clock,
  kind: AttemptKind,
  subject: string,
): Promise<Attempt> {
  const { most, windowMs } = attemptLimits[kind];
  const key = keyOf(kind, subject);
  const now = clock.now();
  const { count, windowStart } = await countOne(db, key, now, new Date(now.getTime() - windowMs));
  if (count > most) {
    const retryAt = new Date(windowStart.getTime() + windowMs).toISOString();
    throw new Failure('rateLimited', 'Too many attempts. Try again later.', { retryAt });
  }
  return { giveBack: () => giveBack(db, [key]), forget: () => forget(db, key) };
}
