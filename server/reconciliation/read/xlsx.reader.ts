import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { createCellRow } from './cell-row.ts';
import { fileRefused } from './file-refused.ts';
import type { RowSink } from './row.ts';
import { readSheets, type SheetChoice, type ToldSheets } from './sheet-choice.ts';
import { numberText } from './spreadsheet-values.ts';
import { localName, openXlsx, parsePart, type XlsxArchive } from './xlsx-archive.ts';
import { readWorkbook, type XlsxWorkbook } from './xlsx-workbook.ts';

/**
 * Streams the rows of an XLSX workbook's sheets, chosen and told apart as `readSheets` does. Nothing is
 * unpacked beyond the chunk at hand but the shared texts. Refuses as `openXlsx` does, and `tooManyRows`.
 */
export async function readXlsx(
  filePath: string,
  choice: SheetChoice,
  onSheets: (told: ToldSheets) => void,
  onRow: RowSink,
): Promise<void> {
  const archive = await openXlsx(filePath);
  try {
    const workbook = await readWorkbook(archive);
    const walk = ({ part }: { part: string }, sink: RowSink): Promise<void> =>
      streamSheet(archive, workbook, part, sink);
    await readSheets(workbook.sheets, choice, walk, onSheets, onRow);
  } finally {
    archive.close();
  }
}

/** The zero-based column of a reference such as 'AB12'. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  return column - 1;
}

async function streamSheet(
  archive: XlsxArchive,
  workbook: XlsxWorkbook,
  part: string,
  onRow: RowSink,
): Promise<void> {
  const cells = createCellRow();
  let line = 0;
  let column = -1;
  let type = '';
  let style = 0;
  let value = '';
  let inValue = false;
  let stopped = false;
  const valueText = (): string => {
    if (type === 's') return workbook.sharedTexts[Number(value)] ?? '';
    if (type === '' || type === 'n') {
      return value === '' ? '' : numberText(value, workbook.forms[style] ?? 'plain', workbook.uses1904);
    }
    return type === 'd' ? value.replace('T', ' ').replace(/\.\d+Z?$|Z$/, '') : value;
  };
  await parsePart(
    archive,
    part,
    {
      open: (tag) => {
        const name = localName(tag);
        if (name === 'c') {
          const { r, t, s } = tag.attributes;
          column = r === undefined ? column + 1 : columnOf(r);
          type = t ?? '';
          style = s === undefined ? 0 : Number(s);
          value = '';
        } else if (name === 'v' || name === 't') inValue = true;
        else if (name === 'row') {
          const given = tag.attributes['r'];
          line = given === undefined ? line + 1 : Number(given);
          if (line > bankFileLimits.workbookRowsMax) {
            throw fileRefused('tooManyRows', { maxRows: bankFileLimits.workbookRowsMax });
          }
          column = -1;
          cells.clear(line);
        }
      },
      text: (text) => {
        if (inValue) value += text;
      },
      close: (tag) => {
        const name = localName(tag);
        if (name === 'v' || name === 't') inValue = false;
        else if (name === 'c') cells.set(column, valueText());
        else if (name === 'row' && !stopped && cells.isFilled()) stopped = onRow(cells.row) === false;
      },
    },
    () => stopped,
  );
}
