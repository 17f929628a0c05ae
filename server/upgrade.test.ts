import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getBankFile, listBankFiles } from '@mizan/contract/reconciliation.ts';
import { listTransactions } from '@mizan/contract/transactions.ts';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { backedUpFolders } from './backup.ts';
import { verifyAudit } from './platform/audit/verify.ts';
import { restore } from './platform/backup/restore.ts';
import { platformRows } from './platform/database/database.ts';
import { knownMigrations, migrate } from './platform/database/migrate.ts';
import { emptyDatabase, testSecret } from './platform/testing/database.ts';
import { testPortal } from './testing/test-portal.ts';

/**
 * Portals of earlier versions with their data, as `npm run backup` of that version wrote them: the demo of a few days on
 * real terminals, with a judged bank file. One is added with each release, and none is ever made anew.
 */
const kept = fileURLToPath(new URL('testing/upgrades/', import.meta.url));
const archives = (await readdir(kept)).filter((name) => name.endsWith('.zip'));
const folder = await mkdtemp(join(tmpdir(), 'mizan-upgrade-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function on<T>(url: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

interface Column {
  table: string;
  column: string;
  type: string;
}

/** The columns that there are, as the names of tables and of their columns: what is asked before and after. */
const columnsOf = (url: string): Promise<Column[]> =>
  on(url, async (owner) => {
    const { rows } = await owner.query<Column>(
      `SELECT relname AS table, attname AS column, atttypid::regtype::text AS type
         FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'schema_migrations'
        ORDER BY 1, attnum`,
    );
    return rows;
  });

/**
 * What is compared of a column of which a migration means to change a part. Chargebacks stand beside what is to claim since level 319
 * (docs/decisions/0448-a-chargeback-is-no-claim.md): the rest of a verdict, and its differences, are as they were.
 */
const comparedOf = new Map([
  [
    'bank_files.summary',
    `(summary - 'currencies' || jsonb_build_object('differences', jsonb_path_query_array(summary, '$.currencies[*].differenceMinor')))`,
  ],
]);

/** How many rows a table has, and by column the sum of every number and the hash of everything else. */
async function figuresOf(url: string, columns: readonly Column[]): Promise<Record<string, string>> {
  const figures: Record<string, string> = {};
  await on(url, async (owner) => {
    for (const [table, itsColumns] of Map.groupBy(columns, (each) => each.table)) {
      const sums = itsColumns.map(({ column, type }) => {
        const text = `coalesce(${comparedOf.get(`${table}.${column}`) ?? column}::text, 'null')`;
        return type === 'bigint'
          ? `sum(${column})::text`
          : `md5(string_agg(md5(${text}), '' ORDER BY md5(${text})))`;
      });
      const { rows } = await owner.query<{ count: string; sums: string[] }>(
        `SELECT count(*)::text AS count, ARRAY[${sums.join(', ')}] AS sums FROM "${table}"`,
      );
      figures[table] = `${rows[0]?.count} rows`;
      for (const [at, { column }] of itsColumns.entries()) {
        figures[`${table}.${column}`] = String(rows[0]?.sums[at]);
      }
    }
  });
  return figures;
}

test('portals of earlier versions are kept', () => {
  expect(archives.length).toBeGreaterThan(0);
});

/** Whoever opens a session writes one; a migration that means to change what is there is named here, with its reason. */
const changes =
  // Rates that said the law's VAT follow it since level 132 (docs/decisions/0174-vat-by-day.md); what they charge is compared still.
  /^sessions|^discount_rates\.vat_bps$|^bank_rents\.vat_bps$/;

test.each(archives)(
  '%s: its database is migrated, nothing is lost, and the portal reads it',
  async (name) => {
    const database = await emptyDatabase();
    const dataDir = await mkdtemp(join(folder, 'data-'));
    const to = { ownerUrl: database.url, secret: testSecret, dataDir, folders: backedUpFolders };
    const manifest = await restore(join(kept, name), to);
    const level = manifest.migrations.at(-1)?.number ?? 0;
    const newest = (await knownMigrations()).at(-1)?.number ?? 0;
    expect(level).toBeLessThan(newest);
    const columns = await columnsOf(database.url);
    const before = await figuresOf(database.url, columns);
    for (const table of ['transactions', 'bank_file_verdicts', 'bank_exceptions', 'audit_entries', 'users']) {
      expect([table, before[table]]).not.toEqual([table, '0 rows']);
    }

    // As a portal does before it serves.
    await migrate(database.url);
    const portal = await testPortal(new Date(manifest.takenAt), { on: database });
    const reached = await platformRows(portal.db, 'SELECT max(number) AS number FROM schema_migrations');
    expect(reached).toEqual([{ number: newest }]);
    const [owner] = await platformRows<{ id: string }>(
      portal.db,
      `SELECT id::text FROM users WHERE email = 'merchant@mizan.test'`,
    );
    const token = await portal.tokenOf(owner?.id ?? '');
    const payments = await portal.call(listTransactions, { query: {} }, { token });
    expect(payments.json<{ rows: unknown[] }>().rows.length).toBeGreaterThan(0);
    const files = await portal.call(listBankFiles, { query: {} }, { token });
    const [file] = files.json<{ rows: { id: string }[] }>().rows;
    const judged = await portal.call(getBankFile, { params: { id: file?.id ?? '' } }, { token });
    expect(judged.json<{ verdict: unknown }>().verdict).not.toBeNull();

    const after = await figuresOf(database.url, columns);
    const lost = Object.keys(before).filter(
      (figure) => !changes.test(figure) && after[figure] !== before[figure],
    );
    expect(lost).toEqual([]);
    const chains = await verifyAudit(portal.db, []);
    expect(chains.length).toBeGreaterThan(0);
    expect(chains.filter(({ broken }) => broken !== null)).toEqual([]);
  },
);
