import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { lastOfOneMachine, type TableKind } from './table-kinds.ts';
import { tables, tablesOfKind } from './tables.ts';

/**
 * What Citus asks of a schema, held on one machine for every table that a migration makes
 * (docs/decisions/0031-past-one-machine.md).
 */
const database = await testDatabase();
const owner = new pg.Client({ connectionString: database.url });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

const ask = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await owner.query<Row>(text, values)).rows;
const kindOf = (table: string): TableKind | undefined => tables[table]?.kind;

test('every table stands in the one list, and the list names no other', async () => {
  const rows = await ask<{ name: string }>(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(tables).sort());
});

/** The heads of the audit chains also count the platform's own chain, which is no merchant's. */
const firstColumns = new Map([['audit_heads', 'chain']]);

test('every unique key of a table of merchants begins with merchant_id', async () => {
  const keys = await ask<{ table: string; index: string; first: string | null; unique: boolean }>(
    `SELECT c.relname AS table, x.relname AS index, a.attname AS first
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
       LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
      WHERE (i.indisunique OR i.indisexclusion) AND c.relnamespace = 'public'::regnamespace`,
  );
  const ofMerchants = keys.filter(({ table }) => kindOf(table) === 'merchant');
  expect(new Set(ofMerchants.map(({ table }) => table)).size).toBe(tablesOfKind('merchant').length);
  const others = ofMerchants.filter(
    ({ table, first }) => first !== (firstColumns.get(table) ?? 'merchant_id'),
  );
  expect(others).toEqual([]);
});

/** Where a foreign key may lead to, by the kind of the table that it begins at. */
const mayReferTo: Readonly<Record<TableKind, readonly TableKind[]>> = {
  merchant: ['merchant', 'reference'],
  reference: ['reference'],
  coordinator: ['coordinator', 'reference'],
};

interface ForeignKey {
  from: string;
  to: string;
  columns: string[];
  referred: string[];
  /** NO ACTION for both DELETE and UPDATE. */
  plain: boolean;
}

const named = ({ from, to, columns }: ForeignKey): string => `${from} (${columns.join(', ')}) -> ${to}`;

test('a foreign key leads to where its row can be looked up, and carries merchant_id between tables of merchants', async () => {
  const columnsOf = (table: string, numbers: string) =>
    `ARRAY(SELECT attname::text FROM unnest(${numbers}) WITH ORDINALITY AS u (n, place)
             JOIN pg_attribute ON attrelid = ${table} AND attnum = n ORDER BY place)`;
  const keys = await ask<ForeignKey>(
    `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to,
            ${columnsOf('conrelid', 'conkey')} AS columns, ${columnsOf('confrelid', 'confkey')} AS referred,
            confdeltype = 'a' AND confupdtype = 'a' AS plain
       FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  expect(keys.length).toBeGreaterThan(20);
  const breaches = keys.filter((key) => {
    const [from, to] = [kindOf(key.from), kindOf(key.to)];
    if (!from || !to || !mayReferTo[from].includes(to)) return true;
    // What would change rows on another machine is refused there.
    if (from !== to && !key.plain) return true;
    const isWithin = from === 'merchant' && to === 'merchant';
    return isWithin && (key.columns[0] !== 'merchant_id' || key.referred[0] !== 'merchant_id');
  });
  expect(breaches.map(named)).toEqual([]);
});

test('an identity column is a bigint, as one number has to do for all machines', async () => {
  const narrow = await ask(
    `SELECT attrelid::regclass::text AS table, attname FROM pg_attribute
      WHERE attidentity <> '' AND atttypid <> 'bigint'::regtype
        AND attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
  );
  expect(narrow).toEqual([]);
});

test('no trigger of a placed table is for TRUNCATE and for rows at once', async () => {
  const triggers = await ask<{ table: string; name: string; mixed: boolean }>(
    `SELECT tgrelid::regclass::text AS table, tgname AS name, (tgtype & 32) <> 0 AND (tgtype & 28) <> 0 AS mixed
       FROM pg_trigger WHERE NOT tgisinternal`,
  );
  expect(triggers.length).toBeGreaterThan(3);
  expect(triggers.filter(({ mixed }) => mixed)).toEqual([]);
});

test('no policy is restrictive: Citus would make it a permissive one', async () => {
  expect(await ask('SELECT policyname FROM pg_policies WHERE permissive <> $1', ['PERMISSIVE'])).toEqual([]);
});

