import { livePath } from '@mizan/contract/live.ts';
import type { FastifyInstance } from 'fastify';
import { startProcessReport } from './features/platform/process-report.ts';
import { pairTerminal } from './features/terminals/pairing.service.ts';
import { startGateway } from './gateway/gateway.ts';
import { startBus } from './platform/bus/bus.ts';
import type { Hear } from './platform/bus/read-until.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/database.ts';
import { callerAddress } from './platform/http/caller-address.ts';
import { startLive } from './platform/live/live-channel.ts';
import { attachUpgrades } from './platform/live/upgrades.ts';
import type { Logger } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import { countJobs, countUndecidedPayments } from './portal-figures.queries.ts';
import { terminalOrders } from './terminal-orders.ts';

export interface BackgroundDeps {
  app: FastifyInstance;
  metrics: Metrics;
  db: Database;
  /** The platform role's address: the bus listens on a connection of its own. */
  platformUrl: string;
  clock: Clock;
  log: Logger;
  publicUrl: URL | null;
  trustedProxies: readonly string[] | null;
  processId: string;
  version: string;
}

/** What runs in a portal beside its requests. */
export interface Background {
  readonly hear: Hear;
  /** Sockets close with their reason and terminals are free for another process; requests may still be answered. */
  stop(): Promise<void>;
}

/** Starts bus, live channel and gateway on the server of `app`, before or after it listens. */
export async function startBackground(deps: BackgroundDeps): Promise<Background> {
  const { app, metrics, db, clock, log, publicUrl, processId } = deps;
  const addressOf = callerAddress(deps);
  const bus = await startBus({ url: deps.platformUrl, log, onLag: (seconds) => metrics.observeLag(seconds) });
  const live = startLive({ db, clock, bus, log, publicUrl, addressOf });
  const gateway = startGateway({
    db,
    clock,
    log,
    processId,
    addressOf,
    orders: terminalOrders,
    pair: (asked) => pairTerminal({ db, clock }, asked),
  });
  const report = startProcessReport(deps);
  attachUpgrades(app.server, {
    [livePath]: live.upgrade,
    [gateway.path]: (request, socket, head) => gateway.handleUpgrade(request, socket, head),
  });
  metrics.gauge('mizan_live_sockets', 'Open sockets of the live channel', () => live.socketCount());
  metrics.gauge('mizan_terminals_connected', 'Terminals signed in on this process', () =>
    gateway.lineCount(),
  );
  metrics.gauge('mizan_bus_connected', '1 while the bus listens', () => Number(bus.isConnected()));
  metrics.gauge('mizan_payments_undecided', 'Payments of all merchants whose outcome is open', () =>
    countUndecidedPayments(db),
  );
  metrics.gauge('mizan_jobs_waiting', 'Jobs that wait or run', async () => (await countJobs(db)).waiting);
  metrics.gauge('mizan_jobs_failed', 'Jobs that were given up', async () => (await countJobs(db)).failed);
  return {
    hear: (...asked) => bus.subscribe(...asked),
    async stop() {
      await Promise.all([live.stop(), gateway.stop(), report.stop()]);
      await bus.stop();
    },
  };
}
