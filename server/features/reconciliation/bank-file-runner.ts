import { randomUUID } from 'node:crypto';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import type { BankFileRefusal } from '@mizan/contract/reconciliation.ts';
import { announce } from '../../platform/bus/bus.ts';
import { inTenant } from '../../platform/database/database.ts';
import { TryAgain } from '../../platform/database/try-again.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { refusalFrom } from '../../reconciliation/read/file-refused.ts';
import { forgetFolder, tellFolder } from './bank-file-folder.queries.ts';
import { folderIdOf } from './bank-file-folder.ts';
import { dropFile, dropPartFiles, hasFile } from './bank-file-on-disk.ts';
import type { RunnerDeps } from './bank-file-runner.deps.ts';
import {
  dropTrial,
  type FoundWork,
  type LeasedWork,
  refuseBankFile,
  releaseLease,
  selectWork,
  takeLease,
} from './bank-file-work.queries.ts';
import { moveConfirmations } from './confirmations.ts';
import { giveUpJudging, judgeWhatPassed } from './judged-again.queries.ts';
import { isLeaseLost } from './lease-lost.ts';
import { reconcileLeased } from './reconcile-leased.ts';

/** What runs at once in one process: each bank file has a worker thread and up to half a gibibyte. */
const bankFilesAtOnce = 2;
const sweepMs = 2_000;
/** A bank file that fails of itself this often is refused as a fault of ours, and the file may come again. */
const attemptsMax = 4;
const retrySeconds = 1;
/** A file that is not there may come back with the network drive that it lies on. */
const goneRetrySeconds = 5;
/** A file that is judged over midnight finishes by the day before. */
const dueDaysMs = 60_000;
/** How often a process says which folder it sees. */
const tellFolderMs = 4_000;

export interface BankFileRunner {
  /** There is work: look at once instead of at the next sweep. */
  wake(): void;
  /** Resolves when nothing runs and a look found nothing more. */
  idle(): Promise<void>;
  /** Ends what runs; it is taken up again from its row, here or by another process. */
  stop(): Promise<void>;
}

/**
 * Works on bank files, found by their rows: uploads of this process at once, those of a portal that died when their
 * lease ends. A file that lies in another running portal's folder is left to that portal; one that is in nobody's is
 * refused after its attempts, by whichever portal finds it (docs/decisions/0028-bank-files-that-are-gone.md).
 */
export function startBankFileRunner(deps: RunnerDeps): BankFileRunner {
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  const ownFolder = watchFolder(deps);
  const lookForDueDays = watchDueDays(deps);
  let sweeping: Promise<number> | null = null;
  let again = false;

  async function sweep(): Promise<number> {
    let begun = 0;
    const folderId = await ownFolder.tell();
    await lookForDueDays();
    for (const work of await selectWork(deps.db, folderId)) {
      if (running.size >= bankFilesAtOnce || stopping.signal.aborted) break;
      if (running.has(work.uuid) || !(await isOurs(work, folderId))) continue;
      const leased = await takeLease(deps.db, work, randomUUID());
      if (!leased) continue;
      begun += 1;
      const ended = workOnLeased(deps, leased, stopping.signal).finally(() => {
        running.delete(work.uuid);
        look();
      });
      running.set(work.uuid, ended);
    }
    return begun;
  }
  const isOurs = async (work: FoundWork, folderId: string | null): Promise<boolean> =>
    work.confirming || (folderId !== null && !work.keptElsewhere) || (await hasFile(deps.folder, work.uuid));

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
      await ownFolder.forget();
    },
  };
}

/** Asks for files of which a due day passed: when the day changes, and then for those that were being judged meanwhile. */
function watchDueDays({ db, clock }: RunnerDeps): () => Promise<void> {
  let asked: { day: string; atMs: number } | null = null;
  return async () => {
    const day = riyadhDay(clock.now());
    if (asked?.day === day && Date.now() - asked.atMs < dueDaysMs) return;
    await judgeWhatPassed(db, day);
    asked = { day, atMs: Date.now() };
  };
}

