import { utils, write } from '@e965/xlsx';

/** For tests: the bytes of a workbook whose sheets have the lines of these texts, cell by cell. */
export function workbookOf(
  sheets: readonly (readonly [name: string, text: string])[],
  bookType: 'xlsx' | 'xls' = 'xlsx',
): Buffer {
  const book = utils.book_new();
  for (const [name, text] of sheets) {
    const rows = text.split('\n').map((line) => line.split(','));
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  }
  return write(book, { type: 'buffer', bookType }) as Buffer;
}
