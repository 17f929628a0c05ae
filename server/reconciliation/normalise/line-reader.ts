import { maxAmountMinor } from '@mizan/contract/money.ts';
import {
  type BankField,
  bankFields,
  bankFileLimits,
  lineTypes,
} from '@mizan/contract/reconciliation-terms.ts';
import type { ColumnMapping } from '../read/columns.ts';
import { cellText, type Row } from '../read/row.ts';
import { type BankLines, lineFlag, makeRoom, type SharedTexts } from './bank-lines.ts';
import { createDictionary } from './byte-dictionary.ts';
import { keepLowered } from './column-store.ts';
import type { LineMoment } from './date-text.ts';
import { absentKey } from './key-text.ts';
import {
  amountOfCell,
  authOfCell,
  cardOfCell,
  classified,
  type FieldColumns,
  fieldColumns,
  halalasOfCell,
  isEmptyCell,
  rrnOfCell,
  stanOfCell,
  terminalOfCell,
} from './line-fields.ts';
import { createDateReader } from './line-moment.ts';
import type { LineProblem } from './line-problem.ts';
import {
  currencyOfWord,
  directionOfWord,
  isChargebackReturned,
  isUnpaidWord,
  schemeOfWord,
  typeOfWord,
} from './line-words.ts';
import type { ValueFormats } from './value-formats.ts';

const purchase = lineTypes.indexOf('PURCHASE');
const refund = lineTypes.indexOf('REFUND');
const reversal = lineTypes.indexOf('REVERSAL');
const chargeback = lineTypes.indexOf('CHARGEBACK');
const adjustment = lineTypes.indexOf('ADJUSTMENT');
const fee = lineTypes.indexOf('FEE');
/** A type column classifies to a line type, plus this where a chargeback came back. */
const returned = 100;
const unknownType = 99;

interface Money {
  grossMinor: number;
  chargeMinor: number;
  feeMinor: number;
  vatMinor: number;
  chargeKnown: boolean;
}

export interface LineReader {
  /** Adds the row's line to the store, or says why not; nothing is kept of a rejected row. */
  read: (row: Row) => LineProblem | null;
  at: FieldColumns;
}

/**
 * Reads rows of one file into `lines`, by its column mapping and value formats. The mass of rows is read from
 * bytes; what is written unusually is read as text, with the same result.
 */
export function createLineReader(
  mapping: ColumnMapping,
  formats: ValueFormats,
  defaultCurrency: number,
  lines: BankLines,
  shared: SharedTexts,
): LineReader {
  const at = fieldColumns(mapping, bankFields);
  const classifyWith = (classify: (text: string) => number) => classified(createDictionary(), classify);
  const typeOf = classifyWith((text) => {
    const type = typeOfWord(text);
    if (type === null) return unknownType;
    return isChargebackReturned(text) ? returned + chargeback : lineTypes.indexOf(type);
  });
  const schemeOf = classifyWith(schemeOfWord);
  const currencyOf = classifyWith(currencyOfWord);
  const unpaidOf = classifyWith((text) => (isUnpaidWord(text) ? 1 : 0));
  const directionOf = classifyWith(directionOfWord);
  const moment: LineMoment = { epochDay: 0, minute: -1 };
  const dates = createDateReader(at, formats);
  const money: Money = { grossMinor: 0, chargeMinor: 0, feeMinor: 0, vatMinor: 0, chargeKnown: false };
  const lastField = Math.max(...mapping.fields.map((field, index) => (field ? index : -1))) + mapping.shift;
  const width = mapping.titles.length + mapping.shift;

  const read = (row: Row): LineProblem | null => {
    if (rowBytes(row) > bankFileLimits.cellBytesMax) return { code: 'tooLong', field: null, value: '' };
    if (row.cellCount !== width) {
      const ragged = raggedProblem(row, width, lastField, at);
      if (ragged) return ragged;
    }
    const currency = isEmptyCell(row, at.currency) ? defaultCurrency : currencyOf(row, at.currency);
    if (currency < 0) return { code: 'currency', field: 'currency', value: cellText(row, at.currency) };
    const badDate = dates(row, moment);
    if (badDate) return badDate;
    const named = isEmptyCell(row, at.type) ? -1 : typeOf(row, at.type);
    const direction = isEmptyCell(row, at.direction) ? 0 : directionOf(row, at.direction);
    const badMoney = readMoney(row, at, formats, named, direction, money);
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
    columns.currency[index] = currency;
    columns.scheme[index] = isEmptyCell(row, at.scheme) ? 0 : schemeOf(row, at.scheme);
    const keyed = readKeys(row, at, lines, shared, index);
    columns.type[index] = finalType(named, money.grossMinor, keyed);
    if (money.chargeKnown) columns.flags[index] = (columns.flags[index] as number) | lineFlag.chargeKnown;
    if (!isEmptyCell(row, at.status) && unpaidOf(row, at.status) === 1) {
      columns.flags[index] = (columns.flags[index] as number) | lineFlag.unpaid;
    }
    return null;
  };
  return { read, at };
}

