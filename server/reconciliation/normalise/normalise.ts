import { currencies } from '@mizan/contract/money.ts';
import {
  type BankField,
  bankFileLimits,
  type LineErrorCode,
  type LineWarningCode,
} from '@mizan/contract/reconciliation-terms.ts';
import { isArabicName } from '../read/column-names.ts';
import {
  type ColumnMapping,
  detectColumns,
  type Layout,
  recordMarker,
  sampleRowOf,
} from '../read/columns.ts';
import { fileRefused } from '../read/file-refused.ts';
import { cellText, copyRow, isBlank, type Row } from '../read/row.ts';
import {
  type BankLines,
  lineFlag,
  newBankLines,
  newSharedTexts,
  rrnText,
  type SharedTexts,
} from './bank-lines.ts';
import { momentFromText } from './date-text.ts';
import { withoutCardNumbers } from './key-text.ts';
import { amountOfCell, type FieldColumns, isEmptyCell } from './line-fields.ts';
import type { LineProblem } from './line-problem.ts';
import { createLineReader, type LineReader } from './line-reader.ts';
import { isTotalWord } from './line-words.ts';

import { detectFormats, type ValueFormats } from './value-formats.ts';

/** A line that was not read. `value` is what stood there, with card numbers masked. */
export interface Rejection {
  line: number;
  code: LineErrorCode;
  field: BankField | null;
  value: string;
}

export interface LineWarning {
  line: number;
  code: LineWarningCode;
  value: string;
}

/** A totals row of the file beside the sum of the lines above it. */
export interface TotalsRow {
  line: number;
  statedMinor: number;
  sumMinor: number;
  agrees: boolean;
}

/** A bank file, normalised: the good lines as columns, and everything else by name. */
export interface NormalisedFile {
  mapping: ColumnMapping;
  formats: ValueFormats;
  lines: BankLines;
  shared: SharedTexts;
  rejections: Rejection[];
  rejectedCount: number;
  warnings: LineWarning[];
  warningCount: number;
  totals: TotalsRow[];
  /** Rows that are no lines: blank ones, remarks, repeated headers, record headers. */
  remarkCount: number;
}

export interface NormaliseOptions {
  layout?: Layout | undefined;
  /** For dates that could be read day first or month first. */
  todayIso: string;
  /** For files without a currency column. */
  defaultCurrency?: (typeof currencies)[number] | undefined;
  /** The text was read as windows-1256 on suspicion: refuse it unless a known Arabic column name proves it. */
  needsArabicProof?: boolean | undefined;
  /** How many lines are to be expected, to reserve memory once. */
  expectedLines?: number | undefined;
}

export interface Normaliser {
  push: (row: Row) => void;
  end: () => NormalisedFile;
}

interface State {
  file: NormalisedFile;
  reader: LineReader;
  /** Lines begin with a record marker, or with a column that holds no field. */
  marked: boolean;
  /** Sum of signed gross of all lines, and of those since the last totals row, by the column the totals stand in. */
  sums: { grossMinor: number; netMinor: number; partGrossMinor: number; partNetMinor: number };
}

/**
 * Turns rows into bank lines. The first rows are held back until columns and formats are known from them; then
 * every row is read, rejected with its reason, or counted as a remark. Throws refusals: `noHeader`,
 * `columnsUnknown` (a required column was not found), `encoding`, `empty`.
 */
