import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asOwner } from './bench-database.ts';
import { type CpuCost, withCpu } from './cpu.ts';
import { heldAgainst, ratiosIn } from './grown.ts';
import { startPortalProcess } from './processes.ts';
import { joinWithDuckDb } from './reconcile-baseline.ts';
import { type ReconcileFiles, reconcileFiles } from './reconcile-files.ts';
import { rememberColumns, type Uploader, uploadToVerdict } from './reconcile-upload.ts';
import { watchLiveLag, watchMemory } from './reconcile-watch.ts';
import { lastSection } from './report.ts';
import type { BenchDeps, Measured, Scenario, ScenarioReport } from './scenario.ts';
import { signedIn } from './session.ts';
import { untilSettled } from './settled.ts';

/** What a file of a million lines may cost (rules D8.1). */
const budget = { timesDuckDb: 4, memoryMib: 512, liveLagMs: 100 } as const;
/** The file of the budget; a smaller bench takes a smaller one. Shown beside it: a large shop's month and a chain's. */
const fullLines = 1_000_000;
const sizes = [100_000, 300_000] as const;

export const scenario: Scenario = {
  name: 'reconcile',
  title: 'A bank file against the payments of its days, upload to verdict',
  run,
};

interface Run {
  duckMs: number;
  /** CPU time of DuckDB, and of portal and PostgreSQL; null where nobody can tell. */
  duckCpuMs: number;
  cpu: CpuCost | null;
  verdictMs: number;
  /** From the verdict until the last payment is marked as confirmed. */
  markedMs: number;
  peakMib: number;
  lagMs: { p99: number; max: number };
  matched: number;
  bankLines: number;
  payments: number;
}

async function run(deps: BenchDeps): Promise<ScenarioReport> {
  const runs: Run[] = [];
  for (const lines of [...sizes.filter((size) => size < deps.rows), Math.min(deps.rows, fullLines)]) {
    runs.push(await runOf(lines, deps));
  }
  const told = report(runs);
  // The section of before is still there: it is overwritten when the scenario is done.
  const before = ratiosIn(await lastSection(scenario.name));
  const now = runs.map(({ bankLines, verdictMs, duckMs }) => ({
    bankLines,
    timesDuckDb: verdictMs / duckMs,
  }));
  return { ...told, results: [...told.results, ...heldAgainst(before, now)] };
}

async function runOf(lines: number, { database, log }: BenchDeps): Promise<Run> {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-bench-reconcile-'));
  try {
    const files = await reconcileFiles(database, lines, folder, log);
    log('DuckDB reads both files, joins them and writes the result');
    const before = process.cpuUsage();
    const duckMs = await joinWithDuckDb(files, folder);
    const { user, system } = process.cpuUsage(before);
    log(`${(duckMs / 1000).toFixed(2)} s; now the portal, from the upload to the verdict`);
    const measured = await runPortal(database, files, folder);
    log(`${(measured.verdictMs / 1000).toFixed(1)} s`);
    return {
      duckMs,
      duckCpuMs: (user + system) / 1_000,
      ...measured,
      bankLines: files.bankLines,
      payments: files.payments,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runPortal(
  database: BenchDeps['database'],
  files: ReconcileFiles,
  folder: string,
): Promise<Pick<Run, 'verdictMs' | 'markedMs' | 'matched' | 'peakMib' | 'lagMs' | 'cpu'>> {
  const portal = await startPortalProcess(database.ownerUrl, join(folder, 'data'));
  try {
    const headers = await signedIn({ ...database, large: files.merchant });
    const uploader: Uploader = { port: portal.port, headers };
    await rememberColumns(uploader, files);
    await untilSettled(database);
    // What was loaded is written out first: otherwise its checkpoint falls into the time that is measured, or beside it.
    await asOwner(database.keeperUrl, (client) => client.query('CHECKPOINT'));
    const memory = await watchMemory(portal.pid);
    const lag = await watchLiveLag(database, portal.port);
    const { verdictMs, matched, cpu } = await withCpu(database, portal, async () => ({
      ...(await uploadToVerdict(uploader, files.bankPath)),
      requests: 1,
    }));
    const judgedAt = performance.now();
    const [peakMib, lagMs] = [await memory.stop(), await lag.stop()];
    await untilSettled(database);
    return { verdictMs, matched, cpu, peakMib, lagMs, markedMs: performance.now() - judgedAt };
  } finally {
    await portal.stop();
  }
}

const times = ({ verdictMs, duckMs }: Run): string => `${(verdictMs / duckMs).toFixed(1)} x DuckDB`;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** The budgets hold for the largest file; the others stand in the table beside it. */
function report(runs: readonly Run[]): ScenarioReport {
  const largest = runs.at(-1);
  if (!largest) throw new Error('no file was measured');
  const isWithin = largest.verdictMs <= budget.timesDuckDb * largest.duckMs;
  const results: Measured[] = [
    {
      what: 'upload to verdict',
      value: `${seconds(largest.verdictMs)}, ${times(largest)}`,
      budget: `<= ${budget.timesDuckDb} x DuckDB's read + join + write (${seconds(largest.duckMs)})`,
      isWithin,
    },
    {
      what: 'peak memory over idle',
      value: `${largest.peakMib} MiB`,
      budget: `<= ${budget.memoryMib} MiB`,
      isWithin: largest.peakMib <= budget.memoryMib,
    },
    {
      what: 'live channel meanwhile, commit to client',
      value: `p99 ${largest.lagMs.p99.toFixed(0)} ms, max ${largest.lagMs.max.toFixed(0)} ms`,
      budget: `<= ${budget.liveLagMs} ms`,
      isWithin: largest.lagMs.p99 <= budget.liveLagMs,
    },
  ];
  return {
    how: `${largest.bankLines} bank lines against ${largest.payments} payments of the same days, ${largest.matched} of them matched; database, portal, DuckDB and load share the machine.`,
    results,
    table: [
      [
        'bank lines',
        'payments',
        'matched',
        'upload to verdict',
        '',
        'payments marked after',
        'peak memory over idle',
        'portal CPU',
        'PostgreSQL CPU',
        'DuckDB CPU',
      ],
      ...runs.map((each) => [
        String(each.bankLines),
        String(each.payments),
        String(each.matched),
        seconds(each.verdictMs),
        times(each),
        seconds(each.markedMs),
        `${each.peakMib} MiB`,
        each.cpu ? seconds(each.cpu.portalMs) : '',
        each.cpu ? seconds(each.cpu.postgresMs) : '',
        seconds(each.duckCpuMs),
      ]),
    ],
    ...(isWithin
      ? {}
      : {
          cause:
            'DuckDB reads, joins and writes a file with compiled code on all cores. The portal reads, tries, matches and judges in one thread; PostgreSQL hands each payment over as COPY text with what is owed for it, which is more than half of its time, and writes expectations, blocks and claims durably.',
        }),
  };
}
