import * as xlsx from '@e965/xlsx';
import { assignException } from '@mizan/contract/exceptions.ts';
import * as contract from '@mizan/contract/reports.ts';
import { expect, test } from 'vitest';
import { inTenant, platformRows } from '../../platform/database/database.ts';
import { withoutCopy } from '../../platform/database/without-copy.ts';
import type { ExportCell } from '../../platform/exports/export-sheet.ts';
import { addBankFile } from '../../testing/foreign-bank-file.ts';
import { depositOf, entered, firstBankOf } from '../deposits/testing/deposit-world.ts';
import { sumExceptions } from '../exceptions/exceptions.service.ts';
import { accept, exceptionsOf } from '../exceptions/testing/exception-world.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvHeader,
  csvLineOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { settlementsOf } from '../settlement/table.service.ts';
import { reportTable } from './report-tables.ts';

/** What stands in reports, and in the files that are sent. Sunday 22 November 2026, noon in Riyadh. */
const first = await bankWorld();
const { db, clock } = first.portal;
const reader = { language: 'en', digits: 'latin', calendar: 'gregorian' } as const;
const day = '2026-11-16';
/** The week that is over. */
const span = { from: '2026-11-15', to: '2026-11-21' };

type Cells = readonly ExportCell[];
async function tableOf({ merchant }: BankWorld, kind: contract.ReportKind) {
  const table = await reportTable({ db, clock }, merchant.merchantId, { kind, ...span }, reader);
  const rows: Cells[] = [];
  for await (const batch of table.rows) rows.push(...batch);
  expect(rows).toHaveLength(table.rowsTotal);
  const { facts, columns } = table;
  return { facts, columns, names: columns.map(({ name }) => name), rows, totals: [...table.totals()] };
}

/** The rows of the workbook that a weekly report of this kind is sent as: amounts are riyals there. */
async function workbookOf({ portal, merchant, token }: BankWorld, kind: contract.ReportKind) {
  const { userId } = merchant.owner;
  await platformRows(db, `UPDATE users SET email_verified_at = now(), locale = 'en' WHERE id = $1`, [userId]);
  const always = { rhythm: 'WEEKLY', atTime: '07:00', format: 'xlsx' } as const;
  const body = { ...always, kind, recipientIds: [userId] };
  const { id } = (await portal.call(contract.addReport, { body }, { token })).json<{ id: string }>();
  const answer = await portal.call(contract.sendReportNow, { params: { id } }, { token });
  expect(answer.json()).toMatchObject(span);
  const [mail, ...more] = await platformRows<{ attachment: Buffer }>(
    db,
    'SELECT attachment FROM outbox_mails WHERE recipient = $1 AND attachment IS NOT NULL',
    [`owner-${merchant.merchantId}@mizan.test`],
  );
  expect(more).toEqual([]);
  const { SheetNames, Sheets } = xlsx.read(mail?.attachment);
  expect(SheetNames).toHaveLength(1);
  return xlsx.utils.sheet_to_json<ExportCell[]>(Sheets[SheetNames[0] ?? ''] ?? {}, {
    header: 1,
    defval: null,
  });
}

/** As a workbook has them. */
const inRiyals = ({ columns }: { columns: readonly { kind: string }[] }, rows: readonly Cells[]) =>
  rows.map((row) =>
    row.map((cell, at) => {
      if (typeof cell === 'bigint') return Number(cell);
      return columns[at]?.kind === 'amount' && cell !== null ? Number(cell) / 100 : cell;
    }),
  );

/** A file with two lines short, one that nobody sold, and one in another currency. */
async function withExceptions() {
  const own = await anotherMerchant(first);
  const sales = (await sell(
    own,
    [10_000, 50_000, 60_000].map((amountMinor, index) => ({ amountMinor, at: `${day} 1${index}:00` })),
  )) as [Sold, Sold, Sold];
  const [fine, short, shorter] = sales;
  const less = (sale: Sold, minor: number) => csvLineOf(sale, { amountMinor: sale.amountMinor - minor });
  const strange = { rrn: '632116771203', approvalCode: '446812', lastFour: '6106', amountMinor: 38_850 };
  const foreign = { rrn: '632116771204', approvalCode: '446813', lastFour: '6107', amountMinor: 4_200 };
  const riyals = [csvLineOf(fine), less(short, 15_000), less(shorter, 25_000), csvLineOf(fine, strange)];
  const lines = [
    `${csvHeader},Currency`,
    ...riyals.map((line) => `${line},SAR`),
    `${csvLineOf(fine, { ...foreign, feeMinor: 0, vatMinor: 0 })},USD`,
    '',
  ];
  expect((await reconcile(own, lines.join('\n'), 'najd.csv')).state).toBe('DONE');
  return own;
}

