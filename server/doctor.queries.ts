import type pg from 'pg';

/** What the doctor asks of a database, as its owner and without changing anything. */
export interface DatabaseState {
  /** As PostgreSQL counts: 180004 is 18.4. */
  versionNumber: number;
  version: string;
  /** Null where no portal ever started. */
  newestMigration: number | null;
  mayMakeRoles: boolean;
  sizeBytes: number;
  connections: number;
  connectionsMost: number;
  /** How far its clock is before the asker's, in milliseconds, to half of the time that asking took. */
  clockAheadMs: number;
  clockWithinMs: number;
}

export async function selectDatabaseState(owner: pg.Client, now: () => number): Promise<DatabaseState> {
  const asked = now();
  const { rows } = await owner.query<{ at: number }>(
    "SELECT (date_part('epoch', clock_timestamp()) * 1000)::float8 AS at",
  );
  const answered = now();
  const [at = { at: answered }] = rows;
  const {
    rows: [state],
  } = await owner.query<Omit<DatabaseState, 'newestMigration' | 'clockAheadMs' | 'clockWithinMs'>>(
    `SELECT current_setting('server_version_num')::int AS "versionNumber",
            current_setting('server_version') AS version,
            (SELECT rolcreaterole OR rolsuper FROM pg_roles WHERE rolname = current_user) AS "mayMakeRoles",
            pg_database_size(current_database())::float8 AS "sizeBytes",
            (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
            current_setting('max_connections')::int AS "connectionsMost"`,
  );
  if (!state) throw new Error('the database answered nothing');
  const { rows: known } = await owner.query<{ there: boolean }>(
    "SELECT to_regclass('public.schema_migrations') IS NOT NULL AS there",
  );
  const { rows: newest } = known[0]?.there
    ? await owner.query<{ number: number | null }>('SELECT max(number) AS number FROM schema_migrations')
    : { rows: [] };
  return {
    ...state,
    newestMigration: newest[0]?.number ?? null,
    clockAheadMs: at.at - (asked + answered) / 2,
    clockWithinMs: (answered - asked) / 2,
  };
}

/** Jobs that were given up and need somebody; null where there is no queue yet. */
export async function countGivenUp(owner: pg.Client): Promise<number | null> {
  const { rows: known } = await owner.query<{ there: boolean }>(
    "SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS there",
  );
  if (!known[0]?.there) return null;
  const { rows } = await owner.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM graphile_worker._private_jobs WHERE attempts >= max_attempts AND locked_at IS NULL',
  );
  return rows[0]?.count ?? 0;
}
