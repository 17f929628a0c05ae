import * as bulk from '@mizan/contract/bulk.ts';
import pg from 'pg';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { openMailer } from '../../platform/mail/mailer.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { runBulk } from './run-bulk.ts';

const portal = await testPortal();
const { db, clock } = portal;

const linesOfBlock = 500;
const branches = 900;
/** Of each branch its own line, one of a cashier and one of the terminal where they work. */
const lines = branches * 3;

function fileOf(): Buffer {
  const rows = [
    'Kind,Branch code,Name in English,Name in Arabic,Full name,Role,Username,Terminal ID,Model,Cashier',
  ];
  for (let at = 0; at < branches; at += 1) {
    rows.push(
      `Terminal,MANY-${at},,,,,,${70_000_000 + at},PAX A920,many.${at}`,
      `User,MANY-${at},,,Noura,Cashier,many.${at},,,`,
      `Branch,MANY-${at},Many,كثير,,,,,,`,
    );
  }
  return Buffer.from(rows.join('\n'));
}

/** What goes through the connections that a run writes by: how many statements, and how large the largest of them are. */
function watchStatements() {
  const seen = { statements: 0, rowsMost: 0, charsMost: 0 };
  const watched = new WeakSet<pg.PoolClient>();
  db.platformBulk.on('acquire', (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client) as (sent: unknown) => Promise<{ rowCount: number | null }>;
    const heard = async (sent: string | { values?: unknown[] }) => {
      const given = typeof sent === 'string' ? [] : (sent.values ?? []);
      const answer = await query(sent);
      seen.statements += 1;
      seen.rowsMost = Math.max(seen.rowsMost, answer.rowCount ?? 0);
      seen.charsMost = Math.max(seen.charsMost, ...given.map((value) => JSON.stringify(value)?.length ?? 0));
      return answer;
    };
    Object.assign(client, { query: heard });
  });
  return seen;
}

test('a file of many lines is written block by block: no statement has more of it than a block, and none is for one line', async () => {
  const { merchantId, owner } = await openShop(db, 0);
  const by = { token: await portal.tokenOf(owner.userId) };
  const uploaded = await portal.call(
    bulk.uploadBulk,
    { query: { fileName: 'many.csv' }, body: fileOf() },
    by,
  );
  const { id } = uploaded.json<{ id: string }>();
  expect((await portal.call(bulk.startBulk, { params: { id }, body: { lines: 'all' } }, by)).statusCode).toBe(
    200,
  );
  const seen = watchStatements();
  const mailer = openMailer({ smtpUrl: null, host: 'mizan.test', clock });
  await runBulk({ db, clock, mailer, linkBase: () => 'https://mizan.test' }, { merchantId, runId: id });
  const { run } = (await portal.call(bulk.getBulkRun, { params: { id } }, by)).json<{ run: bulk.BulkRun }>();
  expect(run).toMatchObject({ state: 'DONE', written: lines });
  expect(seen.rowsMost).toBe(linesOfBlock);
  expect(seen.charsMost).toBeGreaterThan(linesOfBlock);
  expect(seen.charsMost).toBeLessThan(linesOfBlock * 400);
  expect(seen.statements).toBeGreaterThan(lines / linesOfBlock);
  expect(seen.statements).toBeLessThan(lines / 10);
});

/** What PostgreSQL counted before the file: none of its rows. */
async function countNow(): Promise<void> {
  const owner = new pg.Client({ connectionString: portal.database.url });
  await owner.connect();
  await owner.query('VACUUM ANALYZE branches, users, terminals');
  await owner.end();
}

test('a foreign key finds one branch of many by its own number, though nothing of the merchant was counted yet', async () => {
  await countNow();
  const { merchantId } = await openShop(db, 0);
  await platformRows(
    db,
    `INSERT INTO branches (merchant_id, code, name_en, name_ar, created_at)
     SELECT $1, 'FK-' || n, 'Many', 'كثير', now() FROM generate_series(1, 500) AS n`,
    [merchantId],
  );
  const plan = await platformRows<Record<string, string>>(
    db,
    `EXPLAIN SELECT 1 FROM ONLY branches x WHERE x.merchant_id = ${merchantId}
        AND x.id = (SELECT max(id) FROM branches WHERE merchant_id = ${merchantId}) FOR KEY SHARE OF x`,
  );
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('branches_pkey on branches x');
});
