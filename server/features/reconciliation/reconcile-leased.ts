import type { FilePart } from '@mizan/contract/bank-file-part.ts';
import type { LayoutProposal } from '@mizan/contract/bank-file-reading.ts';
import { openWords } from '@mizan/contract/bank-file-words.ts';
import type { JudgementCause } from '@mizan/contract/reconciliation.ts';
import { announce } from '../../platform/bus/bus.ts';
import { inTenant, inTenantBulk, type Tx } from '../../platform/database/database.ts';
import { TryAgain } from '../../platform/database/try-again.ts';
import { happened, nobody } from '../../platform/facts/facts.ts';
import type { Inspection, InspectJob } from '../../reconciliation/inspect-bank-file.ts';
import type { PackedEntries } from '../../reconciliation/judge/packed-entries.ts';

import type { Layout } from '../../reconciliation/read/columns.ts';
import { isHeadless } from '../../reconciliation/read/headless.ts';
import type {
  ReconcileJob,
  ReconcileProgress,
  ReconcileSummary,
} from '../../reconciliation/reconcile-job.ts';
import { namedBank } from '../banks/banks.service.ts';
import { decidedAnewOf, saidAnew } from '../expectations/expectations.service.ts';
import { jobOf, paymentsToJudge, paymentsToLookAt } from './bank-file-job.ts';
import {
  selectCurrencies,
  selectNameOfPart,
  selectPartOfFile,
  selectParts,
  selectTids,
} from './bank-file-parts.queries.ts';
import { areOfOtherBanks, confirmedParts, namedByBank, partsOf, proposedPart } from './bank-file-parts.ts';
import { bankFileResultOf } from './bank-file-result.ts';
import type { BankFileEngine, RunnerDeps } from './bank-file-runner.deps.ts';
import {
  adoptLayout,
  finishBankFile,
  isUndoUnderWay,
  type LeasedWork,
  type ReadingTrial,
  saveTrial,
  waitForLayout,
} from './bank-file-work.queries.ts';
import { selectBankFile, selectForms, selectLayout } from './bank-files.queries.ts';
import { giveWay } from './confirmations.queries.ts';
import { letGo } from './confirmations.ts';
import { cutConnection } from './cut-connection.ts';
import {
  forgetEntries,
  insertVerdict,
  markLeaning,
  selectTakenBack,
  type TakenBack,
  takeTurn,
  takeUndoTurn,
} from './judged-again.queries.ts';
import { proposalOf, readingsOf, triedAgain } from './layout-proposal.ts';
import { signatureOf } from './layout-signature.ts';
import { leaseLost } from './lease-lost.ts';
import { keepNamed, passOn, tellTaken } from './passed-on.queries.ts';
import { keepLease, type ProgressTeller } from './progress-teller.ts';
import { type EntrySink, insertLineNotes, openEntrySink, takeEntries } from './results.queries.ts';
import { markPayers, selectSettled } from './settled-files.queries.ts';
import { withAllMoney } from './uncovered-money.ts';

/**
 * Reconciles a leased bank file as far as it goes by itself: to the question about its columns, or to its verdict. Begins
 * anew from the kept file whenever it is called; what an earlier run had written was rolled back.
 */
export async function reconcileLeased(deps: RunnerDeps, work: LeasedWork, stop: AbortSignal): Promise<void> {
  // It was found before somebody took back another file, and leased after it.
  if (await inTenant(deps.db, work.merchantId, isUndoUnderWay)) throw anotherIsTakenBack();
  const teller = keepLease(deps, work);
  const signal = AbortSignal.any([stop, teller.lost]);
  try {
    if (work.trial) return await tryReading(deps, work, work.trial, signal);
    const layout = work.layout ?? (await findLayout(deps, work, false, signal));
    if (!layout || (await reconcile(deps, work, layout, teller, signal))) return;
    await findLayout(deps, work, true, signal);
  } catch (error) {
    throw teller.lost.aborted ? leaseLost() : error;
  } finally {
    await teller.end();
  }
}

