import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Logger } from '../log.ts';
import { endedAmong } from '../sessions/sessions.ts';

/** Half of the second within which a revoked session's socket is closed (design, section 5). */
const everyMs = 500;
/** Sessions asked for in one statement: some 3 ms of the database, a few times a second at most. */
const sessionsAStatement = 1_500;

/** Watches the sessions of open sockets, however they end: logout, revocation, expiry, a deactivated user. */
export interface SessionWatch {
  /** Calls back once when the session no longer counts. Answers the way to stop watching. */
  watch(sessionHash: Buffer, onEnded: () => void): () => void;
  stop(): Promise<void>;
}

interface Watched {
  hash: Buffer;
  callbacks: Set<() => void>;
}

export function watchSessions(db: Database, clock: Clock, log: Pick<Logger, 'warn'>): SessionWatch {
  const sessions = new Map<string, Watched>();
  const stopping = new AbortController();

  async function checkAll(): Promise<void> {
    const hashes = [...sessions.values()].map(({ hash }) => hash);
    for (let from = 0; from < hashes.length; from += sessionsAStatement) {
      const ended = await endedAmong(db, clock, hashes.slice(from, from + sessionsAStatement));
      for (const hash of ended) {
        const watched = sessions.get(hash.toString('hex'));
        for (const callback of watched?.callbacks ?? []) callback();
      }
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
    watch(hash, onEnded) {
      const key = hash.toString('hex');
      const watched = sessions.get(key) ?? { hash, callbacks: new Set() };
      sessions.set(key, watched);
      watched.callbacks.add(onEnded);
      return () => {
        watched.callbacks.delete(onEnded);
        if (watched.callbacks.size === 0) sessions.delete(key);
      };
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
