import { type ByteDictionary, createDictionary } from './byte-dictionary.ts';
import { newArena, type TextArena, withCapacity } from './column-store.ts';
import { absentKey, oddKey, unpackSix } from './key-text.ts';

/** Stands for a day that is not given. */
export const noDay = -0x8000_0000;

/** Bits of `flags`. */
export const lineFlag = {
  /** The bank lists the line without paying it (declined, pending). */
  unpaid: 1,
  rrnDamaged: 2,
  /** The line says what the bank took for it; otherwise its charge is not known. */
  chargeKnown: 4,
  hasReference: 8,
  /** Nothing names its currency: the merchant's own was taken. */
  currencyAssumed: 16,
  /** An amount of it would be another one with the other decimal mark. */
  amountAmbiguous: 32,
  /** Fees or net of it stand in another currency, so its charge is not known. */
  chargeOfOther: 64,
  /** A key was kept as a number in scientific notation: its last digits are gone, and it is none. */
  keyRounded: 128,
  /** It is of a payment and has no status; other lines of the file may have one. */
  statusAbsent: 256,
  /** Without a key, and the sum of its batch: it is no line. */
  sumOfBatch: 512,
} as const;

/** The columns of all good lines of a file, in file order. Amounts are signed minor units: a refund is negative. */
interface LineColumns {
  [name: string]: Float64Array | Uint32Array | Int32Array | Uint16Array | Int16Array | Uint8Array;
  line: Uint32Array;
  grossMinor: Float64Array;
  /** What the bank kept of it: fee and VAT together. 0 where it is not known. */
  chargeMinor: Float64Array;
  /** Fee and VAT as given, NaN where the file has no such column. */
  feeMinor: Float64Array;
  vatMinor: Float64Array;
  /** Riyadh's calendar day and minute (-1 where the file gives no time). */
  epochDay: Int32Array;
  minute: Int16Array;
  /** The day on which the bank settles or posts the line, `noDay` where the file does not say. */
  settlementDay: Int32Array;
  /** Id in `terminals`, -1 where the file names none. */
  terminal: Int32Array;
  rrnHigh: Uint32Array;
  rrnLow: Uint32Array;
  stan: Int32Array;
  auth: Uint32Array;
  first6: Int32Array;
  last4: Int16Array;
  /** Index into schemeNames, lineTypes and currencies of the contract. */
  scheme: Uint8Array;
  type: Uint8Array;
  currency: Uint8Array;
  flags: Uint16Array;
  /** Id in `batches`, -1 for none. */
  batch: Int32Array;
  /** How many payments the line says that it adds up, -1 where it does not. */
  count: Int32Array;
  /** Payment and order reference: offset into `references` and length, 0 for none. */
  paymentRefAt: Uint32Array;
  paymentRefLength: Uint8Array;
  orderRefAt: Uint32Array;
  orderRefLength: Uint8Array;
}

export interface BankLines {
  count: number;
  capacity: number;
  columns: LineColumns;
  references: TextArena;
  batches: ByteDictionary;
}

/** Dictionaries that lines and payments share, so that equal texts are equal numbers on both sides. */
export interface SharedTexts {
  /** Terminal numbers without leading zeros, by which they are compared. */
  terminals: ByteDictionary;
  /** How each is written, by its id. */
  terminalNames: string[];
  oddRrns: ByteDictionary;
}

export const newSharedTexts = (): SharedTexts => ({
  terminals: createDictionary(),
  terminalNames: [],
  oddRrns: createDictionary(),
});

export function newBankLines(capacity: number): BankLines {
  const columns: LineColumns = {
    line: new Uint32Array(capacity),
    grossMinor: new Float64Array(capacity),
    chargeMinor: new Float64Array(capacity),
    feeMinor: new Float64Array(capacity),
    vatMinor: new Float64Array(capacity),
    epochDay: new Int32Array(capacity),
    minute: new Int16Array(capacity),
    settlementDay: new Int32Array(capacity),
    terminal: new Int32Array(capacity),
    rrnHigh: new Uint32Array(capacity),
    rrnLow: new Uint32Array(capacity),
    stan: new Int32Array(capacity),
    auth: new Uint32Array(capacity),
    first6: new Int32Array(capacity),
    last4: new Int16Array(capacity),
    scheme: new Uint8Array(capacity),
    type: new Uint8Array(capacity),
    currency: new Uint8Array(capacity),
    flags: new Uint16Array(capacity),
    batch: new Int32Array(capacity),
    count: new Int32Array(capacity),
    paymentRefAt: new Uint32Array(capacity),
    paymentRefLength: new Uint8Array(capacity),
    orderRefAt: new Uint32Array(capacity),
    orderRefLength: new Uint8Array(capacity),
  };
  return { count: 0, capacity, columns, references: newArena(), batches: createDictionary() };
}

/** Makes room for one more line; call before writing at index `count`. */
export function makeRoom(lines: BankLines): void {
  if (lines.count < lines.capacity) return;
  lines.capacity = Math.ceil(lines.capacity * 1.6) + 64;
  lines.columns = withCapacity(lines.columns, lines.capacity);
}

/** The RRN of two packed halves as text, '' where there is none. */
export function rrnText(high: number, low: number, shared: SharedTexts): string {
  if (high === absentKey) return '';
  return high === oddKey ? shared.oddRrns.text(low) : unpackSix(high) + unpackSix(low);
}

export const isPlainRrn = (high: number): boolean => high < oddKey;
