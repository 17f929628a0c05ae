import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import {
  beginsAsLines,
  type CellShape,
  isFigure,
  learnCells,
  linesOfLength,
  newCellShape,
  unlikeCells,
} from './cell-shape.ts';
import { fileRefused } from './file-refused.ts';
import type { Row, RowSink } from './row.ts';
import type { TextSource } from './text-encoding.ts';

const quote = 0x22;
const newline = 0x0a;
const space = 0x20;
const carriage = 0x0d;

/** What the row scanner found: `next` is where the next row begins, or -1 when the row needs more bytes. */
interface Scan {
  row: Row;
  next: number;
  newlinesInside: number;
  /** Delimiters within the cell that holds most of them and goes over a line end. */
  delimitersInside: number;
  /** A figure stands in a cell that goes over a line end: in names of columns none does. */
  hasFigureInside: boolean;
  /** Delimiters of the row, also those in cells that go over a line end. */
  delimitersOver: number;
  /** How many cells the widest line has, without empty ones at its end; `takeWidth` says which rows it counts. */
  widest: number;
  /** How many rows have how many cells so. */
  widths: Uint32Array;
  /** Delimiters within quoted cells that go over no line end. */
  delimitersQuoted: number;
  /** Something else than a delimiter stands right behind a closing quote. */
  isFollowed: boolean;
  /** What the cells of lines look like, as of the first of them. */
  shape: CellShape;
  /** Cells with doubled quotes; they are closed up once the row is complete, because a cut row is scanned again. */
  escapedCells: number[];
  stops: Uint8Array;
  delimiter: number;
}

/** Grows to what chunks and rows need; most files never need more. */
const firstBufferBytes = 64 * 1024;

const needsMore = -1;
const quoteNeverCloses = -2;

/**
 * Splits delimited text into rows, over bytes. Quotes may hold delimiters, line ends and doubled quotes; one that holds
 * a line's worth of delimiters besides, or never closes, is a stray one: it counts as none, so that it swallows no rows,
 * and each line that it goes over is a row by itself, told as broken.
 * Returns the number of rows. Refuses `tooManyRows` and, for a row without end, `notTable`.
 */
export function readDelimited(source: TextSource, delimiter: number, sink: RowSink): number {
  const scan = newScan(delimiter);
  let buffer = new Uint8Array(firstBufferBytes);
  let start = 0;
  let end = 0;
  let line = 1;
  let rows = 0;
  /** Up to here stray quotes are plain characters. */
  let plainUntil = 0;
  for (let ended = false; ; ) {
    while (start < end) {
      scan.row.line = line;
      if (!scanRow(scan, buffer, start, end, ended, start < plainUntil)) break;
      if (
        isSwallowing(scan, start) ||
        isOfTwoLines(scan, buffer, start) ||
        isShifting(scan, buffer, start, end, ended)
      ) {
        plainUntil = scan.next;
        continue;
      }
      finishRow(scan);
      start = scan.next;
      line += 1 + scan.newlinesInside;
      if (++rows > bankFileLimits.textRowsMax)
        throw fileRefused('tooManyRows', { maxRows: bankFileLimits.textRowsMax });
      if (sink(scan.row) === false) return rows;
    }
    if (ended) return rows;
    if (end - start > bankFileLimits.rowBytesMax) throw fileRefused('notTable');
    buffer.copyWithin(0, start, end);
    plainUntil -= start;
    end -= start;
    start = 0;
    const chunk = source();
    if (chunk === null) {
      ended = true;
      continue;
    }
    if (end + chunk.length > buffer.length) buffer = grown(buffer, end, end + chunk.length);
    buffer.set(chunk, end);
    end += chunk.length;
    scan.row.bytes = buffer;
  }
}

function newScan(delimiter: number): Scan {
  const stops = new Uint8Array(256);
  for (const byte of [delimiter, newline, carriage]) stops[byte] = 1;
  const row: Row = {
    bytes: new Uint8Array(0),
    bounds: new Int32Array(bankFileLimits.columnsMax * 2),
    cellCount: 0,
    line: 0,
  };
  return {
    row,
    next: 0,
    newlinesInside: 0,
    delimitersInside: 0,
    hasFigureInside: false,
    delimitersOver: 0,
    widest: 0,
    widths: new Uint32Array(bankFileLimits.columnsMax + 1),
    delimitersQuoted: 0,
    isFollowed: false,
    shape: newCellShape(),
    escapedCells: [],
    stops,
    delimiter,
  };
}

function grown(buffer: Uint8Array, used: number, needed: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(needed * 2);
  larger.set(buffer.subarray(0, used));
  return larger;
}

