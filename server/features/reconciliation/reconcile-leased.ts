import { riyadhDay } from '@mizan/contract/business-day.ts';
import { announce } from '../../platform/bus/bus.ts';
import { inTenant, inTenantBulk, type Tx } from '../../platform/database/database.ts';

import { happened, nobody } from '../../platform/facts/facts.ts';
import type { InspectJob } from '../../reconciliation/inspect-bank-file.ts';

import type { LateKeys } from '../../reconciliation/match/late-keys.ts';

import type { Layout } from '../../reconciliation/read/columns.ts';
import { inspectInThread, reconcileInThread } from '../../reconciliation/reconcile-in-thread.ts';
import type {
  PortalScope,
  ReconcileJob,
  ReconcileProgress,
  ReconcileSummary,
} from '../../reconciliation/reconcile-job.ts';
import { bankFilePath } from './bank-file-on-disk.ts';
import { openSinceMs, partsOf } from './bank-file-parts.ts';
import { bankFileResultOf } from './bank-file-result.ts';
import type { RunnerDeps } from './bank-file-runner.deps.ts';
import { adoptLayout, finishBankFile, type LeasedWork, waitForLayout } from './bank-file-work.queries.ts';
import { selectLayout } from './bank-files.queries.ts';
import { letGo } from './confirmations.ts';
import { cutConnection } from './cut-connection.ts';
import { forgetEntries, insertVerdict, markLeaning, takeTurn } from './judged-again.queries.ts';
import { proposalOf, readingsOf } from './layout-proposal.ts';
import { signatureOf } from './layout-signature.ts';
import { leaseLost } from './lease-lost.ts';
import { selectAnswers } from './line-answers.queries.ts';
import { copyNamedPayments } from './named-payments.queries.ts';
import { copyLatePayments, copyPortalSide, selectCutoff } from './portal-side.queries.ts';
import { keepLease, type ProgressTeller } from './progress-teller.ts';
import { type EntrySink, insertLineNotes, openEntrySink, takeEntries } from './results.queries.ts';
import { withAllMoney } from './uncovered-money.ts';

/**
 * Reconciles a leased bank file as far as it goes by itself: to the question about its columns, or to its verdict. Begins
 * anew from the kept file whenever it is called; what an earlier run had written was rolled back.
 */
export async function reconcileLeased(deps: RunnerDeps, work: LeasedWork, stop: AbortSignal): Promise<void> {
  const teller = keepLease(deps, work);
  const signal = AbortSignal.any([stop, teller.lost]);
  try {
    const layout = work.layout && !work.layout.isTrial ? work.layout : await findLayout(deps, work, signal);
    if (layout) await reconcile(deps, work, layout, teller, signal);
  } catch (error) {
    throw teller.lost.aborted ? leaseLost() : error;
  } finally {
    await teller.end();
  }
}

/**
 * The remembered layout of a file with these columns, where what was found by it is still found; otherwise null, and how
 * the file is read waits for a person.
 */
async function findLayout(deps: RunnerDeps, work: LeasedWork, signal: AbortSignal): Promise<Layout | null> {
  const job: InspectJob = {
    filePath: bankFilePath(deps.folder, work.uuid),
    todayIso: riyadhDay(deps.clock.now()),
    layout: work.layout ?? undefined,
  };
  let known: { layout: Layout; bankName: string } | null = null;
  const found = await inTenantBulk(deps.db, work.merchantId, (tx) =>
    inspectInThread(
      job,
      {
        layoutFor: async (keys) => {
          known = await selectLayout(tx, signatureOf(keys));
          return known?.layout ?? null;
        },
        payments: (scope) =>
          'rrns' in scope
            ? copyNamedPayments(tx, scope)
            : copyPortalSide(tx, scope, { bankFileId: work.bankFileId, openSinceMs: null }),
      },
      { signal },
    ),
  );
  const { layout, bankName } = (known as { layout: Layout; bankName: string } | null) ?? { bankName: '' };
  const isAlone = found.isRemembered && Object.keys(found.changes).length === 0;
  const adopted = isAlone ? layout : undefined;
  const proposal = { ...proposalOf(found, bankName), chosen: adopted ? readingsOf(adopted) : {} };
  return inTenant(deps.db, work.merchantId, async (tx) => {
    const changed = adopted
      ? await adoptLayout(tx, work, adopted, bankName, proposal)
      : await waitForLayout(tx, work, proposal);
    if (changed === 0) throw leaseLost();
    if (!adopted) await announce(tx, work.merchantId, { type: 'FIL', bankFileId: work.bankFileId });
    return adopted ?? null;
  });
}

