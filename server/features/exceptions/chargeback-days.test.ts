import { addDays } from '@mizan/contract/business-day.ts';
import * as contract from '@mizan/contract/chargeback-days.ts';
import * as chargebacks from '@mizan/contract/chargebacks.ts';
import { expect, test } from 'vitest';
import { inPlatform, platformRows, tenantRows } from '../../platform/database/database.ts';
import { migrateAgain } from '../../platform/testing/migrated-again.ts';
import { addBank } from '../banks/banks.service.ts';
import { testBank } from '../banks/testing/test-bank.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { typedLines, withChargebackOf } from './testing/chargeback-world.ts';
import { exceptionsOf } from './testing/exception-world.ts';

/** Until when a bank wants the answer, where nobody copied the date of its notice. Sunday 22 November 2026, noon in Riyadh. */
const world = await bankWorld();
const { db } = world.portal;

const add = async (
  own: BankWorld,
  days: number,
  validFrom: string,
  scheme: 'Mada' | 'Visa' | null = null,
) => {
  const [bank] = await platformRows<{ id: string }>(
    db,
    'SELECT id::text FROM banks WHERE merchant_id = $1 ORDER BY banks.id LIMIT 1',
    [own.merchant.merchantId],
  );
  const body = { bankId: bank?.id ?? '', scheme, days, validFrom };
  const answer = await own.portal.call(contract.addAnswerDays, { body }, { token: own.token });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ movedCount: number }>().movedCount;
};
const history = async ({ portal, token }: BankWorld) =>
  contract.listAnswerDays.output.parse((await portal.call(contract.listAnswerDays, {}, { token })).json())
    .rows;
const read = async ({ portal, token }: BankWorld, id: string) =>
  (
    await portal.call(chargebacks.getChargeback, { params: { id } }, { token })
  ).json<chargebacks.Chargeback>();
const say = ({ portal, token }: BankWorld, id: string, part: object) =>
  portal.call(
    chargebacks.changeChargeback,
    {
      params: { id },
      body: { stage: 'RECEIVED', answeredOn: null, deadlineDay: null, note: '', ...part },
    },
    { token },
  );

test('of mada nothing is published: no day is known before the merchant says one, and then it is reckoned and says of what', async () => {
  const { own, one } = await withChargebackOf(await anotherMerchant(world));
  expect(await read(own, one.id)).toMatchObject({ deadline: null, reckoned: null });
  expect(await add(own, 10, '2026-11-01')).toBe(1);
  const since = one.since.day;
  expect(await read(own, one.id)).toMatchObject({
    reckoned: { day: addDays(since, 10), since, days: 10, kind: 'AGREED', scheme: 'Mada' },
  });
  expect((await exceptionsOf(own))[0]).toMatchObject({
    answerBy: addDays(since, 10),
    answerByKind: 'AGREED',
  });
});

test('days of a card scheme go before those of all cards, later ones before earlier ones, and none holds before its day', async () => {
  const { own, one } = await withChargebackOf(await anotherMerchant(world));
  const since = one.since.day;
  const day = async () => (await read(own, one.id)).reckoned?.day ?? null;
  expect(await add(own, 10, addDays(since, 1))).toBe(0);
  expect(await day()).toBe(null);
  expect(await add(own, 20, '2026-01-01', 'Mada')).toBe(1);
  expect(await add(own, 7, since)).toBe(0);
  expect(await day()).toBe(addDays(since, 20));
  expect(await add(own, 5, since, 'Mada')).toBe(1);
  // Said otherwise for the same day: the last word counts, and the first one stays on record.
  expect(await add(own, 6, since, 'Mada')).toBe(1);
  expect(await add(own, 6, since, 'Mada')).toBe(0);
  expect(await day()).toBe(addDays(since, 6));
  expect((await history(own)).map(({ days, validFrom }) => [days, validFrom])).toEqual([
    [20, '2026-01-01'],
    [7, since],
    [5, since],
    [6, since],
    [10, addDays(since, 1)],
  ]);
});

