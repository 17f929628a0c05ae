import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../log.ts';
import { endedAmong } from '../sessions/sessions.ts';

/** Half of the second within which a revoked session's socket is closed (rules D5). */
const everyMs = 500;
/** Sessions asked for in one statement: some 3 ms of the database, a few times a second at most. */
const sessionsAStatement = 1_500;

/** Watches the sessions of open sockets, however they end: logout, revocation, expiry, a deactivated user. */
export interface SessionWatch {
  /** Calls back once when the session no longer counts. Answers the way to stop watching. */
  watch(sessionId: string, onEnded: () => void): () => void;
  stop(): Promise<void>;
}

export function watchSessions(db: Database, clock: Clock, log: Pick<Logger, 'warn'>): SessionWatch {
  const sessions = new Map<string, Set<() => void>>();
  const stopping = new AbortController();

  async function checkAll(): Promise<void> {
    const ids = [...sessions.keys()];
    for (let from = 0; from < ids.length; from += sessionsAStatement) {
      const ended = await endedAmong(db, clock, ids.slice(from, from + sessionsAStatement));
      for (const id of ended) for (const callback of sessions.get(id) ?? []) callback();
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await wait(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      // Without the database nobody can say that a session ended; the sockets stay until somebody can.
      await checkAll().catch((error: unknown) => log.warn({ err: error }, 'sessions could not be checked'));
    }
  }
  const running = run();

  return {
    watch(id, onEnded) {
      const callbacks = sessions.get(id) ?? new Set();
      sessions.set(id, callbacks);
      callbacks.add(onEnded);
      return () => {
        callbacks.delete(onEnded);
        if (callbacks.size === 0) sessions.delete(id);
      };
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
