import type { ResultBody, SchemeTotals, TerminalFrameBody } from '@mizan/contract/terminal-link.ts';
import type { PaymentStep } from '@mizan/contract/transaction-states.ts';
import { scriptFor } from './amounts.ts';
import type { Journal, Started } from './journal.ts';

/** What a terminal fails on purpose beside its amounts: its totals never agree with its host's, or it takes no settings. */
export const failures = ['reconcile', 'configure'] as const;
export type FailureName = (typeof failures)[number];

/** What a terminal does between its journal and its line: takes payments, one at a time. */
export interface DeviceOptions {
  readonly tid: string;
  readonly journal: Journal;
  /** Writes a frame on the present line, or nothing where there is none. */
  readonly send: (body: TerminalFrameBody) => void;
  /** The line is lost, on purpose. */
  readonly drop: () => void;
  /** What its clock says; the machine's where it is absent. */
  readonly now?: (() => Date) | undefined;
  /** 1 is a person's pace, 0 waits for nothing, 60 is somebody for whom the timers do not wait. */
  readonly speed: number;
  readonly fails?: readonly FailureName[];
  /** Lets time pass; throws where the signal ends it. The machine's timer where it is absent. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** Of both sides from before the journal began: its first reconciliation counts them. */
  readonly before?: readonly SchemeTotals[];
  /** Ends every wait: the process stops. */
  readonly stopping: AbortSignal;
}

/** One payment on the screen. */
export interface Run {
  readonly started: Started;
  step: PaymentStep;
  /** What is left of the time that the whole payment has, in milliseconds at speed 1. */
  leftMs: number;
  /** Aborted by a cancel, until the bank is asked. */
  readonly stop: AbortController;
}

export interface DeviceState {
  readonly options: DeviceOptions;
  /** What is on the screen: a payment, or a reconciliation. */
  current: string | null;
  readonly runs: Map<string, Run>;
  /** Ended, but kept back on purpose. */
  readonly withheld: Set<string>;
  /** Payments of a journal that is lost. */
  readonly forgotten: Set<string>;
  stan: number;
}

/** Of a payment whose journal is lost on purpose: it stays lost, whoever switches the terminal off and on again. */
export const isLost = ({ origin, amountMinor, kind }: Started): boolean =>
  origin === 'portal' && scriptFor(amountMinor, kind).forgets === true;

/** The moment, by the terminal's own clock. */
export const nowOf = ({ options: { now } }: DeviceState): Date => now?.() ?? new Date();

/** As the payment's own kind of frame: one that the portal asked for, or one begun here. */
export function report(state: DeviceState, body: ResultBody): void {
  const begunHere = state.options.journal.payments.get(body.paymentId)?.started.origin === 'terminal';
  state.options.send({ type: begunHere ? 'sale.report' : 'pay.result', body });
}
