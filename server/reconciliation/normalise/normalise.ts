import { currencies } from '@mizan/contract/money.ts';
import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { isArabicName } from '../read/column-names.ts';
import { detectColumns, hasLineMarkers, recordMarker, sampleRowOf } from '../read/columns.ts';
import { fileRefused } from '../read/file-refused.ts';
import { comparableHeader } from '../read/header-text.ts';
import { cellText, cellTexts, copyRow, isBlank, type Row } from '../read/row.ts';
import { firstRowsMax } from '../read/told-table.ts';
import { absentStatus } from './absent-status.ts';
import { lineFlag, newBankLines, newSharedTexts } from './bank-lines.ts';
import { type BareSums, createBareSums } from './bare-sums.ts';
import { takeBack } from './doubtful-lines.ts';
import { holdKeyless } from './keyless-rows.ts';
import type { LineProblem } from './line-problem.ts';
import { createLineReader, type LineReader } from './line-reader.ts';
import { keptText, warn } from './line-warnings.ts';
import type { NormaliseOptions } from './normalise-options.ts';
import { type NormalisedFile, newFile } from './normalised-file.ts';
import type { RowKeys } from './row-keys.ts';
import {
  amountInRemark,
  type ColumnFields,
  closesBatch,
  columnFields,
  type FoundLabel,
  fillsAll,
  hasPaymentKey,
  isCertainLine,
  isFootOfPage,
  isMarkedOtherwise,
  type LineShape,
  learnShape,
  namesItsKind,
  newLineShape,
  repeatsHeadings,
  totalInRemark,
  totalOf,
} from './row-shapes.ts';
import { askedWordsOf, type CountedWord, isOpenWord } from './row-words.ts';
import { keepNotCounted } from './rows-not-counted.ts';
import { titlesOfSheets } from './sheet-rows.ts';
import { type StatedCount, statedCountIn } from './stated-counts.ts';
import { checkFigures, type StatedRemark } from './stated-figures.ts';
import {
  batchLabel,
  isCountHeading,
  moneyOfRow,
  netInSentence,
  type TotalReader,
  type TotalRow,
  totalRowOf,
  trailerLabel,
} from './total-rows.ts';
import { createUnreadColumns, type UnreadColumns } from './unread-columns.ts';
import { detectFormats } from './value-formats.ts';

export type { NormalisedFile } from './normalised-file.ts';
export type { LineWarning, RejectedKeys, Rejection } from './row-remarks.ts';

export interface Normaliser {
  push: (row: Row) => void;
  end: () => NormalisedFile;
}

interface State {
  file: NormalisedFile;
  reader: LineReader;
  /** Rows begin with a record marker. */
  marked: boolean;
  /** Headings in comparable form. */
  titles: string[];
  fields: ColumnFields;
  shape: LineShape;
  totals: TotalRow[];
  /** Rows of amounts alone, which are totals where they agree. */
  bareSums: BareSums;
  /** How many more of them say something. */
  totalsBeyond: number;
  /** Totals above the names of columns. */
  above: TotalRow[];
  /** What rows above headings say how many lines there are. */
  stated: StatedCount[];
  /** Columns that nothing is read from. */
  unread: UnreadColumns;
  /** Amounts in words above and below lines. */
  remarks: (StatedRemark & { word: CountedWord })[];
  totalReader: TotalReader;
  /** How many cells the titles above the first headings have. */
  titleCells: Set<number>;
  /** What these titles say. */
  titleTexts: Set<string>;
  /** Above the names of columns of a further sheet stand its titles. */
  isTitleOfSheet: (line: number) => boolean;
  /** Rows of as many cells, one under the other, that were rejected last: a title, if headings follow. */
  ragged: { line: number; texts: string[] }[];
}

/**
 * Turns rows into bank lines. The first rows are held back until columns and formats are known from them; then
 * every row is read, rejected with its reason, or counted as a remark. Throws refusals: `noHeader`,
 * `columnsUnknown` (a required column was not found), `encoding`, `empty`.
 */
