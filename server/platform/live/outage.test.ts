import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { livePath, liveProtocol } from '@mizan/contract/live.ts';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { announce, startBus } from '../bus/bus.ts';
import { systemClock } from '../clock.ts';
import { closeDatabase, inPlatform, inTenant, openDatabase, platformRows } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { ensureRoles, roleUrls } from '../database/roles.ts';
import { isDatabaseUnavailable } from '../database/unavailable.ts';
import { callerAddress } from '../http/caller-address.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { migrateJobs } from '../jobs/job-schema.ts';
import { startWorker } from '../jobs/worker.ts';
import { createLog } from '../log.ts';
import { authenticate, endSession, openSession } from '../sessions/sessions.ts';
import { testSecret } from '../testing/database-names.ts';
import { ownServer } from '../testing/own-server.ts';
import { startLive } from './live-channel.ts';
import { attachUpgrades } from './upgrades.ts';

const server = await ownServer();
await ensureRoles(server.url, testSecret);
await migrate(server.url);
await migrateJobs(server.url);
const urls = roleUrls(server.url, testSecret);
const db = openDatabase(urls);
const log = createLog('silent');
await platformRows(
  db,
  `INSERT INTO merchants (id, uuid, name_en, name_ar) VALUES (1, gen_random_uuid(), 'M', 'م')`,
);
await platformRows(
  db,
  `INSERT INTO users (id, merchant_id, role, email, full_name, password_hash)
   VALUES (1, 1, 'MERCHANT', 'sara@diyar.coffee', 'Sara', '-')`,
);

const bus = await startBus({ url: urls.platform, log });
const live = startLive({
  db,
  clock: systemClock,
  bus,
  log,
  publicUrl: null,
  addressOf: callerAddress({ publicUrl: null }),
});
const http = createServer();
attachUpgrades(http, { [livePath]: live.upgrade });
http.listen(0, '127.0.0.1');
await once(http, 'listening');
let done = Promise.withResolvers<unknown>();
const worker = await startWorker({
  url: urls.platform,
  log,
  jobs: { 'test.after': async (payload) => done.resolve(payload) },
});
afterAll(async () => {
  await live.stop();
  await Promise.all([bus.stop(), worker.stop()]);
  http.close();
  await closeDatabase(db);
  await server.remove();
});

const databaseAnswers = (): Promise<boolean> =>
  platformRows(db, 'SELECT 1').then(
    () => true,
    (error: unknown) => !isDatabaseUnavailable(error),
  );

test('while the database is away a window stays open; afterwards it hears, ends with its session, and jobs run', async () => {
  const token = await inPlatform(db, (tx) =>
    openSession(tx, { userId: '1', at: new Date(), userAgent: null, ip: '127.0.0.1' }),
  );
  const { port } = http.address() as AddressInfo;
  const window = new WebSocket(`ws://127.0.0.1:${port}${livePath}`, [liveProtocol, token]);
  await once(window, 'open');
  const closed = once(window, 'close');
  for (const way of ['stop', 'kill'] as const) {
    const heard = Promise.withResolvers<string>();
    window.on('message', (data: Buffer) => {
      if (data.toString().startsWith('PAY')) heard.resolve(data.toString());
    });
    await server[way]();
    // A killed server's backends answer a moment longer.
    await expect.poll(databaseAnswers).toBe(false);
    expect(window.readyState).toBe(WebSocket.OPEN);
    await server.start();
    await inTenant(db, '1', async (tx) => {
      await announce(tx, '1', { type: 'PAY', approved: true, transactionId: '7' });
      await enqueue(tx, 'test.after', { ran: way });
    });
    expect(await heard.promise).toBe('PAY17');
    expect(await done.promise).toEqual({ ran: way });
    done = Promise.withResolvers();
  }
  const principal = await authenticate(db, systemClock, token);
  await endSession(db, systemClock, principal?.sessionId ?? '0');
  expect((await closed)[0]).toBe(4001);
});
