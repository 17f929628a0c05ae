import { hasRight, type Right, type TeamRole, teamRoleOf } from './rights.ts';
import type { Role } from './roles.ts';
import type { Allow } from './route.ts';

/** Whether somebody may call a route, or see the page that stands on it: by role, and by right where it names one. */
export function may(
  caller: { readonly role: Role; readonly teamRole?: TeamRole } | null,
  { allow, right }: { allow: Allow; right?: Right },
): boolean {
  if (allow === 'public') return true;
  if (caller === null || !(allow as readonly Role[]).includes(caller.role)) return false;
  return right === undefined || hasRight(caller.teamRole ?? teamRoleOf(caller.role), right);
}

/** The same for whoever is known by their role alone. */
export const mayCall = (route: { allow: Allow; right?: Right }, role: Role | null): boolean =>
  may(role && { role }, route);
