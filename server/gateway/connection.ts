import { randomBytes, randomUUID } from 'node:crypto';
import { nobodyTid, type rejectReasons, type TerminalFrame } from '@mizan/contract/terminal-link.ts';
import type { RawData, WebSocket } from 'ws';
import type { Heard } from '../platform/link/order-handlers.ts';
import { askEverything, attend } from './attend.ts';
import { type FrameBucket, frameBucket } from './frame-bucket.ts';
import { applyFrame } from './frames.ts';
import { gatewayClose, gatewayLimits } from './gateway-limits.ts';
import { type GatewayDeps, type Line, LineOvertaken, send } from './line.ts';
import { insertViolation } from './presence.queries.ts';
import { type ReadFrame, readFrame } from './read-frame.ts';
import { isPassing, whileAway } from './retry.ts';
import { enrol, signIn } from './sign-in.ts';

type RejectReason = (typeof rejectReasons)[number];

/** What the gateway does with lines that come and go. */
export interface LineBook {
  opened(line: Line): void;
  closed(line: Line): void;
}

/** One socket as the gateway holds it, signed in or not. */
export interface Connection {
  readonly line: () => Line | null;
  /** Looks at the terminal's rows, in turn. */
  attend(): void;
  /** A heartbeat: drops a silent terminal, else asks for a sign of life. */
  ping(): void;
  close(code: number, reason: string): void;
}

interface State {
  readonly deps: GatewayDeps;
  readonly book: LineBook;
  readonly socket: WebSocket;
  readonly nonce: string;
  line: Line | null;
  /** The nonce is good for one hello, right or wrong. */
  helloSeen: boolean;
  violations: number;
  missedPings: number;
  queued: number;
  queuedBytes: number;
  /** What a signed-in line may still say at once. Strangers have a watch of their own. */
  readonly bucket: FrameBucket;
  tail: Promise<void>;
}

const isOpen = (state: State): boolean => state.socket.readyState === state.socket.OPEN;

/** Serves one socket until it closes. */
export function serveConnection(deps: GatewayDeps, book: LineBook, socket: WebSocket): Connection {
  const state: State = {
    deps,
    book,
    socket,
    nonce: randomBytes(32).toString('hex'),
    line: null,
    helloSeen: false,
    violations: 0,
    missedPings: 0,
    queued: 0,
    queuedBytes: 0,
    bucket: frameBucket(gatewayLimits.spoken, () => performance.now()),
    tail: Promise.resolve(),
  };
  const signInTimer = setTimeout(() => {
    if (!state.line) close(state, gatewayClose.refused, 'no hello');
  }, gatewayLimits.signInMs);
  socket.on('message', (data, isBinary) => receive(state, data, isBinary));
  // Those of the WebSocket itself, which the library answers.
  for (const control of ['ping', 'pong'] as const) socket.on(control, () => maySpeak(state));
  socket.on('error', (error) => noteSocketError(state, error));
  socket.on('close', () => {
    clearTimeout(signInTimer);
    if (state.line) book.closed(state.line);
  });
  send(socket, nobodyTid, { type: 'challenge', nonce: state.nonce });
  return {
    line: () => state.line,
    attend: () => attendInTurn(state),
    ping: () => ping(state),
    close: (code, reason) => close(state, code, reason),
  };
}

/** Frames that the socket itself refused (too long, in too many pieces) are recorded like the others. */
function noteSocketError({ deps, line }: State, error: Error): void {
  deps.log.debug({ err: error }, 'terminal socket failed');
  if (!line || !(error instanceof RangeError)) return;
  const refused = { reason: 'BAD_FRAME', detail: error.message, original: null };
  insertViolation(deps.db, line, deps.clock.now(), refused).catch((problem: unknown) =>
    deps.log.warn({ tid: line.tid, err: problem }, 'a refused frame was not recorded'),
  );
}

function close(state: State, code: number, reason: string): void {
  if (state.line) {
    state.line.lostBy = code === gatewayClose.stopping ? 'PORTAL_STOPPED' : 'CLOSED_BY_PORTAL';
    send(state.socket, state.line.tid, { type: 'kick', reason });
  }
  state.socket.close(code, reason);
}

function ping(state: State): void {
  if (!state.line) return;
  if (state.missedPings >= gatewayLimits.missedPings) {
    state.line.lostBy = 'MISSED_HEARTBEATS';
    return state.socket.terminate();
  }
  state.missedPings += 1;
  send(state.socket, state.line.tid, { type: 'ping' });
}

/** Work on a line runs one piece after the other, also while the database is away; the queue has an end. */
function inTurn(state: State, work: () => Promise<void>, bytes = 0): void {
  const { queuedFrames, queuedBytes } = gatewayLimits;
  if (state.queued >= queuedFrames || state.queuedBytes + bytes > queuedBytes)
    return close(state, gatewayClose.tooMuch, 'too many frames');
  state.queued += 1;
  state.queuedBytes += bytes;
  state.tail = state.tail.then(async () => {
    try {
      if (isOpen(state)) await whileAway(work, () => isOpen(state));
    } catch (error) {
      failed(state, error);
    } finally {
      state.queued -= 1;
      state.queuedBytes -= bytes;
    }
  });
}

