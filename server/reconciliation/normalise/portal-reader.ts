import { currencies, type Rate } from '@mizan/contract/money.ts';
import { noDay, type SharedTexts } from './bank-lines.ts';
import { type ByteDictionary, createDictionary } from './byte-dictionary.ts';
import { keepLowered, withCapacity } from './column-store.ts';
import { epochDayOf, riyadhOffsetMinutes } from './date-text.ts';
import { absentKey, authFromBytes, oddKey, stanFromBytes } from './key-text.ts';
import { packRrn, terminalId } from './line-fields.ts';
import { schemeOfWord } from './line-words.ts';
import {
  columnAt,
  newRecords,
  noDueDay,
  type PortalRecords,
  portalColumns,
  recordKinds,
  uuidLength,
} from './portal-records.ts';

export interface PortalReader {
  /** Takes a chunk of COPY text; it may end anywhere. The chunk is not kept. */
  push: (chunk: Uint8Array) => void;
  /** How many payments were read so far. */
  count: () => number;
  /** All records. Throws where the stream ended inside a row. */
  end: () => PortalRecords;
}

/** Reads payments from COPY text. `keepReferences` false leaves out uuid and order reference, which only some files need. */
export function createPortalReader(
  shared: SharedTexts,
  expectedCount: number,
  keepReferences: boolean,
): PortalReader {
  const records = newRecords(Math.max(expectedCount, 256));
  const readRow = rowReader(records, shared, keepReferences);
  const bounds = new Int32Array(portalColumns.length * 2);
  let rest = new Uint8Array(0);
  const push = (chunk: Uint8Array): void => {
    let start = 0;
    if (rest.length > 0) {
      const lineEnd = chunk.indexOf(0x0a);
      if (lineEnd < 0) {
        rest = joined(rest, chunk);
        return;
      }
      const line = joined(rest, chunk.subarray(0, lineEnd + 1));
      rest = new Uint8Array(0);
      splitRow(line, 0, bounds);
      readRow(line, bounds);
      start = lineEnd + 1;
    }
    const last = chunk.lastIndexOf(0x0a);
    while (start <= last) {
      start = splitRow(chunk, start, bounds);
      readRow(chunk, bounds);
    }
    if (start < chunk.length) rest = new Uint8Array(chunk.subarray(start));
  };
  return {
    push,
    count: () => records.count,
    end: () => {
      if (rest.length > 0) throw new Error('the stream of payments ended inside a row');
      return records;
    },
  };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Bounds of the cells of one row; returns where the next begins. Throws where a row has not the agreed columns. */
function splitRow(bytes: Uint8Array, start: number, bounds: Int32Array): number {
  let cell = 0;
  bounds[0] = start;
  for (let at = start; ; at++) {
    const byte = bytes[at];
    if (byte !== 0x09 && byte !== 0x0a) continue;
    bounds[2 * cell + 1] = at;
    cell++;
    if (byte === 0x0a) {
      if (cell !== portalColumns.length)
        throw new Error(`a payment came with ${cell} columns instead of ${portalColumns.length}`);
      return at + 1;
    }
    bounds[2 * cell] = at + 1;
  }
}

const readKey = { high: 0, low: 0, damaged: false };

/** One row under the reader: its bytes, and the bounds of its columns. */
interface PortalRow {
  bytes: Uint8Array;
  bounds: Int32Array;
}

const startOf = (row: PortalRow, column: number): number => row.bounds[2 * column] as number;
const endOf = (row: PortalRow, column: number): number => row.bounds[2 * column + 1] as number;

function isNull(row: PortalRow, column: number): boolean {
  const start = startOf(row, column);
  return row.bytes[start] === 0x5c && row.bytes[start + 1] === 0x4e;
}

const integerOf = (row: PortalRow, column: number): number =>
  isNull(row, column) ? Number.NaN : integerAt(row.bytes, startOf(row, column), endOf(row, column));

/** A figure that may be negative. */
function signedOf(row: PortalRow, column: number): number {
  if (row.bytes[startOf(row, column)] !== 0x2d) return integerOf(row, column);
  return -integerAt(row.bytes, startOf(row, column) + 1, endOf(row, column));
}

const idOf = (dictionary: ByteDictionary, row: PortalRow, column: number): number =>
  dictionary.idOf(row.bytes, startOf(row, column), endOf(row, column));

/** Dictionaries of the columns in which few texts repeat, and what each text means. */
function newWordBooks(records: PortalRecords) {
  const books = {
    approvedId: records.statuses.idOfText('APPROVED'),
    kinds: createDictionary(),
    currencies: createDictionary(),
    schemes: createDictionary(),
    schemeCodes: [] as number[],
    rates: createDictionary(),
    days: createDictionary(),
    dayNumbers: [] as number[],
    /** Terminals whose name was taken from the portal already. */
    named: [] as boolean[],
  };
  for (const kind of recordKinds) books.kinds.idOfText(kind);
  for (const currency of currencies) books.currencies.idOfText(currency);
  return books;
}
type WordBooks = ReturnType<typeof newWordBooks>;

function rowReader(
  records: PortalRecords,
  shared: SharedTexts,
  keepReferences: boolean,
): (bytes: Uint8Array, bounds: Int32Array) => void {
  const books = newWordBooks(records);
  const row: PortalRow = { bytes: new Uint8Array(0), bounds: new Int32Array(0) };
  return (bytes, bounds) => {
    if (records.count === records.capacity) {
      records.capacity = Math.ceil(records.capacity * 1.6);
      records.columns = withCapacity(records.columns, records.capacity);
    }
    const index = records.count++;
    row.bytes = bytes;
    row.bounds = bounds;
    readMoneyAndTime(records, books, row, index);
    readKeys(records, books, shared, row, index);
    if (keepReferences) keepBoth(records, index, row);
  };
}

function readMoneyAndTime(
  { columns, statuses, rates }: PortalRecords,
  books: WordBooks,
  row: PortalRow,
  index: number,
): void {
  columns.id[index] = integerOf(row, columnAt.id);
  const kind = idOf(books.kinds, row, columnAt.type);
  const amountMinor = integerOf(row, columnAt.amountMinor);
  columns.kind[index] = kind;
  columns.amountMinor[index] = kind === 0 ? amountMinor : 0 - amountMinor;
  columns.feeMinor[index] = integerOf(row, columnAt.feeMinor);
  columns.vatMinor[index] = integerOf(row, columnAt.vatMinor);
  columns.originalId[index] = integerOf(row, columnAt.originalId);
  columns.cashMinor[index] = integerOf(row, columnAt.cashMinor) || 0;
  const createdAtMs = integerOf(row, columnAt.createdAtMs);
  const riyadhMinutes = Math.floor(createdAtMs / 60_000) + riyadhOffsetMinutes;
  const epochDay = Math.floor(riyadhMinutes / 1440);
  columns.epochDay[index] = epochDay;
  columns.minute[index] = riyadhMinutes - epochDay * 1440;
  columns.businessDay[index] = dayOf(books, row, columnAt.businessDay);
  columns.bank[index] = integerOf(row, columnAt.bankId) || 0;
  columns.dueDay[index] = isNull(row, columnAt.dueDay) ? noDueDay : dayOf(books, row, columnAt.dueDay);
  columns.hostMs[index] = isNull(row, columnAt.hostAtMs) ? createdAtMs : integerOf(row, columnAt.hostAtMs);
  columns.currency[index] = idOf(books.currencies, row, columnAt.currency);
  const status = idOf(statuses, row, columnAt.status);
  columns.status[index] = status;
  columns.approved[index] = status === books.approvedId ? 1 : 0;
  // The four columns of a rate stand side by side: together they are one text.
  const rate = books.rates.idOf(
    row.bytes,
    startOf(row, columnAt.mdrBps),
    endOf(row, columnAt.processingFeeMinor),
  );
  columns.rate[index] = rate;
  if (rate === rates.length) rates.push(rateOf(row));
}

function dayOf(books: WordBooks, row: PortalRow, column: number): number {
  const id = idOf(books.days, row, column);
  return (books.dayNumbers[id] ??= dayAt(row.bytes, startOf(row, column)));
}

function readKeys(
  records: PortalRecords,
  books: WordBooks,
  shared: SharedTexts,
  row: PortalRow,
  index: number,
): void {
  const { columns } = records;
  const { bytes } = row;
  columns.terminal[index] = readTerminal(books, shared, row);
  readRrn(bytes, startOf(row, columnAt.rrn), endOf(row, columnAt.rrn), isNull(row, columnAt.rrn), shared);
  columns.rrnHigh[index] = readKey.high;
  columns.rrnLow[index] = readKey.low;
  columns.stan[index] = isNull(row, columnAt.stan)
    ? -1
    : stanFromBytes(bytes, startOf(row, columnAt.stan), endOf(row, columnAt.stan));
  columns.auth[index] = isNull(row, columnAt.authCode)
    ? absentKey
    : authFromBytes(bytes, startOf(row, columnAt.authCode), endOf(row, columnAt.authCode));
  columns.last4[index] = isNull(row, columnAt.last4) ? -1 : integerOf(row, columnAt.last4);
  const scheme = idOf(books.schemes, row, columnAt.scheme);
  columns.scheme[index] = books.schemeCodes[scheme] ??= schemeOfWord(books.schemes.text(scheme));
  columns.claimant[index] = isNull(row, columnAt.claimedBy)
    ? -1
    : idOf(records.claimants, row, columnAt.claimedBy);
  if (!isNull(row, columnAt.claimedBy)) readClaim(records, row, index);
  columns.namer[index] = isNull(row, columnAt.namedBy) ? -1 : idOf(records.claimants, row, columnAt.namedBy);
}

/** What the line of the earlier file said that has this payment. */
function readClaim(
  { columns, claimedBatches, correctors }: PortalRecords,
  row: PortalRow,
  index: number,
): void {
  columns.claimedLine[index] = isNull(row, columnAt.claimedLine) ? 0 : integerOf(row, columnAt.claimedLine);
  columns.claimedGrossMinor[index] = signedOf(row, columnAt.claimedGrossMinor);
  columns.claimedChargeMinor[index] = signedOf(row, columnAt.claimedChargeMinor);
  columns.claimedDay[index] = isNull(row, columnAt.claimedDay)
    ? noDay
    : dayAt(row.bytes, startOf(row, columnAt.claimedDay));
  columns.claimedBatch[index] = isNull(row, columnAt.claimedBatch)
    ? -1
    : claimedBatches.idOfText(textOf(row, columnAt.claimedBatch));
  if (!isNull(row, columnAt.correctedBy)) correctors.set(index, textOf(row, columnAt.correctedBy));
}

function readTerminal(books: WordBooks, shared: SharedTexts, row: PortalRow): number {
  if (isNull(row, columnAt.tid)) return -1;
  const start = startOf(row, columnAt.tid);
  const end = endOf(row, columnAt.tid);
  const terminal = terminalId(row.bytes, start, end, shared);
  if (terminal >= 0 && !books.named[terminal]) {
    // The portal's own spelling is shown, also where the file dropped its leading zeros.
    books.named[terminal] = true;
    shared.terminalNames[terminal] = Buffer.from(row.bytes.subarray(start, end)).toString();
  }
  return terminal;
}

function integerAt(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] as number) - 0x30;
    if (digit < 0 || digit > 9) throw new Error('a payment came with a figure that is none');
    value = value * 10 + digit;
  }
  return value;
}

