import { reconcileTimers as timers } from '@mizan/contract/link-timers.ts';
import { mayHaveForgotten } from '@mizan/contract/outcome.ts';
import type { ReconAckOutcome, ReconBody } from '@mizan/contract/terminal-link.ts';
import type { ReconcileFailure } from '@mizan/contract/terminal-reconciliation-terms.ts';
import { announce } from '../../platform/bus/bus.ts';
import type { Tx } from '../../platform/database/database.ts';
import { happened, nobody } from '../../platform/facts/facts.ts';
import type { LinkContext, Saying } from '../../platform/link/order-handlers.ts';
import { countPayments, paymentsOfUnknownOutcome } from '../payments/reconciled.service.ts';
import { isTestTerminal } from '../terminals/terminals.service.ts';
import {
  insertReconciliation,
  insertTotals,
  lockByUuid,
  lockUnderWay,
  type Reconciliation,
  selectFormer,
  updateDone,
  updateFailed,
  updateUnderWay,
} from './reconcile-order.queries.ts';
import { balanceOf, besideEachOther, hasNothingNew } from './totals.ts';

/** A reconciliation on its way to its terminal and back. Everything here runs within one transaction of the line. */

const later = (at: Date, byMs: number): Date => new Date(at.getTime() + byMs);
/** As many payments of unknown outcome as one reconciliation names. */
const openMax = 500;

const question = ({ uuid }: Pick<Reconciliation, 'uuid'>): Saying => ({
  frame: { type: 'recon.query', reconciliationId: uuid },
});

/** Open windows read it again. */
const moved = (tx: Tx, { merchantId, terminalId }: LinkContext, id: string): Promise<void> =>
  announce(tx, merchantId, { type: 'REC', reconciliationId: id }, terminalId);

/** Its result still counts if the terminal says it later: only the wait ends. */
const isGivenUp = ({ sentAt }: Reconciliation, now: Date): boolean =>
  sentAt !== null && later(sentAt, timers.giveUpMs) <= now;

/** What waits for this terminal: an order to give, or a question to ask. */
export async function claimReconciliation(tx: Tx, context: LinkContext): Promise<Saying[]> {
  const { now } = context;
  const waiting = await lockUnderWay(tx, context.terminalId);
  if (!waiting) return [];
  if (waiting.state === 'ASKED') {
    // One that waits for its moment: the daily time tries a busy terminal again.
    if (waiting.origin === 'DAILY' && waiting.nextQueryAt !== null && waiting.nextQueryAt > now) return [];
    const nextQueryAt = later(now, timers.ackMs);
    await updateUnderWay(tx, waiting.id, { ...waiting, state: 'SENT', sentAt: now, nextQueryAt });
    await moved(tx, context, waiting.id);
    return [{ frame: { type: 'recon.start', reconciliationId: waiting.uuid } }];
  }
  if (waiting.nextQueryAt === null || waiting.nextQueryAt > now) return [];
  if (isGivenUp(waiting, now)) await fail(tx, context, waiting, 'NO_ANSWER');
  else await updateUnderWay(tx, waiting.id, { ...waiting, nextQueryAt: later(now, timers.queryEveryMs) });
  return [question(waiting)];
}

/** Due, and no process holds the line. What was sent stays open: only its terminal can say what became of it. */
export async function stepWithoutLine(tx: Tx, context: LinkContext): Promise<void> {
  const waiting = await lockUnderWay(tx, context.terminalId);
  if (!waiting || waiting.nextQueryAt === null || waiting.nextQueryAt > context.now) return;
  if (isGivenUp(waiting, context.now)) return fail(tx, context, waiting, 'NO_ANSWER');
  if (waiting.state === 'SENT' || waiting.origin === 'DAILY') {
    const nextQueryAt = later(context.now, timers.queryEveryMs);
    return void (await updateUnderWay(tx, waiting.id, { ...waiting, nextQueryAt }));
  }
  await fail(tx, context, waiting, 'NOT_CONNECTED');
}

/** The line is gone while one is out: it is asked for soon. */
export async function noteLineLost(tx: Tx, context: LinkContext): Promise<void> {
  const waiting = await lockUnderWay(tx, context.terminalId);
  if (waiting?.state !== 'SENT') return;
  await updateUnderWay(tx, waiting.id, { ...waiting, nextQueryAt: later(context.now, timers.ackMs) });
}

/** The terminal is back: what was sent before is asked for, never given again; what waited for it is due. */
export async function askAgain(tx: Tx, context: LinkContext): Promise<Saying[]> {
  const waiting = await lockUnderWay(tx, context.terminalId);
  if (waiting?.state === 'ASKED') {
    await updateUnderWay(tx, waiting.id, { ...waiting, nextQueryAt: context.now });
  }
  return waiting?.state === 'SENT' ? [question(waiting)] : [];
}

async function fail(
  tx: Tx,
  context: LinkContext,
  { id }: Reconciliation,
  failure: ReconcileFailure,
): Promise<void> {
  await updateFailed(tx, id, context.now, failure);
  await moved(tx, context, id);
}

