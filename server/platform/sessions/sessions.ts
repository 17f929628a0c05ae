import { isIP } from 'node:net';
import { freshSignInMinutes, sessionIdleMinutes, sessionLifeMinutes } from '@mizan/contract/auth.ts';
import { teamRoleOf } from '@mizan/contract/rights.ts';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../database/database.ts';
import { Failure, unauthenticated } from '../failure.ts';
import type { Principal } from '../http/call.ts';
import { hashToken, isIntegrationToken, isToken, newIntegrationToken, newToken } from './secret-token.ts';
import {
  type Concerned,
  endAllAt,
  endAllOf,
  endAllWith,
  endOne,
  endOneIn,
  endOneOf,
  endOthersOf,
  findEnded,
  findIntegration,
  findSession,
  insertSession,
  renewToken,
  type SessionRow,
} from './sessions.queries.ts';

export type { Concerned };

const minuteMs = 60_000;
/** The last activity is written at most this often, so that most requests write nothing. */
const touchEveryMs = minuteMs;
const userAgentLimit = 512;
/** How long a token that was renewed still opens its session: what is on its way arrives, a slow network's too. */
const replacedTokenMs = 10_000;

const idleSince = (now: Date): Date => new Date(now.getTime() - sessionIdleMinutes * minuteMs);

/**
 * Who a session token speaks for at this moment, or null: unknown, ended, expired, idle for 30 minutes, or of a
 * user, merchant or branch that was deactivated meanwhile. One statement, so revocation takes effect at once.
 * A request that a person did not cause is a poll: it neither counts as activity nor keeps a session alive.
 */
export async function authenticate(
  db: Database,
  clock: Clock,
  token: string,
  { isPoll = false }: { isPoll?: boolean } = {},
): Promise<Principal | null> {
  if (!isToken(token)) return null;
  const at = clock.now();
  const session = await findSession(db, {
    tokenHash: hashToken(token),
    at,
    activeSince: idleSince(at),
    touchBefore: isPoll ? null : new Date(at.getTime() - touchEveryMs),
  });
  return session && principalOf(session);
}

function principalOf(row: SessionRow): Principal {
  const { placeInTeam, viewerId, viewerName, viewerRole, expiresAt, ...session } = row;
  const teamRole = teamRoleOf(session.role, placeInTeam);
  if (viewerId === null) return { ...session, teamRole };
  const viewer = { userId: viewerId, fullName: viewerName ?? '', role: viewerRole ?? session.role };
  return { ...session, teamRole, viewer: { ...viewer, until: expiresAt } };
}

/** Opens a session in the transaction of the sign-in and answers its token, which is stored nowhere. */
export async function openSession(
  tx: Tx,
  { userId, at, userAgent, ip }: { userId: string; at: Date; userAgent: string | null; ip: string },
): Promise<string> {
  const token = newToken();
  await insertSession(tx, {
    tokenHash: hashToken(token),
    userId,
    at,
    expiresAt: new Date(at.getTime() + sessionLifeMinutes * minuteMs),
    userAgent: userAgent?.slice(0, userAgentLimit) ?? null,
    ip: isIP(ip) ? ip : null,
    kind: 'PORTAL',
    credentialId: null,
  });
  return token;
}

/** Opens a session that sees what somebody sees and changes nothing, for as long as `until`; answers its token. */
export async function openView(
  tx: Tx,
  { userId, viewer, at, until }: { userId: string; viewer: Principal; at: Date; until: Date },
): Promise<string> {
  const token = newToken();
  const { ip = '', userAgent = null } = viewer.from ?? {};
  await insertSession(tx, {
    tokenHash: hashToken(token),
    userId,
    viewerId: viewer.userId,
    at,
    expiresAt: until,
    userAgent: userAgent?.slice(0, userAgentLimit) ?? null,
    ip: isIP(ip) ? ip : null,
    kind: 'PORTAL',
    credentialId: null,
  });
  return token;
}

/**
 * The same for software: its token reaches the calls of integrations alone, and lives for 24 hours however long nothing
 * is asked. `credentialId` names what it signed in with, where that is no cashier's own password.
 */
