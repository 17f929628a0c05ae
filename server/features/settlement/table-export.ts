import type { RouteInput } from '@mizan/contract/route.ts';
import type {
  getSettlementTable,
  SettlementTable,
  SettlementTableRow,
} from '@mizan/contract/settlement-table.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant } from '../../platform/database/database.ts';
import type { ExportColumn, ExportRow, ExportTable } from '../../platform/exports/export-sheet.ts';
import { plainText } from '../../platform/exports/safe-text.ts';
import { type Reader, type Words, wordsFor } from '../../platform/words.ts';
import { banksToday } from '../banks/banks.service.ts';
import { writtenOffIn, writtenOffOf } from './settlement-sums.ts';
import { schemeKeys } from './settlement-words.ts';
import { settlementsOf, settlementTable } from './table.service.ts';

/** The columns of exported settlements in their order, and how wide each is beside the others. */
const columns = {
  bank: { kind: 'text', letters: 18 },
  day: { kind: 'day', letters: 11 },
  scheme: { kind: 'text', letters: 12 },
  due: { kind: 'day', letters: 11 },
  gross: { kind: 'amount', letters: 13 },
  refunds: { kind: 'amount', letters: 12 },
  mdr: { kind: 'amount', letters: 12 },
  processing: { kind: 'amount', letters: 12 },
  vat: { kind: 'amount', letters: 12 },
  net: { kind: 'amount', letters: 13 },
  writtenOff: { kind: 'amount', letters: 12 },
  arrived: { kind: 'amount', letters: 13 },
  valueDate: { kind: 'day', letters: 11 },
  difference: { kind: 'amount', letters: 12 },
  currency: { kind: 'text', letters: 9 },
  state: { kind: 'text', letters: 14 },
  late: { kind: 'text', letters: 8 },
  unjudged: { kind: 'amount', letters: 13 },
  // Last, so that whoever reads a file by its places finds the others where they were.
  valueDates: { kind: 'text', letters: 22 },
} as const satisfies Record<string, Omit<ExportColumn, 'name'>>;
type ColumnName = keyof typeof columns;
const columnNames = Object.keys(columns) as ColumnName[];

const rowOf = (cells: Partial<Record<ColumnName, string | number | null>>): ExportRow =>
  columnNames.map((name) => cells[name] ?? null);

type Said = Pick<SettlementTable, 'banks' | 'writtenOff'>;

function bankText({ bankId }: SettlementTableRow, { banks }: Said, words: Words): string {
  const bank = banks.find(({ id }) => id === bankId);
  const name = { en: bank?.nameEn, ar: bank?.nameAr }[words.language];
  return name ? plainText(name) : words.text('settlement:unknownBank.name');
}

const cellsOf = (row: SettlementTableRow, table: Said, words: Words): ExportRow =>
  rowOf({
    bank: bankText(row, table, words),
    day: row.day,
    scheme: words.text(`transactions:scheme.${schemeKeys[row.scheme]}`),
    due: row.dueDay,
    gross: row.grossMinor,
    refunds: row.refundsMinor,
    mdr: row.mdrMinor,
    processing: row.processingMinor,
    vat: row.vatMinor,
    net: row.netMinor,
    writtenOff: writtenOffOf(row, table.writtenOff),
    arrived: row.arrivedMinor,
    // A column of days holds one: of parts that came on several days the last column says all.
    valueDate: row.valueDates.length === 1 ? row.arrivedOn : null,
    valueDates: row.valueDates.length > 1 ? row.valueDates.join(', ') : null,
    difference: row.differenceMinor,
    currency: row.currency,
    state: words.text(`settlement:deposit.state.${row.state}`),
    late: row.lateDays === null ? null : String(row.lateDays),
    unjudged: row.unjudgedCount > 0 ? row.unjudgedMinor : null,
  });

