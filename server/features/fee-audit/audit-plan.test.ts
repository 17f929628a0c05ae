import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, inPlatform, openDatabase, type Tx } from '../../platform/database/database.ts';
import { testDatabase } from '../../platform/testing/database.ts';
import { planReads } from '../../testing/plan-reads.ts';
import { merchantWith } from '../transactions/testing/bulk-transactions.ts';
import type { MerchantWorld } from '../transactions/testing/merchant-world.ts';
import { selectCorrections, selectDiffering, selectInSums, selectQuietLines } from './audit.queries.ts';
import { selectQuietRows } from './audit-lines.queries.ts';
import { selectChargedRents } from './rents.queries.ts';

/**
 * The promise of the fee audit: a month costs what the month holds, not what the merchant has. Held on 60,000 payments of a year in a
 * file a day, one line in fifty of which differs, through row-level security, by what PostgreSQL says it read.
 */
const database = await testDatabase();
const db = openDatabase(database.roles);
afterAll(() => closeDatabase(db));

const days = 360;
const perDay = 167;
const now = new Date('2026-11-20T12:00:00Z');
const one = ['2026-10-01', '2026-10-31'] as const;
let world: MerchantWorld;

/** Files as the judging leaves them: what agrees in a block, what differs in rows, and a rent. */
const filesSql = `
  WITH day AS (
    SELECT business_day AS d, min(bank_id) AS bank_id, array_agg(transaction_id ORDER BY transaction_id) FILTER (WHERE transaction_id % 50 <> 0) AS ids,
           array_agg(transaction_id) FILTER (WHERE transaction_id % 50 = 0) AS other
      FROM expectations WHERE merchant_id = $1 GROUP BY business_day
  ), file AS (
    INSERT INTO bank_files (merchant_id, uuid, file_name, size_bytes, sha256, state, verdict, summary, uploaded_by, uploaded_by_name,
                            created_at, last_day)
    SELECT $1, gen_random_uuid(), d || '.csv', 1, sha256(d::text::bytea), 'DONE', 'UNBALANCED', '{}', 1, 'Sara', now(), d FROM day
    RETURNING id, last_day
  ), block AS (
    INSERT INTO bank_entry_blocks (merchant_id, bank_file_id, first_seq, last_seq, claims, matched_by, first_id, last_id, first_day,
                                   last_day, transaction_ids, lines, days, charges)
    SELECT $1, f.id, 1000, 999 + cardinality(y.ids), true, 'reference', y.ids[1], y.ids[cardinality(y.ids)], y.d, y.d, y.ids, y.ids,
           array_fill(y.d, ARRAY[cardinality(y.ids)]), array_fill(50::bigint, ARRAY[cardinality(y.ids)])
      FROM day y JOIN file f ON f.last_day = y.d
    RETURNING 1
  ), rent AS (
    INSERT INTO bank_entries (merchant_id, bank_file_id, seq, outcome, step, currency, line, claims, difference_minor, day)
    SELECT $1, f.id, 1, 'rent', 'rent', 'SAR', 1, false, -11500, f.last_day FROM file f
    RETURNING 1
  )
  INSERT INTO bank_entries (merchant_id, bank_file_id, seq, outcome, step, currency, transaction_id, line, claims, bank_minor, difference_minor,
                            charge_minor, day)
  SELECT $1, f.id, 1 + row_number() OVER (PARTITION BY f.id), 'feeDiffers', 'feeDiffers', 'SAR', o, o, true, 1000, -10, 60, y.d
    FROM day y JOIN file f ON f.last_day = y.d CROSS JOIN LATERAL unnest(y.other) AS o`;

beforeAll(async () => {
  world = await merchantWith(
    db,
    { count: days * perDay, days, until: now },
    { branches: 3, terminals: 12, cashiers: 8 },
  );
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await inPlatform(db, (tx) => tx.change(filesSql, [world.merchantId]));
  await owner.query('ANALYZE');
  await owner.end();
}, 120_000);

/** Blocks and lines that differ are few, and may be read as a whole: corrections are looked for in all files. */
const large = ['transactions', 'expectations'];
const bankIds = async (): Promise<string[]> =>
  inPlatform(db, async (tx) =>
    (
      await tx.rows<{ id: string }>('SELECT id::text FROM banks WHERE merchant_id = $1', [world.merchantId])
    ).map(({ id }) => id),
  );

/** A page of the lines that are as agreed, over all days at once: the service asks for a day first. */
const asAgreed = {
  kind: 'asAgreed',
  currency: 'SAR',
  scheme: null,
  days: null,
  except: [],
  after: null,
  limit: 51,
} as const;

test('the lines of a month read no large table as a whole, and no more than the month holds', async () => {
  const of = { bankIds: await bankIds(), limit: 50_001 };
  const asked: Record<string, (tx: Tx) => Promise<unknown>> = {
    quiet: (tx) => selectQuietLines(tx, ...one, of.bankIds),
    page: (tx) => selectQuietRows(tx, ...one, { ...asAgreed, bankIds: of.bankIds }),
    differing: (tx) => selectDiffering(tx, ...one, of),
    corrections: (tx) => selectCorrections(tx, ...one, of),
    inSums: (tx) => selectInSums(tx, ...one),
    rents: (tx) => selectChargedRents(tx, ...one, 20_001),
  };
  const month = 31 * perDay;
  for (const [name, ask] of Object.entries(asked)) {
    const { rows, whole } = await planReads(db, world.merchantId, large, ask);
    expect({ name, whole }).toEqual({ name, whole: [] });
    // Each payment as an expectation, once by its block and once by the lines beside it; a payment's own day may lie beside.
    expect({ name, isWithin: rows <= month * 3 }).toEqual({ name, isWithin: true });
    if (name === 'quiet') expect(rows).toBeGreaterThanOrEqual(month * 0.8);
  }
});
