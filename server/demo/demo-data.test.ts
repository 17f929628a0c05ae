import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SchemeTotals } from '@mizan/contract/terminal-link.ts';
import { transactionStatuses } from '@mizan/contract/transaction-states.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dashboardOf } from '../features/dashboard/dashboard.service.ts';
import { exceptionBook } from '../features/exceptions/exception-book.ts';
import { startBankFileRunner } from '../features/reconciliation/bank-file-runner.ts';
import { pairingCodeHash } from '../features/terminals/pairing-code.ts';
import { pageOfVendors } from '../features/vendors/vendors.service.ts';
import { testClock } from '../platform/clock.ts';
import { analyze } from '../platform/database/analyze.ts';
import { closeDatabase, inPlatform, openDatabase, platformRows } from '../platform/database/database.ts';
import { createLog } from '../platform/log.ts';
import { verifyPassword } from '../platform/sessions/passwords.ts';
import { testDatabase } from '../platform/testing/database.ts';
import { engineHere } from '../testing/engine-here.ts';
import { fleetFileName, makeDemoData } from './demo-data.ts';
import { makeDemoFile } from './demo-judged-file.ts';
import { demoPassword, diyarCoffee, nakheelPharmacy } from './demo-merchants.ts';
import { demoVendors } from './demo-vendors.ts';

const database = await testDatabase();
const db = openDatabase(database.roles);
const dataDir = await mkdtemp(join(tmpdir(), 'mizan-demo-'));
afterAll(async () => {
  await closeDatabase(db);
  await rm(dataDir, { recursive: true });
});

/** A Tuesday afternoon in Riyadh. */
const now = new Date('2026-11-24T11:20:00Z');

let wasMade = false;
beforeAll(async () => {
  wasMade = await makeDemoData(db, dataDir, now);
  await analyze(database.url);
}, 120_000);

const count = async (sql: string, values: unknown[] = []): Promise<number> =>
  (await platformRows<{ count: number }>(db, `SELECT count(*) AS count FROM ${sql}`, values))[0]?.count ?? 0;

test('the first merchant has 3 branches, 8 terminals, 6 cashiers and about 30,000 payments of 90 days', async () => {
  expect(wasMade).toBe(true);
  const of = '(SELECT id FROM merchants WHERE uuid = $1)';
  expect(await count(`branches WHERE merchant_id = ${of}`, [diyarCoffee.uuid])).toBe(3);
  expect(await count(`terminals WHERE merchant_id = ${of}`, [diyarCoffee.uuid])).toBe(8);
  expect(await count(`users WHERE role = 'CASHIER' AND merchant_id = ${of}`, [diyarCoffee.uuid])).toBe(6);
  const payments = await count(`transactions WHERE merchant_id = ${of}`, [diyarCoffee.uuid]);
  expect(payments).toBeGreaterThan(27_000);
  expect(payments).toBeLessThan(33_000);
  expect(await count(`transactions WHERE merchant_id = ${of}`, [nakheelPharmacy.uuid])).toBeGreaterThan(500);
  const [span] = await platformRows<{ days: number; last: Date }>(
    db,
    `SELECT count(DISTINCT (created_at AT TIME ZONE 'Asia/Riyadh')::date) AS days, max(decided_at) AS last
       FROM transactions`,
  );
  expect(span?.days).toBe(90);
  expect(span?.last.getTime()).toBeLessThan(now.getTime());
  expect(span?.last.getTime()).toBeGreaterThan(now.getTime() - 30 * 60_000);
});

test('every state and scheme occurs, mada most of all, and refunds name what they give back', async () => {
  const states = await platformRows<{ status: string }>(db, 'SELECT DISTINCT status FROM transactions');
  expect(states.map(({ status }) => status).sort()).toEqual([...transactionStatuses].sort());
  const [share] = await platformRows<{ mada: number; schemes: number; orphans: number; refunds: number }>(
    db,
    `SELECT avg((scheme = 'Mada')::int) AS mada, count(DISTINCT scheme) AS schemes,
            count(*) FILTER (WHERE type = 'REFUND' AND original_id IS NULL) AS orphans,
            count(*) FILTER (WHERE type = 'REFUND') AS refunds
       FROM transactions`,
  );
  expect(share).toMatchObject({ schemes: 6, orphans: 0 });
  expect(share?.mada).toBeGreaterThan(0.6);
  expect(share?.refunds).toBeGreaterThan(150);
});

