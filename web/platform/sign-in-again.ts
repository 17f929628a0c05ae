import type { ComponentType } from 'react';
import { withTexts } from './i18n.ts';
import type { Session } from './session.store.ts';

/** What asks for the sign-in over a page whose session has ended; `owner` is whose page it is. */
export interface SignInAgainProps {
  owner: Session;
}
type Load = () => Promise<{ default: ComponentType<SignInAgainProps> }>;

let load: Load | null = null;

/** The app names it, because shells know nothing of the login's panels. */
export function provideSignInAgain(from: Load): void {
  load = from;
}

/** Its code and texts. Where they cannot be had the page is given up: the login screen leads back to it. */
export async function loadSignInAgain(): ReturnType<Load> {
  if (!load) throw new Error('nothing asks for the sign-in');
  try {
    return await withTexts(load(), 'auth');
  } catch (cause) {
    console.error('the sign-in cannot be asked for in place', cause);
    location.reload();
    return new Promise(() => {});
  }
}
