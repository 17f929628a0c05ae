import { isIP } from 'node:net';
import { type ActorRole, actorRoles } from '@mizan/contract/audit.ts';
import type { TeamRole } from '@mizan/contract/rights.ts';
import type { Role } from '@mizan/contract/roles.ts';
import type { Tx } from '../database/database.ts';
import { type AuditEvent, insertEntry, platformChain } from './audit.queries.ts';

/** Where a call came from. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string | null;
}

/** Who did it: the principal of a call, or an account that somebody signs in as. */
export interface Actor {
  readonly userId: string;
  readonly fullName: string;
  readonly role: Role;
  /** Their place in the team, where it is known. */
  readonly teamRole?: TeamRole | null | undefined;
  /** Null for an administrator, whose entries stand in the platform's own chain. */
  readonly merchantId: string | null;
  /** Absent where no call is behind it: a job, a test. */
  readonly from?: Origin | undefined;
}

/** Nobody who is known did it: a terminal, a bank's file, the portal itself, a name that no account has. */
export interface Nobody {
  readonly userId: null;
  /** Whose it is; null for what belongs to the platform alone. */
  readonly merchantId: string | null;
  readonly from?: Origin | undefined;
}

const userAgentChars = 512;

/**
 * Writes an entry of the audit log, in the business transaction: it exists if, and only if, that commits. It locks
 * the end of its merchant's chain until then, so it is the last thing that a transaction does. The facts
 * (platform/facts) alone call it.
 */
export async function writeEntry(tx: Tx, by: Actor | Nobody, event: AuditEvent): Promise<void> {
  const person = by.userId === null ? { fullName: null, role: null } : { ...by, role: roleOf(by) };
  await insertEntry(tx, {
    merchantId: by.merchantId ?? platformChain,
    actorId: by.userId,
    actorName: person.fullName,
    actorRole: person.role,
    ...placed(by.from),
    ...event,
  });
}

/** Of a team the place in it; the role alone where that says all, or where the place is not known. */
const roleOf = ({ role, teamRole }: Actor): ActorRole =>
  (role === 'MERCHANT' && actorRoles.find((each) => each === teamRole)) || role;

function placed(from: Origin | undefined): { ip: string | null; userAgent: string | null } {
  if (!from) return { ip: null, userAgent: null };
  return { ip: isIP(from.ip) ? from.ip : null, userAgent: from.userAgent?.slice(0, userAgentChars) ?? null };
}
