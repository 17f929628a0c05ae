import { latinDigits } from '@mizan/contract/money.ts';
import { noCurrency, sameCurrency } from '../read/currency-words.ts';
import { comparableHeader } from '../read/header-text.ts';
import type { Row } from '../read/row.ts';
import type { SharedTexts } from './bank-lines.ts';
import type { ByteDictionary } from './byte-dictionary.ts';
import { batchText, plainKey } from './key-text.ts';
import { type FieldColumns, isEmptyCell } from './line-fields.ts';
import type { MoneyReader } from './line-money.ts';
import type { FoundLabel } from './row-shapes.ts';
import type { TotalLabel, TotalMeasure } from './total-labels.ts';

/** A total as the file states it, before it is held against lines. */
export interface TotalRow {
  line: number;
  label: TotalLabel;
  /** Minor units by what they add up, `count` a number of lines; only what the row states. */
  stated: Partial<Record<TotalMeasure | 'charge', number>>;
  /** The figure stands in no column of amounts: it may be the gross or the net. */
  isUnplaced: boolean;
  /** Index into currencies, `noCurrency` where the row names none. */
  currency: number;
  /** Ids of the terminal and batch that the row names, -1 for none. */
  terminal: number;
  batch: number;
  /** How many rows were rejected above it. */
  rejectedAbove: number;
}

/** What a totals row is read with. */
export interface TotalReader {
  at: FieldColumns;
  money: MoneyReader;
  shared: SharedTexts;
  batches: ByteDictionary;
  /** Columns whose heading says that they count lines. */
  countColumns: readonly number[];
}

/** The label of a trailer that has no words, only its mark. */
export const trailerLabel: TotalLabel = {
  isCertain: true,
  level: 'grand',
  measure: null,
  isOfSales: false,
  scheme: -1,
  type: -1,
  currency: noCurrency,
};

/** The label of a bank's sum of a batch that has no words. */
export const batchLabel: TotalLabel = { ...trailerLabel, level: 'batch' };

const netWords = /(?:^| )(?:net|صافي|الصافي|والصافي)(?: |$)/;
/** What is taken, held or not paid is no net that was paid, whatever it comes to. */
const notNetWords =
  /(?:^| )(?:less|minus|deduct\S*|charge ?backs?|held|hold|withheld|blocked|not|no|before|without|adjust\S*|fees?|vat|rent|خصم\S*|مخصوم\S*|محتجز\S*|محجوز\S*|معلق\S*|قبل|لم|غير|بدون|ناقص\S*|رسوم|ضريبه)(?: |$)/;

/** A sentence with one amount that it calls the net, as a total of it; null for any other. */
export function netInSentence(line: number, texts: readonly string[], minor: number): TotalRow | null {
  const text = texts.join(' ');
  const words = comparableHeader(text);
  if (!netWords.test(words) || notNetWords.test(words)) return null;
  if ((latinDigits(text).match(everyAmount) ?? []).length !== 1) return null;
  const label: TotalLabel = { ...trailerLabel, measure: 'net' };
  return {
    line,
    label,
    stated: { net: minor },
    isUnplaced: false,
    currency: noCurrency,
    terminal: -1,
    batch: -1,
    rejectedAbove: 0,
  };
}
const everyAmount = /\d[.,٫]\d{2}(?!\d)/g;

/** The first amount in a column of amounts of a row, minor units; null for none. */
export function moneyOfRow({ at, money }: TotalReader, row: Row): number | null {
  for (const index of [...at.amounts, at.credit, at.debit, at.net, at.netCredit, at.netDebit]) {
    if (index < 0 || isEmptyCell(row, index)) continue;
    const { minor } = money.amountOf(row, index);
    if (!Number.isNaN(minor) && minor !== 0) return minor;
  }
  return null;
}

/** Reads what a totals row states; null where an amount in it is malformed, so that nothing can be said of it. */
export function totalRowOf(
  reader: TotalReader,
  row: Row,
  texts: readonly string[],
  { label, cell }: FoundLabel,
  rejectedAbove: number,
): TotalRow | null {
  const total: TotalRow = {
    line: row.line,
    label,
    stated: {},
    isUnplaced: false,
    currency: label.currency,
    terminal: -1,
    batch: -1,
    rejectedAbove,
  };
  // Where its label stands in the column of currencies, that names none.
  if (reader.at.currency !== cell)
    total.currency = sameCurrency(total.currency, reader.money.currencyOfRow(row));
  const figures = texts.filter((text, index) => index !== cell && /[\d٠-٩]/.test(text));
  const [only = ''] = figures;
  if (label.measure === 'count' && figures.length === 1 && countForm.test(plainKey(only))) {
    total.stated.count = Number(plainKey(only));
    return total;
  }
  if (!readPlaced(reader, row, texts, cell, total)) return null;
  if (Object.keys(total.stated).length === 0) readUnplaced(reader, row, texts, cell, total);
  else takeMeasure(total);
  readCount(reader, texts, cell, total);
  if (!isEmptyCell(row, reader.at.terminalId) && reader.at.terminalId !== cell)
    total.terminal = knownId(
      reader.shared.terminals,
      plainKey(texts[reader.at.terminalId] ?? '').replace(/^0+/, ''),
    );
  if (!isEmptyCell(row, reader.at.batch) && reader.at.batch !== cell)
    total.batch = knownId(reader.batches, batchText(texts[reader.at.batch] ?? ''));
  return total;
}

const encoder = new TextEncoder();
function knownId(dictionary: ByteDictionary, text: string): number {
  const bytes = encoder.encode(text);
  return bytes.length === 0 ? -1 : dictionary.find(bytes, 0, bytes.length);
}

