import { closeDatabase, type Database, openDatabase } from '../server/platform/database/database.ts';
import { roleUrls } from '../server/platform/database/roles.ts';
import { databaseUrl } from '../server/platform/testing/database-names.ts';
import { asOwner, type BenchDatabase, benchSecret } from './bench-database.ts';
import { type ServerProcess, startPortalProcess } from './processes.ts';

/** A portal on a database of its own on the bench's server, empty at each start. */
export interface FreshPortal extends ServerProcess {
  readonly ownerUrl: string;
  readonly db: Database;
}

export async function startFreshPortal(database: BenchDatabase, name: string): Promise<FreshPortal> {
  const ownerUrl = databaseUrl(database.ownerUrl, `bench_${name}`);
  await asOwner(database.ownerUrl, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS bench_${name} WITH (FORCE)`);
    await client.query(`CREATE DATABASE bench_${name}`);
  });
  // It migrates by itself.
  const portal = await startPortalProcess(ownerUrl, database.dataDir);
  const db = openDatabase(roleUrls(ownerUrl, benchSecret));
  return {
    ...portal,
    ownerUrl,
    db,
    stop: async () => {
      await closeDatabase(db);
      await portal.stop();
    },
  };
}