/**
 * The remembered layout of a file with these columns, where what was found by it is still found; otherwise null, and how
 * the file is read waits for a person. `asksPart`: it is read as before, but none or several of the confirmed parts hold it, or
 * a word is in it of which nobody said what it means.
 */
async function findLayout(
  deps: RunnerDeps,
  work: LeasedWork,
  asksPart: boolean,
  signal: AbortSignal,
): Promise<Layout | null> {
  let known: Awaited<ReturnType<typeof selectLayout>> = null;
  const now = deps.clock.now();
  const { found, around } = await inTenantBulk(deps.db, work.merchantId, async (tx) => {
    const job = await jobOf(tx, deps, work, now);
    const inspected = await deps.engine.inspect(
      { ...job, isWhole: asksPart, forms: await selectForms(tx) },
      {
        ...paymentsToLookAt(tx, work, job),
        layoutFor: async (keys) => {
          known = await selectLayout(tx, signatureOf(keys));
          return (
            known && {
              layout: known.layout,
              parts: await partsOf(tx, work.bankFileId, { layoutId: known.id }),
            }
          );
        },
      },
      { signal },
    );
    const of = known as Awaited<ReturnType<typeof selectLayout>>;
    const name = await nameOf(tx, of, inspected);
    return { found: inspected, around: await aroundOf(tx, of?.id ?? null, inspected, null, name) };
  });
  const remembered = known as Awaited<ReturnType<typeof selectLayout>>;
  const isAsBefore = found.isRemembered && Object.keys(found.changes).length === 0;
  const chosen = remembered && isAsBefore ? readingsOf(remembered.layout) : {};
  const tried = proposalOf(found, around, { part: null, atMs: now.getTime() });
  const proposal = { ...tried, chosen };
  return inTenant(deps.db, work.merchantId, async (tx) => {
    // Columns without names are told by what they look like, and those of two banks may look alike: a person says it is this one.
    const isNamed = remembered !== null && !isHeadless(remembered.layout);
    const adopted = isAsBefore && !asksPart && isNamed ? remembered : null;
    const changed = adopted
      ? await adoptLayout(tx, work, { ...adopted, bankName: around.bankName }, proposal)
      : await waitForLayout(tx, work, proposal, remembered?.id ?? null);
    if (changed === 0) throw leaseLost();
    if (!adopted) await announce(tx, work.merchantId, { type: 'FIL', bankFileId: work.bankFileId });
    return adopted?.layout ?? null;
  });
}

/** The name of a file's bank as it is remembered: of its part where that is known, and none where all its payments are of another one. */
async function nameOf(
  tx: Tx,
  layout: { id: string; bankName: string } | null,
  { whole }: Inspection,
): Promise<string> {
  if (!layout) return '';
  if (whole?.partId) return (await selectNameOfPart(tx, whole.partId)) ?? layout.bankName;
  const parts = await selectParts(tx, layout.id);
  return whole && parts.length > 0 && areOfOtherBanks(parts, whole) ? '' : layout.bankName;
}

/** Tries what somebody asked for, and keeps what it would come to; the verdict that stands stays. */
async function tryReading(
  deps: RunnerDeps,
  work: LeasedWork,
  { layout, readings, part, bankName }: ReadingTrial,
  signal: AbortSignal,
): Promise<void> {
  const now = deps.clock.now();
  const { found, around } = await inTenantBulk(deps.db, work.merchantId, async (tx) => {
    const own = await selectPartOfFile(tx, work.bankFileId);
    const layoutId = own?.layoutId ?? null;
    const job: InspectJob = {
      ...(await jobOf(tx, deps, work, now, { part, bankName })),
      layout,
      readings,
    };
    const ends = { ...paymentsToLookAt(tx, work, job), layoutFor: () => Promise.resolve(null) };
    const inspected = await deps.engine.inspect(job, ends, { signal });
    return { found: inspected, around: await aroundOf(tx, layoutId, inspected, part, bankName) };
  });
  await inTenant(deps.db, work.merchantId, async (tx) => {
    const before = (await selectBankFile(tx, work.bankFileId))?.proposal;
    const tried = proposalOf(found, around, { part, atMs: now.getTime() });
    const proposal = before ? triedAgain(tried, before, readings) : tried;
    if ((await saveTrial(tx, work, proposal)) === 0) throw leaseLost();
    await announce(tx, work.merchantId, { type: 'FIL', bankFileId: work.bankFileId });
  });
}

