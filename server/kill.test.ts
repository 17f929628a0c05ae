import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { setRefundLimit } from './features/refunds/refund-limit.service.ts';
import { systemClock } from './platform/clock.ts';
import { closeDatabase, type Database, openDatabase, platformRows } from './platform/database/database.ts';
import { roleUrls } from './platform/database/roles.ts';
import { freePort } from './platform/postgres/free-port.ts';
import { testSecret } from './platform/testing/database-names.ts';
import { ownServer } from './platform/testing/own-server.ts';
import {
  approvedInJournals,
  approvedInPortal,
  expectationDifferences,
  givenBackOfNothing,
  locksWithoutReason,
  reconciledInJournals,
  reconciledInPortal,
  reconciliationDifferences,
  reconciliationsUnderWay,
  refundedBeyondPaid,
  rollupDifferences,
  stillOpen,
  unacknowledged,
} from './testing/agreement.ts';
import { pause, startCustomers, startFleetProcess } from './testing/busy-shop.ts';
import { type PortalProcess, portalEnvironment, runPortal } from './testing/portal-process.ts';
import { randomFrom } from './testing/random-from.ts';
import { openShop } from './testing/shop.ts';
import { impossibleWalks, recordStatuses } from './testing/status-walks.ts';

/**
 * The portal is killed while terminals go on charging, giving back, reversing and reconciling, and the database with it or
 * alone. After each kill neither side knows more than the other can say; in the end the approved payments and the
 * reconciliations of the portal and of the terminals' journals are the same, each once. The moments are random; the seed is
 * printed, and MIZAN_SEED sets it.
 */
const server = await ownServer();
const port = await freePort();
const environment = { ...portalEnvironment(server.url), PORT: String(port) };
const stateDir = mkdtempSync(join(tmpdir(), 'mizan-kill-'));
let portal: PortalProcess = await runPortal(environment);
const db: Database = openDatabase(roleUrls(server.url, testSecret));
await recordStatuses(server.url);
const shop = await openShop(db, 4);
// Whatever was paid may be reversed without a second person.
await setRefundLimit({ db, clock: systemClock }, shop.owner, 100_000_000);
const tids = shop.terminals.map((place) => place.tid);
let fleet = startFleetProcess(shop, { url: portal.url, stateDir, sales: true });

afterAll(async () => {
  await fleet.kill();
  await portal.end('SIGKILL');
  await closeDatabase(db);
  await server.stop();
  await server.remove();
  rmSync(stateDir, { recursive: true, force: true });
});

const seed = Number(process.env.MIZAN_SEED ?? Date.now() % 2 ** 31);
/** Terminals finish what they have, say it, and are answered. */
async function settled(): Promise<void> {
  await expect
    .poll(
      async () => ({
        owed: unacknowledged(stateDir, tids),
        open: await stillOpen(db).catch(() => ['the database is away']),
        reconciling: await reconciliationsUnderWay(db).catch(() => ['the database is away']),
      }),
      { timeout: 90_000, interval: 250 },
    )
    .toEqual({ owed: [], open: [], reconciling: [] });
}

/** What holds at any moment, also while payments are under way. */
async function expectNothingWrong(): Promise<void> {
  expect(await impossibleWalks(db)).toEqual([]);
  expect(await refundedBeyondPaid(db)).toEqual([]);
  expect(await givenBackOfNothing(db)).toEqual([]);
  expect(await locksWithoutReason(db)).toEqual([]);
  expect(await rollupDifferences(db)).toEqual([]);
  expect(await expectationDifferences(db)).toEqual([]);
  expect(await reconciliationDifferences(db)).toEqual([]);
}

/** Before the terminals have said everything: what the portal has on record stands in their journals, too. */
async function expectNothingInvented(): Promise<void> {
  const known = [...(await approvedInPortal(db, tids)), ...(await reconciledInPortal(db, tids))];
  const journals = new Set([...approvedInJournals(stateDir, tids), ...reconciledInJournals(stateDir, tids)]);
  expect(known.filter((text) => !journals.has(text))).toEqual([]);
  await expectNothingWrong();
}

async function expectAgreement(): Promise<void> {
  const inJournals = approvedInJournals(stateDir, tids);
  expect(await approvedInPortal(db, tids)).toEqual(inJournals);
  expect(inJournals.length).toBeGreaterThan(20);
  const reconciled = reconciledInJournals(stateDir, tids);
  expect(await reconciledInPortal(db, tids)).toEqual(reconciled);
  expect(reconciled.length).toBeGreaterThan(3);
  await expectNothingWrong();
}

/**
 * Sales at the terminals would go on for ever, so they are switched off as a power cut does it, and on again
 * without: what they had under way is in their journals, too.
 */
async function afterPowerCut(compare: () => Promise<void>): Promise<void> {
  await fleet.kill();
  fleet = startFleetProcess(shop, { url: portal.url, stateDir, sales: false });
  await compare();
  await fleet.kill();
  fleet = startFleetProcess(shop, { url: portal.url, stateDir, sales: true });
}

/** Enough for every change, the database among them once; `npm run test:long` goes on. */
const kills = process.env.MIZAN_LONG ? 100 : 6;
test(`SIGKILL at ${kills} random moments, sometimes with the database (seed ${seed})`, {
  timeout: kills * 150_000,
}, async () => {
  const random = randomFrom(seed);
  const customers = await startCustomers(db, shop, portal.url);
  for (let count = 0; count < kills; count += 1) {
    // Every other one while the terminals are still on their way back, the others in the middle of business.
    const servedBefore = customers.served();
    if (count % 2 === 0) {
      await expect.poll(() => customers.served(), { timeout: 60_000 }).toBeGreaterThan(servedBefore + 5);
    }
    await pause(100 + random() * 900);
    const withDatabase = count % 5 === 4;
    const [killed] = [portal.end('SIGKILL'), withDatabase ? server.kill() : undefined];
    await killed;
    if (withDatabase) await server.start();
    portal = await runPortal(environment);
    await expectNothingInvented();
  }
  await expect.poll(() => customers.served(), { timeout: 150_000 }).toBeGreaterThan(10);
  await expect.poll(() => customers.refunded(), { timeout: 150_000 }).toBeGreaterThan(3);
  await expect.poll(() => customers.reversed(), { timeout: 150_000 }).toBeGreaterThan(1);
  // Counted where they are compared: one that was asked for may have ended without an answer when the portal was killed.
  await expect
    .poll(() => reconciledInJournals(stateDir, tids).length, { timeout: 150_000 })
    .toBeGreaterThan(3);
  await customers.stop();
  await afterPowerCut(async () => {
    await settled();
    await expectAgreement();
  });
});

const outageMs = 10_000;
test('the database gone for ten seconds in the middle of payments: no process ends', {
  timeout: 600_000,
}, async () => {
  const customers = await startCustomers(db, shop, portal.url);
  const servedBefore = customers.served();
  await expect.poll(() => customers.served(), { timeout: 150_000 }).toBeGreaterThan(servedBefore + 3);
  await server.kill();
  await pause(outageMs);
  expect(portal.process.exitCode).toBeNull();
  expect(fleet.process.exitCode).toBeNull();
  await server.start();
  const servedDuring = customers.served();
  await expect.poll(() => customers.served(), { timeout: 150_000 }).toBeGreaterThan(servedDuring + 3);
  await customers.stop();
  await afterPowerCut(async () => {
    await settled();
    await expectAgreement();
  });
  expect(portal.process.exitCode).toBeNull();
  const [answer] = await platformRows<{ count: number }>(db, 'SELECT count(*) FROM link_violations');
  expect(answer?.count).toBe(0);
});