/**
 * Scans one row; false when it is not complete yet. A row cut by the end of the file is complete. `isPlain`: within what
 * a stray quote goes over.
 */
function scanRow(
  scan: Scan,
  bytes: Uint8Array,
  start: number,
  end: number,
  ended: boolean,
  isPlain: boolean,
): boolean {
  scan.row.bytes = bytes;
  scan.row.isBroken = isPlain;
  let next = scanCells(scan, bytes, start, end, ended, !isPlain);
  if (next === quoteNeverCloses) {
    scan.row.isBroken = true;
    next = scanCells(scan, bytes, start, end, ended, false);
  }
  if (next === needsMore) return false;
  scan.next = next;
  return true;
}

/** Below so many columns a quoted address may have as many delimiters as two lines. */
const columnsMin = 5;

/**
 * Whether a quote swallowed rows: a cell with a line end in it holds a line's worth of delimiters, or the row as a whole
 * those of two lines. Where the second one is cut short it holds less: then the first one by itself has as many cells as lines have, and
 * the row of both has another number, or something right behind a quote that closes.
 */
function isSwallowing(scan: Scan, start: number): boolean {
  const { newlinesInside, delimitersInside, widest } = scan;
  if (newlinesInside === 0) return false;
  if (delimitersInside >= Math.max(2, widest - 1)) return true;
  if (!scan.hasFigureInside || widest < columnsMin) return false;
  if (scan.delimitersOver >= 2 * (widest - 1)) return true;
  return (scan.isFollowed || scan.row.cellCount !== widest) && delimitersInLine(scan, start) === widest - 1;
}

/** The delimiters up to the next end of a line, within quotes or not. */
function delimitersInLine({ row: { bytes }, delimiter, next }: Scan, start: number): number {
  let count = 0;
  for (let at = start; at < next && bytes[at] !== newline && bytes[at] !== carriage; at++)
    if (bytes[at] === delimiter) count++;
  return count;
}

function finishRow(scan: Scan): void {
  for (const cell of scan.escapedCells) closeUp(scan.row, cell);
  if (scan.row.isBroken === true) return;
  const filledCount = filledCells(scan.row);
  takeWidth(scan, filledCount);
  if (scan.row.cellCount * 2 >= scan.widest)
    learnCells(scan.shape, scan.row, filledCount, scan.delimitersQuoted === 0);
}

/**
 * Counts a row's width. Where the names of columns have fewer cells, a row with one too many is no measure of lines once more
 * rows are narrower: else a quote over two lines behind it would not have their delimiters. Titles and totals, with at most half
 * the cells, do not count against it.
 */
function takeWidth(scan: Scan, width: number): void {
  const { widths, shape, widest } = scan;
  const rows = ++(widths[width] as number);
  if (width === widest) return;
  const others = widths[widest] as number;
  if (width > widest) {
    if (width <= shape.named || rows >= others || width >= 2 * widest) scan.widest = width;
  } else if (widest > shape.named && rows > others && 2 * width > widest)
    scan.widest = Math.max(width, shape.named);
}

/**
 * Whether a quote that closes within its row has taken the cells behind it to other columns: without it the row has as many cells as
 * lines have, and they look more like those.
 */
function isShifting(scan: Scan, bytes: Uint8Array, start: number, end: number, ended: boolean): boolean {
  const { row, shape, delimitersQuoted, next } = scan;
  if (row.isBroken === true || scan.newlinesInside > 0 || delimitersQuoted === 0) return false;
  const lines = linesOfLength(shape, row.cellCount + delimitersQuoted, row.cellCount);
  if (!lines) return false;
  const quoted = unlikeCells(lines, row);
  scanCells(scan, bytes, start, end, ended, false);
  const isShifted = unlikeCells(lines, row) < quoted;
  // What was scanned last is what is read.
  scanCells(scan, bytes, start, end, ended, true);
  scan.next = next;
  return isShifted;
}

/**
 * Whether a quote joined a line that is cut short and a whole one: each by itself has cells as lines have them. The last line of a
 * row with a text of several lines has fewer, or its first one other cells.
 */
function isOfTwoLines(scan: Scan, bytes: Uint8Array, start: number): boolean {
  const { row, shape, widest, newlinesInside, delimitersInside, next } = scan;
  if (row.isBroken === true || newlinesInside !== 1 || delimitersInside < 2 || widest < columnsMin)
    return false;
  const lines = linesOfLength(shape, widest, widest);
  const second = bytes.indexOf(newline, start) + 1;
  if (!lines || second === 0 || second >= next) return false;
  scanCells(scan, bytes, start, second, true, false);
  const isCut = row.cellCount < widest && beginsAsLines(lines, row);
  scanCells(scan, bytes, second, next, true, false);
  const isWhole = row.cellCount === widest && beginsAsLines(lines, row);
  // What was scanned last is what is read.
  scanCells(scan, bytes, start, next, true, true);
  scan.next = next;
  return isCut && isWhole;
}

