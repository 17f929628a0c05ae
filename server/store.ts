import { type Config, WrongSetting } from './config.ts';
import { closeDatabase, type Database, openDatabase } from './platform/database/database.ts';
import { knowsDistribution } from './platform/database/distribute.ts';
import { migrate } from './platform/database/migrate.ts';
import { ownerClient } from './platform/database/owner-client.ts';
import { DatabaseStayedAway, type Patience, patience } from './platform/database/patience.ts';
import { assertHeldByPolicies, ensureRoles, RoleRefused, roleUrls } from './platform/database/roles.ts';
import { isDatabaseUnavailable } from './platform/database/unavailable.ts';
import { migrateJobs } from './platform/jobs/job-schema.ts';
import type { Logger } from './platform/log.ts';
import { type EmbeddedPostgres, startEmbedded } from './platform/postgres/embedded.ts';
import { keptSecret } from './secret-file.ts';

/** The database of a running portal, ready to serve. */
export interface Store {
  db: Database;
  /** For the migrations of the job queue and its worker, which own their schema. */
  ownerUrl: string;
  secret: string;
  /** Ends the connections; an embedded server is stopped where this portal was its last. */
  close(): Promise<void>;
}

/** A PostgreSQL that answers its owner, whatever is in it. */
export interface Server {
  ownerUrl: string;
  secret: string;
  /** Null: a server of somebody else's. */
  embedded: Pick<EmbeddedPostgres, 'keeperUrl' | 'cluster'> | null;
  stop(): Promise<void>;
}

async function embeddedServer(config: Config, log: Logger): Promise<Server> {
  const embedded = await startEmbedded(config.dataDir, {
    walArchive: config.walArchive,
    onNotice: (sentence) => log.warn(sentence),
  });
  const secret = config.secret ?? (await keptSecret(config.dataDir));
  return { ownerUrl: embedded.url, secret, embedded, stop: () => embedded.stop() };
}

/** Whether the server takes a connection of its owner. Throws WrongSetting where it refuses this one. */
async function connectOnce(ownerUrl: string): Promise<void> {
  const client = ownerClient(ownerUrl);
  try {
    await client.connect();
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    throw new WrongSetting('DATABASE_URL', `was refused: ${(error as Error).message}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A database of somebody else's that stayed away is for a person to look at; of the embedded one it is a fault. */
export const asWrongSetting = (error: unknown, { databaseUrl }: Pick<Config, 'databaseUrl'>): unknown =>
  error instanceof DatabaseStayedAway && databaseUrl !== null
    ? new WrongSetting('DATABASE_URL', `does not answer: ${error.message}`)
    : error;

/** The login roles. Throws WrongSetting where the server lets its owner in and not them. */
async function rolesOf({ ownerUrl, secret }: Server): Promise<void> {
  try {
    await ensureRoles(ownerUrl, secret);
  } catch (error) {
    throw error instanceof RoleRefused ? new WrongSetting('DATABASE_URL', error.message) : error;
  }
}

async function givenServer(databaseUrl: string, config: Config, wait: Patience): Promise<Server> {
  await wait('connection', () => connectOnce(databaseUrl));
  return { ownerUrl: databaseUrl, secret: config.secret ?? '', embedded: null, stop: async () => undefined };
}

/** The embedded server or DATABASE_URL, as the settings say. Throws WrongSetting where it refuses its owner. */
export const openServer = (config: Config, log: Logger, wait = patience(log)): Promise<Server> =>
  config.databaseUrl
    ? givenServer(config.databaseUrl, config, wait).catch((error: unknown) => {
        throw asWrongSetting(error, config);
      })
    : embeddedServer(config, log);

/**
 * Brings the database up to where requests can be served: embedded server or DATABASE_URL, login roles,
 * our migrations and the job queue's own, pools. Several portals may do so at once, and each step may be done twice.
 */
export async function openStore(config: Config, log: Logger, wait = patience(log)): Promise<Store> {
  const server = await openServer(config, log, wait);
  const { ownerUrl, secret } = server;
  try {
    await wait('roles', () => rolesOf(server));
    await wait('migrations', () => migrate(ownerUrl));
    await wait('job queue', () => migrateJobs(ownerUrl));
    const distributed = await wait('distribution', () => knowsDistribution(ownerUrl));
    const db = openDatabase({ ...roleUrls(ownerUrl, secret), distributed });
    await wait('policies', () => assertHeldByPolicies(db.app));
    const close = async (): Promise<void> => {
      await closeDatabase(db);
      await server.stop();
    };
    return { db, ownerUrl, secret, close };
  } catch (error) {
    await server.stop();
    throw asWrongSetting(error, config);
  }
}
