import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Config, WrongSetting } from './config.ts';
import { closeDatabase, type Database, openDatabase } from './platform/database/database.ts';
import { migrate } from './platform/database/migrate.ts';
import { assertHeldByPolicies, ensureRoles, RoleRefused, roleUrls } from './platform/database/roles.ts';
import { isDatabaseUnavailable } from './platform/database/unavailable.ts';
import { migrateJobs } from './platform/jobs/job-schema.ts';
import type { Logger } from './platform/log.ts';
import { startEmbedded } from './platform/postgres/embedded.ts';
import { keptSecret } from './secret-file.ts';

/** How long a start waits for a database that is itself still starting. */
const databaseWaitMs = 60_000;
const databaseRetryMs = 500;

/** The database of a running portal, ready to serve. */
export interface Store {
  db: Database;
  /** For the migrations of the job queue and its worker, which own their schema. */
  ownerUrl: string;
  secret: string;
  /** Ends the connections; an embedded server is stopped where this portal was its last. */
  close(): Promise<void>;
}

interface Server {
  ownerUrl: string;
  secret: string;
  stop(): Promise<void>;
}

async function embeddedServer(config: Config, log: Logger): Promise<Server> {
  const embedded = await startEmbedded(config.dataDir, { onNotice: (sentence) => log.warn(sentence) });
  const secret = config.secret ?? (await keptSecret(config.dataDir));
  return { ownerUrl: embedded.url, secret, stop: () => embedded.stop() };
}

/** Waits until the server takes a connection. Throws WrongSetting where it refuses this owner or stays away. */
async function reachable(ownerUrl: string, log: Logger): Promise<void> {
  const deadline = performance.now() + databaseWaitMs;
  for (;;) {
    const client = new pg.Client({
      connectionString: ownerUrl,
      connectionTimeoutMillis: databaseRetryMs * 10,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      const { message } = error as Error;
      if (!isDatabaseUnavailable(error)) throw new WrongSetting('DATABASE_URL', `was refused: ${message}`);
      if (performance.now() > deadline) throw new WrongSetting('DATABASE_URL', `does not answer: ${message}`);
      log.warn({ err: error }, 'the database does not answer yet');
      await delay(databaseRetryMs);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** The login roles. Throws WrongSetting where the server lets its owner in and not them. */
async function rolesOf({ ownerUrl, secret }: Server): Promise<void> {
  try {
    await ensureRoles(ownerUrl, secret);
  } catch (error) {
    throw error instanceof RoleRefused ? new WrongSetting('DATABASE_URL', error.message) : error;
  }
}

async function givenServer(databaseUrl: string, config: Config, log: Logger): Promise<Server> {
  await reachable(databaseUrl, log);
  return { ownerUrl: databaseUrl, secret: config.secret ?? '', stop: async () => undefined };
}

/**
 * Brings the database up to where requests can be served: embedded server or DATABASE_URL, login roles,
 * our migrations and the job queue's own, pools. Several portals may do so at once.
 */
export async function openStore(config: Config, log: Logger): Promise<Store> {
  const { databaseUrl } = config;
  const server = databaseUrl
    ? await givenServer(databaseUrl, config, log)
    : await embeddedServer(config, log);
  const { ownerUrl, secret } = server;
  try {
    await rolesOf(server);
    await migrate(ownerUrl);
    await migrateJobs(ownerUrl);
    const db = openDatabase(roleUrls(ownerUrl, secret));
    await assertHeldByPolicies(db.app);
    const close = async (): Promise<void> => {
      await closeDatabase(db);
      await server.stop();
    };
    return { db, ownerUrl, secret, close };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
