import { getPreferences } from '@mizan/contract/preferences.ts';
import { call } from './api-client.ts';
import { hasChosenLanguage, language, rememberLanguage } from './language.ts';
import { preferencesAge, rememberPreferences } from './preferences.ts';
import { readSession } from './session.store.ts';

/** How long a sign-in waits for the answer, and how long a page that stands already does. */
export const signInPatienceMs = 1_000;
const patienceMs = 15_000;

/** For whom this page asked already. */
let followed: string | undefined;

/**
 * Asks for the preferences of whoever is signed in and keeps them for this browser; the language only where they
 * chose one and nobody did so here. Answers whether the page has to be read anew to show them. Never throws: preferences are no
 * reason to keep anybody out. Without an answer in time this browser's last choice stands until somebody asks again.
 */
export async function followPreferences(waitMs: number = patienceMs): Promise<boolean> {
  const accessToken = readSession()?.accessToken;
  if (accessToken === undefined || followed === accessToken) return false;
  followed = accessToken;
  try {
    const age = preferencesAge();
    const wanted = await call(getPreferences, {}, { signal: AbortSignal.timeout(waitMs) });
    if (preferencesAge() !== age) return false;
    const speaksOther = wanted.languageChosen && wanted.language !== language && !hasChosenLanguage();
    if (speaksOther) rememberLanguage(wanted.language);
    return rememberPreferences(wanted) || speaksOther;
  } catch (cause) {
    followed = undefined;
    console.warn('preferences could not be read', cause);
    return false;
  }
}

/** Somebody chose otherwise in another window: whoever asks next asks the portal. */
export function forgetFollowed(): void {
  followed = undefined;
}
