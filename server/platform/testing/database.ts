import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseUrls } from '../database/database.ts';
import { distribute } from '../database/distribute.ts';
import { loginRoles, roleUrls } from '../database/roles.ts';
import { atFileEnd } from './at-file-end.ts';
import { databaseUrl, testSecret } from './database-names.ts';
import { dropDatabase } from './drop-database.ts';
import type {} from './global-setup.ts';

export { testSecret };

export interface TestDatabase {
  name: string;
  /** The owner's URL, as DATABASE_URL would give it: no superuser, and held to row-level security where it is FORCEd. */
  url: string;
  /** The same database as the two roles that the portal uses: what openDatabase() takes. */
  roles: DatabaseUrls;
  /** Drops the database, also under open connections. Of testDatabase() called by itself after the file's last test. */
  drop(): Promise<void>;
}

async function on(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Clones the template; on a cluster on every machine, as a superuser: the extension's own processes are in there, too. */
async function clone(from: string): Promise<Pick<TestDatabase, 'name' | 'url' | 'drop'>> {
  const { ownerUrl, template, cluster } = inject('testServer');
  const name = `${template.replace(/_template$/, '')}_${randomBytes(4).toString('hex')}`;
  const machines = cluster?.admins ?? [ownerUrl];
  const { username } = new URL(ownerUrl);
  const text = `CREATE DATABASE ${name} TEMPLATE ${from} OWNER ${username}`;
  for (const url of machines) await on(url, (client) => client.query(text));
  const drop = async (): Promise<void> => {
    for (const url of machines) await on(url, (client) => dropDatabase(client, name));
  };
  return { name, url: databaseUrl(ownerUrl, name), drop };
}

/**
 * A database of its own for a test file, migrated and empty: a clone of the run's template, made in some
 * 50 ms. Call it at the top of the file: `const database = await testDatabase();`
 */
export async function testDatabase(): Promise<TestDatabase> {
  const database = await databaseOfRun();
  atFileEnd(() => database.drop());
  return database;
}

/** The same, and it stays for the test files that come after: the run drops it at its end. */
export async function databaseOfRun(): Promise<TestDatabase> {
  const { template, cluster } = inject('testServer');
  const made = await clone(template);
  const { name, url } = made;
  if (cluster) {
    // A clone has the tables of its template and not the settings of its database.
    await distribute(url, testSecret);
    // No statement of a merchant may ask a second place: it fails where it does.
    const alone = `ALTER ROLE ${loginRoles.app} IN DATABASE ${name} SET citus.multi_task_query_log_level = 'error'`;
    await on(cluster.admins[0] ?? url, (client) => client.query(alone));
  }
  return { ...made, roles: { ...roleUrls(url, testSecret), distributed: cluster !== undefined } };
}

/** A database without a table, of the same owner: what a backup is taken back into. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const made = await clone('template0');
  atFileEnd(() => made.drop());
  return { ...made, roles: roleUrls(made.url, testSecret) };
}

/** On a cluster: a migrated and empty database that is not distributed yet, and a superuser's URLs of its machines. */
export async function undistributedDatabase(): Promise<TestDatabase & { machines: string[] }> {
  const { cluster } = inject('testServer');
  if (!cluster) throw new Error('only on a cluster (npm run test:cluster)');
  const made = await clone(cluster.undistributed);
  atFileEnd(() => made.drop());
  const machines = cluster.admins.map((admin) => databaseUrl(admin, made.name));
  return { ...made, roles: roleUrls(made.url, testSecret), machines };
}
