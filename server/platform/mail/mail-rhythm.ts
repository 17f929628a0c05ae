import { randomInt } from 'node:crypto';

/**
 * Whoever asks for a mail without having signed in gets the same answer for every address. The work behind it is not the
 * same, and whoever asks something else right afterwards could feel it; so it begins later, at a moment that the ask does
 * not decide.
 */
export const mailRhythm = { leastMs: 1_000, mostMs: 6_000 } as const;

/** How long, in milliseconds, a mail that was asked for waits until it is looked at and written. */
export const nextMailMoment = (): number => randomInt(mailRhythm.leastMs, mailRhythm.mostMs + 1);