test("charges are those of the payment's day, also where the rate changed since", async () => {
  const wrong = await count(
    `transactions t JOIN LATERAL (
       SELECT * FROM discount_rates r WHERE r.merchant_id = t.merchant_id AND r.bank_id = t.bank_id AND r.scheme = t.scheme
          AND r.valid_from <= t.business_day ORDER BY valid_from DESC LIMIT 1) r ON true
     WHERE t.status = 'APPROVED' AND t.type = 'PURCHASE' AND (t.mdr_bps <> r.mdr_bps
        OR t.fee_minor <> least((t.amount_minor * r.mdr_bps + 5000) / 10000, coalesce(r.cap_limit_minor, 1e15)) + r.processing_fee_minor
        OR t.vat_minor <> (t.fee_minor * coalesce(r.vat_bps, 1500) + 5000) / 10000
        OR t.net_minor <> t.amount_minor - t.fee_minor - t.vat_minor)`,
  );
  expect(wrong).toBe(0);
  const visa = await platformRows<{ rates: number }>(
    db,
    `SELECT count(DISTINCT mdr_bps) AS rates FROM transactions WHERE scheme = 'Visa' AND fee_minor > 0
      GROUP BY bank_id ORDER BY bank_id`,
  );
  expect(visa.map(({ rates }) => rates)).toEqual([2, 1, 2]);
});

test('a rate is agreed that begins with the next month, and no payment has it', async () => {
  const coming = await platformRows<{ scheme: string; day: string; payments: number }>(
    db,
    `SELECT r.scheme, r.valid_from::text AS day,
            (SELECT count(*) FROM transactions t WHERE t.merchant_id = r.merchant_id AND t.mdr_bps = r.mdr_bps) AS payments
       FROM discount_rates r WHERE r.valid_from > '2026-11-24'`,
  );
  expect(coming).toEqual([{ scheme: 'Visa', day: '2026-12-01', payments: 0 }]);
});

test('numbers have the forms of the field, and only first six and last four are there', async () => {
  expect(
    await count(
      `transactions WHERE (status = 'APPROVED') <> (approval_code ~ '^\\d{6}$' AND rrn ~ '^\\d{12}$'
          AND stan ~ '^\\d{6}$' AND last_four IS NOT NULL) IS TRUE AND type = 'PURCHASE'`,
    ),
  ).toBe(0);
  const [rrn] = await platformRows<{ all: number; once: number }>(
    db,
    'SELECT count(rrn) AS all, count(DISTINCT (merchant_id, rrn)) FILTER (WHERE rrn IS NOT NULL) AS once FROM transactions',
  );
  expect(rrn?.once).toBe(rrn?.all);
});

