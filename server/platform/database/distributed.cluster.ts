import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '../audit/verify.ts';
import { testDatabase, testSecret, undistributedDatabase } from '../testing/database.ts';
import {
  closeDatabase,
  type Database,
  inTenant,
  openDatabase,
  platformRows,
  tenantRows,
} from './database.ts';
import { type Distribution, distribute } from './distribute.ts';
import { tables } from './tables.ts';
import { pay, paymentsOfEach, type SomeMerchant, someMerchants } from './testing/some-merchants.ts';

/** A filled database becomes a distributed one, and its rows mean there what they meant before. */
const database = await undistributedDatabase();
const open: Database[] = [];
const openAs = (distributed: boolean): Database => {
  const db = openDatabase({ ...database.roles, distributed });
  open.push(db);
  return db;
};
afterAll(() => Promise.all(open.map(closeDatabase)));

async function ask<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

const merchantsMade = 8;
const [coordinator = '', ...workers] = database.machines;
const placedTables = Object.entries(tables)
  .filter(([, { kind }]) => kind !== 'coordinator')
  .map(([table]) => table);
const countText = placedTables.map((table) => `SELECT '${table}' AS table, count(*) FROM ${table}`);
/** As a superuser, whom row-level security hides nothing from. */
const countAll = () => ask(coordinator, countText.join(' UNION ALL '));
/** Copies and pieces of tables end in their number. */
const isWhole = (table: string) => `${table}::regclass::text !~ '_\\d+$'`;
const keysText = `SELECT conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS key FROM pg_constraint
  WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND ${isWhole('conrelid')} ORDER BY 1, 2`;
const triggersText = `SELECT pg_get_triggerdef(oid) AS trigger FROM pg_trigger
  WHERE NOT tgisinternal AND tgname NOT LIKE 'truncate_trigger%' AND ${isWhole('tgrelid')} ORDER BY 1`;
const forcedText = `SELECT relname FROM pg_class WHERE relforcerowsecurity AND ${isWhole('oid')} ORDER BY relname`;
const catalogue = async () => [
  await ask(coordinator, keysText),
  await ask(coordinator, triggersText),
  await ask(coordinator, forcedText),
];

let made: SomeMerchant[];
let before: { rows: object[]; catalogue: object[][]; chains: Awaited<ReturnType<typeof verifyAudit>> };
let done: Distribution;
let db: Database;
let first: SomeMerchant;
let second: SomeMerchant;

beforeAll(async () => {
  const alone = openAs(false);
  made = await someMerchants(alone, merchantsMade);
  [first, second] = made as [SomeMerchant, SomeMerchant];
  before = { rows: await countAll(), catalogue: await catalogue(), chains: await verifyAudit(alone) };
  done = await distribute(database.url, testSecret);
  db = openAs(true);
});

test('what migrations write is there too where they came after the database was distributed', async () => {
  const [early, late] = [await testDatabase(), await undistributedDatabase()];
  expect(await ask(early.url, `${countText.join(' UNION ALL ')} ORDER BY 1`)).toEqual(
    await ask(late.url, `${countText.join(' UNION ALL ')} ORDER BY 1`),
  );
});

test('every row is there, every foreign key, trigger and policy; the rows lie on the workers', async () => {
  expect(done.placed.map(({ table }) => table).sort()).toEqual(placedTables.toSorted());
  expect(await countAll()).toEqual(before.rows);
  expect(await catalogue()).toEqual(before.catalogue);
  expect(done.foreignKeys).toBeGreaterThan(20);
  const places = await ask<{ groupid: number }>(
    coordinator,
    `SELECT DISTINCT groupid FROM pg_dist_placement JOIN pg_dist_shard USING (shardid)
      WHERE logicalrelid = 'transactions'::regclass`,
  );
  expect(places).toHaveLength(workers.length);
  expect(places.map(({ groupid }) => groupid)).not.toContain(0);
});

test('the audit chains are what they were, entry by entry, and go on from there', async () => {
  expect(before.chains).toHaveLength(merchantsMade);
  expect(await verifyAudit(db)).toEqual(before.chains);
  await pay(db, first);
  const noted = before.chains.map(({ chain, count, hash }) => ({ chain, count, hash }));
  const after = await verifyAudit(db, noted);
  expect(after.find(({ chain }) => chain === first.id)).toMatchObject({
    count: paymentsOfEach + 1,
    broken: null,
  });
});

test('a second run changes nothing', async () => {
  const state = [await countAll(), await catalogue()];
  const { now, ...changed } = await distribute(database.url, testSecret);
  expect(changed).toEqual({ roles: [], settings: [], placed: [], foreignKeys: 0, triggers: 0, grants: [] });
  expect(now.workers).toBe(workers.length);
  expect([await countAll(), await catalogue()]).toEqual(state);
});

test("numbers go on after the highest, and another merchant's payment stays out of a key", async () => {
  const id = await pay(db, second);
  expect(Number(id)).toBeGreaterThan(
    Math.max(...made.flatMap(({ transactionIds }) => transactionIds).map(Number)),
  );
  const strange = inTenant(db, first.id, (tx) =>
    tx.change(
      `INSERT INTO reviews (merchant_id, transaction_id, reason, opened_at) VALUES (tenant_id(), $1, 'NO_ANSWER', now())`,
      [id],
    ),
  );
  await expect(strange).rejects.toThrow('foreign key');
});

