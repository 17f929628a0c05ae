import { type CellObject, utils, type WorkSheet, write } from '@e965/xlsx';
import type { Cell, Layout, Table } from './layouts.ts';

export type WorkbookFormat = 'xlsx' | 'xls';

const riyadhDays = 3 / 24;
const serialOf1970 = 25_569;

/**
 * The table as a workbook: amounts are numbers, dates are serials with a date format, keys are texts. A sheet with a
 * summary stands in front, as in many banks' files.
 */
export function workbookTable(table: Table, layout: Layout, format: WorkbookFormat): Uint8Array {
  const rows: CellObject[][] = [
    ...table.preamble.map((line) => [textCell(line)]),
    table.header.map(textCell),
    ...table.rows.map((cells) => cells.map(cellObject)),
    ...(table.footer ? [table.footer.map(cellObject)] : []),
  ];
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Summary'], ['Bank', 'Najd Bank']]), 'Summary');
  utils.book_append_sheet(book, sheetOf(rows), layout.name);
  return write(book, {
    type: 'buffer',
    bookType: format === 'xls' ? 'biff8' : 'xlsx',
    compression: true,
    bookSST: true,
  });
}

const textCell = (text: string): CellObject => ({ t: 's', v: text });

function cellObject(cell: Cell): CellObject {
  if (cell.kind === 'text') return textCell(cell.text);
  if (cell.kind === 'amount') return { t: 'n', v: cell.minor / 100, z: '#,##0.00' };
  const serial = cell.atMs / 86_400_000 + serialOf1970 + riyadhDays;
  return {
    t: 'n',
    v: cell.time ? serial : Math.floor(serial),
    z: cell.time ? 'dd/mm/yyyy hh:mm' : 'dd/mm/yyyy',
  };
}

function sheetOf(rows: CellObject[][]): WorkSheet {
  const sheet: WorkSheet = {};
  let width = 0;
  rows.forEach((cells, row) => {
    width = Math.max(width, cells.length);
    cells.forEach((cell, column) => {
      if (cell.v !== '') sheet[utils.encode_cell({ r: row, c: column })] = cell;
    });
  });
  sheet['!ref'] = utils.encode_range({
    s: { r: 0, c: 0 },
    e: { r: rows.length - 1, c: Math.max(0, width - 1) },
  });
  return sheet;
}
