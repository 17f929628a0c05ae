import { createHmac } from 'node:crypto';
import pg from 'pg';
import { ownerClient } from './owner-client.ts';

/**
 * The two login roles beside the owner. One DATABASE_URL is enough to start: its role owns the schema and
 * makes the others, with passwords that every process derives alike from MIZAN_SECRET. Where DATABASE_URL names
 * a client certificate and no password, they have none either: the server takes the certificate for all three.
 */
export const loginRoles = { app: 'mizan_app', platform: 'mizan_platform' } as const;

/** The server does not let a role in, and making it did not help. Its message is one line for people. */
export class RoleRefused extends Error {
  override readonly name = 'RoleRefused';
}

/** Null where the roles are let in by the certificate that lets the owner in. */
function passwordOf(role: string, ownerUrl: string, secret: string): string | null {
  const { password, searchParams } = new URL(ownerUrl);
  if (password === '' && searchParams.has('sslcert')) return null;
  return createHmac('sha256', secret).update(`database role ${role}`).digest('base64url');
}

/** The same database as `ownerUrl`, signed in as the two roles. */
export function roleUrls(ownerUrl: string, secret: string): { app: string; platform: string } {
  const as = (role: string) => {
    const url = new URL(ownerUrl);
    url.username = role;
    url.password = passwordOf(role, ownerUrl, secret) ?? '';
    return url.href;
  };
  return { app: as(loginRoles.app), platform: as(loginRoles.platform) };
}

/** Class 28: a wrong password, or a role that is not there or that no line of pg_hba.conf or pg_ident.conf lets in. */
const refusedStates = new Set(['28P01', '28000']);

/** Why a role is not let in; null where it signs in. */
async function refusalOf(url: string): Promise<string | null> {
  const client = ownerClient(url);
  try {
    await client.connect();
    return null;
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    if (refusedStates.has(code)) return message;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The first refusal of a role, or null where both sign in. */
async function firstRefusal(urls: { app: string; platform: string }): Promise<string | null> {
  return (await refusalOf(urls.app)) ?? (await refusalOf(urls.platform));
}

/** Why one of the roles is not let in with the password that this secret gives it; null where both sign in. */
export const refusedRoles = (ownerUrl: string, secret: string): Promise<string | null> =>
  firstRefusal(roleUrls(ownerUrl, secret));

/**
 * What a role still lacks, as a statement: itself, or the password of a new secret. A role that is there and has
 * no password lacks nothing that a statement could give. ALTER names no attribute but the password, because an
 * owner who is no superuser may not even say NOSUPERUSER.
 */
function makingOf(role: string, isKnown: boolean, password: string | null): string | null {
  const clause = password === null ? '' : ` PASSWORD ${pg.escapeLiteral(password)}`;
  if (!isKnown) return `CREATE ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE${clause}`;
  return password === null ? null : `ALTER ROLE ${role}${clause}`;
}

async function makeRoles(ownerUrl: string, secret: string): Promise<void> {
  const client = ownerClient(ownerUrl);
  try {
    await client.connect();
    await client.query('BEGIN');
    await client.query("SELECT pg_advisory_xact_lock(hashtext('mizan roles'))");
    for (const role of Object.values(loginRoles)) {
      const known = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
      const making = makingOf(role, known.rowCount !== 0, passwordOf(role, ownerUrl, secret));
      if (making !== null) await client.query(making);
    }
    await client.query('COMMIT');
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Made, or given the password of a new secret; several starting processes take turns by an advisory lock.
 * A role that signs in already is left alone: roles belong to the server, not to this database, and two
 * databases of one server must not rewrite the same row at once. @throws RoleRefused
 */
export async function ensureRoles(ownerUrl: string, secret: string): Promise<void> {
  const urls = roleUrls(ownerUrl, secret);
  if ((await firstRefusal(urls)) === null) return;
  await makeRoles(ownerUrl, secret);
  const refusal = await firstRefusal(urls);
  if (refusal !== null) {
    throw new RoleRefused(`lets the owner in, and not the roles that it made: ${refusal}`);
  }
}

/**
 * As statements for another machine of a cluster: a role that was made before the database had any is not there. Each
 * answers 'DO', whether or not something was to be made.
 */
export function makingsElsewhere(ownerUrl: string, secret: string): { role: string; making: string }[] {
  return Object.values(loginRoles).map((role) => {
    const making = makingOf(role, false, passwordOf(role, ownerUrl, secret)) ?? '';
    const unlessKnown = `IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN ${making}; END IF`;
    // A worker may hand nothing on.
    const here = 'SET LOCAL citus.enable_ddl_propagation = off';
    return { role, making: `DO $roles$ BEGIN ${here}; ${unlessKnown}; END $roles$` };
  });
}

/** Refuses a role that row-level security would not hold. Throws with one clear line. */
export async function assertHeldByPolicies(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ rolname: string; free: boolean }>(
    'SELECT rolname, rolsuper OR rolbypassrls AS free FROM pg_roles WHERE rolname = current_user',
  );
  if (rows[0]?.free !== false) {
    throw new Error(
      `the database role ${rows[0]?.rolname ?? '?'} is superuser or bypasses row-level security; merchants are not served through it`,
    );
  }
}
