import type { LiveSocket } from './live-socket.ts';

const pingTimings = {
  everyMs: 30_000,
  /** Sockets are looked through this often for those whose ping is due, so pings spread as arrivals did. */
  tickMs: 1_000,
} as const;

/** How long a stop waits for clients to answer its close. */
const closeWithinMs = 2_000;

/** The open windows of this process: counted, kept alive, closed together. */
export interface OpenSockets {
  readonly count: number;
  add(socket: LiveSocket): void;
  remove(socket: LiveSocket): void;
  /** Closes all; those that do not answer in time are cut off. */
  closeAll(code: number, reason: string): Promise<void>;
}

export function openSockets(): OpenSockets {
  /** When each one's next ping is due, on the process's own clock. */
  const dueMs = new Map<LiveSocket, number>();
  let onEmpty = (): void => {};

  const ticker = setInterval(() => {
    const now = performance.now();
    for (const [socket, due] of dueMs) {
      if (due > now) continue;
      if (socket.ping()) dueMs.set(socket, now + pingTimings.everyMs);
      else socket.terminate();
    }
  }, pingTimings.tickMs);

  return {
    get count() {
      return dueMs.size;
    },
    add: (socket) => dueMs.set(socket, performance.now() + pingTimings.everyMs),
    remove: (socket) => {
      dueMs.delete(socket);
      if (dueMs.size === 0) onEmpty();
    },
    async closeAll(code, reason) {
      clearInterval(ticker);
      if (dueMs.size === 0) return;
      const empty = Promise.withResolvers<void>();
      onEmpty = empty.resolve;
      const timer = setTimeout(() => {
        for (const socket of dueMs.keys()) socket.terminate();
      }, closeWithinMs);
      for (const socket of dueMs.keys()) socket.close(code, reason);
      await empty.promise;
      clearTimeout(timer);
    },
  };
}
