import { type Role, roles } from '@mizan/contract/roles.ts';
import { useSyncExternalStore } from 'react';

/** The signed-in person of this tab (specification, section 3): session storage, under these five names. */
export interface Session {
  accessToken: string;
  role: Role;
  userName: string;
  email: string;
}

/** What a sign-in answers, as far as the session keeps it. Cashiers have no e-mail. */
export interface SignedIn {
  accessToken: string;
  role: Role;
  fullName: string;
  email?: string | null | undefined;
}

const keys = {
  accessToken: 'accessToken',
  role: 'role',
  userName: 'userName',
  email: 'email',
  trustedDeviceToken: 'trustedDeviceToken',
} as const;

/** Survives the clearing of a logout for as long as the login screen needs to say why it is there. */
const endedFlag = 'sessionEnded';

type Listener = () => void;
const listeners = new Set<Listener>();
let current: Session | null = read();
let left = false;

function read(): Session | null {
  const accessToken = sessionStorage.getItem(keys.accessToken);
  const role = roles.find((each) => each === sessionStorage.getItem(keys.role));
  if (!accessToken || !role) return null;
  return {
    accessToken,
    role,
    userName: sessionStorage.getItem(keys.userName) ?? '',
    email: sessionStorage.getItem(keys.email) ?? '',
  };
}

function changed(): void {
  current = read();
  for (const listener of listeners) listener();
}

/** The session of this tab, or null where nobody is signed in. */
export const readSession = (): Session | null => current;

/** Calls back whenever somebody signs in or out in this tab. Answers the way to stop. */
export function watchSession(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useSession = (): Session | null => useSyncExternalStore(watchSession, readSession);

export function beginSession(answer: SignedIn): void {
  sessionStorage.removeItem(keys.trustedDeviceToken);
  sessionStorage.setItem(keys.accessToken, answer.accessToken);
  sessionStorage.setItem(keys.role, answer.role);
  sessionStorage.setItem(keys.userName, answer.fullName);
  sessionStorage.setItem(keys.email, answer.email ?? '');
  changed();
}

/**
 * Clears all session storage (specification, section 4). Flagged: the login screen says
 * 'Session Ended, please login again'. Leaves: this person will not come back to this screen.
 */
export function endSession(options: { flagged: boolean; leaves?: boolean }): void {
  sessionStorage.clear();
  left = options.leaves === true;
  if (options.flagged) sessionStorage.setItem(endedFlag, '1');
  changed();
}

/** Whether the last session ended because somebody left: then the next sign-in starts anew. */
export const hasLeft = (): boolean => left;

/** Whether the last session ended by itself; asking spends the flag. */
export function takeEndedFlag(): boolean {
  const flagged = sessionStorage.getItem(endedFlag) !== null;
  sessionStorage.removeItem(endedFlag);
  return flagged;
}

/** The one-time-code challenge of a 511, kept while its panel is open so that a reload returns to it. */
export const otpChallenge = {
  read: (): string | null => sessionStorage.getItem(keys.trustedDeviceToken),
  keep: (token: string): void => sessionStorage.setItem(keys.trustedDeviceToken, token),
  drop: (): void => sessionStorage.removeItem(keys.trustedDeviceToken),
};