test("another merchant's row is invisible: not read, not changed, not written", async () => {
  const seen = await tenantRows<{ merchant: string }>(
    db,
    first.id,
    'SELECT DISTINCT merchant_id::text AS merchant FROM transactions',
  );
  expect(seen).toEqual([{ merchant: first.id }]);
  const named = 'SELECT 1 FROM transactions WHERE merchant_id = $1';
  expect(await tenantRows(db, first.id, named, [second.id])).toEqual([]);
  expect(await tenantRows(db, second.id, named, [second.id])).toHaveLength(paymentsOfEach + 1);
  const changed = await inTenant(db, first.id, (tx) =>
    tx.change('UPDATE transactions SET order_ref = $2 WHERE merchant_id = $1', [second.id, 'mine']),
  );
  expect(changed).toBe(0);
  const written = inTenant(db, first.id, (tx) =>
    tx.change(`INSERT INTO link_violations (merchant_id, tid, at, reason) VALUES ($1, 'x', now(), 'x')`, [
      second.id,
    ]),
  );
  await expect(written).rejects.toThrow('row-level security');
});

const withoutTenant = /mizan\.merchant_id|invalid input syntax for type bigint: ""/;

test('a missing tenant raises, also on a connection that had one a moment ago', async () => {
  const client = new pg.Client({ connectionString: database.roles.app });
  await client.connect();
  try {
    await expect(client.query('SELECT 1 FROM transactions')).rejects.toThrow(withoutTenant);
    const named = 'SELECT 1 FROM transactions WHERE merchant_id = $1';
    await expect(client.query(named, [first.id])).rejects.toThrow(withoutTenant);
    await client.query(`BEGIN; SET LOCAL mizan.merchant_id = '${first.id}'`);
    expect((await client.query(named, [first.id])).rowCount).toBe(paymentsOfEach + 1);
    await client.query('COMMIT');
    await expect(client.query(named, [first.id])).rejects.toThrow(withoutTenant);
  } finally {
    await client.end();
  }
});

/** As mizan_app on a worker itself, past the coordinator. */
function onMachine(hostname: string, port: number): string {
  const url = new URL(database.roles.app);
  [url.hostname, url.port] = [hostname, String(port)];
  return url.href;
}

test('row-level security holds on each worker itself, in every piece of a table of merchants', async () => {
  const pieces = await ask<{ host: string; port: number; name: string }>(
    coordinator,
    `SELECT nodename AS host, nodeport AS port, shard_name AS name FROM citus_shards
      WHERE table_name = ANY ('{transactions,audit_entries}'::regclass[])`,
  );
  expect(new Set(pieces.map(({ port }) => port)).size).toBe(workers.length);
  const seen: string[] = [];
  for (const { host, port, name } of pieces) {
    const url = onMachine(host, port);
    const text = `SELECT DISTINCT merchant_id::text AS id FROM ${name}`;
    await expect(ask(url, text)).rejects.toThrow(withoutTenant);
    const options = `${url}?options=-c%20mizan.merchant_id%3D${first.id}`;
    seen.push(...(await ask<{ id: string }>(options, text)).map(({ id }) => id));
  }
  // Once in each of the two tables, and nobody else's beside it.
  expect(seen).toEqual([first.id, first.id]);
});

test('on every machine mizan_app reads names and no password, and neither role is free of policies', async () => {
  const joined = (column: string) =>
    tenantRows(
      db,
      first.id,
      `SELECT u.${column} AS value FROM terminals t JOIN users u ON u.id = t.cashier_id WHERE t.merchant_id = tenant_id()`,
    );
  expect(await joined('full_name')).toEqual([{ value: 'Sara' }]);
  await expect(joined('password_hash')).rejects.toThrow('permission denied');
  const free = `SELECT rolname FROM pg_roles WHERE rolname LIKE 'mizan\\_%' AND (rolsuper OR rolbypassrls)`;
  for (const worker of workers) expect(await ask(worker, free)).toEqual([]);
});

test('the portal deletes no account that was verified and no merchant at work, on any machine', async () => {
  await platformRows(db, 'UPDATE users SET email_verified_at = now() WHERE id = $1', [first.ownerId]);
  expect(await platformRows(db, 'DELETE FROM users WHERE id = $1 RETURNING id', [first.ownerId])).toEqual([]);
  expect(await platformRows(db, 'DELETE FROM merchants WHERE id = $1 RETURNING id', [first.id])).toEqual([]);
});

test('a statement of a merchant goes to one place, one of the platform to all', async () => {
  const plan = async (rows: Promise<{ 'QUERY PLAN': string }[]>) =>
    (await rows).map((row) => row['QUERY PLAN']).join('\n');
  const own = tenantRows<{ 'QUERY PLAN': string }>(
    db,
    first.id,
    'EXPLAIN SELECT 1 FROM transactions WHERE merchant_id = tenant_id() AND id = $1',
    [first.transactionIds[0]],
  );
  expect(await plan(own)).toContain('Task Count: 1\n');
  const all = platformRows<{ 'QUERY PLAN': string }>(db, 'EXPLAIN SELECT count(*) FROM transactions');
  expect(await plan(all)).not.toContain('Task Count: 1\n');
});

test('what changes two merchants at once is changed whole or not at all', async () => {
  const client = new pg.Client({ connectionString: database.roles.platform });
  await client.connect();
  const marks = () =>
    platformRows<{ count: number }>(
      db,
      `SELECT count(*) AS count FROM transactions WHERE order_ref = 'both'`,
    );
  try {
    for (const end of ['ROLLBACK', 'COMMIT']) {
      expect(await marks()).toEqual([{ count: 0 }]);
      await client.query('BEGIN');
      await client.query(`UPDATE transactions SET order_ref = 'both' WHERE id = ANY ($1)`, [
        made.map(({ transactionIds }) => transactionIds[0]),
      ]);
      await client.query(end);
    }
    expect(await marks()).toEqual([{ count: merchantsMade }]);
  } finally {
    await client.end();
  }
});
