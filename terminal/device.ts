import { randomUUID } from 'node:crypto';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import { paymentTimers } from '@mizan/contract/link-timers.ts';
import { type AsksOf, type OrderName, orderOfType, orders } from '@mizan/contract/orders.ts';
import type { AckOutcome, GatewayFrame, OriginalPayment, ResultBody } from '@mizan/contract/terminal-link.ts';
import type { PaymentStep } from '@mizan/contract/transaction-states.ts';
import type { LinkType } from '@mizan/contract/transaction-types.ts';
import { isCharge, isHold } from '@mizan/contract/transaction-types.ts';
import { scriptFor } from './amounts.ts';
import { isApproved } from './bank.ts';
import { type DeviceOptions, type DeviceState, isLost, nowOf, type Run, report } from './device-state.ts';
import type { Started } from './journal.ts';
import { endInterrupted, runPayment, timeFor } from './payment-run.ts';
import {
  endInterruptedReconciliations,
  reconcileHere,
  reconciliationAcknowledged,
  reconciliationStatus,
  sayReconciled,
  startReconciliation,
} from './reconcile-run.ts';
import { settingsInForce, settingsVersion, takeSettings } from './settings-run.ts';

/** What is begun at a terminal without a payment before it. */
type SoldAlone = 'PURCHASE' | 'CASH_ADVANCE' | 'PREAUTH';
/** What pays out cash and nothing else. */
const payingCash: ReadonlySet<LinkType> = new Set(['CASH_ADVANCE']);

export interface Device {
  receive(frame: GatewayFrame): void;
  /** Payments whose end this terminal does not know yet. */
  inFlight(): string[];
  /** Payments whose end the gateway has not acknowledged. */
  unacked(): string[];
  /** Says every result again that was not acknowledged: on each new line, and now and then. */
  resend(): void;
  /**
   * Somebody begins a payment at the terminal itself: a purchase, cash for a card alone, or an amount to be held. Null where it is busy, or its
   * settings do not allow it.
   */
  sell(amountMinor: number, kind?: SoldAlone): string | null;
  /** Somebody gives money back at the terminal itself, of the payment on a paper receipt. Null as with sell. */
  giveBack(amountMinor: number, original: OriginalPayment): string | null;
  /**
   * Somebody takes the last purchase back whole at the terminal itself. Null as with sell, and where the terminal does not
   * hold it any more: none was approved last, it was counted by a reconciliation, or it was given back here.
   */
  reverse(): string | null;
  /** Somebody completes the last pre-authorisation, with so much of it, or lets it go where no amount is named. Null as with reverse. */
  endHold(amountMinor?: number): string | null;
  /** The purchase that was made last here, as its paper receipt names it; null where it was not approved. */
  lastPurchase(): { amountMinor: number; original: OriginalPayment } | null;
  /** Somebody reconciles at the terminal itself. Null where it is busy. */
  reconcile(): string | null;
}

export function makeDevice(options: DeviceOptions): Device {
  const state: DeviceState = {
    options,
    current: null,
    runs: new Map(),
    withheld: new Set(),
    forgotten: new Set(
      [...options.journal.payments].filter(([, { started }]) => isLost(started)).map(([id]) => id),
    ),
    stan: options.journal.payments.size,
  };
  endInterrupted(state);
  endInterruptedReconciliations(state);
  return {
    receive: (frame) => receive(state, frame),
    inFlight: () => [...state.runs.keys()],
    unacked: () => owed(state).map((body) => body.paymentId),
    resend: () => resend(state),
    sell: (amountMinor, kind) => sell(state, amountMinor, undefined, kind),
    giveBack: (amountMinor, original) => sell(state, amountMinor, original),
    reverse: () => reverse(state),
    endHold: (amountMinor) => endHold(state, amountMinor),
    lastPurchase: () => lastPurchase(state),
    reconcile: () => reconcileHere(state),
  };
}

/** Results that were not acknowledged, of payments that are known and not kept back, in the order of their ends. */
function owed(state: DeviceState): ResultBody[] {
  return state.options.journal.ended.flatMap((ended) =>
    'result' in ended && isOwed(state, ended.result) ? [ended.result] : [],
  );
}

