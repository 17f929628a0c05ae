import { setTimeout as delay } from 'node:timers/promises';
import { announce } from '../../platform/bus/bus.ts';
import { inTenant } from '../../platform/database/database.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import type { ReconcileProgress } from '../../reconciliation/reconcile-job.ts';
import type { RunnerDeps } from './bank-file-runner.deps.ts';
import { type LeasedWork, leaseRenewalMs, type Progress, renewLease } from './bank-file-work.queries.ts';

/** Keeps the lease of a running bank file and says how far it is, a few times a second at most. */
export interface ProgressTeller {
  tell(progress: ReconcileProgress): void;
  /** Aborted where another process has the lease by now. */
  lost: AbortSignal;
  end(): Promise<void>;
}

/** Progress is for eyes, and every step is a message to every window of the merchant. */
const tellEveryMs = 400;

const asProgress = ({ stage, part, total }: ReconcileProgress): Progress => ({
  stage,
  part: total > 0 ? Math.min(part, total) : null,
  total: total > 0 ? total : null,
});

/** Starts telling; runs beside the bank file on connections of its own. */
export function keepLease(deps: RunnerDeps, work: LeasedWork): ProgressTeller {
  const lost = new AbortController();
  const ended = new AbortController();
  let latest: Progress = { stage: 'read', part: null, total: null };
  let isNews = true;

  async function renew(announced: boolean): Promise<void> {
    const progress = latest;
    await inTenant(deps.db, work.merchantId, async (tx) => {
      if (!(await renewLease(tx, work, progress))) lost.abort(new Error('the lease of a bank file was lost'));
      else if (announced) await announce(tx, work.merchantId, { type: 'FIL', bankFileId: work.bankFileId });
    });
  }

  async function run(): Promise<void> {
    for (let quietMs = leaseRenewalMs; !ended.signal.aborted && !lost.signal.aborted; ) {
      if (isNews || quietMs >= leaseRenewalMs) {
        const announced = isNews;
        isNews = false;
        quietMs = 0;
        await renew(announced).catch((error: unknown) => {
          if (!isDatabaseUnavailable(error)) throw error;
        });
      }
      await delay(tellEveryMs, undefined, { signal: ended.signal }).catch(() => {});
      quietMs += tellEveryMs;
    }
  }
  const running = run();
  running.catch((error: unknown) => {
    deps.log.error({ err: error }, 'the progress of a bank file could not be written');
  });

  return {
    lost: lost.signal,
    tell: (progress) => {
      latest = asProgress(progress);
      isNews = true;
    },
    end: async () => {
      ended.abort();
      await running.catch(() => {});
    },
  };
}
