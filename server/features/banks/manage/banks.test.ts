import * as contract from '@mizan/contract/banks.ts';
import { expect, test } from 'vitest';
import { inTenant, platformRows } from '../../../platform/database/database.ts';
import { expectationDifferences, rollupDifferences } from '../../../testing/agreement.ts';
import { testPortal } from '../../../testing/test-portal.ts';
import { writeSales } from '../../reconciliation/testing/sales.ts';
import { makeMerchant } from '../../transactions/testing/merchant-world.ts';
import { agreementOn } from '../agreement.service.ts';
import { agreementBook } from '../agreement-book.ts';
import { expectStragglers } from './placements.service.ts';

const portal = await testPortal(new Date('2026-11-22T09:00:00Z'));
const { db, clock } = portal;

async function newMerchant() {
  const world = await makeMerchant(db);
  const token = await portal.tokenOf(world.owner.userId);
  const list = async () =>
    contract.listBanks.output.parse((await portal.call(contract.listBanks, {}, { token })).json());
  const add = (more: object = {}) =>
    portal.call(
      contract.addBank,
      {
        body: {
          nameEn: 'Tihama Bank',
          nameAr: 'بنك تهامة',
          code: null,
          iban: null,
          cutoff: '00:00',
          ...more,
        },
      },
      { token },
    );
  const place = (bank: string, terminal: number, more: object = {}) =>
    portal.call(
      contract.placeTerminal,
      {
        params: { id: bank },
        body: { terminalId: world.terminals[terminal]?.id ?? '', scheme: null, validFrom: null, ...more },
      },
      { token },
    );
  return { ...world, token, list, add, place, firstBank: (await list()).banks[0]?.id ?? '' };
}
const told = async (
  answer: Promise<{ statusCode: number; json: () => { details?: { reason?: string } } }>,
) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().details?.reason];
};

test('with a second bank, terminals that nobody placed stay with the first', async () => {
  const shop = await newMerchant();
  const iban = 'sa03 8000 0000 6080 1016 7519';
  const added = await shop.add({ iban });
  expect(added.statusCode).toBe(200);
  const { banks, terminals } = await shop.list();
  expect(banks[1]).toMatchObject({
    nameEn: 'Tihama Bank',
    iban: 'SA0380000000608010167519',
    cutoffs: [{ cutoff: '00:00' }],
  });
  expect(terminals.map(({ places }) => places.map(({ bankId }) => bankId))).toEqual(
    terminals.map(() => [shop.firstBank]),
  );
  expect(await told(shop.add({ iban: null }))).toEqual([409, 'nameTaken']);
  expect(await told(shop.add({ nameEn: 'Third', nameAr: 'ثالث', iban }))).toEqual([409, 'ibanTaken']);
  expect(
    (await shop.add({ nameEn: 'Third', nameAr: 'ثالث', iban: `${iban.slice(0, -1)}8` })).statusCode,
  ).toBe(400);
});

test('a terminal changes its bank from a day on, for one scheme alone, and never in the past', async () => {
  const shop = await newMerchant();
  const second = (await shop.add()).json().id;
  expect((await shop.place(second, 0, { validFrom: '2026-11-25', scheme: 'Visa' })).statusCode).toBe(200);
  expect(await told(shop.place(second, 0, { validFrom: '2026-11-22' }))).toEqual([409, 'dayBegun']);
  expect(await told(shop.place(second, 0))).toEqual([409, 'placedBefore']);
  expect(await told(shop.place(second, 0, { scheme: 'Mada' }))).toEqual([409, 'placedBefore']);
  const on = (scheme: 'Visa' | 'Mada', at: string) =>
    inTenant(db, shop.merchantId, async (tx) => {
      const of = { terminalId: shop.terminals[0]?.id ?? '', scheme, at: new Date(at) };
      return (await agreementOn(tx, of)).bankId;
    });
  expect(await on('Visa', '2026-11-24T20:59:59Z')).toBe(shop.firstBank);
  expect(await on('Visa', '2026-11-24T21:00:00Z')).toBe(second);
  expect(await on('Mada', '2026-11-24T21:00:00Z')).toBe(shop.firstBank);
});