test('open exceptions: a row each, the oldest first, their sums by currency, and the file that is sent has just these', async () => {
  const own = await withExceptions();
  const open = await exceptionsOf(own);
  const [small, large] = open.filter(({ outcome }) => outcome === 'amountDiffers');
  if (!small || !large) throw new Error('two lines differ');
  const personId = own.merchant.owner.userId;
  const asked = { params: { id: large.id }, body: { personId } };
  expect((await own.portal.call(assignException, asked, { token: own.token })).statusCode).toBe(200);
  // What somebody accepted is open no more, and in no row and no sum.
  expect((await accept(own, small)).status).toBe(200);
  const table = await tableOf(own, 'EXCEPTIONS');
  expect(table.names).toEqual([
    'Since',
    'Exception',
    'Difference',
    'Currency',
    'Bank',
    'File',
    'Line',
    'Transaction',
    'Assigned to',
  ]);
  const file = ['Najd Bank', 'najd.csv'];
  const unsold = open.filter(({ outcome }) => outcome === 'missingInPortal');
  const [riyals, dollars] = ['SAR', 'USD'].map((code) => unsold.find(({ currency }) => currency === code));
  const line = (of: typeof small | undefined) => BigInt(of?.line ?? 0);
  expect(new Set([small, large, riyals, dollars].map(line)).size, 'each by its own line').toBe(4);
  expect(table.rows).toEqual([
    // 250.00 less, and fees of 600.00 in place of those of 350.00.
    ['2026-11-17', 'Amount differs', -25_230, 'SAR', ...file, line(large), null, 'Sara Al-Qahtani'],
    ['2026-11-22', 'Missing in portal', 38_850, 'SAR', ...file, line(riyals), null, null],
    ['2026-11-22', 'Missing in portal', 4_200, 'USD', ...file, line(dollars), null, null],
  ]);
  const nothing = [null, null, null, null, null];
  expect(table.totals).toEqual([
    [null, 'Total', 13_620, 'SAR', ...nothing],
    [null, 'Total', 4_200, 'USD', ...nothing],
  ]);
  expect(table.facts).toHaveLength(1);
  const screen = await sumExceptions({ db, clock }, own.merchant.owner, {});
  const sumsOf = (state: string) => screen.sums.filter((each) => each.state === state);
  expect(
    sumsOf('OPEN').map(({ currency, count, differenceMinor }) => [currency, count, differenceMinor]),
  ).toEqual([
    ['SAR', 2, 13_620],
    ['USD', 1, 4_200],
  ]);
  expect(sumsOf('ACCEPTED')).toMatchObject([{ count: 1, differenceMinor: -15_138 }]);
  expect(await workbookOf(own, 'EXCEPTIONS')).toEqual([
    table.names,
    ...inRiyals(table, [...table.rows, ...table.totals]),
  ]);
});

test('more open exceptions than a report lists: the oldest stand in it, page after page, and it says how many more there are', async () => {
  const own = await anotherMerchant(first);
  const { bank_files: bankFileId } = await addBankFile(db, own.merchant, clock.now());
  const most = contract.reportLimits.exceptionsMax;
  // With the one of the file itself two too many; of days in no order of their ids.
  await platformRows(
    db,
    `INSERT INTO bank_exceptions (merchant_id, of_file, of_row, bank_file_id, seq, outcome, currency, difference_minor,
       since_day, since_kind, opened_at)
     SELECT $1, $2::bigint, n, $2::bigint, n, 'missingInPortal', 'SAR', n, '2026-11-01'::date + (n * 7 % 20), 'NAMED', now()
       FROM generate_series(3, $3::int + 3) n ${withoutCopy}`,
    [own.merchant.merchantId, bankFileId, most],
  );
  const table = await tableOf(own, 'EXCEPTIONS');
  const kept = await platformRows<{ since: string; difference: number }>(
    db,
    `SELECT since_day::text AS since, difference_minor::int AS difference FROM bank_exceptions
      WHERE merchant_id = $1 ORDER BY since_day, id`,
    [own.merchant.merchantId],
  );
  expect(kept).toHaveLength(most + 2);
  expect(table.rows.map(([since, , difference]) => [since, difference])).toEqual(
    kept.slice(0, most).map(({ since, difference }) => [since, difference]),
  );
  const more = '2 more are open, newer than these';
  expect(table.facts[1]).toBe(more);
  const whole = kept.reduce((sum, { difference }) => sum + difference, 0);
  expect(table.totals.map((row) => row.slice(1, 4))).toEqual([
    [more, null, null],
    ['Total', whole, 'SAR'],
  ]);
  const sheet = await workbookOf(own, 'EXCEPTIONS');
  expect(sheet).toHaveLength(1 + most + 2);
  expect(sheet.slice(-2).map((row) => row.slice(1, 4))).toEqual([
    [more, null, null],
    ['Total', whole / 100, 'SAR'],
  ]);
});