function isOwed(state: DeviceState, { paymentId, resultSeq }: ResultBody): boolean {
  if (state.withheld.has(paymentId) || state.forgotten.has(paymentId)) return false;
  return state.options.journal.payments.get(paymentId)?.acked.has(resultSeq) === false;
}

/** In the order in which it all ended: by it the portal knows which payments a reconciliation has in its totals. */
function resend(state: DeviceState): void {
  for (const ended of state.options.journal.ended) {
    if ('result' in ended) {
      if (isOwed(state, ended.result)) report(state, ended.result);
    } else if (state.options.journal.recons.get(ended.recon.reconciliationId)?.acked === false) {
      sayReconciled(state, ended.recon);
    }
  }
}

type Frame<T extends GatewayFrame['type']> = Extract<GatewayFrame, { type: T }>;
/** What this terminal does with every frame that an order of the table may bring. */
const handlers: { readonly [T in AsksOf<OrderName>]: (state: DeviceState, frame: Frame<T>) => void } = {
  'pay.start': start,
  'pay.cancel': (state, { id, paymentId }) =>
    state.options.send({ type: 'pay.cancel.ack', ...cancel(state, paymentId), ref: id }),
  'tx.query': (state, { id, paymentId }) =>
    state.options.send({ type: 'tx.status', ...statusOf(state, paymentId), ref: id }),
  'result.ack': (state, { paymentId, resultSeq }) => acknowledged(state, paymentId, resultSeq),
  'recon.start': startReconciliation,
  'recon.query': (state, { id, reconciliationId }) =>
    state.options.send({
      type: 'recon.status',
      ...reconciliationStatus(state, reconciliationId),
      ref: id,
    }),
  'recon.result.ack': (state, { reconciliationId }) => reconciliationAcknowledged(state, reconciliationId),
  'config.update': takeSettings,
  'config.query': (state, { id }) =>
    state.options.send({ type: 'config.status', inForce: settingsVersion(state), ref: id }),
};

function receive(state: DeviceState, frame: GatewayFrame): void {
  // A line that is being closed still brings what was on its way.
  if (state.options.stopping.aborted) return;
  const handle = (handlers as Partial<Record<string, (state: DeviceState, frame: GatewayFrame) => void>>)[
    frame.type
  ];
  handle?.(state, frame);
}

function acknowledged(state: DeviceState, paymentId: string, resultSeq: number): void {
  const known = state.options.journal.payments.get(paymentId);
  const isOurs = known?.results.some((body) => body.resultSeq === resultSeq);
  if (!isOurs || known?.acked.has(resultSeq)) return;
  state.options.journal.append({ entry: 'acked', paymentId, resultSeq });
}

/** The same id again never charges again; another id waits its turn. */
function answerTo(state: DeviceState, frame: Frame<'pay.start'>): AckOutcome {
  const known = state.options.journal.payments.get(frame.paymentId);
  if (known) return known.started.amountMinor === frame.amountMinor ? 'DUPLICATE' : 'CONFLICT';
  if (timeFor(frame.expiresInMs) === null) return 'EXPIRED';
  if (state.current !== null && orders[orderOfType[frame.kind]].occupies) return 'BUSY';
  return scriptFor(frame.amountMinor, frame.kind).refusal ?? 'ACCEPTED';
}

function start(state: DeviceState, frame: Frame<'pay.start'>): void {
  const { send, drop } = state.options;
  const script = scriptFor(frame.amountMinor, frame.kind);
  if (script.deaf) return;
  if (script.drops === 'beforeJournal') return drop();
  const outcome = answerTo(state, frame);
  const { paymentId } = frame;
  if (outcome === 'ACCEPTED') {
    const { kind, amountMinor, original, expiresInMs } = frame;
    begin(
      state,
      { paymentId, kind, amountMinor, origin: 'portal', ...(original && { original }) },
      expiresInMs,
    );
    send({ type: 'pay.ack', paymentId, outcome, ref: frame.id });
    if (script.forgets) state.forgotten.add(paymentId);
    return;
  }
  send({ type: 'pay.ack', paymentId, outcome, ref: frame.id });
  const last = state.options.journal.payments.get(paymentId)?.results.at(-1);
  if (outcome === 'DUPLICATE' && last && !state.forgotten.has(paymentId)) report(state, last);
}

