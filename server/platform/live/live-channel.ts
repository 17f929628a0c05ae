import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { formatLive, type LiveMessage, liveClose, liveProtocol } from '@mizan/contract/live.ts';
import { hearsAll } from '@mizan/contract/rights.ts';
import type { WebSocket } from 'ws';
import { type Bus, everybody } from '../bus/bus.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Principal } from '../http/call.ts';
import { isOwnHost, isOwnOrigin } from '../http/origin.ts';
import type { Logger } from '../log.ts';
import { authenticate } from '../sessions/sessions.ts';
import { openBroadcast } from './broadcast.ts';
import { startHeartbeat } from './heartbeat.ts';
import { type LiveSocket, liveSocket } from './live-socket.ts';
import { type Offer, readOffer } from './offer.ts';
import { openSockets } from './open-sockets.ts';
import { watchSessions } from './session-watch.ts';
import { socketServer } from './socket-server.ts';
import { type Stranger, strangerBook } from './strangers.ts';
import { textFrame } from './text-frame.ts';
import { refuseUpgrade, type UpgradeHandler } from './upgrades.ts';

export const liveLimits = {
  sockets: 15_000,
  /** The client has nothing to say that we read; what it sends is dropped. */
  frameBytes: 4_096,
  /** Pieces that one message of it may come in. */
  fragments: 8,
  chunks: 16,
  /** Handshakes whose session is looked up, and sockets that are only told that it ended. */
  strangers: {
    atOnce: 1_000,
    ofOneAddress: 200,
    messagesPerSecond: 10,
    bytes: 8_192,
    ownBytes: 4_096,
    sharedBytes: 1024 ** 2,
  },
} as const;

export interface LiveDeps {
  db: Database;
  clock: Clock;
  bus: Bus;
  log: Pick<Logger, 'warn'>;
  /** Null on loopback. */
  publicUrl: URL | null;
  /** Who asks, behind which proxy ever. */
  addressOf: (request: IncomingMessage) => string;
}

/** The live channel of one process (rules S4 and D5). */
export interface LiveChannel {
  /** For attachUpgrades() under livePath. */
  readonly upgrade: UpgradeHandler;
  socketCount(): number;
  /** Closes every socket with its reason. */
  stop(): Promise<void>;
}

/** Sockets by merchant, with one subscription of the bus for each merchant that has any. */
function merchantRooms(bus: Bus) {
  const broadcast = openBroadcast();
  const rooms = new Map<string, { sockets: number; unsubscribe: () => void }>();
  const unsubscribe = bus.subscribe(everybody, (notice) => broadcast.tell(everybody, notice));
  return {
    /** Hears what is said to all, a cashier too, and what is said to this person alone. Answers the way out. */
    enterHall(socket: LiveSocket, userId: string): () => void {
      const listener = {
        isPlain: socket.isPlain,
        cashierId: userId,
        write: (frames: Buffer) => socket.write(frames),
      };
      broadcast.join(everybody, listener);
      return () => broadcast.leave(everybody, listener);
    },
    close: unsubscribe,
    /** Answers the way out. */
    enter(merchantId: string, socket: LiveSocket): () => void {
      broadcast.join(merchantId, socket);
      const listen = () => bus.subscribe(merchantId, (notice) => broadcast.tell(merchantId, notice));
      const room = rooms.get(merchantId) ?? { sockets: 0, unsubscribe: listen() };
      rooms.set(merchantId, room);
      room.sockets += 1;
      return () => {
        broadcast.leave(merchantId, socket);
        room.sockets -= 1;
        if (room.sockets > 0) return;
        room.unsubscribe();
        rooms.delete(merchantId);
      };
    },
  };
}

/** Who asks, unless the handshake was refused already. */
async function admit(
  { db, clock, log, publicUrl }: LiveDeps,
  request: IncomingMessage,
  socket: Duplex,
): Promise<{ offer: Offer; principal: Principal | null } | null> {
  const { host, origin } = request.headers;
  const offer = readOffer(request.headers['sec-websocket-protocol']);
  if (!isOwnHost(host, publicUrl) || !isOwnOrigin(origin, host, publicUrl)) refuseUpgrade(socket, 403);
  else if (!offer) refuseUpgrade(socket, 401);
  else {
    try {
      // An open window is no activity: a session that nobody uses ends although its channel is open.
      return { offer, principal: await authenticate(db, clock, offer.token, { isPoll: true }) };
    } catch (error) {
      log.warn({ err: error }, 'a live socket could not be authenticated');
      refuseUpgrade(socket, 503);
    }
  }
  return null;
}