/** What only a database on several machines would refuse of a migration, or do otherwise. */
function breachesOf(migration: string): string[] {
  const sql = migration.replaceAll(/--.*$/gm, '');
  const namesIn = (pattern: RegExp) => [...sql.matchAll(pattern)].map(([, name = '']) => name);
  const placed = namesIn(/place_table\('(\w+)'/gi);
  const unplaced = namesIn(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi).filter(
    (name) => !placed.includes(name),
  );
  return [
    ...unplaced.map((name) => `${name} is not placed`),
    // In two steps, the second one with a name.
    ...namesIn(/ADD COLUMN (\w+)[^;,]*\b(?:CHECK|REFERENCES|UNIQUE|PRIMARY KEY)\b/gi).map(
      (name) => `${name} comes with its condition`,
    ),
    ...namesIn(/GRANT\s+(\w+)\s*\(/gi).map((name) => `${name} on columns goes by let_read_columns`),
  ];
}

test('every migration since then runs on several machines too, and its tables are of the kind that is listed', async () => {
  const folder = new URL('../../migrations/', import.meta.url);
  const later = (await readdir(folder)).filter(
    (name) => name.endsWith('.sql') && Number(name.slice(0, 4)) > lastOfOneMachine,
  );
  const texts = await Promise.all(later.map((name) => readFile(new URL(name, folder), 'utf8')));
  // What a later one dropped is a table no more.
  const dropped = new Set(
    texts.flatMap((sql) => [...sql.matchAll(/^DROP TABLE (\w+);/gm)].map(([, table = '']) => table)),
  );
  for (const name of later) {
    const sql = await readFile(new URL(name, folder), 'utf8');
    expect({ name, breaches: breachesOf(sql) }).toEqual({ name, breaches: [] });
    for (const [, table = '', kind] of sql.matchAll(/place_table\('(\w+)', '(\w+)'\)/g))
      expect({ table, kind }).toEqual({ table, kind: dropped.has(table) ? kind : kindOf(table) });
  }
  expect([...dropped].filter((table) => kindOf(table) !== undefined)).toEqual([]);
  const example = new URL('testing/later-migrations/9001_disputes.sql', import.meta.url);
  expect(breachesOf(await readFile(example, 'utf8'))).toEqual([]);
});

test('what stands for a migration on several machines has its name, and keeps what is said of them', async () => {
  const folder = new URL('../../migrations/', import.meta.url);
  const instead = (await readdir(new URL('cluster/', folder))).filter((name) => name.endsWith('.sql'));
  expect(instead).not.toEqual([]);
  expect(await readdir(folder)).toEqual(expect.arrayContaining(instead));
  for (const name of instead) {
    expect(Number(name.slice(0, 4))).toBeGreaterThan(lastOfOneMachine);
    const sql = await readFile(new URL(`cluster/${name}`, folder), 'utf8');
    expect({ name, breaches: breachesOf(sql) }).toEqual({ name, breaches: [] });
  }
});

test.each([
  ['CREATE TABLE t (id bigint);', 't is not placed'],
  ['ALTER TABLE t ADD COLUMN c text CHECK (c <> 1);', 'c comes with its condition'],
  ['GRANT SELECT (a, b) ON users TO mizan_app;', 'SELECT on columns goes by let_read_columns'],
])('told of a migration: %s', (sql, breach) => {
  expect(breachesOf(`-- GRANT SELECT (x)\n${sql}`)).toEqual([breach]);
});

const wrongly = [
  ['CREATE TABLE t (id bigint PRIMARY KEY)', 'shared', 'there is no such kind'],
  ['CREATE TABLE t (merchant_id bigint)', 'merchant', 'it has no primary key'],
  [
    'CREATE TABLE t (merchant_id bigint REFERENCES merchants (id), id bigint, PRIMARY KEY (merchant_id, id))',
    'merchant',
    'its foreign keys come after it is placed',
  ],
  [
    'CREATE TABLE t (merchant_id bigint, id bigint, uuid uuid UNIQUE, PRIMARY KEY (merchant_id, id))',
    'merchant',
    'a unique key does not begin as the primary key does',
  ],
  [
    'CREATE TABLE t (id integer GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY)',
    'reference',
    'an identity column is not bigint',
  ],
] as const;
test.each(wrongly)('refused on one machine as on several: %s as %s, because %s', async (make, kind, why) => {
  await owner.query('BEGIN');
  try {
    await owner.query(make);
    await expect(owner.query('SELECT place_table($1::regclass, $2)', ['t', kind])).rejects.toThrow(
      `table t cannot be placed as ${kind}: ${why}`,
    );
  } finally {
    await owner.query('ROLLBACK');
  }
});

test('a table that is fit for it is placed, and stays as it is on one machine', async () => {
  await owner.query('BEGIN');
  try {
    await owner.query('CREATE TABLE t (merchant_id bigint, id bigint, PRIMARY KEY (merchant_id, id))');
    await owner.query(
      `SELECT place_table('t', 'merchant'), let_read_columns('users', '{mobile}', 'mizan_app')`,
    );
    const may = `SELECT has_column_privilege('mizan_app', 'users', 'mobile', 'SELECT') AS mobile, is_distributed() AS several`;
    expect(await ask(may)).toEqual([{ mobile: true, several: false }]);
  } finally {
    await owner.query('ROLLBACK');
  }
});
