import { createWriteStream } from 'node:fs';
import { copyFile, cp, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { getSession } from '@mizan/contract/auth.ts';
import { getBankFile } from '@mizan/contract/reconciliation.ts';
import { listTransactions } from '@mizan/contract/transactions.ts';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { backedUpFolders } from './backup.ts';
import {
  bankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  sell,
  upload,
} from './features/reconciliation/testing/bank-world.ts';
import { verifyAudit } from './platform/audit/verify.ts';
import { backUp, NotBackedUp } from './platform/backup/backup.ts';
import { type Manifest, manifestName } from './platform/backup/manifest.ts';
import { NotRestorable, type RestoreTo, restore } from './platform/backup/restore.ts';
import { systemClock } from './platform/clock.ts';
import { migrate } from './platform/database/migrate.ts';
import { emptyDatabase, type TestDatabase, testDatabase, testSecret } from './platform/testing/database.ts';
import { testPortal } from './testing/test-portal.ts';

const folder = await mkdtemp(join(tmpdir(), 'mizan-backup-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const world = await bankWorld();
const sold = await sell(world, [
  { amountMinor: 12_050, at: '2026-11-19 10:00' },
  { amountMinor: 9_900, at: '2026-11-19 11:00' },
]);
// One whose columns nobody confirms: it lies in the folder.
await upload(world, csvOf(sold.slice(0, 1).map((each) => csvLineOf(each))), 'later.csv');
await world.runner.idle();
const judged = await reconcile(world, csvOf(sold.map((each) => csvLineOf(each))));
await world.runner.stop();

/** The portal's folder of bank files stands in DATA_DIR under its own name. */
const dataDir = join(folder, 'data');
const bankFiles = join(dataDir, backedUpFolders[0]);
async function asDataDir(): Promise<void> {
  await rm(bankFiles, { recursive: true, force: true });
  await cp(world.portal.bankFiles, bankFiles, { recursive: true });
}

let made = 0;
async function backedUp(database: TestDatabase = world.portal.database): Promise<string> {
  await asDataDir();
  const path = join(folder, `${++made}.zip`);
  const of = { ownerUrl: database.url, secret: testSecret, dataDir, folders: backedUpFolders };
  await backUp({ ...of, clock: systemClock, version: '0.0.0' }, path);
  return path;
}

async function somewhereElse(): Promise<RestoreTo & { database: TestDatabase }> {
  const database = await emptyDatabase();
  const into = await mkdtemp(join(folder, 'restored-'));
  return {
    database,
    ownerUrl: database.url,
    secret: testSecret,
    dataDir: into,
    folders: backedUpFolders,
  };
}

async function on<T>(url: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** Every table of every schema with the count and the hash of its rows; asked without anything of the backup's own. */
const contentsOf = (url: string): Promise<Record<string, string>> =>
  on(url, async (owner) => {
    const { rows } = await owner.query<{ name: string; forced: boolean }>(
      `SELECT oid::regclass::text AS name, relforcerowsecurity AS forced FROM pg_class
        WHERE relkind = 'r' AND relnamespace::regnamespace::text NOT IN ('pg_catalog', 'information_schema')`,
    );
    const contents: Record<string, string> = {};
    await owner.query('BEGIN');
    for (const { name, forced } of rows) {
      if (forced) await owner.query(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`);
      const { rows: found } = await owner.query<{ text: string }>(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text COLLATE "C")), '') AS text FROM ${name} t`,
      );
      contents[name] = found[0]?.text ?? '';
    }
    await owner.query('ROLLBACK');
    return contents;
  });

/** What binds the schema: keys, policies, triggers, rights, FORCE, and where counting goes on. */
const schemaOf = (url: string): Promise<string[]> =>
  on(url, async (owner) => {
    const { rows } = await owner.query<{ text: string }>(
      `SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) AS text FROM pg_constraint
       UNION ALL SELECT tgrelid::regclass || ' ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
       UNION ALL SELECT oid::regclass || ' ' || relrowsecurity || relforcerowsecurity || coalesce(relacl::text, '')
                   FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
       UNION ALL SELECT tablename || ' ' || policyname || roles::text || cmd || coalesce(qual, '') FROM pg_policies
       UNION ALL SELECT sequencename || ' ' || coalesce(last_value, 0) FROM pg_sequences ORDER BY 1`,
    );
    return rows.map(({ text }) => text);
  });

test('restored into an empty place: every table, key, right and file is as it was, and the portal goes on', async () => {
  const path = await backedUp();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const to = await somewhereElse();
  await restore(path, to);
  const [before, after] = [await contentsOf(world.portal.database.url), await contentsOf(to.ownerUrl)];
  // Of the program's own lists the times differ at which they were made.
  const different = Object.keys(before).filter((name) => before[name] !== after[name]);
  expect(different.toSorted()).toEqual(['graphile_worker.migrations', 'schema_migrations', 'sessions']);
  expect(Object.keys(after).toSorted()).toEqual(Object.keys(before).toSorted());
  expect(before.transactions?.split(' ')[0]).toBe('2');
  expect(await schemaOf(to.ownerUrl)).toEqual(await schemaOf(world.portal.database.url));
  for (const name of await readdir(bankFiles)) {
    expect(await readFile(join(to.dataDir, backedUpFolders[0], name))).toEqual(
      await readFile(join(bankFiles, name)),
    );
  }
  expect((await readdir(bankFiles)).length).toBeGreaterThan(1);

  const portal = await testPortal(world.portal.clock.now(), { on: to.database });
  expect((await portal.call(getSession, {}, { token: world.token })).statusCode).toBe(401);
  const token = await portal.tokenOf(world.merchant.owner.userId);
  const answer = await portal.call(listTransactions, { query: {} }, { token });
  expect(answer.json<{ rows: unknown[] }>().rows).toHaveLength(2);
  const file = await portal.call(getBankFile, { params: { id: judged.id } }, { token });
  expect(file.json()).toMatchObject({ verdict: judged.verdict });
  expect((await verifyAudit(portal.db, [])).filter(({ broken }) => broken !== null)).toEqual([]);
});

test('one moment: what is written in one transaction while the backup runs is in it whole or not at all', async () => {
  const database = await testDatabase();
  const writer = new pg.Client({ connectionString: database.url });
  await writer.connect();
  // The first table that is copied and the last one.
  const put = async (value: number): Promise<void> => {
    await writer.query('BEGIN');
    await writer.query('UPDATE pairs_first SET value = $1', [value]);
    await writer.query('UPDATE pairs_last SET value = $1', [value]);
    await writer.query('COMMIT');
  };
  for (const name of ['pairs_first', 'pairs_last']) {
    await writer.query(`CREATE TABLE ${name} (value integer)`);
    await writer.query(`INSERT INTO ${name} VALUES (0)`);
  }
  let isOver = false;
  let writes = 0;
  const writing = (async () => {
    while (!isOver) await put(++writes);
  })();
  const path = await backedUp(database);
  isOver = true;
  await writing;
  await writer.end();
  expect(writes).toBeGreaterThan(1);
  const texts = await Promise.all(
    ['pairs_first', 'pairs_last'].map((name) => partOf(path, `tables/public.${name}.copy`)),
  );
  expect(texts[0]?.toString()).toMatch(/^\d+\n$/);
  expect(texts[1]).toEqual(texts[0]);
});

async function partsOf(path: string): Promise<Map<string, Buffer>> {
  const zip = await openPromise(path, { autoClose: false, lazyEntries: true });
  const parts = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>)
      chunks.push(chunk);
    parts.set(entry.fileName, Buffer.concat(chunks));
  }
  zip.close();
  return parts;
}
const partOf = async (path: string, name: string): Promise<Buffer | undefined> =>
  (await partsOf(path)).get(name);

/** The same archive with something changed. */
async function changed(path: string, change: (parts: Map<string, Buffer>) => void): Promise<string> {
  const parts = await partsOf(path);
  change(parts);
  const zip = new ZipFile();
  for (const [name, content] of parts) zip.addBuffer(content, name);
  zip.end();
  const to = `${path}.${++made}.changed`;
  await pipeline(zip.outputStream, createWriteStream(to));
  return to;
}

const inManifest = (parts: Map<string, Buffer>, change: (manifest: Manifest) => void): void => {
  const manifest = JSON.parse(String(parts.get(manifestName))) as Manifest;
  change(manifest);
  parts.set(manifestName, Buffer.from(JSON.stringify(manifest)));
};

let whole: Promise<string> | undefined;
const users = 'tables/public.users.copy';
test.each<[string, string, (parts: Map<string, Buffer>) => void]>([
  [
    'a row that was changed',
    `${users} is not as it was written`,
    (parts) => parts.set(users, Buffer.from(String(parts.get(users)).replace('MERCHANT', 'CASHIER'))),
  ],
  ['a table that is missing', `${users} is missing`, (parts) => parts.delete(users)],
  ['no end', 'not written to its end', (parts) => parts.delete(manifestName)],
  [
    'another format',
    'is not one of this program',
    (parts) => inManifest(parts, (manifest) => Object.assign(manifest, { format: 2 })),
  ],
  [
    'a file that would lie elsewhere',
    'is not one of this program',
    (parts) => inManifest(parts, ({ files }) => Object.assign(files[0] ?? {}, { name: '../secret' })),
  ],
  [
    'a folder that is not ours',
    'files for ssh',
    (parts) => inManifest(parts, ({ files }) => Object.assign(files[0] ?? {}, { folder: 'ssh' })),
  ],
  [
    'a newer program',
    'does not know migration 9999',
    (parts) => inManifest(parts, ({ migrations }) => migrations.push({ number: 9999, hash: 'x' })),
  ],
  [
    'another migration',
    'Migration 1 of the backup is not the one',
    (parts) => inManifest(parts, ({ migrations }) => Object.assign(migrations[0] ?? {}, { hash: 'x' })),
  ],
  [
    'a job queue of another version',
    'of another version',
    (parts) => inManifest(parts, (manifest) => Object.assign(manifest, { queueVersion: 1 })),
  ],
])('refused, and no row comes: %s', async (_, message, change) => {
  whole ??= backedUp();
  const path = await changed(await whole, change);
  const to = await somewhereElse();
  const refusal = await restore(path, to).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(NotRestorable);
  expect(String(refusal)).toContain(message);
  const rows = await on(to.ownerUrl, (owner) =>
    owner
      .query(`SELECT to_regclass('users') IS NULL AS none`)
      .then(async ({ rows: [row] }) => (row?.none ? [] : (await owner.query('SELECT FROM users')).rows)),
  );
  expect(rows).toEqual([]);
});

test('refused: a backup that was cut off, another secret, a database or a folder that is not empty', async () => {
  const path = await backedUp();
  const to = await somewhereElse();
  const cut = `${path}.cut`;
  await copyFile(path, cut);
  const handle = await open(cut, 'r+');
  await handle.truncate(2_000);
  await handle.close();
  await expect(restore(cut, to)).rejects.toThrow('No backup could be read');
  await expect(restore(path, { ...to, secret: `${testSecret}x` })).rejects.toThrow(
    'The secret is not the one',
  );
  const migrated = await testDatabase();
  await expect(restore(path, { ...to, ownerUrl: migrated.url })).rejects.toThrow('is not empty');
  await expect(restore(path, { ...to, dataDir })).rejects.toThrow('is not empty');
});

test('no backup is written over a file, of an empty database, or of tables that its owner cannot read', async () => {
  const path = await backedUp();
  const of = {
    ownerUrl: world.portal.database.url,
    secret: testSecret,
    dataDir,
    folders: backedUpFolders,
    clock: systemClock,
    version: '0.0.0',
  };
  await expect(backUp(of, path)).rejects.toThrow(NotBackedUp);
  const { url } = await emptyDatabase();
  await expect(backUp({ ...of, ownerUrl: url }, `${path}.none`)).rejects.toThrow('nothing to back up');
  const older = await testDatabase();
  await on(older.url, (owner) => owner.query('DROP POLICY owner_reads ON transactions'));
  await expect(backUp({ ...of, ownerUrl: older.url }, `${path}.older`)).rejects.toThrow(
    'of an older version',
  );
  await migrate(older.url);
  await backUp({ ...of, ownerUrl: older.url }, `${path}.older`);
  const left = (await readdir(folder)).filter((name) => name.endsWith('.part'));
  expect(left).toEqual([]);
  await writeFile(join(folder, 'no-folder'), '');
  for (const [place, why] of [
    ['no-folder', 'ENOTDIR'],
    ['not-there', 'ENOENT'],
  ] as const) {
    const refused = backUp(of, join(folder, place, 'x.zip'));
    await expect(refused).rejects.toBeInstanceOf(NotBackedUp);
    await expect(refused).rejects.toThrow(why);
  }
});
