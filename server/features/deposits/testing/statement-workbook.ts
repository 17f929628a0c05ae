import { utils, write } from '@e965/xlsx';

/** Workbooks as another program writes them: dates and amounts as numbers with a form, texts shared. */

/** A day by its serial number: 46,344 is 18 November 2026. */
export const dayCell = (serial: number) => ({ t: 'n', v: serial, z: 'dd/mm/yyyy' });
/** An amount in whole units, shown with two decimals. */
export const amountCell = (amount: number) => ({ t: 'n', v: amount, z: '#,##0.00' });

/** The bytes of a workbook of these sheets, in their order, each of its rows of cells. */
export function workbookOf(
  sheets: Readonly<Record<string, unknown[][]>>,
  bookType: 'xlsx' | 'biff8' = 'xlsx',
): Buffer {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  return write(book, { type: 'buffer', bookType, bookSST: true }) as Buffer;
}
