import { type StatementTable, statementColumnsMax } from '@mizan/contract/statement-table.ts';
import { sheetLinesStep, type TableForm } from '@mizan/contract/table-form.ts';
import { withoutCardNumbers } from '../normalise/key-text.ts';
import { fileRefused } from '../read/file-refused.ts';
import { readTable, type TableFacts } from '../read/read-table.ts';
import { cellTexts, isBlank } from '../read/row.ts';
import { formOf, rowsToShow, sheetsOf, type TableOf } from '../read/told-table.ts';
import { namesStatement, namesWholeStatement, statementFieldOf, type TableRow } from './statement-columns.ts';
import { type ReadStatementTable, readStatementTable, type SaidOfTable } from './statement-table.ts';

/** What the thread is asked to read as a statement. */
export interface StatementJob {
  filePath: string;
  said: SaidOfTable;
  /** Tables that people said how to tell: a file that is of one is told so, unless something is said of its table. */
  forms?: readonly TableOf[] | undefined;
  /** Riyadh's day. */
  today: string;
  rowsMax: number;
}

/** What is read of the job, with how its table was told. */
export type ReadStatementFile = ReadStatementTable & { told: StatementTable['told'] };

const names = {
  isName: (title: string): boolean => statementFieldOf(title) !== null,
  isHead: namesStatement,
};

/**
 * Reads a bank statement that is a table: for the worker thread. null where it is no table that anybody could map.
 * Refuses as `readTable` does, and `tooManyRows` beyond `rowsMax`.
 */
export async function readStatementFile(job: StatementJob): Promise<ReadStatementFile | null> {
  const { filePath, today, forms = [] } = job;
  const told = job.said.told ?? (await formOf(filePath, forms, { names, isNamed: namesWholeStatement }));
  const { facts, rows } = await rowsOf(job, told?.table);
  const read = readStatementTable(rows, { ...job.said, told }, today);
  if (!read || !facts) return null;
  // Windows-1256 was taken on suspicion: a name in Arabic that banks use is its proof.
  const isProved = (cell: string): boolean =>
    /\p{Script=Arabic}/u.test(cell) && statementFieldOf(cell) !== null;
  const isEncodingGuessed = facts.needsArabicProof && !rows.some(({ cells }) => cells.some(isProved));
  const said: TableForm = { ...told?.table };
  if (said.namesLine !== undefined) said.namesLine = read.namesLine;
  // Kept, the encoding that was guessed is one that a person said.
  if (isEncodingGuessed && facts.encoding) said.encoding = facts.encoding;
  const { kind, encoding, delimiter, sheet, sheets, otherSheets } = facts;
  const unreadSheets = (otherSheets ?? []).map(({ name, word }) => ({ name, count: word.count }));
  const shown = rowsToShow(rows, read.namesLine).map(({ line, cells }) => ({
    line,
    cells: cells
      .slice(0, statementColumnsMax)
      .map((cell) => withoutCardNumbers(cell).slice(0, shownCharsMax)),
  }));
  return {
    ...read,
    told: {
      kind,
      encoding,
      delimiter,
      sheet,
      sheets: sheetsOf(sheets),
      ...(unreadSheets.length > 0 && { unreadSheets }),
      namesLine: read.namesLine,
      rows: shown,
      said,
      isEncodingGuessed,
    },
  };
}

/** How much of each cell is shown. */
const shownCharsMax = 60;

async function rowsOf({ filePath, rowsMax }: StatementJob, table: TableForm | undefined) {
  const rows: TableRow[] = [];
  let facts: TableFacts | undefined;
  await readTable(filePath, {
    table,
    names,
    ofOthers: {},
    onFacts: (found) => {
      facts = found;
    },
    onRow: (row) => {
      // Another sheet: it is named, and read once it is chosen.
      if (row.line >= sheetLinesStep) return false;
      if (isBlank(row)) return true;
      if (rows.length >= rowsMax) throw fileRefused('tooManyRows', { maxRows: rowsMax });
      rows.push({ line: row.line, cells: cellTexts(row), ...(row.isBroken === true && { isBroken: true }) });
      return true;
    },
    onProgress: () => {},
  });
  return { facts, rows };
}
