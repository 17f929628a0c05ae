import type { Readable } from 'node:stream';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import {
  type Chargeback,
  type changeChargeback as changeRoute,
  type EvidenceRow,
  evidenceLimits,
} from '@mizan/contract/chargebacks.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { documentName } from '../../platform/scanner/document-name.ts';
import { receiveDocument } from '../../platform/scanner/received-document.ts';
import type { VirusScanner } from '../../platform/scanner/virus-scanner.ts';
import { selectAnswerDay } from './chargeback-days.queries.ts';
import {
  type ChargebackRecord,
  insertEvidence,
  selectChargeback,
  selectEvidence,
  selectEvidenceFile,
  selectReturns,
  upsertChargeback,
} from './chargebacks.queries.ts';
import { aboutFile, addStep, refused, told, toldWindows, withOne } from './exception-steps.service.ts';
import type { ExceptionDeps } from './exceptions.deps.ts';
import { type ExceptionRecord, selectException } from './exceptions.queries.ts';
import { selectSettledWith } from './settled-chargebacks.queries.ts';
import { settleWon, settlingReturn, unsettleOf } from './settled-chargebacks.service.ts';

/**
 * What people do about a chargeback. No verdict knows of it: it stays open until somebody accepts it, or calls it won and a line
 * gave the money back. The bank's deadline is what a person copied from its notice; until then one is reckoned, and
 * said to be (chargeback-days.queries.ts).
 */
export interface ChargebackDeps extends ExceptionDeps {
  scanner: VirusScanner | null;
}

const returnsMax = 20;
const unworked: ChargebackRecord = {
  stage: 'RECEIVED',
  answeredOn: null,
  deadlineDay: null,
  deadlineByName: null,
  deadlineAt: null,
};

/** A line by which the bank took money back; a line that gives it back is the answer to one. */
const isChargeback = ({ outcome, differenceMinor }: ExceptionRecord): boolean =>
  outcome === 'chargeback' && differenceMinor < 0;

/** @throws Failure 'notFound', also for an exception of another kind */
export const getChargeback = ({ db }: ExceptionDeps, by: Member, id: string): Promise<Chargeback> =>
  inTenant(db, by.merchantId, async (tx) => {
    const exception = await selectException(tx, id);
    if (!exception || !isChargeback(exception)) throw notFound();
    return chargebackOf(tx, id);
  });

async function chargebackOf(tx: Tx, id: string): Promise<Chargeback> {
  const { stage, answeredOn, deadlineDay, deadlineByName, deadlineAt } =
    (await selectChargeback(tx, id)) ?? unworked;
  return {
    stage,
    answeredOn,
    deadline:
      deadlineDay === null || deadlineByName === null || deadlineAt === null
        ? null
        : { day: deadlineDay, byName: deadlineByName, at: deadlineAt.toISOString() },
    reckoned: await reckonedOf(tx, id),
    returns: (await selectReturns(tx, id, returnsMax)).map((each) => ({
      exceptionId: each.exceptionId,
      fileName: each.fileName,
      line: each.line,
      currency: each.currency,
      amountMinor: each.amountMinor,
    })),
    isSettled: (await selectSettledWith(tx, id)).length > 0,
    evidence: (await selectEvidence(tx, id)).map(evidenceOf),
  };
}

/** By when the bank wants the answer, where nobody copied it from its notice and days are known. */
async function reckonedOf(tx: Tx, id: string): Promise<Chargeback['reckoned']> {
  const found = await selectAnswerDay(tx, id);
  if (!found || found.day === null || found.days === null) return null;
  if (found.kind !== 'AGREED' && found.kind !== 'PUBLISHED') return null;
  return { day: found.day, since: found.since, days: found.days, kind: found.kind, scheme: found.scheme };
}

const evidenceOf = ({
  id,
  fileName,
  sizeBytes,
  byName,
  at,
}: Omit<EvidenceRow, 'at'> & { at: Date }): EvidenceRow => ({
  id,
  fileName,
  sizeBytes,
  byName,
  at: at.toISOString(),
});

/**
 * Says how it stands. @throws Failure 'notFound'; 'conflict': 'state' where its file is gone, 'answeredLater' of a day to come,
 * 'answerDay' of an answer without one, 'noReturn' where it is to be won and no line of the bank gave the money back
 */
