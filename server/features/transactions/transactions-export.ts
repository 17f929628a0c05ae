import type { Currency } from '@mizan/contract/money.ts';
import { isCharge, movesMoney, signedMinor } from '@mizan/contract/transaction-types.ts';
import type { ExportedFilter } from '@mizan/contract/transactions.ts';
import type { ViewColumn } from '@mizan/contract/views.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { camelKey, riyadhMoment } from '../../platform/exports/cell-texts.ts';
import type { ExportColumn, ExportRow, ExportTable } from '../../platform/exports/export-sheet.ts';
import { plainText } from '../../platform/exports/safe-text.ts';
import { type Reader, type Words, wordsFor } from '../../platform/words.ts';
import type { TransactionFilter } from './transaction-filter.queries.ts';
import { countUpTo } from './transaction-totals.queries.ts';
import { filterOf, listWindow } from './transaction-window.ts';
import { type FiledRow, type ListedRow, type ListPlace, selectFiledPage } from './transactions.queries.ts';

/** Read at a time, each in a transaction of its own: a slow download holds nothing, and a million rows are never together. */
const pageRows = 1_000;
/** More is not counted before it is written; nobody waits for the number. */
const countedMax = 5_000_000;

/** In their order, and how wide each is beside the others. */
const columns = {
  number: { kind: 'text', letters: 9 },
  date: { kind: 'text', letters: 17 },
  type: { kind: 'text', letters: 9 },
  status: { kind: 'text', letters: 11 },
  amount: { kind: 'amount', letters: 11 },
  counted: { kind: 'amount', letters: 11 },
  fee: { kind: 'amount', letters: 9 },
  vat: { kind: 'amount', letters: 8 },
  net: { kind: 'amount', letters: 11 },
  held: { kind: 'amount', letters: 9 },
  currency: { kind: 'text', letters: 6 },
  scheme: { kind: 'text', letters: 10 },
  card: { kind: 'text', letters: 7 },
  rrn: { kind: 'text', letters: 13 },
  orderRef: { kind: 'text', letters: 12 },
  terminal: { kind: 'text', letters: 10 },
  branch: { kind: 'text', letters: 12 },
  cashier: { kind: 'text', letters: 12 },
  startedBy: { kind: 'text', letters: 12 },
  stan: { kind: 'text', letters: 7 },
  approvalCode: { kind: 'text', letters: 8 },
  uuid: { kind: 'text', letters: 18 },
} as const satisfies Record<string, Omit<ExportColumn, 'name'>>;
type ColumnName = keyof typeof columns;
const columnNames = Object.keys(columns) as ColumnName[];
/** What stands in a file because its reader chose a column of the list; every other column stands in each. */
const chosenBy: { readonly [C in ColumnName]?: ViewColumn } = {
  fee: 'net',
  vat: 'net',
  net: 'net',
  scheme: 'card',
  card: 'card',
  rrn: 'rrn',
  orderRef: 'orderRef',
  terminal: 'terminal',
  branch: 'branch',
  cashier: 'cashier',
  startedBy: 'startedBy',
};
const columnsFor = (chosen: readonly ViewColumn[] | undefined): ColumnName[] =>
  columnNames.filter((name) => {
    const column = chosenBy[name];
    return !chosen || !column || chosen.includes(column);
  });

type Cells = Partial<Record<ColumnName, string | number | null>>;
const cellsIn = (names: readonly ColumnName[], cells: Cells): ExportRow =>
  names.map((name) => cells[name] ?? null);

/** What an approved row adds to the sums: a refund takes money back. */
const figuresOf = (row: ListedRow) => {
  const amount = signedMinor(row);
  return { amount, fee: row.feeMinor, vat: row.vatMinor, net: amount - row.feeMinor - row.vatMinor };
};
type Figures = ReturnType<typeof figuresOf>;

/** The texts of a language, looked up once for each value and not for each of a million rows. */
function rowWriter({ text, language }: Words, names: readonly ColumnName[]): (row: FiledRow) => ExportRow {
  const known = new Map<string, string>();
  const said = (key: string): string => {
    const found = known.get(key) ?? text(key);
    known.set(key, found);
    return found;
  };
  return (row) => {
    const { amount, ...charged } = figuresOf(row);
    return cellsIn(names, {
      number: row.id,
      date: riyadhMoment(row.createdAt),
      type: said(`transactions:type.${camelKey(row.type)}`),
      status: said(`transactions:status.${camelKey(row.status)}`),
      // What was asked for, and apart from it what counts, so that this column adds up to its sum; what is held is neither.
      ...(movesMoney(row)
        ? { amount, ...(row.status === 'APPROVED' && { counted: amount, ...charged }) }
        : { held: row.amountMinor }),
      currency: row.currency,
      scheme: said(`transactions:scheme.${row.scheme.toLowerCase()}`),
      card: row.lastFour,
      rrn: row.rrn,
      orderRef: row.orderRef,
      terminal: row.tid,
      branch: plainText({ en: row.branchNameEn, ar: row.branchNameAr }[language]),
      cashier: row.cashierName,
      startedBy: row.startedByName,
      stan: row.stan,
      approvalCode: row.approvalCode,
      uuid: row.uuid,
    });
  };
}

