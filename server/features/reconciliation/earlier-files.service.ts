import type { answerLines as answerRoute, EarlierFiles } from '@mizan/contract/earlier-files.ts';
import { type BankFileRow, bankFileCan } from '@mizan/contract/reconciliation.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { announce } from '../../platform/bus/bus.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { decidedAnewOf, saidAnew } from '../expectations/expectations.service.ts';
import { bankFileRowOf } from './bank-file-view.ts';
import { type BankFileRecord, markReplaced, selectBankFile, selectReplaced } from './bank-files.queries.ts';
import { markLeaning, markOne, takeUndoTurn } from './judged-again.queries.ts';
import {
  countTakenOver,
  isAskedAbout,
  lockAnswer,
  saveAnswer,
  selectAsked,
  selectCorrected,
  selectGiven,
} from './line-answers.queries.ts';
import { notReady, type ReconciliationDeps } from './reconciliation.service.ts';
import { forgetSettled } from './settled-files.queries.ts';

async function findJudged(tx: Tx, id: string): Promise<BankFileRecord> {
  const record = await selectBankFile(tx, id);
  if (!record) throw notFound();
  if (!bankFileCan.answer(record.state)) throw notReady(record);
  return record;
}

/** What of a file earlier files brought, with what a person may say of it and what was said. */
export const getEarlierFiles = (
  { db }: ReconciliationDeps,
  member: Member,
  id: string,
): Promise<EarlierFiles> =>
  inTenant(db, member.merchantId, async (tx) => {
    await findJudged(tx, id);
    const corrected = [];
    for (const each of await selectCorrected(tx, id))
      corrected.push({ ...each, ...(await countTakenOver(tx, id, each.bankFileId)) });
    const answers = await selectGiven(tx, id);
    return {
      asked: await selectAsked(tx, id),
      corrected,
      answers: answers.map(({ at, ...each }) => ({ ...each, at: at.toISOString() })),
      replaced: await selectReplaced(tx, id),
    };
  });

/**
 * Keeps what a person says of a line, or of all that have no answer of their own, and has the file judged again by it.
 * What stands already stays, without a fact. @throws Failure 'notFound' where nothing of the kind is asked.
 */
export async function answerLines(
  deps: ReconciliationDeps,
  member: Member,
  id: string,
  { earlierFileId, line, answer }: RouteInput<typeof answerRoute>['body'],
): Promise<BankFileRow> {
  const row = await inTenant(deps.db, member.merchantId, async (tx) => {
    const record = await findJudged(tx, id);
    const earlier = await selectBankFile(tx, earlierFileId);
    if (!earlier) throw notFound();
    const of = { bankFileId: id, earlierFileId, line: line ?? 0 };
    const was = await lockAnswer(tx, of);
    if (was === answer) return bankFileRowOf(record);
    if (answer !== null && !(await isAskedAbout(tx, { ...of, line }))) throw notFound();
    const at = deps.clock.now();
    await saveAnswer(tx, { ...of, answer, byId: member.userId, byName: member.fullName, at });
    await markOne(tx, id, { kind: 'answered', byName: member.fullName });
    await announce(tx, member.merchantId, { type: 'FIL', bankFileId: id });
    await happened(tx, member, {
      fact: 'bankFiles.linesAnswered',
      at,
      about: { type: 'bankFile', id },
      params: {
        fileName: record.fileName,
        earlierFileName: earlier.fileName,
        line,
        lineAnswer: answer,
      },
      was: { lineAnswer: was },
    });
    return bankFileRowOf(record);
  });
  deps.wake();
  return row;
}

/**
 * A corrected file takes the place of the earlier one, which lets go of its payments; this one is judged next, and then
 * those that leaned on the other. A repeat changes nothing. @throws Failure 'notFound' where it corrects nothing of it.
 */
export async function replaceFile(
  deps: ReconciliationDeps,
  member: Member,
  id: string,
  earlierFileId: string,
): Promise<BankFileRow> {
  const row = await inTenant(deps.db, member.merchantId, async (tx) => {
    await takeUndoTurn(tx);
    const record = await findJudged(tx, id);
    if ((await selectReplaced(tx, id)).some(({ bankFileId }) => bankFileId === earlierFileId))
      return bankFileRowOf(record);
    const corrects = (await selectCorrected(tx, id)).some(({ bankFileId }) => bankFileId === earlierFileId);
    const earlier = corrects ? await markReplaced(tx, earlierFileId, id) : null;
    if (!earlier) throw notFound();
    const { merchantId, fullName: byName } = member;
    const saidOtherwise = await deps.exceptions.withdrawn(tx, earlierFileId, deps.clock.now());
    const { fileName } = earlier;
    const cause = { kind: 'fileReplaced', bankFileId: earlierFileId, fileName } as const;
    await markLeaning(tx, earlierFileId, cause, true);
    await forgetSettled(tx, earlierFileId, cause);
    await markOne(tx, id, {
      kind: 'replaces',
      bankFileId: earlierFileId,
      fileName: earlier.fileName,
      byName,
    });
    for (const bankFileId of [id, earlierFileId]) await announce(tx, merchantId, { type: 'FIL', bankFileId });
    await happened(tx, member, {
      fact: 'bankFiles.replaced',
      at: deps.clock.now(),
      about: { type: 'bankFile', id },
      params: { fileName: record.fileName, earlierFileName: earlier.fileName },
    });
    await decidedAnewOf(tx, earlierFileId);
    await saidAnew(tx, saidOtherwise);
    return bankFileRowOf(record);
  });
  deps.wake();
  return row;
}
