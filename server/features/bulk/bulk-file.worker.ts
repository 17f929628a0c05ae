import { parentPort, workerData } from 'node:worker_threads';
import { bulkLimits } from '@mizan/contract/bulk.ts';
import { refusalFrom } from '../../reconciliation/read/file-refused.ts';
import { readTable } from '../../reconciliation/read/read-table.ts';
import { cellTexts, isBlank } from '../../reconciliation/read/row.ts';
import { columnOfTitle, isHead } from './bulk-words.ts';
import type { Cells, FileRow } from './check/checked-line.ts';
import type { FromFile } from './read-bulk-file.ts';

/** The thread that reads one file, so that the one that answers requests only takes rows, a batch at a time. */
const port = parentPort;
if (!port) throw new Error('this file is the worker of readBulkFile');
const tell = (message: FromFile): void => port.postMessage(message);

const rowsOfBatch = 1_000;
/** Column names stand in one of the first rows; above them may be a title. */
const headWithinRows = 20;

type Refused = Extract<FromFile, { type: 'refused' }>;
class Refusal extends Error {
  readonly told: Refused;
  constructor(reason: Refused['reason'], detail: Refused['detail'] = {}) {
    super(reason);
    this.told = { type: 'refused', reason, detail };
  }
}

/** The columns in their places; undefined of one without a title. */
function columnsOf(titles: readonly string[]) {
  const unknown = titles.find((title) => title !== '' && columnOfTitle(title) === undefined);
  if (unknown !== undefined) throw new Refusal('unknownColumn', { column: unknown.slice(0, 80) });
  const columns = titles.map((title) => (title === '' ? undefined : columnOfTitle(title)));
  const twice = columns.findIndex((column, at) => column && columns.indexOf(column) !== at);
  if (twice >= 0) throw new Refusal('columnTwice', { column: titles[twice]?.slice(0, 80) ?? '' });
  if (!columns.includes('kind')) throw new Refusal('columns');
  return columns;
}

function cellsOf(columns: ReturnType<typeof columnsOf>, texts: readonly string[]): Cells {
  const cells: Cells = {};
  for (const [at, text] of texts.entries()) {
    const column = columns[at];
    // A value below no title is nobody's: which column it was meant for is not known.
    if (text !== '' && column === undefined) throw new Refusal('columns');
    if (text !== '' && column) cells[column] = text.toWellFormed().replaceAll('\0', '');
  }
  return cells;
}

async function read(filePath: string): Promise<void> {
  let columns: ReturnType<typeof columnsOf> | null = null;
  let above = 0;
  let lines = 0;
  let needsProof = false;
  let batch: FileRow[] = [];
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
    onFacts: (facts) => {
      needsProof = facts.needsArabicProof;
    },
    onRow: (row) => {
      if (isBlank(row)) return;
      const texts = cellTexts(row);
      if (!columns) return takeHead(texts);
      const cells = cellsOf(columns, texts);
      if (Object.keys(cells).length === 0) return;
      lines += 1;
      if (lines > bulkLimits.lines) throw new Refusal('tooManyRows', { maxRows: bulkLimits.lines });
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
  await read((workerData as { filePath: string }).filePath);
} catch (error) {
  const refused = refusalFrom(error);
  if (error instanceof Refusal) tell(error.told);
  else if (refused) tell({ type: 'refused', reason: refused.code, detail: {} });
  else throw error;
}
