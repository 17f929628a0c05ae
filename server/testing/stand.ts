import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LineTimers, lineTimers } from '@mizan/contract/link-timers.ts';
import pino, { type Logger } from 'pino';
import { expect } from 'vitest';
import { pairTerminal } from '../features/terminals/pairing.service.ts';
import { type Gateway, startGateway } from '../gateway/gateway.ts';
import { type Clock, testClock } from '../platform/clock.ts';
import { closeDatabase, type Database, openDatabase, platformRows } from '../platform/database/database.ts';
import { callerAddress } from '../platform/http/caller-address.ts';
import { atFileEnd } from '../platform/testing/at-file-end.ts';
import { type TestDatabase, testDatabase } from '../platform/testing/database.ts';
import { terminalOrders } from '../terminal-orders.ts';

/** A gateway on a port of its own, as one portal process has it. */
export interface Stand {
  readonly gateway: Gateway;
  /** ws://127.0.0.1:<port> */
  readonly url: string;
  readonly processId: string;
  stop(): Promise<void>;
}

export interface World {
  readonly database: TestDatabase;
  readonly db: Database;
  readonly clock: ReturnType<typeof testClock>;
  /** Starts one more process on the same database. */
  stand(timers?: LineTimers): Promise<Stand>;
  /** The live messages of a merchant so far, in order. */
  messages(merchantId: string): Promise<string[]>;
}

/** Starts a gateway on a database that a test has opened; whoever starts it stops it. */
export async function startStand(
  { db, clock, log }: { db: Database; clock: Clock; log: Logger },
  timers: LineTimers = lineTimers,
): Promise<Stand> {
  const processId = randomUUID();
  const server = createServer();
  const gateway = startGateway({
    db,
    clock,
    log,
    processId,
    timers,
    addressOf: callerAddress({ publicUrl: null }),
    orders: terminalOrders,
    pair: (asked) => pairTerminal({ db, clock }, asked),
  });
  gateway.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let stopped: Promise<void> | null = null;
  return {
    gateway,
    processId,
    url: `ws://127.0.0.1:${port}`,
    stop: () => {
      stopped ??= gateway.stop().then(() => {
        server.close();
      });
      return stopped;
    },
  };
}

/** A database, a clock set by hand, and as many processes as a test wants; all are stopped after the file. */
export async function openWorld(): Promise<World> {
  const database = await testDatabase();
  const db = openDatabase(database.roles);
  const clock = testClock(new Date());
  const stands: Stand[] = [];
  const faults: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void faults.push(line) });
  atFileEnd(async () => {
    await Promise.all(stands.map((stand) => stand.stop()));
    await closeDatabase(db);
    // Whatever terminals do, no frame is a fault of ours.
    expect(faults).toEqual([]);
  });
  return {
    database,
    db,
    clock,
    stand: async (timers) => {
      const stand = await startStand({ db, clock, log }, timers);
      stands.push(stand);
      return stand;
    },
    messages: async (merchantId) => {
      const rows = await platformRows<{ text: string }>(
        db,
        'SELECT text FROM live_messages WHERE merchant_id = $1 ORDER BY seq',
        [merchantId],
      );
      return rows.map((row) => row.text);
    },
  };
}
