/**
 * A month as an accountant writes it on paper first: two banks, the end of a year, a cap, cash back, a refund, a rate that changed,
 * a chargeback won and one lost, rent, money held back, a deposit for two months and two for one day. Every figure below was
 * reckoned by hand, and none of them by the portal's code; each screen and file has to say it to the halala.
 */
import { randomUUID } from 'node:crypto';
import { read, utils } from '@e965/xlsx';
import { changeChargeback } from '@mizan/contract/chargebacks.ts';
import { previewFeeClaim } from '@mizan/contract/fee-claims.ts';
import { exportJournal } from '@mizan/contract/journal.ts';
import { journalRoles, proposedAccounts, setJournalAccounts } from '@mizan/contract/journal-accounts.ts';
import { previewMissingClaim } from '@mizan/contract/missing-claims.ts';
import type { Rate } from '@mizan/contract/money.ts';
import {
  downloadSettlementStatement,
  makeSettlementStatement,
  type SettlementStatementRow,
} from '@mizan/contract/settlement-statements.ts';
import { addVatInvoice } from '@mizan/contract/vat-report.ts';
import { expect, test } from 'vitest';
import { inPlatform } from '../../platform/database/database.ts';
import { drawnTexts } from '../../platform/exports/pdf-trial.ts';
import { addBank } from '../banks/banks.service.ts';
import { testBank } from '../banks/testing/test-bank.ts';
import { depositOf, entered, firstBankOf } from '../deposits/testing/deposit-world.ts';
import { exceptionsOf } from '../exceptions/testing/exception-world.ts';
import { auditOf } from '../fee-audit/testing/figures-open.ts';
import { plantRate } from '../fee-audit/testing/planted-fees.ts';
import { Month, type Row, row, takenBack } from '../proof/testing/month-files.ts';
import { journalRows, tableOf, vatOf } from '../proof/testing/one-book.ts';
import { causesOf, expectToClose } from '../proof/testing/proof-world.ts';
import { bankWorld, type Sold } from '../reconciliation/testing/bank-world.ts';
import { programTemplates } from './testing/program-templates.ts';

const december = { from: '2026-12-01', to: '2026-12-31' };
const visaUntil: Rate = { mdrBps: 220, vatBps: 1_500, capLimitMinor: null, processingFeeMinor: 25 };
const visaSince: Rate = { ...visaUntil, mdrBps: 200 };

const world = await bankWorld();
const { portal, merchant } = world;
portal.clock.set(new Date('2027-01-05T09:00:00Z'));
world.token = await portal.tokenOf(merchant.owner.userId);
const najd = await firstBankOf(world);
const tihama = await inPlatform(portal.db, (tx) =>
  addBank(tx, merchant.merchantId, { ...testBank, nameEn: 'Tihama Bank', nameAr: 'بنك تهامة' }),
);
await plantRate(world, tihama, 'Visa', visaUntil, '2026-10-01');
await plantRate(world, tihama, 'Visa', visaSince, '2026-12-28');

const month = new Month(world, { najd, tihama });
const without = (tid: string, day: string, type: string, amount: string): Row => [
  `${tid},,,${day} 21:00:00,,${amount},0.00,0.00,${amount}`,
  type,
  'MADA',
];
const arrived = (bankId: string, valueDate: string, shares: [day: string, amountMinor: number][]) =>
  entered(
    world,
    depositOf(bankId, {
      valueDate,
      amountMinor: shares.reduce((sum, [, amountMinor]) => sum + amountMinor, 0),
      shares: shares.map(([day, amountMinor]) => ({
        day,
        scheme: bankId === najd ? 'Mada' : 'Visa',
        amountMinor,
      })),
      isOverpaid: true,
    }),
  );
async function ended(outcome: string, file: string, stage: 'WON' | 'LOST'): Promise<void> {
  const [found] = await exceptionsOf(world, { bankFileId: file, outcome });
  const body = { stage, answeredOn: '2027-01-04', deadlineDay: null, note: '' };
  const answer = await portal.call(
    changeChargeback,
    { params: { id: found?.id ?? '' }, body },
    { token: world.token },
  );
  expect(answer.statusCode).toBe(200);
}

