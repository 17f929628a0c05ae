import type { getAskedOfMe as askedRoute } from '@mizan/contract/asked-of-me.ts';
import {
  addDays,
  type ClosedSpan,
  isWorkingDay,
  riyadhDay,
  startOfRiyadhDay,
} from '@mizan/contract/business-day.ts';
import { ruleLimits } from '@mizan/contract/exception-rules.ts';
import {
  type ExceptionDetail,
  type ExceptionRow,
  exceptionLimits,
  type HandMatchRow,
  type listExceptions as listRoute,
  type StateSum,
  type sumExceptions as sumRoute,
} from '@mizan/contract/exceptions.ts';
import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { banksOf, closedSpans } from '../banks/banks.service.ts';
import { entryOf } from '../reconciliation/bank-file-view.ts';
import { entryAt, isToBeJudgedAgain } from '../reconciliation/named-by-verdict.service.ts';
import { refundsWaitingFor } from '../refunds/refund-list.service.ts';
import { holdersAt } from '../users/users.service.ts';
import { countStatements, countWaitingFor } from './asked-people.queries.ts';
import { nearOf, ownSideOf, withAgreedCode } from './exception-near.ts';
import { selectGroups } from './exception-rules.queries.ts';
import { type SaidRecord, selectSaid, selectSteps } from './exception-steps.queries.ts';
import { limitFor, stepOf } from './exception-steps.service.ts';
import { takenNear, withHolders } from './exception-taken.ts';
import type { ExceptionDeps } from './exceptions.deps.ts';
import {
  type ExceptionRecord,
  selectException,
  selectExceptions,
  selectSameLines,
  selectStateSums,
} from './exceptions.queries.ts';
import { type HandMatchRecord, selectMatchesOf } from './hand-matches.queries.ts';
import { othersSettledWith } from './settled-chargebacks.service.ts';
import { unansweredSums } from './unanswered.service.ts';

/** One page of exceptions over all files, the oldest first. */
export const listExceptions = (
  { db, clock }: ExceptionDeps,
  by: Member,
  { cursor, limit, ...filter }: RouteInput<typeof listRoute>['query'],
): Promise<{ rows: ExceptionRow[]; nextCursor: string | null }> =>
  inTenant(db, by.merchantId, async (tx) => {
    const after = cursor === undefined ? null : readCursor(cursor);
    const found = await selectExceptions(tx, filter, after, limit + 1);
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    const closed = await closedSpans(tx);
    const today = riyadhDay(clock.now());
    return {
      rows: rows.map((each) => rowOf(each, today, closed)),
      nextCursor: found.length > limit && last ? writeCursor(startOfRiyadhDay(last.sinceDay), last.id) : null,
    };
  });

export const sumExceptions = (
  { db }: ExceptionDeps,
  by: Member,
  filter: RouteInput<typeof sumRoute>['query'],
): Promise<RouteOutput<typeof sumRoute>> =>
  inTenant(db, by.merchantId, async (tx) => ({
    sums: await selectStateSums(tx, filter),
    people: await holdersAt(tx, by.merchantId, 'bankFiles.change'),
    banks: (await banksOf(tx)).map(({ id, nameEn, nameAr }) => ({ id, nameEn, nameAr })),
    groups: await selectGroups(tx, ruleLimits.rulesMax),
  }));

/** What asks for somebody, by currency. */
export async function openExceptions(
  tx: Tx,
): Promise<{ currency: StateSum['currency']; count: number; differenceMinor: number }[]> {
  const open = (await selectStateSums(tx, {})).filter(({ state }) => state === 'OPEN' || state === 'ASKED');
  return [...Map.groupBy(open, ({ currency }) => currency)].map(([currency, same]) => ({
    currency,
    count: same.reduce((sum, each) => sum + each.count, 0),
    differenceMinor: same.reduce((sum, each) => sum + each.differenceMinor, 0),
  }));
}

/** What waits for the one who asks. */
export const getAskedOfMe = (
  { db, clock }: ExceptionDeps,
  by: Member,
): Promise<RouteOutput<typeof askedRoute>> =>
  inTenant(db, by.merchantId, async (tx) => {
    const sums = await countWaitingFor(tx, by.userId);
    const unanswered = await unansweredSums(tx, clock.now());
    const waiting = (count = 0, id: string | null = null) => ({ count, onlyId: count === 1 ? id : null });
    return {
      ownId: by.userId,
      approval: waiting(sums?.asked, sums?.askedId),
      assigned: waiting(sums?.assigned, sums?.assignedId),
      answerSoon: waiting(unanswered.soon, unanswered.soonId),
      answerMissed: waiting(unanswered.missed, unanswered.missedId),
      statements: { count: await countStatements(tx) },
      refunds: await refundsWaitingFor(tx, by),
    };
  });

const isOpen = ({ state }: ExceptionRecord): boolean => state === 'OPEN' || state === 'ASKED';

