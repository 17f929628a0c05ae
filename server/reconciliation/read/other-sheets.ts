import { type AskedWord, answerOf, type SaidWords, wordLimits } from '@mizan/contract/bank-file-words.ts';
import { latinDigits } from '@mizan/contract/money.ts';
import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { sheetLinesStep } from '@mizan/contract/table-form.ts';
import { amountFields, detectColumns, type SampleRow, sampleRowOf } from './columns.ts';
import { comparableHeader } from './header-text.ts';
import { cellTexts, isBlank, type Row, type RowSink } from './row.ts';

/** A sheet beside the chosen one that has amounts in it: read with it, or asked about. */
export interface OtherSheet {
  name: string;
  /** As it is asked about, or was answered; one of the same columns is read unless somebody says otherwise. */
  word: Omit<AskedWord, 'word'> & { field: 'sheet' | 'sameSheet' };
  isRead: boolean;
  /** The number before that of its first row, and that of the row with the names of its columns. */
  linesFrom: number;
  headLine: number;
}

/** How often a sheet is walked for each of its rows; it stops where the sink says so. */
export type SheetWalk<T> = (sheet: T, sink: RowSink) => Promise<void> | void;

/** A workbook with more sheets than these is no file of a bank: what stands further down is asked about unseen. */
const sheetsSeenMax = 200;
/** First rows with amounts by which a sheet is held against others: one of them there again makes it a copy. */
const comparedRowsMax = 100;

/** What was seen of a sheet. */
interface Seen {
  sample: SampleRow[];
  /** Rows with anything in them, and those with an amount. */
  filled: number;
  count: number;
  /** The first of them, as text. */
  rows: Set<string>;
}

/**
 * Every sheet beside the chosen one that has an amount in it: a table that names the same columns is part of the file,
 * unless it has rows of another sheet again; of anything else nobody can know what it is.
 */
export async function otherSheets<T extends { name: string }>(
  sheets: readonly T[],
  chosen: T,
  said: SaidWords,
  walk: SheetWalk<T>,
): Promise<(OtherSheet & { sheet: T })[]> {
  const found: (OtherSheet & { sheet: T; rows: Set<string> })[] = [];
  if (sheets.length < 2) return found;
  const heads = headsOf((await lookAt(chosen, walk, true)).sample);
  for (const [index, sheet] of sheets.entries()) {
    if (sheet === chosen) continue;
    const isSeen = index < sheetsSeenMax;
    const { sample, filled, count, rows }: Seen = isSeen
      ? await lookAt(sheet, walk, false)
      : { sample: [], filled: 1, count: 1, rows: new Set() };
    const head = fullest(sample.filter(({ cells }) => heads.has(rowText(cells))));
    // Under the same names any row may be a line whose amount is spoilt.
    const isEmpty = head ? filled === sample.indexOf(head) + 1 : count === 0;
    if (isEmpty) continue;
    const field = head ? 'sameSheet' : 'sheet';
    const word = { field, key: keyOf(sheet.name, sample, head), count, answer: null } as const;
    const linesFrom = (index + 1) * sheetLinesStep;
    found.push({
      sheet,
      name: sheet.name,
      rows,
      word,
      isRead: false,
      linesFrom,
      headLine: linesFrom + (head?.line ?? 0),
    });
  }
  const same = found.filter(({ word }) => word.field === 'sameSheet');
  const copies =
    same.length === 0 ? same : await copiesAmong([chosen, ...same.map(({ sheet }) => sheet)], same, walk);
  return found.map(({ rows: _rows, ...other }) => {
    const { field, key } = other.word;
    const preset =
      field === 'sameSheet' && !copies.some(({ sheet }) => sheet === other.sheet) ? 'READ' : null;
    const answer = answerOf(said, { field, key }) ?? preset;
    return { ...other, word: { ...other.word, answer }, isRead: answer === 'READ' };
  });
}

async function lookAt<T>(sheet: T, walk: SheetWalk<T>, isHeadOnly: boolean): Promise<Seen> {
  const seen: Seen = { sample: [], filled: 0, count: 0, rows: new Set() };
  const longCounts = new Map<number, number>();
  await walk(sheet, (row) => {
    if (isBlank(row)) return true;
    seen.filled++;
    const isNear = seen.sample.length < bankFileLimits.headerSearchRowsMax;
    if (isHeadOnly && !isNear) return false;
    const cells = cellTexts(row);
    if (isNear) seen.sample.push(sampleRowOf(row));
    if (isHeadOnly) return true;
    const hasMoney = cells.some(isMoney);
    if (hasMoney) seen.count++;
    const hasLong = !hasMoney && countLong(cells, longCounts);
    if ((hasMoney || hasLong) && seen.rows.size < comparedRowsMax) seen.rows.add(rowText(cells));
    return true;
  });
  seen.count += longAmounts(seen.sample, longCounts);
  return seen;
}

/** Counts the cells that are long whole numbers by their column; says whether there are any. */
function countLong(cells: readonly string[], counts: Map<number, number>): boolean {
  let hasLong = false;
  for (const [column, cell] of cells.entries()) {
    if (!longNumber.test(latinDigits(cell))) continue;
    hasLong = true;
    counts.set(column, (counts.get(column) ?? 0) + 1);
  }
  return hasLong;
}

