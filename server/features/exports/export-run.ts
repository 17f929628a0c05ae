import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type ExportFormat, exportLimits } from '@mizan/contract/export-terms.ts';
import type { ExportSubject } from '@mizan/contract/exports.ts';
import { inTenant } from '../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { exportContent } from '../../platform/exports/export-file.ts';
import type { ExportRow } from '../../platform/exports/export-sheet.ts';
import { Failure } from '../../platform/failure.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { type ExportDeps, openTable } from './exports.deps.ts';
import {
  type ExportRecord,
  failJob,
  finishJob,
  takeJob,
  tellProgress,
  tellProgressOf,
} from './exports.queries.ts';
import { attemptsMax, exportPath, runExportJob } from './exports.service.ts';

const hourMs = 3_600_000;
/** Of the worker's four places: mails and codes never wait for a file. */
const runsAtOnce = 2;
const waitMs = 2_000;

/** Somebody cancelled, or another process took the job up: what was written is nobody's. */
class LeaseLost extends Error {}

export interface ExportWork {
  merchantId: string;
  exportId: string;
}

/** The job of the queue: writes files in this process, a few at a time; the others come again. */
export function exportRunner(deps: ExportDeps): (work: ExportWork) => Promise<void> {
  let running = 0;
  return async (work) => {
    if (running >= runsAtOnce) {
      const runAt = new Date(Date.now() + waitMs);
      await inTenant(deps.db, work.merchantId, (tx) =>
        enqueue(tx, runExportJob, { ...work }, { runAt, maxTries: attemptsMax + 1 }),
      );
      return;
    }
    running += 1;
    try {
      await runExport(deps, work);
    } finally {
      running -= 1;
    }
  };
}

async function runExport(deps: ExportDeps, { merchantId, exportId: id }: ExportWork): Promise<void> {
  const run = randomUUID();
  const record = await inTenant(deps.db, merchantId, (tx) => takeJob(tx, id, run));
  if (!record) return;
  const path = exportPath(deps.folder, run);
  try {
    await writeExport(deps, { merchantId, record, run, path });
  } catch (error) {
    await rm(`${path}.part`, { force: true });
    await rm(path, { force: true });
    if (error instanceof LeaseLost) return;
    const isRefused = error instanceof Failure;
    if (isRefused || (record.attempts >= attemptsMax && !isDatabaseUnavailable(error))) {
      await inTenant(deps.db, merchantId, (tx) => failJob(tx, id, run, deps.clock.now()));
    }
    // The queue tells of it, and tries again what is not over.
    if (!isRefused) throw error;
  }
}

interface Run {
  merchantId: string;
  record: ExportRecord;
  run: string;
  path: string;
}

/** Writes beside the final name and moves it there when it is whole. @throws LeaseLost */
async function writeExport(deps: ExportDeps, { merchantId, record, run, path }: Run): Promise<void> {
  const { db, clock, folder } = deps;
  const { id, subject, format } = record;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (subject.kind === 'everything') await writeEverything(deps, { merchantId, record, run, path });
  else {
    await writeTable(deps, { merchantId, record, run, path }, subject, format as ExportFormat);
  }
  await rename(`${path}.part`, path);
  const { size: sizeBytes } = await stat(path);
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + exportLimits.keptHours * hourMs);
  const finished = await inTenant(db, merchantId, (tx) =>
    finishJob(tx, id, run, { at, expiresAt, sizeBytes }),
  );
  if (finished === 0) throw new LeaseLost();
}

async function writeTable(
  { db, sources }: ExportDeps,
  { merchantId, record: { id, reader }, run, path }: Run,
  subject: ExportSubject,
  format: ExportFormat,
): Promise<void> {
  const table = await openTable(sources, merchantId, subject, reader);
  async function* told(): AsyncGenerator<readonly ExportRow[]> {
    let rowsDone = 0;
    for await (const rows of table.rows) {
      yield rows;
      rowsDone += rows.length;
      const changed = await inTenant(db, merchantId, (tx) => tellProgress(tx, id, run, rowsDone));
      if (changed === 0) throw new LeaseLost();
    }
  }
  const content = exportContent({ ...table, rows: told() }, format);
  await pipeline(content, createWriteStream(`${path}.part`, { mode: 0o600, flush: true }));
}

/** Progress is told at most so often: a batch of rows is faster than a row of its own about it. */
const tellMs = 500;

async function writeEverything(
  { db, clock, everything }: ExportDeps,
  { merchantId, record: { id, askedBy }, run, path }: Run,
): Promise<void> {
  let toldAt = 0;
  await everything({
    merchantId,
    path: `${path}.part`,
    at: clock.now(),
    askedBy,
    tell: async (done, total) => {
      if (done < total && Date.now() - toldAt < tellMs) return;
      toldAt = Date.now();
      const changed = await inTenant(db, merchantId, (tx) => tellProgressOf(tx, id, run, { done, total }));
      if (changed === 0) throw new LeaseLost();
    },
  });
}
