import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { inPlatform, inTenant, platformRows } from '../../platform/database/database.ts';
import { expectationDifferences } from '../../testing/agreement.ts';
import { resultOf } from '../../testing/hand-terminal.ts';
import { openWorld } from '../../testing/stand.ts';
import { openTill } from '../../testing/till.ts';
import { addFurtherBank, banksOf, placeTerminal } from '../banks/banks.service.ts';
import { addRate } from '../discounts/discounts.service.ts';
import { startPayment } from './payments.service.ts';

/** Which bank owes an approved payment, of which day, by when and less which fee, as the terminal's answer decides it. */
const world = await openWorld();
const { db, clock } = world;
const second = { nameEn: 'Tihama Bank', nameAr: 'بنك تهامة', code: null, iban: null };

/** Visa goes to a second bank, which closes its day at 22:00; from the 25th on mada does, too. */
async function openShopOfTwoBanks() {
  const till = await openTill(world, await world.stand());
  const { merchantId } = till.shop;
  const { id: terminalId } = till.place;
  const [first, other] = await inTenant(db, merchantId, async (tx) => {
    const [only] = await banksOf(tx);
    return [
      only?.id ?? '',
      await addFurtherBank(tx, merchantId, { ...second, cutoff: '22:00', at: clock.now() }),
    ] as const;
  });
  await inPlatform(db, async (tx) => {
    const place = { terminalId, bankId: other };
    await placeTerminal(tx, merchantId, { ...place, scheme: 'Visa' });
    await placeTerminal(tx, merchantId, { ...place, scheme: 'Mada', validFrom: '2026-11-25' });
    const rate = { bankId: other, vatBps: 1500, capLimitMinor: null, validFrom: '2020-01-01' } as const;
    const paidWithin = { days: 2, kind: 'CALENDAR' } as const;
    await addRate(tx, merchantId, {
      ...rate,
      scheme: 'Visa',
      mdrBps: 200,
      processingFeeMinor: 30,
      paidWithin,
    });
    await addRate(tx, merchantId, { ...rate, scheme: 'Mada', mdrBps: 70, processingFeeMinor: 0, paidWithin });
  });
  /** Starts at one moment of Riyadh and is approved at another. */
  const paid = async (scheme: 'Mada' | 'Visa', from: string, to = from) => {
    const paymentId = randomUUID();
    clock.set(new Date(`${from}:00+03:00`));
    await startPayment({ db, clock }, till.shop.owner, { paymentId, terminalId, amountMinor: 10_000 });
    await till.terminal.next('pay.start');
    clock.set(new Date(`${to}:00+03:00`));
    till.terminal.send({ type: 'pay.result', body: { ...resultOf(paymentId, 10_000), scheme, rrn: null } });
    await till.terminal.next('result.ack');
    const [row] = await platformRows<object>(
      db,
      `SELECT t.bank_id::text AS bank, e.bank_id::text AS "owedBy", e.business_day::text AS day, e.due_day::text AS due,
              t.fee_minor AS fee, t.vat_minor AS vat
         FROM transactions t JOIN expectations e ON e.merchant_id = t.merchant_id AND e.transaction_id = t.id
        WHERE t.uuid = $1`,
      [paymentId],
    );
    return row;
  };
  return { first, other, paid };
}

test('the bank of its scheme at the moment it was made, with that bank’s day, due day and rate', async () => {
  const { first, other, paid } = await openShopOfTwoBanks();
  const ofFirst = { bank: first, owedBy: first, fee: 80, vat: 12 };
  const visa = { bank: other, owedBy: other, fee: 230, vat: 35 };
  // Monday; 0.80 % at the first bank and 2.00 % with 0.30 at the second.
  expect(await paid('Mada', '2026-11-23T21:30')).toEqual({
    ...ofFirst,
    day: '2026-11-23',
    due: '2026-11-24',
  });
  expect(await paid('Visa', '2026-11-23T21:30')).toEqual({ ...visa, day: '2026-11-23', due: '2026-11-25' });
  // The second bank's day has ended at 22:00, the first one's has not.
  expect(await paid('Mada', '2026-11-23T22:30')).toEqual({
    ...ofFirst,
    day: '2026-11-23',
    due: '2026-11-24',
  });
  expect(await paid('Visa', '2026-11-23T22:30')).toEqual({ ...visa, day: '2026-11-24', due: '2026-11-26' });
  // Made before the change and approved after it: it stays with the bank of the moment it was made.
  expect(await paid('Mada', '2026-11-24T23:59', '2026-11-25T00:01')).toEqual({
    ...ofFirst,
    day: '2026-11-24',
    due: '2026-11-25',
  });
  expect(await paid('Mada', '2026-11-25T00:02')).toEqual({
    bank: other,
    owedBy: other,
    day: '2026-11-25',
    // The 27th is a Friday.
    due: '2026-11-29',
    fee: 70,
    vat: 11,
  });
  expect(await expectationDifferences(db)).toEqual([]);
});
