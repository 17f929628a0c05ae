import type { ExportFormat } from '@mizan/contract/export-terms.ts';
import type { UnwholeReason, VatInvoice, VatReport, VatRow, VatWay } from '@mizan/contract/vat-report.ts';
import type { ExportColumn, ExportRow, ExportTable } from '../../../platform/exports/export-sheet.ts';
import { plainText } from '../../../platform/exports/safe-text.ts';
import { type Reader, type Words, wordsFor } from '../../../platform/words.ts';

/** The columns in their order, and how wide each is beside the others. */
const columns = {
  bank: { kind: 'text', letters: 16 },
  what: { kind: 'text', letters: 20 },
  number: { kind: 'text', letters: 18 },
  date: { kind: 'day', letters: 11 },
  base: { kind: 'amount', letters: 13 },
  vat: { kind: 'amount', letters: 12 },
  total: { kind: 'amount', letters: 13 },
  currency: { kind: 'text', letters: 9 },
  remark: { kind: 'text', letters: 44 },
} as const satisfies Record<string, Omit<ExportColumn, 'name'>>;
type ColumnName = keyof typeof columns;
const columnNames = Object.keys(columns) as ColumnName[];

const wayKeys: Readonly<Record<VatWay, string>> = {
  SETTLEMENT: 'exports:vat.way.settlement',
  DAY: 'exports:vat.way.day',
  MONTH: 'exports:vat.way.month',
};
const unwholeKeys: Readonly<Record<UnwholeReason, string>> = {
  NOT_OVER: 'exports:vat.unwhole.notOver',
  UNJUDGED: 'exports:vat.unwhole.unjudged',
  UNKNOWN_BANK: 'exports:vat.unwhole.unknownBank',
};

const rowOf = (cells: Partial<Record<ColumnName, string | number | null>>): ExportRow =>
  columnNames.map((name) => cells[name] ?? null);

const nameOf = (of: { nameEn: string; nameAr: string }, { language, text }: Words): string => {
  const name = { en: of.nameEn, ar: of.nameAr }[language];
  return name === '' ? text('settlement:unknownBank.name') : plainText(name);
};

const money = ({ baseMinor, vatMinor }: { baseMinor: number; vatMinor: number }, sign = 1) => ({
  // No minus before a zero.
  base: sign * baseMinor || 0,
  vat: sign * vatMinor || 0,
  total: sign * (baseMinor + vatMinor) || 0,
});

/** What is said of a difference: only what is proven. */
function saidOf({ difference, ways }: VatRow, { text }: Words): string {
  if (!difference) return text('exports:vat.noInvoice');
  if (difference.baseMinor === 0 && difference.vatMinor === 0) return text('exports:vat.same');
  return ways.length === 0
    ? text('exports:vat.unexplained')
    : ways.map((way) => text(wayKeys[way])).join(' ');
}

function rowsOf(row: VatRow, invoices: readonly VatInvoice[], words: Words): ExportRow[] {
  const { text } = words;
  const head = { bank: nameOf(row, words), currency: row.currency };
  const own = invoices.filter(
    ({ bank, currency, undoneAt }) =>
      bank.id === row.bankId && currency === row.currency && undoneAt === null,
  );
  const unwhole = row.unwhole.map((reason) => text(unwholeKeys[reason])).join(' ');
  return [
    rowOf({ ...head, what: text('exports:vat.counted'), ...money(row), remark: unwhole || null }),
    ...own.map((invoice) =>
      rowOf({
        ...head,
        what: text(invoice.kind === 'INVOICE' ? 'exports:vat.invoice' : 'exports:vat.creditNote'),
        number: plainText(invoice.number),
        date: invoice.issuedOn,
        ...money(invoice, invoice.kind === 'INVOICE' ? 1 : -1),
      }),
    ),
    rowOf({
      ...head,
      what: text('exports:vat.difference'),
      ...(row.difference && money(row.difference)),
      remark: saidOf(row, words),
    }),
  ];
}

/** The report as a table for a file: of each bank what the portal counts, its invoices, and the difference. */
export function vatTable(report: VatReport, reader: Reader, now: Date, format: ExportFormat): ExportTable {
  const words = wordsFor(reader);
  const lines = report.rows.flatMap((row) => rowsOf(row, report.invoices, words));
  const facts = [
    words.text('exports:settlement.month', { month: words.month(report.month) }),
    words.text('exports:vat.byDay'),
    words.text('exports:made', { when: words.moment(now) }),
  ];
  // What stands above the figures of a PDF stands below them where programs read.
  const rows = format === 'pdf' ? lines : [...lines, rowOf({ bank: words.text('exports:vat.byDay') })];
  async function* batches() {
    yield rows;
  }
  return {
    title: words.text('exports:vat.sheet'),
    facts,
    columns: columnNames.map((name) => ({
      name: words.text(`exports:vat.column.${name}`),
      ...columns[name],
    })),
    reader,
    rowsTotal: rows.length,
    rows: batches(),
    totals: () => [],
  };
}