test('a date that a person copied counts, and what was answered is moved by nothing', async () => {
  const { own, one } = await withChargebackOf(await anotherMerchant(world));
  await say(own, one.id, { deadlineDay: '2026-12-03' });
  expect(await add(own, 10, '2026-11-01')).toBe(0);
  expect((await exceptionsOf(own))[0]).toMatchObject({ answerBy: '2026-12-03', answerByKind: 'NOTICE' });
  await say(own, one.id, { stage: 'ANSWERED', answeredOn: '2026-11-22' });
  expect(await add(own, 12, '2026-11-01')).toBe(0);
  expect((await exceptionsOf(own))[0]).toMatchObject({ answerBy: null, answerByKind: null });
});

test('Visa has a published day until the bank’s own is said, and it says that it is published', async () => {
  const own = await anotherMerchant(world);
  const [sale, other] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-16 10:00', scheme: 'Visa' },
    { amountMinor: 20_000, at: '2026-11-17 10:00', scheme: 'Visa' },
  ])) as [Sold, Sold];
  await reconcile(
    own,
    typedLines([
      [csvLineOf(other), 'Purchase'],
      [csvLineOf(sale, { amountMinor: -10_000, feeMinor: 0, vatMinor: 0 }), 'Chargeback'],
    ]),
  );
  const [one] = await exceptionsOf(own, { outcome: 'chargeback' });
  expect(await read(own, one?.id ?? '')).toMatchObject({
    reckoned: { days: 30, kind: 'PUBLISHED', scheme: 'Visa' },
  });
  expect(await add(own, 9, '2026-11-01', 'Visa')).toBe(1);
  expect(await read(own, one?.id ?? '')).toMatchObject({ reckoned: { days: 9, kind: 'AGREED' } });
  const facts = await platformRows<{ action: string }>(
    db,
    "SELECT action FROM audit_entries WHERE merchant_id = $1 AND action = 'banks.answerDaysSet'",
    [own.merchant.merchantId],
  );
  expect(facts).toHaveLength(1);
});

/** A merchant of two banks, and what the second file of one of them names: a chargeback, and a line of no payment. */
async function secondFile() {
  const own = await anotherMerchant(world);
  await inPlatform(db, (tx) =>
    addBank(tx, own.merchant.merchantId, { ...testBank, nameEn: 'Tihama Bank', nameAr: 'بنك تهامة' }),
  );
  const [first, sale] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-16 10:00' },
    { amountMinor: 20_000, at: '2026-11-17 10:00' },
  ])) as [Sold, Sold];
  await reconcile(own, typedLines([[csvLineOf(first), 'Purchase']]), 'monday.csv');
  const back = csvLineOf(sale, { amountMinor: -20_000, feeMinor: 0, vatMinor: 0 });
  const strange = csvLineOf(sale, { rrn: '632116771299', approvalCode: '446899', amountMinor: 6_400 });
  const lines: [string, string][] = [
    [csvLineOf(sale), 'Purchase'],
    [back, 'Chargeback'],
    [strange, 'Purchase'],
  ];
  expect(await reconcile(own, typedLines(lines), 'tuesday.csv')).toMatchObject({ state: 'DONE' });
  const banks = await platformRows<{ id: string }>(
    db,
    'SELECT id::text FROM banks WHERE merchant_id = $1 ORDER BY banks.id',
    [own.merchant.merchantId],
  );
  return { own, bankId: banks[0]?.id ?? '' };
}
const named = async (own: BankWorld, bankId: string) =>
  (await exceptionsOf(own, { bankId })).map(({ outcome }) => outcome).toSorted();

test('a file that is read as the one before it names the bank of its lines, of those without a payment too', async () => {
  const { own, bankId } = await secondFile();
  expect(await named(own, bankId)).toEqual(['chargeback', 'missingInPortal']);
  expect(await add(own, 10, '2026-11-01')).toBe(1);
  const [one] = await exceptionsOf(own, { outcome: 'chargeback' });
  expect(one).toMatchObject({ answerByKind: 'AGREED' });
});

test('0320: exceptions that were kept without their bank have it after an upgrade', async () => {
  const { own, bankId } = await secondFile();
  await tenantRows(
    db,
    own.merchant.merchantId,
    'UPDATE bank_exceptions SET bank_id = NULL WHERE merchant_id = tenant_id() RETURNING id',
  );
  expect(await named(own, bankId)).toEqual([]);
  await migrateAgain(own.portal.database.url, 320);
  expect(await named(own, bankId)).toEqual(['chargeback', 'missingInPortal']);
});
