import { addDays, riyadhDay } from '@mizan/contract/business-day.ts';
import type { ExportFormat } from '@mizan/contract/export-terms.ts';
import type { ExportJob } from '@mizan/contract/exports.ts';
import { apiBase } from '@mizan/contract/route.ts';
import { loadedDays } from './bench-database.ts';
import { type ServerProcess, startPortalProcess } from './processes.ts';
import { residentBytes, watchLiveLag, watchMemory } from './reconcile-watch.ts';
import type { BenchDeps, Scenario, ScenarioReport } from './scenario.ts';
import { signedIn } from './session.ts';

const wantedRows = 1_000_000;
const smallShare = 5;
const mostDays = 366;
const budgets = { growthMb: 50, lagMs: 100 } as const;
const askEveryMs = 100;
const mebibyte = 1024 * 1024;

interface Figures {
  format: ExportFormat;
  rows: number;
  seconds: number;
  /** Over what the portal held before its first file. */
  peakMb: number;
  fileMb: number;
  lagMs: number;
  /** The lines of the file that was downloaded, its heading apart; null of a workbook, which is no text. */
  lines: number | null;
}

interface Bench {
  readonly portal: ServerProcess;
  readonly headers: Record<string, string>;
  readonly deps: BenchDeps;
  readonly idle: number;
}

async function asked<Answer>({ portal, headers }: Bench, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${portal.port}${apiBase}${path}`, {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status} for ${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Downloads a file as fast as it comes and keeps nothing of it. */
async function downloaded({ portal, headers }: Bench, id: string): Promise<{ bytes: number; lines: number }> {
  const answer = await fetch(`http://127.0.0.1:${portal.port}${apiBase}/exports/${id}/file`, { headers });
  if (!answer.ok || !answer.body) throw new Error(`${answer.status} for the file`);
  let [bytes, lines] = [0, 0];
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 0x0a) lines += 1;
  }
  return { bytes, lines };
}

/** The last days; all time where they are more than a list of days may have. */
function lastDays(days: number): object {
  const to = riyadhDay(new Date());
  return days > mostDays ? { range: 'all' } : { from: addDays(to, 1 - days), to };
}

async function measure(bench: Bench, format: ExportFormat, days: number): Promise<Figures> {
  const { portal, deps, idle } = bench;
  const before = await residentBytes(portal.pid);
  const memory = await watchMemory(portal.pid);
  const lag = await watchLiveLag(deps.database, portal.port);
  const startedAt = performance.now();
  const subject = { kind: 'transactions', filter: lastDays(days) };
  let job = await asked<ExportJob>(bench, '/exports', { subject, format, lang: 'ar' });
  while (job.state === 'WAITING' || job.state === 'RUNNING') {
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
    job = await asked<ExportJob>(bench, `/exports/${job.id}`);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  if (job.state !== 'DONE') throw new Error(`the file is ${job.state}`);
  const { bytes, lines } = await downloaded(bench, job.id);
  const { p99 } = await lag.stop();
  const peakMb = (before - idle) / mebibyte + (await memory.stop());
  return {
    format,
    rows: job.rowsTotal,
    seconds,
    peakMb,
    fileMb: bytes / mebibyte,
    lagMs: p99,
    lines: format === 'csv' ? lines : null,
  };
}

async function measureAll(deps: BenchDeps): Promise<Figures[]> {
  const headers = await signedIn(deps.database);
  const portal = await startPortalProcess(deps.database.ownerUrl, deps.database.dataDir);
  const days = Math.ceil((loadedDays * Math.min(wantedRows, deps.rows)) / deps.rows);
  try {
    const figures: Figures[] = [];
    const bench = { portal, headers, deps, idle: await residentBytes(portal.pid) };
    const smallDays = Math.ceil(days / smallShare);
    for (const format of ['csv', 'xlsx'] as const) {
      // With its first file the program itself warms up: that one says nothing of rows.
      await measure(bench, format, smallDays);
      for (const span of [smallDays, days]) {
        const measured = await measure(bench, format, span);
        deps.log(`${format} of ${measured.rows} payments: ${measured.seconds.toFixed(1)} s`);
        figures.push(measured);
      }
    }
    return figures;
  } finally {
    await portal.stop();
  }
}

async function run(deps: BenchDeps): Promise<ScenarioReport> {
  const figures = await measureAll(deps);
  const of = (format: ExportFormat) => figures.filter((each) => each.format === format) as [Figures, Figures];
  const grows = (['csv', 'xlsx'] as const).map((format) => {
    const [small, large] = of(format);
    const growthMb = large.peakMb - small.peakMb;
    return {
      what: `${format}: memory that ${large.rows} rows take more than ${small.rows}`,
      value: `${growthMb.toFixed(0)} MB`,
      budget: `<= ${budgets.growthMb} MB`,
      isWithin: growthMb <= budgets.growthMb,
    };
  });
  const lagMs = Math.max(...figures.map((each) => each.lagMs));
  const written = figures.filter(({ lines }) => lines !== null);
  const short = written.filter(({ lines, rows }) => (lines ?? 0) < rows);
  const most = Math.min(...(['csv', 'xlsx'] as const).map((format) => of(format)[1].rows));
  const isLate = lagMs > budgets.lagMs;
  return {
    how: `The owner of a merchant with ${deps.rows} payments has a part of them written as a file, in Arabic, and downloads it: read from the database, written by the portal's thread, kept on disk, sent. Memory is that of the portal process, its threads included, over what it held before the first file.`,
    results: [
      ...grows,
      {
        what: 'live channel meanwhile, commit to client, p99',
        value: `${lagMs.toFixed(0)} ms`,
        budget: `<= ${budgets.lagMs} ms`,
        isWithin: !isLate,
      },
      {
        what: 'payments of the smaller one of the large files',
        value: String(most),
        budget: `>= ${Math.min(wantedRows, deps.rows)}`,
        isWithin: most >= Math.min(wantedRows, deps.rows),
      },
      {
        what: 'CSV files with a line for every payment',
        value: `${written.length - short.length} of ${written.length}`,
        budget: 'all',
        isWithin: short.length === 0,
      },
    ],
    ...(isLate && {
      cause:
        'PostgreSQL, the thread that writes, the portal and the load share two cores, and messages wait for their turn. A CSV file keeps all of them busy; a workbook mostly the thread that writes it. Which of them a message waited for was not measured.',
    }),
    table: [
      ['file', 'payments', 'seconds', 'rows/s', 'peak over idle', 'file size', 'live lag p99 ms'],
      ...figures.map(({ format, rows, seconds, peakMb, fileMb, lagMs: lag }) => [
        format,
        String(rows),
        seconds.toFixed(1),
        String(Math.round(rows / seconds)),
        `${peakMb.toFixed(0)} MB`,
        `${fileMb.toFixed(0)} MB`,
        lag.toFixed(0),
      ]),
    ],
  };
}

export const scenario: Scenario = {
  name: 'export-payments',
  title: 'A list of payments as a file, out of the database',
  run,
};
