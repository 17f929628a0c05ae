import {
  type BankField,
  bankFields,
  bankFileLimits,
  lineTypes,
} from '@mizan/contract/reconciliation-terms.ts';
import type { ColumnMapping } from '../read/columns.ts';
import { cellText, type Row } from '../read/row.ts';
import { type BankLines, lineFlag, makeRoom, noDay, type SharedTexts } from './bank-lines.ts';
import { createDictionary } from './byte-dictionary.ts';
import { keepLowered } from './column-store.ts';
import { type LineMoment, momentFromText } from './date-text.ts';
import { absentKey, batchText } from './key-text.ts';
import {
  authOfCell,
  cardOfCell,
  classified,
  countOfCell,
  type FieldColumns,
  fieldColumns,
  isEmptyCell,
  isPlainBytes,
  rrnOfCell,
  stanOfCell,
  terminalOfCell,
} from './line-fields.ts';
import { createDateReader } from './line-moment.ts';
import { createMoneyReader, type Money, type MoneyReader } from './line-money.ts';
import type { LineProblem } from './line-problem.ts';
import { directionOfWord, schemeOfWord } from './line-words.ts';
import { keysOfRow, type RowKeys, roundedAmong, roundedKeysOf } from './row-keys.ts';
import { type CountedWord, createWordReader, isOpenWord, namedKind, type WordReader } from './row-words.ts';
import type { ValueFormats } from './value-formats.ts';

const purchase = lineTypes.indexOf('PURCHASE');
const refund = lineTypes.indexOf('REFUND');
const reversal = lineTypes.indexOf('REVERSAL');
const unnamed = lineTypes.indexOf('UNNAMED');

export interface LineReader {
  /** Adds the row's line to the store, or says why not; nothing is kept of a rejected row. */
  read: (row: Row) => LineProblem | null;
  /** The keys of a row that was rejected; null where none can be read. */
  keysOf: (row: Row) => RowKeys | null;
  /** The keys of a row that were kept as rounded numbers, as they stand there. */
  roundedKeys: (row: Row) => { field: BankField; value: string }[];
  at: FieldColumns;
  money: MoneyReader;
  /** Words that are asked or were answered; whoever rejects a row for one counts it. */
  words: Omit<WordReader, 'kindOf' | 'statusOf'>;
  /** Whether a line of a payment has a status. */
  saysStatus: () => boolean;
}

/**
 * Reads rows of one file into `lines`, by its column mapping and value formats. The mass of rows is read from
 * bytes; what is written unusually is read as text, with the same result. `takesWords`: words that nobody knows hold no
 * row back, for looking at how values are written.
 */