/** The figures in the columns of amounts; false where one of them is malformed. */
function readPlaced(
  { at, money }: TotalReader,
  row: Row,
  texts: readonly string[],
  labelCell: number,
  total: TotalRow,
): boolean {
  let isWhole = true;
  const read = (index: number): number => {
    const text = texts[index] ?? '';
    if (index < 0 || index === labelCell || !/[\d٠-٩]/.test(text)) return Number.NaN;
    const { minor, currency } = money.amountOf(row, index);
    if (Number.isNaN(minor)) isWhole = false;
    else total.currency = sameCurrency(total.currency, currency);
    return minor;
  };
  const pair = (credit: number, debit: number): number => {
    const [paid, taken] = [read(credit), read(debit)];
    return Number.isNaN(paid) && Number.isNaN(taken)
      ? Number.NaN
      : Math.abs(paid || 0) - Math.abs(taken || 0);
  };
  // What several columns make together stands in none of them.
  const only = (columns: readonly number[]): number =>
    columns.length === 1 ? read(columns[0] as number) : Number.NaN;
  const or = (one: number, other: () => number): number => (Number.isNaN(one) ? other() : one);
  const state = (measure: TotalMeasure | 'charge', minor: number): void => {
    if (!Number.isNaN(minor)) total.stated[measure] = minor;
  };
  state(
    'gross',
    or(only(at.amounts), () => pair(at.credit, at.debit)),
  );
  state(
    'net',
    or(read(at.net), () => pair(at.netCredit, at.netDebit)),
  );
  state('fee', only(at.fees));
  state('vat', only(at.vats));
  state('charge', read(at.totalFee));
  return isWhole;
}

/** A single figure belongs to what the label says, whatever column it stands in. */
function takeMeasure(total: TotalRow): void {
  const { measure } = total.label;
  const figures = Object.values(total.stated);
  const [only] = figures;
  if (measure === null || measure === 'count' || figures.length !== 1 || only === undefined) return;
  total.stated = { [measure]: only };
}

const decimalFigure = /[.,٫][\d٠-٩]{2}\D*$/;

/** A total whose figure stands behind its words or in a column of something else. */
function readUnplaced(
  { money }: TotalReader,
  row: Row,
  texts: readonly string[],
  labelCell: number,
  total: TotalRow,
): void {
  const { measure } = total.label;
  const behind =
    /[:=]?\s*((?:[A-Z]{3}\s?)?[-(]?[\d٠-٩][\d٠-٩.,٫٬' ]*[)-]?(?:\s?[A-Z]{3}|\s?ر\.?\s?س\.?)?)$/.exec(
      texts[labelCell] ?? '',
    )?.[1];
  const inCell = texts.findIndex(
    (text, cell) => cell !== labelCell && decimalFigure.test(text) && !/\d[/-]\d/.test(text),
  );
  const beside = inCell >= 0 ? inCell : wholeBeside(texts, labelCell, measure);
  const isAmount = behind !== undefined && (decimalFigure.test(behind) || isOfMoney(measure));
  const amount = beside >= 0 ? money.amountOf(row, beside) : isAmount ? money.amountOfText(behind) : null;
  if (amount === null || Number.isNaN(amount.minor)) return;
  total.currency = sameCurrency(total.currency, amount.currency);
  total.isUnplaced = measure === null || measure === 'count';
  total.stated[measure === null || measure === 'count' ? 'gross' : measure] = amount.minor;
}

const isOfMoney = (measure: TotalMeasure | null): boolean => measure !== null && measure !== 'count';

/** The cell right behind words of an amount, where it alone is filled besides: an amount may be whole riyals. */
function wholeBeside(texts: readonly string[], labelCell: number, measure: TotalMeasure | null): number {
  const isAlone = texts.filter((text) => text !== '').length === 2;
  const next = texts[labelCell + 1] ?? '';
  return isAlone && isOfMoney(measure) && countForm.test(plainKey(next)) ? labelCell + 1 : -1;
}

/** A whole number: no leading zero, no mark, and too short for a date or a number of anything. */
export const countForm = /^[1-9]\d{0,6}$|^0$/;

/** How many lines the row says there are: beside or behind the words of a count, in a column of keys or of counts. */
function readCount(
  { at, countColumns }: TotalReader,
  texts: readonly string[],
  labelCell: number,
  total: TotalRow,
): void {
  const countIn = (cell: number): number | null => {
    const text = plainKey(texts[cell] ?? '').replace(/,(?=\d{3}$)/, '');
    return cell !== labelCell && countForm.test(text) ? Number(text) : null;
  };
  const label = texts[labelCell] ?? '';
  if (total.label.measure === 'count') {
    const behind = /([\d٠-٩]+)\D*$/.exec(label)?.[1];
    const count = behind === undefined ? null : plainKey(behind);
    if (count !== null && countForm.test(count)) total.stated.count = Number(count);
  }
  if (total.stated.count !== undefined) return;
  const beside = total.label.measure === 'count' || total.label === trailerLabel ? [labelCell + 1] : [];
  for (const cell of [...countColumns, at.rrn, at.stan, at.authCode, ...beside]) {
    const count = cell < 0 ? null : countIn(cell);
    if (count === null) continue;
    total.stated.count = count;
    return;
  }
}

/** Whether a heading says that its column counts lines. */
export const isCountHeading = (comparable: string): boolean =>
  /^(?:no of |number of |total )?(?:txns?|transactions?|trans|items?|lines|records)(?: count)?$|(?:^|\s)count$|^عدد /.test(
    comparable,
  );