/** What is proposed beside how a file is read: its bank and its part. */
async function aroundOf(
  tx: Tx,
  layoutId: string | null,
  { whole }: Inspection,
  chosen: FilePart | null,
  bankName: string,
) {
  const [bankId, ...others] = whole?.bankIds ?? [];
  const bank = others.length === 0 && bankId ? await namedBank(tx, String(bankId)) : null;
  const parts = await confirmedParts(tx, layoutId);
  const otherCurrency = await otherCurrencyOf(tx, whole);
  const proposed = proposedPart(parts, await selectTids(tx), whole, chosen);
  if (proposed.partAsked === 'otherBank') proposed.partChoices = await namedByBank(tx, proposed.partChoices);
  return { ...proposed, bank, bankName, otherCurrency };
}

/** The file's currencies beside the shop's, where no payment is in any of them. A line that has a payment leaves nothing to ask. */
async function otherCurrencyOf(
  tx: Tx,
  whole: Inspection['whole'],
): Promise<NonNullable<LayoutProposal['otherCurrency']> | null> {
  if (!whole?.currencies || whole.tids.length > 0) return null;
  const [file, shop] = [whole.currencies, await selectCurrencies(tx)];
  return shop.length === 0 || file.some((each) => shop.includes(each)) ? null : { file, shop };
}

const asksPerson = ({ isPartUnknown, words }: ReconcileSummary): boolean =>
  isPartUnknown || openWords(words, {}).length > 0;

/**
 * Everything from the file's bytes to the verdict, in one transaction: a bank file is whole or not there. False, and nothing
 * of it is kept, where it has no verdict yet and a person is to say which part it is of, or what a word of it means.
 */
const reconcile = (
  deps: RunnerDeps,
  work: LeasedWork,
  layout: Layout,
  teller: ProgressTeller,
  signal: AbortSignal,
): Promise<boolean> =>
  inTenantBulk(deps.db, work.merchantId, async (tx) => {
    await takeTurn(tx);
    const goneBefore = await selectTakenBack(tx);
    if (goneBefore.isLettingGo) throw anotherIsTakenBack();
    const job: ReconcileJob = { ...(await jobOf(tx, deps, work, deps.clock.now())), layout };
    const summary = await judgeInto({ tx, engine: deps.engine }, work.bankFileId, job, teller, signal);
    if (asksPerson(summary) && work.state !== 'DONE') return false;
    const { parts = [] } = job;
    summary.coverage &&= await withAllMoney(tx, summary.coverage, {
      parts,
      scope: summary.scope,
      now: new Date(job.nowMs),
    });
    // What it held as it was read before may be open now, which concerns other files than what it holds from now on.
    if (letsGo(work)) {
      await endBesideUndos(tx, goneBefore);
      await markLeaning(tx, work.bankFileId, causeOf(work), true);
    }
    const former = await keepNamed(tx, work.bankFileId);
    const formerSettled = await selectSettled(tx, work.bankFileId);
    await forgetEntries(tx, work.bankFileId);
    await takeEntries(tx, work.bankFileId);
    await insertLineNotes(tx, work.bankFileId, summary);
    await endBesideUndos(tx, goneBefore);
    const now = deps.clock.now();
    const saidOtherwise = await deps.exceptions.judged(tx, {
      merchantId: work.merchantId,
      bankFileId: work.bankFileId,
      partId: summary.coverage?.partId ?? null,
      exceptionCount: summary.exceptionCount,
      heldMatches: summary.byHand.ids,
      at: now,
    });
    if ((await finishBankFile(tx, work, endOf(summary, now))) === 0) throw leaseLost();
    await keepVerdict(tx, work, summary, now);
    if (former) {
      await passOn(tx, work.bankFileId, former, passedOn(work));
      await tellTaken(tx, work.bankFileId, causeOf(work));
    }
    await markPayers(tx, work.bankFileId, {
      former: formerSettled,
      now: summary.settled,
      cause: passedOn(work),
    });
    // Rows of payments come after those of files, as where payments are marked.
    await letGo(tx, work.bankFileId);
    await giveWay(tx);
    await decidedAnewOf(tx, work.bankFileId);
    await saidAnew(tx, saidOtherwise);
    await announce(tx, work.merchantId, { type: 'FIL', bankFileId: work.bankFileId });
    deps.log.info(
      { bankFileId: work.bankFileId, verdict: summary.verdict, stageMs: summary.stageMs },
      'a bank file was judged',
    );
    return true;
  });

