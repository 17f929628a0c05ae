import type { CalendarChoice, DigitChoice } from '@mizan/contract/preferences.ts';
import { keepChoice, readChoice } from './choices.ts';

/**
 * What of a person's preferences this browser shows: a copy of what the server keeps, so that the first paint
 * has the right digits and dates.
 */
export interface ShownPreferences {
  digits: DigitChoice;
  calendar: CalendarChoice;
}

const unchosen: ShownPreferences = { digits: 'language', calendar: 'gregorian' };

/** The kept copy; what somebody else wrote there, or an older page, is worth no more than nothing. */
export function readKept(): ShownPreferences {
  try {
    const kept = JSON.parse(readChoice('preferences') ?? 'null') as Partial<
      Record<keyof ShownPreferences, unknown>
    > | null;
    const { digits, calendar } = kept ?? {};
    return {
      digits: digits === 'latin' || digits === 'arabic' ? digits : 'language',
      calendar: calendar === 'ummAlQura' ? calendar : 'gregorian',
    };
  } catch {
    return unchosen;
  }
}

/** Digits and calendar of this page's life: a change of either is shown by reading the page anew. */
export const shownPreferences: ShownPreferences = readKept();

/** How often preferences were kept: an answer that was asked for before the last time is an old one. */
let timesKept = 0;
export const preferencesAge = (): number => timesKept;

/**
 * Keeps a copy of these for the next loads. Answers whether digits or dates of this
 * page are others now, so that it has to be read anew.
 */
export function rememberPreferences({ digits, calendar }: ShownPreferences): boolean {
  timesKept += 1;
  keepChoice('preferences', JSON.stringify({ digits, calendar }));
  return digits !== shownPreferences.digits || calendar !== shownPreferences.calendar;
}