export function createNormaliser(options: NormaliseOptions): Normaliser {
  let held: Row[] | null = [];
  let state: State | null = null;
  const settle = (): State => {
    const rows = held ?? [];
    held = null;
    const settled = settleColumns(rows, options);
    for (const row of rows) if (row.line > settled.file.mapping.headerLine) takeRow(settled, row);
    return settled;
  };
  return {
    push: (row) => {
      if (state) return takeRow(state, row);
      if (!isBlank(row)) held?.push(copyRow(row));
      if (held && held.length >= bankFileLimits.sampleRowsMax) state = settle();
    },
    end: () => {
      if (!state && held?.length === 0) throw fileRefused('empty');
      state ??= settle();
      return state.file;
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
  const file: NormalisedFile = {
    mapping,
    formats,
    lines,
    shared,
    rejections: [],
    rejectedCount: 0,
    warnings: [],
    warningCount: 0,
    totals: [],
    remarkCount: 0,
  };
  const marked = mapping.shift === 1 || mapping.fields[0] === null;
  return { file, reader, marked, sums: { grossMinor: 0, netMinor: 0, partGrossMinor: 0, partNetMinor: 0 } };
}

function takeRow(state: State, row: Row): void {
  const { file, reader, sums } = state;
  // A marker is a marker only in a column that holds nothing else: 'T' may be a type code elsewhere.
  const marked = state.marked && row.cellCount > 0 && isShort(row, 0);
  const marker = marked ? recordMarker(cellText(row, 0)) : null;
  if (marker === 'header') {
    file.remarkCount++;
    return;
  }
  if (marker === 'total') return takeTotals(state, row);
  const problem = reader.read(row);
  if (problem) return takeProblem(state, row, problem);
  const { columns } = file.lines;
  const index = file.lines.count - 1;
  const gross = columns.grossMinor[index] as number;
  const net = gross - (columns.chargeMinor[index] as number);
  sums.grossMinor += gross;
  sums.netMinor += net;
  sums.partGrossMinor += gross;
  sums.partNetMinor += net;
  if (((columns.flags[index] as number) & lineFlag.rrnDamaged) === 0) return;
  file.warningCount++;
  if (file.warnings.length >= bankFileLimits.warningsKeptMax) return;
  const value = rrnText(columns.rrnHigh[index] as number, columns.rrnLow[index] as number, file.shared);
  file.warnings.push({ line: row.line, code: 'rrn', value });
}

const isShort = (row: Row, cell: number): boolean =>
  (row.bounds[2 * cell + 1] as number) - (row.bounds[2 * cell] as number) <= 4;

/** A row that could not be read as a line: a totals row, a remark, a repeated header, or a rejection. */
function takeProblem(state: State, row: Row, problem: LineProblem): void {
  const { file, reader } = state;
  const texts = Array.from({ length: row.cellCount }, (_, index) => cellText(row, index));
  const filled = texts.filter((text) => text !== '');
  if (filled.length === 0) {
    file.remarkCount++;
    return;
  }
  const hasDate = momentFromText(cellText(row, reader.at.date), file.formats) !== null;
  if (!hasDate && texts.some(isTotalWord)) return takeTotals(state, row);
  const repeatsHeader = filled.every((text) => file.mapping.titles.includes(text));
  const isRemark = filled.length <= 2 && !filled.some((text) => /^[-+(]?[\d٠-٩.,٫٬]+\)?$/.test(text));
  if (repeatsHeader || isRemark) {
    file.remarkCount++;
    return;
  }
  file.rejectedCount++;
  if (file.rejections.length >= bankFileLimits.rejectionsKeptMax) return;
  file.rejections.push({
    line: row.line,
    ...problem,
    value: withoutCardNumbers(problem.value).slice(0, 200),
  });
}

/** Checks a totals row against the sum of the lines so far, or of those since the last totals row. */
function takeTotals(state: State, row: Row): void {
  const { file, sums } = state;
  const stated = statedTotal(row, state.reader.at, file.formats.decimalComma);
  if (!stated) {
    file.remarkCount++;
    return;
  }
  const whole = stated.net ? sums.netMinor : sums.grossMinor;
  const part = stated.net ? sums.partNetMinor : sums.partGrossMinor;
  // Fees and refunds may stand in a totals row without a sign, so the magnitude is compared.
  const fits = (sum: number): boolean => Math.abs(sum) === Math.abs(stated.minor);
  const sumMinor = fits(part) && !fits(whole) ? part : whole;
  file.totals.push({
    line: row.line,
    statedMinor: stated.minor,
    sumMinor,
    agrees: fits(whole) || fits(part),
  });
  sums.partGrossMinor = 0;
  sums.partNetMinor = 0;
}

/** The amount a totals row states: in the amount column where it stands there, else net, else its only decimal figure. */
function statedTotal(
  row: Row,
  at: FieldColumns,
  decimalComma: boolean,
): { minor: number; net: boolean } | null {
  for (const [index, net] of [
    [at.amount, false],
    [at.net, true],
  ] as const) {
    if (isEmptyCell(row, index)) continue;
    const minor = amountOfCell(row, index, decimalComma);
    if (!Number.isNaN(minor)) return { minor, net };
  }
  for (let index = 0; index < row.cellCount; index++) {
    if (isEmptyCell(row, index) || !/[.,٫]\d{2}\D?$|٫[٠-٩]{2}/.test(cellText(row, index))) continue;
    const minor = amountOfCell(row, index, decimalComma);
    if (!Number.isNaN(minor)) return { minor, net: false };
  }
  return null;
}
