import { currencies, type Rate } from '@mizan/contract/money.ts';
import type { SharedTexts } from './bank-lines.ts';
import { type ByteDictionary, createDictionary } from './byte-dictionary.ts';
import { keepLowered, newArena, type TextArena, withCapacity } from './column-store.ts';
import { epochDayOf, riyadhOffsetMinutes } from './date-text.ts';
import { absentKey, authFromBytes, oddKey, stanFromBytes } from './key-text.ts';
import { packRrn, terminalId } from './line-fields.ts';
import { schemeOfWord } from './line-words.ts';

/**
 * The columns in which payments are handed to the engine: PostgreSQL's text COPY format (tabs, '\N' for null),
 * so that `COPY (SELECT ...) TO STDOUT` can be passed on chunk by chunk without being looked at on the way.
 *
 * `id` and `originalId` are bigint; `createdAtMs` is epoch milliseconds; `businessDay` is YYYY-MM-DD;
 * amounts are minor units without sign (the type tells the direction); the rate is the one of the payment's day,
 * null where none is known; `claimedBy` is the import that already matched the payment, null for none; `awaited`
 * is 't' where an earlier import said 'not due yet' of it, so that this file has to bring it.
 */
export const portalColumns = [
  'id',
  'uuid',
  'orderRef',
  'tid',
  'rrn',
  'stan',
  'authCode',
  'last4',
  'scheme',
  'type',
  'status',
  'amountMinor',
  'currency',
  'businessDay',
  'createdAtMs',
  'mdrBps',
  'vatBps',
  'capLimitMinor',
  'processingFeeMinor',
  'feeMinor',
  'vatMinor',
  'originalId',
  'claimedBy',
  'awaited',
] as const;
export type PortalColumn = (typeof portalColumns)[number];

const columnAt = Object.fromEntries(portalColumns.map((name, index) => [name, index])) as Record<
  PortalColumn,
  number
>;

export interface RecordColumns {
  [name: string]: Float64Array | Uint32Array | Int32Array | Int16Array | Uint8Array;
  id: Float64Array;
  /** Signed: refunds and reversals are negative. */
  amountMinor: Float64Array;
  /** Fee and VAT of the payment as the portal worked them out from the rate of its day; NaN where unknown. */
  feeMinor: Float64Array;
  vatMinor: Float64Array;
  originalId: Float64Array;
  /** Riyadh's calendar day and minute, and the business day the portal keeps. */
  epochDay: Int32Array;
  minute: Int16Array;
  businessDay: Int32Array;
  terminal: Int32Array;
  rrnHigh: Uint32Array;
  rrnLow: Uint32Array;
  stan: Int32Array;
  auth: Uint32Array;
  last4: Int16Array;
  scheme: Uint8Array;
  currency: Uint8Array;
  /** Id in `statuses`. */
  status: Uint8Array;
  approved: Uint8Array;
  /** 0 purchase, 1 refund, 2 reversal. */
  kind: Uint8Array;
  /** Id in `rates`, -1 where none is known. */
  rate: Int32Array;
  /** Id in `claimants`, -1 where no earlier import has the payment. */
  claimant: Int32Array;
  awaited: Uint8Array;
  uuidAt: Uint32Array;
  orderRefAt: Uint32Array;
  orderRefLength: Uint8Array;
}

export interface PortalRecords {
  count: number;
  capacity: number;
  columns: RecordColumns;
  references: TextArena;
  statuses: ByteDictionary;
  claimants: ByteDictionary;
  rates: (Rate | null)[];
}

export const recordKinds = ['PURCHASE', 'REFUND', 'REVERSAL'] as const;
export const uuidLength = 36;

function newRecords(capacity: number): PortalRecords {
  const columns: RecordColumns = {
    id: new Float64Array(capacity),
    amountMinor: new Float64Array(capacity),
    feeMinor: new Float64Array(capacity),
    vatMinor: new Float64Array(capacity),
    originalId: new Float64Array(capacity),
    epochDay: new Int32Array(capacity),
    minute: new Int16Array(capacity),
    businessDay: new Int32Array(capacity),
    terminal: new Int32Array(capacity),
    rrnHigh: new Uint32Array(capacity),
    rrnLow: new Uint32Array(capacity),
    stan: new Int32Array(capacity),
    auth: new Uint32Array(capacity),
    last4: new Int16Array(capacity),
    scheme: new Uint8Array(capacity),
    currency: new Uint8Array(capacity),
    status: new Uint8Array(capacity),
    approved: new Uint8Array(capacity),
    kind: new Uint8Array(capacity),
    rate: new Int32Array(capacity),
    claimant: new Int32Array(capacity),
    awaited: new Uint8Array(capacity),
    uuidAt: new Uint32Array(capacity),
    orderRefAt: new Uint32Array(capacity),
    orderRefLength: new Uint8Array(capacity),
  };
  return {
    count: 0,
    capacity,
    columns,
    references: newArena(),
    statuses: createDictionary(),
    claimants: createDictionary(),
    rates: [],
  };
}

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

