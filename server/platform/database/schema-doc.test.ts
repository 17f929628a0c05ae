import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { type CatalogueFunction, type CatalogueTable, readCatalogue } from './schema-doc.queries.ts';
import { schemaText } from './schema-doc.ts';

const database = await testDatabase();
const owner = new URL(database.url).username;
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

test('every table of merchants has forced row-level security, with a policy for each role; its owner reads', () => {
  expect(ofMerchants().length).toBeGreaterThan(10);
  for (const { name, forced, policies } of ofMerchants()) {
    expect({ name, forced, policies: policies.map((each) => each.replaceAll(/\s+/g, ' ')) }).toEqual({
      name,
      forced: true,
      policies: [
        `mizan_app: ALL where ${heldTo(name)}`,
        'mizan_platform: ALL where true',
        `${owner}: SELECT where true`,
      ],
    });
  }
});

const ofTenant = '(merchant_id = tenant_id())';
/** By day, branch 0 stands for all branches together: whoever writes a payment adds to it. */
const ofBranch: Readonly<Record<string, string>> = {
  branches: '(id = branch_scope())',
  transaction_day_rollups: '(branch_id = ANY (ARRAY[(0)::bigint, branch_scope()]))',
};
/** What the callers of one mode are held to, besides. */
const ofMode: Readonly<Record<string, string>> = {
  terminals: 'is_test',
  transactions: "(type = 'TEST'::text)",
};
/** A table that says of which branch its rows are holds a branch manager to the own one. */
function heldTo(name: string): string {
  const columns = tables.find((table) => table.name === name)?.columns.map((column) => column.name) ?? [];
  const isRule = name === 'exception_rules';
  if ((!columns.includes('branch_id') || isRule) && name !== 'branches') return ofTenant;
  const mode = ofMode[name];
  if (mode !== undefined) {
    return `(${ofTenant} AND CASE WHEN ((branch_scope() IS NULL) AND (test_scope() IS NULL)) THEN true ELSE (COALESCE((branch_id = branch_scope()), true) AND COALESCE((${mode} = test_scope()), true)) END)`;
  }
  return `(${ofTenant} AND CASE WHEN (branch_scope() IS NULL) THEN true ELSE ${ofBranch[name] ?? '(branch_id = branch_scope())'} END)`;
}

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