const dayAt = (bytes: Uint8Array, start: number): number =>
  epochDayOf(
    integerAt(bytes, start, start + 4),
    integerAt(bytes, start + 5, start + 7),
    integerAt(bytes, start + 8, start + 10),
  );

function readRrn(bytes: Uint8Array, start: number, end: number, isNull: boolean, shared: SharedTexts): void {
  readKey.high = absentKey;
  readKey.low = 0;
  if (isNull || start === end) return;
  if (end - start === 12 && packRrn(bytes, start, readKey)) return;
  readKey.high = oddKey;
  readKey.low = shared.oddRrns.idOf(bytes, start, end);
}

function rateOf(row: PortalRow): Rate | null {
  const mdrBps = integerOf(row, columnAt.mdrBps);
  if (Number.isNaN(mdrBps)) return null;
  const cap = integerOf(row, columnAt.capLimitMinor);
  return {
    mdrBps,
    vatBps: integerOf(row, columnAt.vatBps) || 0,
    capLimitMinor: Number.isNaN(cap) ? null : cap,
    processingFeeMinor: integerOf(row, columnAt.processingFeeMinor) || 0,
  };
}

const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', v: '\v' };

/** A text in which COPY may have had to escape a sign. */
function textOf(row: PortalRow, column: number): string {
  const text = Buffer.from(row.bytes.subarray(startOf(row, column), endOf(row, column))).toString();
  return text.replace(/\\(.)/g, (_, sign: string) => escapes[sign] ?? sign);
}

/** The bytes of an order reference. */
function orderRefBytes(row: PortalRow): Uint8Array {
  if (isNull(row, columnAt.orderRef)) return new Uint8Array(0);
  const raw = row.bytes.subarray(startOf(row, columnAt.orderRef), endOf(row, columnAt.orderRef));
  return raw.includes(0x5c) ? Buffer.from(textOf(row, columnAt.orderRef)) : raw;
}

function keepBoth({ columns, references }: PortalRecords, index: number, row: PortalRow): void {
  const uuidAt = startOf(row, columnAt.uuid);
  columns.uuidAt[index] = isNull(row, columnAt.uuid)
    ? absentKey
    : keepLowered(references, row.bytes, uuidAt, uuidAt + uuidLength);
  const orderRef = orderRefBytes(row);
  const length = Math.min(orderRef.length, 255);
  columns.orderRefAt[index] = keepLowered(references, orderRef, 0, length);
  columns.orderRefLength[index] = length;
}
