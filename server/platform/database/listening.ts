import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

const listeningTimings = {
  pollMs: 1_000,
  /** A connection that does not answer this long is taken for lost. */
  answerMs: 5_000,
  reconnectMs: { first: 100, most: 2_000 },
} as const;

export interface ListeningOptions {
  url: string;
  channel: string;
  /** What the connection is called in pg_stat_activity. */
  name: string;
  onPayload: (payload: string) => void;
  /** After every (re)connection, when it listens already: what was said meanwhile was missed. */
  onOpen: (client: pg.ClientBase) => Promise<void> | void;
  /** Once a second from then on, where something is to be read. */
  onTick?: (client: pg.ClientBase) => Promise<void>;
  /** The connection failed, or could not be had; it is tried again. */
  onLost: (error: unknown) => void;
}

export interface Listening {
  isConnected(): boolean;
  stop(): Promise<void>;
}

interface Connection {
  client: pg.Client;
  lost: AbortSignal;
}

/** Connects and listens. A connection that fails in any of it is closed again. */
async function open({ url, channel, name, onPayload, onOpen }: ListeningOptions): Promise<Connection> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
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
    await onOpen(client);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return { client, lost: lost.signal };
}

/** Until the connection is lost or nobody listens any more. Throws where a tick fails. */
async function follow(
  connection: Connection,
  options: ListeningOptions,
  stopped: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([connection.lost, stopped]);
  while (!signal.aborted) {
    await wait(listeningTimings.pollMs, undefined, { signal }).catch(() => {});
    if (!signal.aborted) await options.onTick?.(connection.client);
  }
}

/** Listens until it is stopped, over one connection after the other, with pauses that grow while there is none. */
function keepListening(options: ListeningOptions, first: Connection | null): Listening {
  const stopping = new AbortController();
  let connection = first;

  async function keepConnected(): Promise<void> {
    let pauseMs: number = listeningTimings.reconnectMs.first;
    while (!stopping.signal.aborted) {
      try {
        connection ??= await open(options);
        pauseMs = listeningTimings.reconnectMs.first;
        await follow(connection, options, stopping.signal);
      } catch (error) {
        options.onLost(error);
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

/** Holds a LISTEN connection from its first success on, which is awaited: a start without a database fails. */
export const startListening = async (options: ListeningOptions): Promise<Listening> =>
  keepListening(options, await open(options));

/** The same for whoever can do without the first one. */
export const listenInBackground = (options: ListeningOptions): Listening => keepListening(options, null);
