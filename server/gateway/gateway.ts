import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { lineTimers } from '@mizan/contract/link-timers.ts';
import { linkLimits, terminalLinkPath, terminalLinkProtocol } from '@mizan/contract/terminal-link.ts';
import type { WebSocketServer } from 'ws';
import type { OrderRegister } from '../platform/link/order-handlers.ts';
import { socketServer } from '../platform/live/socket-server.ts';
import { type Stranger, strangerBook } from '../platform/live/strangers.ts';
import { refuseUpgrade } from '../platform/live/upgrades.ts';
import { stepUnheld } from './attend.ts';
import { type Connection, serveConnection } from './connection.ts';
import { selectHeld, selectOvertaken } from './directory.queries.ts';
import { gatewayClose, gatewayLimits } from './gateway-limits.ts';
import type { GatewayDeps, Line } from './line.ts';
import { listenForSignals } from './listener.ts';
import { orderBook } from './order-book.ts';
import { beat, touchTerminals } from './presence.queries.ts';
import { endGrace, lineLost, processLost, releaseDead } from './presence.ts';

export interface Gateway {
  /** Serves upgrades of the terminal link on its path; for the portal's shared 'upgrade' listener. */
  readonly path: typeof terminalLinkPath;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** The same as the only listener of a server: where nothing else is upgraded. */
  attach(server: Server): void;
  /** One round over the rows: what is due, lines overtaken, grace that is over. Runs by itself once a second. */
  tick(): Promise<void>;
  /** Terminals signed in on this process. */
  lineCount(): number;
  /** Sockets close with a reason, and the terminals are free for another process at once. */
  stop(): Promise<void>;
}

type Options = Omit<GatewayDeps, 'timers' | 'orders'> &
  Partial<Pick<GatewayDeps, 'timers'>> & {
    /** Who handles each order. */
    orders: OrderRegister;
    /** Who asks, behind which proxy ever. */
    addressOf: (request: IncomingMessage) => string;
  };

interface Running {
  readonly deps: GatewayDeps;
  readonly connections: Set<Connection>;
  /** The newest line of each terminal. */
  readonly lines: Map<string, { line: Line; connection: Connection }>;
  /** Lines whose loss is not written yet, because the database was away. */
  readonly unwritten: Set<Pick<Line, 'tid' | 'epoch' | 'lostBy'>>;
  /** Terminals that the directory gave to this process without a line of them here, as of the last look. */
  suspects: ReadonlySet<string>;
  ticks: number;
}

/** Starts the gateway: it listens for signals and looks at its rows; sockets come through `handleUpgrade`. */
export function startGateway(options: Options): Gateway {
  const running: Running = {
    deps: { ...options, orders: orderBook(options.orders), timers: options.timers ?? lineTimers },
    connections: new Set(),
    lines: new Map(),
    unwritten: new Set(),
    suspects: new Set(),
    ticks: 0,
  };
  const { deps } = running;
  const strangers = strangerBook(gatewayLimits.strangers);
  const sockets = socketServer({
    maxPayload: linkLimits.frameBytes,
    maxFragments: gatewayLimits.fragments,
    maxBufferedChunks: gatewayLimits.chunks,
    // A device that writes half a character is heard all the same: the library would end its line each time.
    skipUTF8Validation: true,
    handleProtocols: (offered) => (offered.has(terminalLinkProtocol) ? terminalLinkProtocol : false),
  });
  const listener = listenForSignals(deps.db, deps.log, {
    onSignal: (tid) => running.lines.get(tid)?.connection.attend(),
    onGap: () => attendAll(running),
  });
  const rounds = repeat(
    () => tick(running),
    gatewayLimits.tickMs,
    (error) => deps.log.warn({ err: error }, 'a round of the gateway is done again'),
  );
  const heartbeat = setInterval(() => pingAll(running), deps.timers.heartbeatMs);
  const handleUpgrade: Gateway['handleUpgrade'] = (request, stream, head) => {
    if (!mayUpgrade(request)) return refuseUpgrade(stream, 400);
    const stranger = strangers.enter(options.addressOf(request));
    if (!stranger) return refuseUpgrade(stream, 503);
    stream.once('close', () => stranger.leave());
    sockets.handleUpgrade(request, stream, head, (ws) => {
      stranger.watch(ws, stream);
      const book = bookOf(running, () => connection, stranger);
      const connection = serveConnection(deps, book, ws);
      running.connections.add(connection);
      ws.once('close', () => running.connections.delete(connection));
    });
  };
  return {
    path: terminalLinkPath,
    handleUpgrade,
    attach: (server) => server.on('upgrade', handleUpgrade),
    tick: () => tick(running),
    lineCount: () => running.lines.size,
    stop: async () => {
      clearInterval(heartbeat);
      await rounds.stop();
      await listener.stop();
      await stop(running, sockets);
    },
  };
}

