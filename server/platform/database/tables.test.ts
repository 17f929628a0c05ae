import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { type TableLife, tables } from './tables.ts';

const database = await testDatabase();
const owner = new pg.Client({ connectionString: database.url });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

const tablesOf = (...lives: readonly TableLife[]): string[] =>
  Object.entries(tables)
    .filter(([, { life }]) => lives.includes(life))
    .map(([table]) => table)
    .sort();

/** Tables of which a role that portals serve as may take rows away, whichever way. */
async function deletable(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT DISTINCT relname AS name FROM pg_class, unnest(ARRAY['mizan_app', 'mizan_platform']) AS role,
            unnest(ARRAY['DELETE', 'TRUNCATE']) AS way
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND has_table_privilege(role, pg_class.oid, way)`,
  );
  return rows.map(({ name }) => name).sort();
}

test('what is of the books, and what somebody set, no role of the portal can delete; all else one can', async () => {
  expect(await deletable()).toEqual(tablesOf('timed', 'rewritten', 'untilTakenOut'));
});

test('what is deleted takes nothing of the books with it', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint WHERE contype = 'f' AND confdeltype <> 'a'`,
  );
  const kept = new Set(tablesOf('books', 'settings'));
  expect(rows.map(({ name }) => name).filter((name) => kept.has(name))).toEqual([]);
});
