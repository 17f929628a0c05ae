import { type RefundDetail, refundCan, type startRefund as startRoute } from '@mizan/contract/refunds.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { sameOrRefused } from '../../platform/asked-again.ts';
import { announce } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import {
  giveBack,
  isTerminalConnected,
  isWireIdTaken,
  lockPurchase,
  lockRefundTerminal,
  nextNumber,
  type Purchase,
  type RefundTerminal,
} from '../payments/give-back.service.ts';
import { approvalFor, refuseBeyondOwnTerminal } from './cashier-refunds.service.ts';
import { selectTerminal } from './refund-effect.queries.ts';
import { othersThan } from './refund-effect.service.ts';
import { refundDetail } from './refund-list.service.ts';
import { refused, remainderOf, whyNoReversal, whyNotRefundable } from './refund-rules.ts';
import { tellApprovers } from './refunds.mails.ts';
import {
  insertRequest,
  lockAlone,
  lockRequest,
  type RequestRecord,
  saveDecision,
  selectGiven,
  selectHold,
  selectRequestByUuid,
  selectUndecided,
} from './refunds.queries.ts';

export interface RefundDeps {
  readonly db: Database;
  readonly clock: Clock;
}

type StartInput = RouteInput<typeof startRoute>['body'];

/**
 * Gives money back on a terminal, or asks a second person where the amount is above the limit of one. The same refundId again
 * answers what the first one made. Locks come in one order: the person, the terminal, the purchase.
 * @throws Failure 'notFound', 'suspended', 'terminalBusy', 'conflict' with a reason of `refundRefusals`
 */
export const startRefund = (
  { db, clock }: RefundDeps,
  by: Member,
  input: StartInput,
): Promise<RefundDetail> =>
  inTenant(db, by.merchantId, async (tx) => {
    await lockAlone(tx, by.userId);
    const earlier = await selectRequestByUuid(tx, input.refundId);
    const now = clock.now();
    if (earlier) {
      sameOrRefused(earlier, input, ['originalId', 'amountMinor', 'type'], () => refused('OTHER_REFUND'));
      return refundDetail(tx, by, earlier.id, now);
    }
    if (await isWireIdTaken(tx, input.refundId)) throw refused('OTHER_REFUND');
    await refuseBeyondOwnTerminal(tx, by, {
      originalTerminalId: await terminalOfPurchase(tx, input.originalId),
      terminalId: input.terminalId ?? null,
    });
    const { terminal, original } = await lockBoth(tx, input.originalId, input.terminalId ?? null);
    if (!terminal.inService) throw suspended();
    const { type, amountMinor } = input;
    await checkRemainder(tx, original, { type, amountMinor, terminalId: terminal.id, refundId: null }, now);
    const { isNeeded: isAsked, limitMinor } = await approvalFor(tx, by, amountMinor, now);
    if (isAsked && (await othersThan(tx, by.merchantId, by.userId)).length === 0) {
      throw refused('NO_SECOND_PERSON', { limitMinor });
    }
    const request: RequestRecord = {
      id: await nextNumber(tx),
      uuid: input.refundId,
      originalId: original.id,
      terminalId: terminal.id,
      branchId: original.branchId,
      type,
      amountMinor,
      currency: original.currency,
      reason: input.reason,
      note: input.note || null,
      state: isAsked ? 'WAITING' : 'SENT',
      limitMinor: isAsked ? limitMinor : null,
      askedById: by.userId,
      askedByName: by.fullName,
    };
    if (!(await insertRequest(tx, request, now))) throw refused('OTHER_REFUND');
    if (isAsked) await ask(tx, by, request, limitMinor, now);
    else {
      await tell(tx, by, request, now, 'refunds.begun');
      await send(tx, by, request, terminal, now);
    }
    return refundDetail(tx, by, request.id, now);
  });

const suspended = (): Failure =>
  new Failure('suspended', 'This branch is suspended, so nothing can be given back on its terminals.');

/** The terminal (the purchase's own where none is named), then the purchase. */
async function lockBoth(
  tx: Tx,
  originalId: string,
  terminalId: string | null,
): Promise<{ terminal: RefundTerminal; original: Purchase }> {
  const place = terminalId ?? (await terminalOfPurchase(tx, originalId));
  const terminal = place === null ? null : await lockRefundTerminal(tx, place);
  const original = await lockPurchase(tx, originalId);
  if (!original || place === null) throw notFound();
  if (!terminal) throw await whyNoTerminal(tx, place);
  return { terminal, original };
}

/** One out of service is named, so that another one can be chosen. */
async function whyNoTerminal(tx: Tx, id: string): Promise<Failure> {
  const known = await selectTerminal(tx, id);
  return known?.isRetired ? refused('TERMINAL_RETIRED', { tid: known.tid }) : notFound();
}

/** It never changes, so it may be read before the lock. */
const terminalOfPurchase = async (tx: Tx, id: string): Promise<string | null> =>
  (
    await tx.row<{ terminalId: string }>(
      `SELECT terminal_id::text AS "terminalId" FROM transactions WHERE merchant_id = tenant_id() AND id = $1`,
      [id],
    )
  )?.terminalId ?? null;

interface Checked {
  type: RequestRecord['type'];
  amountMinor: number;
  terminalId: string;
  refundId: string | null;
}