/** Terminals offer the protocol; browsers, which send an Origin, have no business here. */
function mayUpgrade(request: IncomingMessage): boolean {
  const path = request.url?.split('?')[0];
  const offered = request.headers['sec-websocket-protocol']?.split(',').map((name) => name.trim()) ?? [];
  return (
    path === terminalLinkPath &&
    offered.includes(terminalLinkProtocol) &&
    request.headers.origin === undefined
  );
}

function bookOf(running: Running, connectionOf: () => Connection, stranger: Stranger) {
  return {
    opened: (line: Line) => {
      stranger.leave();
      const older = running.lines.get(line.tid);
      if (older && older.line.epoch > line.epoch) {
        connectionOf().close(gatewayClose.replaced, 'replaced');
        return;
      }
      running.lines.set(line.tid, { line, connection: connectionOf() });
      older?.connection.close(gatewayClose.replaced, 'replaced');
    },
    closed: (line: Line) => {
      if (running.lines.get(line.tid)?.line === line) running.lines.delete(line.tid);
      running.unwritten.add(line);
      void writeLosses(running).catch((error: unknown) => {
        running.deps.log.warn({ tid: line.tid, err: error }, 'the loss of a line is written later');
      });
    },
  };
}

async function writeLosses(running: Running): Promise<void> {
  const losses = [...running.unwritten];
  for (const line of losses) {
    running.unwritten.delete(line);
    try {
      await lineLost(running.deps, line);
    } catch (error) {
      running.unwritten.add(line);
      throw error;
    }
  }
}

function attendAll(running: Running): void {
  for (const { connection } of running.lines.values()) connection.attend();
}

function pingAll(running: Running): void {
  for (const connection of running.connections) connection.ping();
  const heard = [...running.lines.values()].map(({ line }) => line);
  if (heard.length === 0) return;
  touchTerminals(running.deps.db, heard, running.deps.clock.now()).catch((error: unknown) => {
    running.deps.log.warn({ err: error }, 'when terminals were heard is written at the next heartbeat');
  });
}

async function tick(running: Running): Promise<void> {
  const { deps } = running;
  if (running.ticks % gatewayLimits.ticksPerBeat === 0) await beatOnce(running);
  running.ticks += 1;
  await writeLosses(running);
  for (const handlers of deps.orders.handlers) {
    const now = deps.clock.now();
    const waiting = await handlers.waiting(deps.db, deps.processId, now, gatewayLimits.waitingOrders);
    for (const order of waiting) {
      if (order.owner === null) await stepUnheld(deps, handlers, order);
      else running.lines.get(order.tid)?.connection.attend();
    }
  }
  await endGrace(deps);
}

/** This process is alive, others may not be, and a line that was taken over hears it also without a signal. */
async function beatOnce(running: Running): Promise<void> {
  const { deps, lines } = running;
  await beat(deps.db, deps.processId);
  await releaseDead(deps);
  await findOrphans(running);
  const held = [...lines.values()].map(({ line }) => line);
  if (held.length === 0) return;
  for (const tid of await selectOvertaken(deps.db, held)) {
    lines.get(tid)?.connection.close(gatewayClose.replaced, 'replaced');
  }
}

/**
 * A claim whose commit was not heard of holds a terminal that has no socket here. One look may catch a sign-in
 * in the act, so it takes two.
 */
async function findOrphans(running: Running): Promise<void> {
  const held = await selectHeld(running.deps.db, running.deps.processId);
  const orphans = held.filter(({ tid, epoch }) => running.lines.get(tid)?.line.epoch !== epoch);
  for (const line of orphans)
    if (running.suspects.has(line.tid)) running.unwritten.add({ ...line, lostBy: 'CLOSED' });
  running.suspects = new Set(orphans.map((line) => line.tid));
}

/** Rounds that never overlap; one that fails is one that is done again. */
function repeat(
  round: () => Promise<void>,
  everyMs: number,
  onFailure: (error: unknown) => void,
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let present: Promise<void> = Promise.resolve();
  const run = (): Promise<void> => round().catch(onFailure).then(next);
  const next = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      present = run();
    }, everyMs);
  };
  present = run();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await present;
    },
  };
}

async function stop(running: Running, sockets: WebSocketServer): Promise<void> {
  const { deps } = running;
  const closed = [...sockets.clients].map(
    (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
  );
  for (const connection of running.connections) connection.close(gatewayClose.stopping, 'stopping');
  const hangUp = setTimeout(() => {
    for (const socket of sockets.clients) socket.terminate();
  }, 1_000);
  await Promise.all(closed);
  clearTimeout(hangUp);
  sockets.close();
  await processLost(deps, deps.processId, 'PORTAL_STOPPED').catch((error: unknown) => {
    deps.log.warn({ err: error }, 'this process was not signed off: others notice');
  });
}
