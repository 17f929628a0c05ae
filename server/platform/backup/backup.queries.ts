import type { Readable, Writable } from 'node:stream';
import type pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { endEverySession } from '../sessions/sessions.queries.ts';

/** What a backup reads and a restore writes, as the owner of the database. */

/** A table, or a sequence, by its quoted name: 'public.users', 'graphile_worker._private_jobs'. */
export interface BackupTable {
  name: string;
  /** Quoted, in their order; without what the database reckons itself. */
  columns: string[];
}

export interface BackupSequence {
  name: string;
  value: string;
  isCalled: boolean;
}

const rows = async <Row extends object>(owner: pg.Client, text: string, values: unknown[] = []) =>
  (await owner.query<Row>(text, values)).rows;

/** Every table of ours and of the job queue, but for their lists of migrations: those belong to the program. */
export const selectTables = (owner: pg.Client): Promise<BackupTable[]> =>
  rows<BackupTable>(
    owner,
    `SELECT format('%I.%I', nspname, relname) AS name,
            array_agg(quote_ident(attname) ORDER BY attnum) FILTER (WHERE attgenerated = '') AS columns
       FROM pg_class
       JOIN pg_namespace ON pg_namespace.oid = relnamespace
       JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
      WHERE relkind = 'r'
        AND (nspname = 'public' AND relname <> 'schema_migrations'
          OR nspname = 'graphile_worker' AND relname <> 'migrations')
      GROUP BY nspname, relname
      ORDER BY nspname COLLATE "C" DESC, relname COLLATE "C"`,
  );

/** Where counting of new rows goes on. Not held by a snapshot, so a number may be further than the rows are. */
export async function selectSequences(owner: pg.Client): Promise<BackupSequence[]> {
  const names = await rows<{ name: string }>(
    owner,
    `SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences
      WHERE schemaname IN ('public', 'graphile_worker')
      ORDER BY schemaname COLLATE "C", sequencename COLLATE "C"`,
  );
  const found: BackupSequence[] = [];
  for (const { name } of names) {
    const [row] = await rows<Omit<BackupSequence, 'name'>>(
      owner,
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${name}`,
    );
    if (row) found.push({ name, ...row });
  }
  return found;
}

export const setSequence = (owner: pg.Client, { name, value, isCalled }: BackupSequence): Promise<unknown> =>
  owner.query('SELECT setval($1::regclass, $2::bigint, $3)', [name, value, isCalled]);

/** As [number, hash], of the migrations that the database has. */
export const selectMigrations = (owner: pg.Client): Promise<{ number: number; hash: string }[]> =>
  rows(owner, 'SELECT number, hash FROM schema_migrations ORDER BY number');

/** How far the job queue's own tables are. */
export async function selectQueueVersion(owner: pg.Client): Promise<number> {
  const [row] = await rows<{ id: number }>(owner, 'SELECT max(id) AS id FROM graphile_worker.migrations');
  return row?.id ?? 0;
}

/** Everything that follows reads one moment. */
export const beginReading = (owner: pg.Client): Promise<unknown> =>
  owner.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');

/** The rows of a table as text, one a line, as COPY writes them. */
export const copyOut = (owner: pg.Client, { name, columns }: BackupTable): Readable =>
  owner.query(copyStreams.to(`COPY ${name} (${columns.join(', ')}) TO STDOUT`));

/** Takes them back; `rowCount` is known once the stream ended. */
export const copyIn = (
  owner: pg.Client,
  { name, columns }: BackupTable,
): Writable & { rowCount: number | null } =>
  owner.query(copyStreams.from(`COPY ${name} (${columns.join(', ')}) FROM STDIN`));

export async function countTables(owner: pg.Client): Promise<number> {
  const [row] = await rows<{ count: number }>(
    owner,
    `SELECT count(*)::int AS count FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE relkind = 'r' AND nspname IN ('public', 'graphile_worker')`,
  );
  return row?.count ?? 0;
}

/** Also rows that migrations wrote. */
export const emptyTables = (owner: pg.Client, names: readonly string[]): Promise<unknown> =>
  owner.query(`TRUNCATE ${names.join(', ')}`);

/**
 * What was ended after the backup would be open again: everybody signs in anew, and jobs that were in work are taken
 * up by whoever comes first.
 */
export async function endWhatWasOpen(owner: pg.Client): Promise<void> {
  await endEverySession(owner);
  await owner.query(
    'UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL WHERE locked_at IS NOT NULL',
  );
  await owner.query(
    'UPDATE graphile_worker._private_job_queues SET locked_at = NULL, locked_by = NULL WHERE locked_at IS NOT NULL',
  );
}
