import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { exportLimits } from '@mizan/contract/export-terms.ts';
import { inPlatform } from '../../platform/database/database.ts';
import type { JobTable } from '../../platform/jobs/worker.ts';
import { type ExportWork, exportRunner } from './export-run.ts';
import type { ExportDeps } from './exports.deps.ts';
import { deleteOldJobs, expireJobs } from './exports.queries.ts';
import { exportPath, runExportJob } from './exports.service.ts';

const hourMs = 3_600_000;
export const tidyExportsJob = 'exports.tidy';
/** Twenty-three minutes past every hour. */
export const exportsSchedule = [[tidyExportsJob, '23 * * * *']] as const;

/** Removes files whose time is over, and what a killed process left behind: nothing here is kept longer than that. */
async function tidyExports({ db, clock, folder }: ExportDeps): Promise<void> {
  const at = clock.now();
  const expired = await inPlatform(db, (tx) => expireJobs(tx, at));
  for (const { fileUuid } of expired) await rm(exportPath(folder, fileUuid), { force: true });
  const before = new Date(at.getTime() - exportLimits.knownDays * 24 * hourMs);
  await inPlatform(db, (tx) => deleteOldJobs(tx, before));
  for (const name of await readdir(folder).catch(() => [])) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
    const isLeft = Date.now() - mtimeMs > (exportLimits.keptHours + 1) * hourMs;
    if (isLeft) await rm(join(folder, name), { force: true });
  }
}

export function exportsJobs(deps: ExportDeps): JobTable {
  const run = exportRunner(deps);
  return {
    [runExportJob]: (payload) => run(payload as ExportWork),
    [tidyExportsJob]: () => tidyExports(deps),
  };
}
