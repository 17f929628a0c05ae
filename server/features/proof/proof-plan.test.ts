import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, inPlatform, openDatabase, type Tx } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { planReads } from '../../testing/plan-reads.ts';
import { loadTransactions } from '../transactions/testing/bulk-transactions.ts';
import { type MerchantWorld, makeMerchant } from '../transactions/testing/merchant-world.ts';
import * as queries from './proof.queries.ts';
import type { ProofSelection } from './proof-sets.ts';

/**
 * The promise of the proof: a day costs what the day holds and a month what the month holds, not what the merchant has. Held on
 * 60,000 payments of a year, through row-level security, by what PostgreSQL says it read.
 */
const database = await testDatabase();
const db = openDatabase(database.roles);
afterAll(() => closeDatabase(db));

const days = 360;
const perDay = 167;
const now = new Date('2026-11-20T12:00:00Z');
let world: MerchantWorld;

beforeAll(async () => {
  world = await makeMerchant(db, { branches: 3, terminals: 12, cashiers: 8 });
  const from = new Date(now.getTime() - days * 86_400_000);
  await inPlatform(db, (tx) => loadTransactions(tx, world, { count: days * perDay, from, until: now }));
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query('ANALYZE');
  await owner.end();
}, 120_000);

const large = ['transactions', 'expectations'];
const readsOf = (ask: (tx: Tx) => Promise<unknown>) => planReads(db, world.merchantId, large, ask);

const selection = (from: string, to: string): ProofSelection => ({
  from,
  to,
  currency: 'SAR',
  branchId: null,
  bankId: null,
  today: '2026-11-20',
  closedFrom: new Date(`${from}T00:00:00+03:00`),
  closedBefore: new Date(`${to}T24:00:00+03:00`),
  by: 'branch',
});

const sums = {
  payments: queries.selectPayments,
  closed: queries.selectClosed,
  counted: queries.selectCounted,
  lines: queries.selectLines,
  cells: queries.selectCells,
  overElsewhere: queries.selectOverElsewhere,
  taken: queries.selectTaken,
  fileDoubts: queries.selectFileDoubts,
} as const;

test.each(Object.keys(sums) as (keyof typeof sums)[])(
  'the sum of %s reads no table as a whole, of a day and of a month no more than they hold',
  async (name) => {
    for (const [from, to, count] of [
      ['2026-10-14', '2026-10-14', 1],
      ['2026-10-01', '2026-10-31', 31],
    ] as const) {
      const reads = await readsOf((tx) => sums[name](tx, selection(from, to)));
      // Each payment as an expectation and as a transaction, and the evenings beside the span.
      expect({ name, count, whole: reads.whole }).toEqual({ name, count, whole: [] });
      expect(reads.rows).toBeLessThanOrEqual((count + 2) * perDay * 3);
      if (name === 'payments') expect(reads.rows).toBeGreaterThanOrEqual(count * perDay * 0.8);
    }
  },
);