const nothing: Figures = { amount: 0, fee: 0, vat: 0, net: 0 };
const added = (one: Figures, other: Figures): Figures => ({
  amount: one.amount + other.amount,
  fee: one.fee + other.fee,
  vat: one.vat + other.vat,
  net: one.net + other.net,
});

/** Sums of approved transactions by currency, made while the rows pass: sales and refunds as the screen tells them apart, then both. */
function sums({ text }: Words, names: readonly ColumnName[]) {
  const of = new Map<Currency, { sales: Figures; refunded: Figures }>();
  return {
    add(row: ListedRow): void {
      if (row.status !== 'APPROVED') return;
      const { sales, refunded } = of.get(row.currency) ?? { sales: nothing, refunded: nothing };
      const figures = figuresOf(row);
      of.set(
        row.currency,
        isCharge(row)
          ? { sales: added(sales, figures), refunded }
          : { sales, refunded: added(refunded, figures) },
      );
    },
    rows: (): ExportRow[] =>
      [...of].flatMap(([currency, { sales, refunded }]) => {
        const said = { currency: text(`units:currency.${currency}`) };
        const sum = (date: string, { amount: counted, ...charged }: Figures): ExportRow =>
          cellsIn(names, { date, counted, ...charged, currency });
        const part = (key: 'sales' | 'refunded') =>
          text('exports:transactions.part', { part: text(`transactions:totals.${key}`), ...said });
        return [
          sum(part('sales'), sales),
          sum(part('refunded'), refunded),
          sum(text('exports:transactions.approved', said), added(sales, refunded)),
        ];
      }),
  };
}

async function* pages(
  db: Database,
  merchantId: string,
  filter: TransactionFilter,
): AsyncGenerator<FiledRow[]> {
  for (let after: ListPlace | null = null; ; ) {
    const page: FiledRow[] = await selectFiledPage(db, merchantId, filter, after, pageRows);
    yield page;
    const last = page.at(-1);
    if (!last || page.length < pageRows) return;
    after = { createdAt: last.createdAt, id: last.id };
  }
}

const spanFilters: ReadonlySet<string> = new Set(['from', 'to', 'range']);

/**
 * The transactions of a filter as a table for a file, newest first, in the language of its reader, with the columns that were
 * chosen, or all; `fileTitle` is what the file is called. @throws Failure 'badRequest' where the days are no window
 */
export async function transactionsTable(
  { db, clock }: { db: Database; clock: Clock },
  merchantId: string,
  { filter: asked, columns: chosen }: { filter: ExportedFilter; columns?: readonly ViewColumn[] | undefined },
  reader: Reader,
): Promise<ExportTable & { fileTitle: string }> {
  const words = wordsFor(reader);
  const { text, day, moment } = words;
  const now = clock.now();
  const filter = filterOf(asked, null, now);
  const window = listWindow(asked, null, now);
  const isNarrowed = Object.entries(asked).some(
    ([name, value]) => value !== undefined && !spanFilters.has(name),
  );
  const names = columnsFor(chosen);
  const totals = sums(words, names);
  const write = rowWriter(words, names);
  async function* rows() {
    for await (const page of pages(db, merchantId, filter)) {
      for (const row of page) totals.add(row);
      yield page.map(write);
    }
  }
  const { count } = await countUpTo(db, merchantId, filter, countedMax);
  return {
    title: text('exports:transactions.sheet'),
    fileTitle: [text('exports:transactions.file'), window?.from, window?.to].filter(Boolean).join(' '),
    facts: [
      window
        ? text('exports:transactions.days', { from: day(window.from), to: day(window.to) })
        : text('exports:transactions.allTime'),
      ...(isNarrowed ? [text('exports:transactions.filtered')] : []),
      text('exports:transactions.sums'),
      text('exports:made', { when: moment(now) }),
    ],
    columns: names.map((name) => ({
      name: text(`exports:transactions.column.${name}`),
      ...columns[name],
    })),
    reader,
    rowsTotal: count,
    rows: rows(),
    totals: totals.rows,
  };
}
