import { hasRight, type Right, type TeamRole, teamRoleOf } from './rights.ts';
import type { Role } from './roles.ts';
import { type Allow, type AnyRoute, changes } from './route.ts';
import type { Scope } from './scopes.ts';

/** Whether somebody may call a route, or see the page that stands on it: by role, and by right where it names one. */
export function may(
  caller: { readonly role: Role; readonly teamRole?: TeamRole } | null,
  { allow, right }: { allow: Allow; right?: Right },
): boolean {
  if (allow === 'public') return true;
  if (caller === null || !(allow as readonly Role[]).includes(caller.role)) return false;
  return right === undefined || hasRight(teamRoleOf(caller.role, caller.teamRole), right);
}

/** The same for whoever is known by their role alone. */
export const mayCall = (route: { allow: Allow; right?: Right }, role: Role | null): boolean =>
  may(role && { role }, route);

/**
 * Whether somebody who looks on as another person may call a route: nothing may be changed, and nobody gave a password to their
 * session.
 */
export const isForLookingOn = (
  route: Pick<AnyRoute, 'method' | 'idempotency' | 'whileLookingOn' | 'freshSignIn'>,
): boolean => route.whileLookingOn === true || !(changes(route) || route.freshSignIn === true);

/** What somebody calls with, where that is no session of the portal. */
export interface CalledWith {
  readonly through?: 'integration' | 'key' | undefined;
  /** What an integration signed in with, where that is no cashier's own password. */
  readonly credentialId?: string | undefined;
  /** Of a key. */
  readonly key?:
    | { readonly id: string; readonly scopes: readonly Scope[]; readonly isTest: boolean }
    | undefined;
}

/**
 * Whether what somebody calls with reaches a route at all. A session of the portal reaches every one, the token of an
 * integration those alone that say so, and a key those alone whose scope it was given; one of test mode of these the ones that say so.
 */
export function reaches(
  { through, key }: CalledWith,
  route: { readonly forIntegrations?: true; readonly scope?: Scope; readonly inTestMode?: true },
): boolean {
  if (through === undefined) return true;
  if (through === 'integration') return route.forIntegrations === true;
  if (key?.isTest && !route.inTestMode) return false;
  return route.scope !== undefined && key?.scopes.includes(route.scope) === true;
}
