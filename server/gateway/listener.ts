import type { Database } from '../platform/database/database.ts';
import { type Listening, listenInBackground } from '../platform/database/listening.ts';
import { gatewayChannel } from '../platform/link/signal.queries.ts';
import type { Logger } from '../platform/log.ts';

/**
 * Hears the signals of all processes on a connection of its own; after each time that it was lost, and at the first,
 * `onGap` says that signals may have been missed.
 */
export const listenForSignals = (
  db: Database,
  log: Logger,
  { onSignal, onGap }: { onSignal: (tid: string) => void; onGap: () => void },
): Listening =>
  listenInBackground({
    url: db.platform.options.connectionString ?? '',
    channel: gatewayChannel,
    name: 'mizan gateway',
    onPayload: onSignal,
    onOpen: onGap,
    onLost: (error) => log.debug({ err: error }, 'the gateway lost its listening connection'),
  });
