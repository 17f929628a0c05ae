import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { distribute } from '../database/distribute.ts';
import { migrate } from '../database/migrate.ts';
import { ensureRoles } from '../database/roles.ts';
import { lastOfOneMachine } from '../database/table-kinds.ts';
import { migrateJobs } from '../jobs/job-schema.ts';
import { databaseUrl, testDatabasePrefix, testSecret } from './database-names.ts';
import type {} from './global-setup.ts';

/**
 * Who owns the databases of the tests: no superuser, as in production. CLUSTER_URL names a superuser, because only
 * one may create the extension.
 */
const testOwner = 'mizan_test_owner';
/** Few, so that a database is made in a second; more than machines, so that merchants share some and not others. */
const fewShards = (database: string): string => `ALTER DATABASE ${database} SET citus.shard_count = 4`;

async function as<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

interface Machine {
  host: string;
  port: number;
  isCoordinator: boolean;
}

const at = (url: string, { host, port }: Machine): string => {
  const changed = new URL(url);
  changed.hostname = host;
  changed.port = String(port);
  return changed.href;
};

/** The machines of the cluster; the coordinator first. */
async function machinesOf(clusterUrl: string): Promise<Machine[]> {
  const text = `SELECT nodename AS host, nodeport AS port, groupid = 0 AS "isCoordinator" FROM pg_dist_node
                 WHERE noderole = 'primary' AND isactive ORDER BY groupid`;
  const { rows } = await as(clusterUrl, (client) => client.query<Machine>(text));
  if (!rows[0]?.isCoordinator || rows.length < 2)
    throw new Error('CLUSTER_URL is no coordinator that knows itself and at least one worker');
  return rows;
}

async function makeOwner(clusterUrl: string): Promise<void> {
  await as(clusterUrl, async (client) => {
    const known = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [testOwner]);
    const attributes = `LOGIN CREATEROLE CREATEDB PASSWORD ${client.escapeLiteral(testSecret)}`;
    if (known.rowCount === 0) await client.query(`CREATE ROLE ${testOwner} ${attributes}`);
  });
}

/** An empty database on every machine, which know each other in it. */
async function makeDatabase(clusterUrl: string, machines: readonly Machine[], name: string): Promise<void> {
  for (const machine of machines) {
    const url = at(clusterUrl, machine);
    await as(url, (client) => client.query(`CREATE DATABASE ${name} OWNER ${testOwner}`));
    await as(databaseUrl(url, name), (client) => client.query('CREATE EXTENSION citus'));
  }
  await as(databaseUrl(clusterUrl, name), async (client) => {
    for (const { host, port, isCoordinator } of machines) {
      const text = isCoordinator ? 'citus_set_coordinator_host($1, $2)' : 'citus_add_node($1, $2)';
      await client.query(`SELECT ${text}`, [host, port]);
    }
  });
}

/** Citus' own daemon looks after every database that may be connected to; a template must have nobody in it. */
async function closeTemplate(clusterUrl: string, machines: readonly Machine[], name: string): Promise<void> {
  for (const machine of machines) {
    await as(at(clusterUrl, machine), async (client) => {
      await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await client.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [
        name,
      ]);
    });
  }
}

async function dropDatabases(clusterUrl: string, machines: readonly Machine[], prefix: string) {
  for (const machine of machines) {
    await as(at(clusterUrl, machine), async (client) => {
      const text = 'SELECT datname FROM pg_database WHERE starts_with(datname, $1)';
      const { rows } = await client.query<{ datname: string }>(text, [prefix]);
      for (const { datname } of rows)
        await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(datname)} WITH (FORCE)`);
    });
  }
}

/**
 * Vitest's global setup on a Citus cluster: a template that was distributed as early as it can be and migrated on from
 * there, and one that is migrated and not distributed. A database that testDatabase() makes is a clone, on every machine.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const clusterUrl = process.env.CLUSTER_URL;
  if (!clusterUrl) throw new Error('CLUSTER_URL names the coordinator of a Citus cluster');
  const machines = await machinesOf(clusterUrl);
  const runName = `${testDatabasePrefix}${process.pid}_${randomBytes(3).toString('hex')}`;
  const [template, undistributed] = [`${runName}_template`, `${runName}_undistributed`];
  const remove = () => dropDatabases(clusterUrl, machines, runName);
  const ownerUrl = new URL(clusterUrl);
  ownerUrl.username = testOwner;
  ownerUrl.password = testSecret;
  try {
    await makeOwner(clusterUrl);
    for (const name of [template, undistributed]) {
      await makeDatabase(clusterUrl, machines, name);
      const url = databaseUrl(ownerUrl.href, name);
      await ensureRoles(url, testSecret);
      await migrate(url, { upTo: lastOfOneMachine });
      if (name === template) {
        await as(databaseUrl(clusterUrl, name), (client) => client.query(fewShards(name)));
        await distribute(url, testSecret);
      }
      await migrate(url);
      await migrateJobs(url);
      await closeTemplate(clusterUrl, machines, name);
    }
  } catch (error) {
    await remove();
    throw error;
  }
  const admins = machines.map((machine) => at(clusterUrl, machine));
  project.provide('testServer', { ownerUrl: ownerUrl.href, template, cluster: { admins, undistributed } });
  return remove;
}
