import { riyadhDay } from '@mizan/contract/business-day.ts';
import * as contract from '@mizan/contract/reports.ts';
import { beforeEach, expect, test } from 'vitest';
import {
  closeDatabase,
  inPlatform,
  inTenant,
  openDatabase,
  platformRows,
} from '../../platform/database/database.ts';
import type { ExportRow } from '../../platform/exports/export-sheet.ts';
import { openMailer } from '../../platform/mail/mailer.ts';
import { wordsFor } from '../../platform/words.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { dashboardOf } from '../dashboard/dashboard.service.ts';
import { settlementsOf } from '../settlement/table.service.ts';
import { loadTransactions } from '../transactions/testing/bulk-transactions.ts';
import { type MerchantWorld, makeMerchant } from '../transactions/testing/merchant-world.ts';
import { type ReportDeps, writeReports } from './report-run.ts';
import { reportTable } from './report-tables.ts';
import { sendReportNow } from './reports.service.ts';

const portal = await testPortal();
const { db, clock } = portal;
const mailer = openMailer({ smtpUrl: null, host: 'localhost', clock });
const deps: ReportDeps = { db, clock, mailer, linkBase: () => 'http://localhost:8080' };
const dayMs = 86_400_000;
const reader = { language: 'en', digits: 'latin', calendar: 'gregorian' } as const;
let world: MerchantWorld;
let token: string;
let email: string;

/** A merchant of its own for each test, with payments of a week and an owner whose e-mail is confirmed. */
beforeEach(async () => {
  // What is due is looked for over all merchants: that of the tests before is theirs.
  await platformRows(db, 'UPDATE report_schedules SET next_at = NULL');
  world = await makeMerchant(db);
  const until = clock.now();
  await inPlatform(db, (tx) =>
    loadTransactions(tx, world, { count: 80, from: new Date(until.getTime() - 9 * dayMs), until }),
  );
  email = `owner-${world.merchantId}@mizan.test`;
  await platformRows(db, 'UPDATE users SET email = $2, email_verified_at = now() WHERE id = $1', [
    world.owner.userId,
    email,
  ]);
  token = await portal.tokenOf(world.owner.userId);
});

const add = (more: object = {}) =>
  portal.call(
    contract.addReport,
    {
      body: {
        kind: 'SALES',
        rhythm: 'DAILY',
        atTime: '07:00',
        format: 'xlsx',
        recipientIds: [world.owner.userId],
        ...more,
      },
    },
    { token },
  );
const list = async () => (await portal.call(contract.listReports, {}, { token })).json();
const mailsTo = (to: string) =>
  platformRows<{ subject: string; name: string | null; size: number }>(
    db,
    `SELECT subject, attachment_name AS name, octet_length(attachment) AS size FROM outbox_mails
      WHERE recipient = $1 AND attachment_name IS NOT NULL ORDER BY id`,
    [to],
  );
/** To the next day, half past seven in Riyadh. */
const toMorning = (days = 1): void => {
  const now = clock.now().getTime() + 3 * 3_600_000;
  clock.advance(days * dayMs - (now % dayMs) + 7.5 * 3_600_000);
};
/** A session ends with the time that tests leap over. */
const comeBack = async (): Promise<void> => {
  token = await portal.tokenOf(world.owner.userId);
};

test('a report is sent once when it is due, by however many processes at once, and after a restart no second time', async () => {
  expect((await add()).statusCode).toBe(201);
  await writeReports(deps);
  expect(await mailsTo(email)).toEqual([]);
  toMorning();
  const another = { ...deps, db: openDatabase(portal.database.roles) };
  await Promise.all([writeReports(deps), writeReports(another), writeReports(deps)]);
  await writeReports(another);
  await closeDatabase(another.db);
  const [mail, ...more] = await mailsTo(email);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ name: expect.stringMatching(/\.xlsx$/), size: expect.any(Number) });
  await comeBack();
  const { runs } = await list();
  expect(runs).toHaveLength(1);
  expect(runs[0]).toMatchObject({ recipientsCount: 1, mails: [{ to: email, state: 'SENT' }] });
});

test('what was due while the portal was away is sent once for each period, and says which', async () => {
  await add();
  toMorning(3);
  for (let minute = 0; minute < 5; minute += 1) await writeReports(deps);
  await comeBack();
  const { runs } = (await list()) as { runs: contract.ReportRun[] };
  const days = runs.map(({ from, to }) => [from, to]);
  expect(days).toHaveLength(3);
  expect(new Set(days.map(String)).size).toBe(3);
  const subjects = (await mailsTo(email)).map(({ subject }) => subject);
  expect(new Set(subjects).size).toBe(3);
});

