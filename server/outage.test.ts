import { once } from 'node:events';
import { livePath, liveProtocol } from '@mizan/contract/live.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { announce } from './platform/bus/bus.ts';
import { systemClock } from './platform/clock.ts';
import {
  closeDatabase,
  inPlatform,
  inTenant,
  openDatabase,
  platformRows,
} from './platform/database/database.ts';
import { roleUrls } from './platform/database/roles.ts';
import { isDatabaseUnavailable } from './platform/database/unavailable.ts';
import { tidyJob } from './platform/housekeeping/housekeeping.jobs.ts';
import { enqueue } from './platform/jobs/enqueue.ts';
import { authenticate, endSession, openSession } from './platform/sessions/sessions.ts';
import { testSecret } from './platform/testing/database-names.ts';
import { ownServer } from './platform/testing/own-server.ts';
import { countJobs } from './portal-figures.queries.ts';
import { portalEnvironment, runPortal } from './testing/portal-process.ts';

/** What a portal does while its database is away, and that all of it goes on afterwards: requests, windows, jobs. */
const server = await ownServer();
const portal = await runPortal(portalEnvironment(server.url));
const db = openDatabase(roleUrls(server.url, testSecret));
afterAll(async () => {
  await portal.end('SIGKILL');
  await closeDatabase(db);
  await server.remove();
});
beforeAll(async () => {
  await platformRows(
    db,
    `INSERT INTO merchants (id, uuid, name_en, name_ar) VALUES (1, gen_random_uuid(), 'M', 'م')`,
  );
  await platformRows(
    db,
    `INSERT INTO users (id, merchant_id, role, email, full_name, password_hash)
     VALUES (1, 1, 'MERCHANT', 'sara@diyar.coffee', 'Sara', '-')`,
  );
});

const asked = (path: string): Promise<number> => fetch(portal.url + path).then(({ status }) => status);
const windowWith = (token: string): WebSocket =>
  new WebSocket(`${portal.url.replace('http', 'ws')}${livePath}`, [liveProtocol, token]);
const databaseAnswers = (): Promise<boolean> =>
  platformRows(db, 'SELECT 1').then(
    () => true,
    (error: unknown) => !isDatabaseUnavailable(error),
  );

/** What the portal says for itself, and to whom it says nothing at all. */
async function expectPatience(): Promise<void> {
  await expect.poll(() => asked('/ready'), { timeout: 10_000 }).toBe(503);
  // A killed server's backends answer a moment longer.
  await expect.poll(databaseAnswers).toBe(false);
  expect(await asked('/health')).toBe(200);
  const link = `/api/v1/merchant-password/activate-email?token=${'x'.repeat(43)}`;
  expect(await asked(link)).toBe(503);
  await once(windowWith('x'.repeat(43)), 'error');
}

test.each(['stop', 'kill'] as const)(
  'the database goes away (%s) and comes back: 503 meanwhile, no exit; a window stays open, hears, ends with its session, and jobs run',
  {
    timeout: 60_000,
  },
  async (way) => {
    const token = await inPlatform(db, (tx) =>
      openSession(tx, { userId: '1', at: new Date(), userAgent: null, ip: '127.0.0.1' }),
    );
    const window = windowWith(token);
    await once(window, 'open');
    const closed = once(window, 'close');
    const heard = Promise.withResolvers<string>();
    window.on('message', (data: Buffer) => {
      if (data.toString().startsWith('PAY')) heard.resolve(data.toString());
    });

    await server[way]();
    await expectPatience();
    expect(window.readyState).toBe(WebSocket.OPEN);

    await server.start();
    await inTenant(db, '1', async (tx) => {
      await announce(tx, '1', { type: 'PAY', approved: true, transactionId: '7' });
      await enqueue(tx, tidyJob, {});
    });
    expect(await heard.promise).toBe('PAY17');
    await expect.poll(() => countJobs(db), { timeout: 20_000 }).toEqual({ waiting: 0, failed: 0 });
    await expect.poll(() => asked('/ready'), { timeout: 20_000 }).toBe(200);
    const principal = await authenticate(db, systemClock, token);
    await endSession(db, systemClock, principal?.sessionId ?? '0');
    expect((await closed)[0]).toBe(4001);
    expect(portal.process.exitCode).toBeNull();
    expect(portal.lines.filter((line) => line.includes('"level":"fatal"'))).toEqual([]);
  },
);