export function createLineReader(
  mapping: ColumnMapping,
  formats: ValueFormats,
  defaultCurrency: number,
  lines: BankLines,
  shared: SharedTexts,
  takesWords = false,
): LineReader {
  const at = fieldColumns(mapping, bankFields);
  const classifyWith = (classify: (text: string) => number) => classified(createDictionary(), classify);
  const words = createWordReader(at, formats.words ?? {});
  const schemeOf = classifyWith(schemeOfWord);
  const directionOf = classifyWith(directionOfWord);
  const moment: LineMoment = { epochDay: 0, minute: -1 };
  const dates = createDateReader(at, formats);
  const reader = createMoneyReader(at, mapping, formats, defaultCurrency);
  const { money } = reader;
  const settlementDayOf = createSettlementDayReader(at, formats);
  const lastField = Math.max(...mapping.fields.map((field, index) => (field ? index : -1))) + mapping.shift;
  const width = mapping.titles.length + mapping.shift;
  const statuses = { areSaid: false };

  const read = (row: Row): LineProblem | null => {
    if (rowBytes(row) > bankFileLimits.cellBytesMax) return { code: 'tooLong', field: null, value: '' };
    if (row.cellCount !== width) {
      const ragged = raggedProblem(row, width, lastField, at);
      if (ragged) return ragged;
    }
    const badDate = dates(row, moment);
    if (badDate) return badDate;
    const kind = words.kindOf(row);
    const direction = isEmptyCell(row, at.direction) ? 0 : directionOf(row, at.direction);
    const badMoney = reader.read(row, kind.named, direction);
    if (badMoney) return badMoney;

    makeRoom(lines);
    const { columns } = lines;
    const index = lines.count++;
    columns.line[index] = row.line;
    columns.grossMinor[index] = money.grossMinor;
    columns.chargeMinor[index] = money.chargeMinor;
    columns.feeMinor[index] = money.feeMinor;
    columns.vatMinor[index] = money.vatMinor;
    columns.epochDay[index] = moment.epochDay;
    columns.minute[index] = moment.minute;
    columns.settlementDay[index] = settlementDayOf(row, moment);
    columns.currency[index] = money.currency;
    columns.scheme[index] = isEmptyCell(row, at.scheme) ? 0 : schemeOf(row, at.scheme);
    columns.flags[index] = moneyFlags(money);
    const keyed = readKeys(row, at, lines, shared, index);
    const type = finalType(kind.named, money.grossMinor, keyed);
    columns.type[index] = type;
    const status = words.statusOf(row, type);
    const open = takesWords ? null : openOf(keyed ? kind.asked : null, status.asked);
    if (open) {
      lines.count--;
      return openProblem(open, open === kind.asked ? 'type' : 'status');
    }
    takeWords(lines, index, keyed ? kind.asked : null, status.asked, kind.isUnpaid || status.isUnpaid);
    if (keyed && at.status >= 0 && isOfPayment(type)) takeStatus(lines, index, status.isAbsent, statuses);
    return null;
  };
  return {
    read,
    keysOf: (row) => keysOfRow(row, at, shared),
    roundedKeys: (row) => roundedKeysOf(row, at),
    at,
    money: reader,
    words,
    saysStatus: () => statuses.areSaid,
  };
}

/** The first of a row's words that nobody has answered; it holds the row back. */
const openOf = (...words: (CountedWord | null)[]): CountedWord | null =>
  words.find((word) => isOpenWord(word)) ?? null;

const isOfPayment = (type: number): boolean => type === purchase || type === refund || type === reversal;

const openProblem = (open: CountedWord, field: 'type' | 'status'): LineProblem => ({
  code: `${field}Word`,
  field,
  value: open.word,
  asked: open,
});

/** Counts the words that a line was read by, and marks it where they say that it was not paid. */
function takeWords(
  lines: BankLines,
  index: number,
  kind: CountedWord | null,
  status: CountedWord | null,
  isUnpaid: boolean,
): void {
  if (kind) kind.count++;
  if (status) status.count++;
  if (isUnpaid) mark(lines, index, lineFlag.unpaid);
}

/** Marks a line without a status, and keeps that another one has any. */
function takeStatus(
  lines: BankLines,
  index: number,
  isAbsent: boolean,
  statuses: { areSaid: boolean },
): void {
  if (isAbsent) mark(lines, index, lineFlag.statusAbsent);
  else statuses.areSaid = true;
}

function mark({ columns: { flags } }: BankLines, index: number, flag: number): void {
  flags[index] = (flags[index] as number) | flag;
}

const moneyFlags = (money: Money): number =>
  (money.chargeKnown ? lineFlag.chargeKnown : 0) |
  (money.chargeOfOther ? lineFlag.chargeOfOther : 0) |
  (money.currencyAssumed ? lineFlag.currencyAssumed : 0) |
  (money.isAmbiguous ? lineFlag.amountAmbiguous : 0);

/** Reads the day on which a line is settled; where the file has no other date, that is the line's own. */
function createSettlementDayReader(
  at: FieldColumns,
  formats: ValueFormats,
): (row: Row, moment: LineMoment) => number {
  const dayOf = classified(createDictionary(), (text) => momentFromText(text, formats)?.epochDay ?? noDay);
  return (row, moment) => {
    if (isEmptyCell(row, at.postingDate)) return noDay;
    return isEmptyCell(row, at.date) ? moment.epochDay : dayOf(row, at.postingDate);
  };
}

/** From the first cell to the end of the last one. */
const rowBytes = (row: Row): number =>
  row.cellCount === 0 ? 0 : (row.bounds[2 * row.cellCount - 1] as number) - (row.bounds[0] as number);