/** The one of this terminal that a frame names; null for any other's. */
async function own(tx: Tx, context: LinkContext, uuid: string): Promise<Reconciliation | null> {
  const found = await lockByUuid(tx, uuid);
  return found?.terminalId === context.terminalId ? found : null;
}

/** recon.ack. */
export async function applyReconAck(
  tx: Tx,
  context: LinkContext,
  uuid: string,
  outcome: ReconAckOutcome,
): Promise<void> {
  const { now } = context;
  const waiting = await own(tx, context, uuid);
  if (waiting?.state !== 'SENT') return;
  if (outcome !== 'BUSY') {
    const nextQueryAt = later(now, timers.firstQueryMs);
    return void (await updateUnderWay(tx, waiting.id, { ...waiting, ackedAt: now, nextQueryAt }));
  }
  if (waiting.origin !== 'DAILY') return fail(tx, context, waiting, 'BUSY');
  await tryLater(tx, context, waiting);
}

/** The daily one has time: it waits until the payment under way has ended, or until the terminal hears it. */
async function tryLater(tx: Tx, { now }: LinkContext, waiting: Reconciliation): Promise<void> {
  const nextQueryAt = later(now, timers.queryEveryMs);
  await updateUnderWay(tx, waiting.id, { ...waiting, state: 'ASKED', sentAt: null, nextQueryAt });
}

/** recon.status without a result. */
export async function applyReconUnknown(tx: Tx, context: LinkContext, uuid: string): Promise<void> {
  const waiting = await own(tx, context, uuid);
  if (waiting?.state !== 'SENT') return;
  if (mayHaveForgotten(waiting, context.journalSince)) return fail(tx, context, waiting, 'JOURNAL_LOST');
  if (waiting.origin === 'DAILY') return tryLater(tx, context, waiting);
  await fail(tx, context, waiting, 'NOT_FOUND');
}

/** A result that names a reconciliation and says nothing that could be read of its totals. */
export async function applyReconUnreadable(tx: Tx, context: LinkContext, uuid: string): Promise<void> {
  const known = await lockByUuid(tx, uuid);
  if (known?.terminalId === context.terminalId && known.state === 'SENT')
    await fail(tx, context, known, 'UNREADABLE');
  // Begun at the terminal, which says it no more from now on: without its row nobody knew that the host has closed.
  const made = known ? null : await begunThere(tx, context, uuid);
  if (made) await moved(tx, context, made.id);
}

/**
 * recon.result: written once, by its id, with what the portal has at this moment. One that nobody here asked for was
 * begun at the terminal. False where the id is another terminal's, which is answered by nothing.
 */
export async function applyReconResult(tx: Tx, context: LinkContext, body: ReconBody): Promise<boolean> {
  const { terminalId, now } = context;
  const uuid = body.reconciliationId;
  const known = await lockByUuid(tx, uuid);
  if (known && known.terminalId !== terminalId) return false;
  if (known?.state === 'DONE') return true;
  const underWay = known ?? (await begunThere(tx, context, uuid));
  // A test terminal closes tests alone: its word is taken, and nothing of it is kept.
  if (!underWay) return known === null && (await isTestTerminal(tx, terminalId));
  const former = await selectFormer(tx, terminalId, underWay.id);
  const payments = await countPayments(tx, terminalId, underWay.id);
  const openIds = await paymentsOfUnknownOutcome(tx, terminalId, openMax);
  const rows = besideEachOther(body.schemes, payments);
  const balance = balanceOf(rows, { actionCode: body.actionCode, isFirst: former === null });
  const fromAt = former?.endedAt ?? null;
  await updateDone(tx, underWay.id, { at: now, actionCode: body.actionCode, balance, fromAt, openIds });
  await insertTotals(tx, underWay.id, rows);
  await tell(tx, context, underWay, { balance, isEmpty: hasNothingNew(rows) });
  return true;
}

/** Its row, made when the portal first hears of it; the one that the portal wanted then waits its turn at the terminal. */
async function begunThere(tx: Tx, context: LinkContext, uuid: string): Promise<Reconciliation | null> {
  const { terminalId, now: askedAt } = context;
  return insertReconciliation(tx, {
    uuid,
    terminalId,
    origin: 'TERMINAL',
    askedAt,
    askedById: null,
    askedByName: null,
    nextQueryAt: null,
  });
}

/** FRC where there was nothing new, SRC where the daily time found the three equal (rules S4). */
async function tell(
  tx: Tx,
  context: LinkContext,
  { id, origin }: Reconciliation,
  { balance, isEmpty }: { balance: string; isEmpty: boolean },
): Promise<void> {
  const { merchantId, terminalId, tid, now: at } = context;
  const about = { type: 'terminal', id: terminalId } as const;
  const told = (fact: 'terminals.reconciledNothingNew' | 'terminals.reconciledByItself') =>
    happened(tx, nobody(merchantId), { fact, at, about, params: { tid } });
  // A host that finds a difference where it names no figures has not said that there was nothing.
  if (isEmpty && balance !== 'UNBALANCED') await told('terminals.reconciledNothingNew');
  else if (origin === 'DAILY' && balance === 'BALANCED') await told('terminals.reconciledByItself');
  await moved(tx, context, id);
}
