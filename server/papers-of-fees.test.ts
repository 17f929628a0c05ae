import { randomUUID } from 'node:crypto';
import { packFeeClaim } from '@mizan/contract/fee-claims.ts';
import { addRent, getRentAudit, makeRentClaim } from '@mizan/contract/rents.ts';
import { addVatInvoice, exportVatReport } from '@mizan/contract/vat-report.ts';
import { expect, test } from 'vitest';
import { typedLines } from './features/exceptions/testing/chargeback-world.ts';
import { bankIdOf, rentOf } from './features/fee-audit/testing/planted-fees.ts';
import { writePlantedMonth } from './features/proof/testing/planted-month.ts';
import {
  type BankWorld,
  bankWorld,
  csvLineOf,
  reconcile,
  type Sold,
  sell,
} from './features/reconciliation/testing/bank-world.ts';
import { tenantRows } from './platform/database/database.ts';
import { inHalalas, sheetOf } from './platform/exports/sheet-trial.ts';
import { type Language, wordsFor } from './platform/words.ts';

/**
 * What a merchant hands to its bank and its accountant about fees, as another program opens it: the workbooks of a claim of rents
 * and of the monthly report of VAT, held against the tables of payments, bank lines and invoices, to the halala.
 */
const rented = await bankWorld();
const world = await writePlantedMonth(await bankWorld());
const languages: readonly Language[] = ['en', 'ar'];

const ofMerchant = <Row extends object>({ portal, merchant }: BankWorld, sql: string): Promise<Row[]> =>
  tenantRows<Row>(portal.db, merchant.merchantId, sql);

/** Rents of three terminals, as agreed, twice, and 9.87 too much; a monthly fee of the second, 0.01 too much. */
async function withRents() {
  const bankId = await bankIdOf(rented);
  const [one, two, three] = (await sell(
    rented,
    [0, 1, 2].map((terminal) => ({ amountMinor: 10_000, at: `2026-11-16 1${terminal}:00`, terminal })),
  )) as [Sold, Sold, Sold];
  // 100.05 and 25.55 are 115.06 and 29.38 with 15% of VAT, rounded half up.
  for (const [kind, amountMinor] of [
    ['rent', 10_005],
    ['bankFee', 2_555],
  ] as const) {
    const body = { bankId, kind, amountMinor, vatBps: 1_500, validFrom: '2026-11' };
    expect((await rented.portal.call(addRent, { body }, rented)).statusCode).toBe(200);
  }
  const rent = 'Terminal rent 11/2026';
  const lines: [string, string][] = [
    ...[one, two, three].map((sale): [string, string] => [csvLineOf(sale), 'Purchase']),
    [rentOf(one, 11_506), rent],
    [rentOf(two, 11_506), rent],
    [rentOf(two, 11_506), rent],
    [rentOf(three, 12_493), rent],
    [rentOf(two, 2_939), 'Monthly fee'],
  ];
  await reconcile(rented, typedLines(lines), 'rents.csv');
  return { bankId, one, two, three };
}

interface Charge {
  tid: string;
  kind: 'rent' | 'bankFee';
  lines: number;
  agreed: number;
  charged: number;
}

test.each(languages)(
  'the workbook of a claim of rents (%s): each row is that of the lines of the bank, and it comes to the claim',
  async (lang) => {
    const { claimId, claimedMinor, tids } = await claimOfRents();
    // What the bank's lines took of each terminal, and what was agreed with VAT, where it took more.
    const charges = await ofMerchant<Charge>(
      rented,
      `SELECT n.tid, n.outcome AS kind, count(*) AS lines, -sum(n.difference_minor)::bigint AS charged,
              floor((r.amount_minor * (10000 + coalesce(r.vat_bps, 1500)) + 5000) / 10000)::bigint AS agreed
         FROM bank_entries n JOIN bank_rents r ON r.merchant_id = n.merchant_id AND r.kind = n.outcome
        WHERE n.merchant_id = tenant_id() AND n.outcome IN ('rent', 'bankFee')
        GROUP BY n.tid, n.outcome, r.amount_minor, r.vat_bps
       HAVING -sum(n.difference_minor) > floor((r.amount_minor * (10000 + coalesce(r.vat_bps, 1500)) + 5000) / 10000)`,
    );
    expect(charges.map(({ charged, agreed }) => charged - agreed).toSorted((a, b) => a - b)).toEqual([
      1, 987, 11_506,
    ]);
    const query = { format: 'xlsx', lang } as const;
    const answer = await rented.portal.call(packFeeClaim, { params: { id: claimId }, query }, rented);
    expect(answer.statusCode).toBe(200);
    const [head = [], ...rows] = sheetOf(answer.rawPayload);
    const { text } = wordsFor(lang);
    const names = ['month', 'terminal', 'kind', 'lines', 'places', 'agreed', 'charged', 'over'];
    const told = rows.map((cells) =>
      names.map((name) => cells[head.indexOf(text(`exports:rentClaim.${name}`))]),
    );
    const places: Readonly<Record<string, string>> = {
      [`rent ${tids[1]}`]: 'rents.csv: 6 7',
      [`rent ${tids[2]}`]: 'rents.csv: 8',
      [`bankFee ${tids[1]}`]: 'rents.csv: 9',
    };
    const expected = charges.map(({ tid, kind, lines, agreed, charged }) => [
      '2026-11',
      tid,
      text(`fees:rent.kind.${kind}`),
      String(lines),
      places[`${kind} ${tid}`],
      ...[agreed, charged, charged - agreed].map((minor) => minor / 100),
    ]);
    const ordered = (of: unknown[][]) => of.map((row) => JSON.stringify(row)).toSorted();
    expect(ordered(told)).toEqual(ordered(expected));
    const sum = (at: number): number => told.reduce((total, row) => total + (inHalalas(row[at]) ?? 0), 0);
    expect([sum(7), sum(6) - sum(5)]).toEqual([claimedMinor, claimedMinor]);
  },
);

