import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../database/migrate.ts';
import { ensureRoles } from '../database/roles.ts';
import { migrateJobs } from '../jobs/job-schema.ts';
import { clusterNameOf, defaultDataDir } from '../postgres/data-folder.ts';
import { type EmbeddedPostgres, startEmbedded } from '../postgres/embedded.ts';
import { folderOfTests } from '../postgres/memory-folder.ts';
import { databaseUrl, testDatabasePrefix, testSecret } from './database-names.ts';
import { dropDatabase } from './drop-database.ts';
import { openFactsFile } from './facts-caused.ts';

const cloneDir = fileURLToPath(new URL('../../..', import.meta.url));

/** What a run hands to its test files. */
export interface TestServer {
  /** The owner's URL of the server's first database; others differ in their path alone. */
  ownerUrl: string;
  template: string;
  cluster?: TestCluster;
}

/** On a Citus cluster the template is distributed. */
export interface TestCluster {
  /** A superuser's URL of every machine, the coordinator's first. */
  admins: string[];
  /** A template that knows its machines and lies on the coordinator alone. */
  undistributed: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
    /** Where pictures of failures stay when the run's temporary files go. */
    picturesOfRun: string;
  }
}

/** One for each clone: in memory where there is room, else beside what the clone's portal keeps. */
async function testServerFolder(): Promise<string> {
  const onDisk = `${defaultDataDir(cloneDir)}-test`;
  const folder = await folderOfTests();
  return folder === tmpdir() ? onDisk : join(folder, clusterNameOf(onDisk));
}

/**
 * Temporary files of the run's tests, and of the browsers that they start, in a folder that goes with the run: in memory where
 * there is room. Answers the way to remove it.
 */
async function temporaryFilesOfRun(project: TestProject): Promise<() => Promise<void>> {
  const before = tmpdir();
  project.provide('picturesOfRun', join(before, 'mizan-e2e'));
  const folder = await mkdtemp(join(await folderOfTests(), 'mizan-run-'));
  // PostgreSQL's account passes through to what lies in it.
  await chmod(folder, 0o711);
  process.env['TMPDIR'] = folder;
  return async () => {
    process.env['TMPDIR'] = before;
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
}

/** Kept between runs, because a cluster takes a second to make; without fsync, so a power cut may spoil it. */
async function startTestServer(): Promise<EmbeddedPostgres> {
  const dataDir = await testServerFolder();
  try {
    return await startEmbedded(dataDir, { durable: false });
  } catch (error) {
    console.warn(`The test server could not be reused, starting over: ${(error as Error).message}`);
    await rm(dataDir, { recursive: true, force: true });
    return startEmbedded(dataDir, { durable: false });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function withOwner<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Drops test databases for which `isMine(pid, name)` holds; the pid is that of the run that made them. */
async function dropDatabases(
  ownerUrl: string,
  isMine: (pid: number, name: string) => boolean,
): Promise<void> {
  await withOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [testDatabasePrefix],
    );
    for (const { datname } of rows) {
      if (isMine(Number(datname.split('_')[1]), datname)) {
        await dropDatabase(client, client.escapeIdentifier(datname));
      }
    }
  });
}

/**
 * Vitest's global setup: one server for the run, one migrated template that testDatabase() clones. Returns the
 * teardown, which drops what this run made, also databases that a test file forgot.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer();
  const removeTemporaryFiles = await temporaryFilesOfRun(project);
  const facts = openFactsFile();
  const runName = `${testDatabasePrefix}${process.pid}_${randomBytes(3).toString('hex')}`;
  const template = `${runName}_template`;
  try {
    await dropDatabases(server.url, (pid) => !isAlive(pid));
    await withOwner(server.url, (client) => client.query(`CREATE DATABASE ${template}`));
    await ensureRoles(server.url, testSecret);
    await migrate(databaseUrl(server.url, template));
    await migrateJobs(databaseUrl(server.url, template));
  } catch (error) {
    await server.stop();
    await removeTemporaryFiles();
    throw error;
  }
  project.provide('testServer', { ownerUrl: server.url, template });
  return async () => {
    await dropDatabases(server.url, (_pid, name) => name.startsWith(runName));
    await server.stop();
    // A run of some tests proves nothing about what is caused by none.
    const missing = process.env['MIZAN_WHOLE_RUN'] ? facts.missing() : [];
    facts.remove();
    await removeTemporaryFiles();
    if (missing.length > 0) throw new Error(`no test causes these facts: ${missing.join(', ')}`);
  };
}