test('the file of the second bank is judged: its overcharge, its chargeback and the accepted line; its money is what arrived', async () => {
  const clock = testClock(now);
  const folder = join(dataDir, 'bank-files');
  const by = { db, clock, folder, engine: engineHere, exceptions: exceptionBook };
  const runner = startBankFileRunner({ ...by, log: createLog('error') });
  const deps = { ...by, wake: () => runner.wake() };
  const named = () =>
    platformRows<{ outcome: string; state: string; count: number }>(
      db,
      `SELECT outcome, state, count(*)::int AS count FROM bank_exceptions GROUP BY outcome, state ORDER BY outcome`,
    );
  try {
    expect(await count('expectations WHERE bank_file_id IS NOT NULL')).toBe(0);
    await makeDemoFile(deps);
    await runner.idle();
    const first = await named();
    expect(first).toEqual([
      { outcome: 'amountDiffers', state: 'ACCEPTED', count: 1 },
      { outcome: 'chargeback', state: 'OPEN', count: 1 },
      { outcome: 'feeDiffers', state: 'OPEN', count: expect.any(Number) },
    ]);
    // What the file asks for is what the deposit lacks: the fee of the amount that was paid is the same.
    expect(await count("bank_exceptions WHERE outcome = 'amountDiffers' AND difference_minor = -100")).toBe(
      1,
    );
    expect(await count("bank_chargebacks WHERE deadline_day = '2026-12-06'")).toBe(1);
    expect(await count("arrived_statements WHERE ended_at IS NULL AND reason = 'noBank'")).toBe(1);
    // What no line of a file confirms on its days, nothing does; what arrived for them is what the file's lines pay.
    const ofDays = `bank_id = (SELECT id FROM banks WHERE name_en = 'Tihama Bank')
        AND business_day BETWEEN '2026-11-10' AND '2026-11-12' AND currency = 'SAR'`;
    expect(await count(`expectations WHERE ${ofDays} AND bank_file_id IS NULL AND is_owed`)).toBe(0);
    const [paid] = await platformRows<{ arrived: number; file: number }>(
      db,
      `SELECT (SELECT sum(amount_minor) FROM deposit_shares WHERE ${ofDays})::bigint AS arrived,
              (SELECT sum((step->>'amountMinor')::bigint) FROM bank_files,
                      jsonb_array_elements(summary->'currencies'->0->'steps') step
                WHERE step->>'bar' = 'bankTotal') AS file`,
    );
    expect(paid?.arrived).toBeGreaterThan(500_000);
    expect(paid?.arrived).toBe(paid?.file);
    await makeDemoFile(deps);
    expect([await named(), await count('bank_files'), await count('arrived_statements')]).toEqual([
      first,
      1,
      1,
    ]);
  } finally {
    await runner.stop();
  }
}, 120_000);

test('rollups are the sums, the last days wait for the bank, and three payments ask for a person', async () => {
  const [sums] = await platformRows<{ same: boolean }>(
    db,
    `SELECT (SELECT (sum(count), sum(amount_minor), sum(net_minor)) FROM transaction_day_rollups WHERE branch_id = 0)
          = (SELECT (count(*)::numeric, sum(amount_minor), sum(net_minor)) FROM transactions) AS same`,
  );
  expect(sums?.same).toBe(true);
  const [owner] = await platformRows<{ userId: string; merchantId: string }>(
    db,
    `SELECT id::text AS "userId", merchant_id::text AS "merchantId" FROM users WHERE email = 'merchant@mizan.test'`,
  );
  const shown = await dashboardOf(
    db,
    {
      userId: owner?.userId ?? '',
      merchantId: owner?.merchantId ?? '',
      role: 'MERCHANT',
      teamRole: 'owner',
      branchId: null,
      terminalId: null,
      fullName: '',
      email: null,
      locale: 'en',
      authenticatedAt: now,
      sessionId: '1',
    },
    {},
    now,
  );
  expect(shown.salesCount).toBeGreaterThan(50);
  expect(shown.unconfirmed.parts.map(({ cause }) => cause)).toEqual([
    'NOT_DUE',
    'PARTLY',
    'OVERDUE',
    'OUTCOME_UNKNOWN',
  ]);
  expect(shown.attention.slice(0, 4).map(({ kind }) => kind)).toEqual([
    'UNBALANCED_FILE',
    'UNKNOWN_OUTCOME',
    'UNKNOWN_OUTCOME',
    'OPEN_REVIEW',
  ]);
});

