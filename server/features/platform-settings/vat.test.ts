import { type AuditRow, listChangesOf } from '@mizan/contract/audit.ts';
import { addRate, askRestatement, decideRestatement, listDiscounts } from '@mizan/contract/discounts.ts';
import { chargesFor } from '@mizan/contract/money.ts';
import { platformSettingsId } from '@mizan/contract/platform-settings.ts';
import * as contract from '@mizan/contract/vat-settings.ts';
import { expect, test } from 'vitest';
import { inPlatform, inTenant, platformRows } from '../../platform/database/database.ts';
import { testPortal } from '../../testing/test-portal.ts';
import { agreementOn } from '../banks/agreement.service.ts';
import { agreementBook } from '../banks/agreement-book.ts';
import { addRate as plantRate } from '../discounts/discounts.service.ts';
import { restate } from '../discounts/restate.service.ts';
import { writeSales } from '../reconciliation/testing/sales.ts';
import { makeMerchant } from '../transactions/testing/merchant-world.ts';

// Sunday 22 November 2026, noon in Riyadh: VAT becomes 10% on the 25th.
const portal = await testPortal(new Date('2026-11-22T09:00:00Z'));
const { db, clock } = portal;
const [admin] = await platformRows<{ id: string }>(
  db,
  `INSERT INTO users (role, email, full_name, password_hash) VALUES ('ADMIN', 'admin@mizan.test', 'Huda Al-Faisal', '')
   RETURNING id::text`,
);
const as = { token: await portal.tokenOf(admin?.id ?? '') };
const visa = {
  scheme: 'Visa',
  mdrBps: 220,
  capLimitMinor: null,
  processingFeeMinor: 25,
  paidWithin: { days: 1, kind: 'WORKING' },
} as const;
const say = (validFrom: string, vatBps: number) =>
  portal.call(contract.addVat, { body: { validFrom, vatBps, note: 'Royal order' } }, as);
const kept = async () =>
  (await portal.call(contract.listVat, {}, as)).json<{ rows: contract.VatRow[] }>().rows;
const reasonOf = (answer: { json: () => unknown }) =>
  (answer.json() as { details?: { reason?: string } }).details?.reason;

const world = await makeMerchant(db);
const list = async () => {
  const owner = { token: await portal.tokenOf(world.owner.userId) };
  return listDiscounts.output.parse((await portal.call(listDiscounts, {}, owner)).json());
};
const bankId = (await list()).banks[0]?.id ?? '';
const plant = (rate: Parameters<typeof plantRate>[2]) =>
  inPlatform(db, (tx) => plantRate(tx, world.merchantId, rate));
// Visa as the law has it, MasterCard with a VAT of its own, Mada as published.
await plant({ ...visa, bankId, vatBps: 1_500, validFrom: '2026-01-01' });
await plant({ ...visa, scheme: 'MasterCard', bankId, vatBps: 0, validFrom: '2026-01-01' });

const terminalId = world.terminals[0]?.id ?? '';
/** What a payment at that moment is charged, asked in both ways: they have to say the same. */
const vatAt = (scheme: 'Visa' | 'MasterCard' | 'Mada', time: string) =>
  inTenant(db, world.merchantId, async (tx) => {
    const of = { terminalId, scheme, at: new Date(`${time}+03:00`) };
    const one = await agreementOn(tx, of);
    expect((await agreementBook(tx)).on(of)).toEqual(one);
    return one.rate?.vatBps;
  });

test('409: VAT is said for days that have begun nowhere, once a day, and never as it already is', async () => {
  expect(reasonOf(await say('2026-11-23', 1_000))).toBe('dayBegun');
  expect(reasonOf(await say('2026-11-25', 1_500))).toBe('same');
  expect((await say('2026-11-25', 1_000)).statusCode).toBe(200);
  expect((await say('2026-11-25', 1_000)).statusCode).toBe(200);
  expect(reasonOf(await say('2026-11-25', 500))).toBe('taken');
  expect((await kept()).map(({ validFrom, vatBps }) => [validFrom, vatBps])).toEqual([
    ['2026-11-25', 1_000],
    ['2000-01-01', 1_500],
  ]);
});

test('a payment before the day keeps the VAT of before, one of the day has the new; a VAT of its own stays', async () => {
  expect(await vatAt('Visa', '2026-11-24T23:59:59')).toBe(1_500);
  expect(await vatAt('Visa', '2026-11-25T00:00:00')).toBe(1_000);
  expect(await vatAt('Mada', '2026-11-24T23:59:59')).toBe(1_500);
  expect(await vatAt('Mada', '2026-11-25T00:00:00')).toBe(1_000);
  expect(await vatAt('MasterCard', '2026-11-24T23:59:59')).toBe(0);
  expect(await vatAt('MasterCard', '2026-11-25T00:00:00')).toBe(0);
  const { rates, vat } = await list();
  expect(rates.map(({ scheme, vatBps, ownVatBps }) => [scheme, vatBps, ownVatBps])).toEqual([
    ['MasterCard', 0, 0],
    ['Visa', 1_500, null],
  ]);
  expect(vat).toEqual([
    { validFrom: '2000-01-01', vatBps: 1_500 },
    { validFrom: '2026-11-25', vatBps: 1_000 },
  ]);
});

