import type { ExportedShifts, ShiftRow } from '@mizan/contract/shifts.ts';
import { inTenant } from '../../platform/database/database.ts';
import { riyadhMoment } from '../../platform/exports/cell-texts.ts';
import type { ExportColumn, ExportRow, ExportTable } from '../../platform/exports/export-sheet.ts';
import { plainText } from '../../platform/exports/safe-text.ts';
import { type Reader, type Words, wordsFor } from '../../platform/words.ts';
import { countShifts, type ShiftFilter, type ShiftPlace, selectShifts } from './shift-list.queries.ts';
import { shiftFilterOf } from './shift-list.service.ts';
import { rowsOf, type ShiftDeps } from './shift-view.service.ts';

/** Read at a time, each in a transaction of its own. */
const pageRows = 500;
/** More is not counted before it is written; nobody waits for the number. */
const countedMax = 1_000_000;

/** In their order, and how wide each is beside the others. */
const columns = {
  number: { kind: 'text', letters: 8 },
  opened: { kind: 'text', letters: 17 },
  closed: { kind: 'text', letters: 17 },
  state: { kind: 'text', letters: 12 },
  cashier: { kind: 'text', letters: 14 },
  terminal: { kind: 'text', letters: 10 },
  branch: { kind: 'text', letters: 12 },
  salesCount: { kind: 'text', letters: 8 },
  sales: { kind: 'amount', letters: 12 },
  refundsCount: { kind: 'text', letters: 8 },
  refunds: { kind: 'amount', letters: 12 },
  total: { kind: 'amount', letters: 12 },
  undecidedCount: { kind: 'text', letters: 8 },
  later: { kind: 'amount', letters: 12 },
} as const satisfies Record<string, Omit<ExportColumn, 'name'>>;
type ColumnName = keyof typeof columns;
const columnNames = Object.keys(columns) as ColumnName[];
const cellsIn = (cells: Partial<Record<ColumnName, string | number | null>>): ExportRow =>
  columnNames.map((name) => cells[name] ?? null);

const momentOf = (instant: string): string => riyadhMoment(new Date(instant));

function cellsOf(row: ShiftRow, { text, language }: Words): ExportRow {
  const { sums } = row;
  return cellsIn({
    number: row.id,
    opened: momentOf(row.openedAt),
    closed: row.closedAt && momentOf(row.closedAt),
    state: text(`shifts:state.${row.closedAs ?? 'OPEN'}`),
    cashier: plainText(row.cashierName),
    terminal: row.tid,
    branch: plainText({ en: row.branchNameEn, ar: row.branchNameAr }[language]),
    salesCount: String(sums.sales.count),
    sales: sums.sales.minor,
    refundsCount: String(sums.refunds.count),
    refunds: -sums.refunds.minor,
    total: sums.totalMinor,
    undecidedCount: String(sums.undecidedSales.count + sums.undecidedRefunds.count),
    later: row.laterMinor,
  });
}

async function* pages(
  { db }: ShiftDeps,
  merchantId: string,
  filter: ShiftFilter,
): AsyncGenerator<ShiftRow[]> {
  for (let after: ShiftPlace | null = null; ; ) {
    const [rows, last] = await inTenant(db, merchantId, async (tx) => {
      const page = await selectShifts(tx, filter, after, pageRows);
      return [await rowsOf(tx, merchantId, page), page.length < pageRows ? undefined : page.at(-1)] as const;
    });
    yield rows;
    if (!last) return;
    after = { openedAt: last.openedAt, id: last.id };
  }
}

const spanFilters: ReadonlySet<string> = new Set(['from', 'to']);

/** The sums of all rows, made while they pass. */
function totalsOf({ text }: Words) {
  const sum = { sales: 0, refunds: 0, total: 0, later: 0 };
  return {
    add({ sums, laterMinor }: ShiftRow): void {
      sum.sales += sums.sales.minor;
      sum.refunds -= sums.refunds.minor;
      sum.total += sums.totalMinor;
      sum.later += laterMinor;
    },
    rows: (): ExportRow[] => [cellsIn({ opened: text('exports:shifts.total'), ...sum })],
  };
}

/** The shifts of a filter as a table for a file, newest first, in the language of its reader. Failure 'badRequest' */
export async function shiftsTable(
  deps: ShiftDeps,
  merchantId: string,
  asked: ExportedShifts,
  reader: Reader,
): Promise<ExportTable & { fileTitle: string }> {
  const words = wordsFor(reader);
  const { text, day, moment } = words;
  const now = deps.clock.now();
  const { window, ...filter } = shiftFilterOf(asked, null, now);
  const isNarrowed = Object.entries(asked).some(
    ([name, value]) => value !== undefined && !spanFilters.has(name),
  );
  const totals = totalsOf(words);
  async function* rows() {
    for await (const page of pages(deps, merchantId, filter)) {
      for (const row of page) totals.add(row);
      yield page.map((row) => cellsOf(row, words));
    }
  }
  return {
    title: text('exports:shifts.sheet'),
    fileTitle: [text('exports:shifts.file'), window.from, window.to].join(' '),
    facts: [
      text('exports:shifts.days', { from: day(window.from), to: day(window.to) }),
      ...(isNarrowed ? [text('exports:shifts.filtered')] : []),
      text('exports:shifts.sums'),
      text('exports:made', { when: moment(now) }),
    ],
    columns: columnNames.map((name) => ({ name: text(`exports:shifts.column.${name}`), ...columns[name] })),
    reader,
    rowsTotal: await inTenant(deps.db, merchantId, (tx) => countShifts(tx, filter, countedMax)),
    rows: rows(),
    totals: totals.rows,
  };
}
