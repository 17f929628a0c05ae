import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { verifyAudit } from '../platform/audit/verify.ts';
import { closeDatabase, type Database, openDatabase } from '../platform/database/database.ts';
import { distribute } from '../platform/database/distribute.ts';
import { tables } from '../platform/database/tables.ts';
import { testSecret, undistributedDatabase } from '../platform/testing/database.ts';
import { makeDemoData } from './demo-data.ts';

/** The demo's merchants with their 30,000 payments are distributed: each row of each table is the one that it was. */
const database = await undistributedDatabase();
const [coordinator = ''] = database.machines;
const dataDir = await mkdtemp(join(tmpdir(), 'mizan-demo-'));
const open: Database[] = [];
const openAs = (distributed: boolean): Database => {
  const db = openDatabase({ ...database.roles, distributed });
  open.push(db);
  return db;
};
afterAll(async () => {
  await Promise.all(open.map(closeDatabase));
  await rm(dataDir, { recursive: true });
});

const now = new Date('2026-11-24T11:20:00Z');
const fewPayments = 27_000;

interface Rows {
  count: number;
  /** Of every column of every row, whatever order they lie in. */
  hash: string;
}

/** As a superuser, whom row-level security hides nothing from. */
async function rowsOfAll(): Promise<Record<string, Rows>> {
  const client = new pg.Client({ connectionString: coordinator });
  await client.connect();
  const found: Record<string, Rows> = {};
  try {
    for (const table of Object.keys(tables)) {
      const { rows } = await client.query<[string]>({
        text: `SELECT to_jsonb(each)::text FROM ${table} each`,
        rowMode: 'array',
      });
      const hash = createHash('sha256');
      for (const row of rows.map(([text]) => text).sort()) hash.update(`${row}\n`);
      found[table] = { count: rows.length, hash: hash.digest('hex') };
    }
  } finally {
    await client.end();
  }
  return found;
}

test('no row is lost, doubled or changed, a second run moves none, and the audit chains hold', async () => {
  const alone = openAs(false);
  await makeDemoData(alone, dataDir, now);
  const [before, chains] = [await rowsOfAll(), await verifyAudit(alone)];
  expect(before['transactions']?.count).toBeGreaterThan(fewPayments);
  const filled = Object.keys(before).filter((table) => (before[table]?.count ?? 0) > 0);
  console.log(`${filled.length} of ${Object.keys(before).length} tables hold rows`);

  const done = await distribute(database.url, testSecret);
  expect(await rowsOfAll()).toEqual(before);
  expect(Object.fromEntries(done.placed.map(({ table, rows }) => [table, Number(rows)]))).toEqual(
    Object.fromEntries(done.placed.map(({ table }) => [table, before[table]?.count])),
  );
  expect(await verifyAudit(openAs(true))).toEqual(chains);

  const { placed, foreignKeys, triggers, grants } = await distribute(database.url, testSecret);
  expect({ placed, foreignKeys, triggers, grants }).toEqual({
    placed: [],
    foreignKeys: 0,
    triggers: 0,
    grants: [],
  });
  expect(await rowsOfAll()).toEqual(before);
}, 600_000);
