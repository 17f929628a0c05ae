import { type TeamRole, teamRoleOf } from '@mizan/contract/rights.ts';
import { type Role, roles } from '@mizan/contract/roles.ts';
import { useSyncExternalStore } from 'react';

/** The signed-in person of this tab (rules S3): session storage, under these names. */
export interface Session {
  accessToken: string;
  role: Role;
  userName: string;
  email: string;
  /** What they are in the team, finer than the role; absent where the role says it. */
  teamRole?: TeamRole;
  /** They look on as this person, and change nothing. */
  looksOn?: true;
}

/** What a sign-in answers, as far as the session keeps it. Cashiers have no e-mail. */
export interface SignedIn {
  accessToken: string;
  role: Role;
  fullName: string;
  email?: string | null | undefined;
  teamRole?: TeamRole | undefined;
}

const keys = {
  accessToken: 'accessToken',
  role: 'role',
  userName: 'userName',
  email: 'email',
  teamRole: 'teamRole',
  trustedDeviceToken: 'trustedDeviceToken',
} as const;

/** Whose session waits while its owner looks on as somebody else: in this tab alone, as every session. */
export const waitingSessionKey = 'lookingFrom';

/** Survives the clearing of a logout for as long as the login screen needs to say why it is there. */
const endedFlag = 'sessionEnded';

type Listener = () => void;
const listeners = new Set<Listener>();
let current: Session | null = read();
let left = false;
/** The session that ended by itself under a page which still stands, until its owner has signed in again. */
let held: Session | null = null;
/** How many pages stand that ask for the sign-in in place. */
let pages = 0;

function read(): Session | null {
  const accessToken = sessionStorage.getItem(keys.accessToken);
  const role = roles.find((each) => each === sessionStorage.getItem(keys.role));
  if (!accessToken || !role) return null;
  const teamRole = sessionStorage.getItem(keys.teamRole) as TeamRole | null;
  return {
    ...(teamRole && { teamRole }),
    ...(sessionStorage.getItem(waitingSessionKey) !== null && { looksOn: true }),
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

/** Whose page this is: who is signed in, or whose session has ended under it. */
export const useSession = (): Session | null => useSyncExternalStore(watchSession, () => held ?? current);

/** Whether whoever uses this page looks on as somebody else. */
export const useLooksOn = (): boolean => useSession()?.looksOn === true;

/** Whether somebody is signed in now: their page may stand without them. */
export const useIsSignedIn = (): boolean => useSyncExternalStore(watchSession, () => current !== null);

/** The session that ended under this page; null where none did. */
export const readHeld = (): Session | null => held;
export const useHeld = (): Session | null => useSyncExternalStore(watchSession, readHeld);

/**
 * A page says that it stays when a session ends by itself, with what was typed in it. Answers how it goes: whoever
 * waits for a sign-in then waits no more.
 */
export function keepPage(): () => void {
  pages += 1;
  return () => {
    pages -= 1;
    releasePage();
  };
}

/** The owner of the page has signed in again, or the page is given up. */
export function releasePage(): void {
  if (!held) return;
  held = null;
  changed();
}

/** Resolves when the page that stands is released: whether somebody is signed in then. At once where none stands. */
export function whenSignedInAgain(): Promise<boolean> {
  if (!held) return Promise.resolve(false);
  return new Promise((resolve) => {
    const stop = watchSession(() => {
      if (held) return;
      stop();
      resolve(current !== null);
    });
  });
}

export function beginSession(answer: SignedIn): void {
  sessionStorage.removeItem(keys.trustedDeviceToken);
  sessionStorage.setItem(keys.accessToken, answer.accessToken);
  sessionStorage.setItem(keys.role, answer.role);
  sessionStorage.setItem(keys.userName, answer.fullName);
  sessionStorage.setItem(keys.email, answer.email ?? '');
  const { teamRole, role } = answer;
  if (teamRole && teamRole !== teamRoleOf(role)) sessionStorage.setItem(keys.teamRole, teamRole);
  else sessionStorage.removeItem(keys.teamRole);
  changed();
}

/** Who is signed in has another name by now: it was corrected, or changed by a link that they followed. */
export function renameSession(fullName: string): void {
  if (current === null || current.userName === fullName) return;
  sessionStorage.setItem(keys.userName, fullName);
  changed();
}

/** The session goes on under another token; one that was replaced or ended meanwhile is left as it is. */
export function replaceToken({
  replaced,
  accessToken,
}: {
  replaced: string | null;
  accessToken: string;
}): void {
  if (current === null || current.accessToken !== replaced) return;
  sessionStorage.setItem(keys.accessToken, accessToken);
  changed();
}

/**
 * Clears all session storage (rules S4). Flagged: the login screen says
 * 'Session Ended, please login again'. Leaves: this person will not come back to this screen.
 */
export function endSession(options: { flagged: boolean; leaves?: boolean }): void {
  sessionStorage.clear();
  left = options.leaves === true;
  if (!options.flagged) held = null;
  else if (pages > 0) held ??= current;
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
