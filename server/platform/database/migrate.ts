import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { selectUnread } from './burdens.queries.ts';
import { isDistributed } from './distribute.queries.ts';
import { withMigrationLock } from './migration-lock.ts';
import { oneByOne, statementsOf } from './sql-statements.ts';
import { lastOfOneMachine } from './table-kinds.ts';
import { followMigrations } from './worker-rights.ts';

const migrationsFolder = new URL('../../migrations/', import.meta.url);
/** Under the name of a migration, the same in words that several machines take, where they refuse those of one. */
const clusterFolder = new URL('cluster/', migrationsFolder);
const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/;

interface Migration {
  number: number;
  name: string;
  sql: string;
  hash: string;
}

const numberOf = (name: string): number => Number(fileName.exec(name)?.[1]);

async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const number = numberOf(name);
      // Numbers are given out before the files exist, so one may be missing; none stands for two files.
      if (!(number > numberOf(names[index - 1] ?? '0000_none.sql')))
        throw new Error(`Migration ${name} has no number of its own`);
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { number, name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** What a migration asks of a database of several machines; it is recorded as the migration itself all the same. */
const wordsForCluster = ({ name, sql }: Migration): Promise<string> =>
  readFile(new URL(name, clusterFolder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return sql;
    throw error;
  });

async function statementsFor(client: pg.Client, migration: Migration): Promise<string[]> {
  const isSeveral = migration.number > lastOfOneMachine && (await isDistributed(client));
  return isSeveral
    ? statementsOf(await wordsForCluster(migration)).flatMap(oneByOne)
    : statementsOf(migration.sql);
}

async function applyInOrder(client: pg.Client, migrations: Migration[]): Promise<void> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS schema_migrations (
       number integer PRIMARY KEY, name text NOT NULL, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
  );
  const { rows } = await client.query<{ number: number; hash: string }>(
    'SELECT number, hash FROM schema_migrations',
  );
  const applied = new Map(rows.map(({ number, hash }) => [number, hash]));
  for (const migration of migrations) {
    const { number, name, hash } = migration;
    const known = applied.get(number);
    if (known === hash) continue;
    if (known) throw new Error(`Migration ${name} was edited after it was applied; write a new one instead`);
    const statements = await statementsFor(client, migration);
    await client.query('BEGIN');
    try {
      for (const statement of statements) await client.query(statement);
      await client.query('INSERT INTO schema_migrations (number, name, hash) VALUES ($1, $2, $3)', [
        number,
        name,
        hash,
      ]);
      await client.query('COMMIT');
    } catch (error) {
      // A connection that is lost has rolled back by itself, and its error is the one to tell.
      await client.query('ROLLBACK').catch(() => undefined);
      throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
    }
  }
}

/**
 * Brings the database to the newest numbered migration, each in a transaction of its own and recorded with its
 * hash. Of several portals that start at once one migrates while the others wait. Refuses an edited migration.
 * Tests take other ones, or stop before the newest.
 */
export async function migrate(
  ownerUrl: string,
  { folder = migrationsFolder, upTo = Infinity }: { folder?: URL; upTo?: number } = {},
): Promise<void> {
  const migrations = (await readMigrations(folder)).filter(({ number }) => number <= upTo);
  await withMigrationLock(ownerUrl, async (owner) => {
    await applyInOrder(owner, migrations);
    for (const statement of await selectUnread(owner)) await owner.query(statement);
    await followMigrations(owner);
  });
}

/** The migrations that this program brings along, in their order, with the hash that each is recorded by. */
export const knownMigrations = async (): Promise<{ number: number; hash: string }[]> =>
  (await readMigrations(migrationsFolder)).map(({ number, hash }) => ({ number, hash }));

/** The number of the newest of them. */
export const newestMigration = async (): Promise<number> => (await knownMigrations()).at(-1)?.number ?? 0;
