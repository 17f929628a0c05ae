import { aloneHours, type ExceptionLimit } from '@mizan/contract/exception-limit.ts';
import {
  type acceptException as acceptRoute,
  type assignException as assignRoute,
  canBeAccepted,
  type commentException as commentRoute,
  type decideAcceptance as decideRoute,
  type ExceptionState,
  type ExceptionStep,
  exceptionCan,
  type reopenException as reopenRoute,
} from '@mizan/contract/exceptions.ts';
import { needsSecondPerson } from '@mizan/contract/exceptions-together.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { announce } from '../../platform/bus/bus.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { settingOf } from '../../platform/settings/settings.ts';
import { decidedAnew } from '../expectations/expectations.service.ts';
import { holdersAt } from '../users/users.service.ts';
import { tellPerson } from './asked-people.ts';
import { claimedOf, missingOf } from './claimed-payments.ts';
import {
  forgetSaid,
  insertStep,
  lockAlone,
  lockSaid,
  type NewStep,
  type SaidRecord,
  type StepRecord,
  saveApproval,
  saveAssignee,
  saveSaid,
  selectLimit,
  sumAlone,
  upsertLimit,
} from './exception-steps.queries.ts';
import type { ExceptionDeps } from './exceptions.deps.ts';
import { type ExceptionRecord, selectException } from './exceptions.queries.ts';

/**
 * What people say of exceptions (docs/decisions/0064-exceptions-outlive-their-entries.md). None of it changes a verdict:
 * beside it stands what is open, and what was accepted by whom.
 */

/** @throws Failure 'conflict' with its reason */
export const refused = (reason: string): Failure => new Failure('conflict', reason, { reason });

interface Held {
  exception: ExceptionRecord;
  said: SaidRecord;
}

/** Runs with the exception locked, so that two who answer at once come one after the other. */
export const withOne = <T>(
  { db }: ExceptionDeps,
  by: Member,
  id: string,
  work: (tx: Tx, held: Held) => Promise<T>,
): Promise<T> =>
  inTenant(db, by.merchantId, async (tx) => {
    const said = await lockSaid(tx, id);
    const exception = said && (await selectException(tx, id));
    if (!exception) throw notFound();
    return work(tx, { exception, said });
  });

const stateIn = async (tx: Tx, id: string): Promise<{ state: ExceptionState }> => {
  const now = await selectException(tx, id);
  if (!now) throw notFound();
  return { state: now.state };
};

export const told = ({
  fileName,
  outcome,
  line,
  transactionId,
  differenceMinor,
  currency,
}: ExceptionRecord) => ({
  fileName,
  exceptionOutcome: outcome,
  line,
  transaction: transactionId === null ? null : `#${transactionId}`,
  amountMinor: differenceMinor,
  currency,
});

export const aboutFile = ({ bankFileId }: ExceptionRecord) => ({ type: 'bankFile' as const, id: bankFileId });

export async function addStep(
  tx: Tx,
  by: Member,
  exceptionId: string,
  step: Pick<NewStep, 'kind' | 'at'> & Partial<Pick<NewStep, 'note' | 'otherName' | 'stage'>>,
): Promise<StepRecord> {
  return insertStep(tx, {
    note: '',
    otherName: null,
    ...step,
    exceptionId,
    byId: by.userId,
    byName: by.fullName,
  });
}

export const toldWindows = (tx: Tx, by: Member, { bankFileId }: ExceptionRecord): Promise<void> =>
  announce(tx, by.merchantId, { type: 'FIL', bankFileId });

/** Up to which sum one person accepts alone, and what this one did (docs/decisions/0095-what-one-person-accepts-in-a-day.md). */
export const limitFor = async (tx: Tx, by: Member, now: Date): Promise<ExceptionLimit> => {
  const set = await selectLimit(tx);
  const aloneMinor = await sumAlone(tx, by.userId, new Date(now.getTime() - aloneHours * 3_600_000));
  return set
    ? {
        limitMinor: set.limitMinor,
        isDefault: false,
        byName: set.byName,
        at: set.at.toISOString(),
        aloneMinor,
      }
    : {
        limitMinor: (await settingOf(tx, 'aloneLimits')).exceptionMinor,
        isDefault: true,
        byName: null,
        at: null,
        aloneMinor,
      };
};

/**
 * The second person whom it takes to accept these; null where one does. Held until the transaction ends against what the same
 * person accepts at the same time. @throws Failure as `secondPerson`
 */
export async function secondFor(
  tx: Tx,
  by: Member,
  { rows, askPersonId, now }: { rows: readonly Figures[]; askPersonId: string | null; now: Date },
): Promise<{ limitMinor: number; askedOf: { id: string; name: string } | null }> {
  await lockAlone(tx, by.userId);
  const { limitMinor, aloneMinor } = await limitFor(tx, by, now);
  const isAsked = needsSecondPerson(rows, limitMinor, aloneMinor);
  return { limitMinor, askedOf: isAsked ? await secondPerson(tx, by, askPersonId) : null };
}
type Figures = Pick<ExceptionRecord, 'currency' | 'differenceMinor'>;

