import type { CalendarChoice } from '@mizan/contract/preferences.ts';
import { type Language, type Words, wordsFor } from '../../platform/words.ts';

/**
 * The words of a letter to a bank. A bank's own files count Gregorian days, so whoever reads Umm al-Qura first has each day in both,
 * theirs first: 'Jum. I 28, 1448 AH (Nov 9, 2026)'.
 */
export function letterWords(language: Language, calendar: CalendarChoice): Words {
  const words = wordsFor(language);
  if (calendar === 'gregorian') return words;
  const first = wordsFor({ language, digits: 'language', calendar });
  return {
    ...words,
    day: (day) => words.text('fees:letter.bothDays', { first: first.day(day), beside: words.day(day) }),
  };
}

/** Who reads the lines of a claim: their words, and those that say days in Umm al-Qura, where they are asked for beside. */
export interface ClaimReader {
  words: Words;
  hijri: Words | null;
}
export const claimReader = (language: Language, calendar: CalendarChoice): ClaimReader => ({
  words: wordsFor(language),
  hijri: calendar === 'gregorian' ? null : wordsFor({ language, digits: 'language', calendar }),
});
