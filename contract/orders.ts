import { paymentTimers, reconcileTimers, settingsTimers } from './link-timers.ts';
import type { GatewayFrame, TerminalFrame } from './terminal-link.ts';
import { nextReconcileStates } from './terminal-reconciliation-terms.ts';
import { nextSettingsStates } from './terminal-settings-terms.ts';
import { nextStatuses } from './transaction-states.ts';
import type { TransactionType } from './transaction-types.ts';

/**
 * What the portal asks of a terminal: a row an order. The gateway learns from it which frames belong to whom, the
 * feature that handles an order its timers, a terminal what to answer and what to keep (docs/terminal-link.md).
 */
type Asks = GatewayFrame['type'];
type Answers = TerminalFrame['type'];

interface OrderFrames {
  /** Gives the order. The same one again is never done twice. */
  readonly start: Asks;
  /** The terminal's word that it has it, or why it has not. */
  readonly startAnswer: Answers;
  /** How far it is; says nothing about the end. */
  readonly step?: Answers;
  /** Asks the terminal to stop. Best effort: it never wins over a result. */
  readonly cancel?: Asks;
  readonly cancelAnswer?: Answers;
  /** What is asked after a loss, instead of giving the order again. Without one a lost order is only forgotten. */
  readonly question?: Asks;
  readonly questionAnswer?: Answers;
  /** How it ended, said until it is acknowledged. */
  readonly result?: Answers;
  /** The same of one that was begun at the terminal itself. */
  readonly ownResult?: Answers;
  /** Written after the commit of what the result says. */
  readonly resultAnswer?: Asks;
}

/** What a terminal may write down of an order, on disk before anything follows from it. */
export const journalEntries = ['started', 'online', 'ended', 'acked'] as const;
export type JournalEntry = (typeof journalEntries)[number];

export interface Order {
  readonly frames: OrderFrames;
  /** In milliseconds, by what they are for. */
  readonly timers: Readonly<Record<`${string}Ms`, number | readonly number[]>>;
  /** What the terminal's journal has of one that went its whole way, in this order. */
  readonly journal: readonly JournalEntry[];
  /** From which state it may go to which; the first is where it begins. */
  readonly states: Readonly<Record<string, readonly string[]>>;
  /** Whether the terminal does nothing else meanwhile: another such order is answered BUSY. */
  readonly occupies: boolean;
  /** Whether it is about an earlier payment, which the start names as the bank knows it. */
  readonly hasOriginal: boolean;
}

/** Whatever moves money on a card: the terminal tells them apart by the kind in their start. */
const payment = {
  frames: {
    start: 'pay.start',
    startAnswer: 'pay.ack',
    step: 'pay.progress',
    cancel: 'pay.cancel',
    cancelAnswer: 'pay.cancel.ack',
    question: 'tx.query',
    questionAnswer: 'tx.status',
    result: 'pay.result',
    ownResult: 'sale.report',
    resultAnswer: 'result.ack',
  },
  timers: paymentTimers,
  journal: ['started', 'online', 'ended', 'acked'],
  states: nextStatuses,
  occupies: true,
} as const;

export const orders = {
  purchase: { ...payment, hasOriginal: false },
  refund: { ...payment, hasOriginal: true },
  reversal: { ...payment, hasOriginal: true },
  /** The terminal holds its totals against its host's and begins anew at nothing. */
  reconcile: {
    frames: {
      start: 'recon.start',
      startAnswer: 'recon.ack',
      question: 'recon.query',
      questionAnswer: 'recon.status',
      result: 'recon.result',
      resultAnswer: 'recon.result.ack',
    },
    timers: reconcileTimers,
    journal: ['started', 'online', 'ended', 'acked'],
    states: nextReconcileStates,
    occupies: true,
    hasOriginal: false,
  },
  /** The terminal takes numbered settings. The same ones again change nothing, so they may be sent again. */
  configure: {
    frames: {
      start: 'config.update',
      startAnswer: 'config.ack',
      question: 'config.query',
      questionAnswer: 'config.status',
    },
    timers: settingsTimers,
    journal: ['ended'],
    states: nextSettingsStates,
    occupies: false,
    hasOriginal: false,
  },
} as const satisfies Readonly<Record<string, Order>>;
export type OrderName = keyof typeof orders;

/** By what a payment is on record. */
export const orderOfType = {
  PURCHASE: 'purchase',
  /** Begun at terminals alone; asked for as a purchase is. */
  CASH_ADVANCE: 'purchase',
  PREAUTH: 'purchase',
  COMPLETION: 'purchase',
  PREAUTH_VOID: 'purchase',
  REFUND: 'refund',
  REVERSAL: 'reversal',
  TEST: 'purchase',
} as const satisfies Readonly<Record<TransactionType, OrderName>>;

type FramesOf<O extends OrderName> = O extends OrderName
  ? (typeof orders)[O]['frames'][keyof (typeof orders)[O]['frames']]
  : never;
/** Frames of an order that the terminal writes. */
export type AnswersOf<O extends OrderName> = Extract<FramesOf<O>, Answers>;
/** Frames of an order that the terminal reads. */
export type AsksOf<O extends OrderName> = Extract<FramesOf<O>, Asks>;