/** Najd Bank, mada: 27, 28 and 31 December, and two minutes into the new year. */
async function najdsMonth(): Promise<void> {
  const first = (await month.sell('2026-12-27', [
    { time: '09:00', amountMinor: 100_000 },
    { time: '10:00', amountMinor: 600_000 },
    // Of 150.00, 50.00 were paid out in cash: the fee is of 100.00.
    { time: '11:00', amountMinor: 15_000, cashMinor: 5_000 },
    { time: '12:00', amountMinor: 20_000, type: 'REFUND' },
  ])) as [Sold, Sold, Sold, Sold];
  const rent = without(first[0].tid, '2026-12-27', 'Terminal rent 12/2026', '-115.00');
  await month.bring('najd', 'najd-27.csv', [...first.map((sale) => row(sale)), rent], '2026-12-28');
  const [won, small] = (await month.sell('2026-12-28', [
    { time: '09:00', amountMinor: 8_750 },
    { time: '10:00', amountMinor: 33_333 },
  ])) as [Sold, Sold];
  const held = without(won.tid, '2026-12-28', 'Adjustment', '-30.00');
  const second = await month.bring(
    'najd',
    'najd-28.csv',
    [row(won), row(small), takenBack(won), held],
    '2026-12-29',
  );
  const last = await month.sell('2026-12-31', [
    { time: '09:00', amountMinor: 250_000 },
    { time: '23:58', amountMinor: 4_500 },
  ]);
  const next = await month.sell('2027-01-01', [{ time: '00:02', amountMinor: 6_000 }]);
  const back = row(won, { feeMinor: 0, vatMinor: 0 }, 'Chargeback Reversal');
  await month.bring(
    'najd',
    'najd-31.csv',
    [...[...last, ...next].map((sale) => row(sale)), back],
    '2027-01-03',
  );
  await ended('chargeback', second, 'WON');
  // Two deposits for one day, one for a day that is short, one for two days of two years.
  await arrived(najd, '2026-12-28', [['2026-12-27', 500_000]]);
  await arrived(najd, '2026-12-29', [['2026-12-27', 177_888]]);
  await arrived(najd, '2026-12-30', [['2026-12-28', 29_945]]);
  await arrived(najd, '2027-01-03', [
    ['2026-12-31', 260_909],
    ['2027-01-01', 5_945],
  ]);
}

/** Tihama Bank, Visa: the rate changed on the 28th, and the bank kept the old one; 99.99 never came. */
async function tihamasMonth(): Promise<void> {
  const visa = { scheme: 'Visa' as const, terminal: 2 };
  const sellVisa = (day: string, rate: Rate, ...amounts: number[]) =>
    month.sell(
      day,
      amounts.map((amountMinor, at) => ({ ...visa, rate, amountMinor, time: `1${at}:00` })),
      'tihama',
    ) as Promise<[Sold, Sold, Sold]>;
  const [first] = await sellVisa('2026-12-27', visaUntil, 100_000);
  await month.bring('tihama', 'tihama-27.csv', [row(first)]);
  const [dear, , last] = await sellVisa('2026-12-28', visaSince, 50_000, 9_999, 1_000);
  // 2.20% of 500.00 and 0.25, and VAT of 1.6875.
  await month.bring('tihama', 'tihama-28.csv', [row(dear, { feeMinor: 1_125, vatMinor: 169 }), row(last)]);
  const [cut] = await sellVisa('2026-12-31', visaSince, 78_000);
  const file = await month.bring('tihama', 'tihama-31.csv', [row(cut, { vatMinor: 237 }), takenBack(dear)]);
  await ended('chargeback', file, 'LOST');
  await arrived(tihama, '2026-12-28', [['2026-12-27', 97_441]]);
  await arrived(tihama, '2026-12-29', [['2026-12-28', 48_706 + 948]]);
  await arrived(tihama, '2027-01-03', [['2026-12-31', 26_178]]);
}

await najdsMonth();
await tihamasMonth();
// What was decided on the 5th stands in the journal once that day is over.
portal.clock.set(new Date('2027-01-07T09:00:00Z'));
world.token = await portal.tokenOf(merchant.owner.userId);

