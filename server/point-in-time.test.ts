import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { basesOf, clusterPart } from './platform/backup/archive.ts';
import { NotBackedUp } from './platform/backup/backup.ts';
import { keepNewest, takeBase } from './platform/backup/base.ts';
import { keepFiles } from './platform/backup/keep-files.ts';
import { restoreMoment } from './platform/backup/point-in-time.ts';
import { NotRestorable } from './platform/backup/restore.ts';
import { migrate } from './platform/database/migrate.ts';
import { ensureRoles } from './platform/database/roles.ts';
import { migrateJobs } from './platform/jobs/job-schema.ts';
import { databaseName } from './platform/postgres/cluster.ts';
import { type EmbeddedPostgres, startEmbedded } from './platform/postgres/embedded.ts';
import { ask, removeFolder, temporaryFolder } from './platform/postgres/stand-in-portals.ts';
import { walFolder } from './platform/postgres/wal-archive.ts';
import { databaseUrl, testSecret } from './platform/testing/database-names.ts';

const durable = false;
const folders = ['bank-files'] as const;
const folder = await temporaryFolder();
const place = (name: string): string => join(folder, name);
const archive = place('archive');
const live = place('live');
const portal = await startEmbedded(live, { durable, walArchive: archive });
afterAll(async () => {
  await portal.stop();
  await removeFolder(folder);
});
await ensureRoles(portal.url, testSecret);
await migrate(portal.url);
await migrateJobs(portal.url);
await ask(portal.url, 'CREATE TABLE sold (what text PRIMARY KEY)');

const of = {
  ...portal,
  ownerUrl: portal.url,
  archive,
  secret: testSecret,
  dataDir: live,
  folders,
  version: '0.0.0',
};
const sell = (what: string): Promise<unknown> => ask(portal.url, `INSERT INTO sold VALUES ('${what}')`);

/** By the clock of the database, which tells moments apart. */
async function now(): Promise<Date> {
  const [row] = await ask<{ at: Date }>(portal.url, 'SELECT clock_timestamp() AS at');
  if (!row) throw new Error('the database has no clock');
  return row.at;
}

/** What was written so far is kept, as it would be a minute later by itself. */
async function keptSoFar(): Promise<void> {
  const keeper = new pg.Client({ connectionString: portal.keeperUrl });
  await keeper.connect();
  const one = async (text: string): Promise<string> =>
    (await keeper.query<{ name: string | null }>(text)).rows[0]?.name ?? '';
  const segment = await one('SELECT pg_walfile_name(pg_current_wal_lsn()) AS name');
  await keeper.query('SELECT pg_switch_wal()');
  await expect
    .poll(() => one('SELECT last_archived_wal AS name FROM pg_stat_archiver'))
    .toSatisfy((name: string) => name >= segment);
  await keeper.end();
}

/** The count and hash of the rows of every table, as the superuser reads them. */
async function contentsOf({ keeperUrl }: EmbeddedPostgres): Promise<Record<string, string>> {
  const keeper = new pg.Client({ connectionString: databaseUrl(keeperUrl, databaseName) });
  await keeper.connect();
  const { rows } = await keeper.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema')`,
  );
  const contents: Record<string, string> = {};
  for (const { name } of rows) {
    const { rows: found } = await keeper.query<{ text: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text COLLATE "C")), '') AS text FROM ${name} t`,
    );
    contents[name] = found[0]?.text ?? '';
  }
  await keeper.end();
  return contents;
}

async function within<T>(dataDir: string, work: (server: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const server = await startEmbedded(dataDir, { durable });
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

const soldIn = (dataDir: string): Promise<string[]> =>
  within(dataDir, async ({ url }) => {
    const rows = await ask<{ what: string }>(url, 'SELECT what FROM sold ORDER BY what');
    return rows.map(({ what }) => what);
  });

const restoredTo = async (name: string, until: Date | null, secret = testSecret): Promise<string> => {
  await restoreMoment(archive, until, { secret, dataDir: place(name), folders, durable });
  return place(name);
};

test('without a base nothing is restored, and without an archive none is taken', async () => {
  await expect(restoredTo('none', null)).rejects.toThrow('The archive has no base');
  await within(place('bare'), async (bare) => {
    const empty = takeBase({ ...of, ...bare, ownerUrl: bare.url, archive: place('nowhere') });
    await expect(empty).rejects.toThrow('no portal ever started here');
    await ask(bare.url, 'CREATE TABLE sold (what text)');
    const unkept = takeBase({ ...of, ...bare, ownerUrl: bare.url, archive: place('nowhere') });
    await expect(unkept).rejects.toThrow(NotBackedUp);
    await expect(unkept).rejects.toThrow('without an archive');
  });
  expect(await readdir(join(place('nowhere'), 'bases'))).toEqual([]);
});

const moments = { beforeAll: new Date(0), between: new Date(0) };

test('a moment between two sales has the first and not the second, and the files that came until now', async () => {
  await mkdir(join(live, 'bank-files'));
  await writeFile(join(live, 'bank-files', 'a'), 'of before the base');
  moments.beforeAll = await now();
  await takeBase(of);
  await sell('dates');
  await writeFile(join(live, 'bank-files', 'b'), 'of after the base');
  await keepFiles(archive, live, 'bank-files');
  moments.between = await now();
  await sell('coffee');
  await keptSoFar();
  const restored = await restoredTo('between', moments.between);
  expect(await soldIn(restored)).toEqual(['dates']);
  expect((await readdir(join(restored, 'bank-files'))).toSorted()).toEqual(['a', 'b']);
  expect(await readFile(join(restored, 'bank-files', 'b'), 'utf8')).toBe('of after the base');
});

test('the newest moment has every table as it is', async () => {
  const restored = await restoredTo('newest', null);
  expect(await within(restored, contentsOf)).toEqual(await contentsOf(portal));
  await expect(restoredTo('newest', null)).rejects.toThrow('has a database');
});

test('a moment before the first base or after the end is refused, and a stranger’s secret; nothing stays', async () => {
  await expect(restoredTo('early', moments.beforeAll)).rejects.toThrow(/goes back to .* earlier moment/);
  const stranger = restoredTo('stranger', null, 'another-secret-of-somebody-else-0123456');
  await expect(stranger).rejects.toThrow(NotRestorable);
  await expect(restoredTo('late', new Date(Date.now() + 86_400_000))).rejects.toThrow(
    'The archive ends before',
  );
  expect(await readdir(place('late'))).not.toContain('postgres-18');
});

test('only the newest base is kept where one is asked for, with the segments that lead on from it', async () => {
  await sell('milk');
  const beforeSecond = await now();
  await takeBase(of);
  await sell('bread');
  await keptSoFar();
  const segments = (await readdir(walFolder(archive))).length;
  expect(await keepNewest(of, 1)).toBe(1);
  expect((await readdir(walFolder(archive))).length).toBeLessThan(segments);
  await expect(restoredTo('gone', beforeSecond)).rejects.toThrow('goes back to');
  expect(await soldIn(await restoredTo('kept', null))).toEqual(['bread', 'coffee', 'dates', 'milk']);
});

test('a base of which a byte was changed is refused', async () => {
  const [base] = await basesOf(archive);
  const version = join(base?.place ?? '', clusterPart, 'PG_VERSION');
  await writeFile(version, '17\n');
  await expect(restoredTo('changed', null)).rejects.toThrow(/broken: PG_VERSION/);
  expect(await readdir(place('changed'))).not.toContain('postgres-18');
});
