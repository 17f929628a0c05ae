import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { roleUrls } from '../database/roles.ts';
import { databaseUrl, testSecret } from './database-names.ts';
import { dropDatabase } from './drop-database.ts';
import type {} from './global-setup.ts';

export { testSecret };

export interface TestDatabase {
  name: string;
  /** The owner's URL, as DATABASE_URL would give it: no superuser, and held to row-level security where it is FORCEd. */
  url: string;
  /** The same database as the two roles that the portal uses: what openDatabase() takes. */
  roles: { app: string; platform: string };
  /** Drops the database, also under open connections. Called by itself after the file's last test. */
  drop(): Promise<void>;
}

async function asOwner(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('testServer').ownerUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * A database of its own for a test file, migrated and empty: a clone of the run's template, made in some
 * 50 ms. Call it at the top of the file: `const database = await testDatabase();`
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { ownerUrl, template } = inject('testServer');
  const name = `${template.replace(/_template$/, '')}_${randomBytes(4).toString('hex')}`;
  await asOwner((client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  const drop = (): Promise<void> => asOwner((client) => dropDatabase(client, name));
  afterAll(drop);
  const url = databaseUrl(ownerUrl, name);
  return { name, url, roles: roleUrls(url, testSecret), drop };
}
