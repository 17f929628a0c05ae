import { type Cell, type Layout, type LayoutName, layouts, type Table } from './layouts.ts';
import type { Random } from './random.ts';
import type { SettlementLine } from './settlement-line.ts';
import { encodeText, type TextForm, textTable } from './text-table.ts';
import { type WorkbookFormat, workbookTable } from './workbook-table.ts';

type FileFormat = 'csv' | 'txt' | WorkbookFormat;

export interface FileOptions {
  layout: LayoutName;
  format: FileFormat;
  text?: Partial<TextForm>;
  /** Shuffles the columns where given. */
  shuffleColumns?: Random | undefined;
  /** The bank's total is so much more than its lines make. */
  totalOffMinor?: number;
}

export interface WrittenFile {
  bytes: Uint8Array;
  fileName: string;
  /** The line of the text file, or row of the sheet, on which a settlement line stands. */
  lineNumber: (line: SettlementLine) => number;
}

/** Writes settlement lines as a bank would, in the order given. */
export function writeBankFile(lines: readonly SettlementLine[], options: FileOptions): WrittenFile {
  const layout = layouts[options.layout];
  const table = tableOf(lines, layout, options);
  const numbers = new Map(lines.map((line, index) => [line, layout.preamble.length + 2 + index]));
  const bytes =
    options.format === 'csv' || options.format === 'txt'
      ? encodeText(textTable(table, layout, textForm(options)), textForm(options).encoding)
      : workbookTable(table, layout, options.format);
  return {
    bytes,
    fileName: `${layout.name}.${options.format}`,
    lineNumber: (line) => numbers.get(line) ?? Number.NaN,
  };
}

const textForm = ({ format, text }: FileOptions): TextForm => ({
  delimiter: format === 'txt' ? '|' : ',',
  encoding: 'utf-8',
  lineEnd: '\r\n',
  ...text,
});

function tableOf(
  lines: readonly SettlementLine[],
  layout: Layout,
  { shuffleColumns, totalOffMinor = 0 }: FileOptions,
): Table {
  const columns = shuffleColumns ? shuffleColumns.shuffled(layout.columns) : layout.columns;
  const { markers } = layout;
  const marked = (marker: string | undefined, cells: Cell[]): Cell[] =>
    marker === undefined ? cells : [{ kind: 'text', text: marker }, ...cells];
  const header = columns.map(({ title }) => title);
  return {
    preamble: layout.preamble,
    header: markers ? [markers.header, ...header] : header,
    rows: lines.map((line) =>
      marked(
        markers?.line,
        columns.map(({ cell }) => spoilt(cell(line), line)),
      ),
    ),
    footer:
      layout.totalWord === null
        ? null
        : marked(
            markers?.total,
            footerOf(
              lines,
              layout.totalWord,
              columns.map(({ title }) => title),
              totalOffMinor,
            ),
          ),
  };
}

const spoilt = (cell: Cell, { isUnreadable }: SettlementLine): Cell =>
  isUnreadable && cell.kind === 'amount' ? { kind: 'text', text: '#####' } : cell;

const amountTitles: readonly string[] = ['Transaction Amount', 'مبلغ العملية'];

/** The sum of what was paid before fees, under its column; the word for it in the first other one. */
function footerOf(
  lines: readonly SettlementLine[],
  word: string,
  titles: readonly string[],
  offMinor: number,
): Cell[] {
  const at = titles.findIndex((title) => amountTitles.includes(title));
  const minor = lines.reduce((sum, line) => sum + line.grossMinor, offMinor);
  const wordAt = at === 0 ? 1 : 0;
  return titles.map((_, index): Cell => {
    if (index === at) return { kind: 'amount', minor };
    return { kind: 'text', text: index === wordAt ? word : '' };
  });
}