/** The journal has it on disk before anybody is asked for a card. */
function begin(
  state: DeviceState,
  what: Omit<Started, 'entry' | 'at' | 'currency'>,
  expiresInMs: number = paymentTimers.paymentMs,
): void {
  const started: Started = { entry: 'started', at: nowOf(state).toISOString(), currency: 'SAR', ...what };
  const { paymentId } = started;
  state.options.journal.append(started);
  state.current = paymentId;
  const leftMs = timeFor(expiresInMs) ?? 0;
  const run: Run = { started, step: 'ACCEPTED', leftMs, stop: new AbortController() };
  state.runs.set(paymentId, run);
  void runPayment(state, run).finally(() => {
    state.runs.delete(paymentId);
    if (state.current === paymentId) state.current = null;
  });
}

/** By the journal, so that a power cut does not lose it. */
const lastPurchase = (state: DeviceState) => lastOf(state, isCharge);

function lastOf({ options: { journal }, forgotten }: DeviceState, is: (of: { type: LinkType }) => boolean) {
  const last = [...journal.payments.values()].findLast(
    ({ started }) => is({ type: started.kind }) && !forgotten.has(started.paymentId),
  );
  const body = last?.results.at(-1);
  if (!last || !body || !isApproved([body.providerCode, body.actionCode])) return null;
  const { rrn, maskedPan, amountMinor } = body;
  if (rrn === null || maskedPan === null) return null;
  return { amountMinor, original: { rrn, date: riyadhDay(new Date(body.endAt)), maskedPan } };
}

function reverse(state: DeviceState): string | null {
  const last = lastPurchase(state);
  if (!last) return null;
  const { rrn } = last.original;
  const isHeld = [...state.options.journal.payments.values()].every(
    ({ started, results, countedHere }) =>
      started.original?.rrn !== rrn && !(countedHere && results.at(-1)?.rrn === rrn),
  );
  return isHeld ? sell(state, last.amountMinor, last.original, 'REVERSAL') : null;
}

/** A pre-authorisation that no journal entry ends yet. */
function endHold(state: DeviceState, amountMinor?: number): string | null {
  const held = lastOf(state, isHold);
  const entries = [...state.options.journal.payments.values()];
  if (!held || entries.some(({ started }) => started.original?.rrn === held.original.rrn)) return null;
  return amountMinor === undefined
    ? sell(state, held.amountMinor, held.original, 'PREAUTH_VOID')
    : sell(state, amountMinor, held.original, 'COMPLETION');
}

function sell(
  state: DeviceState,
  amountMinor: number,
  original?: OriginalPayment,
  kind: LinkType = original ? 'REFUND' : 'PURCHASE',
): string | null {
  const { ownPurchases, ownRefunds, cash } = settingsInForce(state);
  if (!(original && kind !== 'COMPLETION' ? ownRefunds : ownPurchases) || (payingCash.has(kind) && !cash))
    return null;
  if (state.current !== null || state.options.stopping.aborted) return null;
  const paymentId = randomUUID();
  begin(state, { paymentId, kind, amountMinor, origin: 'terminal', ...(original && { original }) });
  return paymentId;
}

/** Once the bank is asked it is too late: a cancel never wins over an approval. */
function cancel(state: DeviceState, paymentId: string) {
  const known = state.options.journal.payments.get(paymentId);
  if (!known || state.forgotten.has(paymentId)) return { paymentId, outcome: 'NOT_FOUND' as const };
  const run = state.runs.get(paymentId);
  if (run && !known.online && known.results.length === 0) {
    run.stop.abort();
    return { paymentId, outcome: 'CANCELED' as const };
  }
  const wasCanceled = known.results.at(-1)?.providerCode === '11';
  return { paymentId, outcome: wasCanceled ? ('CANCELED' as const) : ('TOO_LATE' as const) };
}

function statusOf(state: DeviceState, paymentId: string) {
  const known = state.options.journal.payments.get(paymentId);
  if (!known || state.forgotten.has(paymentId)) return { paymentId, state: 'NOT_FOUND' as const };
  const body = known.results.at(-1);
  if (body && !state.withheld.has(paymentId)) return { paymentId, state: 'FINAL' as const, body };
  const step: PaymentStep = state.runs.get(paymentId)?.step ?? 'ONLINE';
  return { paymentId, state: 'IN_PROGRESS' as const, step };
}
