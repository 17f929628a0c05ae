import { type LiveMessage, liveClose, livePath, liveProtocol, parseLive } from '@mizan/contract/live.ts';

/** The three states of specification, section 4. */
export type ConnectionState = 'notConnected' | 'connecting' | 'connected';

export interface LiveHandlers {
  onMessage: (message: LiveMessage) => void;
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

export const backoff = { firstMs: 500, maxMs: 15_000 } as const;

/** The wait before attempt n: doubling with jitter, so that many windows do not come back in one moment. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(backoff.maxMs, backoff.firstMs * 2 ** attempt);
  return ceiling / 2 + (random() * ceiling) / 2;
}

const liveAddress = (): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${livePath}`;

/**
 * The live channel of one session, whose token of the moment `readToken` answers. It connects at once, comes back by
 * itself after a loss, and stays closed once `close` was called.
 */
export function openLiveChannel(readToken: () => string, handlers: LiveHandlers): LiveChannel {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  let wasConnected = false;
  let closed = false;

  function state(): ConnectionState {
    if (socket?.readyState === WebSocket.OPEN) return 'connected';
    return socket?.readyState === WebSocket.CONNECTING ? 'connecting' : 'notConnected';
  }

  function connect(): void {
    if (closed || state() !== 'notConnected') return;
    clearTimeout(timer);
    const opened = new WebSocket(liveAddress(), [liveProtocol, readToken()]);
    socket = opened;
    opened.addEventListener('open', () => {
      attempt = 0;
      if (wasConnected) handlers.onReconnected();
      wasConnected = true;
    });
    opened.addEventListener('message', (event: MessageEvent<unknown>) => {
      const message = typeof event.data === 'string' ? parseLive(event.data) : null;
      if (message) handlers.onMessage(message);
    });
    opened.addEventListener('close', (event) => {
      if (socket === opened) socket = null;
      if (event.code === liveClose.sessionEnded && !closed) {
        closed = true;
        handlers.onSessionEnded();
      }
      if (!closed) timer = setTimeout(connect, backoffMs(attempt++));
    });
  }

  function send(message: unknown): void {
    if (state() !== 'connected') console.error('WebSocket is not open');
    else socket?.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  function close(): void {
    closed = true;
    clearTimeout(timer);
    socket?.close();
    socket = null;
  }

  connect();
  return { state, connect, send, close };
}
