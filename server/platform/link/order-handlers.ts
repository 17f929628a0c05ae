import type { AnswersOf, OrderName } from '@mizan/contract/orders.ts';
import type { GatewayFrameBody, TerminalFrame } from '@mizan/contract/terminal-link.ts';
import type { Database, Tx } from '../database/database.ts';

/**
 * How a feature and the gateway speak of the orders of contract/orders.ts. The gateway holds the lines and asks whoever
 * handles an order; neither imports the other, and server/terminal-orders.ts brings them together.
 */

/** Whose terminal it is about, and the gateway's own time, which alone decides. */
export interface LinkContext {
  readonly merchantId: string;
  readonly terminalId: string;
  readonly tid: string;
  readonly now: Date;
  /** Since when the gateway knows the terminal's journal; null where it names none, or has no line. */
  readonly journalSince: Date | null;
}

/** A frame for the terminal, written after the commit of the transaction that asked for it. */
export interface Saying {
  readonly frame: GatewayFrameBody;
  /** What is said no second time over one line, by this name, until an answer lets it be said again. */
  readonly once?: string;
}

/** A frame of a terminal as it was understood. */
export interface Heard<F = TerminalFrame> {
  readonly frame: F;
  /** Fields that decide and could not be read: nothing may be decided by the frame. */
  readonly unreadable: readonly string[];
  /** The frame as it came, where what was read is not all of it. */
  readonly original: Buffer | null;
  /** The order that it is about, where that alone could be told of it. */
  readonly about?: string;
}

/** What follows from a frame once it is applied and committed. */
export interface Answered {
  readonly reply?: GatewayFrameBody;
  /** The name of what may be said again over this line. */
  readonly mayRepeat?: string;
}

/** Applies a frame. What it throws is not answered, so that the terminal says it again. */
type Answer<F> = (tx: Tx, context: LinkContext, heard: Heard<F>) => Promise<Answered | null>;

/** A frame that is not as it should be, read as far as it can be. */
export type LooseFrame = Omit<Heard, 'original'> & { readonly about: string };

/** An order that wants attention now. */
export interface WaitingOrder {
  readonly id: string;
  readonly merchantId: string;
  readonly terminalId: string;
  readonly tid: string;
  /** The process that holds the line, or null where nobody does. */
  readonly owner: string | null;
}

/** What a feature does for its orders. Every transaction is the merchant's, and void where the line was taken over. */
export interface OrderHandlers<O extends OrderName = OrderName> {
  /** Those of all merchants that are due at `now`, of this process' terminals and of terminals that nobody holds. */
  readonly waiting: (db: Database, processId: string, now: Date, limit: number) => Promise<WaitingOrder[]>;
  /**
   * Looks at the rows of one terminal and claims what is to be said to it. That something is about to be sent is
   * committed with it, so that after a crash the portal knows that it may have been.
   */
  readonly claim: (tx: Tx, context: LinkContext) => Promise<Saying[]>;
  /** A due order of a terminal that no process holds. */
  readonly withoutLine: (tx: Tx, context: LinkContext, id: string) => Promise<void>;
  readonly lineLost: (tx: Tx, context: LinkContext) => Promise<void>;
  /** The terminal is back and names, by their ids on the wire, the orders that it has open. */
  readonly lineBack: (tx: Tx, context: LinkContext, named: readonly string[]) => Promise<Saying[]>;
  readonly answers: { readonly [T in AnswersOf<O>]: Answer<Extract<TerminalFrame, { type: T }>> };
  /** What the terminal `tid` said, where it is of these orders although it is not as it should be; else null. */
  readonly readLoosely: (value: unknown, tid: string) => LooseFrame | null;
}

/** Every order of the table with whoever handles it. */
export type OrderRegister = { readonly [O in OrderName]: OrderHandlers<O> };
