import { parentPort, workerData } from 'node:worker_threads';
import { refusalFrom } from '../../reconciliation/read/file-refused.ts';
import { comparableHeader } from '../../reconciliation/read/header-text.ts';
import { readTable } from '../../reconciliation/read/read-table.ts';
import { cellTexts, isBlank } from '../../reconciliation/read/row.ts';
import type { FilledRow, FromFile, ToFile } from './read-filled-file.ts';

/** The thread that reads one file, so that the one that answers requests only takes rows, a batch at a time. */
const port = parentPort;
if (!port) throw new Error('this file is the worker of readFilledFile');
const tell = (message: FromFile): void => port.postMessage(message);
const { filePath, titles, required, linesMax, exampleSheets } = workerData as ToFile;

const rowsOfBatch = 1_000;
/** Column names stand in one of the first rows; above them may be a title. */
const headWithinRows = 20;
/** So many titles of ours are names of columns: a value may be called like one. */
const titlesOfHead = 3;

type Refused = Extract<FromFile, { type: 'refused' }>;
class Refusal extends Error {
  readonly told: Refused;
  constructor(reason: Refused['reason'], detail: Refused['detail'] = {}) {
    super(reason);
    this.told = { type: 'refused', reason, detail };
  }
}

/** Null of a title that the portal adds itself; undefined where nobody knows it. */
const columnOfTitle = (title: string): string | null | undefined => titles.get(comparableHeader(title));
const isHead = (cells: readonly string[]): boolean =>
  cells.filter((cell) => cell !== '' && columnOfTitle(cell)).length >= titlesOfHead;

/** The columns in their places; undefined of one without a title. */
function columnsOf(texts: readonly string[]) {
  const unknown = texts.find((title) => title !== '' && columnOfTitle(title) === undefined);
  if (unknown !== undefined) throw new Refusal('unknownColumn', { column: unknown.slice(0, 80) });
  const columns = texts.map((title) => (title === '' ? undefined : columnOfTitle(title)));
  const twice = columns.findIndex((column, at) => column && columns.indexOf(column) !== at);
  if (twice >= 0) throw new Refusal('columnTwice', { column: texts[twice]?.slice(0, 80) ?? '' });
  if (!columns.includes(required)) throw new Refusal('columns');
  return columns;
}

function cellsOf(columns: ReturnType<typeof columnsOf>, texts: readonly string[]): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [at, text] of texts.entries()) {
    const column = columns[at];
    // A value below no title is nobody's: which column it was meant for is not known.
    if (text !== '' && column === undefined) throw new Refusal('columns');
    if (text !== '' && column) cells[column] = text.toWellFormed().replaceAll('\0', '');
  }
  return cells;
}

async function read(): Promise<void> {
  let columns: ReturnType<typeof columnsOf> | null = null;
  let above = 0;
  let lines = 0;
  let needsProof = false;
  let batch: FilledRow<string>[] = [];
  const takeHead = (texts: string[]): void => {
    above += 1;
    if (!isHead(texts)) {
      if (above > headWithinRows) throw new Refusal('columns');
      return;
    }
    const isProved = texts.some((title) => /\p{Script=Arabic}/u.test(title) && columnOfTitle(title));
    if (needsProof && !isProved) throw new Refusal('encoding');
    columns = columnsOf(texts);
  };
  await readTable(filePath, {
    names: { isName: (title) => columnOfTitle(title) !== undefined, isHead },
    // Lines on two sheets are one file for whoever wrote them: half of it is not read as if it were all.
    tellsFurther: true,
    onFacts: ({ needsArabicProof, furtherSheets = [] }) => {
      needsProof = needsArabicProof;
      const further = furtherSheets.find((sheet) => !exampleSheets.includes(sheet));
      if (further !== undefined) throw new Refusal('moreSheets', { sheet: further.slice(0, 80) });
    },
    onRow: (row) => {
      if (isBlank(row)) return;
      const texts = cellTexts(row);
      if (!columns) return takeHead(texts);
      const cells = cellsOf(columns, texts);
      if (Object.keys(cells).length === 0) return;
      lines += 1;
      if (lines > linesMax) throw new Refusal('tooManyRows', { maxRows: linesMax });
      batch.push({ line: row.line, cells });
      if (batch.length < rowsOfBatch) return;
      tell({ type: 'rows', rows: batch });
      batch = [];
    },
    onProgress: () => {},
  });
  if (!columns) throw new Refusal('columns');
  if (lines === 0) throw new Refusal('empty');
  tell({ type: 'rows', rows: batch });
  tell({ type: 'end' });
}

try {
  await read();
} catch (error) {
  const refused = refusalFrom(error);
  if (error instanceof Refusal) tell(error.told);
  else if (refused) tell({ type: 'refused', reason: refused.code, detail: {} });
  else throw error;
}
