import { Readable } from 'node:stream';
import { decimalText } from '@mizan/contract/money.ts';
import { ZipFile } from 'yazl';
import { wordsFor } from '../words.ts';
import { choiceRows, choiceValidations, hasChoices, listsSheet } from './choice-lists.ts';
import type { ExportCell, ExportColumn, ExportHead, ExportRow } from './export-sheet.ts';
import { guardedText } from './safe-text.ts';
import {
  cellFormats,
  contentTypes,
  packageRelations,
  stylesPart,
  workbookPart,
  workbookRelations,
} from './xlsx-parts.ts';
import { xmlText } from './xml-text.ts';

/** Excel's own limits: rows of a sheet with its header, and letters of a cell. */
const sheetRowsMax = 1_048_576;
const cellCharsMax = 32_767;
/** Of zlib's nine: a third of the time of the usual one for a tenth more bytes. */
const compressionLevel = 3;

function cellXml(cell: ExportCell, textFormat: number): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'bigint') return `<c><v>${cell}</v></c>`;
  if (typeof cell === 'number') return `<c s="${cellFormats.amount}"><v>${decimalText(cell)}</v></c>`;
  const text = guardedText(cell).slice(0, cellCharsMax);
  return `<c s="${textFormat}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
}

const rowXml = (row: ExportRow, textFormat: number): string =>
  `<row>${row.map((cell) => cellXml(cell, textFormat)).join('')}</row>`;

function sheetStart(columns: readonly ExportColumn[], isRightToLeft: boolean): string {
  const widths = columns
    .map(({ letters }, at) => `<col min="${at + 1}" max="${at + 1}" width="${letters + 2}" customWidth="1"/>`)
    .join('');
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
    `<sheetViews><sheetView workbookViewId="0" rightToLeft="${Number(isRightToLeft)}">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths}</cols><sheetData>${rowXml(
      columns.map(({ name }) => name),
      cellFormats.header,
    )}`
  );
}
const sheetEnd = (columns: readonly ExportColumn[]): string =>
  `</sheetData>${choiceValidations(columns, sheetRowsMax)}</worksheet>`;

/** The sheet of what can be chosen, which people do not see. */
const listsXml = (columns: readonly ExportColumn[]): string =>
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>' +
  `${choiceRows(columns)
    .map((row) => rowXml(row, cellFormats.text))
    .join('')}</sheetData></worksheet>`;

/** One row after the other out of batches, with a look at whether there is another one. */
function rowReader(batches: AsyncIterable<readonly ExportRow[]>) {
  const source = batches[Symbol.asyncIterator]();
  let rest: readonly ExportRow[] = [];
  return {
    /** Up to `most` rows; none at the end. */
    async take(most: number): Promise<readonly ExportRow[]> {
      while (rest.length === 0) {
        const next = await source.next();
        if (next.done) return [];
        rest = next.value;
      }
      const taken = rest.slice(0, most);
      rest = rest.slice(most);
      return taken;
    },
  };
}

/**
 * The table as an XLSX workbook, byte by byte: texts stand in their cells (no shared table that would have to be kept),
 * and what is beyond the rows of a sheet goes on in the next one.
 */
export function workbookOf(
  head: ExportHead,
  batches: AsyncIterable<readonly ExportRow[]>,
  rowsOfSheet: number = sheetRowsMax,
): Readable {
  const zip = new ZipFile();
  const reader = rowReader(batches);
  const isRightToLeft = wordsFor(head.reader).direction === 'rtl';
  const output = zip.outputStream as Readable;
  const written = head.seal ? { mtime: head.seal.at } : {};
  zip.on('error', (error: Error) => output.destroy(error));

  async function* sheetXml(number: number, first: readonly ExportRow[]): AsyncGenerator<string> {
    yield sheetStart(head.columns, isRightToLeft);
    let rows = first;
    let left = rowsOfSheet - 1;
    while (rows.length > 0) {
      yield rows.map((row) => rowXml(row, cellFormats.text)).join('');
      left -= rows.length;
      if (left === 0) break;
      rows = await reader.take(left);
    }
    yield sheetEnd(head.columns);
    const more = left === 0 ? await reader.take(rowsOfSheet - 1) : [];
    if (more.length > 0) addSheet(number + 1, more);
    else finish(number);
  }
  function addSheet(number: number, first: readonly ExportRow[]): void {
    const content = Readable.from(sheetXml(number, first), { objectMode: false });
    // The archive takes no notice of either: an error of the rows, or a reader who went away.
    content.on('error', (error) => output.destroy(error));
    output.on('close', () => content.destroy());
    zip.addReadStream(content, `xl/worksheets/sheet${number}.xml`, { compressionLevel, ...written });
  }
  function finish(sheets: number): void {
    const hasLists = hasChoices(head.columns);
    const all = sheets + Number(hasLists);
    const parts = {
      '[Content_Types].xml': contentTypes(all),
      '_rels/.rels': packageRelations,
      'xl/workbook.xml': workbookPart(head.title, sheets, hasLists ? listsSheet(all) : ''),
      'xl/_rels/workbook.xml.rels': workbookRelations(all),
      'xl/styles.xml': stylesPart,
      ...(hasLists ? { [`xl/worksheets/sheet${all}.xml`]: listsXml(head.columns) } : {}),
    };
    for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name, written);
    zip.end();
  }
  void reader.take(rowsOfSheet - 1).then(
    (first) => addSheet(1, first),
    (error: Error) => output.destroy(error),
  );
  return output;
}
