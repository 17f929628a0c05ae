import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as xlsx from '@e965/xlsx';
import * as contract from '@mizan/contract/exports.ts';
import type { ViewColumn } from '@mizan/contract/views.ts';
import { beforeAll, expect, test } from 'vitest';
import { exportSources } from '../../export-sources.ts';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { exportContent } from '../../platform/exports/export-file.ts';
import type { ExportRow } from '../../platform/exports/export-sheet.ts';
import { drawnTexts } from '../../platform/exports/pdf-trial.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { exportsJobs } from '../exports/exports.jobs.ts';
import { runExportJob } from '../exports/exports.service.ts';
import { loadTransactions } from './testing/bulk-transactions.ts';
import { type MerchantWorld, makeMerchant } from './testing/merchant-world.ts';
import { listPage, totalsOf } from './transactions.service.ts';
import { transactionsTable } from './transactions-export.ts';

const portal = await testPortal();
const { db, clock, exportsFolder: folder } = portal;
const dayMs = 86_400_000;
const rowsLoaded = 60_000;
let world: MerchantWorld;
let token: string;
const days = { from: '2026-10-20', to: '2026-11-22' };

beforeAll(async () => {
  world = await makeMerchant(db);
  const other = await makeMerchant(db);
  const until = clock.now();
  const from = new Date(until.getTime() - 30 * dayMs);
  await inPlatform(db, (tx) => loadTransactions(tx, world, { count: rowsLoaded, from, until }));
  await inPlatform(db, (tx) => loadTransactions(tx, other, { count: 100, from, until }));
  token = await portal.tokenOf(world.owner.userId);
});

const jobs = exportsJobs({
  db,
  clock,
  folder,
  sources: exportSources({ db, clock }),
  everything: () => Promise.reject(new Error('not asked for')),
});
const ask = (filter: object, format: 'csv' | 'xlsx' | 'pdf' = 'csv', columns?: readonly string[]) =>
  portal.call(
    contract.askExport,
    {
      body: {
        subject: { kind: 'transactions', filter, ...(columns && { columns }) },
        format,
        lang: 'en',
      } as never,
    },
    { token },
  );
async function written(filter: object, columns?: readonly ViewColumn[]): Promise<string[]> {
  const { id } = (await ask(filter, 'csv', columns)).json<contract.ExportJob>();
  await jobs[runExportJob]?.({ merchantId: world.merchantId, exportId: id });
  const file = await portal.call(contract.downloadExport, { params: { id } }, { token });
  return file.body.replace('\ufeff', '').trim().split('\r\n');
}

test('a filtered set is written whole, newest first, each row once, as the list and its totals have it', async () => {
  const filter = { ...days, status: ['DECLINED', 'TIMEOUT'], scheme: ['Visa'] } as const;
  const asked = { ...filter, status: [...filter.status], scheme: [...filter.scheme] };
  const [head, ...lines] = await written(asked);
  expect(head?.split(',').slice(0, 5)).toEqual(['Number', '"Date', ' time (Riyadh)"', 'Type', 'Status']);
  const { count } = await totalsOf(db, world.owner, asked, clock.now());
  expect(lines).toHaveLength(count);
  const numbers = lines.map((line) => line.split(',')[0]);
  expect(new Set(numbers).size).toBe(count);
  const { rows } = await listPage(db, world.owner, { ...asked, limit: 200 }, clock.now());
  expect(numbers.slice(0, 200)).toEqual(rows.map(({ id }) => id));
  expect(lines.every((line) => /,(Declined|Timeout),/.test(line))).toBe(true);
});

test('a file has the columns that were chosen, and always what others know a payment by', async () => {
  const filter = { ...days, status: ['APPROVED'], scheme: ['Jcb'] };
  const [head = '', line = ''] = await written(filter, ['terminal', 'rrn']);
  const always = [
    'Number',
    '"Date',
    ' time (Riyadh)"',
    'Type',
    'Status',
    'Amount',
    'Approved amount',
    '"Held',
    ' not charged"',
  ];
  const known = ['STAN', 'Approval code', 'Unique ID'];
  expect(head.split(',')).toEqual([...always, 'Currency', 'RRN', 'Terminal', ...known]);
  const [number] = line.split(',');
  const [row] = await platformRows<{ stan: string; code: string; uuid: string }>(
    db,
    'SELECT stan, approval_code AS code, uuid::text FROM transactions WHERE merchant_id = $1 AND id = $2',
    [world.merchantId, number],
  );
  expect(row?.stan).toMatch(/^\d{6}$/);
  expect(line.endsWith(`,${row?.stan},${row?.code},${row?.uuid}`)).toBe(true);
  const [all = ''] = await written(filter);
  for (const name of ['Card ends with', 'Net', 'Started by', ...known]) expect(all).toContain(name);
  expect((await ask(filter, 'csv', ['nonsense'])).statusCode).toBe(400);
});

test('the sums below a file are those of the screen', async () => {
  const table = await transactionsTable({ db, clock }, world.merchantId, { filter: days }, 'en');
  let rows = 0;
  for await (const batch of table.rows) rows += batch.length;
  expect(rows).toBe(rowsLoaded);
  expect(table.rowsTotal).toBe(rowsLoaded);
  const totals = await totalsOf(db, world.owner, days, clock.now());
  const figures = (row: ExportRow | undefined) => row?.filter((cell) => typeof cell === 'number');
  const [sales, refunded, sum] = table.totals();
  expect(figures(sales)?.[0]).toBe(totals.salesMinor);
  expect(figures(refunded)?.[0]).toBe(-totals.refundedMinor);
  expect([sales?.[1], refunded?.[1]]).toEqual(['Sales, SAR', 'Refunded, SAR']);
  expect(figures(sum)).toEqual([
    totals.salesMinor - totals.refundedMinor,
    totals.feeMinor,
    totals.vatMinor,
    totals.netMinor,
  ]);
});

