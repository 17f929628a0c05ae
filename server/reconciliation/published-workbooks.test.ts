/** The published layouts again, as the workbooks that the same banks and companies offer beside their text. */
import { type CellObject, utils, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { sold, tryBankFile } from './bank-file-trial.ts';
import { publishedLayouts, publishedRefundUuid, publishedUuid } from './published-layouts.ts';
import { toldOf } from './published-told.ts';

const sale = sold(1, '20 12:00', { orderRef: 'INV-1001', uuid: publishedUuid });
const refund = sold(2, '20 13:00', {
  type: 'REFUND',
  amountMinor: 4_000,
  feeMinor: 0,
  vatMinor: 0,
  uuid: publishedRefundUuid,
});

/** The cells of a text of one of the layouts: the sign that stands in it most often lies between them. */
function cellsOf(content: string): string[][] {
  const text = content.replace(/^\uFEFF/, '').replace(/\r?\n$/, '');
  const count = (sign: string): number => text.split(sign).length;
  const [between = ','] = [',', '|', ';', '\t'].toSorted((a, b) => count(b) - count(a));
  return text.split(/\r?\n/).map((line) => {
    const cells: string[] = [];
    let cell = '';
    let isQuoted = false;
    for (const sign of line) {
      if (sign === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
      else if (sign === between && !isQuoted) {
        cells.push(cell);
        cell = '';
      } else cell += sign;
    }
    return [...cells, cell];
  });
}

/** As a program writes texts: what keeps a spreadsheet from reading a key as a number stands around keys of text files alone. */
const asText = (cell: string): string | null =>
  cell === '' ? null : cell.replace(/^="(.*)"$|^="?([^"]*)$/, '$1$2');
const isFigure = /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;
/** As Excel keeps what somebody opened and saved: figures as numbers, also keys that lose nothing by it. */
const asNumber = (cell: string): string | number | null =>
  isFigure.test(cell) ? Number(cell) : asText(cell);

/** Days and times as Excel counts them: days since the last of 1899. */
function asDate(cell: string): CellObject | string | number | null {
  const [, day, time = '00:00:00'] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d))?$/.exec(cell) ?? [];
  if (day === undefined) return asNumber(cell);
  const days = (Date.parse(`${day}T${time}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
  return { t: 'n', v: days, z: cell.length > 10 ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd' };
}

const ways = [
  ['texts', asText],
  ['numbers', asNumber],
  ['numbers and dates', asDate],
] as const;

function workbookOf(
  content: string,
  cellOf: (cell: string) => CellObject | string | number | null,
  bookType: 'xlsx' | 'biff8' = 'xlsx',
): Buffer {
  const book = utils.book_new();
  const rows = cellsOf(content).map((row) => row.map(cellOf));
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Settlement');
  return write(book, { type: 'buffer', bookType, bookSST: true }) as Buffer;
}

test.each(
  publishedLayouts.flatMap(([name, content, told]) =>
    ways.map(([way, of]) => [way, name, content, told, of] as const),
  ),
)('as a workbook of %s: %s', async (_way, _name, content, expected, cellOf) => {
  expect(toldOf(await tryBankFile(workbookOf(content, cellOf), [sale, refund]))).toEqual(expected);
});

test.each(publishedLayouts.map(([name, content, told]) => [name, content, told] as const))(
  'as an old workbook (BIFF8) of numbers and dates: %s',
  async (_name, content, expected) => {
    const bytes = workbookOf(content, asDate, 'biff8');
    expect(bytes.subarray(0, 8).toString('hex')).toBe('d0cf11e0a1b11ae1');
    expect(toldOf(await tryBankFile(bytes, [sale, refund]))).toEqual(expected);
  },
);

/** HDFC sends an old workbook: an apostrophe before each key, days with the month first, as texts or as days of the program. */
const hdfc = publishedLayouts.find(([name]) => name.startsWith('HDFC'));
const monthFirst = (cell: string): CellObject | string | number | null => {
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(cell) ?? [];
  if (year === undefined) return asNumber(cell);
  const days = (Date.parse(`${year}-${month}-${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
  return { t: 'n', v: days, z: 'mm/dd/yyyy' };
};

test.each([
  ['texts', asText],
  ['days of the program', monthFirst],
] as const)("HDFC's layout in an old workbook is read with days as %s", async (_way, cellOf) => {
  if (!hdfc) throw new Error('there is no layout of HDFC');
  const [, content, expected] = hdfc;
  expect(toldOf(await tryBankFile(workbookOf(content, cellOf, 'biff8'), [sale, refund]))).toEqual(expected);
});

test('an old workbook that is cut short is refused as no table, and never read in part', async () => {
  if (!hdfc) throw new Error('there is no layout of HDFC');
  const whole = workbookOf(hdfc[1], asText, 'biff8');
  await expect(tryBankFile(whole.subarray(0, 600), [sale])).rejects.toThrow(/notTable/);
});
