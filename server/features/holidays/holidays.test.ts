import { addHoliday, decideHoliday, type Holiday, listHolidays } from '@mizan/contract/holidays.ts';
import { getSettlementMonth, type SettlementMonth } from '@mizan/contract/settlement.ts';
import { expect, test } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { expectationDifferences } from '../../testing/agreement.ts';
import { anotherMerchant, type BankWorld, bankWorld, sell } from '../reconciliation/testing/bank-world.ts';
import { proposeHolidays, workOnDueDays } from './holidays.service.ts';

/** Sunday, 22 November 2026, at noon in Riyadh. */
const first = await bankWorld();
const { db, clock } = first.portal;
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);
const token = await first.portal.tokenOf(admin?.id ?? '');

const add = async (from: string, to: string): Promise<Holiday> => {
  const body = { from, to, nameEn: 'A day', nameAr: 'يوم' };
  const answer = await first.portal.call(addHoliday, { body }, { token });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ holiday: Holiday }>().holiday;
};
const decide = ({ id }: Holiday, body: { from: string; to: string; state: 'CONFIRMED' | 'DROPPED' }) =>
  first.portal.call(decideHoliday, { params: { id }, body }, { token });
const cells = async ({ portal, token: own }: BankWorld) => {
  const answer = await portal.call(getSettlementMonth, { query: {} }, { token: own });
  return answer
    .json<SettlementMonth>()
    .rows.flatMap(({ days }) => days.map(({ day, dueDay, state }) => [day, dueDay, state]));
};
const workLeft = () => platformRows(db, 'SELECT id FROM due_day_work');

test('each change moves the due days that it touches and their sums, back as well, and is a fact', async () => {
  const world = await anotherMerchant(first);
  await sell(world, [
    { amountMinor: 500, at: '2026-11-17 09:00' },
    { amountMinor: 700, at: '2026-11-18 09:00' },
    { amountMinor: 900, at: '2026-11-22 09:00' },
  ]);
  const before = [
    ['2026-11-17', '2026-11-18', 'NO_FILE'],
    ['2026-11-18', '2026-11-19', 'NO_FILE'],
    ['2026-11-22', '2026-11-23', 'NOT_DUE'],
  ];
  expect(await cells(world)).toEqual(before);
  const holiday = await add('2026-11-19', '2026-11-19');
  await workOnDueDays({ db, clock });
  // Wednesday's sales wait over Thursday and the weekend until today: not overdue.
  expect(await cells(world)).toEqual([before[0], ['2026-11-18', '2026-11-22', 'NOT_DUE'], before[2]]);
  expect(
    (await decide(holiday, { from: '2026-11-18', to: '2026-11-23', state: 'CONFIRMED' })).statusCode,
  ).toBe(200);
  await workOnDueDays({ db, clock });
  expect(await cells(world)).toEqual([
    ['2026-11-17', '2026-11-24', 'NOT_DUE'],
    ['2026-11-18', '2026-11-24', 'NOT_DUE'],
    ['2026-11-22', '2026-11-24', 'NOT_DUE'],
  ]);
  expect(await expectationDifferences(db)).toEqual([]);
  expect((await decide(holiday, { from: '2026-11-18', to: '2026-11-23', state: 'DROPPED' })).statusCode).toBe(
    200,
  );
  // Killed before the work, or in it, somebody else goes on; two at once end as one.
  await Promise.all([workOnDueDays({ db, clock }), workOnDueDays({ db, clock })]);
  expect(await cells(world)).toEqual(before);
  expect(await expectationDifferences(db)).toEqual([]);
  const told = await platformRows<{ action: string }>(
    db,
    `SELECT action FROM audit_entries WHERE action LIKE 'holidays.%' ORDER BY audit_entries.id`,
  );
  expect(told.map(({ action }) => action)).toEqual([
    'holidays.added',
    'holidays.confirmed',
    'holidays.dropped',
  ]);
});

test('the work stays until a pass that began when nobody could write by the days before', async () => {
  await add('2026-12-20', '2026-12-20');
  await workOnDueDays({ db, clock });
  expect(await workLeft()).not.toEqual([]);
  clock.advance(3 * 60_000);
  await workOnDueDays({ db, clock });
  expect(await workLeft()).toEqual([]);
});