test('the settlements of the month, each from gross to net, with what arrived of it and when', async () => {
  const { rows, totals, explained } = await tableOf(world, '2026-12');
  const said = rows.map((each) => [
    each.bankId === najd ? 'Najd' : 'Tihama',
    each.day,
    each.dueDay,
    [each.grossMinor, each.refundsMinor, each.mdrMinor, each.processingMinor, each.vatMinor, each.netMinor],
    [each.arrivedMinor, each.differenceMinor],
    each.state,
    each.valueDates.join(' '),
  ]);
  expect(said.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))).toEqual([
    [
      'Najd',
      '2026-12-27',
      '2026-12-28',
      [715_000, -20_000, -4_880, 0, -732, 689_388],
      [677_888, -11_500],
      'SHORT',
      '2026-12-28 2026-12-29',
    ],
    [
      'Najd',
      '2026-12-28',
      '2026-12-29',
      [42_083, 0, -337, 0, -51, 41_695],
      [29_945, -11_750],
      'SHORT',
      '2026-12-30',
    ],
    [
      'Najd',
      '2026-12-31',
      '2027-01-03',
      [254_500, 0, -2_036, 0, -305, 252_159],
      [260_909, 8_750],
      'OVER',
      '2027-01-03',
    ],
    [
      'Tihama',
      '2026-12-27',
      '2026-12-28',
      [100_000, 0, -2_200, -25, -334, 97_441],
      [97_441, 0],
      'PAID',
      '2026-12-28',
    ],
    [
      'Tihama',
      '2026-12-28',
      '2026-12-29',
      [60_999, 0, -1_220, -75, -195, 59_509],
      [49_654, -9_855],
      'SHORT',
      '2026-12-29',
    ],
    [
      'Tihama',
      '2026-12-31',
      '2027-01-03',
      [78_000, 0, -1_560, -25, -238, 76_177],
      [26_178, -49_999],
      'SHORT',
      '2027-01-03',
    ],
  ]);
  expect(totals).toMatchObject([
    {
      grossMinor: 1_250_582,
      refundsMinor: -20_000,
      mdrMinor: -7_253 - 4_980,
      processingMinor: -125,
      vatMinor: -1_088 - 767,
      netMinor: 1_216_369,
      arrivedMinor: 1_142_015,
      differenceMinor: -74_354,
    },
  ]);
  expect(explained).toMatchObject([{ bankId: najd, day: '2026-12-27', kind: 'CHARGES' }]);
  const [newYear, ...others] = (await tableOf(world, '2027-01')).rows;
  expect(others).toEqual([]);
  expect(newYear).toMatchObject({ day: '2027-01-01', netMinor: 5_945, arrivedMinor: 5_945, state: 'PAID' });
});

test('the VAT report of the month, and the invoice of a bank that rounds once', async () => {
  const body = {
    requestId: randomUUID(),
    bankId: tihama,
    month: '2026-12',
    kind: 'INVOICE' as const,
    number: 'TB-2026-12',
    issuedOn: '2027-01-04',
    baseMinor: 5_105,
    vatMinor: 766,
  };
  expect((await portal.call(addVatInvoice, { body }, { token: world.token })).statusCode).toBe(201);
  expect((await vatOf(world, '2026-12')).rows).toMatchObject([
    { bankId: najd, mdrMinor: 7_253, processingMinor: 0, baseMinor: 7_253, vatMinor: 1_088, invoiced: null },
    {
      bankId: tihama,
      mdrMinor: 4_980,
      processingMinor: 125,
      baseMinor: 5_105,
      vatMinor: 767,
      invoiced: { baseMinor: 5_105, vatMinor: 766 },
      difference: { baseMinor: 0, vatMinor: -1 },
      ways: ['SETTLEMENT', 'DAY', 'MONTH'],
      unwhole: [],
    },
  ]);
});

/** What accounts have come to, from the first of December to a day, in halalas. */
async function balances(to: string): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { bank, account, amountMinor } of await journalRows(world, { from: december.from, to })) {
    const name = account === 'Receivable from the bank' ? `${account}: ${bank}` : account;
    sums[name] = (sums[name] ?? 0) + amountMinor;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, minor]) => minor !== 0));
}

test('the books at the end of the year, and when all of it came', async () => {
  expect(await balances('2026-12-31')).toEqual({
    'Card sales': -1_250_582,
    'Card refunds': 20_000,
    'Card fees': 12_233,
    'Processing fees': 125,
    'VAT on card fees': 1_855,
    'Other charges of the bank': 11_500,
    'To be clarified with the bank': 3_000,
    'Bank account': 500_000 + 177_888 + 29_945 + 97_441 + 49_654,
    'Receivable from the bank: Najd Bank': 260_909,
    'Receivable from the bank: Tihama Bank': 86_032,
  });
  expect(await balances('2027-01-06')).toMatchObject({
    'Card sales': -1_250_582 - 6_000,
    'Lost chargebacks': 50_000,
    // 97.40 that never came, 1.15 too much, and 0.01 too little.
    'Receivable from the bank: Tihama Bank': 9_854,
  });
  expect(await balances('2027-01-06')).not.toHaveProperty('Receivable from the bank: Najd Bank');
});