export const changeChargeback = (
  deps: ExceptionDeps,
  by: Member,
  id: string,
  { stage, answeredOn, deadlineDay, note }: RouteInput<typeof changeRoute>['body'],
): Promise<Chargeback> =>
  withOne(deps, by, id, async (tx, { exception }) => {
    if (!isChargeback(exception)) throw notFound();
    if (exception.state === 'WITHDRAWN') throw refused('state');
    const at = deps.clock.now();
    if (answeredOn !== null && answeredOn > riyadhDay(at)) throw refused('answeredLater');
    if (stage === 'ANSWERED' && answeredOn === null) throw refused('answerDay');
    const was = (await selectChargeback(tx, id)) ?? unworked;
    const returns = stage === 'WON' ? await selectReturns(tx, id, returnsMax) : [];
    if (stage === 'WON' && was.stage !== 'WON' && returns.length === 0) throw refused('noReturn');
    const isSame =
      was.stage === stage && was.answeredOn === answeredOn && was.deadlineDay === deadlineDay && note === '';
    const returned =
      exception.state === 'SETTLED' ? undefined : settlingReturn(exception.differenceMinor, returns);
    if (isSame && !returned) return chargebackOf(tx, id);
    const keepsDeadline = was.deadlineDay === deadlineDay;
    await upsertChargeback(tx, id, {
      stage,
      answeredOn,
      deadlineDay,
      deadlineByName: keepsDeadline ? was.deadlineByName : deadlineDay && by.fullName,
      deadlineAt: keepsDeadline ? was.deadlineAt : deadlineDay === null ? null : at,
    });
    await addStep(tx, by, id, { kind: 'CHARGEBACK', at, note, stage });
    await happened(tx, by, {
      fact: 'exceptions.chargebackChanged',
      at,
      about: aboutFile(exception),
      params: { ...told(exception), chargebackStage: stage, answeredOn, deadlineDay, note },
      was: { chargebackStage: was.stage, answeredOn: was.answeredOn, deadlineDay: was.deadlineDay },
    });
    if (returned) await settleWon(tx, by, at, { chargeback: exception, returned });
    if (stage !== 'WON') await unsettleOf(tx, by, at, exception);
    await toldWindows(tx, by, exception);
    return chargebackOf(tx, id);
  });

/**
 * Attaches a file. It is read and scanned before anything is locked.
 * @throws Failure 'notFound', 'tooLarge', 'unreadableFile', 'unavailable'; 'conflict': 'state', 'evidenceTooMany'
 */
export async function addEvidence(
  deps: ChargebackDeps,
  by: Member,
  id: string,
  { fileName, body }: { fileName: string; body: Readable },
): Promise<EvidenceRow> {
  const { mediaType, content } = await receiveDocument(body, {
    maxBytes: evidenceLimits.bytesMax,
    scanner: deps.scanner,
  });
  return withOne(deps, by, id, async (tx, { exception }) => {
    if (!isChargeback(exception)) throw notFound();
    if (exception.state === 'WITHDRAWN') throw refused('state');
    if ((await selectEvidence(tx, id)).length >= evidenceLimits.filesMax) throw refused('evidenceTooMany');
    const at = deps.clock.now();
    const name = documentName(fileName, mediaType);
    const kept = await insertEvidence(tx, {
      exceptionId: id,
      fileName: name,
      mediaType,
      content,
      byId: by.userId,
      byName: by.fullName,
      at,
    });
    await addStep(tx, by, id, { kind: 'EVIDENCE', at, note: name });
    await happened(tx, by, {
      fact: 'exceptions.evidenceAdded',
      at,
      about: aboutFile(exception),
      params: { ...told(exception), evidenceName: name, sizeBytes: content.length },
    });
    await toldWindows(tx, by, exception);
    return evidenceOf(kept);
  });
}

/** A file as it was attached; who took it is on record. @throws Failure 'notFound' */
export const handOutEvidence = (
  { db, clock }: ExceptionDeps,
  by: Member,
  id: string,
): Promise<{ name: string; mediaType: string; content: Buffer }> =>
  inTenant(db, by.merchantId, async (tx) => {
    const file = await selectEvidenceFile(tx, id);
    if (!file) throw notFound();
    await happened(tx, by, {
      fact: 'exceptions.evidenceDownloaded',
      at: clock.now(),
      about: { type: 'merchant', id: by.merchantId },
      params: { evidenceName: file.fileName, sizeBytes: file.content.length },
    });
    return { name: file.fileName, mediaType: file.mediaType, content: file.content };
  });
