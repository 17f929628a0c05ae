import { type AgreedScheme, agreedSchemes } from '@mizan/contract/banks.ts';
import type { PaidWithin } from '@mizan/contract/business-day.ts';
import {
  type ImportColumn,
  type ImportedRow,
  type ImportPreview,
  type ImportProblem,
  importColumns,
  importRowsMax,
} from '@mizan/contract/discounts.ts';
import { latinDigits, parseAmount } from '@mizan/contract/money.ts';
import { day } from '@mizan/contract/page.ts';
import type { NewRate } from './discounts.queries.ts';

/** Reads a CSV of rates: every row is a rate or has a reason why it is none. Nothing is guessed. */

interface KnownBank {
  id: string;
  nameEn: string;
  nameAr: string;
  firstDay: string;
}
/** What the rows are held against; `isTaken`: the bank has a rate of that day already. */
export interface Known {
  banks: readonly KnownBank[];
  isTaken: (rate: NewRate) => boolean;
}

/** A cell with what ends it, by the separator of the file; made anew for each text, as each keeps its place. */
const cellPatterns = {
  ',': () => /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/gy,
  ';': () => /(?:"((?:[^"]|"")*)"|([^";\r\n]*))(;|\r\n|\n|\r|$)/gy,
  '\t': () => /(?:"((?:[^"]|"")*)"|([^"\t\r\n]*))(\t|\r\n|\n|\r|$)/gy,
} as const;
const separators = Object.keys(cellPatterns) as (keyof typeof cellPatterns)[];

/** The cells of a text with quoted cells as RFC 4180 has them; a row that holds nothing is none. */
function cellsOf(text: string, separator: keyof typeof cellPatterns): string[][] {
  const rows: string[][] = [];
  const cell = cellPatterns[separator]();
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text);
    if (!match) return [...rows, [...row, '\u0000']];
    row.push((match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim());
    if (match[3] === separator) continue;
    rows.push(row);
    row = [];
  }
  return row.length > 0 ? [...rows, [...row, '']] : rows;
}

const plain = (text: string): string => text.trim().toLowerCase();

/** Basis points of '0.80' or '0.80%': a percentage with at most two decimals. */
function percentOf(text: string): number | null {
  const figure = latinDigits(text)
    .replaceAll('٫', '.')
    .replace(/\s*[%٪]$/, '')
    .trim();
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(figure);
  if (!match) return null;
  const bps = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return bps <= 10_000 ? bps : null;
}

/** Halalas of '0.25', and of '0', which is an amount here. */
function minorOf(text: string): number | null {
  if (/^0+([.٫]0{0,2})?$/.test(latinDigits(text))) return 0;
  const parsed = parseAmount(text);
  return parsed.ok ? parsed.amountMinor : null;
}

/** '1 working', '3 calendar days': without its kind a number of days says too little. */
function paidWithinOf(text: string): PaidWithin | null {
  const match = /^(\d{1,2})\s+(working|calendar)(?:\s+days?)?$/.exec(plain(latinDigits(text)));
  if (!match || Number(match[1]) > 60) return null;
  return { days: Number(match[1]), kind: match[2] === 'working' ? 'WORKING' : 'CALENDAR' };
}

const schemeOf = (text: string): AgreedScheme | null =>
  agreedSchemes.find((each) => each.toLowerCase() === plain(text)) ?? null;

class Wrong extends Error {
  readonly column: ImportColumn;
  readonly code: ImportProblem;

  constructor(column: ImportColumn, code: ImportProblem) {
    super(code);
    this.column = column;
    this.code = code;
  }
}
function orWrong<T>(value: T | null | undefined, column: ImportColumn, code: ImportProblem): T {
  if (value === null || value === undefined) throw new Wrong(column, code);
  return value;
}

type Cells = Readonly<Record<ImportColumn, string>>;

function rateOf(cells: Cells, { banks, isTaken }: Known, taken: Set<string>): NewRate {
  const optional: readonly ImportColumn[] = ['capLimit', 'vat'];
  const missing = importColumns.find((each) => cells[each] === '' && !optional.includes(each));
  if (missing) throw new Wrong(missing, 'missing');
  const bank = orWrong(
    banks.find(({ nameEn, nameAr }) => [nameEn, nameAr].some((name) => plain(name) === plain(cells.bank))),
    'bank',
    'unknownBank',
  );
  const validFrom = latinDigits(cells.validFrom);
  if (!day.safeParse(validFrom).success) throw new Wrong('validFrom', 'day');
  const rate = {
    bankId: bank.id,
    scheme: orWrong(schemeOf(cells.cardName), 'cardName', 'unknownCard'),
    mdrBps: orWrong(percentOf(cells.mdr), 'mdr', 'percent'),
    // Left empty, VAT is the law's.
    vatBps: cells.vat === '' ? null : orWrong(percentOf(cells.vat), 'vat', 'percent'),
    capLimitMinor: cells.capLimit === '' ? null : orWrong(minorOf(cells.capLimit), 'capLimit', 'amount'),
    processingFeeMinor: orWrong(minorOf(cells.processingFee), 'processingFee', 'amount'),
    validFrom,
    paidWithin: orWrong(paidWithinOf(cells.paidWithin), 'paidWithin', 'paidWithin'),
  };
  if (validFrom < bank.firstDay) throw new Wrong('validFrom', 'dayBegun');
  if (isTaken(rate)) throw new Wrong('validFrom', 'taken');
  const key = [rate.bankId, rate.scheme, validFrom].join();
  if (taken.has(key)) throw new Wrong('validFrom', 'twice');
  taken.add(key);
  return rate;
}

function readRow(line: number, cells: string[], known: Known, taken: Set<string>): ImportedRow {
  try {
    if (cells.length !== importColumns.length) throw new Wrong(importColumns[0], 'cells');
    const named = Object.fromEntries(importColumns.map((name, place) => [name, cells[place] ?? ''])) as Cells;
    const rate = rateOf(named, known, taken);
    return { line, cells, problem: null, rate: { ...rate, scheme: rate.scheme as AgreedScheme } };
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    return { line, cells, problem: { column: error.column, code: error.code }, rate: null };
  }
}

const refusal = (reason: NonNullable<ImportPreview['refusal']>): ImportPreview => ({
  rows: [],
  refusal: reason,
});

/** Reads the text, whose first row names the columns in the order of the template. */
export function readRates(text: string, known: Known): ImportPreview {
  const withoutMark = text.replace(/^\uFEFF/, '');
  const heading = withoutMark.split(/\r\n|\n|\r/, 1)[0] ?? '';
  const separator = separators.find((each) => heading.includes(each)) ?? ',';
  const [columns = [], ...rows] = cellsOf(withoutMark, separator).map((cells) => cells);
  if (columns.map(plain).join() !== importColumns.map(plain).join()) return refusal('columns');
  const filled = rows
    .map((cells, place) => ({ cells, line: place + 2 }))
    .filter(({ cells }) => cells.some((each) => each !== ''));
  if (filled.length === 0) return refusal('empty');
  if (filled.length > importRowsMax) return refusal('tooMany');
  const taken = new Set<string>();
  return { rows: filled.map(({ line, cells }) => readRow(line, cells, known, taken)), refusal: null };
}
