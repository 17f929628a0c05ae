import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ExportRow, ExportTable } from '../server/platform/exports/export-sheet.ts';
import { writeInThread } from '../server/platform/exports/export-thread.ts';
import type { BenchDeps, Scenario, ScenarioReport } from './scenario.ts';

const sizes = { small: 200_000, large: 1_000_000 } as const;
const budgets = { growthMb: 50, lagMs: 100 } as const;
const batchRows = 2_000;
const watchMs = 50;
const mebibyte = 1024 * 1024;

const columns = [
  { name: 'العملية', kind: 'text', letters: 10 },
  { name: 'السبب', kind: 'text', letters: 30 },
  { name: 'الرقم المرجعي (RRN)', kind: 'text', letters: 14 },
  { name: 'اليوم', kind: 'day', letters: 11 },
  { name: 'البوابة', kind: 'amount', letters: 12 },
  { name: 'البنك', kind: 'amount', letters: 12 },
  { name: 'الفرق', kind: 'amount', letters: 12 },
] as const;

const rowAt = (at: number): ExportRow => [
  String(at),
  'لا يوجد في السطر رقم مرجعي ولا رقم تتبع ولا رمز موافقة',
  String(632_400_000_000 + at),
  '2026-11-22',
  at,
  at + 100,
  100,
];

async function* rowsTo(total: number): AsyncGenerator<readonly ExportRow[]> {
  for (let from = 0; from < total; from += batchRows) {
    yield Array.from({ length: Math.min(batchRows, total - from) }, (_, at) => rowAt(from + at));
  }
}

interface Figures {
  rows: number;
  seconds: number;
  peakMb: number;
  lagMs: number;
  fileMb: number;
}

/** Writes a workbook into nothing; memory is that of the whole process, its thread included. */
async function measure(rowsTotal: number, idle: number): Promise<Figures> {
  const table: ExportTable = {
    title: 'المطابقة',
    facts: [],
    columns,
    reader: 'ar',
    rowsTotal,
    rows: rowsTo(rowsTotal),
    totals: () => [],
  };
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), watchMs);
  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();
  const startedAt = performance.now();
  let bytes = 0;
  for await (const chunk of writeInThread(table, 'xlsx')) bytes += (chunk as Uint8Array).length;
  const seconds = (performance.now() - startedAt) / 1000;
  lag.disable();
  clearInterval(watch);
  return {
    rows: rowsTotal,
    seconds,
    peakMb: (peak - idle) / mebibyte,
    lagMs: lag.percentile(99) / 1e6,
    fileMb: bytes / mebibyte,
  };
}

async function run({ log }: Pick<BenchDeps, 'log'>): Promise<ScenarioReport> {
  const figures: Figures[] = [];
  const idle = process.memoryUsage.rss();
  for (const rows of [sizes.small, sizes.large]) {
    log(`a workbook of ${rows} rows`);
    figures.push(await measure(rows, idle));
  }
  const [small, large] = figures as [Figures, Figures];
  const growthMb = large.peakMb - small.peakMb;
  return {
    how: `A workbook of ${columns.length} columns in Arabic is written row by row in its thread, ${sizes.small} rows and ${sizes.large}.`,
    results: [
      {
        what: 'memory that five times the rows take more',
        value: `${growthMb.toFixed(0)} MB`,
        budget: `<= ${budgets.growthMb} MB`,
        isWithin: growthMb <= budgets.growthMb,
      },
      {
        what: 'lag of the process meanwhile, p99',
        value: `${large.lagMs.toFixed(0)} ms`,
        budget: `<= ${budgets.lagMs} ms`,
        isWithin: large.lagMs <= budgets.lagMs,
      },
    ],
    table: [
      ['rows', 'seconds', 'rows/s', 'peak over idle', 'file'],
      ...figures.map(({ rows, seconds, peakMb, fileMb }) => [
        String(rows),
        seconds.toFixed(1),
        String(Math.round(rows / seconds)),
        `${peakMb.toFixed(0)} MB`,
        `${fileMb.toFixed(0)} MB`,
      ]),
    ],
  };
}

export const scenario: Scenario = { name: 'export', title: 'A list as a workbook', run };
