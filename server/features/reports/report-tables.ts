import { fileBankIn } from '@mizan/contract/bank-names.ts';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import type { ExceptionRow } from '@mizan/contract/exceptions.ts';
import { type ReportKind, reportLimits } from '@mizan/contract/reports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ExportColumn, ExportRow, ExportTable } from '../../platform/exports/export-sheet.ts';
import { plainText } from '../../platform/exports/safe-text.ts';
import type { Member } from '../../platform/http/call.ts';
import { type Reader, type Words, wordsFor } from '../../platform/words.ts';
import { dashboardOf } from '../dashboard/dashboard.service.ts';
import { listExceptions, sumExceptions } from '../exceptions/exceptions.service.ts';
import { settlementsOfSpan } from '../settlement/table-export.ts';
import { daysOf } from './report-days.ts';

/** What a report is made of: the services of the screens, so that its figures are theirs. */
interface Base {
  readonly db: Database;
  readonly clock: Clock;
}
export interface ReportOf {
  kind: ReportKind;
  from: string;
  to: string;
}
export type ReportTable = ExportTable & { fileTitle: string };

/** Nobody asks for what is sent by itself: it is read as an owner of the merchant reads it. */
const ownerOf = (merchantId: string): Member => ({
  userId: '0',
  merchantId,
  role: 'MERCHANT',
  teamRole: 'owner',
  branchId: null,
  terminalId: null,
  fullName: '',
  email: null,
  locale: 'ar',
  authenticatedAt: new Date(0),
  sessionId: '0',
});

const openStates = ['OPEN', 'ASKED'];
const pageRows = 200;

const salesColumns = {
  day: { kind: 'day', letters: 12 },
  salesCount: { kind: 'amount', letters: 9 },
  sales: { kind: 'amount', letters: 14 },
  refundsCount: { kind: 'amount', letters: 9 },
  refunds: { kind: 'amount', letters: 13 },
  fee: { kind: 'amount', letters: 12 },
  vat: { kind: 'amount', letters: 12 },
  net: { kind: 'amount', letters: 14 },
} as const satisfies Record<string, Omit<ExportColumn, 'name'>>;

const exceptionColumns = {
  since: { kind: 'day', letters: 12 },
  outcome: { kind: 'text', letters: 22 },
  difference: { kind: 'amount', letters: 13 },
  currency: { kind: 'text', letters: 8 },
  bank: { kind: 'text', letters: 18 },
  file: { kind: 'text', letters: 22 },
  line: { kind: 'amount', letters: 6 },
  transaction: { kind: 'text', letters: 10 },
  assignee: { kind: 'text', letters: 16 },
} as const satisfies Record<string, Omit<ExportColumn, 'name'>>;

const named = (
  columns: Record<string, Omit<ExportColumn, 'name'>>,
  key: string,
  { text }: Words,
): ExportColumn[] =>
  Object.entries(columns).map(([name, column]) => ({
    ...column,
    name: text(`exports:reports.${key}.${name}`),
  }));

async function* together(rows: readonly ExportRow[]): AsyncGenerator<readonly ExportRow[]> {
  yield rows;
}

const daysText = ({ from, to }: ReportOf, { text, day }: Words): string =>
  from === to
    ? text('exports:reports.oneDay', { day: day(from) })
    : text('exports:reports.days', { from: day(from), to: day(to) });

/** Of a file's name: '2026-11-22 2026-11-28', and one day once. */
const spanName = ({ from, to }: ReportOf): string => (from === to ? from : `${from} ${to}`);

/** The figures of a day's sales that add up, in halalas and as counts. */
type Sales = Pick<
  Awaited<ReturnType<typeof dashboardOf>>,
  'salesCount' | 'salesMinor' | 'refundedCount' | 'refundedMinor' | 'feeMinor' | 'vatMinor' | 'netMinor'
>;

