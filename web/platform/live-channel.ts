import { backoffMs } from '@mizan/contract/backoff.ts';
import {
  type LiveMessage,
  liveBeat,
  liveClose,
  livePath,
  liveProtocol,
  parseLive,
} from '@mizan/contract/live.ts';
import { type Heart, watchHeart } from './heart.ts';

/** The three states of rules S4. */
export type ConnectionState = 'notConnected' | 'connecting' | 'connected';

export interface LiveHandlers {
  onMessage: (message: LiveMessage) => void;
  /** The portal was heard: it agreed to the channel, said something, or only that the line holds. */
  onHeard: () => void;
  /** A beat is late, or the channel is gone: is the portal still there? */
  onDoubt: () => void;
  /** After the first connection: what was read before it may have changed with nobody there to hear. */
  onFirstConnected: () => void;
  /** After a connection that is not the first one: what happened meanwhile has to be asked for. */
  onReconnected: () => void;
  /** The server closed the channel because the session was revoked or ran out. */
  onSessionEnded: () => void;
}

export interface LiveChannel {
  state: () => ConnectionState;
  /** Connects where it is not connected yet; also what a click on the indicator does. */
  connect: () => void;
  /** Sends text, or anything else as JSON. Logs 'WebSocket is not open' while disconnected. */
  send: (message: unknown) => void;
  close: () => void;
}

const waits = { firstMs: 500, mostMs: 15_000 } as const;

/** On a line that loses everything a browser would wait for minutes before it gives an attempt up. */
const connectWithinMs = 5_000;

const liveAddress = (): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${livePath}`;

function stateOf(socket: WebSocket | null): ConnectionState {
  if (socket?.readyState === WebSocket.OPEN) return 'connected';
  return socket?.readyState === WebSocket.CONNECTING ? 'connecting' : 'notConnected';
}

/**
 * The live channel of one session, whose token of the moment `readToken` answers. It connects at once, comes back by
 * itself after a loss, and stays closed once `close` was called.
 */
export function openLiveChannel(readToken: () => string, handlers: LiveHandlers): LiveChannel {
  let socket: WebSocket | null = null;
  let heart: Heart | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tooLate: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let wasConnected = false;
  let closed = false;

  const state = () => stateOf(socket);

  /** Lets the socket of the moment go; whatever it still says is heard no more. */
  function letGo(): void {
    clearTimeout(tooLate);
    heart?.stop();
    heart = null;
    socket?.close();
    socket = null;
  }

  /** Gives the socket up, whether or not the browser has noticed that it is dead, and comes back later. */
  function drop(): void {
    letGo();
    timer = setTimeout(connect, backoffMs(waits, attempt++, Math.random()));
    handlers.onDoubt();
  }

  function hear(text: string): void {
    // A portal that is older than beats says none, and is not missed for it.
    if (text === liveBeat) heart ??= watchHeart({ onDoubt: handlers.onDoubt, onLost: drop });
    heart?.beat();
    handlers.onHeard();
    const message = parseLive(text);
    if (message) handlers.onMessage(message);
  }

  function connect(): void {
    if (closed || state() !== 'notConnected') return;
    clearTimeout(timer);
    letGo();
    const token = readToken();
    const opened = new WebSocket(liveAddress(), [liveProtocol, token]);
    tooLate = setTimeout(drop, connectWithinMs);
    socket = opened;
    opened.addEventListener('open', () => {
      if (socket !== opened) return;
      clearTimeout(tooLate);
      attempt = 0;
      handlers.onHeard();
      if (wasConnected) handlers.onReconnected();
      else handlers.onFirstConnected();
      wasConnected = true;
    });
    opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (socket === opened && typeof data === 'string') hear(data);
    });
    opened.addEventListener('close', ({ code }) => {
      if (socket !== opened) return;
      // Whoever looked on is themselves again: what ended is not the session that this tab has by now.
      const isAnothers = readToken() !== '' && readToken() !== token;
      if (code !== liveClose.sessionEnded || isAnothers) return drop();
      closed = true;
      letGo();
      handlers.onSessionEnded();
    });
  }

  function send(message: unknown): void {
    if (state() !== 'connected') console.error('WebSocket is not open');
    else socket?.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  connect();
  const close = (): void => {
    closed = true;
    clearTimeout(timer);
    letGo();
  };
  return { state, connect, send, close };
}