export function createNormaliser(options: NormaliseOptions): Normaliser {
  const firstMax = firstRowsMax(options.layout?.table);
  let held: Row[] | null = [];
  let state: State | null = null;
  let rowCount = 0;
  let blankCount = 0;
  const settle = (): State => {
    const rows = held ?? [];
    held = null;
    const settled = settleColumns(rows, options);
    const { headerLine, titles } = settled.file.mapping;
    settled.marked &&= !rows.some(
      (row) => row.line > headerLine && isMarkedOtherwise(cellTexts(row), settled.reader.at),
    );
    // Without names of columns the row above the first line is a title like those above it.
    const firstLine = titles.every((title) => title === '') ? headerLine + 1 : headerLine;
    for (const row of rows) {
      if (row.line < firstLine) {
        const texts = cellTexts(row);
        settled.titleCells.add(row.cellCount);
        settled.titleTexts.add(texts.join('\t'));
        takeTitle(settled, row, texts);
      } else if (row.line > headerLine) takeRow(settled, row);
    }
    return settled;
  };
  return {
    push: (row) => {
      rowCount++;
      if (state) return takeRow(state, row);
      if (isBlank(row)) blankCount++;
      else held?.push(copyRow(row));
      if (held && held.length >= firstMax) state = settle();
    },
    end: () => {
      if (!state && held?.length === 0) throw fileRefused('empty');
      state ??= settle();
      state.file.rowCount = rowCount;
      state.file.notCounted.counts.blank += blankCount;
      return closeFile(state);
    },
  };
}

function settleColumns(rows: readonly Row[], options: NormaliseOptions): State {
  const sample = rows.map(sampleRowOf);
  const mapping = detectColumns(sample, options.layout);
  if (options.needsArabicProof && !sample.some((row) => row.cells.some(isArabicName)))
    throw fileRefused('encoding');
  if (!mapping) throw fileRefused('noHeader');
  const [missing] = mapping.missing;
  if (missing) throw fileRefused('columnsUnknown', { field: missing });
  const formats = detectFormats(mapping, sample, options.layout, options.todayIso);
  const lines = newBankLines(Math.max(options.expectedLines ?? 0, 1024));
  const shared = newSharedTexts();
  const currency = currencies.indexOf(options.defaultCurrency ?? 'SAR');
  const reader = createLineReader(mapping, formats, currency, lines, shared);
  const titles = mapping.titles.map(comparableHeader);
  return {
    file: newFile({ mapping, formats, lines, shared }, options),
    reader,
    marked: hasLineMarkers(sample, mapping),
    titles,
    fields: columnFields(mapping),
    shape: newLineShape(),
    totals: [],
    bareSums: createBareSums(),
    totalsBeyond: 0,
    above: [],
    stated: [],
    unread: createUnreadColumns(mapping, lines, formats.minorUnits === true),
    remarks: [],
    titleCells: new Set(),
    titleTexts: new Set(),
    isTitleOfSheet: titlesOfSheets(options.otherSheets),
    ragged: [],
    totalReader: {
      at: reader.at,
      money: reader.money,
      shared,
      batches: lines.batches,
      countColumns: titles.flatMap((title, index) =>
        mapping.fields[index] === null && isCountHeading(title) ? [index + mapping.shift] : [],
      ),
    },
  };
}

function takeRow(state: State, row: Row): void {
  const { file, reader, shape } = state;
  if (state.isTitleOfSheet(row.line)) return takeTitle(state, row, cellTexts(row));
  if (row.isBroken === true) return takeProblem(state, row, { code: 'quote', field: null, value: '' });
  if (state.marked && takeMarked(state, row)) return;
  const problem = reader.read(row);
  if (problem) return takeProblem(state, row, problem);
  const index = file.lines.count - 1;
  if (!isCertainLine(file.lines, index)) {
    const texts = cellTexts(row);
    const found = hasPaymentKey(texts, reader.at) ? null : totalAmongLines(state, texts);
    if (found && takeTotal(state, row, texts, found)) {
      file.lines.count--;
      return;
    }
  }
  learnShape(shape, row);
  state.unread.take(row, index);
  holdKeyless(file, reader.at, row, index);
  const flags = file.lines.columns.flags[index] as number;
  if ((flags & (lineFlag.rrnDamaged | lineFlag.keyRounded | lineFlag.chargeOfOther)) !== 0)
    warn(file, reader, row, index);
}

/** What makes a total of a row that could be read as a line: its words, else its shape. */
function totalAmongLines({ shape, fields, reader }: State, texts: readonly string[]): FoundLabel | null {
  const worded = totalOf(texts, shape, fields);
  return worded ?? (closesBatch(texts, reader.at, shape) ? { label: batchLabel, cell: -1 } : null);
}

