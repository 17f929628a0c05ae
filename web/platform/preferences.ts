import type { NoticeType } from '@mizan/contract/live.ts';
import type { CalendarChoice, DigitChoice } from '@mizan/contract/preferences.ts';
import { useSyncExternalStore } from 'react';
import { keepChoice, readChoice } from './choices.ts';

/**
 * What of a person's preferences this browser shows: a copy of what the server keeps, so that the first paint
 * has the right digits and dates.
 */
export interface ShownPreferences {
  digits: DigitChoice;
  calendar: CalendarChoice;
  mutedNotices: readonly NoticeType[];
}

const unchosen: ShownPreferences = { digits: 'language', calendar: 'gregorian', mutedNotices: [] };

/** The kept copy; what somebody else wrote there, or an older page, is worth no more than nothing. */
function readKept(): ShownPreferences {
  try {
    const kept = JSON.parse(readChoice('preferences') ?? 'null') as Partial<
      Record<keyof ShownPreferences, unknown>
    > | null;
    const { digits, calendar, mutedNotices } = kept ?? {};
    return {
      digits: digits === 'latin' || digits === 'arabic' ? digits : 'language',
      calendar: calendar === 'ummAlQura' ? calendar : 'gregorian',
      mutedNotices: Array.isArray(mutedNotices) ? mutedNotices : [],
    };
  } catch {
    return unchosen;
  }
}

/** Digits and calendar of this page's life: a change of either is shown by reading the page anew. */
export const shownPreferences: ShownPreferences = readKept();

let muted = shownPreferences.mutedNotices;
const listeners = new Set<() => void>();
function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
/** Kinds of notifications that neither ring the bell nor stand in its list. */
export const useMutedNotices = (): readonly NoticeType[] => useSyncExternalStore(watch, () => muted);

/** How often preferences were kept: an answer that was asked for before the last time is an old one. */
let timesKept = 0;
export const preferencesAge = (): number => timesKept;

/**
 * Keeps a copy of these for the next loads; what is muted holds at once. Answers whether digits or dates of this
 * page are others now, so that it has to be read anew.
 */
export function rememberPreferences({ digits, calendar, mutedNotices }: ShownPreferences): boolean {
  timesKept += 1;
  keepChoice('preferences', JSON.stringify({ digits, calendar, mutedNotices }));
  muted = mutedNotices;
  for (const listener of listeners) listener();
  return digits !== shownPreferences.digits || calendar !== shownPreferences.calendar;
}
