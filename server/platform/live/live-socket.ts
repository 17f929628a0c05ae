import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Receiver } from './broadcast.ts';

/** A client that reads nothing for so long that this much waits for it is closed as too slow. */
const unreadLimitBytes = 128 * 1024;

/** One open window. */
export interface LiveSocket extends Receiver {
  /** Sends a ping; false where the one before was never answered. */
  ping(): boolean;
  close(code: number, reason: string): void;
  terminate(): void;
}

/**
 * `stream` is the connection that the WebSocket stands on. Writing to it directly is safe while the library
 * itself sends nothing but pings and one close frame, both whole, and compression is off.
 */
export function liveSocket(
  ws: WebSocket,
  stream: Duplex,
  { onTooSlow, ...receiver }: Omit<Receiver, 'write'> & { onTooSlow: () => void },
): LiveSocket {
  let isAlive = true;
  ws.on('pong', () => {
    isAlive = true;
  });
  return {
    ...receiver,
    // Past the library, which would make a frame of its own for every socket.
    write(frames) {
      if (ws.readyState !== ws.OPEN) return;
      if (stream.writableLength > unreadLimitBytes) onTooSlow();
      else stream.write(frames);
    },
    ping() {
      if (!isAlive) return false;
      isAlive = false;
      ws.ping();
      return true;
    },
    close: (code, reason) => ws.close(code, reason),
    terminate: () => ws.terminate(),
  };
}
