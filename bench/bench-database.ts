import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { loadTransactions } from '../server/features/transactions/testing/bulk-transactions.ts';
import { type MerchantWorld, makeMerchant } from '../server/features/transactions/testing/merchant-world.ts';
import {
  closeDatabase,
  type Database,
  inPlatformBulk,
  openDatabase,
} from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrate.ts';
import { ensureRoles, roleUrls } from '../server/platform/database/roles.ts';
import { migrateJobs } from '../server/platform/jobs/job-schema.ts';
import { defaultDataDir } from '../server/platform/postgres/data-folder.ts';
import { startEmbedded } from '../server/platform/postgres/embedded.ts';
import { databaseUrl } from '../server/platform/testing/database-names.ts';

const cloneDir = fileURLToPath(new URL('..', import.meta.url));
export const benchSecret = 'a-secret-for-benches-alone-0123456789abcdef';

/** One merchant holds half of the table, as the budgets want it; the others are ten of equal size. */
const others = 10;
/** A supermarket's: 40 terminals in 5 branches, payments of 400 days. */
const largeSize = { branches: 5, terminals: 40, cashiers: 60 };
const smallSize = { branches: 2, terminals: 6, cashiers: 8 };
export const loadedDays = 400;
const dayMs = 86_400_000;
/** Kept rows serve until today has moved this far away from them. */
const keptDays = 3;

export interface BenchDatabase {
  ownerUrl: string;
  /** Of the superuser that keeps the server. */
  keeperUrl: string;
  db: Database;
  dataDir: string;
  /** The merchant with half of the rows. */
  large: MerchantWorld;
  stop(): Promise<void>;
}

/** As the owner of the database, who may build indexes and take statistics, or as whom else the address names. */
export async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** What a load writes, with statistics as a portal has them that takes its payments one by one. */
export const loadedStatistics =
  'VACUUM (ANALYZE) transactions, transaction_rollups, transaction_day_rollups, expectations, expectation_days';

/** Index by index afterwards takes a third of the time of growing twelve at once. */
async function withoutIndexes(client: pg.Client, load: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid = 'transactions'::regclass AND NOT indisunique`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await load();
  await client.query("SET maintenance_work_mem = '1GB'");
  for (const { definition } of rows) await client.query(definition);
}

async function fill(
  url: string,
  db: Database,
  rows: number,
  log: (sentence: string) => void,
): Promise<MerchantWorld> {
  const until = new Date();
  const from = new Date(until.getTime() - loadedDays * dayMs);
  const large = await makeMerchant(db, largeSize);
  await asOwner(url, async (client) => {
    await withoutIndexes(client, async () => {
      // Turn by turn in time, so that merchants' rows lie among each other on disk as they would.
      const steps = 20;
      const smalls = await Promise.all(Array.from({ length: others }, () => makeMerchant(db, smallSize)));
      for (let step = 0; step < steps; step += 1) {
        const part = (count: number) => ({
          count: Math.round(count / steps),
          numberFrom: step * Math.round(count / steps),
          from: new Date(from.getTime() + (step * loadedDays * dayMs) / steps),
          until: new Date(from.getTime() + ((step + 1) * loadedDays * dayMs) / steps),
        });
        await inPlatformBulk(db, (tx) => loadTransactions(tx, large, part(rows)));
        for (const small of smalls) {
          await inPlatformBulk(db, (tx) => loadTransactions(tx, small, part(rows / others)));
        }
        log(`loaded ${step + 1} of ${steps} parts`);
      }
    });
    log('indexes are built; vacuum and statistics');
    await client.query(loadedStatistics);
    await client.query('CREATE TABLE bench_world AS SELECT $1::jsonb AS large, now() AS filled_at', [large]);
  });
  return large;
}

/** The world of an earlier run of the same size, or null. */
async function kept(url: string): Promise<MerchantWorld | null> {
  return asOwner(url, async (client) => {
    const known = await client.query("SELECT to_regclass('bench_world') AS world");
    if (known.rows[0]?.world === null) return null;
    const { rows } = await client.query<{ large: MerchantWorld }>(
      `SELECT large FROM bench_world WHERE filled_at > now() - interval '${keptDays} days'`,
    );
    return rows[0]?.large ?? null;
  });
}

/** Whether it was not there yet. */
async function ensureDatabase(serverUrl: string, name: string): Promise<boolean> {
  return asOwner(serverUrl, async (client) => {
    const existing = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (existing.rowCount === 0) await client.query(`CREATE DATABASE ${name}`);
    return existing.rowCount === 0;
  });
}

/**
 * The bench's own embedded server, with a table of 2 x `rows` payments. Filling takes minutes, so a database is
 * kept for the runs of the next days, one for each size, and migrated as any other.
 */
export async function openBenchDatabase(
  rows: number,
  log: (sentence: string) => void,
): Promise<BenchDatabase> {
  const dataDir = `${defaultDataDir(cloneDir)}-bench`;
  const server = await startEmbedded(dataDir);
  const name = `bench_${rows}`;
  const url = databaseUrl(server.url, name);
  const isNew = await ensureDatabase(server.url, name);
  let large = isNew ? null : await kept(url);
  if (!large && !isNew) {
    // Whoever broke off a fill left a table without its indexes.
    await asOwner(server.url, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    await ensureDatabase(server.url, name);
  }
  await ensureRoles(url, benchSecret);
  await migrate(url);
  await migrateJobs(url);
  const db = openDatabase(roleUrls(url, benchSecret));
  if (!large) {
    log(`filling a table of ${2 * rows} payments; this is done once`);
    large = await fill(url, db, rows, log);
  }
  const stop = async (): Promise<void> => {
    await closeDatabase(db);
    await server.stop();
  };
  return { ownerUrl: url, keeperUrl: server.keeperUrl, db, dataDir, large, stop };
}
