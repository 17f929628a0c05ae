import { keepChoice, readChoice } from './choices.ts';
import { isReachable } from './line.ts';

/** Which language the product speaks (rules S4): 'en' is left-to-right, otherwise right-to-left. */
export const languages = ['en', 'ar'] as const;
export type Language = (typeof languages)[number];

/** A made-up English for tests: every text that went through a key stands in brackets. */
const pseudoLanguage = 'en-XA';

const keptChoice = (): string => readChoice('lng') ?? navigator.language;

/** Whether somebody chose a language in this browser; else the signed-in person's own one is shown. */
export const hasChosenLanguage = (): boolean => readChoice('lng') !== undefined;

export const isPseudo = (): boolean => keptChoice() === pseudoLanguage;

/** The language of this page's life; a switch reloads, so it never changes underneath a screen. */
export const language: Language = keptChoice().startsWith('ar') ? 'ar' : 'en';
/** A name that is kept in both languages, in the one that shows. */
export const nameIn = ({ nameEn, nameAr }: { nameEn: string; nameAr: string }): string =>
  language === 'ar' ? nameAr : nameEn;
export const branchNameIn = (of: { branchNameEn: string; branchNameAr: string }): string =>
  nameIn({ nameEn: of.branchNameEn, nameAr: of.branchNameAr });
export const direction = language === 'en' ? 'ltr' : 'rtl';

/** Keeps a choice of language, for this page's next load and the pages after it. */
export const rememberLanguage = (chosen: Language): void => keepChoice('lng', chosen);

/**
 * Toggles en and ar, keeps the choice and reloads (rules S4); not while the portal can't be reached,
 * because the page would not come back.
 */
export function switchLanguage(): void {
  if (!isReachable()) return;
  rememberLanguage(language === 'en' ? 'ar' : 'en');
  location.reload();
}
