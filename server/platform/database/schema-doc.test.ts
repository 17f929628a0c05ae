import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { type CatalogueFunction, type CatalogueTable, readCatalogue } from './schema-doc.queries.ts';
import { schemaText } from './schema-doc.ts';

const database = await testDatabase();
const client = new pg.Client({ connectionString: database.url });
let tables: CatalogueTable[] = [];
let functions: CatalogueFunction[] = [];
beforeAll(async () => {
  await client.connect();
  ({ tables, functions } = await readCatalogue(client));
});
afterAll(() => client.end());

const primaryKey = ({ constraints }: CatalogueTable) =>
  constraints.find((constraint) => constraint.startsWith('PRIMARY KEY')) ?? '';
const ofMerchants = () => tables.filter((table) => primaryKey(table).includes('(merchant_id'));

test('docs/schema.md is what the catalogue says', async () => {
  await expect(schemaText(tables, functions)).toMatchFileSnapshot('../../../docs/schema.md');
});

test('every table of merchants has forced row-level security, with a policy for each role', () => {
  expect(ofMerchants().length).toBeGreaterThan(10);
  for (const { name, forced, policies } of ofMerchants()) {
    expect({ name, forced, policies }).toEqual({
      name,
      forced: true,
      policies: ['mizan_app: ALL where (merchant_id = tenant_id())', 'mizan_platform: ALL where true'],
    });
  }
});

test('merchant_id comes first in every key between tables of merchants', () => {
  const foreign = ofMerchants().flatMap(({ name, constraints }) =>
    constraints.filter((each) => each.startsWith('FOREIGN KEY')).map((each) => `${name}: ${each}`),
  );
  const breaches = foreign.filter((each) => !/FOREIGN KEY \(merchant_id[,)]/.test(each));
  expect(breaches).toEqual([]);
});

test('every table with a merchant_id that mizan_app may touch holds it to its own merchant', () => {
  const open = tables.filter(
    ({ columns, grants, forced }) =>
      columns.some(({ name }) => name === 'merchant_id') &&
      grants.some((grant) => grant.startsWith('mizan_app')) &&
      !forced,
  );
  expect(open.map(({ name }) => name)).toEqual([]);
});

test('mizan_app may delete nothing but what a bank file is worked out to anew, and reads no password', async () => {
  const deleting = tables.filter(({ grants }) =>
    grants.some((g) => /^mizan_app: .*(?:DELETE|TRUNCATE)/.test(g)),
  );
  expect(deleting.map(({ name }) => name).sort()).toEqual([
    'bank_entries',
    'bank_entry_blocks',
    'bank_line_notes',
  ]);
  const { rows } = await client.query(
    "SELECT has_column_privilege('mizan_app', 'users', 'password_hash', 'SELECT') AS may",
  );
  expect(rows).toEqual([{ may: false }]);
});