/** Each day of the span, by the figures of the dashboard; the sum is the dashboard's of the whole span. */
async function salesTable(
  { db, clock }: Base,
  merchantId: string,
  of: ReportOf,
  reader: Reader,
): Promise<ReportTable> {
  const words = wordsFor(reader);
  const owner = ownerOf(merchantId);
  const rowOf = (first: string, of: Sales): ExportRow => [
    first,
    BigInt(of.salesCount),
    of.salesMinor,
    BigInt(of.refundedCount),
    of.refundedMinor,
    of.feeMinor,
    of.vatMinor,
    of.netMinor,
  ];
  const days: [day: string, found: Sales][] = [];
  for (const day of daysOf(of.from, of.to))
    days.push([day, await dashboardOf(db, owner, { from: day, to: day }, clock.now())]);
  const rows = days.map(([day, found]) => rowOf(day, found));
  const sum = (figure: keyof Sales): number => days.reduce((total, [, found]) => total + found[figure], 0);
  // Of the rows: what arrives while they are read is in none of them or in both.
  const total = rowOf(words.text('exports:total'), {
    salesCount: sum('salesCount'),
    salesMinor: sum('salesMinor'),
    refundedCount: sum('refundedCount'),
    refundedMinor: sum('refundedMinor'),
    feeMinor: sum('feeMinor'),
    vatMinor: sum('vatMinor'),
    netMinor: sum('netMinor'),
  });
  return {
    title: words.text('exports:reports.title.SALES'),
    fileTitle: `${words.text('exports:reports.title.SALES')} ${spanName(of)}`,
    facts: [
      daysText(of, words),
      words.text('exports:reports.inRiyals'),
      words.text('exports:made', { when: words.moment(clock.now()) }),
    ],
    columns: named(salesColumns, 'sales', words),
    reader,
    rowsTotal: rows.length,
    rows: together(rows),
    totals: () => [total],
    hasTotalsInSheets: true,
  };
}

/** What is open at this moment, the oldest first: not what was open on the last of the days. */
async function exceptionsTable(base: Base, merchantId: string, reader: Reader): Promise<ReportTable> {
  const words = wordsFor(reader);
  const owner = ownerOf(merchantId);
  const found: ExceptionRow[] = [];
  for (let cursor: string | undefined; found.length < reportLimits.exceptionsMax; ) {
    const page = await listExceptions(base, owner, { limit: pageRows, cursor });
    found.push(...page.rows);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  const { sums } = await sumExceptions(base, owner, {});
  const open = sums.filter(({ state }) => openStates.includes(state));
  const count = open.reduce((sum, each) => sum + each.count, 0);
  const rest = count - found.length;
  return {
    title: words.text('exports:reports.title.EXCEPTIONS'),
    fileTitle: `${words.text('exports:reports.title.EXCEPTIONS')} ${riyadhDay(base.clock.now())}`,
    facts: [
      words.text('exports:reports.openNow', { when: words.moment(base.clock.now()) }),
      ...(rest > 0 ? [words.text('exports:reports.more', { count: rest })] : []),
    ],
    columns: named(exceptionColumns, 'exceptions', words),
    reader,
    rowsTotal: found.length,
    rows: together(
      found.map((row) => [
        row.since.day,
        words.text(`reconciliation:outcome.${row.outcome}.title`),
        row.differenceMinor,
        row.currency,
        plainText(fileBankIn(words.language, row)),
        plainText(row.fileName),
        row.line === null ? null : BigInt(row.line),
        row.transactionId,
        row.assignee?.name ?? null,
      ]),
    ),
    // A workbook has no line of facts, and ends where as many are listed as may be: it says so below its rows.
    totals: () => [
      ...(rest > 0
        ? [
            [
              null,
              words.text('exports:reports.more', { count: rest }),
              null,
              null,
              null,
              null,
              null,
              null,
              null,
            ],
          ]
        : []),
      ...[...Map.groupBy(open, ({ currency }) => currency)].map(([currency, same]) => [
        null,
        words.text('exports:total'),
        same.reduce((sum, each) => sum + each.differenceMinor, 0),
        currency,
        null,
        null,
        null,
        null,
        null,
      ]),
    ],
    hasTotalsInSheets: true,
  };
}

/** A report in its reader's language, with the figures of this moment. */
export async function reportTable(
  base: Base,
  merchantId: string,
  of: ReportOf,
  reader: Reader,
): Promise<ReportTable> {
  if (of.kind === 'SALES') return salesTable(base, merchantId, of, reader);
  if (of.kind === 'EXCEPTIONS') return exceptionsTable(base, merchantId, reader);
  return settlementsOfSpan(base, merchantId, of, reader);
}
