import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, inPlatform, inTenant, openDatabase } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { loadTransactions } from '../transactions/testing/bulk-transactions.ts';
import { type MerchantWorld, makeMerchant } from '../transactions/testing/merchant-world.ts';
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
  await owner.end();
});

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Heap Fetches'?: number;
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