const card = { first6: -1, last4: -1 };
const rrn = { high: 0, low: 0, damaged: false };

/** Reads the keys of a line and their flags; true where it has any by which a payment could be found. */
function readKeys(row: Row, at: FieldColumns, lines: BankLines, shared: SharedTexts, index: number): boolean {
  const { columns } = lines;
  const terminal = terminalOfCell(row, at.terminalId, shared);
  columns.terminal[index] = terminal;
  rrnOfCell(row, at.rrn, shared, rrn);
  columns.rrnHigh[index] = rrn.high;
  columns.rrnLow[index] = rrn.low;
  const stan = stanOfCell(row, at.stan);
  const auth = authOfCell(row, at.authCode);
  columns.stan[index] = stan;
  columns.auth[index] = auth;
  cardOfCell(row, at.card, card);
  columns.first6[index] = card.first6;
  columns.last4[index] = card.last4;
  columns.batch[index] = batchOf(row, at.batch, lines);
  columns.count[index] = countOfCell(row, at.count);
  const references = keepReferences(row, at, lines, index);
  const isRounded = roundedAmong(row, at, { rrnDamaged: rrn.damaged, stan, auth, terminal });
  columns.flags[index] =
    (columns.flags[index] as number) |
    (rrn.damaged ? lineFlag.rrnDamaged : 0) |
    (references ? lineFlag.hasReference : 0) |
    (isRounded ? lineFlag.keyRounded : 0);
  return references || rrn.high !== absentKey || auth !== absentKey || stan >= 0;
}

/** A row whose number of cells is not the header's: harmless where only unused or optional cells at the end differ. */
function raggedProblem(row: Row, width: number, lastField: number, at: FieldColumns): LineProblem | null {
  const problem: LineProblem = { code: 'columns', field: null, value: String(row.cellCount) };
  for (let index = width; index < row.cellCount; index++) if (!isEmptyCell(row, index)) return problem;
  if (row.cellCount > lastField) return null;
  const needed = [
    at.amount,
    at.debit,
    at.credit,
    at.net,
    at.netDebit,
    at.netCredit,
    at.vat,
    at.totalFee,
    at.date,
    ...at.fees,
  ];
  return needed.some((index) => index >= row.cellCount) ? problem : null;
}

/**
 * The type a word named, else the sign: money taken back without a word is a refund. A line without any key whose word is not
 * known is a line without a payment; with one it is asked.
 */
function finalType(named: number, grossMinor: number, keyed: boolean): number {
  const isNamed = named !== namedKind.unknown && named !== namedKind.neutral && named !== namedKind.none;
  if (!isNamed && named !== namedKind.none && !keyed) return unnamed;
  if (!isNamed) return grossMinor < 0 ? refund : purchase;
  if (named >= namedKind.returned) return named - namedKind.returned;
  return named === purchase && grossMinor < 0 ? reversal : named;
}

function batchOf(row: Row, index: number, lines: BankLines): number {
  if (isEmptyCell(row, index)) return -1;
  const start = row.bounds[2 * index] as number;
  const end = row.bounds[2 * index + 1] as number;
  if (isPlainBytes(row.bytes, start, end) && row.bytes[start] !== 0x30)
    return lines.batches.idOf(row.bytes, start, end);
  return lines.batches.idOfText(batchText(cellText(row, index)));
}

/** Keeps payment and order reference; longer ones than 255 bytes are descriptions. True where there is one. */
function keepReferences(row: Row, at: FieldColumns, lines: BankLines, index: number): boolean {
  const { columns, references } = lines;
  const keep = (column: number, offsets: Uint32Array, lengths: Uint8Array): boolean => {
    offsets[index] = 0;
    lengths[index] = 0;
    if (isEmptyCell(row, column)) return false;
    const text = Buffer.from(cellText(row, column));
    if (text.length === 0 || text.length > 255) return false;
    offsets[index] = keepLowered(references, text, 0, text.length);
    lengths[index] = text.length;
    return true;
  };
  const payment = keep(at.paymentReference, columns.paymentRefAt, columns.paymentRefLength);
  const order = keep(at.orderReference, columns.orderRefAt, columns.orderRefLength);
  return payment || order;
}