export async function openIntegration(
  tx: Tx,
  opened: {
    userId: string;
    credentialId: string | null;
    at: Date;
    userAgent: string | null;
    ip: string;
  },
): Promise<string> {
  const { at, ip, userAgent } = opened;
  const token = newIntegrationToken();
  await insertSession(tx, {
    ...opened,
    tokenHash: hashToken(token),
    expiresAt: new Date(at.getTime() + sessionLifeMinutes * minuteMs),
    userAgent: userAgent?.slice(0, userAgentLimit) ?? null,
    ip: isIP(ip) ? ip : null,
    kind: 'INTEGRATION',
  });
  return token;
}

/** Who an integration's token speaks for at this moment, by the credential's name where it has one; or null. */
export async function authenticateIntegration(
  db: Database,
  clock: Clock,
  token: string,
): Promise<Principal | null> {
  if (!isIntegrationToken(token)) return null;
  const found = await findIntegration(db, hashToken(token), clock.now());
  if (!found) return null;
  const { name, credentialId, ...session } = found;
  const fullName = name ?? session.fullName;
  return {
    ...principalOf(session),
    fullName,
    through: 'integration',
    credentialId: credentialId ?? undefined,
  };
}

/** Ends what was opened with a credential, in the transaction that revokes it. */
export const endSessionsWith = (tx: Tx, credentialId: string, at: Date): Promise<number> =>
  endAllWith(tx, credentialId, at);

/**
 * Whoever proved once more who they are gets another token for their session, and it counts as freshly signed in.
 * The one before opens it for a moment longer, for calls on their way and for a duplicate of the tab.
 * @throws Failure 'unauthenticated' where the session ended meanwhile
 */
export async function renewSession(tx: Tx, id: string, at: Date): Promise<string> {
  const token = newToken();
  const replacedUntil = new Date(at.getTime() + replacedTokenMs);
  if ((await renewToken(tx, { id, tokenHash: hashToken(token), at, replacedUntil })) === 0)
    throw unauthenticated();
  return token;
}

export const endSession = (db: Database, clock: Clock, id: string): Promise<void> =>
  endOne(db, id, clock.now());

/** The same in the transaction that also writes down who logged out. */
export const endOwnSession = (tx: Tx, id: string, at: Date): Promise<void> => endOneIn(tx, id, at);

/** Ends every session of a user, in the transaction that changed a password or took a right away. */
export const endSessionsOf = (tx: Tx, userId: string, at: Date): Promise<number> => endAllOf(tx, userId, at);

/** The same but for the session that makes the change. */
export const endOtherSessionsOf = (tx: Tx, userId: string, keptId: string, at: Date): Promise<number> =>
  endOthersOf(tx, userId, keptId, at);

/** Ends one of a user's sessions, at their wish. Answers 0 where it is not theirs, or over. */
export const endSessionOf = (tx: Tx, userId: string, id: string, at: Date): Promise<number> =>
  endOneOf(tx, userId, id, at);

/** Ends for good the sessions of those whom a suspension concerns: whoever is let in again signs in again. */
export const endSessionsAt = (tx: Tx, merchantId: string, concerned: Concerned, at: Date): Promise<number> =>
  endAllAt(tx, merchantId, concerned, at);

/** The sessions of this list that ended meanwhile, however that came: what open sockets are checked with. */
export function endedAmong(db: Database, clock: Clock, ids: readonly string[]): Promise<string[]> {
  const at = clock.now();
  return findEnded(db, ids, at, idleSince(at));
}

/**
 * The password was given within the last 15 minutes. Asked by the route's `freshSignIn`, before any work; a service
 * asks itself only where its route says 'byInput'.
 * @throws Failure 'freshSignInNeeded'
 */
export function requireFresh(principal: Principal, clock: Clock): void {
  const ageMs = clock.now().getTime() - principal.authenticatedAt.getTime();
  if (ageMs > freshSignInMinutes * minuteMs) {
    throw new Failure('freshSignInNeeded', 'Confirm your password to go on.');
  }
}