test.each(['odoo', 'erpnext'] as const)('the same books in the columns of %s', async (layout) => {
  const accounts: { role: (typeof journalRoles)[number]; bankId: string | null; account: string }[] = [
    ...journalRoles.map((role) => ({ role, bankId: null, account: proposedAccounts[role] })),
    // What one bank owes goes to an account of its own.
    { role: 'receivable', bankId: tihama, account: '1212' },
  ];
  const body = { accounts, odooJournal: 'MISC', erpnextCompany: 'Diyar Coffee' };
  await portal.call(setJournalAccounts, { body }, { token: world.token });
  const answer = await portal.call(exportJournal, { query: { ...december, layout } }, { token: world.token });
  const { Sheets } = read(answer.body, { type: 'string', raw: true });
  const rows = utils.sheet_to_json<Record<string, string>>(Sheets['Sheet1'] ?? {}, { defval: '' });
  const { debit, credit } = programTemplates[layout];
  const account = layout === 'odoo' ? 'line_ids/account_id' : 'Account (Accounting Entries)';
  const sums: Record<string, number> = {};
  for (const each of rows) {
    const name = each[account] ?? '';
    sums[name] = (sums[name] ?? 0) + Math.round(100 * (Number(each[debit]) - Number(each[credit])));
  }
  expect(sums).toEqual({
    4100: -1_250_582,
    4190: 20_000,
    6110: 12_233,
    6120: 125,
    1410: 1_855,
    6130: 11_500,
    1290: 3_000,
    1110: 854_928,
    1210: 260_909,
    1212: 86_032,
  });
});

test('the proof of the month has each of it at its level, and closes', async () => {
  const { total } = await expectToClose(world, { month: '2026-12', by: 'bank' });
  expect([total.transactions.amountMinor, total.lines.amountMinor, total.deposit?.amountMinor]).toEqual([
    1_230_582, 1_220_583, 1_142_015,
  ]);
  expect(causesOf(total.gaps.lines)).toEqual({ MISSING: -9_999 });
  expect(causesOf(total.gaps.deposit)).toMatchObject({
    FEES: -13_954,
    FEE_DIFFERS: -115,
    ROUNDING: 1,
    RENT: -11_500,
    ADJUSTMENT: -3_000,
    CHARGEBACK_WON: 0,
    CHARGEBACK_LOST: -50_000,
  });
});

test('the fee audit and both claims ask for what was taken too much and what never came, and for nothing else', async () => {
  const { rows } = await auditOf(world, december);
  const told = rows.map(({ bankId, overMinor, underMinor, roundingMinor }) => [
    bankId,
    overMinor,
    underMinor,
    roundingMinor,
  ]);
  expect(told.filter(([, ...minor]) => minor.some((each) => each !== 0))).toEqual([[tihama, 115, 0, -1]]);
  const ask = { ...december, bankId: tihama };
  const fees = await portal.call(previewFeeClaim, { query: ask }, { token: world.token });
  expect(fees.json()).toMatchObject({ count: 1, claimedMinor: 115 });
  const missing = await portal.call(previewMissingClaim, { query: ask }, { token: world.token });
  expect(missing.json()).toMatchObject({ count: 1, claimedMinor: 9_740 });
});

test('a statement of the last days has the same sums', async () => {
  const body = { requestId: randomUUID(), ...december };
  const answer = await portal.call(makeSettlementStatement, { body }, { token: world.token });
  const { id, totals } = answer.json<SettlementStatementRow>();
  expect(totals).toMatchObject([
    {
      grossMinor: 1_250_582,
      refundsMinor: -20_000,
      mdrMinor: -12_233,
      processingMinor: -125,
      vatMinor: -1_855,
      netMinor: 1_216_369,
      arrivedMinor: 1_142_015,
      differenceMinor: -74_354,
    },
  ]);
  const fileOf = async (query: object): Promise<Buffer> =>
    (
      await portal.call(downloadSettlementStatement, { params: { id }, query } as never, {
        token: world.token,
      })
    ).rawPayload;
  const csv = (await fileOf({ format: 'csv', lang: 'en' })).toString('utf8');
  for (const sum of ['12505.82', '-200.00', '-122.33', '-1.25', '-18.55', '12163.69', '11420.15', '-743.54'])
    expect(csv).toContain(sum);
  const drawn = async (query: object): Promise<string> =>
    drawnTexts(await fileOf({ format: 'pdf', ...query }))
      .flat()
      .map(({ text }) => text.replaceAll('|', ''))
      .join(' ');
  const english = await drawn({ lang: 'en' });
  for (const sum of ['12,505.82', '12,163.69', '11,420.15', '743.54', '6,893.88'])
    expect(english).toContain(sum);
  const arabic = await drawn({ lang: 'ar', calendar: 'ummAlQura' });
  for (const sum of ['١٢٬١٦٣٫٦٩', '١١٬٤٢٠٫١٥', '٦٬٨٩٣٫٨٨']) expect(arabic).toContain(sum);
});