test('payments that nobody owed are owed by the bank of their terminal once it is named, sums included', async () => {
  const shop = await newMerchant();
  await platformRows(
    db,
    `INSERT INTO banks (merchant_id, name_en, name_ar, created_at) VALUES ($1, 'Late', 'متأخر', now())`,
    [shop.merchantId],
  );
  const late = (await shop.list()).banks[1]?.id ?? '';
  await writeSales(db, shop, [
    { amountMinor: 1_000_000, at: '2026-11-20 23:30' },
    { amountMinor: 5_000, type: 'REFUND' },
    { amountMinor: 7_000, terminal: 1 },
    { amountMinor: 7_000, status: 'DECLINED' },
  ]);
  // As the portal writes them while two banks are there and nobody said which.
  for (const table of ['expectations', 'expectation_days'])
    await platformRows(db, `UPDATE ${table} SET bank_id = 0 WHERE merchant_id = $1`, [shop.merchantId]);
  await platformRows(db, 'UPDATE transactions SET bank_id = 0 WHERE merchant_id = $1 AND status = $2', [
    shop.merchantId,
    'APPROVED',
  ]);
  await platformRows(
    db,
    `INSERT INTO discount_rates (merchant_id, bank_id, scheme, mdr_bps, vat_bps, processing_fee_minor, paid_within_days,
       valid_from) VALUES ($1, $2, 'Mada', 100, 1500, 25, 2, '2026-11-21')`,
    [shop.merchantId, late],
  );
  await platformRows(
    db,
    `INSERT INTO bank_cutoffs (merchant_id, bank_id, valid_from, cutoff) VALUES ($1, $2, '2000-01-01', '22:00')`,
    [shop.merchantId, late],
  );
  expect(await expectationDifferences(db)).toEqual([]);
  expect((await shop.list()).terminals.map(({ withoutBank }) => withoutBank)).toEqual([2, 0, 1]);

  expect((await shop.place(late, 0)).json()).toEqual({ expectedNow: 2 });
  expect(await expectationDifferences(db)).toEqual([]);
  expect(await rollupDifferences(db)).toEqual([]);
  const rows = await platformRows(
    db,
    `SELECT bank_id = $2 AS here, gross_minor, fee_minor, vat_minor, net_minor, business_day, due_day
       FROM expectations WHERE merchant_id = $1 ORDER BY transaction_id`,
    [shop.merchantId, late],
  );
  // 23:30 of the 20th is the 21st by a cut-off of 22:00; two working days from Saturday the 21st is Monday.
  expect(rows[0]).toEqual({
    here: true,
    gross_minor: 1_000_000,
    fee_minor: 10_025,
    vat_minor: 1_504,
    net_minor: 988_471,
    business_day: '2026-11-21',
    due_day: '2026-11-23',
  });
  expect(rows[1]).toMatchObject({ here: true, gross_minor: -5_000, fee_minor: 0, net_minor: -5_000 });
  expect(rows[2]).toMatchObject({ here: false, gross_minor: 7_000 });
  const [{ count } = { count: 0 }] = await platformRows<{ count: number }>(
    db,
    `SELECT count(*) FROM journal WHERE merchant_id = $1 AND fact = 'payments.bankNamed'`,
    [shop.merchantId],
  );
  expect(count).toBe(2);
  const again = { merchantId: shop.merchantId, terminalId: shop.terminals[0]?.id ?? '' };
  expect(await expectStragglers({ db, clock }, again)).toBe(0);
});

test('the cut-off of a bank changes from a day on that has not begun', async () => {
  const shop = await newMerchant();
  const set = (validFrom: string) =>
    portal.call(
      contract.setCutoff,
      { params: { id: shop.firstBank }, body: { cutoff: '03:00', validFrom } },
      { token: shop.token },
    );
  expect(await told(set('2026-11-22'))).toEqual([409, 'dayBegun']);
  expect((await set('2027-02-08')).statusCode).toBe(200);
  expect((await shop.list()).banks[0]?.cutoffs.at(-1)).toEqual({ validFrom: '2027-02-08', cutoff: '03:00' });
});

test('a bank is renamed, and keeps its rates; 404 for one of another merchant', async () => {
  const [shop, other] = [await newMerchant(), await newMerchant()];
  const body = { nameEn: 'Al Rajhi Bank', nameAr: 'مصرف الراجحي', code: '80', iban: null };
  const [{ nameEn, nameAr, code, iban } = body] = (await shop.list()).banks;
  const seen = { nameEn, nameAr, code, iban };
  const change = (id: string, more: object = {}) =>
    portal.call(
      contract.changeBank,
      { params: { id }, body: { ...body, ...more, seen } },
      { token: shop.token },
    );
  expect((await change(shop.firstBank)).statusCode).toBe(200);
  expect((await change(shop.firstBank)).statusCode, 'the same again').toBe(200);
  expect((await change(other.firstBank)).statusCode).toBe(404);
  const late = await change(shop.firstBank, { ...seen, iban: 'SA0380000000608010167519' });
  expect([late.statusCode, late.json()], 'from a window that showed the old name').toMatchObject([
    409,
    { details: { reason: 'changedMeanwhile' } },
  ]);
  expect((await shop.list()).banks[0]).toMatchObject(body);
  expect((await shop.place(shop.firstBank, 0, { terminalId: other.terminals[0]?.id })).statusCode).toBe(404);
});

test('the book of agreements answers what is asked of the database for each payment', async () => {
  const shop = await newMerchant();
  const second = (await shop.add({ cutoff: '03:30' })).json().id;
  await shop.place(second, 0, { validFrom: '2026-11-24', scheme: 'Visa' });
  await shop.place(second, 1, { validFrom: '2026-11-26' });
  await platformRows(
    db,
    `INSERT INTO discount_rates (merchant_id, bank_id, scheme, mdr_bps, paid_within_days, paid_within_kind, valid_from)
     VALUES ($1, $2, 'Visa', 190, 5, 'CALENDAR', '2026-11-25'), ($1, $2, 'Visa', 180, 1, 'WORKING', '2026-11-27'),
            ($1, $3, 'Mada', 70, 1, 'WORKING', '2026-11-25')`,
    [shop.merchantId, second, shop.firstBank],
  );
  await inTenant(db, shop.merchantId, async (tx) => {
    const book = await agreementBook(tx);
    const start = Date.parse('2026-11-22T20:15:00Z');
    for (let hours = 0; hours < 150; hours += 3.5) {
      const at = new Date(start + hours * 3_600_000);
      for (const terminal of shop.terminals) {
        for (const scheme of ['Mada', 'Visa', 'Jcb'] as const) {
          const of = { terminalId: terminal.id, scheme, at };
          const { bankId, businessDay, dueDay, rate } = book.on(of);
          const asked = await agreementOn(tx, of);
          expect([of, { bankId, businessDay, dueDay, mdr: rate?.mdrBps }]).toEqual([
            of,
            {
              bankId: asked.bankId,
              businessDay: asked.businessDay,
              dueDay: asked.dueDay,
              mdr: asked.rate?.mdrBps,
            },
          ]);
        }
      }
    }
  });
});
