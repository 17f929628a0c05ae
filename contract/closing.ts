import * as z from 'zod';
import { riyadhDay } from './business-day.ts';
import { day, instant } from './page.ts';

/** For how long an administrator may open a closed account again, and how long the law keeps its records. */
export const reopenDays = 30;
const lawYears = 6;

export const closing = z.object({
  at: instant,
  /** Until when an administrator may open it again. */
  reopenUntil: instant,
  /** The last day on which its records are kept for certain. */
  keptUntil: day,
});
export type Closing = z.infer<typeof closing>;

/** What follows from an account closed at this moment; whole calendar years, so that every tax period in them is covered. */
export const closingOf = (at: Date): Closing => ({
  at: at.toISOString(),
  reopenUntil: new Date(at.getTime() + reopenDays * 86_400_000).toISOString(),
  keptUntil: `${Number(riyadhDay(at).slice(0, 4)) + lawYears}-12-31`,
});

/** Whether it may still be opened again. */
export const canReopen = (of: Closing, now: Date): boolean => now.getTime() < Date.parse(of.reopenUntil);

/** Whether somebody typed what the business is called, in one of its languages. */
export const isNameOf = (typed: string, { nameEn, nameAr }: { nameEn: string; nameAr: string }): boolean =>
  [nameEn, nameAr].some((name) => name.normalize('NFC').trim() === typed.normalize('NFC').trim());