/** Names of columns may end in cells without any, which no line has. */
function filledCells({ bounds, cellCount }: Row): number {
  let cells = cellCount;
  while (cells > 0 && bounds[2 * cells - 2] === bounds[2 * cells - 1]) cells--;
  return cells;
}

function scanCells(
  scan: Scan,
  bytes: Uint8Array,
  start: number,
  end: number,
  ended: boolean,
  quotesCount: boolean,
): number {
  const { stops, delimiter, row } = scan;
  const { bounds } = row;
  scan.newlinesInside = 0;
  scan.delimitersInside = 0;
  scan.hasFigureInside = false;
  scan.delimitersOver = 0;
  scan.delimitersQuoted = 0;
  scan.isFollowed = false;
  if (scan.escapedCells.length > 0) scan.escapedCells.length = 0;
  let cell = 0;
  let at = start;
  for (;;) {
    let cellStart = at;
    let cellEnd = -1;
    if (quotesCount && at < end && bytes[at] === quote) {
      cellStart = at + 1;
      cellEnd = quotedEnd(scan, bytes, cellStart, end, cell);
      if (cellEnd < 0)
        return ended || end - cellStart > bankFileLimits.cellBytesMax ? quoteNeverCloses : needsMore;
      at = cellEnd + 1;
    }
    // Behind a closing quote stands the delimiter; anything else there is dropped with it.
    if (cellEnd >= 0 && at < end && stops[bytes[at] as number] === 0 && bytes[at] !== space)
      scan.isFollowed = true;
    while (at < end && stops[bytes[at] as number] === 0) at++;
    if (cellEnd < 0) {
      cellEnd = at;
      if (!quotesCount) {
        // Its keys still name a payment.
        if (cellStart < cellEnd && bytes[cellStart] === quote) cellStart++;
        if (cellStart < cellEnd && bytes[cellEnd - 1] === quote) cellEnd--;
      }
    }
    if (at >= end && !ended) return needsMore;
    if (cell < bankFileLimits.columnsMax) {
      bounds[2 * cell] = cellStart;
      bounds[2 * cell + 1] = cellEnd;
      cell++;
    }
    if (at < end && bytes[at] === delimiter) {
      at++;
      scan.delimitersOver++;
      continue;
    }
    row.cellCount = cell;
    if (at >= end) return end;
    if (bytes[at] === newline) return at + 1;
    if (at + 1 >= end && !ended) return needsMore;
    return bytes[at + 1] === newline ? at + 2 : at + 1;
  }
}

/** Where the quoted cell ends (at its closing quote), or -1 when the bytes end before, or it is longer than a cell may be. */
function quotedEnd(scan: Scan, bytes: Uint8Array, cellStart: number, end: number, cell: number): number {
  let escaped = false;
  let newlines = 0;
  let delimiters = 0;
  let hasFigure = false;
  const last = Math.min(end, cellStart + bankFileLimits.cellBytesMax + 1);
  for (let at = cellStart; at < last; at++) {
    const byte = bytes[at] as number;
    if (byte === scan.delimiter) delimiters++;
    else if (byte === newline || (byte === carriage && bytes[at + 1] !== newline)) newlines++;
    else if (!hasFigure && isFigure(bytes, at, end)) hasFigure = true;
    if (byte !== quote) continue;
    if (at + 1 < end && bytes[at + 1] === quote) {
      escaped = true;
      at++;
      continue;
    }
    if (escaped) scan.escapedCells.push(cell);
    if (newlines > 0) {
      scan.newlinesInside += newlines;
      scan.hasFigureInside ||= hasFigure;
      scan.delimitersInside = Math.max(scan.delimitersInside, delimiters);
      scan.delimitersOver += delimiters;
    } else scan.delimitersQuoted += delimiters;
    return at;
  }
  return -1;
}

/** Turns each doubled quote of a cell into one, in place: the buffer is ours. */
function closeUp(row: Row, cell: number): void {
  const { bytes, bounds } = row;
  const end = bounds[2 * cell + 1] ?? 0;
  let to = bounds[2 * cell] ?? 0;
  for (let from = to; from < end; from++) {
    const byte = bytes[from] ?? 0;
    bytes[to++] = byte;
    if (byte === quote && bytes[from + 1] === quote) from++;
  }
  bounds[2 * cell + 1] = to;
}