/** Takes a row that its first cell marks as no line, where the file marks its rows; false where it may yet be one. */
function takeMarked(state: State, row: Row): boolean {
  const first = row.bytes[row.bounds[0] as number];
  if (row.cellCount === 0 || (first !== 0x48 && first !== 0x54)) return false;
  const marker = recordMarker(cellText(row, 0));
  if (marker !== 'header' && marker !== 'total') return false;
  const texts = cellTexts(row);
  const { at } = state.reader;
  if (repeatsHeadings(texts, state.titles, state.file.mapping.shift)) return false;
  if (hasPaymentKey(texts, at) || fillsAll(texts, state.shape) || namesItsKind(texts, at)) return false;
  if (marker === 'header') {
    keepNotCounted(state.file.notCounted, row.line, 'recordHeader', texts);
    // With money in it, it may be a line of which only the first column looks like a marker.
    keepRemark(state, row.line, texts, moneyOfRow(state.totalReader, row) ?? amountInRemark(texts));
    return true;
  }
  // What a trailer closes, its words say where it has any.
  const worded = totalOf(texts, state.shape, state.fields);
  return takeTotal(state, row, texts, worded ?? { label: trailerLabel, cell: 0 });
}

/** A row that could not be read as a line: blank, headings again, a total, the foot of a page, or a rejection. */
function takeProblem(state: State, row: Row, problem: LineProblem): void {
  const { file, reader } = state;
  if (problem.code === 'tooLong') return reject(file, row.line, problem, null);
  if (isBlank(row)) {
    file.notCounted.counts.blank++;
    return;
  }
  if (problem.code === 'quote') return reject(file, row.line, problem, reader.keysOf(row));
  const texts = cellTexts(row);
  if (repeatsHeadings(texts, state.titles, file.mapping.shift)) {
    takeTitles(state, row.line);
    return keepNotCounted(file.notCounted, row.line, 'headings', texts);
  }
  if (!hasPaymentKey(texts, reader.at) || isOneCell(texts)) {
    const found = totalOf(texts, state.shape, state.fields);
    if (found && takeTotal(state, row, texts, found)) return;
    if (!found && isFootOfPage(texts, state.fields)) return takeFoot(state, row, texts);
  }
  // Those of one cell are told by the headings below them.
  if (problem.code !== 'columns' && state.titleTexts.has(texts.join('\t')))
    return takeTitle(state, row, texts);
  if (state.bareSums.hold(row, texts, problem, { ...state, rejectedAbove: file.rejectedCount })) return;
  const keys = reader.keysOf(row);
  if (problem.code === 'columns' && keys === null && state.titleCells.has(row.cellCount))
    state.ragged = [
      ...state.ragged.filter(({ line }) => line >= row.line - titleRowsMax),
      { line: row.line, texts },
    ];
  reject(file, row.line, problem, keys);
}

/** A line has more than its key: what stands alone in the column of orders is words. */
const isOneCell = (texts: readonly string[]): boolean => texts.filter((text) => text !== '').length === 1;

/**
 * Words below lines: a total where all of them are a total's, else a remark; one with an amount may be money taken, unless
 * somebody said of these words that they say nothing of the payments.
 */
function takeFoot(state: State, row: Row, texts: readonly string[]): void {
  const minor = amountInRemark(texts);
  const found = minor === null ? null : totalInRemark(texts);
  if (found && takeTotal(state, row, texts, found)) return;
  keepNotCounted(state.file.notCounted, row.line, 'foot', texts);
  keepRemark(state, row.line, texts, minor);
}

function keepRemark(
  { reader, remarks }: State,
  line: number,
  texts: readonly string[],
  minor: number | null,
): void {
  if (minor === null || minor === 0) return;
  const remark = reader.words.remarkOf(texts.filter((text) => text !== '').join(' '));
  remark.count++;
  const net = netInSentence(line, texts, minor);
  if (remark.answer !== 'ASIDE') remarks.push({ line, minor, net, word: remark });
}

/** A title above the names of columns: a number of lines, a total of the file where its words say so, else a remark. */
function takeTitle(state: State, row: Row, texts: readonly string[]): void {
  keepNotCounted(state.file.notCounted, row.line, 'title', texts);
  if (takeStatedCount(state, row.line, texts)) return;
  const minor = amountInRemark(texts);
  const found = minor === null ? null : totalInRemark(texts);
  const total = found && totalRowOf(state.totalReader, row, texts, found, 0);
  if (total && Object.keys(total.stated).length > 0) state.above.push(total);
  else keepRemark(state, row.line, texts, minor);
}