test('nothing is overdue in a span that is only proposed; two that propose at once add each span once', async () => {
  await platformRows(db, "UPDATE bank_holidays SET state = 'DROPPED'");
  await Promise.all([proposeHolidays({ db, clock }), proposeHolidays({ db, clock })]);
  await proposeHolidays({ db, clock });
  const answer = await first.portal.call(listHolidays, {}, { token: first.token });
  const { rows } = answer.json<{ rows: Holiday[] }>();
  const proposed = rows.filter(({ kind }) => kind !== 'OTHER');
  expect(proposed.map(({ kind, from, state }) => [kind, from, state])).toEqual([
    ['NATIONAL', '2027-09-23', 'PROPOSED'],
    ['ADHA', '2027-05-15', 'PROPOSED'],
    ['FITR', '2027-03-09', 'PROPOSED'],
    ['FOUNDING', '2027-02-22', 'PROPOSED'],
    ['NATIONAL', '2026-09-23', 'PROPOSED'],
    ['ADHA', '2026-05-26', 'PROPOSED'],
    ['FITR', '2026-03-19', 'PROPOSED'],
    ['FOUNDING', '2026-02-22', 'PROPOSED'],
  ]);
  const world = await anotherMerchant(first);
  await platformRows(
    db,
    `INSERT INTO bank_holidays (from_day, to_day, kind, name_en, name_ar, state)
     VALUES ('2026-11-18', '2026-11-30', 'OTHER', 'A span', 'أيام', 'PROPOSED')`,
  );
  await sell(world, [{ amountMinor: 500, at: '2026-11-17 09:00' }]);
  expect(await cells(world)).toEqual([['2026-11-17', '2026-12-01', 'NOT_DUE']]);
  await platformRows(db, "UPDATE bank_holidays SET state = 'DROPPED' WHERE kind = 'OTHER'");
});

test('a proposed span that somebody moved or dropped is not proposed again', async () => {
  const answer = await first.portal.call(listHolidays, {}, { token });
  const fitr = answer
    .json<{ rows: Holiday[] }>()
    .rows.find(({ kind, from }) => kind === 'FITR' && from > '2027');
  if (!fitr) throw new Error('it was proposed before');
  await decide(fitr, { from: '2027-03-08', to: '2027-03-13', state: 'CONFIRMED' });
  await proposeHolidays({ db, clock });
  const rows = await platformRows(
    db,
    "SELECT from_day, state FROM bank_holidays WHERE kind = 'FITR' ORDER BY 1",
  );
  expect(rows).toEqual([
    { from_day: '2026-03-19', state: 'PROPOSED' },
    { from_day: '2027-03-08', state: 'CONFIRMED' },
  ]);
});

test('what is confirmed gets its due day too: an undo opens it again', async () => {
  const world = await anotherMerchant(first);
  await sell(world, [{ amountMinor: 500, at: '2026-11-18 09:00' }]);
  const holiday = await add('2026-11-19', '2026-11-19');
  await inPlatform(db, (tx) =>
    tx.change('UPDATE expectations SET line = $1 WHERE merchant_id = $2', [
      'agreed',
      world.merchant.merchantId,
    ]),
  );
  await inPlatform(db, (tx) =>
    tx.change('UPDATE expectation_days SET line = $1 WHERE merchant_id = $2', [
      'agreed',
      world.merchant.merchantId,
    ]),
  );
  await workOnDueDays({ db, clock });
  const [row] = await platformRows<{ due: string }>(
    db,
    'SELECT due_day AS due FROM expectations WHERE merchant_id = $1',
    [world.merchant.merchantId],
  );
  expect(row?.due).toBe('2026-11-22');
  expect(await expectationDifferences(db)).toEqual([]);
  await decide(holiday, { from: '2026-11-19', to: '2026-11-19', state: 'DROPPED' });
});

test('400 for a span that runs backwards or is longer than a month', async () => {
  const body = { from: '2026-12-02', to: '2026-12-01', nameEn: 'A day', nameAr: 'يوم' };
  expect((await first.portal.call(addHoliday, { body }, { token })).statusCode).toBe(400);
  const long = { ...body, to: '2027-01-30' };
  expect((await first.portal.call(addHoliday, { body: long }, { token })).statusCode).toBe(400);
});