/** What was not committed was not acknowledged, so that the terminal says it again. */
function failed(state: State, error: unknown): void {
  if (error instanceof LineOvertaken) return close(state, gatewayClose.replaced, 'replaced');
  if (!isOpen(state)) return;
  const tid = state.line?.tid;
  if (isPassing(error)) {
    state.deps.log.warn({ tid, err: error }, 'the database was away for too long for a terminal');
    return close(state, gatewayClose.tryLater, 'try again later');
  }
  state.deps.log.error({ tid, err: error }, 'a frame could not be applied');
  if (!state.line) close(state, gatewayClose.tryLater, 'try again later');
}

/** Takes one from what a line may say; who says more is sent away, and says again what was not acknowledged. */
function maySpeak(state: State): boolean {
  if (!state.line || state.bucket.take()) return true;
  if (isOpen(state)) {
    state.deps.log.warn({ tid: state.line.tid }, 'a terminal says more than the gateway allows');
    close(state, gatewayClose.tooMuch, 'too many frames a second');
  }
  return false;
}

function receive(state: State, data: RawData, isBinary: boolean): void {
  // Who was told to go, and whoever sends on meanwhile, is not heard any more.
  if (!isOpen(state) || !maySpeak(state)) return;
  state.missedPings = 0;
  const bytes = data as Buffer;
  const read: ReadFrame = isBinary
    ? { ok: false, problem: 'binary', original: null }
    : readFrame(bytes, state.line?.tid ?? null, state.deps.orders.readLoosely);
  if (!read.ok) return refuse(state, 'BAD_FRAME', read.problem, read);
  const { frame } = read;
  if (state.line && frame.tid !== state.line.tid) {
    return refuse(state, 'FOREIGN_TID', `${frame.type} for ${frame.tid}`, { ref: frame.id });
  }
  if (frame.type === 'pong') return;
  if (frame.type === 'ping') return send(state.socket, frame.tid, { type: 'pong', ref: frame.id });
  inTurn(state, () => handle(state, read), bytes.length);
}

/** Refused and recorded; whoever goes on is dropped. */
function refuse(
  state: State,
  reason: RejectReason,
  detail: string,
  { ref, original = null }: { ref?: string; original?: Buffer | null } = {},
): void {
  const { line, deps } = state;
  state.violations += 1;
  send(state.socket, line?.tid ?? nobodyTid, { type: 'reject', reason, ref });
  if (line) {
    deps.log.warn({ tid: line.tid, reason, detail }, 'a frame of a terminal was refused');
    inTurn(state, async () => {
      await insertViolation(deps.db, line, deps.clock.now(), { reason, detail, original });
    });
  }
  if (!line || state.violations >= gatewayLimits.violations) {
    inTurn(state, async () => {
      if (line) line.lostBy = 'CLOSED_BY_PORTAL';
      state.socket.close(gatewayClose.refused, reason);
    });
  }
}

async function handle(state: State, read: Heard): Promise<void> {
  const { deps, line } = state;
  const { frame } = read;
  if (line)
    return frame.type === 'hello' || frame.type === 'enrol' ? undefined : applyFrame(deps, line, read);
  if (frame.type === 'hello') return hello(state, frame);
  if (frame.type !== 'enrol') return refuse(state, 'NOT_SIGNED_IN', frame.type, { ref: frame.id });
  const reason = await enrol(deps, frame);
  if (reason) return refuse(state, reason, 'enrol', { ref: frame.id });
  send(state.socket, frame.tid, { type: 'enrolled', ref: frame.id });
}

async function hello(state: State, frame: Extract<TerminalFrame, { type: 'hello' }>): Promise<void> {
  const { deps, socket } = state;
  if (state.helloSeen) return refuse(state, 'BAD_SIGNATURE', 'a second hello', { ref: frame.id });
  const signedIn = await signIn(deps, frame, state.nonce);
  state.helloSeen = true;
  const { tid } = frame;
  if (!signedIn.ok) {
    if (signedIn.merchantId) {
      const who = { merchantId: signedIn.merchantId, tid };
      const refused = { reason: signedIn.reason, detail: 'hello', original: null };
      await insertViolation(deps.db, who, deps.clock.now(), refused);
    }
    return refuse(state, signedIn.reason, 'hello', { ref: frame.id });
  }
  const { merchantId, terminalId, epoch, journalSince } = signedIn;
  const line: Line = {
    tid,
    terminalId,
    merchantId,
    epoch,
    journalSince,
    socket,
    inTurn: (work) => inTurn(state, work),
    saidOnce: new Set(),
    lostBy: 'CLOSED',
    attendQueued: false,
  };
  state.line = line;
  state.book.opened(line);
  const heartbeatMs = deps.timers.heartbeatMs;
  send(socket, tid, { type: 'welcome', sessionId: randomUUID(), epoch, heartbeatMs, ref: frame.id });
  if (!isOpen(state)) return state.book.closed(line);
  inTurn(state, () => askEverything(deps, line, [...frame.inFlight, ...frame.unacked]));
  attendInTurn(state);
}

function attendInTurn(state: State): void {
  const { line, deps } = state;
  if (!line || line.attendQueued) return;
  line.attendQueued = true;
  inTurn(state, async () => {
    line.attendQueued = false;
    await attend(deps, line);
  });
}