export const getExceptionLimit = ({ db, clock }: ExceptionDeps, by: Member): Promise<ExceptionLimit> =>
  inTenant(db, by.merchantId, (tx) => limitFor(tx, by, clock.now()));

/** Sets the limit for what is accepted from now on. Open windows of the merchant hear of it. */
export const setExceptionLimit = (
  { db, clock }: ExceptionDeps,
  by: Member,
  limitMinor: number,
): Promise<ExceptionLimit> =>
  inTenant(db, by.merchantId, async (tx) => {
    const at = clock.now();
    const was = await limitFor(tx, by, at);
    if (was.limitMinor === limitMinor && !was.isDefault) return was;
    await upsertLimit(tx, { limitMinor, byId: by.userId, byName: by.fullName, at });
    await happened(tx, by, {
      fact: 'exceptions.limitSet',
      at,
      about: { type: 'merchant', id: by.merchantId },
      params: { limitMinor },
      was: { limitMinor: was.limitMinor },
    });
    await announce(tx, by.merchantId, { type: 'SET' });
    return limitFor(tx, by, at);
  });

/** Puts it into somebody's hands. @throws Failure 'notFound'; 'conflict': 'state' */
export const assignException = (
  deps: ExceptionDeps,
  by: Member,
  id: string,
  { personId }: RouteInput<typeof assignRoute>['body'],
): Promise<{ state: ExceptionState }> =>
  withOne(deps, by, id, async (tx, { exception }) => {
    if (!exceptionCan.assign(exception.state)) throw refused('state');
    if (exception.assigneeId === personId) return stateIn(tx, id);
    const person = personId === null ? null : await ownerIn(tx, by, personId);
    const at = deps.clock.now();
    await saveAssignee(tx, id, person);
    await addStep(tx, by, id, { kind: 'ASSIGNED', at, otherName: person?.name ?? null });
    await happened(tx, by, {
      fact: 'exceptions.assigned',
      at,
      about: aboutFile(exception),
      params: { ...told(exception), person: person?.name ?? null },
      was: { person: exception.assigneeName },
    });
    if (person) await tellPerson(tx, by, person.id, { kind: 'ASSIGNED', note: '', exceptionIds: [id] });
    await toldWindows(tx, by, exception);
    return stateIn(tx, id);
  });

/** Somebody who runs the merchant and may work. @throws Failure 'notFound' */
export async function ownerIn(tx: Tx, by: Member, personId: string): Promise<{ id: string; name: string }> {
  const person = (await holdersAt(tx, by.merchantId, 'bankFiles.change')).find(
    (each) => each.id === personId,
  );
  if (!person) throw notFound();
  return person;
}

/** @throws Failure 'notFound'; 'conflict': 'state' */
export const commentException = (
  deps: ExceptionDeps,
  by: Member,
  id: string,
  { note }: RouteInput<typeof commentRoute>['body'],
): Promise<ExceptionStep> =>
  withOne(deps, by, id, async (tx, { exception }) => {
    if (!exceptionCan.comment(exception.state)) throw refused('state');
    const at = deps.clock.now();
    const step = await addStep(tx, by, id, { kind: 'COMMENT', at, note });
    await happened(tx, by, {
      fact: 'exceptions.commented',
      at,
      about: aboutFile(exception),
      params: { ...told(exception), note },
    });
    await toldWindows(tx, by, exception);
    return stepOf(step);
  });

export const stepOf = ({ id, kind, byName, at, note, otherName, stage }: StepRecord): ExceptionStep => ({
  id,
  kind,
  byName,
  at: at.toISOString(),
  note,
  otherName,
  stage,
});

/**
 * Accepts the difference that was on the screen, or asks a second person to.
 * @throws Failure 'notFound'; 'conflict': 'state', 'changed' where the figures are others since, 'notAcceptable',
 * 'claimed' where a claim asks the bank for the payment, 'secondNeeded' where nobody was asked, 'noSecondPerson', 'ownRequest'
 * where it is oneself
 */