let claimed: Promise<{ claimId: string; claimedMinor: number; tids: string[] }> | undefined;
function claimOfRents() {
  claimed ??= (async () => {
    const { bankId, one, two, three } = await withRents();
    const days = { from: '2026-11-10', to: '2026-11-21' };
    const audit = getRentAudit.output.parse(
      (await rented.portal.call(getRentAudit, { query: days }, rented)).json(),
    );
    const rows = audit.rows.filter(({ isClaimable }) => isClaimable);
    const claimedMinor = rows.reduce((total, { differenceMinor }) => total + differenceMinor, 0);
    const body = { requestId: randomUUID(), ...days, bankId, count: rows.length, claimedMinor };
    const answer = await rented.portal.call(makeRentClaim, { body }, rented);
    expect(answer.statusCode).toBe(201);
    return {
      claimId: answer.json<{ id: string }>().id,
      claimedMinor,
      tids: [one, two, three].map(({ tid }) => tid),
    };
  })();
  return claimed;
}

interface Counted {
  id: string;
  nameEn: string;
  nameAr: string;
  base: number;
  vat: number;
}

test('the workbook of the report of VAT: fees are those of the payments, and the difference is that to the invoices, in both languages', async () => {
  const banks = await ofMerchant<Counted>(
    world,
    `SELECT b.id::text, b.name_en AS "nameEn", b.name_ar AS "nameAr", sum(t.fee_minor)::bigint AS base, sum(t.vat_minor)::bigint AS vat
       FROM transactions t JOIN expectations e ON e.merchant_id = t.merchant_id AND e.transaction_id = t.id
       JOIN banks b ON b.merchant_id = t.merchant_id AND b.id = t.bank_id
      WHERE t.merchant_id = tenant_id() AND t.status = 'APPROVED' AND e.net_minor IS NOT NULL
        AND t.business_day BETWEEN '2026-11-01' AND '2026-11-30'
      GROUP BY b.id, b.name_en, b.name_ar ORDER BY b.id`,
  );
  expect(banks).toHaveLength(2);
  const [najd, tihama] = banks as [Counted, Counted];
  // Of the first bank an invoice and a credit note, together 1.00 of fees and 0.13 of VAT below what is counted; of the second none.
  const said = [
    { kind: 'INVOICE', number: 'INV-11', baseMinor: najd.base + 100, vatMinor: najd.vat + 7 },
    { kind: 'CREDIT_NOTE', number: 'CN-11', baseMinor: 200, vatMinor: 20 },
  ] as const;
  for (const one of said) {
    const body = {
      requestId: randomUUID(),
      bankId: najd.id,
      month: '2026-11',
      issuedOn: '2026-12-01',
      ...one,
    };
    const answer = await world.portal.call(addVatInvoice, { body: { ...body, currency: 'SAR' } }, world);
    expect([answer.statusCode, answer.body]).toEqual([201, expect.anything()]);
  }
  for (const lang of languages) {
    const query = { month: '2026-11', format: 'xlsx', lang } as const;
    const answer = await world.portal.call(exportVatReport, { query }, world);
    expect(answer.statusCode).toBe(200);
    const { text } = wordsFor(lang);
    const [head = [], ...rows] = sheetOf(answer.rawPayload);
    const place = (name: string): number => head.indexOf(text(`exports:vat.column.${name}`));
    const told = rows
      .filter((cells) => cells[place('what')] !== null)
      .map((cells) => [
        ...['bank', 'what', 'number'].map((name) => cells[place(name)]),
        ...['base', 'vat', 'total'].map((name) => inHalalas(cells[place(name)])),
      ]);
    const name = (of: Counted): string => ({ en: of.nameEn, ar: of.nameAr })[lang];
    const line = (of: Counted, what: string, number: string | null, ...[base, vat]: (number | null)[]) => [
      name(of),
      text(`exports:vat.${what}`),
      number,
      base,
      vat,
      base === null ? null : (base ?? 0) + (vat ?? 0),
    ];
    expect(told).toEqual([
      line(najd, 'counted', null, najd.base, najd.vat),
      line(najd, 'invoice', 'INV-11', najd.base + 100, najd.vat + 7),
      line(najd, 'creditNote', 'CN-11', -200, -20),
      line(najd, 'difference', null, -100, -13),
      line(tihama, 'counted', null, tihama.base, tihama.vat),
      line(tihama, 'difference', null, null, null),
    ]);
  }
});
