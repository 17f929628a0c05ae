import { randomUUID } from 'node:crypto';
import { backoffMs, type Waits } from '@mizan/contract/backoff.ts';
import { lineTimers } from '@mizan/contract/link-timers.ts';
import {
  type GatewayFrame,
  readGatewayFrame,
  type TerminalFrameBody,
  terminalLinkPath,
  terminalLinkProtocol,
  writeFrame,
} from '@mizan/contract/terminal-link.ts';
import { WebSocket } from 'ws';
import type { Identity } from './identity.ts';
import { appVersion } from './receipt.ts';

/** The line to the gateway: connects, proves who it is, and comes back whenever it is lost. */
export interface LinkOptions {
  readonly url: string;
  readonly identity: Identity;
  readonly enrolCode: string | null;
  readonly madaPackage: string;
  readonly journalId: string;
  readonly log: (text: string) => void;
  readonly inFlight: () => string[];
  readonly unacked: () => string[];
  readonly onWelcome: () => void;
  readonly onFrame: (frame: GatewayFrame) => void;
  readonly waits: LinkWaits;
}

/** Waits before a new try, in milliseconds. */
export interface LinkWaits extends Waits {
  /** How long a line that drops on purpose stays away. */
  readonly droppedMs: number;
}
export const linkWaits: LinkWaits = { firstMs: 500, mostMs: 15_000, droppedMs: 4_000 };

export interface Link {
  send(body: TerminalFrameBody): void;
  /** Loses the line as a bad network would: nothing is said. */
  drop(): void;
  isWelcome(): boolean;
  stop(): void;
}

interface State {
  readonly options: LinkOptions;
  readonly bootId: string;
  socket: WebSocket | null;
  nonce: string | null;
  welcome: boolean;
  tries: number;
  heardAt: number;
  retry: NodeJS.Timeout | undefined;
  stopped: boolean;
}

export function openLink(options: LinkOptions): Link {
  const state: State = {
    options,
    bootId: randomUUID(),
    socket: null,
    nonce: null,
    welcome: false,
    tries: 0,
    heardAt: 0,
    retry: undefined,
    stopped: false,
  };
  const heartbeat = setInterval(() => beat(state), lineTimers.heartbeatMs);
  heartbeat.unref();
  connect(state);
  return {
    send: (body) => {
      if (state.welcome) write(state, body);
    },
    drop: () => lose(state, options.waits.droppedMs),
    isWelcome: () => state.welcome,
    stop: () => {
      state.stopped = true;
      clearInterval(heartbeat);
      clearTimeout(state.retry);
      state.socket?.close(1001, 'switched off');
    },
  };
}

function write(state: State, body: TerminalFrameBody): void {
  const { socket, options } = state;
  if (socket?.readyState === WebSocket.OPEN) socket.send(writeFrame(options.identity.tid, body));
}

function beat(state: State): void {
  if (!state.welcome) return;
  if (performance.now() - state.heardAt > 3 * lineTimers.heartbeatMs) return state.socket?.terminate();
  write(state, { type: 'ping' });
}

function connect(state: State): void {
  const url = new URL(terminalLinkPath, state.options.url);
  url.protocol = url.protocol.replace('http', 'ws');
  const socket = new WebSocket(url, terminalLinkProtocol, {
    perMessageDeflate: false,
    handshakeTimeout: lineTimers.handshakeMs,
  });
  state.socket = socket;
  // What an old line still brings is of the past: the gateway has asked anew since.
  socket.on('message', (data) => {
    if (state.socket === socket) receive(state, String(data));
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    // A wrong address is seen at once; a line that is lost later comes back by itself.
    if (state.tries === 0 && !state.stopped)
      state.options.log(`cannot reach ${state.options.url} (${error.code ?? error.message}), trying on`);
  });
  socket.on('close', () => {
    if (state.socket === socket) lose(state, null);
  });
}

/** `afterMs` null waits longer from try to try. */
function lose(state: State, afterMs: number | null): void {
  const { waits } = state.options;
  state.socket?.terminate();
  state.socket = null;
  state.welcome = false;
  state.nonce = null;
  if (state.stopped) return;
  const waitMs = afterMs ?? backoffMs(waits, state.tries, Math.random());
  state.tries = Math.min(state.tries + 1, 16);
  clearTimeout(state.retry);
  state.retry = setTimeout(() => connect(state), waitMs);
}

function receive(state: State, text: string): void {
  state.heardAt = performance.now();
  const read = readGatewayFrame(text);
  if (!read.ok) return state.options.log(`a frame that cannot be read: ${read.problem}`);
  const { frame } = read;
  switch (frame.type) {
    case 'challenge':
      state.nonce = frame.nonce;
      return introduce(state);
    case 'enrolled':
      state.options.identity.setEnrolled();
      return hello(state);
    case 'welcome':
      state.welcome = true;
      state.tries = 0;
      return state.options.onWelcome();
    case 'reject':
      return state.options.log(`refused: ${frame.reason}`);
    case 'ping':
      return write(state, { type: 'pong', ref: frame.id });
    case 'pong':
    case 'ack':
      return;
    case 'kick':
      return state.options.log(`sent away: ${frame.reason}`);
    default:
      if (state.welcome) state.options.onFrame(frame);
  }
}

function introduce(state: State): void {
  const { identity, enrolCode } = state.options;
  if (identity.enrolled || enrolCode === null) return hello(state);
  const { serial, model, publicKey } = identity;
  write(state, { type: 'enrol', code: enrolCode, serial, model, publicKey, simulated: true });
}

function hello(state: State): void {
  const { identity, inFlight, unacked } = state.options;
  write(state, {
    type: 'hello',
    signature: identity.signHello(state.nonce ?? '', state.bootId),
    serial: identity.serial,
    model: identity.model,
    appVersion,
    packageVersion: state.options.madaPackage,
    bootId: state.bootId,
    journalId: state.options.journalId,
    inFlight: inFlight().slice(0, 500),
    unacked: unacked().slice(0, 500),
  });
}