export const acceptException = (
  deps: ExceptionDeps,
  by: Member,
  id: string,
  { note, outcome, differenceMinor, askPersonId }: RouteInput<typeof acceptRoute>['body'],
): Promise<{ state: ExceptionState }> =>
  withOne(deps, by, id, async (tx, { exception, said }) => {
    if (isRepeat(exception, said, by, note)) return { state: exception.state };
    if (!exceptionCan.accept(exception.state)) throw refused('state');
    if (!canBeAccepted(exception.outcome)) throw refused('notAcceptable');
    if (exception.outcome !== outcome || exception.differenceMinor !== differenceMinor)
      throw refused('changed');
    if ((await claimedOf(tx, [exception])).size > 0) throw refused('claimed');
    const at = deps.clock.now();
    const { limitMinor, askedOf } = await secondFor(tx, by, { rows: [exception], askPersonId, now: at });
    const { currency } = exception;
    const figures = { outcome, currency, differenceMinor };
    const whose = { byId: by.userId, byName: by.fullName, at };
    await saveSaid(tx, {
      ...figures,
      ...whose,
      id,
      said: askedOf ? 'ASKED' : 'ACCEPTED',
      note,
      limitMinor,
      askedOf,
    });
    await addStep(tx, by, id, {
      kind: askedOf ? 'ASKED' : 'ACCEPTED',
      at,
      note,
      otherName: askedOf?.name ?? null,
    });
    const fact = { at, about: aboutFile(exception) };
    await (askedOf
      ? happened(tx, by, {
          ...fact,
          fact: 'exceptions.acceptanceAsked',
          params: { ...told(exception), note, person: askedOf.name },
        })
      : happened(tx, by, { ...fact, fact: 'exceptions.accepted', params: { ...told(exception), note } }));
    if (askedOf) await tellPerson(tx, by, askedOf.id, { kind: 'ASKED', note, exceptionIds: [id] });
    await toldWindows(tx, by, exception);
    await decidedAnew(tx, missingOf([exception]));
    return stateIn(tx, id);
  });

/** The same said once more by the same person, whose first answer may have been lost. */
const isRepeat = (
  { state }: ExceptionRecord,
  { askedById, saidNote }: SaidRecord,
  by: Member,
  note: string,
): boolean => (state === 'ASKED' || state === 'ACCEPTED') && askedById === by.userId && saidNote === note;

/**
 * Whom somebody asks to approve, who is somebody else.
 * @throws Failure 'notFound'; 'conflict': 'noSecondPerson', 'secondNeeded', 'ownRequest'
 */
async function secondPerson(
  tx: Tx,
  by: Member,
  personId: string | null,
): Promise<{ id: string; name: string }> {
  const others = (await holdersAt(tx, by.merchantId, 'bankFiles.change')).filter(
    ({ id }) => id !== by.userId,
  );
  if (others.length === 0) throw refused('noSecondPerson');
  if (personId === null) throw refused('secondNeeded');
  if (personId === by.userId) throw refused('ownRequest');
  const person = others.find(({ id }) => id === personId);
  if (!person) throw notFound();
  return person;
}

/**
 * The second person's answer: anybody of the right but the one who asked, who may only take it back.
 * @throws Failure 'notFound'; 'conflict': 'decided', 'changed', 'ownRequest', 'claimed'
 */
export const decideAcceptance = (
  deps: ExceptionDeps,
  by: Member,
  id: string,
  { decision, note, differenceMinor }: RouteInput<typeof decideRoute>['body'],
): Promise<{ state: ExceptionState }> =>
  withOne(deps, by, id, async (tx, { exception, said }) => {
    if (!exceptionCan.decide(exception.state)) throw refused('decided');
    if (exception.differenceMinor !== differenceMinor) throw refused('changed');
    const isApproved = decision === 'APPROVE';
    if (isApproved && said.askedById === by.userId) throw refused('ownRequest');
    if (isApproved && (await claimedOf(tx, [exception])).size > 0) throw refused('claimed');
    const at = deps.clock.now();
    await (isApproved ? saveApproval(tx, id, by, at) : forgetSaid(tx, id));
    await addStep(tx, by, id, { kind: isApproved ? 'APPROVED' : 'REFUSED', at, note });
    await happened(tx, by, {
      fact: isApproved ? 'exceptions.acceptanceApproved' : 'exceptions.acceptanceRefused',
      at,
      about: aboutFile(exception),
      params: { ...told(exception), note, askedBy: said.askedByName ?? '' },
    });
    await toldWindows(tx, by, exception);
    await decidedAnew(tx, missingOf([exception]));
    return stateIn(tx, id);
  });

/** Opens an accepted one again. @throws Failure 'notFound'; 'conflict': 'state' */
export const reopenException = (
  deps: ExceptionDeps,
  by: Member,
  id: string,
  { note }: RouteInput<typeof reopenRoute>['body'],
): Promise<{ state: ExceptionState }> =>
  withOne(deps, by, id, async (tx, { exception }) => {
    if (!exceptionCan.reopen(exception.state)) throw refused('state');
    const at = deps.clock.now();
    await forgetSaid(tx, id);
    await addStep(tx, by, id, { kind: 'REOPENED', at, note });
    await happened(tx, by, {
      fact: 'exceptions.reopened',
      at,
      about: aboutFile(exception),
      params: { ...told(exception), note },
    });
    await toldWindows(tx, by, exception);
    await decidedAnew(tx, missingOf([exception]));
    return stateIn(tx, id);
  });
