import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closeDatabase,
  inPlatform,
  inTenant,
  openDatabase,
  type Tx,
  withinBranch,
} from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { loadTransactions } from '../transactions/testing/bulk-transactions.ts';
import { type MerchantWorld, makeMerchant } from '../transactions/testing/merchant-world.ts';
import { comparedStatement, hoursStatement } from './comparison.queries.ts';
import { selectFigures, selectSales } from './dashboard.queries.ts';
import { reasonsStatement } from './insights.queries.ts';

/** What the insights read is held by what PostgreSQL says it read, through row-level security. */
const database = await testDatabase();
const db = openDatabase(database.roles);
afterAll(() => closeDatabase(db));

const now = new Date('2026-11-20T12:00:00Z');
const daysAgo = (days: number): Date => new Date(now.getTime() - days * 86_400_000);
let world: MerchantWorld;

beforeAll(async () => {
  world = await makeMerchant(db, { branches: 3, terminals: 12, cashiers: 8 });
  await inPlatform(db, (tx) => loadTransactions(tx, world, { count: 20_000, from: daysAgo(90), until: now }));
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query('VACUUM ANALYZE transactions');
  await owner.query('VACUUM ANALYZE transaction_rollups');
  await owner.query('VACUUM ANALYZE transaction_day_rollups');
  await owner.end();
});

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Heap Fetches'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

async function planOf(statement: { text: string; values: unknown[] }): Promise<PlanNode[]> {
  const rows = await inTenant(db, world.merchantId, (tx) =>
    tx.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`,
      statement.values,
    ),
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (!plan) throw new Error('PostgreSQL gave no plan');
  return nodesOf(plan);
}

test('reasons of 60 days are read from the index of declined payments alone', async () => {
  const nodes = await planOf(reasonsStatement(null, daysAgo(60), now));
  const read = nodes.filter((node) => node['Index Name'] !== undefined);
  expect(read).toMatchObject([
    { 'Node Type': 'Index Only Scan', 'Index Name': 'transactions_declined', 'Heap Fetches': 0 },
  ]);
  expect(nodes.some((node) => node['Node Type'].includes('Seq Scan'))).toBe(false);
});

const indexesOf = (nodes: readonly PlanNode[]) => [
  ...new Set(nodes.flatMap((node) => node['Index Name'] ?? [])),
];
const byHour = ['transaction_rollups_pkey'];

test('both sides of a day are read along the hours of their merchant', async () => {
  const span = (ago: number) => ({ from: daysAgo(ago), before: daysAgo(ago - 1) });
  const nodes = await planOf(comparedStatement(null, span(1), span(8)));
  expect(indexesOf(nodes)).toEqual(byHour);
  expect(nodes.some((node) => node['Node Type'].includes('Seq Scan'))).toBe(false);
});

test('the same hours of eight weeks are read along the hours of their merchant', async () => {
  const hours = [0, 7, 14, 21, 28, 35, 42, 49, 56].flatMap((ago) =>
    [0, 1, 2, 3].map((hour) => new Date(daysAgo(ago).getTime() - hour * 3_600_000)),
  );
  const nodes = await planOf(hoursStatement(null, hours));
  expect(indexesOf(nodes)).toEqual(byHour);
  expect(nodes.some((node) => node['Node Type'].includes('Seq Scan'))).toBe(false);
});

/** What a query asks, instead of its answer. */
async function statementOf(ask: (tx: Tx) => Promise<unknown>): Promise<{ text: string; values: unknown[] }> {
  let statement = { text: '', values: [] as unknown[] };
  await inTenant(db, world.merchantId, (tx) =>
    ask({
      ...tx,
      rows: async (text: string, values: readonly unknown[] = []) => {
        statement = { text, values: [...values] };
        return [];
      },
    }),
  );
  return statement;
}

test.each([
  ['all branches together', null],
  ['the own branch of whoever is held to one', 0],
])('figures by day read the rows of %s and no others', async (_, held) => {
  const days = { from: '2026-08-25', to: '2026-11-20' };
  const scope = { branchId: null, withFiles: true, own: null };
  for (const select of [selectFigures, selectSales]) {
    const statement = await statementOf((tx) => select(tx, scope, days, 'day'));
    const branchId = held === null ? undefined : world.branchIds[held];
    const nodes =
      branchId === undefined
        ? await planOf(statement)
        : await withinBranch(branchId, () => planOf(statement));
    const leftOut = nodes
      .filter((node) => node['Node Type'].includes('Scan'))
      .map((node) => node['Rows Removed by Filter'] ?? 0);
    expect(indexesOf(nodes)).toEqual(['transaction_day_rollups_pkey']);
    expect(leftOut).toEqual(leftOut.map(() => 0));
  }
});