/** Everything from the file's bytes to the verdict, in one transaction: a bank file is whole or not there. */
const reconcile = (
  deps: RunnerDeps,
  work: LeasedWork,
  layout: Layout,
  teller: ProgressTeller,
  signal: AbortSignal,
): Promise<void> =>
  inTenantBulk(deps.db, work.merchantId, async (tx) => {
    await takeTurn(tx);
    const startedAt = deps.clock.now();
    const job: ReconcileJob = {
      filePath: bankFilePath(deps.folder, work.uuid),
      layout,
      cutoff: await selectCutoff(tx),
      parts: await partsOf(tx, work.bankFileId),
      answers: await selectAnswers(tx, work.bankFileId),
      todayIso: riyadhDay(startedAt),
      nowMs: startedAt.getTime(),
    };
    const summary = await judgeInto(tx, work.bankFileId, job, teller, signal);
    const { parts = [] } = job;
    summary.coverage &&= await withAllMoney(tx, summary.coverage, {
      parts,
      scope: summary.scope,
      now: startedAt,
    });
    await forgetEntries(tx, work.bankFileId);
    await takeEntries(tx, work.bankFileId);
    await insertLineNotes(tx, work.bankFileId, summary);
    const now = deps.clock.now();
    if ((await finishBankFile(tx, work, endOf(summary, now))) === 0) throw leaseLost();
    await letGo(tx, work.bankFileId);
    await keepVerdict(tx, work, summary, now);
    await announce(tx, work.merchantId, { type: 'FIL', bankFileId: work.bankFileId });
    deps.log.info(
      { bankFileId: work.bankFileId, verdict: summary.verdict, stageMs: summary.stageMs },
      'a bank file was judged',
    );
  });

/** The verdict in the file's history, and what follows from it for files that lean on this one. */
async function keepVerdict(tx: Tx, work: LeasedWork, summary: ReconcileSummary, at: Date): Promise<void> {
  const { verdict, exceptionCount } = summary;
  const cause = work.cause ?? { kind: 'read' };
  const differences = bankFileResultOf(summary).currencies.map(
    ({ currency, expectedMinor, bankMinor, differenceMinor }) => ({
      currency,
      expectedMinor,
      bankMinor,
      differenceMinor,
    }),
  );
  const byName = cause.kind === 'read' ? work.uploadedByName : (cause.byName ?? null);
  const made = { verdict, cause, byName, at, exceptionCount, differences };
  await insertVerdict(tx, work.bankFileId, made);
  // A verdict that was made because of another file moves none but those that were marked with it.
  if (cause.kind === 'read' || cause.kind === 'reread' || cause.kind === 'broughtBack') {
    const { bankFileId, fileName } = work;
    await markLeaning(tx, bankFileId, { kind: 'fileCame', bankFileId, fileName });
  }
  if (work.verdict === null || work.verdict === verdict) return;
  await happened(tx, nobody(work.merchantId), {
    fact: 'bankFiles.judgedAgain',
    at,
    about: { type: 'bankFile', id: work.bankFileId },
    params: { fileName: work.fileName, verdict, because: cause.kind },
    was: { verdict: work.verdict },
  });
}

/** Runs the engine between the payments of this transaction and its temporary table of entries. */
async function judgeInto(
  tx: Tx,
  bankFileId: string,
  job: ReconcileJob,
  teller: ProgressTeller,
  signal: AbortSignal,
): Promise<ReconcileSummary> {
  let opening: Promise<EntrySink> | null = null;
  const sink = (): Promise<EntrySink> => (opening ??= openEntrySink(tx));
  const of = { bankFileId, openSinceMs: openSinceMs(job.parts ?? []) };
  const ends = {
    payments: (scope: PortalScope) => copyPortalSide(tx, scope, of),
    latePayments: (scope: PortalScope, keys: LateKeys) => copyLatePayments(tx, scope, of, keys),
    entries: async (chunk: Uint8Array) => (await sink()).write(chunk),
    progress: (progress: ReconcileProgress) => teller.tell(progress),
  };
  try {
    const summary = await reconcileInThread(job, ends, { signal });
    await (await sink()).end();
    return summary;
  } catch (error) {
    if (opening) cutConnection(tx);
    throw error;
  }
}

function endOf(summary: ReconcileSummary, finishedAt: Date) {
  const hasDays = summary.scope.fromDay <= summary.scope.toDay;
  return {
    verdict: summary.verdict,
    summary: bankFileResultOf(summary),
    linesRead: summary.linesRead,
    linesRejected: summary.linesRejected,
    firstDay: hasDays ? summary.scope.fromDay : null,
    lastDay: hasDays ? summary.scope.toDay : null,
    finishedAt,
    nextDueDay: summary.nextDueDay,
    partId: summary.coverage?.partId ?? null,
    newestLineAt: summary.coverage && new Date(summary.coverage.newestLineMs),
    coversFrom: summary.coverage?.fromMs ? new Date(summary.coverage.fromMs) : null,
  };
}