test('settlements: every figure is that of the table, what came and what is short of it, and the file that is sent has them', async () => {
  const own = await anotherMerchant(first);
  const [sale] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-15 09:00' },
    { amountMinor: 20_000, at: '2026-11-16 10:00', scheme: 'Visa' },
    { amountMinor: 4_000, at: '2026-11-16 11:00', scheme: 'Visa', type: 'REFUND' },
    // Of days that the report is not about.
    { amountMinor: 70_000, at: '2026-11-14 09:00' },
    { amountMinor: 80_000, at: '2026-11-22 09:00' },
  ])) as [Sold];
  const amountMinor = sale.amountMinor - sale.feeMinor - sale.vatMinor - 100;
  const shares = [{ day: '2026-11-15', scheme: 'Mada' as const, amountMinor }];
  await entered(own, depositOf(await firstBankOf(own), { amountMinor, valueDate: '2026-11-18', shares }));
  const table = await tableOf(own, 'SETTLEMENT');
  const screen = await inTenant(db, own.merchant.merchantId, (tx) => settlementsOf(tx, span, clock.now()));
  const column = (name: string) => {
    const at = table.names.indexOf(name);
    return [...table.rows, ...table.totals.slice(0, 1)].map((row) => row[at]);
  };
  // Behind the sum stands what is in no difference: net due less what arrived of the day that waits.
  expect(table.totals).toHaveLength(2);
  expect(table.totals[1]?.[table.names.indexOf('Difference')]).toBe(-(screen.totals[0]?.unsaidMinor ?? 0));
  const of = (figure: keyof (typeof screen.rows)[number] & keyof (typeof screen.totals)[number]) =>
    [...screen.rows, ...screen.totals].map((row) => row[figure]);
  expect(screen.rows).toHaveLength(2);
  expect(column('Business day')).toEqual(['2026-11-16', '2026-11-15', null]);
  expect(column('Gross')).toEqual([20_000, 10_000, 30_000]);
  expect(column('Refunds')).toEqual([-4_000, 0, -4_000]);
  expect(column('Arrived')).toEqual([0, amountMinor, amountMinor]);
  expect(column('Value date')).toEqual([null, '2026-11-18', null]);
  expect(column('Difference')[1]).toBe(-100);
  for (const [name, figure] of [
    ['Gross', 'grossMinor'],
    ['Refunds', 'refundsMinor'],
    ['MDR', 'mdrMinor'],
    ['Processing fee', 'processingMinor'],
    ['VAT', 'vatMinor'],
    ['Net due', 'netMinor'],
    ['Arrived', 'arrivedMinor'],
    ['Difference', 'differenceMinor'],
  ] as const)
    expect([name, ...column(name)]).toEqual([name, ...of(figure)]);
  expect(await workbookOf(own, 'SETTLEMENT')).toEqual([
    table.names,
    ...inRiyals(table, [...table.rows, ...table.totals]),
  ]);
});

test('sales: the file that is sent has each day of the week, and no other', async () => {
  const own = await anotherMerchant(first);
  await sell(own, [
    { amountMinor: 10_000, at: '2026-11-15 00:00' },
    { amountMinor: 25_050, at: '2026-11-21 23:59' },
    { amountMinor: 5_050, at: '2026-11-21 23:59', type: 'REFUND' },
    { amountMinor: 70_000, at: '2026-11-14 23:59' },
    { amountMinor: 80_000, at: '2026-11-22 00:00' },
  ]);
  const sheet = await workbookOf(own, 'SALES');
  const table = await tableOf(own, 'SALES');
  expect(sheet).toEqual([table.names, ...inRiyals(table, [...table.rows, ...table.totals])]);
  // Counts are numbers, which a workbook adds up, and no texts.
  expect(sheet.slice(1).map((row) => row.slice(0, 5))).toEqual([
    ['2026-11-15', 1, 100, 0, 0],
    ...['16', '17', '18', '19', '20'].map((of) => [`2026-11-${of}`, 0, 0, 0, 0]),
    ['2026-11-21', 1, 250.5, 1, 50.5],
    ['Total', 2, 350.5, 1, 50.5],
  ]);
});
