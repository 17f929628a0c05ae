import { getHealth, type Health, listJobKinds, listMisfits } from '@mizan/contract/platform.ts';
import { getWaitingApplications } from '@mizan/contract/waiting-applications.ts';
import { beforeEach, expect, test } from 'vitest';
import { inPlatform, inTenant, platformRows } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { addBankFile } from '../../testing/foreign-bank-file.ts';
import { openShop } from '../../testing/shop.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { loadTransactions } from '../transactions/testing/bulk-transactions.ts';
import { makeMerchant } from '../transactions/testing/merchant-world.ts';
import { sample } from './platform.jobs.ts';
import { startProcessReport } from './process-report.ts';

/** Each sentence of the administrator's first screen, and an input that would make it false. Sunday, 12:30 in Riyadh. */
const start = new Date('2026-11-22T09:30:00Z');
const portal = await testPortal(start);
const { db, clock } = portal;
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);
const weekMs = 7 * 86_400_000;
const minuteMs = 60_000;
const ago = (ms: number): Date => new Date(start.getTime() - ms);
let token = '';
beforeEach(async () => {
  clock.set(start);
  token = await portal.tokenOf(admin?.id ?? '');
});

const health = async (): Promise<Health> => {
  const answer = await portal.call(getHealth, {}, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};
const figure = ({ figures }: Health, id: string) => figures.find((each) => each.id === id);
const exec = (text: string, values: unknown[] = []) => platformRows(db, text, values);

test('payments: a minute now, today, last week until the same time, and each hour, as counted one by one', async () => {
  const world = await makeMerchant(db);
  const from = ago(weekMs + 14 * 60 * minuteMs);
  await inPlatform(db, (tx) => loadTransactions(tx, world, { count: 9_000, from, until: start }));
  const rows = await exec(`SELECT created_at AS at FROM transactions WHERE type = 'PURCHASE'`);
  const times = rows.map((row) => (row as { at: Date }).at.getTime());
  const between = (since: number, until: number) => times.filter((at) => at >= since && at < until).length;
  const midnight = Date.parse('2026-11-21T21:00:00Z');
  const shown = await health();
  expect(shown.today).toEqual({
    count: between(midnight, start.getTime()),
    lastWeekCount: between(midnight - weekMs, start.getTime() - weekMs),
  });
  expect(shown.today.lastWeekCount).toBeGreaterThan(100);
  expect(shown.hours.map(({ count }) => count)).toEqual(
    shown.hours.map((_, hour) => between(midnight + hour * 3_600_000, midnight + (hour + 1) * 3_600_000)),
  );
  const lastMinutes = between(start.getTime() - 5 * minuteMs + 1, start.getTime() + 1);
  expect(figure(shown, 'payments')?.now).toBe(Math.round(lastMinutes * 2) / 10);
  // A payment that begins a week ago, but a minute later than now, is of the rest of that day.
  clock.set(new Date(start.getTime() - 60 * minuteMs));
  expect((await health()).today.lastWeekCount).toBeLessThan(shown.today.lastWeekCount);
});

test('jobs: late beyond the limit alone, never what is planned for later; the oldest kind is named', async () => {
  const put = (kind: string, runAt: Date) => inPlatform(db, (tx) => enqueue(tx, kind, {}, { runAt }));
  await put('test.later', new Date(start.getTime() + minuteMs));
  await put('test.due', ago(59_000));
  expect(figure(await health(), 'jobs')).toMatchObject({ now: 1, judged: 59, state: 'WITHIN' });
  expect((await health()).needs.jobs).toBeNull();
  await put('test.late', ago(61_000));
  const shown = await health();
  expect(figure(shown, 'jobs')).toMatchObject({ now: 2, judged: 61, state: 'OUT' });
  expect(shown.needs.jobs).toEqual({ waiting: 2, kind: 'test.late', oldestAt: ago(61_000).toISOString() });
  const { rows } = (await portal.call(listJobKinds, {}, { token })).json();
  expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual(['test.late', 'test.due']);
  await exec(`UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE run_at <= $1`, [start]);
  expect((await health()).needs.jobs).toBeNull();
  const after = (await portal.call(listJobKinds, {}, { token })).json();
  expect(after.rows[0]).toMatchObject({ waiting: 0, givenUp: 1, oldestAt: null });
});

test('processes: running, silent after a minute without a word, and gone after a good-bye', async () => {
  const reporting = (version: string) =>
    startProcessReport({
      db,
      clock,
      log: createLog('silent'),
      metrics: createMetrics(),
      processId: crypto.randomUUID(),
      version,
    });
  const first = reporting('1.9.0');
  const second = reporting('1.10.0');
  const portalNow = async () =>
    (await health()).versions.portal.map(({ version, running, silent }) => ({ version, running, silent }));
  await expect.poll(portalNow).toEqual([
    { version: '1.10.0', running: 1, silent: 0 },
    { version: '1.9.0', running: 1, silent: 0 },
  ]);
  await second.stop();
  expect(await portalNow()).toEqual([{ version: '1.9.0', running: 1, silent: 0 }]);
  clock.advance(60_000);
  expect(await portalNow()).toEqual([{ version: '1.9.0', running: 1, silent: 0 }]);
  clock.advance(1);
  expect(await portalNow()).toEqual([{ version: '1.9.0', running: 0, silent: 1 }]);
  await first.stop();
  expect(await portalNow()).toEqual([]);
});

test('faults and the live channel: of all processes together, of the last five minutes alone', async () => {
  const metrics = createMetrics();
  const processId = crypto.randomUUID();
  const said = { db, clock, log: createLog('silent'), metrics, processId, version: '1.0.0' };
  for (let request = 0; request < 99; request += 1) metrics.observeRequest('test', 200, 0.1);
  metrics.observeRequest('test', 503, 0.1);
  // What asks for the second factor is no fault.
  metrics.observeRequest('auth.login', 511, 0.1);
  for (let message = 0; message < 30; message += 1) metrics.observeLag(0.042);
  await startProcessReport(said).stop();
  const requests = await exec('SELECT sum(requests) AS sum FROM process_minutes WHERE process_id = $1', [
    processId,
  ]);
  expect(requests).toEqual([{ sum: 101 }]);
  const shown = await health();
  expect(figure(shown, 'live')).toMatchObject({ now: 50, state: 'WITHIN' });
  expect(figure(shown, 'faults')?.now).toBe(99);
  clock.advance(6 * minuteMs);
  expect(figure(await health(), 'faults')).toMatchObject({ now: null, state: 'UNKNOWN' });
});

test('last week is what was kept of then; without it nothing is said', async () => {
  expect((await health()).terminals.lastWeekConnected).toBeNull();
  clock.set(ago(weekMs));
  await sample({ db, clock });
  clock.set(start);
  expect(figure(await health(), 'files')?.lastWeek).toBe(0);
  expect((await health()).terminals.lastWeekConnected).toBe(0);
});

test('last week: each figure is its own of then, and none of them is one of now', async () => {
  await exec('DELETE FROM platform_minutes');
  const shop = await openShop(db, 5);
  const world = await makeMerchant(db);
  await inPlatform(db, (tx) => loadTransactions(tx, world, { count: 9, from: ago(weekMs), until: start }));
  await addBankFile(db, world, start);
  /** How many terminals are connected, payments undecided, files in work and jobs waiting. */
  const stand = async (connected: number, undecided: number, files: number, jobs: number) => {
    await exec(`UPDATE terminals SET connection = 'DISCONNECTED'`);
    for (const { id } of shop.terminals.slice(0, connected))
      await exec(`UPDATE terminals SET connection = 'CONNECTED' WHERE id = $1`, [id]);
    await exec('UPDATE transactions SET next_query_at = NULL WHERE next_query_at IS NOT NULL');
    await exec(
      `UPDATE transactions SET next_query_at = now()
        WHERE merchant_id = $1 AND id IN (SELECT id FROM transactions WHERE merchant_id = $1 ORDER BY id LIMIT $2)`,
      [world.merchantId, undecided],
    );
    await exec(`UPDATE bank_files SET state = $1`, [files > 0 ? 'MATCHING' : 'WAITING_LAYOUT']);
    await exec('DELETE FROM graphile_worker._private_jobs');
    for (let job = 0; job < jobs; job += 1)
      await inPlatform(db, (tx) => enqueue(tx, 'test.due', {}, { runAt: clock.now() }));
  };
  clock.set(ago(weekMs));
  await stand(4, 3, 1, 2);
  await sample({ db, clock });
  clock.set(start);
  await stand(1, 7, 0, 5);
  const shown = await health();
  const both = (id: string) => [figure(shown, id)?.now, figure(shown, id)?.lastWeek];
  expect([both('undecided'), both('files'), both('jobs')]).toEqual([
    [7, 3],
    [0, 1],
    [5, 2],
  ]);
  expect([shown.terminals.connected, shown.terminals.lastWeekConnected]).toEqual([1, 4]);
  await exec('DELETE FROM graphile_worker._private_jobs');
});

test('a merchant is silent when all its terminals are and it is open; one that answers, or a closed shop, is not', async () => {
  const shop = await openShop(db, 2);
  const silentIds = async () => (await health()).needs.silent.map(({ merchantId }) => merchantId);
  const lost = `UPDATE terminals SET connection = 'DISCONNECTED', last_seen_at = $2 WHERE merchant_id = $1`;
  const open = (from: string, to: string) =>
    inTenant(db, shop.merchantId, (tx) =>
      tx.change(
        `INSERT INTO opening_hours (merchant_id, opens_at, closes_at, set_at) VALUES (tenant_id(), $1, $2, now())
         ON CONFLICT (merchant_id) DO UPDATE SET opens_at = excluded.opens_at, closes_at = excluded.closes_at`,
        [from, to],
      ),
    );
  await exec(lost, [shop.merchantId, ago(16 * minuteMs)]);
  expect(await silentIds()).toEqual([]);
  await open('08:00', '23:00');
  const [named] = (await health()).needs.silent;
  expect(named).toMatchObject({ terminals: 2, since: ago(16 * minuteMs).toISOString() });
  // Whoever tries an integration meanwhile says nothing of the shop.
  const connect = `UPDATE terminals SET connection = 'CONNECTED', is_test = $2, app_version = '9.9.9' WHERE id = $1`;
  await exec(connect, [shop.terminals[0]?.id, true]);
  const tried = await health();
  expect(tried.needs.silent[0]).toMatchObject({ merchantId: shop.merchantId, terminals: 1 });
  expect(tried.versions.terminals.map(({ version }) => version)).not.toContain('9.9.9');
  await exec(connect, [shop.terminals[0]?.id, false]);
  expect((await health()).versions.terminals).toContainEqual({ version: '9.9.9', count: 1 });
  await exec(lost, [shop.merchantId, ago(16 * minuteMs)]);
  await open('13:00', '23:00');
  expect(await silentIds()).toEqual([]);
  await open('08:00', '23:00');
  await exec(`UPDATE terminals SET connection = 'CONNECTED' WHERE id = $1`, [shop.terminals[0]?.id]);
  expect(await silentIds()).toEqual([]);
  await exec(lost, [shop.merchantId, ago(14 * minuteMs)]);
  expect(await silentIds()).toEqual([]);
});

test('packages: those that are known not to fit, with whose they are; an unknown one warns nobody', async () => {
  const shop = await openShop(db, 3);
  const install = (id: string | undefined, madaPackage: string) =>
    exec(
      `UPDATE terminals SET brand = 'Ingenico', model = 'AXIUM DX8000', telemetry = $2::jsonb, telemetry_at = now()
        WHERE id = $1`,
      [id, JSON.stringify({ madaPackage })],
    );
  await install(shop.terminals[0]?.id, '2026.10');
  await install(shop.terminals[1]?.id, '2031.01');
  expect((await health()).needs.misfits).toBeNull();
  await install(shop.terminals[2]?.id, '2026.03');
  expect((await health()).needs.misfits).toEqual({
    count: 1,
    model: 'Ingenico AXIUM DX8000',
    madaPackage: '2026.03',
  });
  const listed = (await portal.call(listMisfits, {}, { token })).json();
  expect(listed).toMatchObject({
    total: 1,
    rows: [{ tid: shop.terminals[2]?.tid, merchantId: shop.merchantId, needed: ['2026.07', '2026.10'] }],
  });
  await exec('UPDATE terminals SET is_test = true WHERE id = $1', [shop.terminals[2]?.id]);
  expect((await health()).needs.misfits).toBeNull();
  expect((await portal.call(listMisfits, {}, { token })).json()).toMatchObject({ total: 0, rows: [] });
});

test('applications count where they wait for us, not for the applicant; suspended merchants are merchants', async () => {
  const before = await health();
  const apply = async (state: string, cr: string) => {
    const [merchant] = await platformRows<{ id: string }>(
      db,
      `INSERT INTO merchants (uuid, name_en, name_ar, status) VALUES (gen_random_uuid(), 'New', 'New', 'PENDING')
       RETURNING id::text`,
    );
    await exec(
      `INSERT INTO applications (merchant_id, owner_id, draft_hash, state, cr, form, locale, sent_at)
       VALUES ($1, $2, decode(md5($4), 'hex'), $3, $4, '{}', 'en', $5)`,
      [merchant?.id, admin?.id, state, cr, start],
    );
  };
  await apply('CORRECTION', '1010000001');
  expect((await health()).needs.applications).toBeNull();
  await apply('PENDING', '1010000002');
  expect((await health()).needs.applications).toEqual({ count: 1, oldestAt: start.toISOString() });
  expect((await portal.call(getWaitingApplications, {}, { token })).json()).toEqual({
    count: 1,
    merchants: before.merchants.total,
  });
  expect((await health()).merchants).toEqual(before.merchants);
  await exec(`UPDATE merchants SET status = 'SUSPENDED' WHERE name_en = 'Diyar Coffee'`);
  const after = (await health()).merchants;
  expect(after.total).toBe(before.merchants.total);
  expect(after.suspended).toBeGreaterThan(before.merchants.suspended);
});