/** Tells the other processes which folder this one sees, and keeps saying so. */
function watchFolder({ db, log, folder }: RunnerDeps) {
  const processId = randomUUID();
  let told: { folderId: string; atMs: number } | null = null;
  return {
    /** The folder's id; null where it cannot be used: nothing is known then of the files in it. */
    async tell(): Promise<string | null> {
      const folderId = await folderIdOf(folder).catch((error: unknown) => {
        log.error({ err: error, folder }, 'the folder of bank files cannot be used');
        return null;
      });
      const isTold = told?.folderId === folderId && Date.now() - (told?.atMs ?? 0) < tellFolderMs;
      if (folderId === null || isTold) return folderId;
      await tellFolder(db, processId, folderId);
      told = { folderId, atMs: Date.now() };
      return folderId;
    },
    forget: async (): Promise<void> => void (await forgetFolder(db, processId).catch(() => undefined)),
  };
}

async function workOnLeased(deps: RunnerDeps, work: LeasedWork, stop: AbortSignal): Promise<void> {
  try {
    if (work.confirming) await moveConfirmations(deps, work, () => stop.aborted);
    else if (await hasFile(deps.folder, work.uuid)) await reconcileLeased(deps, work, stop);
    else throw new Error('a bank file is not in the folder');
    if (work.state === 'UNDONE') await dropFile(deps.folder, work.uuid);
    if (stop.aborted) await releaseLease(deps.db, work);
  } catch (error) {
    await settleFailure(deps, work, error, stop).catch((failure: unknown) => {
      // The lease ends by itself, and the bank file is found again.
      if (!isDatabaseUnavailable(failure))
        deps.log.error({ err: failure }, 'a bank file could not be given back');
    });
  }
}

async function settleFailure(
  deps: RunnerDeps,
  work: LeasedWork,
  error: unknown,
  stop: AbortSignal,
): Promise<void> {
  if (isLeaseLost(error)) return;
  if (error instanceof TryAgain) return void (await releaseLease(deps.db, work));
  const refusal = refusalFrom(error);
  if (work.trial && (refusal || work.attempts >= attemptsMax))
    return giveUpTrial(deps, work, refusal?.code ?? null);
  if (refusal && work.state === 'DONE') return giveUp(deps, work);
  if (refusal) {
    const { code, maxBytes = null, maxRows = null, field = null } = refusal;
    return refuse(deps, work, { code, maxBytes, maxRows, field: field as BankFileRefusal['field'] });
  }
  if (stop.aborted) return void (await releaseLease(deps.db, work));
  if (isDatabaseUnavailable(error)) return void (await releaseLease(deps.db, work, retrySeconds));
  deps.log.error({ err: error, bankFileId: work.bankFileId }, 'a bank file could not be worked on');
  if (work.confirming) return void (await releaseLease(deps.db, work, retrySeconds));
  if (work.state === 'DONE' && work.attempts >= attemptsMax) return giveUp(deps, work);
  const isGone = !(await hasFile(deps.folder, work.uuid));
  if (work.attempts >= attemptsMax) {
    const code = isGone ? 'gone' : 'internal';
    return refuse(deps, work, { code, maxBytes: null, maxRows: null, field: null });
  }
  await releaseLease(deps.db, work, isGone ? goneRetrySeconds : retrySeconds);
}

/** It cannot be read so; what stood before stands. */
const giveUpTrial = (deps: RunnerDeps, work: LeasedWork, refused: string | null): Promise<void> =>
  inTenant(deps.db, work.merchantId, async (tx) => {
    if ((await dropTrial(tx, work, refused)) === 0) return;
    await announce(tx, work.merchantId, { type: 'FIL', bankFileId: work.bankFileId });
  });

/** Its verdict stays, and says that it could not be made anew. */
const giveUp = (deps: RunnerDeps, work: LeasedWork): Promise<void> =>
  inTenant(deps.db, work.merchantId, async (tx) => {
    if ((await giveUpJudging(tx, work)) === 0) return;
    await announce(tx, work.merchantId, { type: 'FIL', bankFileId: work.bankFileId });
  });

/** Says why and keeps nothing else of the file. */
async function refuse(deps: RunnerDeps, work: LeasedWork, refusal: BankFileRefusal): Promise<void> {
  await inTenant(deps.db, work.merchantId, async (tx) => {
    if ((await refuseBankFile(tx, work, refusal, deps.clock.now())) === 0) return;
    await announce(tx, work.merchantId, { type: 'FIL', bankFileId: work.bankFileId });
  });
  await dropFile(deps.folder, work.uuid);
}
