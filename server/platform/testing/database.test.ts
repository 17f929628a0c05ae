import pg from 'pg';
import { expect, test } from 'vitest';
import { closeDatabase, openDatabase, platformRows, tenantRows } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { testDatabase } from './database.ts';

const [first, second] = await Promise.all([testDatabase(), testDatabase()]);

async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('each database is migrated, and what one writes the other does not see', async () => {
  await ask(first.url, 'CREATE TABLE only_here AS SELECT 1 AS one');
  const tables =
    "SELECT count(*)::int AS count FROM pg_tables WHERE tablename IN ('only_here', 'transactions')";
  expect(await ask(first.url, tables)).toEqual([{ count: 2 }]);
  expect(await ask(second.url, tables)).toEqual([{ count: 1 }]);
});

test('a second migration changes nothing; an edited one is refused', async () => {
  await migrate(second.url);
  await ask(second.url, "UPDATE schema_migrations SET hash = 'edited' WHERE number = 1");
  await expect(migrate(second.url)).rejects.toThrow('was edited after it was applied');
});

test('the owner is no superuser, so that tests have the rights of production', async () => {
  const me = 'SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user';
  expect(await ask(first.url, me)).toEqual([{ rolsuper: false, rolbypassrls: false }]);
});

test('both roles of the portal sign in, and a tenant sees its own rows alone', async () => {
  const db = openDatabase(first.roles);
  try {
    const make = `INSERT INTO merchants (id, uuid, name_en, name_ar)
      VALUES (1, gen_random_uuid(), 'One', 'واحد'), (2, gen_random_uuid(), 'Two', 'اثنان') RETURNING id::text`;
    expect(await platformRows(db, make)).toHaveLength(2);
    expect(await tenantRows(db, '2', 'SELECT id::text FROM merchants')).toEqual([{ id: '2' }]);
  } finally {
    await closeDatabase(db);
  }
});
