import pg from 'pg';
import { gatewayChannel } from '../features/payments/gateway-signal.queries.ts';
import type { Database } from '../platform/database/database.ts';
import type { Logger } from '../platform/log.ts';

const reconnectMs = 500;
/** A server that does not answer for so long is taken for gone. */
const answerMs = 5_000;

export interface Listener {
  stop(): Promise<void>;
}

/**
 * Hears the signals of all processes on a connection of its own, and connects again when it is lost; then
 * `onGap` says that signals may have been missed.
 */
export function listenForSignals(
  db: Database,
  log: Logger,
  handlers: { onSignal: (tid: string) => void; onGap: () => void },
): Listener {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const again = (): void => {
    client = null;
    if (!stopped) timer = setTimeout(() => void connect(), reconnectMs);
  };

  async function connect(): Promise<void> {
    const { connectionString } = db.platform.options;
    const next = new pg.Client({
      connectionString,
      application_name: 'mizan gateway',
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    let lost = false;
    const onLost = (): void => {
      if (lost) return;
      lost = true;
      again();
    };
    next.on('error', (error) => {
      log.debug({ err: error }, 'the gateway lost its listening connection');
      onLost();
    });
    next.on('end', onLost);
    next.on('notification', (message) => handlers.onSignal(message.payload ?? ''));
    try {
      await next.connect();
      await next.query(`LISTEN ${gatewayChannel}`);
      client = next;
      if (stopped) await next.end();
      else handlers.onGap();
    } catch {
      await next.end().catch(() => {});
      onLost();
    }
  }

  void connect();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
