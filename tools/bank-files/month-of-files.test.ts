/**
 * A month of a shop with two banks, day by day, on a clock that is set: every verdict on the way is the one written down
 * below, and every payment ends in its right state, to the halala.
 */
import { addHoliday } from '@mizan/contract/holidays.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import { getSettlementMonth, type SettlementMonth } from '@mizan/contract/settlement.ts';
import { isCharge } from '@mizan/contract/transaction-types.ts';
import type { Verdict } from '@mizan/contract/verdicts.ts';
import { expect, test } from 'vitest';
import { matchByHand } from '../../server/features/exceptions/testing/exception-world.ts';
import { workOnDueDays } from '../../server/features/holidays/holidays.service.ts';
import {
  bankWorld,
  confirm,
  detailOf,
  type Sold,
  upload,
} from '../../server/features/reconciliation/testing/bank-world.ts';
import { platformRows } from '../../server/platform/database/database.ts';
import { expectationDifferences, rollupDifferences } from '../../server/testing/agreement.ts';
import { writeBankFile } from './bank-file.ts';
import {
  type Fate,
  type Month,
  type MonthBank,
  type MonthFile,
  type MonthPayment,
  planMonth,
  type Situation,
  situations,
} from './month-plan.ts';
import { seededRandom } from './random.ts';
import { openBanks, sellDay } from './testing/month-shop.ts';
import { nowhere, whatStands } from './what-stands.ts';

/** The verdicts of each situation's file, from the first to the last. */
const written: Record<Situation, readonly Verdict[]> = {
  normal: ['BALANCED'],
  late: ['BALANCED'],
  split: ['INCOMPLETE', 'BALANCED'],
  splitRest: ['BALANCED'],
  wrong: ['UNBALANCED'],
  corrected: ['BALANCED'],
  overlapping: ['BALANCED'],
  afterLost: ['INCOMPLETE'],
  earlierDeposit: ['BALANCED'],
  schemeAbsent: ['INCOMPLETE', 'UNBALANCED', 'BALANCED'],
  schemeComes: ['BALANCED'],
  duplicate: ['UNBALANCED'],
  missing: ['INCOMPLETE', 'UNBALANCED'],
  chargeback: ['UNBALANCED'],
  refund: ['BALANCED'],
  amountDiffers: ['UNBALANCED'],
  overcharged: ['UNBALANCED'],
  // Its line says otherwise than the one before; nothing of either is asked for any more.
  setsRight: ['UNBALANCED'],
  rejectedRow: ['INCOMPLETE'],
  wrongTotal: ['INCOMPLETE'],
  afterHoliday: ['BALANCED'],
  // Until a person joins both lines to the sale.
  inParts: ['UNBALANCED', 'BALANCED'],
  severalLines: ['BALANCED'],
};
/** The file that comes before the late one of the day before it, until that one comes. */
const afterLate: readonly Verdict[] = ['INCOMPLETE', 'BALANCED'];

const firstDay = '2026-10-04';
const lastSaleDay = '2026-10-31';
/** An Eid from Tuesday to Thursday, which the banks announce on the Sunday before. */
const holiday = { from: '2026-10-20', to: '2026-10-22' };
const announcedOn = '2026-10-18';