test('whoever left the team is written to no more; where nobody is left, nothing is sent and the list says so', async () => {
  await add();
  const [other] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (merchant_id, role, email, full_name, password_hash, email_verified_at)
     VALUES ($1, 'MERCHANT', $2, 'Omar', 'x', now()) RETURNING id::text`,
    [world.merchantId, `omar-${world.merchantId}@mizan.test`],
  );
  await add({ recipientIds: [other?.id ?? ''] });
  await platformRows(db, `UPDATE users SET status = 'INACTIVE' WHERE id = $1`, [other?.id]);
  toMorning();
  await writeReports(deps);
  expect(await mailsTo(`omar-${world.merchantId}@mizan.test`)).toEqual([]);
  await comeBack();
  const { runs, schedules } = await list();
  expect(runs.map((run: contract.ReportRun) => run.recipientsCount).toSorted()).toEqual([0, 1]);
  expect(schedules[1]).toMatchObject({ recipients: [] });
});

test('404: somebody of another merchant, or without a confirmed e-mail, cannot be chosen', async () => {
  const stranger = await makeMerchant(db);
  expect((await add({ recipientIds: [stranger.owner.userId] })).statusCode).toBe(404);
  await platformRows(db, 'UPDATE users SET email_verified_at = NULL WHERE id = $1', [world.owner.userId]);
  expect((await add()).statusCode).toBe(404);
});

test('one more than may be is refused, and a stopped one makes room', async () => {
  for (let count = 0; count < contract.reportLimits.schedulesMax; count += 1) {
    expect((await add()).statusCode).toBe(201);
  }
  expect((await add()).json()).toMatchObject({
    code: 'conflict',
    details: { most: contract.reportLimits.schedulesMax },
  });
  const { schedules } = await list();
  const stopped = await portal.call(contract.stopReport, { params: { id: schedules[0].id } }, { token });
  expect(stopped.statusCode).toBe(200);
  expect((await add()).statusCode).toBe(201);
});

test('"send me one now" goes to who asks alone and leaves the next one where it is', async () => {
  await add({ format: 'pdf', rhythm: 'WEEKLY' });
  const before = await list();
  const { id } = before.schedules[0];
  const answer = await portal.call(contract.sendReportNow, { params: { id } }, { token });
  expect(answer.json()).toMatchObject({ sentTo: email, from: '2026-11-15', to: '2026-11-21' });
  expect(await mailsTo(email)).toHaveLength(1);
  const after = await list();
  expect(after.schedules).toEqual(before.schedules);
  expect(after.runs[0]).toMatchObject({ dueAt: null });
});

test('"send me one now" is in the audit log, and refused after as many an hour as may be', async () => {
  await add();
  const { id } = (await list()).schedules[0];
  const ask = () => portal.call(contract.sendReportNow, { params: { id } }, { token });
  expect((await ask()).statusCode).toBe(200);
  const [first] = await platformRows<{ id: string }>(
    db,
    'SELECT id FROM report_runs WHERE merchant_id = $1',
    [world.merchantId],
  );
  for (let asked = 1; asked < contract.reportLimits.askedAnHour; asked += 1) {
    await platformRows(
      db,
      `INSERT INTO report_runs (merchant_id, schedule_id, kind, format, from_day, to_day, due_at, written_at, recipients_count)
       SELECT merchant_id, schedule_id, kind, format, from_day, to_day, due_at, written_at, recipients_count
         FROM report_runs WHERE merchant_id = $1 AND id = $2 ON CONFLICT DO NOTHING`,
      [world.merchantId, first?.id],
    );
  }
  expect((await ask()).json()).toMatchObject({
    code: 'rateLimited',
    details: { retryAt: expect.any(String) },
  });
  const entries = await platformRows<{ count: number }>(
    db,
    `SELECT count(*)::int AS count FROM audit_entries WHERE merchant_id = $1 AND action = 'reports.asked'`,
    [world.merchantId],
  );
  expect(entries[0]?.count).toBe(1);
  clock.advance(3_600_001);
  await comeBack();
  expect((await ask()).statusCode).toBe(200);
});

test('"send me one now" twenty times at once: as many are written and sent as may be in an hour, the rest are refused', async () => {
  await add();
  const { id } = (await list()).schedules[0];
  const ask = () => portal.call(contract.sendReportNow, { params: { id } }, { token });
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  const most = contract.reportLimits.askedAnHour;
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(most);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20 - most);
  const runs = await platformRows(db, 'SELECT is_written FROM report_runs WHERE merchant_id = $1', [
    world.merchantId,
  ]);
  expect(runs).toEqual(Array.from({ length: most }, () => ({ is_written: true })));
  expect(await mailsTo(email)).toHaveLength(most);
});

test('one that was asked for and could not be written is counted and shown to nobody', async () => {
  await add();
  const { id } = (await list()).schedules[0];
  const failing = {
    ...deps,
    linkBase: (): string => {
      throw new Error('no address');
    },
  };
  await expect(sendReportNow(failing, world.owner, id)).rejects.toThrow('no address');
  expect((await list()).runs).toEqual([]);
  expect(await mailsTo(email)).toEqual([]);
});

test('one that cannot be written holds up no other, and is tried again when its claim has ended', async () => {
  await add();
  toMorning();
  const failing = {
    ...deps,
    linkBase: (): string => {
      throw new Error('no address');
    },
  };
  await expect(writeReports(failing)).rejects.toThrow('no address');
  // Claimed: whoever looks a minute later leaves it alone.
  await writeReports(deps);
  expect(await mailsTo(email)).toEqual([]);
  clock.advance(10 * 60_000);
  await writeReports(deps);
  expect(await mailsTo(email)).toHaveLength(1);
});

test('what is open is of the moment: its mail names that, and not a day that is over', async () => {
  await add({ kind: 'EXCEPTIONS', format: 'pdf' });
  const { id } = (await list()).schedules[0];
  await portal.call(contract.sendReportNow, { params: { id } }, { token });
  const [mail] = await mailsTo(email);
  expect(mail?.name).toContain(` ${riyadhDay(clock.now())}.pdf`);
  const [{ locale } = { locale: '' }] = await platformRows<{ locale: string }>(
    db,
    'SELECT locale FROM users WHERE id = $1',
    [world.owner.userId],
  );
  expect(mail?.subject).toContain(wordsFor(locale === 'en' ? 'en' : 'ar').moment(clock.now()));
});

test('the figures of a report are those of the screens', async () => {
  const span = { from: '2026-11-14', to: '2026-11-21' };
  const now = clock.now();
  const sales = await reportTable(deps, world.merchantId, { kind: 'SALES', ...span }, reader);
  const rows: ExportRow[] = [];
  for await (const batch of sales.rows) rows.push(...batch);
  const screen = await dashboardOf(db, { ...world.owner, locale: 'en' }, span, now);
  expect(screen.salesMinor).toBeGreaterThan(0);
  expect(sales.totals()[0]?.slice(1)).toEqual([
    BigInt(screen.salesCount),
    screen.salesMinor,
    BigInt(screen.refundedCount),
    screen.refundedMinor,
    screen.feeMinor,
    screen.vatMinor,
    screen.netMinor,
  ]);
  const sum = (column: number): number => rows.reduce((total, row) => total + Number(row[column]), 0);
  expect([sum(2), sum(4), sum(7)]).toEqual([screen.salesMinor, screen.refundedMinor, screen.netMinor]);
  const settled = await reportTable(deps, world.merchantId, { kind: 'SETTLEMENT', ...span }, reader);
  const table = await inTenant(db, world.merchantId, (tx) => settlementsOf(tx, span, now));
  expect(settled.rowsTotal).toBe(table.rows.length);
  const exceptions = await reportTable(deps, world.merchantId, { kind: 'EXCEPTIONS', ...span }, reader);
  expect(exceptions.rowsTotal).toBe(0);
});

test('a merchant that is suspended is sent no report, and the next one when it is reopened', async () => {
  await add();
  const setStatus = (status: string) =>
    platformRows(db, 'UPDATE merchants SET status = $1 WHERE id = $2', [status, world.merchantId]);
  await setStatus('SUSPENDED');
  toMorning();
  await writeReports(deps);
  expect(await mailsTo(email)).toEqual([]);
  await setStatus('ACTIVE');
  toMorning();
  await writeReports(deps);
  expect(await mailsTo(email)).toHaveLength(1);
});
