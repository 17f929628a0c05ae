import { createHmac } from 'node:crypto';
import pg from 'pg';

/**
 * The two login roles beside the owner. One DATABASE_URL is enough to start: its role owns the schema and
 * makes the others, with passwords that every process derives alike from MIZAN_SECRET.
 */
export const loginRoles = { app: 'mizan_app', platform: 'mizan_platform' } as const;

const passwordOf = (role: string, secret: string): string =>
  createHmac('sha256', secret).update(`database role ${role}`).digest('base64url');

/** The same database as `ownerUrl`, signed in as the two roles. */
export function roleUrls(ownerUrl: string, secret: string): { app: string; platform: string } {
  const as = (role: string) => {
    const url = new URL(ownerUrl);
    url.username = role;
    url.password = passwordOf(role, secret);
    return url.href;
  };
  return { app: as(loginRoles.app), platform: as(loginRoles.platform) };
}

/** Whether a role takes the password that this secret derives. */
async function signsIn(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    const refusedPassword = '28P01';
    if ((error as { code?: string }).code === refusedPassword) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Made, or given the password of a new secret; several starting processes take turns by an advisory lock.
 * A role that signs in already is left alone: roles belong to the server, not to this database, and two
 * databases of one server must not rewrite the same row at once. ALTER names no attribute but the password,
 * because an owner who is no superuser may not even say NOSUPERUSER.
 */
export async function ensureRoles(ownerUrl: string, secret: string): Promise<void> {
  const urls = roleUrls(ownerUrl, secret);
  if ((await signsIn(urls.app)) && (await signsIn(urls.platform))) return;
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query("SELECT pg_advisory_xact_lock(hashtext('mizan roles'))");
    for (const role of Object.values(loginRoles)) {
      const known = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
      const password = client.escapeLiteral(passwordOf(role, secret));
      await client.query(
        known.rowCount
          ? `ALTER ROLE ${role} PASSWORD ${password}`
          : `CREATE ROLE ${role} LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE PASSWORD ${password}`,
      );
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
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
