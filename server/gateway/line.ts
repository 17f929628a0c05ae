import type { LineTimers } from '@mizan/contract/link-timers.ts';
import type { LossReason } from '@mizan/contract/terminal-history.ts';
import type { GatewayFrameBody } from '@mizan/contract/terminal-link.ts';
import { writeFrame } from '@mizan/contract/terminal-link.ts';
import type { WebSocket } from 'ws';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { inTenant } from '../platform/database/database.ts';
import type { LinkContext } from '../platform/link/order-handlers.ts';
import type { Logger } from '../platform/log.ts';
import { holdsEpoch } from './directory.queries.ts';
import type { OrderBook } from './order-book.ts';

export interface GatewayDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Names this process in the database: a uuid made at its start. */
  readonly processId: string;
  readonly timers: LineTimers;
  readonly orders: OrderBook;
  /** Gives a terminal its key for a one-time code; whether it was good. */
  readonly pair: (asked: {
    tid: string;
    code: string;
    publicKey: string;
    serial: string;
    simulated?: boolean | undefined;
  }) => Promise<boolean>;
}

/** The live connection of one terminal, held by this process as long as nobody raises the epoch. */
export interface Line {
  readonly tid: string;
  readonly terminalId: string;
  readonly merchantId: string;
  readonly epoch: number;
  readonly journalSince: Date | null;
  readonly socket: WebSocket;
  /** Runs work after all earlier work of this line: a question never overtakes the start it is about. */
  readonly inTurn: (work: () => Promise<void>) => void;
  /** What was said over this connection and is not said again. */
  readonly saidOnce: Set<string>;
  /** Why it ends, as far as this side knows; 'CLOSED' where the other side or the network ended it. */
  lostBy: LossReason;
  /** A look at the rows waits for its turn: a second one would see the same. */
  attendQueued: boolean;
}

/** Another connection holds the terminal now; this one writes nothing more. */
export class LineOvertaken extends Error {
  constructor(tid: string) {
    super(`the line of ${tid} was taken over`);
    this.name = 'LineOvertaken';
  }
}

/** Writes a frame, or nothing where the socket is gone: what matters comes again on the next one. */
export function send(socket: WebSocket, tid: string, body: GatewayFrameBody): void {
  if (socket.readyState === socket.OPEN) socket.send(writeFrame(tid, body));
}

type LinkedTerminal = Omit<LinkContext, 'now' | 'journalSince'> & Partial<Pick<LinkContext, 'journalSince'>>;

export const linkContext = (deps: GatewayDeps, line: LinkedTerminal): LinkContext => ({
  merchantId: line.merchantId,
  terminalId: line.terminalId,
  tid: line.tid,
  journalSince: line.journalSince ?? null,
  now: deps.clock.now(),
});

/** A transaction as the line's merchant that is void where the line has been taken over. */
export const asLine = <T>(
  deps: GatewayDeps,
  line: Line,
  work: (tx: Tx, context: LinkContext) => Promise<T>,
): Promise<T> =>
  inTenant(deps.db, line.merchantId, async (tx) => {
    if (!(await holdsEpoch(tx, line.tid, line.epoch))) throw new LineOvertaken(line.tid);
    return work(tx, linkContext(deps, line));
  });