function rowReader(
  records: PortalRecords,
  shared: SharedTexts,
  keepReferences: boolean,
): (bytes: Uint8Array, bounds: Int32Array) => void {
  const approvedId = records.statuses.idOfText('APPROVED');
  const schemes = createDictionary();
  const schemeCodes: number[] = [];
  const kinds = createDictionary();
  for (const kind of recordKinds) kinds.idOfText(kind);
  const currencyIds = createDictionary();
  for (const currency of currencies) currencyIds.idOfText(currency);
  const rateIds = createDictionary();
  const days = createDictionary();
  const named: boolean[] = [];
  const dayNumbers: number[] = [];
  return (bytes, bounds) => {
    if (records.count === records.capacity) {
      records.capacity = Math.ceil(records.capacity * 1.6);
      records.columns = withCapacity(records.columns, records.capacity);
    }
    const { columns } = records;
    const index = records.count++;
    const from = (name: PortalColumn): number => bounds[2 * columnAt[name]] as number;
    const to = (name: PortalColumn): number => bounds[2 * columnAt[name] + 1] as number;
    const isNull = (name: PortalColumn): boolean =>
      bytes[from(name)] === 0x5c && bytes[from(name) + 1] === 0x4e;
    const integer = (name: PortalColumn): number =>
      isNull(name) ? Number.NaN : integerAt(bytes, from(name), to(name));
    const idIn = (dictionary: ByteDictionary, name: PortalColumn): number =>
      dictionary.idOf(bytes, from(name), to(name));

    columns.id[index] = integer('id');
    const kind = idIn(kinds, 'type');
    columns.kind[index] = kind;
    columns.amountMinor[index] = kind === 0 ? integer('amountMinor') : -integer('amountMinor');
    columns.feeMinor[index] = integer('feeMinor');
    columns.vatMinor[index] = integer('vatMinor');
    columns.originalId[index] = integer('originalId');
    const riyadhMinutes = Math.floor(integer('createdAtMs') / 60_000) + riyadhOffsetMinutes;
    const epochDay = Math.floor(riyadhMinutes / 1440);
    columns.epochDay[index] = epochDay;
    columns.minute[index] = riyadhMinutes - epochDay * 1440;
    const dayId = idIn(days, 'businessDay');
    columns.businessDay[index] = dayNumbers[dayId] ??= isNull('businessDay')
      ? epochDay
      : dayAt(bytes, from('businessDay'));
    const terminal = isNull('tid') ? -1 : terminalId(bytes, from('tid'), to('tid'), shared);
    columns.terminal[index] = terminal;
    if (terminal >= 0 && !named[terminal]) {
      // The portal's own spelling is shown, also where the file dropped its leading zeros.
      named[terminal] = true;
      shared.terminalNames[terminal] = Buffer.from(bytes.subarray(from('tid'), to('tid'))).toString();
    }
    readRrn(bytes, from('rrn'), to('rrn'), isNull('rrn'), shared);
    columns.rrnHigh[index] = readKey.high;
    columns.rrnLow[index] = readKey.low;
    columns.stan[index] = isNull('stan') ? -1 : stanFromBytes(bytes, from('stan'), to('stan'));
    columns.auth[index] = isNull('authCode')
      ? absentKey
      : authFromBytes(bytes, from('authCode'), to('authCode'));
    columns.last4[index] = isNull('last4') ? -1 : integerAt(bytes, from('last4'), to('last4'));
    const scheme = idIn(schemes, 'scheme');
    columns.scheme[index] = schemeCodes[scheme] ??= isNull('scheme') ? 0 : schemeOfWord(schemes.text(scheme));
    columns.currency[index] = idIn(currencyIds, 'currency');
    const status = idIn(records.statuses, 'status');
    columns.status[index] = status;
    columns.approved[index] = status === approvedId ? 1 : 0;
    columns.rate[index] = rateIds.idOf(bytes, from('mdrBps'), to('processingFeeMinor'));
    if (columns.rate[index] === records.rates.length) {
      records.rates.push(
        rateOf(integer('mdrBps'), integer('vatBps'), integer('capLimitMinor'), integer('processingFeeMinor')),
      );
    }
    columns.claimant[index] = isNull('claimedBy') ? -1 : idIn(records.claimants, 'claimedBy');
    columns.awaited[index] = bytes[from('awaited')] === 0x74 ? 1 : 0;
    if (keepReferences)
      keepBoth(
        records,
        index,
        bytes,
        from('uuid'),
        isNull('uuid'),
        orderRefText(bytes, from('orderRef'), to('orderRef'), isNull('orderRef')),
      );
  };
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

function rateOf(
  mdrBps: number,
  vatBps: number,
  capLimitMinor: number,
  processingFeeMinor: number,
): Rate | null {
  if (Number.isNaN(mdrBps)) return null;
  return {
    mdrBps,
    vatBps: Number.isNaN(vatBps) ? 0 : vatBps,
    capLimitMinor: Number.isNaN(capLimitMinor) ? null : capLimitMinor,
    processingFeeMinor: Number.isNaN(processingFeeMinor) ? 0 : processingFeeMinor,
  };
}

/** The bytes of an order reference; the only column in which COPY may have had to escape a sign. */
function orderRefText(bytes: Uint8Array, start: number, end: number, isNull: boolean): Uint8Array {
  if (isNull) return new Uint8Array(0);
  const raw = bytes.subarray(start, end);
  if (!raw.includes(0x5c)) return raw;
  const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', v: '\v' };
  return Buffer.from(
    Buffer.from(raw)
      .toString()
      .replace(/\\(.)/g, (_, sign: string) => escapes[sign] ?? sign),
  );
}

function keepBoth(
  records: PortalRecords,
  index: number,
  bytes: Uint8Array,
  uuidFrom: number,
  noUuid: boolean,
  orderRef: Uint8Array,
): void {
  const { columns, references } = records;
  columns.uuidAt[index] = noUuid
    ? absentKey
    : keepLowered(references, bytes, uuidFrom, uuidFrom + uuidLength);
  columns.orderRefAt[index] = keepLowered(references, orderRef, 0, Math.min(orderRef.length, 255));
  columns.orderRefLength[index] = Math.min(orderRef.length, 255);
}
