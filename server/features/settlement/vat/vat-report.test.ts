import { randomUUID } from 'node:crypto';
import { exportJournal } from '@mizan/contract/journal.ts';
import { shareHalfUp } from '@mizan/contract/money.ts';
import {
  addVatInvoice,
  exportVatReport,
  getVatReport,
  undoVatInvoice,
  type VatInvoice,
  type VatReport,
  type VatRow,
} from '@mizan/contract/vat-report.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { platformRows } from '../../../platform/database/database.ts';
import { drawnTexts } from '../../../platform/exports/pdf-trial.ts';
import { firstBankOf } from '../../deposits/testing/deposit-world.ts';
import { anotherMerchant, type BankWorld, bankWorld, sell } from '../../reconciliation/testing/bank-world.ts';

/** Sunday, 22 November 2026, at noon in Riyadh. */
const first = await bankWorld();
const { db } = first.portal;

async function reportOf({ portal, token }: BankWorld, month = '2026-10'): Promise<VatReport> {
  const answer = await portal.call(getVatReport, { query: { month } }, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json<VatReport>();
}

async function rowOf(world: BankWorld, month?: string): Promise<VatRow> {
  const { rows } = await reportOf(world, month);
  expect(rows).toHaveLength(1);
  return rows[0] as VatRow;
}

const bodyOf = (bankId: string, more: object = {}) => ({
  requestId: randomUUID(),
  bankId,
  month: '2026-10',
  kind: 'INVOICE' as const,
  number: 'INV-1',
  issuedOn: '2026-11-03',
  baseMinor: 1_000,
  vatMinor: 150,
  currency: 'SAR' as const,
  ...more,
});
const enter = ({ portal, token }: BankWorld, body: ReturnType<typeof bodyOf>) =>
  portal.call(addVatInvoice, { body }, { token });
async function entered(world: BankWorld, more: object): Promise<VatInvoice> {
  const answer = await enter(world, bodyOf(await firstBankOf(world), more));
  expect([answer.statusCode, answer.statusCode === 201 ? null : answer.json()]).toEqual([201, null]);
  return answer.json<VatInvoice>();
}
const undo = ({ portal, token }: BankWorld, id: string) =>
  portal.call(undoVatInvoice, { params: { id } }, { token });

/** Fees and VAT of the journal of a month, in minor units. */
async function journalOf({ portal, token }: BankWorld, from: string, to: string) {
  const answer = await portal.call(exportJournal, { query: { from, to } }, { token });
  const lines = answer.body.trim().split(/\r?\n/).slice(1);
  const sum = (...accounts: string[]) =>
    lines
      .map((line) => line.split(','))
      .filter((cells) => accounts.includes(cells[4] ?? ''))
      .reduce((total, cells) => total + Math.round(100 * (Number(cells[5]) - Number(cells[6]))), 0);
  return { baseMinor: sum('Card fees', 'Processing fees'), vatMinor: sum('VAT on card fees') };
}

const sale = fc.record({
  amountMinor: fc.integer({ min: 100, max: 900_000 }),
  day: fc.integer({ min: 1, max: 31 }),
  scheme: fc.constantFrom('Mada' as const, 'Visa' as const),
  vatBps: fc.constantFrom(1_500, 1_500, 1_500, 500),
  processingFeeMinor: fc.constantFrom(0, 0, 25),
});

/** The VAT that rounding on the sum of each group comes to, counted from the sales and not by the portal. */
function grouped(
  sold: readonly { feeMinor: number; scheme: string; day: number; vatBps: number }[],
  keyOf: (of: { scheme: string; day: number; vatBps: number }) => string,
): number {
  return [...Map.groupBy(sold, keyOf).values()].reduce(
    (sum, group) =>
      sum +
      shareHalfUp(
        group.reduce((fees, { feeMinor }) => fees + feeMinor, 0),
        group[0]?.vatBps ?? 0,
      ),
    0,
  );
}

const seed = Number(process.env.MIZAN_SEED ?? Date.now() % 2 ** 31);
test(`books at random: fees and VAT are those of the journal, and a cause is named only where it comes to the invoice (seed ${seed})`, async () => {
  const books = fc.sample(fc.array(sale, { minLength: 8, maxLength: 30 }), { seed, numRuns: 4 });
  for (const book of books) {
    const world = await anotherMerchant(first);
    const rateOf = (vatBps: number, processingFeeMinor: number) => ({
      mdrBps: 80,
      vatBps,
      capLimitMinor: 4_000,
      processingFeeMinor,
    });
    const written = await sell(
      world,
      book.map(({ amountMinor, day, scheme, vatBps, processingFeeMinor }) => ({
        amountMinor,
        scheme,
        at: `2026-10-${String(day).padStart(2, '0')} 09:00`,
        rate: rateOf(vatBps, processingFeeMinor),
      })),
    );
    const row = await rowOf(world);
    const { baseMinor, vatMinor } = row;
    expect({ baseMinor, vatMinor }).toEqual(await journalOf(world, '2026-10-01', '2026-10-31'));
    expect(row).toMatchObject({ unwhole: [], invoiced: null, difference: null, ways: [] });
    const fees = book.map((each, at) => ({ ...each, feeMinor: written[at]?.feeMinor ?? 0 }));
    const by = {
      SETTLEMENT: grouped(fees, ({ day, scheme, vatBps }) => `${day} ${scheme} ${vatBps}`),
      DAY: grouped(fees, ({ day, vatBps }) => `${day} ${vatBps}`),
      MONTH: grouped(fees, ({ vatBps }) => String(vatBps)),
    };
    const tried = new Set([...Object.values(by), vatMinor, vatMinor - 1, vatMinor + 1, vatMinor + 5_000]);
    for (const invoicedMinor of tried) {
      const { id } = await entered(world, { baseMinor, vatMinor: invoicedMinor });
      const held = await rowOf(world);
      const off = invoicedMinor - vatMinor;
      expect(held.difference).toEqual({ baseMinor: 0, vatMinor: off });
      const right = Object.entries(by).filter(([, vat]) => off !== 0 && vat === invoicedMinor);
      expect(held.ways).toEqual(right.map(([way]) => way));
      await undo(world, id);
    }
    // Another base explains nothing, whatever the VAT comes to.
    await entered(world, { baseMinor: baseMinor + 1, vatMinor: by.MONTH });
    expect((await rowOf(world)).ways).toEqual([]);
  }
});

test('invoices less credit notes are what was invoiced; one taken back counts no more and stays with who did it', async () => {
  const world = await anotherMerchant(first);
  await sell(world, [{ amountMinor: 100_000, at: '2026-10-15 09:00' }]);
  await entered(world, { number: 'A', baseMinor: 600, vatMinor: 90 });
  const b = await entered(world, { number: 'B', baseMinor: 400, vatMinor: 60 });
  await entered(world, { number: 'C', kind: 'CREDIT_NOTE', baseMinor: 200, vatMinor: 30 });
  expect((await rowOf(world)).invoiced).toEqual({ baseMinor: 800, vatMinor: 120 });
  expect(await rowOf(world)).toMatchObject({
    baseMinor: 800,
    vatMinor: 120,
    difference: { baseMinor: 0, vatMinor: 0 },
    ways: [],
  });
  for (const _ of [1, 2]) expect((await undo(world, b.id)).statusCode).toBe(200);
  const { rows, invoices } = await reportOf(world);
  expect(rows[0]?.difference).toEqual({ baseMinor: -400, vatMinor: -60 });
  expect(invoices.map(({ number, undoneByName }) => [number, undoneByName !== null])).toEqual([
    ['A', false],
    ['B', true],
    ['C', false],
  ]);
  expect((await reportOf(world, '2026-11')).invoices).toEqual([]);
});

test('409: a number that counts already, however it is written; taken back it may be entered again', async () => {
  const world = await anotherMerchant(first);
  const one = await entered(world, { number: 'Inv 7' });
  const again = await enter(world, bodyOf(await firstBankOf(world), { number: 'INV7', month: '2026-11' }));
  expect([again.statusCode, again.json()]).toMatchObject([
    409,
    { details: { reason: 'number', month: '2026-10' } },
  ]);
  await undo(world, one.id);
  await entered(world, { number: 'INV7' });
  const future = await enter(
    world,
    bodyOf(await firstBankOf(world), { number: 'X', issuedOn: '2026-11-23' }),
  );
  expect(future.json()).toMatchObject({ details: { reason: 'future' } });
});

test('two who enter the same number at once enter one; the same attempt again is answered with the first', async () => {
  const world = await anotherMerchant(first);
  const bankId = await firstBankOf(world);
  const codes = await Promise.all(
    Array.from({ length: 6 }, async () => (await enter(world, bodyOf(bankId))).statusCode),
  );
  expect(codes.toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
  const body = bodyOf(bankId, { number: 'TWICE' });
  const [one, two] = await Promise.all([enter(world, body), enter(world, body)]);
  expect(one.json<VatInvoice>().id).toBe(two.json<VatInvoice>().id);
  expect((await reportOf(world)).invoices).toHaveLength(2);
});

test("404: another merchant's bank and invoice; its report has none of them", async () => {
  const [mine, theirs] = [await anotherMerchant(first), await anotherMerchant(first)];
  const invoice = await entered(theirs, {});
  expect((await undo(mine, invoice.id)).statusCode).toBe(404);
  expect((await enter(mine, bodyOf(await firstBankOf(theirs)))).statusCode).toBe(404);
  expect(await reportOf(mine)).toMatchObject({ rows: [], invoices: [] });
  // The same number is theirs and may be mine.
  await entered(mine, {});
});

test('a month with sales without a rate, of an unknown bank, or with days to come is not whole, and no cause is named', async () => {
  const world = await anotherMerchant(first);
  const { merchantId } = world.merchant;
  // Each 0.80 and 0.13 of fee: VAT by the month is another than by the transaction.
  const sales = Array.from({ length: 9 }, () => ({ amountMinor: 1_700, at: '2026-10-15 09:00' }));
  await sell(world, [...sales, { amountMinor: 20_000, at: '2026-10-16 09:00', scheme: 'Visa' }]);
  const rated = await rowOf(world);
  const month = shareHalfUp(rated.baseMinor, 1_500);
  expect(month).not.toBe(rated.vatMinor);
  await entered(world, { baseMinor: rated.baseMinor, vatMinor: month });
  expect((await rowOf(world)).ways).toContain('MONTH');
  await platformRows(
    db,
    `UPDATE expectation_days SET fee_minor = 0, vat_minor = 0, net_minor = 0, unjudged_count = count,
            unjudged_minor = gross_minor WHERE merchant_id = $1 AND scheme = 'Visa'`,
    [merchantId],
  );
  expect(await rowOf(world)).toMatchObject({ unwhole: ['UNJUDGED'], unjudgedMinor: 20_000, ways: [] });
  await platformRows(
    db,
    `UPDATE expectation_days SET bank_id = 0 WHERE merchant_id = $1 AND scheme = 'Visa'`,
    [merchantId],
  );
  const { rows } = await reportOf(world);
  expect(rows.map(({ bankId, unwhole }) => [bankId === 'unknown', unwhole])).toEqual([
    [false, ['UNKNOWN_BANK']],
    [true, ['UNJUDGED', 'UNKNOWN_BANK']],
  ]);
  const present = await anotherMerchant(first);
  await sell(present, [
    { amountMinor: 10_000, at: '2026-11-15 09:00' },
    { amountMinor: 10_000, at: '2026-11-22 09:00' },
  ]);
  expect(await reportOf(present, '2026-11')).toMatchObject({
    days: { from: '2026-11-01', to: '2026-11-21' },
    rows: [{ baseMinor: 80, vatMinor: 12, unwhole: ['NOT_OVER'] }],
  });
  expect(await reportOf(present, '2026-12')).toMatchObject({ days: null, rows: [] });
});

test('the file says the same in both languages, and a number that a spreadsheet would run is a text', async () => {
  const world = await anotherMerchant(first);
  await sell(world, [{ amountMinor: 100_000, at: '2026-10-15 09:00' }]);
  await entered(world, { number: '=1+1', baseMinor: 800, vatMinor: 121 });
  const file = async (query: object) => {
    const answer = await world.portal.call(
      exportVatReport,
      { query: { month: '2026-10', format: 'csv', ...query } as never },
      { token: world.token },
    );
    expect(answer.statusCode).toBe(200);
    return answer;
  };
  const [, counted, invoice, off, said] = (await file({})).body.trim().split(/\r?\n/);
  expect(counted).toContain(',By the agreed rates,,,8.00,1.20,9.20,SAR,');
  expect(invoice).toContain(",VAT invoice,'=1+1,2026-11-03,8.00,1.21,9.21,SAR,");
  expect(off).toContain(',Difference,,,0.00,0.01,0.01,SAR,Not explained.');
  expect(said).toContain('Gregorian');
  expect((await file({ lang: 'ar' })).body).toContain(',الفرق,,,0.00,0.01,0.01,SAR,الفرق غير مفسَّر.');
  const drawn = async (lang: 'en' | 'ar'): Promise<string> =>
    drawnTexts((await file({ format: 'pdf', lang })).rawPayload)
      .flat()
      .map(({ text }) => text.replaceAll('|', ''))
      .join(' ');
  expect(await drawn('en')).toContain('Month: October 2026');
  // The month is said in the digits of the reader, as every other day of the paper is.
  const arabic = await drawn('ar');
  expect([arabic.includes('٢٠٢٦'), arabic.includes('2026')]).toEqual([true, false]);
  expect((await file({ format: 'xlsx' })).rawPayload.subarray(0, 2).toString()).toBe('PK');
});