/** A file that was put together of several has the titles of each above its headings. */
const titleRowsMax = 20;

/** Takes the rejected rows right above headings for what they are, where the first headings have the like above them. */
function takeTitles(state: State, headings: number): void {
  const { file, ragged } = state;
  const titles: State['ragged'] = [];
  for (let line = headings - 1; ragged.at(-1)?.line === line; line--) {
    const title = ragged.pop();
    if (!title || file.rejections.at(-1)?.line !== line) break;
    file.rejections.pop();
    file.rejectedCount--;
    keepNotCounted(file.notCounted, line, 'title', title.texts);
    titles.unshift(title);
  }
  for (const { line, texts } of titles)
    if (!takeStatedCount(state, line, texts)) keepRemark(state, line, texts, amountInRemark(texts));
}

function takeStatedCount({ file, stated }: State, line: number, texts: readonly string[]): boolean {
  const count = statedCountIn(texts);
  if (count !== null) stated.push({ line, count, rejectedAbove: file.rejectedCount });
  return count !== null;
}

function reject(file: NormalisedFile, line: number, problem: LineProblem, keys: RowKeys | null): void {
  file.rejectedCount++;
  const { asked, ...why } = problem;
  if (asked) asked.count++;
  if (file.rejections.length >= bankFileLimits.rejectionsKeptMax) return;
  file.rejections.push({ line, ...why, value: keptText(problem.value) });
  const isMoved = problem.code === 'columns' || problem.code === 'quote';
  if (keys) file.rejectedKeys.push({ line, isMoved, ...keys });
}

/** Takes a total, to be held against its lines at the end; false where a figure in it is malformed. */
function takeTotal(state: State, row: Row, texts: readonly string[], found: FoundLabel): boolean {
  const { file, totals } = state;
  const total = totalRowOf(state.totalReader, row, texts, found, file.rejectedCount);
  if (!total) return false;
  keepNotCounted(file.notCounted, row.line, 'total', texts);
  if (totals.length < bankFileLimits.totalsKeptMax) totals.push(total);
  else if (Object.keys(total.stated).length > 0) state.totalsBeyond++;
  return true;
}

/** What can be said only now that every row is known: lines in doubt are taken back, totals held against their lines. */
function closeFile(state: State): NormalisedFile {
  const { file, reader, totals, totalsBeyond: beyondCount, above, stated, remarks } = state;
  const { namesCurrency, contradictsMark, turnsSigns } = reader.money.findings;
  const absent = absentStatus(file.lines, reader);
  const mask =
    (namesCurrency ? lineFlag.currencyAssumed : 0) |
    (contradictsMark ? lineFlag.amountAmbiguous : 0) |
    (isOpenWord(absent) ? lineFlag.statusAbsent : 0);
  const taken = takeBack(file.lines, mask);
  const problemOf = (flags: number): LineProblem => {
    if (namesCurrency && (flags & lineFlag.currencyAssumed) !== 0)
      return { code: 'currency', field: 'currency', value: '' };
    if (contradictsMark && (flags & lineFlag.amountAmbiguous) !== 0)
      return { code: 'decimalMark', field: 'amount', value: '' };
    return { code: 'statusWord', field: 'status', value: '', ...(absent && { asked: absent }) };
  };
  for (const { line, flags, keys } of taken) reject(file, line, problemOf(flags), keys);
  if (taken.length > 0) file.rejections.sort((a, b) => a.line - b.line);
  const takenBack = taken.map(({ line }) => line);
  state.bareSums.settle(file, { totals, stated, turnsSigns, takenBack }, (row, problem) =>
    reject(file, row, problem, null),
  );
  file.figures = { totals, beyondCount, above, counts: stated, remarks, turnsSigns, takenBack };
  Object.assign(file, checkFigures(file, null));
  // What repeats the net is no question.
  const agreeing = new Set(file.totals.flatMap(({ line, agrees }) => (agrees === true ? [line] : [])));
  for (const { line, net, word } of remarks) if (net && agreeing.has(line)) word.count--;
  file.unreadCells = state.unread.cells;
  for (const { index, key, name, count } of state.unread.found()) {
    const column = reader.words.columnOf(key, name);
    column.count = count;
    file.unreadCells.names.set(index, column.word);
    if (count > 0 && column.answer !== 'ASIDE') file.unreadColumns.push({ name: column.word, count });
  }
  file.words = [...askedWordsOf(reader.words.asked), ...file.words];
  return file;
}
