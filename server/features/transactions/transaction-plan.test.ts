import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDatabase, inTenant, openDatabase } from '../../platform/database/database.ts';
import { isRepeatable } from '../../platform/database/statement-names.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { merchantWith } from './testing/bulk-transactions.ts';
import type { MerchantWorld } from './testing/merchant-world.ts';
import { filterOf } from './transaction-window.ts';
import { pageStatement } from './transactions.queries.ts';
import { ownScope } from './transactions.service.ts';

/**
 * The promise of the list: a page costs what it shows, not what the merchant holds. Held on 50,000 payments
 * within the window, through row-level security, by what PostgreSQL says it read. A statement that comes again
 * is prepared, and PostgreSQL may then plan it without knowing its parameters: both plans are held.
 */
const database = await testDatabase();
const db = openDatabase(database.roles);
afterAll(() => closeDatabase(db));

const now = new Date('2026-11-20T12:00:00Z');
const pageRows = 51;
let world: MerchantWorld;

beforeAll(async () => {
  world = await merchantWith(
    db,
    { count: 50_000, days: 30, until: now },
    { branches: 3, terminals: 12, cashiers: 8 },
  );
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query('ANALYZE transactions, branches, expectations, expectation_days');
  await owner.end();
});

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** For each use, knowing its parameters; or once for all, without. */
const planModes = ['each time', 'once'] as const;
type PlanMode = (typeof planModes)[number];

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

async function readsOf(mode: PlanMode, asked: Parameters<typeof filterOf>[0], member = world.owner) {
  const filter = filterOf(asked, ownScope(member), now);
  const { text, values } = pageStatement(filter, null, pageRows);
  const plan = await inTenant(db, world.merchantId, async (tx) => {
    const planned = mode === 'once' && isRepeatable(text) ? 'force_generic_plan' : 'force_custom_plan';
    await tx.change(`SET LOCAL plan_cache_mode = ${planned}`);
    await tx.change(`PREPARE page AS ${text}`);
    const given = values.map((value) =>
      pg.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)),
    );
    const explain = `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE page (${given.join(', ')})`;
    const row = await tx.row<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain);
    await tx.change('DEALLOCATE page');
    if (!row) throw new Error('EXPLAIN says something');
    return row['QUERY PLAN'][0].Plan;
  });
  const nodes = nodesOf(plan);
  const scans = nodes.filter(
    (node) => node['Relation Name'] === 'transactions' || node['Index Name']?.startsWith('transactions_'),
  );
  return {
    indexes: [...new Set(scans.flatMap((node) => node['Index Name'] ?? []))].sort(),
    wholeTable: scans.some((node) => node['Node Type'] === 'Seq Scan'),
    rowsRead: scans.reduce(
      (sum, node) =>
        sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    ),
  };
}

