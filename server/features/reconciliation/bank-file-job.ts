import type { FilePart } from '@mizan/contract/bank-file-part.ts';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { TrialScope } from '../../reconciliation/evidence/trial-scope.ts';
import type { InspectJob } from '../../reconciliation/inspect-bank-file.ts';
import type { LateKeys } from '../../reconciliation/match/late-keys.ts';
import type { PortalScope, ReconcileJob } from '../../reconciliation/reconcile-job.ts';
import { bankCutoffs } from '../banks/banks.service.ts';
import { bankFilePath } from './bank-file-on-disk.ts';
import { selectPartOfFile } from './bank-file-parts.queries.ts';
import { jobPartOf, openSinceMs, partsOf } from './bank-file-parts.ts';
import type { ExceptionBook } from './exceptions.deps.ts';
import { selectAnswers } from './line-answers.queries.ts';
import { copyNamedPayments } from './named-payments.queries.ts';
import { copyLatePayments, copyPortalSide, selectCutoff } from './portal-side.queries.ts';
import { selectSettledFiles } from './settled-files.queries.ts';

/** Where kept files lie, and what people joined by hand. */
interface JobSources {
  folder: string;
  exceptions: Pick<ExceptionBook, 'matchesOf'>;
}

interface KeptFile {
  bankFileId: string;
  uuid: string;
}

/** What somebody said that the file holds; null where nobody did. */
interface Said {
  part: FilePart | null;
  bankName: string;
}

/** What the engine is to know of a file, whether it is looked at or judged; `at` is the instant that it counts as now. */
export async function jobOf(
  tx: Tx,
  { folder, exceptions }: JobSources,
  { bankFileId, uuid }: KeptFile,
  at: Date,
  said?: Said,
): Promise<InspectJob> {
  return {
    filePath: bankFilePath(folder, uuid),
    parts: said?.part
      ? [await saidPart(tx, bankFileId, said.part, said.bankName)]
      : await partsOf(tx, bankFileId, { bankName: said?.bankName }),
    answers: await selectAnswers(tx, bankFileId),
    handMatches: await exceptions.matchesOf(tx, bankFileId),
    settledFiles: await selectSettledFiles(tx, bankFileId, said?.bankName ?? null),
    todayIso: riyadhDay(at),
    nowMs: at.getTime(),
    ...(await cutoffsOf(tx)),
  };
}

async function saidPart(tx: Tx, bankFileId: string, part: FilePart, bankName: string) {
  const own = await selectPartOfFile(tx, bankFileId);
  return jobPartOf(tx, bankFileId, own?.layoutId ?? null, part, bankName);
}

/** Both cut-offs: the merchant's, and the dated ones of its banks. */
const cutoffsOf = async (tx: Tx): Promise<Pick<ReconcileJob, 'cutoff' | 'cutoffs'>> => ({
  cutoff: await selectCutoff(tx),
  cutoffs: (await bankCutoffs(tx)).map((each) => ({ ...each, bankId: Number(each.bankId) })),
});

/** The portal's side of a file as it is, or would be, judged. */
export function paymentsToJudge(
  tx: Tx,
  { bankFileId }: Pick<KeptFile, 'bankFileId'>,
  { parts = [] }: Pick<ReconcileJob, 'parts'>,
) {
  const of = { bankFileId, openSinceMs: openSinceMs(parts) };
  return {
    payments: (scope: PortalScope) => copyPortalSide(tx, scope, of),
    latePayments: (scope: PortalScope, keys: LateKeys) => copyLatePayments(tx, scope, of, keys),
  };
}

/** The same of a file that is looked at, and before it what the keys of its sample name. */
export function paymentsToLookAt(
  tx: Tx,
  file: Pick<KeptFile, 'bankFileId'>,
  job: Pick<ReconcileJob, 'parts'>,
) {
  const judged = paymentsToJudge(tx, file, job);
  return {
    ...judged,
    payments: (scope: PortalScope | TrialScope) =>
      'rrns' in scope ? copyNamedPayments(tx, scope) : judged.payments(scope),
  };
}
