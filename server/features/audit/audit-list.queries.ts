import { type AuditRow, auditPeopleMax, broughtBy } from '@mizan/contract/audit.ts';
import type { Role } from '@mizan/contract/roles.ts';
import { type Database, platformRows, tenantRows } from '../../platform/database/database.ts';

export type EntryRow = Omit<AuditRow, 'at' | 'os' | 'browser'> & { at: Date; userAgent: string | null };

export interface EntryFilter {
  from: Date;
  before: Date;
  personId: string | null;
  action: string | null;
  /** What is looked for, and the actions whose words hold it; null where nothing is. */
  searched: { text: string; actions: readonly string[] } | null;
}

const columns = `id::text, at, actor_id::text AS "actorId", actor_name AS "actorName", actor_role AS "actorRole",
  action, subject_type AS "subjectType", subject_id AS "subjectId", before, after,
  host(ip_address) AS "ipAddress", user_agent AS "userAgent"`;

/**
 * What is looked for is whose name, which action, the number of what it is about or the address, and never what was before
 * or after: of that a reader may see only a part.
 */
const holds = (
  text: string,
  actions: string,
): string => `(action = ANY(${actions}::text[]) OR subject_id = ${text}
  OR strpos(lower(coalesce(actor_name, '')), lower(${text})) > 0 OR starts_with(host(ip_address), ${text}))`;

/**
 * One page, newest first, after the row that the page before ended with. Served by audit_entries_list, or by
 * audit_entries_by_actor and audit_entries_by_action where the list is narrowed.
 */
function pageText(
  merchantId: string,
  { personId, action, searched }: EntryFilter,
  isContinued: boolean,
): string {
  return `SELECT ${columns} FROM (SELECT *, audit_entries.id AS place FROM audit_entries) audit_entries
    WHERE merchant_id = ${merchantId} AND at >= $1 AND at < $2
      ${personId === null ? 'AND $3::bigint IS NULL' : 'AND actor_id = $3'}
      ${action === null ? 'AND $4::text IS NULL' : 'AND action = $4'}
      ${isContinued ? 'AND (at, id) < ($5, $6)' : 'AND $5::timestamptz IS NULL AND $6::bigint IS NULL'}
      AND ${searched === null ? '$8::text IS NULL AND $9::text[] IS NULL' : holds('$8', '$9')}
    ORDER BY at DESC, place DESC LIMIT $7`;
}

export type After = { createdAt: Date; id: string } | null;

const valuesOf = (filter: EntryFilter, after: After, limit: number): unknown[] => [
  filter.from,
  filter.before,
  filter.personId,
  filter.action,
  after?.createdAt ?? null,
  after?.id ?? null,
  limit,
  filter.searched?.text ?? null,
  filter.searched?.actions ?? null,
];

/** A merchant's own entries. */
export const selectOwnEntries = (
  db: Database,
  merchantId: string,
  filter: EntryFilter,
  after: After,
  limit: number,
): Promise<EntryRow[]> =>
  tenantRows<EntryRow>(
    db,
    merchantId,
    pageText('tenant_id()', filter, after !== null),
    valuesOf(filter, after, limit),
  );

/** The platform's entries, as the platform: they belong to no merchant. */
export const selectPlatformEntries = (
  db: Database,
  filter: EntryFilter,
  after: After,
  limit: number,
): Promise<EntryRow[]> =>
  platformRows<EntryRow>(db, pageText('0', filter, after !== null), valuesOf(filter, after, limit));

/** How many entries a filter has, of a merchant or, without one, of the platform. */
export async function countEntries(
  db: Database,
  merchantId: string | null,
  { from, before, personId, action, searched }: EntryFilter,
): Promise<number> {
  const text = `SELECT count(*) FROM audit_entries
    WHERE merchant_id = ${merchantId === null ? '0' : 'tenant_id()'} AND at >= $1 AND at < $2
      AND ($3::bigint IS NULL OR actor_id = $3) AND ($4::text IS NULL OR action = $4)
      AND ($5::text IS NULL OR ${holds('$5', '$6')})`;
  const values = [from, before, personId, action, searched?.text ?? null, searched?.actions ?? null];
  const [row] =
    merchantId === null
      ? await platformRows<{ count: number }>(db, text, values)
      : await tenantRows<{ count: number }>(db, merchantId, text, values);
  return row?.count ?? 0;
}

/**
 * Entries about one row. A place has beside its own the one of the file that added it, which is of the same moment, taken while the
 * places were locked (docs/decisions/0492-what-brought-a-place.md).
 */
const isAbout = (type: string): string => {
  const own = 'subject_type = $1 AND subject_id = $2';
  if (type !== 'place') return own;
  return `(${own} OR (action = '${broughtBy.place}' AND (after->>'added')::int > 0
    AND at = (SELECT created_at FROM places WHERE places.id = $2::bigint)))`;
};

/** Entries of administrators about one row that they keep, or about a merchant, newest first. Served by audit_entries_of_subject. */
export const selectChangesOf = (
  db: Database,
  { type, id }: { type: string; id: string },
  after: After,
  limit: number,
): Promise<EntryRow[]> =>
  platformRows<EntryRow>(
    db,
    `SELECT ${columns} FROM (SELECT *, audit_entries.id AS place FROM audit_entries) audit_entries
      WHERE merchant_id = 0 AND ${isAbout(type)}
        AND ($3::timestamptz IS NULL OR (at, place) < ($3, $4::bigint))
      ORDER BY at DESC, place DESC LIMIT $5`,
    [type, id, after?.createdAt ?? null, after?.id ?? null, limit],
  );

export async function countChangesOf(
  db: Database,
  { type, id }: { type: string; id: string },
): Promise<number> {
  const [row] = await platformRows<{ count: number }>(
    db,
    `SELECT count(*) FROM audit_entries WHERE merchant_id = 0 AND ${isAbout(type)}`,
    [type, id],
  );
  return row?.count ?? 0;
}

export interface PersonRow {
  id: string;
  fullName: string;
  role: Role;
}

/** Sorted by a name that nothing selected has: a cluster would sort by the text of the id. */
const placedUsers = '(SELECT id, merchant_id, full_name, role, users.id AS place FROM users) users';
const people = 'id::text, full_name AS "fullName", role';

export const selectOwnPeople = (db: Database, merchantId: string): Promise<PersonRow[]> =>
  tenantRows<PersonRow>(
    db,
    merchantId,
    `SELECT ${people} FROM ${placedUsers} WHERE merchant_id = tenant_id()
     ORDER BY role DESC, full_name, place LIMIT ${auditPeopleMax}`,
  );

/** Administrators belong to no merchant, so only the platform sees them. */
export const selectAdministrators = (db: Database): Promise<PersonRow[]> =>
  platformRows<PersonRow>(
    db,
    `SELECT ${people} FROM ${placedUsers} WHERE role = 'ADMIN' AND merchant_id IS NULL
     ORDER BY full_name, place LIMIT ${auditPeopleMax}`,
  );