const minorOf = (cell: unknown): number => Math.round(Number(cell ?? 0) * 100);
/** The rows of a written file by the names of its columns. */
async function readBack(lang: 'en' | 'ar', format: 'csv' | 'xlsx'): Promise<Record<string, unknown>[]> {
  const asked = { filter: { ...days, scheme: ['Jcb' as const] } };
  const table = await transactionsTable({ db, clock }, world.merchantId, asked, lang);
  const { Sheets, SheetNames } = xlsx.read(await buffer(exportContent(table, format)), { raw: true });
  return xlsx.utils.sheet_to_json(Sheets[SheetNames[0] ?? ''] ?? {});
}

test.each([
  ['en', 'Amount', 'Approved amount'],
  ['ar', 'المبلغ', 'المبلغ المقبول'],
] as const)(
  'the column of what counts adds up to sales less refunds to the halala, in %s',
  async (lang, asked, counted) => {
    const [book] = await platformRows<{ rows: number; all: number; approved: number }>(
      db,
      `SELECT count(*) AS rows, sum(signed) AS all, sum(signed) FILTER (WHERE status = 'APPROVED') AS approved
       FROM (SELECT status, CASE WHEN type IN ('REFUND', 'REVERSAL') THEN -amount_minor ELSE amount_minor END AS signed
               FROM transactions WHERE merchant_id = $1 AND scheme = 'Jcb') t`,
      [world.merchantId],
    );
    for (const format of ['csv', 'xlsx'] as const) {
      const rows = await readBack(lang, format);
      const sum = (column: string) => rows.reduce((before, row) => before + minorOf(row[column]), 0);
      expect([format, rows.length, sum(asked), sum(counted)]).toEqual([
        format,
        Number(book?.rows),
        Number(book?.all),
        Number(book?.approved),
      ]);
    }
    expect(Number(book?.all)).not.toBe(Number(book?.approved));
  },
);

test('a PDF ends with sales, refunds and both, as the screen has them', async () => {
  const filter = { from: '2026-11-16', to: days.to, scheme: ['Jcb' as const] };
  const table = await transactionsTable({ db, clock }, world.merchantId, { filter }, 'en');
  const last = drawnTexts(await buffer(exportContent(table, 'pdf'))).at(-1) ?? [];
  const drawn = last.map(({ text }) => text.replaceAll('|', '')).join(' ');
  const { salesMinor, refundedMinor, netMinor } = await totalsOf(db, world.owner, filter, clock.now());
  const shown = (minor: number) =>
    (minor / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const wanted = [
    shown(salesMinor),
    shown(refundedMinor),
    shown(salesMinor - refundedMinor),
    shown(netMinor),
  ];
  expect(refundedMinor).toBeGreaterThan(0);
  expect([wanted, wanted.filter((figure) => !drawn.includes(figure))]).toEqual([wanted, []]);
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** What is held once nothing is left to be collected, in MiB. */
function heldMb(): number {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

test('reading all rows holds a batch of them and not the whole', { timeout: 60_000 }, async () => {
  const table = await transactionsTable({ db, clock }, world.merchantId, { filter: days }, 'en');
  let [most, batches, first, grown] = [0, 0, 0, 0];
  for await (const batch of table.rows) {
    most = Math.max(most, batch.length);
    batches += 1;
    if (batches === 3) first = heldMb();
    else if (batches % 5 === 0) grown = Math.max(grown, heldMb() - first);
  }
  expect(most).toBeLessThanOrEqual(2_000);
  expect(batches).toBeGreaterThan(25);
  // Kept together the rows of this table are more than 30 MiB.
  expect(grown).toBeLessThan(8);
});

test('413: a PDF of more rows than anybody reads, with how many it may have', async () => {
  const refused = await ask(days, 'pdf');
  expect(refused.statusCode).toBe(413);
  expect(refused.json()).toMatchObject({ details: { maxRows: 5_000 } });
});

test('400: a filter that the list refuses too', async () => {
  const refused = await ask({ range: 'all', status: ['APPROVED'], scheme: ['Jcb'] });
  expect(refused.statusCode).toBe(400);
  expect((await ask({ nonsense: 1 })).statusCode).toBe(400);
});

test('the own files are listed, the newest first, and nobody else’s', async () => {
  await platformRows(db, `UPDATE export_jobs SET state = 'DONE' WHERE merchant_id = $1`, [world.merchantId]);
  const made = (await ask({ ...days, scheme: ['Jcb'] })).json<contract.ExportJob>();
  const list = (of: string) =>
    portal.call(contract.listExports, { query: { kind: 'transactions' } }, { token: of });
  const { rows } = (await list(token)).json<{ rows: contract.ExportJob[] }>();
  expect(rows[0]).toEqual(made);
  expect(rows[0]).toMatchObject({ state: 'WAITING', fileName: 'transactions 2026-10-20 2026-11-22.csv' });
  const other = await makeMerchant(db);
  const others = await list(await portal.tokenOf(other.owner.userId));
  expect(others.json()).toEqual({ rows: [] });
});
