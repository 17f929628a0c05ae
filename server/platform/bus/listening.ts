import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log.ts';

export const listeningTimings = {
  pollMs: 1_000,
  /** A connection that does not answer this long is taken for lost. */
  answerMs: 5_000,
  reconnectMs: { first: 100, most: 2_000 },
} as const;

export interface ListeningOptions {
  url: string;
  channel: string;
  log: Pick<Logger, 'warn'>;
  onPayload: (payload: string) => void;
  /** After every (re)connection, when it listens already, and once a second from then on. */
  onTick: (client: pg.ClientBase) => Promise<void>;
}

export interface Listening {
  isConnected(): boolean;
  stop(): Promise<void>;
}

interface Connection {
  client: pg.Client;
  lost: AbortSignal;
}

/** Connects, listens and ticks once. A connection that fails in any of it is closed again. */
async function open({ url, channel, onPayload, onTick }: ListeningOptions): Promise<Connection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'mizan bus',
    connectionTimeoutMillis: listeningTimings.answerMs,
    query_timeout: listeningTimings.answerMs,
    keepAlive: true,
  });
  const lost = new AbortController();
  client.on('error', () => lost.abort());
  client.on('end', () => lost.abort());
  client.on('notification', ({ payload }) => onPayload(payload ?? ''));
  try {
    await client.connect();
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
    await onTick(client);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return { client, lost: lost.signal };
}

/** Ticks until the connection is lost or the bus stopped. Throws where a tick fails. */
async function follow(
  connection: Connection,
  options: ListeningOptions,
  stopped: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([connection.lost, stopped]);
  for (;;) {
    await wait(listeningTimings.pollMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    await options.onTick(connection.client);
  }
}

/**
 * Holds one LISTEN connection for as long as the process runs. The first one is awaited, so that a start without
 * a database fails; later losses are repaired with a pause that grows.
 */
export async function startListening(options: ListeningOptions): Promise<Listening> {
  const stopping = new AbortController();
  let connection: Connection | null = await open(options);

  async function keepConnected(): Promise<void> {
    let pauseMs: number = listeningTimings.reconnectMs.first;
    while (!stopping.signal.aborted) {
      try {
        connection ??= await open(options);
        pauseMs = listeningTimings.reconnectMs.first;
        await follow(connection, options, stopping.signal);
      } catch (error) {
        options.log.warn({ err: error }, 'the bus lost the database');
      }
      const closing = connection;
      connection = null;
      await closing?.client.end().catch(() => {});
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, listeningTimings.reconnectMs.most);
    }
  }
  const running = keepConnected();

  return {
    isConnected: () => connection !== null,
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