/** From the first cell to the end of the last one. */
const rowBytes = (row: Row): number =>
  row.cellCount === 0 ? 0 : (row.bounds[2 * row.cellCount - 1] as number) - (row.bounds[0] as number);

const card = { first6: -1, last4: -1 };
const rrn = { high: 0, low: 0, damaged: false };

/** Reads the keys of a line and their flags; true where it has any by which a payment could be found. */
function readKeys(row: Row, at: FieldColumns, lines: BankLines, shared: SharedTexts, index: number): boolean {
  const { columns } = lines;
  columns.terminal[index] = terminalOfCell(row, at.terminalId, shared);
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
  const references = keepReferences(row, at, lines, index);
  columns.flags[index] = (rrn.damaged ? lineFlag.rrnDamaged : 0) | (references ? lineFlag.hasReference : 0);
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
 * The type a word named, else the sign: money taken back without a word is a refund. A word we do not know is
 * an adjustment only on a line without keys; with an RRN or approval code it is some bank's word for a payment.
 */
function finalType(named: number, grossMinor: number, keyed: boolean): number {
  if (named === unknownType && !keyed) return adjustment;
  if (named >= returned) return named - returned;
  if (named === -1 || named === unknownType) return grossMinor < 0 ? refund : purchase;
  return named === purchase && grossMinor < 0 ? reversal : named;
}

/** Reads every amount of a row and settles their signs; `into` then holds gross and charge, signed. */
function readMoney(
  row: Row,
  at: FieldColumns,
  formats: ValueFormats,
  named: number,
  direction: number,
  into: Money,
): LineProblem | null {
  let bad: LineProblem | null = null;
  const read = (index: number, field: BankField): number => {
    if (isEmptyCell(row, index)) return Number.NaN;
    const minor = formats.minorUnits
      ? halalasOfCell(row, index)
      : amountOfCell(row, index, formats.decimalComma);
    if (Number.isNaN(minor) || Math.abs(minor) > maxAmountMinor)
      bad ??= { code: 'amount', field, value: cellText(row, index) };
    return minor;
  };
  const readPair = (credit: number, debit: number, fields: [BankField, BankField]): number => {
    if (isEmptyCell(row, credit) && isEmptyCell(row, debit)) return Number.NaN;
    const paid = read(credit, fields[0]);
    const taken = read(debit, fields[1]);
    return (Number.isNaN(paid) ? 0 : Math.abs(paid)) - (Number.isNaN(taken) ? 0 : Math.abs(taken));
  };
  let gross = read(at.amount, 'amount');
  const fromPair = Number.isNaN(gross);
  if (fromPair) gross = readPair(at.credit, at.debit, ['credit', 'debit']);
  into.vatMinor = read(at.vat, 'vat');
  into.feeMinor = readFees(row, at, read);
  const total = read(at.totalFee, 'totalFee');
  let net = read(at.net, 'net');
  if (Number.isNaN(net)) net = readPair(at.netCredit, at.netDebit, ['netCredit', 'netDebit']);
  if (bad) return bad;

  const fees = Number.isNaN(into.feeMinor)
    ? total
    : into.feeMinor + (Number.isNaN(into.vatMinor) ? 0 : into.vatMinor);
  if (Number.isNaN(gross)) {
    if (Number.isNaN(net)) return { code: 'missing', field: 'amount', value: '' };
    gross = net + (Number.isNaN(fees) ? 0 : Math.abs(fees));
  }
  const takesBack = named === refund || named === reversal || named === chargeback || named === fee;
  const isDebit = takesMoney(formats.refunds, direction, takesBack);
  const signed = !fromPair && gross > 0 && isDebit ? -gross : gross;
  if (signed < 0 && net > 0) net = -net;
  into.grossMinor = signed;
  into.chargeKnown = !Number.isNaN(net) || !Number.isNaN(fees);
  into.chargeMinor = !Number.isNaN(net)
    ? signed - net
    : Number.isNaN(fees)
      ? 0
      : signed < 0
        ? fees
        : Math.abs(fees);
  return null;
}

/** What tells that a line takes money back which has no minus sign: as the file was confirmed, or whatever it has. */
function takesMoney(refunds: ValueFormats['refunds'], direction: number, takesBack: boolean): boolean {
  if (refunds === 'minus') return false;
  if (refunds === 'word') return takesBack;
  if (refunds === 'direction') return direction < 0;
  return direction < 0 || (direction === 0 && takesBack);
}

function readFees(row: Row, at: FieldColumns, read: (index: number, field: BankField) => number): number {
  if (at.fees.length === 1) return read(at.fees[0] as number, 'fee');
  let sum = Number.NaN;
  for (const index of at.fees) {
    if (isEmptyCell(row, index)) continue;
    sum = (Number.isNaN(sum) ? 0 : sum) + read(index, 'fee');
  }
  return sum;
}

function batchOf(row: Row, index: number, lines: BankLines): number {
  if (isEmptyCell(row, index)) return -1;
  return lines.batches.idOf(row.bytes, row.bounds[2 * index] as number, row.bounds[2 * index + 1] as number);
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
