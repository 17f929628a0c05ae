import { isIP } from 'node:net';
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
  /** Null for an administrator, whose entries stand in the platform's own chain. */
  readonly merchantId: string | null;
  /** Absent where no call is behind it: a job, a test. */
  readonly from?: Origin | undefined;
}

const userAgentChars = 512;

/**
 * Writes an entry of the audit log, in the business transaction: it exists if, and only if, that commits. It
 * locks the end of its merchant's chain until then, so it is the last thing that a transaction does (or leaves
 * in one write with the last ones).
 */
export async function audit(tx: Tx, actor: Actor, event: AuditEvent): Promise<void> {
  await insertEntry(tx, {
    merchantId: actor.merchantId ?? platformChain,
    actorId: actor.userId,
    actorName: actor.fullName,
    actorRole: actor.role,
    ...placed(actor.from),
    ...event,
  });
}

/**
 * The same where nobody is known: a name that no account has, in the platform's chain; a terminal that speaks for
 * itself, in its merchant's.
 */
export async function auditNobody(
  tx: Tx,
  from: Origin | null,
  event: AuditEvent,
  merchantId: string = platformChain,
): Promise<void> {
  const nobody = { merchantId, actorId: null, actorName: null, actorRole: null };
  await insertEntry(tx, { ...nobody, ...placed(from), ...event });
}

function placed(from: Origin | null | undefined): { ip: string | null; userAgent: string | null } {
  if (!from) return { ip: null, userAgent: null };
  return { ip: isIP(from.ip) ? from.ip : null, userAgent: from.userAgent?.slice(0, userAgentChars) ?? null };
}