/**
 * From here on nobody takes a file back before this transaction ends, and whoever does then finds what it wrote. One that was
 * taken back since the payments were read has all of it judged anew: it may lean on lines of a file that is gone.
 */
async function endBesideUndos(tx: Tx, before: TakenBack): Promise<void> {
  await takeUndoTurn(tx);
  const now = await selectTakenBack(tx);
  if (now.undoneCount !== before.undoneCount || now.replacedCount !== before.replacedCount)
    throw anotherIsTakenBack();
}

const anotherIsTakenBack = (): TryAgain => new TryAgain('another bank file was taken back');

/** Whether what it held before may be open now: it is read otherwise, or joined otherwise by hand. */
const letsGo = ({ cause }: LeasedWork): boolean =>
  cause?.kind === 'reread' || cause?.kind === 'matchedByHand';

/** Why other files are judged again: this one was read. */
const causeOf = ({ bankFileId, fileName }: LeasedWork): JudgementCause => ({
  kind: 'fileCame',
  bankFileId,
  fileName,
});

/** Of a file that was judged again because another one came or went, that other one is the cause still. */
const passedOn = (work: LeasedWork): JudgementCause => {
  const { cause } = work;
  const isOfOther =
    cause?.kind === 'fileCame' || cause?.kind === 'fileUndone' || cause?.kind === 'fileReplaced';
  return isOfOther ? cause : causeOf(work);
};

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
  if (cause.kind === 'read' || letsGo(work) || cause.kind === 'broughtBack') {
    await markLeaning(tx, work.bankFileId, causeOf(work), false);
  }
  // Said once, until it balances and no longer does.
  if (verdict === 'UNBALANCED' && work.verdict !== verdict) {
    const about = { type: 'bankFile', id: work.bankFileId } as const;
    await happened(tx, nobody(work.merchantId), { fact: 'bankFiles.unbalanced', at, about });
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

/** Runs the engine between the payments of this transaction and its temporary tables of entries. */
async function judgeInto(
  { tx, engine }: { tx: Tx; engine: BankFileEngine },
  bankFileId: string,
  job: ReconcileJob,
  teller: ProgressTeller,
  signal: AbortSignal,
): Promise<ReconcileSummary> {
  let opening: Promise<EntrySink> | null = null;
  const sink = (): Promise<EntrySink> => (opening ??= openEntrySink(tx));
  const ends = {
    ...paymentsToJudge(tx, { bankFileId }, job),
    entries: async (chunk: Uint8Array) => (await sink()).write(chunk),
    packed: async (chunk: PackedEntries) => (await sink()).pack(chunk),
    progress: (progress: ReconcileProgress) => teller.tell(progress),
  };
  try {
    const summary = await engine.reconcile(job, ends, { signal });
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
    settled: summary.settled,
    newestLineAt: summary.coverage && new Date(summary.coverage.newestLineMs),
    coversFrom: summary.coverage?.fromMs ? new Date(summary.coverage.fromMs) : null,
  };
}