const totalRow = (
  total: SettlementTable['totals'][number],
  { writtenOff }: Said,
  { text }: Words,
): ExportRow =>
  rowOf({
    bank: text('exports:total'),
    gross: total.grossMinor,
    refunds: total.refundsMinor,
    mdr: total.mdrMinor,
    processing: total.processingMinor,
    vat: total.vatMinor,
    net: total.netMinor,
    writtenOff: writtenOffIn(total.currency, writtenOff),
    arrived: total.arrivedMinor,
    difference: total.differenceMinor,
    currency: total.currency,
  });

/** What the difference leaves out of net and arrived, in its column and its sign: arrived − net is both together. */
const unsaidRow = (
  { unsaidMinor, currency }: SettlementTable['totals'][number],
  { text }: Words,
): ExportRow => rowOf({ bank: text('settlement:table.unsaid'), difference: -unsaidMinor, currency });

/** The closing sums of each currency, which the rows and what is in no difference add up to. */
const closingRows = (table: Said & Pick<SettlementTable, 'totals'>, words: Words): ExportRow[] =>
  table.totals.flatMap((total) => [
    totalRow(total, table, words),
    ...(total.unsaidMinor === 0 ? [] : [unsaidRow(total, words)]),
  ]);

/** The settlements of a month as a table for a file, as the screen has them. */
export async function settlementExport(
  { db, clock }: { db: Database; clock: Clock },
  merchantId: string,
  asked: RouteInput<typeof getSettlementTable>['query'],
  reader: Reader,
): Promise<ExportTable & { fileTitle: string }> {
  const words = wordsFor(reader);
  const table = await settlementTable(db, merchantId, asked, clock.now());
  async function* rows() {
    yield table.rows.map((row) => cellsOf(row, table, words));
  }
  return {
    title: words.text('exports:settlement.sheet'),
    fileTitle: `settlement-${table.month}`,
    facts: [
      words.text('exports:settlement.month', { month: words.month(table.month) }),
      words.text('exports:made', { when: words.moment(clock.now()) }),
    ],
    columns: columnNames.map((name) => ({
      name: words.text(`exports:settlement.column.${name}`),
      ...columns[name],
    })),
    reader,
    rowsTotal: table.rows.length,
    rows: rows(),
    totals: () => closingRows(table, words),
    hasTotalsInSheets: true,
  };
}

/** The settlements of a span of business days as a table for a file, the newest day first, by the service of the screen. */
export async function settlementsOfSpan(
  { db, clock }: { db: Database; clock: Clock },
  merchantId: string,
  { from, to }: { from: string; to: string },
  reader: Reader,
): Promise<ExportTable & { fileTitle: string }> {
  const words = wordsFor(reader);
  const now = clock.now();
  const [table, running] = await inTenant(db, merchantId, async (tx) => [
    await settlementsOf(tx, { from, to }, now),
    // At a cut-off after midnight a bank's day may still run, and more may be taken in it.
    (await banksToday(tx, now)).some(({ today }) => today <= to),
  ]);
  // Paper has no room for a column that says nothing.
  const isInParts = table.rows.some(({ valueDates }) => valueDates.length > 1);
  const shown = columnNames.filter((name) => name !== 'valueDates' || isInParts);
  const narrowed = (row: ExportRow): ExportRow => row.slice(0, shown.length);
  async function* rows() {
    yield table.rows.map((row) => narrowed(cellsOf(row, table, words)));
  }
  return {
    title: words.text('exports:settlement.sheet'),
    fileTitle: `${words.text('exports:settlement.sheet')} ${from === to ? from : `${from} ${to}`}`,
    facts: [
      from === to
        ? words.text('exports:settlement.oneDay', { day: words.day(from) })
        : words.text('exports:settlement.days', { from: words.day(from), to: words.day(to) }),
      ...(running ? [words.text('exports:settlement.running', { day: words.day(to) })] : []),
      words.text('exports:made', { when: words.moment(now) }),
    ],
    columns: shown.map((name) => ({
      name: words.text(`exports:settlement.column.${name}`),
      ...columns[name],
    })),
    reader,
    rowsTotal: table.rows.length,
    rows: rows(),
    totals: () => closingRows(table, words).map(narrowed),
    hasTotalsInSheets: true,
  };
}
