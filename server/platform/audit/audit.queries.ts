import type { ActorRole, AuditAction, AuditFacts } from '@mizan/contract/audit.ts';
import type { FactSubject } from '@mizan/contract/fact.ts';
import type { Tx } from '../database/database.ts';

/** Stands where a merchant's id does for what belongs to none. */
export const platformChain = '0';

export interface AuditEvent {
  readonly at: Date;
  readonly action: AuditAction;
  readonly subject: { readonly type: FactSubject; readonly id: string } | null;
  /** Flat, never a secret: kept for good and shown to the merchant's people. */
  readonly before: AuditFacts | null;
  readonly after: AuditFacts | null;
}

export interface NewEntry extends AuditEvent {
  merchantId: string;
  actorId: string | null;
  actorName: string | null;
  actorRole: ActorRole | null;
  ip: string | null;
  userAgent: string | null;
}

/** The trigger gives the entry its place in the chain and its hashes. */
export const insertEntry = (tx: Tx, entry: NewEntry): Promise<number> =>
  tx.change(
    `INSERT INTO audit_entries (merchant_id, at, actor_id, actor_name, actor_role, action, subject_type,
       subject_id, before, after, ip_address, user_agent)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      entry.merchantId,
      entry.at,
      entry.actorId,
      entry.actorName,
      entry.actorRole,
      entry.action,
      entry.subject?.type ?? null,
      entry.subject?.id ?? null,
      entry.before,
      entry.after,
      entry.ip,
      entry.userAgent,
    ],
  );

export interface HeadRow {
  count: number;
  hash: Buffer;
}

/** Where the search for chains begins: below the platform's own. */
export const beforeAllChains = '-1';

/** The chain after this one, of those that a head speaks of and of those of entries whose head is gone; or null. */
export async function selectNextChain(tx: Tx, after: string): Promise<string | null> {
  const row = await tx.row<{ chain: string | null }>(
    `SELECT least((SELECT min(merchant_id) FROM audit_entries WHERE merchant_id > $1),
                  (SELECT min(chain) FROM audit_heads WHERE chain > $1))::text AS chain`,
    [after],
  );
  return row?.chain ?? null;
}

/** Null where the head is gone. */
export const selectHead = (tx: Tx, chain: string): Promise<HeadRow | null> =>
  tx.row<HeadRow>('SELECT count, hash FROM audit_heads WHERE chain = $1', [chain]);

/** How many entries the head names and where they end, both as of one moment: equal where nothing is wrong. */
export async function selectEnds(tx: Tx, chain: string): Promise<{ count: number; last: number }> {
  const row = await tx.row<{ count: number; last: number }>(
    `SELECT coalesce((SELECT count FROM audit_heads WHERE chain = $1), 0) AS count,
            coalesce((SELECT max(id) FROM audit_entries WHERE merchant_id = $1), 0) AS last`,
    [chain],
  );
  return row ?? { count: 0, last: 0 };
}

export interface LinkRow {
  id: number;
  prevHash: Buffer;
  hash: Buffer;
  /** What the hash is taken of, behind the hash of the entry before it. */
  content: string;
}

/**
 * The entries of a chain after one place and up to another, in their order. What is hashed is said here a second time,
 * apart from the trigger, so that a trigger which hashes something else is found out.
 */
export const selectLinks = (
  tx: Tx,
  chain: string,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<LinkRow[]> =>
  tx.rows<LinkRow>(
    `SELECT id, prev_hash AS "prevHash", hash,
       jsonb_build_array(merchant_id, id, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
         actor_id, actor_name, actor_role, action, subject_type, subject_id, before, after,
         host(ip_address), user_agent)::text AS content
     FROM audit_entries WHERE merchant_id = $1 AND id > $2 AND id <= $3 ORDER BY id LIMIT $4`,
    [chain, after, upTo, limit],
  );