/** Whether this much of a locked purchase may go back now. @throws Failure 'conflict' */
async function checkRemainder(tx: Tx, original: Purchase, asked: Checked, now: Date): Promise<void> {
  const why = whyNotRefundable(original);
  if (why) throw refused(why);
  const given = await selectGiven(tx, original.id, asked.refundId);
  const undecided = await selectUndecided(tx, original.id, asked.amountMinor);
  if (undecided) throw refused('UNDECIDED', { refundId: undecided.id });
  if (asked.type === 'REVERSAL') {
    const noReversal = whyNoReversal(original, given, await selectHold(tx, original.id), { ...asked, now });
    if (noReversal) throw refused('REVERSAL', { why: noReversal });
  }
  const remainderMinor = remainderOf(asked.type, original, given);
  if (asked.amountMinor > remainderMinor) throw refused('REMAINDER', { remainderMinor });
}

const told = (request: RequestRecord) => ({
  refundType: request.type,
  refundNumber: request.id,
  amountMinor: request.amountMinor,
  currency: request.currency,
  refundReason: request.reason,
});

const tell = (
  tx: Tx,
  by: Member,
  request: RequestRecord,
  at: Date,
  fact: 'refunds.begun' | 'refunds.approved' | 'refunds.withdrawn',
): Promise<void> =>
  happened(tx, by, {
    fact,
    at,
    about: { type: 'transaction', id: request.originalId },
    terminalId: request.terminalId,
    params: told(request),
  });

async function ask(tx: Tx, by: Member, request: RequestRecord, limitMinor: number, at: Date): Promise<void> {
  await happened(tx, by, {
    fact: 'refunds.asked',
    at,
    about: { type: 'transaction', id: request.originalId },
    terminalId: request.terminalId,
    params: { ...told(request), limitMinor },
  });
  await tellApprovers(tx, by, request.id);
  await refresh(tx, by, request);
}

/** Open screens of the purchase read it again. */
const refresh = (tx: Tx, by: Member, { originalId, terminalId }: RequestRecord): Promise<void> =>
  announce(tx, by.merchantId, { type: 'TRX', transactionId: originalId }, terminalId).then(() => undefined);

async function send(
  tx: Tx,
  by: Member,
  request: RequestRecord,
  terminal: RefundTerminal,
  now: Date,
): Promise<void> {
  const { id, uuid, type, amountMinor, originalId, askedById, askedByName } = request;
  const what = {
    id,
    uuid,
    type,
    amountMinor,
    originalId,
    startedById: askedById,
    startedByName: askedByName,
  };
  await giveBack(tx, by, terminal, what, now);
  await refresh(tx, by, request);
}

const isOwn = (request: RequestRecord, by: Member): boolean => request.askedById === by.userId;

/** One that waits, locked. @throws Failure 'notFound', 'conflict' with `own` or NOT_WAITING */
async function waiting(tx: Tx, by: Member, id: string, step: keyof typeof refundCan): Promise<RequestRecord> {
  const request = await lockRequest(tx, id);
  if (!request) throw notFound();
  const { state } = request;
  if (state !== 'WAITING') throw refused('NOT_WAITING', { state });
  if (!refundCan[step]({ state, isOwn: isOwn(request, by) })) {
    throw refused(step === 'withdraw' ? 'NOT_OWN_REQUEST' : 'OWN_REQUEST');
  }
  return request;
}

/**
 * A second person approves: it goes to its terminal, or to the one that is named. Where that cannot be now, it waits on.
 * @throws Failure 'notFound', 'suspended', 'terminalBusy', 'conflict'
 */
export const approveRefund = (
  { db, clock }: RefundDeps,
  by: Member,
  id: string,
  terminalId?: string,
): Promise<RefundDetail> =>
  inTenant(db, by.merchantId, async (tx) => {
    const asked = await waiting(tx, by, id, 'approve');
    const request = { ...asked, terminalId: terminalId ?? asked.terminalId };
    const { terminal, original } = await lockBoth(tx, request.originalId, request.terminalId);
    const now = clock.now();
    if (!terminal.inService) throw suspended();
    if (!isTerminalConnected(terminal)) throw refused('TERMINAL_AWAY', { tid: terminal.tid });
    await checkRemainder(tx, original, { ...request, refundId: request.id }, now);
    const decided = { state: 'SENT', byId: by.userId, byName: by.fullName, at: now, note: null } as const;
    await saveDecision(tx, id, decided, request.terminalId);
    await tell(tx, by, request, now, 'refunds.approved');
    await send(tx, by, request, terminal, now);
    return refundDetail(tx, by, id, now);
  });

/** A second person refuses; the amount is free again. @throws Failure 'notFound', 'conflict' */
export const refuseRefund = (
  { db, clock }: RefundDeps,
  by: Member,
  id: string,
  note: string,
): Promise<RefundDetail> =>
  inTenant(db, by.merchantId, async (tx) => {
    const request = await waiting(tx, by, id, 'refuse');
    const at = clock.now();
    await saveDecision(tx, id, { state: 'REFUSED', byId: by.userId, byName: by.fullName, at, note });
    await happened(tx, by, {
      fact: 'refunds.refused',
      at,
      about: { type: 'transaction', id: request.originalId },
      terminalId: request.terminalId,
      params: { ...told(request), note },
    });
    await refresh(tx, by, request);
    return refundDetail(tx, by, id, at);
  });

/** Who asked takes it back; the amount is free again. @throws Failure 'notFound', 'conflict' */
export const withdrawRefund = ({ db, clock }: RefundDeps, by: Member, id: string): Promise<RefundDetail> =>
  inTenant(db, by.merchantId, async (tx) => {
    const request = await waiting(tx, by, id, 'withdraw');
    const at = clock.now();
    await saveDecision(tx, id, { state: 'WITHDRAWN', byId: by.userId, byName: by.fullName, at, note: null });
    await tell(tx, by, request, at, 'refunds.withdrawn');
    await refresh(tx, by, request);
    return refundDetail(tx, by, id, at);
  });