/** What a window of ours is told first, once it hears all that comes later: `merchantId` is null for an administrator. */
function welcome(bus: Bus, merchantId: string | null): Buffer {
  // Everything beyond the number is told to this window, or asked for by it after a loss; what was told before may be newer
  // than what its page shows.
  const number: LiveMessage[] = merchantId === null ? [] : [{ type: 'SEQ', seq: bus.newestSeq() }];
  const quietMs = Math.min(bus.quietMs(everybody), bus.quietMs(merchantId ?? everybody));
  const told: LiveMessage[] = [...number, { type: 'AGO', ms: Math.floor(quietMs) }];
  return Buffer.concat(told.map((message) => textFrame(formatLive(message))));
}

/** A browser is told nothing of a refused handshake; from a close code it learns to sign in again. */
function turnAway(ws: WebSocket, stream: Duplex, stranger: Stranger): void {
  stranger.watch(ws, stream);
  ws.on('close', () => stranger.leave());
  ws.close(liveClose.sessionEnded, 'session ended');
}

export function startLive(deps: LiveDeps): LiveChannel {
  const server = socketServer({
    clientTracking: false,
    maxPayload: liveLimits.frameBytes,
    maxFragments: liveLimits.fragments,
    maxBufferedChunks: liveLimits.chunks,
    handleProtocols: (offers) => (offers.has(liveProtocol) ? liveProtocol : ([...offers][0] ?? false)),
  });
  const rooms = merchantRooms(deps.bus);
  const sessions = watchSessions(deps.db, deps.clock, deps.log);
  const sockets = openSockets();
  const strangers = strangerBook(liveLimits.strangers);
  const heartbeat = startHeartbeat();
  let isStopping = false;

  function open(ws: WebSocket, stream: Duplex, principal: Principal, isPlain: boolean): void {
    const ways: (() => void)[] = [];
    const leave = (): void => ways.splice(0).forEach((way) => way());
    const part = (code: number, reason: string): void => {
      leave();
      socket.close(code, reason);
    };
    const onEnd = (): void => part(liveClose.sessionEnded, 'session ended');
    const socket = liveSocket(ws, stream, {
      isPlain,
      cashierId: hearsAll(principal.teamRole) ? null : principal.userId,
      onTooSlow: () => part(liveClose.tooSlow, 'too slow'),
    });
    ways.push(rooms.enterHall(socket, principal.userId), sessions.watch(principal.sessionId, onEnd));
    // An administrator belongs to no merchant of whom to hear.
    if (principal.merchantId !== null) ways.push(rooms.enter(principal.merchantId, socket));
    if (!isPlain) {
      socket.write(welcome(deps.bus, principal.merchantId));
      ways.push(heartbeat.join(socket));
    }
    sockets.add(socket);
    ws.on('close', () => {
      leave();
      sockets.remove(socket);
    });
  }

  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    if (isStopping || sockets.count >= liveLimits.sockets) return refuseUpgrade(stream, 503);
    const stranger = strangers.enter(deps.addressOf(request));
    if (!stranger) return refuseUpgrade(stream, 503);
    const admitted = await admit(deps, request, stream);
    if (!admitted || stream.destroyed) return stranger.leave();
    // Where the library refuses the handshake itself there is no socket, and the stream is all that ends.
    stream.once('close', () => stranger.leave());
    server.handleUpgrade(request, stream, head, (ws) => {
      const { principal, offer } = admitted;
      ws.on('error', () => ws.terminate());
      if (!principal) return turnAway(ws, stream, stranger);
      stranger.leave();
      if (isStopping) ws.close(liveClose.serverStopping, 'server stopping');
      else open(ws, stream, principal, offer.isPlain);
    });
  }

  return {
    upgrade: (request, socket, head) => void upgrade(request, socket, head),
    socketCount: () => sockets.count,
    async stop() {
      isStopping = true;
      heartbeat.stop();
      rooms.close();
      await sockets.closeAll(liveClose.serverStopping, 'server stopping');
      await sessions.stop();
    },
  };
}