test('a corrected rate that holds over the change charges each payment with the VAT of its day', async () => {
  await writeSales(db, world, [
    { amountMinor: 10_000, at: '2026-11-24 23:59', scheme: 'Visa', bankId },
    { amountMinor: 10_000, at: '2026-11-25 00:00', scheme: 'Visa', bankId },
  ]);
  clock.advance(5 * 24 * 60 * 60_000);
  const [second] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO users (merchant_id, role, email, full_name, password_hash)
     VALUES ($1, 'MERCHANT', 'second@mizan.test', 'Khalid Al-Harbi', '') RETURNING id::text`,
    [world.merchantId],
  );
  const right = { ...visa, mdrBps: 200 };
  const body = { ...right, bankId, vatBps: 1_500, validFrom: '2026-01-01', reason: 'As agreed' };
  const fresh = { token: await portal.tokenOf(world.owner.userId) };
  const { id } = (await portal.call(askRestatement, { body }, fresh)).json<{ id: string }>();
  const decided = await portal.call(
    decideRestatement,
    { params: { id }, body: { decision: 'APPROVE' } },
    { token: await portal.tokenOf(second?.id ?? '') },
  );
  expect(decided.statusCode).toBe(200);
  await restate({ db, clock }, { merchantId: world.merchantId, restatementId: id });
  const owed = await platformRows<{ fee: number; vat: number; net: number }>(
    db,
    `SELECT fee_minor AS fee, vat_minor AS vat, net_minor AS net FROM expectations
      WHERE merchant_id = $1 AND scheme = 'Visa' ORDER BY transaction_id`,
    [world.merchantId],
  );
  expect(owed).toEqual(
    [1_500, 1_000].map((vatBps) => {
      const { feeMinor, vatMinor, netMinor } = chargesFor(10_000, { ...right, vatBps });
      return { fee: feeMinor, vat: vatMinor, net: netMinor };
    }),
  );
});

test('what has begun is not taken back; what has not is, stays in the history, and nothing else changes', async () => {
  const later = { token: await portal.tokenOf(admin?.id ?? '') };
  const at = (validFrom: string) => async () =>
    (await portal.call(contract.listVat, {}, later))
      .json<{ rows: contract.VatRow[] }>()
      .rows.find((row) => row.validFrom === validFrom);
  const withdraw = async (row: contract.VatRow | undefined) =>
    portal.call(contract.withdrawVat, { params: { id: row?.id ?? '' } }, later);
  expect(reasonOf(await withdraw(await at('2026-11-25')()))).toBe('dayBegun');
  const body = { validFrom: '2027-07-01', vatBps: 500, note: '' };
  expect((await portal.call(contract.addVat, { body }, later)).statusCode).toBe(200);
  expect(await vatAt('Visa', '2027-07-01T12:00:00')).toBe(500);
  expect((await withdraw(await at('2027-07-01')())).statusCode).toBe(200);
  expect(await vatAt('Visa', '2027-07-01T12:00:00')).toBe(1_000);
  expect(await at('2027-07-01')()).toMatchObject({ withdrawnByName: 'Huda Al-Faisal' });
  const query = { type: 'platformSettings', id: platformSettingsId } as const;
  const { rows } = (await portal.call(listChangesOf, { query }, later)).json<{ rows: AuditRow[] }>();
  expect(rows.map(({ action }) => action)).toEqual([
    'platformSettings.vatWithdrawn',
    'platformSettings.vatAdded',
    'platformSettings.vatAdded',
  ]);
  expect(rows[2]).toMatchObject({ after: { vatBps: 1_000, validFrom: '2026-11-25', note: 'Royal order' } });
});

test("a rate that says the law's VAT of its first day, or none, follows the law; another VAT is its own", async () => {
  const fresh = { token: await portal.tokenOf(world.owner.userId) };
  const add = (scheme: 'Jcb' | 'Maestro' | 'Mada', vatBps: number | null) =>
    portal.call(
      addRate,
      { body: { ...visa, scheme, bankId, vatBps, validFrom: '2027-01-01', note: '' } },
      fresh,
    );
  for (const [scheme, vatBps] of [
    ['Jcb', null],
    ['Maestro', 1_000],
    ['Mada', 1_500],
  ] as const)
    expect((await add(scheme, vatBps)).statusCode).toBe(200);
  const own = new Map(
    (await list()).rates.map(({ scheme, ownVatBps, vatBps }) => [scheme, [ownVatBps, vatBps]]),
  );
  expect([own.get('Jcb'), own.get('Maestro'), own.get('Mada')]).toEqual([
    [null, 1_000],
    [null, 1_000],
    [1_500, 1_500],
  ]);
});
