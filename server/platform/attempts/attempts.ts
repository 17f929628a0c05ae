import { createHash } from 'node:crypto';
import { type RateClass, rateClasses } from '@mizan/contract/rate-classes.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { Failure } from '../failure.ts';
import { addressBlock } from '../http/address-block.ts';
import { countOne, forget, giveBack } from './attempts.queries.ts';

const minuteMs = 60_000;

/**
 * How often within a window, where an account or an outcome is counted; what depends on the route and the address alone
 * stands in contract/rate-classes.ts. An account's limit stops guessing at one password, an address's limit stops
 * guessing at many accounts; what succeeds is given back, so a shop behind one address may sign in all day.
 * A device that the account trusts counts for itself, so does an address that it lately signed in from, and so does
 * the password that a session gives once more: strangers who guess lock nobody out of any of these.
 */
export const attemptLimits = {
  signInOfAccount: { most: 10, windowMs: 15 * minuteMs },
  signInOfDevice: { most: 10, windowMs: 15 * minuteMs },
  signInFromKnownAddress: { most: 10, windowMs: 15 * minuteMs },
  signInOfAddress: { most: 60, windowMs: 15 * minuteMs },
  confirmationOfAccount: { most: 10, windowMs: 15 * minuteMs },
  wrongCodeOfAccount: { most: 20, windowMs: 60 * minuteMs },
  wrongCodeOfAddress: { most: 60, windowMs: 60 * minuteMs },
  codesToAccount: { most: 60, windowMs: 60 * minuteMs },
  forgotOfAccount: { most: 5, windowMs: 60 * minuteMs },
  profileLinksOfAccount: { most: 10, windowMs: 60 * minuteMs },
  activationsOfDraft: { most: 5, windowMs: 60 * minuteMs },
  activationsOfName: { most: 5, windowMs: 60 * minuteMs },
  activationsOfAccount: { most: 5, windowMs: 60 * minuteMs },
  emailCorrectionsOfAccount: { most: 5, windowMs: 60 * minuteMs },
  receiptMailsOfPayment: { most: 10, windowMs: 60 * minuteMs },
  receiptMailsOfAccount: { most: 120, windowMs: 60 * minuteMs },
  /** Nobody's mailbox is filled by others, whoever they are. */
  receiptMailsToMailbox: { most: 20, windowMs: 24 * 60 * minuteMs },
  pairingsOfTerminal: { most: 10, windowMs: 60 * minuteMs },
} as const;
export type AttemptKind = keyof typeof attemptLimits;

/** Hashed, because people type passwords into the field of the name, and because a key has to end somewhere. */
export const hashedKey = (kind: string, subject: string): string =>
  `${kind}:${createHash('sha256').update(subject).digest('base64url')}`;

const keyOf = (kind: AttemptKind, subject: string): string =>
  hashedKey(kind, kind.endsWith('OfAddress') ? addressBlock(subject) : subject.trim().toLowerCase());

/** An account that exists is counted by its id: by its e-mail and its username, however spelled, it is one. */
export const ofUser = (userId: string): string => `user ${userId}`;
/** A name that no account has; apart from ids, so that typing 'user 7' counts against nobody. */
export const ofName = (name: string): string => `name ${name.trim()}`;

/** An attempt that was counted before its outcome is known. */
export interface Attempt {
  /** It succeeded, so it does not count against the next ones. */
  giveBack(): Promise<void>;
  /** It succeeded and clears what failed before. */
  forget(): Promise<void>;
}

/**
 * Counts an attempt in the database that all processes share, before the work it stands for. `whenFull` is
 * called for the first attempt of a window that is one too many, and not for those that follow.
 * @throws Failure 'rateLimited' with `retryAt` where the window is full.
 */
export async function countAttempt(
  db: Database,
  clock: Clock,
  kind: AttemptKind,
  subject: string,
  whenFull?: () => Promise<void>,
): Promise<Attempt> {
  return countIn(db, clock, { key: keyOf(kind, subject), ...attemptLimits[kind] }, whenFull);
}

/** Counts a call of a route's class from an address, whatever comes of it. @throws Failure 'rateLimited' */
export async function countCallFrom(
  db: Database,
  clock: Clock,
  rateClass: RateClass,
  ip: string,
): Promise<void> {
  const { most, windowMs } = rateClasses[rateClass];
  await countIn(db, clock, { key: hashedKey(rateClass, addressBlock(ip)), most, windowMs });
}

async function countIn(
  db: Database,
  clock: Clock,
  { key, most, windowMs }: { key: string; most: number; windowMs: number },
  whenFull: () => Promise<void> = async () => undefined,
): Promise<Attempt> {
  const now = clock.now();
  const { count, windowStart } = await countOne(db, key, now, new Date(now.getTime() - windowMs));
  if (count > most) {
    if (count === most + 1) await whenFull();
    const retryAt = new Date(windowStart.getTime() + windowMs).toISOString();
    throw new Failure('rateLimited', 'Too many attempts. Try again later.', { retryAt });
  }
  return { giveBack: () => giveBack(db, [key]), forget: () => forget(db, key) };
}

/** The same for work that nobody waits for: whether it is still within its limit. */
export async function isWithinLimit(
  db: Database,
  clock: Clock,
  kind: AttemptKind,
  subject: string,
): Promise<boolean> {
  try {
    await countAttempt(db, clock, kind, subject);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'rateLimited') return false;
    throw error;
  }
}
