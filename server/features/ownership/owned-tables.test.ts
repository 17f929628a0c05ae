import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tables } from '../../platform/database/tables.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { columnsOf } from './owned.queries.ts';
import { leftOut, ownedTables, secretColumns } from './owned-tables.ts';

const database = await testDatabase();
const owner = new pg.Client({ connectionString: database.url });
beforeAll(() => owner.connect());
afterAll(() => owner.end());

const documentContents = ['application_documents', 'arrived_statements', 'chargeback_evidence'];

async function schemaColumns(): Promise<Map<string, string[]>> {
  const { rows } = await owner.query<{ table: string; columns: string[] }>(
    `SELECT relname AS table, array_agg(attname::text ORDER BY attname) AS columns
       FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') GROUP BY relname`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

test('every table is in the export of everything or named with the reason why not, none in both', () => {
  const named = [...Object.keys(ownedTables), ...Object.keys(leftOut)];
  expect(named.toSorted()).toEqual(Object.keys(tables).toSorted());
});

test('every column of a table in the export stands in it or is named as left out', async () => {
  const schema = await schemaColumns();
  for (const [table, owned] of Object.entries(ownedTables)) {
    const named = [...columnsOf(owned), ...(secretColumns[table]?.split(' ') ?? [])];
    const expected = (schema.get(table) ?? []).filter((name) => name !== 'merchant_id');
    expect([table, ...named.toSorted()]).toEqual([table, ...expected.toSorted()]);
  }
});

test('no column that looks like a secret is in the export', () => {
  const named = Object.entries(ownedTables).flatMap(([table, owned]) =>
    columnsOf(owned).map((column) => `${table}.${column}`),
  );
  const looks = /password|secret|token|key_hash|_hash$|code_hash|p256dh|endpoint|private|signature|draft/;
  // The chain of the audit log, which proves it, and what a bank's columns look like.
  const none = ['audit_entries.prev_hash', 'bank_layouts.signature', 'statement_layouts.signature'];
  expect(named.filter((name) => looks.test(name) && !none.includes(name))).toEqual([]);
});

test('what a merchant keeps as books is left out for no reason but that it follows from other rows', () => {
  const books = Object.keys(leftOut).filter((table) => tables[table]?.life === 'books');
  const reasons = new Set(books.map((table) => `${table}: ${leftOut[table]}`));
  expect([...reasons].toSorted()).toEqual([
    'audit_heads: derived',
    'bank_claims: derived',
    'bank_files_told: passing',
    'bank_holidays: platform',
    'expectation_days: derived',
    'transaction_day_rollups: derived',
    'transaction_rollups: derived',
    'vat_rates: platform',
  ]);
});

test('contents of documents are left out of tables alone: they are files of the archive', () => {
  const withContent = Object.keys(secretColumns).filter((table) =>
    secretColumns[table]?.split(' ').includes('content'),
  );
  expect(withContent.toSorted()).toEqual(documentContents);
});