test('what no reconciliation has counted yet is what the devices begin with, to the halala', async () => {
  const fleet = JSON.parse(await readFile(join(dataDir, fleetFileName), 'utf8')) as {
    tid: string;
    before: SchemeTotals[];
  }[];
  const waiting = await platformRows<{ tid: string; minor: number }>(
    db,
    `SELECT tid, sum(CASE WHEN type = 'PURCHASE' THEN amount_minor ELSE -amount_minor END)::bigint AS minor
       FROM transactions WHERE status = 'APPROVED' AND terminal_reconciliation_id IS NULL GROUP BY tid`,
  );
  expect(waiting.map(({ tid }) => tid)).toContain('88505713');
  for (const { tid, before } of fleet) {
    for (const { host, terminal } of before) expect(terminal).toEqual(host);
    const minor = before.reduce((sum, { host }) => sum + host.debitMinor - host.creditMinor, 0);
    expect([tid, minor]).toEqual([tid, waiting.find((each) => each.tid === tid)?.minor ?? 0]);
  }
});

test('the fleet file names every terminal with the code that pairs it, and the password signs in', async () => {
  const fleet = JSON.parse(await readFile(join(dataDir, fleetFileName), 'utf8')) as {
    tid: string;
    enrolCode: string;
  }[];
  expect(fleet).toHaveLength(10);
  for (const { tid, enrolCode } of fleet) {
    const matching = 'terminal_directory WHERE tid = $1 AND pairing_code_hash = $2';
    expect(await count(matching, [tid, pairingCodeHash(enrolCode)])).toBe(1);
  }
  const [cashier] = await platformRows<{ hash: string }>(
    db,
    "SELECT password_hash AS hash FROM users WHERE username = 'cashier6'",
  );
  expect(await verifyPassword(cashier?.hash ?? null, demoPassword)).toBe(true);
});

test('every terminal has a week of health and of its line, one with a break, and none is connected', async () => {
  const of = '(SELECT id FROM merchants WHERE uuid = $1)';
  const [row] = await platformRows<{ terminals: number; days: number; breaks: number; open: number }>(
    db,
    `SELECT (SELECT count(DISTINCT terminal_id) FROM terminal_health WHERE merchant_id = ${of}) AS terminals,
            (SELECT count(DISTINCT slot_at::date) FROM terminal_health WHERE merchant_id = ${of}) AS days,
            (SELECT count(*) FROM terminal_line_log WHERE merchant_id = ${of} AND reason = 'MISSED_HEARTBEATS') AS breaks,
            (SELECT count(*) FROM (SELECT DISTINCT ON (terminal_id) event FROM terminal_line_log
               WHERE merchant_id = ${of} ORDER BY terminal_id, at DESC, id DESC) newest WHERE event <> 'LOST') AS open`,
    [diyarCoffee.uuid],
  );
  expect(row).toMatchObject({ terminals: 8, breaks: 1, open: 0 });
  expect(row?.days).toBeGreaterThanOrEqual(7);
});

test('a second start keeps what the first one made', async () => {
  const before = await readFile(join(dataDir, fleetFileName), 'utf8');
  await inPlatform(db, (tx) =>
    tx.change("UPDATE merchants SET name_en = 'Renamed' WHERE uuid = $1", [diyarCoffee.uuid]),
  );
  expect(await makeDemoData(db, dataDir, new Date(now.getTime() + 86_400_000))).toBe(false);
  expect(await readFile(join(dataDir, fleetFileName), 'utf8')).toBe(before);
  expect(await count("merchants WHERE name_en = 'Renamed'")).toBe(1);
});

test('vendors have a contact, banks, models and packages, and look after every terminal', async () => {
  const { rows } = await pageOfVendors({ db, clock: testClock(now) }, { limit: 50 });
  const byName = new Map(rows.map((row) => [row.nameEn, row]));
  for (const { models, ...vendor } of demoVendors) {
    const row = byName.get(vendor.nameEn);
    expect(row).toMatchObject(vendor);
    expect(row?.models.map(({ brand, name }) => `${brand} ${name}`).toSorted()).toEqual(models.toSorted());
    expect(row?.terminals).toBeGreaterThan(0);
  }
  expect(rows.reduce((sum, { terminals }) => sum + terminals, 0)).toBe(await count('terminals'));
});