/** Rows whose only amount is in halalas: a long number is that of something, unless its column is named as an amount. */
function longAmounts(sample: readonly SampleRow[], counts: ReadonlyMap<number, number>): number {
  if (counts.size === 0) return 0;
  const { fields, shift } = detectColumns(sample) ?? { fields: [], shift: 0 };
  const amounts = fields.flatMap((field, index) =>
    field !== null && moneyFields.has(field) ? [counts.get(index + shift) ?? 0] : [],
  );
  return Math.max(0, ...amounts);
}

/** Those that have a row which stands in a sheet before them too. */
async function copiesAmong<T, Other extends { sheet: T; rows: Set<string> }>(
  sheets: readonly T[],
  others: readonly Other[],
  walk: SheetWalk<T>,
): Promise<Other[]> {
  const copies = new Set<Other>();
  for (const sheet of sheets) {
    const later = others.filter(
      (other) => sheets.indexOf(other.sheet) > sheets.indexOf(sheet) && !copies.has(other),
    );
    if (later.length === 0) break;
    await walk(sheet, (row: Row) => {
      const text = rowText(cellTexts(row));
      for (const other of later) if (other.rows.has(text)) copies.add(other);
      return later.some((other) => !copies.has(other));
    });
  }
  return [...copies];
}

/** Cells behind the last one with anything in it are the writer's. */
const rowText = (cells: readonly string[]): string =>
  cells
    .slice(0, cells.findLastIndex((cell) => cell !== '') + 1)
    .map((cell) => comparableHeader(cell) || cell)
    .join('\t');

/** Of rows that may name columns that with most names: headings of groups stand above it. */
const fullest = (rows: readonly SampleRow[]): SampleRow | undefined => {
  const most = Math.max(...rows.map(filledOf));
  return rows.find((row) => filledOf(row) === most);
};
const filledOf = ({ cells }: SampleRow): number => cells.filter((cell) => cell !== '').length;

/** A row that may name columns has so many words, and nothing that begins with a figure. */
const headWordsMin = 3;
const headsOf = (sample: readonly SampleRow[]): ReadonlySet<string> =>
  new Set(
    sample
      .filter(({ cells }) => {
        const words = cells.filter((cell) => cell !== '');
        return words.length >= headWordsMin && words.every((cell) => !/^\P{L}*\p{Nd}/u.test(cell));
      })
      .map(({ cells }) => rowText(cells)),
  );

/** A sheet by its name and the names of its columns: the same name over other columns is another sheet. */
function keyOf(name: string, sample: readonly SampleRow[], head: SampleRow | undefined): string {
  const titles = head?.cells ?? detectColumns(sample)?.titles ?? [];
  const columns = titles.map((title) => comparableHeader(title)).filter((title) => title !== '');
  const own = comparableHeader(name) || name;
  const key = columns.length === 0 ? own : `${own}: ${columns.join(', ')}`;
  return key.replaceAll(cardNumber, '#').slice(0, wordLimits.charsMax);
}

/** As long as the number of a card: a key is kept with the layout. */
const cardNumber = /\d(?:[ -]?\d){11,}/g;

/** A figure alone, with a currency or signs; one of so many digits and no decimals is the number of something. */
const figure =
  /^[^\p{L}\p{Nd}]*(?:\p{L}[\p{L}.]{0,9}\s*)?[^\p{L}\p{Nd}/:]*(\d[\d.,٫٬' \u00a0]*)[^\p{L}\p{Nd}/:]*(?:\p{L}[\p{L}.]{0,9})?[^\p{L}\p{Nd}]*$/u;
const numberOfSomething = /^(?:\d{8,}|0\d+|\d{1,2}\.\d{1,2}\.\d{4})$/;
const longNumber = /^\s*[1-9]\d{7,}\s*$/;
const moneyFields: ReadonlySet<string> = new Set([...amountFields, 'fee', 'vat']);
/** A number of something has neither. */
const signOrCurrency = /^\s*[-−–(]\s*\d|(?<!\p{L})(?:SAR|SR|ريال|ر\.?\s?س|﷼|USD|\$)/iu;
/** An amount among words: with its currency, or with two decimals. */
const inWords =
  /(?:SAR|SR|ريال|ر\.?\s?س|﷼|USD|\$)\s*[-+]?\d*[1-9]|[1-9][\d.,]*\s*(?:SAR|SR|ريال|ر\.?\s?س|﷼|USD|\$)|(?<![\d.,])\d[\d,]*\.\d{2}(?![\d.])/iu;

function isMoney(cell: string): boolean {
  if (cell.length > bankFileLimits.valueCharsMax) return inWords.test(latinDigits(cell));
  const text = latinDigits(cell);
  const found = figure.exec(text)?.[1]?.trim();
  if (found !== undefined)
    return /[1-9]/.test(found) && (!numberOfSomething.test(found) || signOrCurrency.test(text));
  return inWords.test(text);
}
