import { randomUUID } from 'node:crypto';
import type { ImportRefusal } from '@mizan/contract/reconciliation.ts';
import { announce } from '../../platform/bus.ts';
import { inTenant } from '../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { refusalFrom } from '../../reconciliation/file-refused.ts';
import { moveConfirmations } from './confirmations.ts';
import { dropFile, dropPartFiles, hasFile } from './import-file.ts';
import type { RunnerDeps } from './import-run.deps.ts';
import { runImport } from './import-run.ts';
import {
  type HeldWork,
  refuseImport,
  releaseLease,
  selectWork,
  takeLease,
  type Work,
} from './import-work.queries.ts';
import { isLeaseLost } from './lease-lost.ts';

/** What runs at once in one process: each import has a worker thread and up to half a gibibyte. */
const importsAtOnce = 2;
const sweepMs = 2_000;
/** An import that fails of itself this often is refused as a fault of ours, and the file may come again. */
const attemptsMax = 4;
const retrySeconds = 1;

export interface ImportRunner {
  /** There is work: look at once instead of at the next sweep. */
  wake(): void;
  /** Resolves when nothing runs and a look found nothing more. */
  idle(): Promise<void>;
  /** Ends what runs; it is taken up again from its row, here or by another process. */
  stop(): Promise<void>;
}

/**
 * Runs imports, found by their rows: uploads of this process at once, those of a portal that died when their
 * hold ends. A file that lies in another portal's folder is left to that portal.
 */
export function startImportRunner(deps: RunnerDeps): ImportRunner {
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  let sweeping: Promise<number> | null = null;
  let again = false;

  async function sweep(): Promise<number> {
    let begun = 0;
    for (const work of await selectWork(deps.db)) {
      if (running.size >= importsAtOnce || stopping.signal.aborted) break;
      if (running.has(work.uuid) || !(await isOurs(work))) continue;
      const held = await takeLease(deps.db, work, randomUUID());
      if (!held) continue;
      begun += 1;
      const ended = runHeld(deps, held, stopping.signal).finally(() => {
        running.delete(work.uuid);
        look();
      });
      running.set(work.uuid, ended);
    }
    return begun;
  }
  const isOurs = async (work: Work): Promise<boolean> =>
    work.confirming || (await hasFile(deps.folder, work.uuid));

  function look(): void {
    if (stopping.signal.aborted) return;
    if (sweeping) {
      again = true;
      return;
    }
    sweeping = sweep().catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) deps.log.error({ err: error }, 'the look for bank files failed');
      return 0;
    });
    void sweeping.then(() => {
      sweeping = null;
      if (!again) return;
      again = false;
      look();
    });
  }

  const timer = setInterval(look, sweepMs);
  void dropPartFiles(deps.folder);
  look();
  return {
    wake: look,
    idle: async () => {
      for (;;) {
        // Looks take turns, so that none of them finds work that another one is just taking; the one under way
        // may have asked before the work was there, so a look of our own follows it.
        await sweeping;
        if (!sweeping) look();
        const begun = await sweeping;
        await Promise.all(running.values());
        if (!begun && !sweeping && running.size === 0) return;
      }
    },
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await Promise.allSettled([...running.values(), sweeping]);
    },
  };
}

async function runHeld(deps: RunnerDeps, work: HeldWork, stop: AbortSignal): Promise<void> {
  try {
    if (work.confirming) await moveConfirmations(deps, work, () => stop.aborted);
    else await runImport(deps, work, stop);
    if (work.state === 'UNDONE') await dropFile(deps.folder, work.uuid);
    if (stop.aborted) await releaseLease(deps.db, work);
  } catch (error) {
    await settleFailure(deps, work, error, stop).catch((failure: unknown) => {
      // The hold ends by itself, and the import is found again.
      if (!isDatabaseUnavailable(failure))
        deps.log.error({ err: failure }, 'an import could not be given back');
    });
  }
}

async function settleFailure(
  deps: RunnerDeps,
  work: HeldWork,
  error: unknown,
  stop: AbortSignal,
): Promise<void> {
  if (isLeaseLost(error)) return;
  const refusal = refusalFrom(error);
  if (refusal) {
    const { code, maxBytes = null, maxRows = null, field = null } = refusal;
    return refuse(deps, work, { code, maxBytes, maxRows, field: field as ImportRefusal['field'] });
  }
  if (stop.aborted) return void (await releaseLease(deps.db, work));
  if (!isDatabaseUnavailable(error)) {
    deps.log.error({ err: error, importId: work.importId }, 'a bank file could not be worked on');
    if (work.attempts >= attemptsMax && !work.confirming) {
      return refuse(deps, work, { code: 'internal', maxBytes: null, maxRows: null, field: null });
    }
  }
  await releaseLease(deps.db, work, retrySeconds);
}

/** Says why and keeps nothing else of the file. */
async function refuse(deps: RunnerDeps, work: HeldWork, refusal: ImportRefusal): Promise<void> {
  await inTenant(deps.db, work.merchantId, async (tx) => {
    if ((await refuseImport(tx, work, refusal, deps.clock.now())) === 0) return;
    await announce(tx, work.merchantId, { type: 'IMP', importId: work.importId });
  });
  await dropFile(deps.folder, work.uuid);
}
