import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { SaidWords } from '@mizan/contract/bank-file-words.ts';
import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { type FileKind, type TableForm, type TextEncoding } from '@mizan/contract/table-form.ts';
import { readDelimited } from './delimited.reader.ts';
import { delimiterOfLine, findDelimiter } from './delimiter.ts';
import { fileRefused } from './file-refused.ts';
import type { OtherSheet } from './other-sheets.ts';
import type { RowSink } from './row.ts';
import type { ToldSheets } from './sheet-choice.ts';
import { isSpread, openSpread } from './spread-text.ts';
import { type FoundEncoding, findEncoding, openText } from './text-encoding.ts';
import { openTextSet, type TextSet } from './text-set.ts';
import { readXls } from './xls.reader.ts';
import { readXlsx } from './xlsx.reader.ts';

/** What a file turned out to be, told before its first row. */
export interface TableFacts {
  kind: FileKind;
  sizeBytes: number;
  encoding: TextEncoding | null;
  delimiter: string | null;
  sheet: string | null;
  /** The names of all sheets of a workbook, and those with amounts beside the chosen one, where they are to be read. */
  sheets?: readonly string[];
  otherSheets?: readonly OtherSheet[];
  /** Where they are to be told: other sheets in sight with lines of the same kind, which are not read. */
  furtherSheets?: readonly string[];
  /** Windows-1256 was taken on suspicion and wants a known Arabic column name. */
  needsArabicProof: boolean;
  /** The numbers of the files that a set lacks, by the names of the others. */
  absentParts?: readonly number[];
}

export interface ReadOptions {
  /** The sheet of a saved layout; otherwise the first one with column names. */
  sheet?: string | undefined;
  /** What was said of the other sheets of a workbook, where they are read too; left away, only one is. */
  ofOthers?: SaidWords | undefined;
  /** How the table is told, where a person said it. */
  table?: TableForm | undefined;
  /** Which names tell the delimiter: those that a person confirmed, or those of another kind of table, which tell its sheet too. */
  names?: { isName: (title: string) => boolean; isHead?: (cells: readonly string[]) => boolean } | undefined;
  /** Whether sheets with the same names are told that are not read. */
  tellsFurther?: boolean | undefined;
  /** Places spread over a large text are enough (`openSpread`). */
  isSample?: boolean | undefined;
  onFacts: (facts: TableFacts) => void;
  onRow: RowSink;
  /** Bytes of the file read so far. */
  onProgress: (readBytes: number) => void;
}

/**
 * Reads a table, whatever its name says it is, row by row. Synchronous but for workbooks: call it in a worker thread.
 * Refuses: `empty`, `tooLarge`, `expands`, `tooManyRows`, `notTable`, `encoding`, `cut`, `protected`.
 */
export async function readTable(filePath: string, options: ReadOptions): Promise<void> {
  const fd = openSync(filePath, 'r');
  try {
    const sizeBytes = fstatSync(fd).size;
    if (sizeBytes === 0) throw fileRefused('empty');
    const kind = kindOf(fd);
    if (kind === 'text') return readText(fd, sizeBytes, options);
    if (sizeBytes > bankFileLimits.workbookBytesMax)
      throw fileRefused('tooLarge', { maxBytes: bankFileLimits.workbookBytesMax });
    const set = kind === 'xlsx' ? await openTextSet(filePath) : null;
    if (set) return readSet(set, sizeBytes, options);
    const tell = ({ others, further, ...sheets }: ToldSheets): void =>
      options.onFacts({
        kind,
        sizeBytes,
        encoding: null,
        delimiter: null,
        ...sheets,
        otherSheets: others,
        furtherSheets: further,
        needsArabicProof: false,
      });
    const { ofOthers, names, sheet, table, tellsFurther } = options;
    const choice = { wanted: table?.sheet ?? sheet, isHead: names?.isHead, ofOthers, tellsFurther };
    if (kind === 'xlsx') await readXlsx(filePath, choice, tell, options.onRow);
    else await readXls(filePath, choice, tell, options.onRow);
  } finally {
    closeSync(fd);
  }
}

const signatures: readonly { kind: FileKind | null; bytes: string }[] = [
  { kind: 'xlsx', bytes: '504b0304' },
  { kind: 'xls', bytes: 'd0cf11e0a1b11ae1' },
  // PDF, pictures, gzip, RAR, 7z and rich text: none is a table, and some would pass as text.
  { kind: null, bytes: '255044462d' },
  { kind: null, bytes: '89504e47' },
  { kind: null, bytes: 'ffd8ff' },
  { kind: null, bytes: '1f8b08' },
  { kind: null, bytes: '52617221' },
  { kind: null, bytes: '377abcaf' },
  { kind: null, bytes: '7b5c727466' },
];

/** The kind by the first bytes: extensions lie. */
function kindOf(fd: number): FileKind {
  const head = Buffer.alloc(16);
  const count = readSync(fd, head, 0, head.length, 0);
  const hex = head.subarray(0, count).toString('hex');
  const found = signatures.find(({ bytes }) => hex.startsWith(bytes));
  if (found?.kind === null) throw fileRefused('notTable');
  return found?.kind ?? 'text';
}

/** The text files of a zip; progress and size are told of the zip. */
function readSet({ fd, sizeBytes, absentParts }: TextSet, zipBytes: number, options: ReadOptions): void {
  try {
    if (sizeBytes === 0) throw fileRefused('empty');
    readText(fd, sizeBytes, {
      ...options,
      onFacts: (facts) => options.onFacts({ ...facts, sizeBytes: zipBytes, absentParts }),
      onProgress: (readBytes) => options.onProgress(Math.floor((readBytes / sizeBytes) * zipBytes)),
    });
  } finally {
    closeSync(fd);
  }
}

const headBytes = 64 * 1024;

function readText(fd: number, sizeBytes: number, options: ReadOptions): void {
  if (sizeBytes > bankFileLimits.textBytesMax)
    throw fileRefused('tooLarge', { maxBytes: bankFileLimits.textBytesMax });
  const found = findEncoding(fd, sizeBytes, options.table?.encoding);
  const head = headText(fd, sizeBytes, found);
  if (head.trim() === '') throw fileRefused('empty');
  // A page or a document in mark-up has commas too, but no table that could be read line by line.
  if (/^\s*<(?:!doctype|html|\?xml|table|head|body)/i.test(head)) throw fileRefused('notTable');
  const delimiter =
    options.table?.delimiter ?? findDelimiter(head, options.names?.isName) ?? delimiterOfLine(head);
  if (delimiter === null) throw fileRefused('notTable');
  const { encoding, needsProof } = found;
  options.onFacts({
    kind: 'text',
    sizeBytes,
    encoding,
    delimiter,
    sheet: null,
    needsArabicProof: needsProof,
  });
  const source =
    options.isSample && isSpread(sizeBytes, found)
      ? openSpread(fd, sizeBytes, found)
      : openText(fd, sizeBytes, found, options.onProgress);
  readDelimited(source, delimiter.charCodeAt(0), options.onRow);
}

/** The beginning of the text, for telling the delimiter. */
function headText(fd: number, sizeBytes: number, found: FoundEncoding): string {
  const source = openText(fd, Math.min(sizeBytes, headBytes), found, () => {});
  let text = '';
  while (text.length < headBytes) {
    const chunk = source();
    if (chunk === null) break;
    text += Buffer.from(chunk.subarray(0, headBytes)).toString();
  }
  return text;
}