function rowOf(record: ExceptionRecord, today: string, closed: readonly ClosedSpan[]): ExceptionRow {
  const {
    seq: _seq,
    openedAt,
    sinceDay,
    sinceKind,
    goneAt: _goneAt,
    assigneeId,
    assigneeName,
    ...row
  } = record;
  return {
    id: row.id,
    state: row.state,
    outcome: row.outcome,
    currency: row.currency,
    differenceMinor: row.differenceMinor,
    bankFileId: row.bankFileId,
    fileName: row.fileName,
    bankName: row.bankName,
    bank: row.bank,
    line: row.line,
    transactionId: row.transactionId,
    openedAt: openedAt.toISOString(),
    since: { day: sinceDay, kind: sinceKind },
    age: isOpen(record) ? ageOf(sinceDay, today, closed) : null,
    answerBy: row.answerBy,
    answerByKind: row.answerByKind,
    group: row.group,
    assignee: assigneeId === null || assigneeName === null ? null : { id: assigneeId, name: assigneeName },
  };
}

/** The working days of banks after a day, up to today: how many, and the newest of them by name. */
function ageOf(from: string, today: string, closed: readonly ClosedSpan[]): ExceptionRow['age'] {
  const days: string[] = [];
  for (let day = addDays(from, 1); day <= today; day = addDays(day, 1))
    if (isWorkingDay(day, closed)) days.push(day);
  return { workingDays: days.length, days: days.slice(-exceptionLimits.daysNamedMax) };
}

/** One exception with all that its page shows. @throws Failure 'notFound' */
export const getException = (
  { db, clock }: ExceptionDeps,
  by: Member,
  id: string,
): Promise<ExceptionDetail> =>
  inTenant(db, by.merchantId, async (tx) => {
    const record = await selectException(tx, id);
    const said = record && (await selectSaid(tx, id));
    if (!record || !said) throw notFound();
    const entry = await entryIn(tx, record);
    const nearest = entry ? await withHolders(tx, await nearOf(tx, record, entry)) : [];
    const own = withAgreedCode(await ownSideOf(tx, record, entry), nearest);
    const isAlone = record.outcome === 'missingInBank' || record.outcome === 'missingInPortal';
    const near = [...nearest, ...(entry && isAlone ? await takenNear(tx, own, nearest) : [])];
    const matches = await selectMatchesOf(tx, {
      bankFileId: record.bankFileId,
      lines: record.line === null ? [] : [record.line],
      transactionIds: record.transactionId === null ? [] : [record.transactionId],
    });
    const steps = await selectSteps(tx, id, exceptionLimits.stepsMax);
    const { limitMinor, aloneMinor } = await limitFor(tx, by, clock.now());
    return {
      ...rowOf(record, riyadhDay(clock.now()), await closedSpans(tx)),
      proposal: record.proposal,
      entry: entry && entryOf(entry),
      own,
      near,
      goneAt: record.goneAt?.toISOString() ?? null,
      said: saidOf(record, said),
      settledWith: await othersSettledWith(tx, record),
      sameLines: (await selectSameLines(tx, id, exceptionLimits.sameLinesMax)).map(
        ({ exceptionId, fileName, line }) => ({ exceptionId, fileName, line }),
      ),
      matches: matches.map(matchOf),
      steps: steps.map(stepOf),
      people: await holdersAt(tx, by.merchantId, 'bankFiles.change'),
      ownId: by.userId,
      limitMinor,
      aloneMinor,
      isJudgedAgain: await isToBeJudgedAgain(tx, record.bankFileId),
    };
  });

/** The entry by which the verdict names it; null where it does no more. */
async function entryIn(tx: Tx, { goneAt, bankFileId, seq }: ExceptionRecord) {
  if (goneAt !== null) return null;
  return entryAt(tx, bankFileId, seq);
}

function saidOf(record: ExceptionRecord, said: SaidRecord): ExceptionDetail['said'] {
  const { saidOutcome, saidCurrency, saidMinor, saidNote, askedById, askedByName, askedAt } = said;
  if (
    !said.said ||
    said.said === 'SETTLED' ||
    !saidOutcome ||
    !saidCurrency ||
    saidMinor === null ||
    !askedById ||
    !askedAt
  )
    return null;
  return {
    kind: said.said,
    holds:
      saidOutcome === record.outcome &&
      saidCurrency === record.currency &&
      saidMinor === record.differenceMinor,
    outcome: saidOutcome,
    currency: saidCurrency,
    differenceMinor: saidMinor,
    note: saidNote ?? '',
    askedBy: { id: askedById, name: askedByName ?? '' },
    askedAt: askedAt.toISOString(),
    askedOfName: said.askedOfName,
    approvedByName: said.approvedByName,
    approvedAt: said.approvedAt?.toISOString() ?? null,
  };
}

const matchOf = ({
  id,
  bankFileId,
  fileName,
  lines,
  transactionIds,
  note,
  byName,
  at,
  holds,
}: HandMatchRecord): HandMatchRow => ({
  id,
  bankFileId,
  fileName,
  lines: lines.map(Number),
  transactionIds,
  note,
  byName,
  at: at.toISOString(),
  holds,
});
