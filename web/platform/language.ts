/**
 * Which language the product speaks (specification, section 4): the choice stands in local storage and in a
 * cookie, because the session-alive rule may clear the former. 'en' is left-to-right, otherwise right-to-left.
 */
export const languages = ['en', 'ar'] as const;
export type Language = (typeof languages)[number];

/** A made-up English for tests: every text that went through a key stands in brackets. */
export const pseudoLanguage = 'en-XA';

const storageKey = 'lng';
const cookieLifetimeSeconds = 365 * 24 * 60 * 60;

function ownChoice(): string | undefined {
  const cookie = /(?:^|; )lng=([^;]*)/.exec(document.cookie);
  return localStorage.getItem(storageKey) ?? cookie?.[1];
}
const keptChoice = (): string => ownChoice() ?? navigator.language;

/** Whether somebody chose a language in this browser; else the signed-in person's own one is shown. */
export const hasChosenLanguage = (): boolean => ownChoice() !== undefined;

export const isPseudo = (): boolean => keptChoice() === pseudoLanguage;

/** The language of this page's life; a switch reloads, so it never changes underneath a screen. */
export const language: Language = keptChoice().startsWith('ar') ? 'ar' : 'en';
export const direction = language === 'en' ? 'ltr' : 'rtl';

/** Keeps a choice of language in both places, for this page's next load and the pages after it. */
export function rememberLanguage(chosen: Language): void {
  localStorage.setItem(storageKey, chosen);
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `lng=${chosen}; Path=/; Max-Age=${cookieLifetimeSeconds}; SameSite=Lax${secure}`;
}

/** Toggles en and ar, keeps the choice and reloads (specification, section 4). */
export function switchLanguage(): void {
  rememberLanguage(language === 'en' ? 'ar' : 'en');
  location.reload();
}