const world = await bankWorld();
const { portal, runner, merchant } = world;
const { db, clock } = portal;
const dayMs = 86_400_000;
const later = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
const isClosed = (day: string): boolean =>
  (day >= holiday.from && day <= holiday.to) || [5, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

/** Agreed: mada on the next working day, other cards on the third. */
function dueOf(day: string, scheme: string): string {
  let reached = day;
  for (let left = scheme === 'Mada' ? 1 : 3; left > 0; ) {
    reached = later(reached);
    if (!isClosed(reached)) left--;
  }
  return reached;
}

const random = seededRandom(20_261_004);

/** An administrator closes the banks for the span that they announced, and the portal reckons anew what is due in it. */
async function announceHoliday(): Promise<void> {
  const [admin] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
     RETURNING id::text`,
  );
  const body = { ...holiday, nameEn: 'Eid', nameAr: 'العيد' };
  const token = await portal.tokenOf(admin?.id ?? '');
  expect((await portal.call(addHoliday, { body }, { token })).statusCode).toBe(201);
  await workOnDueDays({ db, clock });
  await runner.idle();
}

const dueDays = () =>
  platformRows<{ id: number; due: string }>(
    db,
    'SELECT transaction_id AS id, due_day::text AS due FROM expectations WHERE merchant_id = $1 ORDER BY id',
    [merchant.merchantId],
  );

const monthPayment = (sold: Sold, day: string): MonthPayment => ({
  id: Number(sold.id),
  uuid: sold.uuid,
  orderRef: null,
  tid: sold.tid,
  rrn: sold.rrn,
  stan: null,
  authCode: sold.approvalCode,
  firstSix: '484783',
  lastFour: sold.lastFour,
  scheme: sold.scheme,
  type: isCharge(sold) ? 'PURCHASE' : 'REFUND',
  status: sold.status,
  amountMinor: sold.amountMinor,
  currency: 'SAR',
  businessDay: day,
  createdAtMs: Date.parse(`${sold.at.replace(' ', 'T')}:00+03:00`),
  mdrBps: 80,
  vatBps: 1_500,
  capLimitMinor: 4_000,
  feeMinor: sold.feeMinor,
  vatMinor: sold.vatMinor,
  originalId: null,
  bank: sold.terminal === 2 ? 'tihama' : 'najd',
  branch: ['Olaya', 'Tahlia', 'Corniche'][sold.terminal] as string,
  dueDay: dueOf(day, sold.scheme),
});

const ids = new Map<string, string>();
/** Files of which a person was asked how they are read or what they hold. */
const asked: string[] = [];

async function bring(file: MonthFile): Promise<void> {
  const { token } = world;
  if (file.replaces) {
    const params = { id: ids.get(file.replaces) as string };
    expect((await portal.call(contract.undoBankFile, { params }, { token })).statusCode).toBe(200);
    await runner.idle();
  }
  const { bytes, lineNumber } = writeBankFile(file.lines, file.form);
  const answer = await upload(world, Buffer.from(bytes), file.name);
  const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
  ids.set(file.name, id);
  await runner.idle();
  const detail = await detailOf(world, id);
  if (detail.state === 'WAITING_LAYOUT') {
    asked.push(file.name);
    await confirm(world, detail, true, file.bank);
  }
  await runner.idle();
  if (file.inParts) {
    const { payment, lines } = file.inParts;
    const made = await matchByHand(world, id, lines.map(lineNumber), [String(payment.id)]);
    expect(made.status).toBe(200);
  }
}

/** The verdicts that a file had, the first one first; one that only its figures changed is told once. */
async function verdictsOf(file: MonthFile): Promise<Verdict[]> {
  const { history } = await detailOf(world, ids.get(file.name) as string);
  const all = history.map(({ verdict }) => verdict).reverse();
  return all.filter((verdict, at) => verdict !== all[at - 1]);
}

/** Payments of a bank of which its files say nothing. */
async function nowhereOf(bank: MonthBank): Promise<unknown[]> {
  const { files, payments } = await whatStands(db, merchant.merchantId);
  const isOwn = ({ tid }: { tid: string }): boolean =>
    (tid === merchant.terminals[2]?.tid) === (bank === 'tihama');
  return nowhere({
    files: files.filter(({ fileName }) => fileName.includes(bank)),
    payments: payments.filter(isOwn),
  }).filter(({ hostAtMs }) => hostAtMs <= clock.now().getTime());
}

/** What the calendar has of the month by state, all banks and schemes together. */
async function byState(): Promise<Record<string, { count: number; grossMinor: number; netMinor: number }>> {
  const query = { month: firstDay.slice(0, 7) };
  const answer = await portal.call(getSettlementMonth, { query }, { token: world.token });
  const [totals] = answer.json<SettlementMonth>().totals;
  return Object.fromEntries(
    (totals?.parts ?? []).map(({ state, count, grossMinor, netMinor }) => [
      state,
      { count, grossMinor, netMinor },
    ]),
  );
}

/** How many payments the calendar calls late: overdue, or due in a file that did not come. */
const lateCount = async (): Promise<number> => {
  const states = await byState();
  return (states['OVERDUE']?.count ?? 0) + (states['NO_FILE']?.count ?? 0);
};

/** How many are late on a day: of those due until then, what the month leaves out. */
const lateBy = (payments: readonly MonthPayment[], { fates }: Month, day: string): number =>
  payments.filter(
    ({ id, dueDay }) => dueDay <= day && ['missing', 'withoutFile'].includes(fates.get(id) ?? ''),
  ).length;

/** The same, added up from what was sold and from what was written down to happen to it. */
function expectedByState(
  payments: readonly MonthPayment[],
  { fates, files }: Month,
): Record<string, { count: number; grossMinor: number; netMinor: number }> {
  const lastFileDay = files.at(-1)?.arrivesOn ?? '';
  const states: Record<Fate, string> = { differs: 'DIFFERS', missing: 'OVERDUE', withoutFile: 'NO_FILE' };
  const sums: Record<string, { count: number; grossMinor: number; netMinor: number }> = {};
  for (const payment of payments) {
    const fate = fates.get(payment.id);
    const state = fate ? states[fate] : payment.dueDay <= lastFileDay ? 'CONFIRMED' : 'NO_FILE';
    const sum = (sums[state] ??= { count: 0, grossMinor: 0, netMinor: 0 });
    const sign = payment.type === 'PURCHASE' ? 1 : -1;
    sum.count += 1;
    sum.grossMinor += sign * payment.amountMinor;
    sum.netMinor += sign * payment.amountMinor - payment.feeMinor - payment.vatMinor;
  }
  return sums;
}

test('a month of two banks: every verdict is the one written down before, and every payment ends in its state', {
  timeout: 300_000,
}, async () => {
  const banks = await openBanks(world);
  const payments: MonthPayment[] = [];
  for (let day = firstDay; day <= lastSaleDay; day = later(day)) {
    const sold = await sellDay(world, banks, random, day);
    payments.push(...sold.map((one) => monthPayment(one, day)));
  }
  const due = payments.map(({ id, dueDay }) => ({ id, due: dueDay }));
  expect(await dueDays()).not.toEqual(due);
  const month = planMonth(payments, { lastDay: lastSaleDay, holiday });
  expect([...new Set(month.files.map(({ situation }) => situation))].toSorted()).toEqual(
    situations.toSorted(),
  );
  for (let day = firstDay; day <= later(lastSaleDay, 8); day = later(day)) {
    clock.set(new Date(`${day}T10:00:00+03:00`));
    world.token = await portal.tokenOf(merchant.owner.userId);
    await runner.idle();
    if (day === announcedOn) {
      await announceHoliday();
      expect(await dueDays()).toEqual(due);
    }
    if (day >= holiday.from && day <= holiday.to)
      expect(await lateCount()).toBe(lateBy(payments, month, day));
    for (const file of month.files.filter(({ arrivesOn }) => arrivesOn === day)) {
      await bring(file);
      expect({ after: file.name, nowhere: await nowhereOf(file.bank) }).toEqual({
        after: file.name,
        nowhere: [],
      });
    }
  }
  const lateAt = month.files.find(({ situation }) => situation === 'late')?.name ?? '';
  const told: string[] = [];
  const expected: string[] = [];
  for (const file of month.files) {
    const isAfterLate = file.bank === 'najd' && file.situation === 'normal' && isNext(month, lateAt, file);
    expected.push(
      `${file.name} ${file.situation}: ${(isAfterLate ? afterLate : written[file.situation]).join(', ')}`,
    );
    told.push(`${file.name} ${file.situation}: ${(await verdictsOf(file)).join(', ')}`);
  }
  expect(told).toEqual(expected);
  // Asked once for a layout: how its files are read, and what they hold.
  expect(asked).toEqual(['2026-10-05-najd.csv', '2026-10-05-tihama.csv']);
  expect(await byState()).toEqual(expectedByState(payments, month));
  expect(await expectationDifferences(db)).toEqual([]);
  expect(await rollupDifferences(db)).toEqual([]);
});

/** Whether a file is that of the settlement day after another one's, of the same bank. */
function isNext({ files }: Month, name: string, file: MonthFile): boolean {
  const days = [
    ...new Set(files.filter(({ bank }) => bank === 'najd').map((one) => one.name.slice(0, 10))),
  ].sort();
  return days[days.indexOf(name.slice(0, 10)) + 1] === file.name.slice(0, 10);
}