describe.each(planModes)('planned %s', (mode) => {
  test.each<[string, (w: MerchantWorld) => Parameters<typeof filterOf>[0], string[]]>([
    ['no filter', () => ({}), ['transactions_list']],
    ['a status', () => ({ status: ['TIMEOUT'] }), ['transactions_by_status']],
    ['two statuses', () => ({ status: ['TIMEOUT', 'CANCELED'] }), ['transactions_by_status']],
    ['a scheme', () => ({ scheme: ['Jcb'] }), ['transactions_by_scheme']],
    ['a terminal', (w) => ({ terminalId: [w.terminals[3]?.id ?? ''] }), ['transactions_by_terminal']],
    ['a branch', (w) => ({ branchId: [w.branchIds[1] ?? ''] }), ['transactions_by_branch']],
    ['two cashiers', (w) => ({ cashierId: w.cashierIds.slice(0, 2) }), ['transactions_by_cashier']],
    ['a starter', (w) => ({ startedById: [w.owner.userId] }), ['transactions_by_starter']],
    ['refunds', () => ({ type: ['REFUND'] }), ['transactions_by_type']],
    ['what was given back', () => ({ type: ['REFUND', 'REVERSAL'] }), ['transactions_by_type']],
    ['purchases', () => ({ type: ['PURCHASE'] }), ['transactions_list']],
    ['what is not due', () => ({ bank: 'NOT_DUE' }), ['transactions_unconfirmed']],
    ['what is overdue', () => ({ bank: 'OVERDUE' }), ['transactions_unconfirmed']],
    ['another currency', () => ({ currency: ['USD'] }), ['transactions_by_currency']],
    ['riyals', () => ({ currency: ['SAR'] }), ['transactions_list']],
    [
      'minutes of a day',
      () => ({ paidFrom: '2026-11-18T12:00:00.000Z', paidBefore: '2026-11-18T12:30:00.001Z' }),
      ['transactions_list'],
    ],
    [
      'what was open before an instant',
      () => ({ paidBefore: '2026-11-18T12:00:00.000Z', bank: 'OPEN' }),
      ['transactions_unconfirmed'],
    ],
    ['all time', () => ({ range: 'all' }), ['transactions_list']],
    ['a status over all time', () => ({ range: 'all', status: ['TIMEOUT'] }), ['transactions_by_status']],
    ['one amount', () => ({ minAmountMinor: 777, maxAmountMinor: 777 }), ['transactions_by_amount']],
    ['an order reference', () => ({ search: 'ORD-10' }), ['transactions_by_order']],
    [
      'an approval code',
      () => ({ search: '446478', searchAs: 'approvalCode' }),
      ['transactions_by_approval'],
    ],
    ['a STAN', () => ({ search: 'STAN 000042', searchAs: 'stan' }), ['transactions_by_stan']],
    [
      'a STAN at a terminal',
      (w) => ({ search: `TID ${w.terminals[3]?.tid} STAN 000042`, searchAs: 'stanAtTerminal' }),
      ['transactions_by_stan'],
    ],
    [
      'the number of a terminal',
      (w) => ({ search: `TID ${w.terminals[3]?.tid}`, searchAs: 'terminal' }),
      ['transactions_by_terminal'],
    ],
  ])('a page by %s reads no more than it shows, along its index', async (_, asked, indexes) => {
    const reads = await readsOf(mode, asked(world));
    expect(reads.wholeTable).toBe(false);
    expect(reads.indexes).toEqual(indexes);
    const filter = filterOf(asked(world), null, now);
    const alternatives = Math.max(
      filter.status?.length ?? 1,
      filter.cashierId?.length ?? 1,
      filter.search?.length ?? 1,
    );
    // A filter that is not the most selective one of all may walk past some rows of others.
    expect(reads.rowsRead).toBeLessThanOrEqual(pageRows * alternatives * 8);
  });

  test('a search by four digits reads the number, the card and the order, nothing else', async () => {
    const reads = await readsOf(mode, { search: '3421' });
    expect(reads.indexes).toEqual(['transactions_by_card', 'transactions_by_order', 'transactions_pkey']);
    expect(reads.rowsRead).toBeLessThanOrEqual(pageRows * 3);
  });

  test('what has no known outcome is read from the few that ask, not from the list', async () => {
    const reads = await readsOf(mode, { bank: 'OUTCOME_UNKNOWN' });
    expect(reads.wholeTable).toBe(false);
    expect(reads.indexes).not.toContain('transactions_list');
    expect(reads.rowsRead).toBeLessThanOrEqual(pageRows);
    const both = await readsOf(mode, { bank: 'NOT_CONFIRMED' });
    expect(both.wholeTable).toBe(false);
    expect(both.indexes).toContain('transactions_unconfirmed');
    expect(both.indexes).not.toContain('transactions_list');
    expect(both.rowsRead).toBeLessThanOrEqual(pageRows * 2);
  });

  test('an RRN is found by its index', async () => {
    const reads = await readsOf(mode, { search: '630100000001' });
    expect(reads.indexes).toContain('transactions_by_rrn');
    expect(reads.wholeTable).toBe(false);
    expect(reads.rowsRead).toBeLessThanOrEqual(pageRows);
  });

  test('a narrow range of amounts reads that range and not the window', async () => {
    const reads = await readsOf(mode, { minAmountMinor: 50_000, maxAmountMinor: 50_020 });
    expect(reads.indexes).toEqual(['transactions_by_amount']);
    expect(reads.rowsRead).toBeLessThanOrEqual(200);
  });

  test("a cashier's page reads the own payments and the own terminal's", async () => {
    const cashier = world.cashiers[2];
    if (!cashier) throw new Error('the world has cashiers');
    const reads = await readsOf(mode, {}, cashier);
    expect(reads.indexes).toEqual(['transactions_by_cashier', 'transactions_by_terminal']);
    expect(reads.rowsRead).toBeLessThanOrEqual(pageRows * 2);
  });
});
