import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { getHeapSpaceStatistics } from 'node:v8';
import * as xlsx from '@e965/xlsx';
import { exportLimits } from '@mizan/contract/export-terms.ts';
import { expect, test } from 'vitest';
import { exportContent, exportFile } from './export-file.ts';
import type { ExportRow, ExportTable } from './export-sheet.ts';
import { threadHeapMb, threadsRunning, writeInThread } from './export-thread.ts';

const batchRows = 2_000;

/** A table that is made while it is asked for; `made` counts. */
function tableOf(rowsTotal: number, fail?: Error) {
  const counter = { made: 0, ended: false };
  async function* rows(): AsyncGenerator<readonly ExportRow[]> {
    try {
      while (counter.made < rowsTotal) {
        const from = counter.made;
        counter.made = Math.min(rowsTotal, from + batchRows);
        yield Array.from(
          { length: counter.made - from },
          (_, at): ExportRow => [
            `Terminal ${from + at} of the branch in Riyadh, which has a long name`,
            `6324${from + at}`,
            from + at,
          ],
        );
        if (fail && counter.made === rowsTotal) throw fail;
      }
    } finally {
      counter.ended = true;
    }
  }
  const table: ExportTable = {
    title: 'Rows',
    facts: [],
    columns: [
      { name: 'Name', kind: 'text', letters: 40 },
      { name: 'RRN', kind: 'text', letters: 14 },
      { name: 'Amount', kind: 'amount', letters: 10 },
    ],
    reader: 'en',
    rowsTotal,
    rows: rows(),
    totals: () => [],
  };
  return { table, counter };
}

test('200,000 rows pass through a thread whose heap could not hold them', { timeout: 120_000 }, async () => {
  const rowsTotal = 200_000;
  const { table } = tableOf(rowsTotal);
  // What the rows are worth as XML alone, two bytes a letter where Arabic is among them.
  expect(rowsTotal * 2 * 250).toBeGreaterThan(threadHeapMb.xlsx * 1024 * 1024);
  let sizeBytes = 0;
  for await (const bytes of writeInThread(table, 'xlsx')) sizeBytes += (bytes as Uint8Array).length;
  expect(sizeBytes).toBeGreaterThan(rowsTotal);
});

const isLong = Boolean(process.env['MIZAN_LONG']);
/** The rows would take several times as much, were they kept. */
const growsBytesMax = 100 * 1024 * 1024;

test.runIf(isLong).each(['csv', 'xlsx'] as const)(
  'a million rows as %s need no more memory than the first hundred thousand',
  { timeout: 600_000 },
  async (format) => {
    const { table, counter } = tableOf(1_000_000);
    let [first, most, sizeBytes] = [0, 0, 0];
    for await (const bytes of exportContent(table, format)) {
      sizeBytes += (bytes as Uint8Array).length;
      const { rss } = process.memoryUsage();
      if (counter.made <= 100_000) first = Math.max(first, rss);
      else most = Math.max(most, rss);
    }
    expect([counter.made, first > 0, most > 0]).toEqual([1_000_000, true, true]);
    expect(sizeBytes).toBeGreaterThan(1_000_000);
    expect(most - first).toBeLessThan(growsBytesMax);
  },
);

const mebibyte = 1024 * 1024;
/** What lies where only a full collection takes it from, dead or alive. */
const oldBytes = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name }) => ['old_space', 'large_object_space'].includes(space_name))
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0);

test('rows that grew old on their way into a file are collected while it is written', {
  timeout: 120_000,
}, async () => {
  const { table, counter } = tableOf(400_000);
  const held: unknown[] = [];
  // Each batch lives through several others, as rows do that wait for a disk: the collector takes it for something that stays.
  async function* aging(): AsyncGenerator<readonly ExportRow[]> {
    for await (const batch of table.rows) {
      held.push(batch);
      if (held.length > 20) held.shift();
      yield batch;
    }
  }
  let [first, most] = [0, 0];
  for await (const bytes of exportContent({ ...table, rows: aging() }, 'csv')) {
    expect(bytes.length).toBeGreaterThan(0);
    if (counter.made <= 60_000) first = oldBytes();
    else most = Math.max(most, oldBytes() - first);
  }
  expect(counter.made).toBe(400_000);
  // What the rows would come to if the heap grew as it likes: more than a hundred.
  expect(most / mebibyte).toBeLessThan(60);
});

test('nothing is read ahead of a slow reader, and a reader who leaves ends the reading', async () => {
  const { table, counter } = tableOf(500_000);
  const file = writeInThread(table, 'xlsx');
  await once(file, 'readable');
  // Nobody takes more, so the making comes to rest, with a batch or two in each pipe on the way.
  let seen = 0;
  await expect
    .poll(
      () => {
        const isAtRest = counter.made === seen;
        seen = counter.made;
        return isAtRest && seen > 0;
      },
      { interval: 300 },
    )
    .toBe(true);
  expect(counter.made).toBeLessThan(250_000);
  file.destroy();
  await expect.poll(() => counter.ended).toBe(true);
});

test('an error of the table is the error of the file', async () => {
  const { table } = tableOf(10, new Error('the database went away'));
  await expect(buffer(writeInThread(table, 'xlsx'))).rejects.toThrow('the database went away');
});

test('the workbook that comes out is whole', async () => {
  const { table } = tableOf(4_500);
  const workbook = xlsx.read(await buffer(writeInThread(table, 'xlsx')));
  const rows = xlsx.utils.sheet_to_json<unknown[]>(workbook.Sheets['Rows'] ?? {}, { header: 1 });
  expect(rows).toHaveLength(4_501);
  expect(rows.at(-1)).toEqual([
    'Terminal 4499 of the branch in Riyadh, which has a long name',
    '63244499',
    44.99,
  ]);
});

test('429: a download while a process writes as many files as it may; later it is taken', async () => {
  const files = Array.from({ length: exportLimits.threadsMax }, () =>
    writeInThread(tableOf(500_000).table, 'xlsx'),
  );
  await Promise.all(files.map((file) => once(file, 'readable')));
  expect(threadsRunning()).toBe(exportLimits.threadsMax);
  expect(() => exportFile(tableOf(1).table, 'xlsx', 'a')).toThrow('Too many files');
  for (const file of files) file.destroy();
  await expect.poll(threadsRunning).toBe(0);
  const bytes = await buffer(exportFile(tableOf(1).table, 'xlsx', 'a').content);
  expect(bytes.length).toBeGreaterThan(0);
});
