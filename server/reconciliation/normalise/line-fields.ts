import type { BankField } from '@mizan/contract/reconciliation-terms.ts';
import type { ColumnMapping } from '../read/columns.ts';
import { cellText, type Row } from '../read/row.ts';
import { amountFromText } from './amount-text.ts';
import type { SharedTexts } from './bank-lines.ts';
import type { ByteDictionary } from './byte-dictionary.ts';
import {
  absentKey,
  authFromBytes,
  type CardEnds,
  cardEnds,
  isDamagedRrn,
  isRounded,
  oddKey,
  packSix,
  plainKey,
  stanFromBytes,
  withoutDecimals,
} from './key-text.ts';

/** Column index of each field, -1 where the file has none; `amounts`, `fees`, `vats` and `types` may be several. */
export type FieldColumns = Record<BankField, number> & {
  amounts: number[];
  fees: number[];
  vats: number[];
  types: number[];
};

/** The columns of a mapping, moved by its shift. */
export function fieldColumns(mapping: ColumnMapping, fields: readonly BankField[]): FieldColumns {
  const none = Object.fromEntries(fields.map((field) => [field, -1])) as Record<BankField, number>;
  const at: FieldColumns = { ...none, amounts: [], fees: [], vats: [], types: [] };
  mapping.fields.forEach((field, index) => {
    if (field === null) return;
    at[field] = index + mapping.shift;
    if (field === 'amount') at.amounts.push(index + mapping.shift);
    if (field === 'fee') at.fees.push(index + mapping.shift);
    if (field === 'type') at.types.push(index + mapping.shift);
    if (field === 'vat') at.vats.push(index + mapping.shift);
  });
  return at;
}

/** Whether a cell holds nothing; a column the file does not have is empty too. */
export function isEmptyCell(row: Row, index: number): boolean {
  if (index < 0 || index >= row.cellCount) return true;
  const start = row.bounds[2 * index] as number;
  const end = row.bounds[2 * index + 1] as number;
  if (start === end) return true;
  const byte = row.bytes[start] as number;
  // Digits and letters settle it; only blanks, guards and other scripts need the text.
  if ((byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a))
    return false;
  return cellText(row, index) === '';
}

/** Halalas of a cell that holds a whole number of them, NaN where it does not. Ask `isEmptyCell` first. */
export function halalasOfCell(row: Row, index: number): number {
  const text = cellText(row, index);
  // A decimal mark says that these are no halalas; a thousands mark stands before three figures.
  if (/[.,٫][\d٠-٩]{0,2}\D*$/u.test(text)) return Number.NaN;
  const riyals = amountFromText(text, /\./.test(text));
  return riyals % 100 === 0 ? riyals / 100 : Number.NaN;
}

/** A key as it is compared, without the decimals that a spreadsheet program gave it. */
const keyOfCell = (row: Row, index: number): string => withoutDecimals(plainKey(cellText(row, index)));

/** The text of a key cell that was kept as a rounded number; null where it was not. */
export function roundedCell(row: Row, index: number): string | null {
  if (isEmptyCell(row, index)) return null;
  const plain = plainKey(cellText(row, index));
  return isRounded(plain) ? plain : null;
}

const scratch = Buffer.alloc(256);

/** Writes a text into the scratch buffer and returns its length; longer texts are no keys. */
function intoScratch(text: string): number {
  return Buffer.byteLength(text) > scratch.length ? 0 : scratch.write(text);
}

/** Whether bytes are figures and capitals alone: what stands there needs no text to be compared. */
export function isPlainBytes(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    const digit = byte >= 0x30 && byte <= 0x39;
    if (!digit && !(byte >= 0x41 && byte <= 0x5a)) return false;
  }
  return true;
}

/** A count as a cell says it, in any digits; -1 for none, and for what is no count. */
export function countOfCell(row: Row, index: number): number {
  if (isEmptyCell(row, index)) return -1;
  const plain = keyOfCell(row, index);
  return /^\d{1,7}$/.test(plain) ? Number(plain) : -1;
}

/**
 * Terminal ids are compared without leading zeros: files drop them, and no merchant has two terminals that
 * differ in nothing else. Returns -1 for none.
 */
export function terminalOfCell(row: Row, index: number, shared: SharedTexts): number {
  if (isEmptyCell(row, index)) return -1;
  const start = row.bounds[2 * index] as number;
  const end = row.bounds[2 * index + 1] as number;
  if (isPlainBytes(row.bytes, start, end)) return terminalId(row.bytes, start, end, shared);
  const plain = keyOfCell(row, index);
  // A rounded number names no terminal, and contradicts none.
  const length = isRounded(plain) ? 0 : intoScratch(plain);
  return length === 0 ? -1 : terminalId(scratch, 0, length, shared);
}

/** The shared id of a terminal number, -1 for an empty one. */
export function terminalId(bytes: Uint8Array, start: number, end: number, shared: SharedTexts): number {
  let first = start;
  while (first < end && bytes[first] === 0x30) first++;
  if (first === end) return -1;
  const id = shared.terminals.idOf(bytes, first, end);
  shared.terminalNames[id] ??= Buffer.from(bytes.subarray(start, end)).toString();
  return id;
}

/** Where `rrnOfCell` leaves what it read. */
export interface ReadRrn {
  high: number;
  low: number;
  damaged: boolean;
}

/** Reads an RRN into `into`: packed where it is twelve signs, kept as an odd text otherwise, flagged where damaged. */
export function rrnOfCell(row: Row, index: number, shared: SharedTexts, into: ReadRrn): void {
  into.high = absentKey;
  into.low = 0;
  into.damaged = false;
  if (isEmptyCell(row, index)) return;
  const start = row.bounds[2 * index] as number;
  if ((row.bounds[2 * index + 1] as number) - start === 12 && packRrn(row.bytes, start, into)) return;
  const plain = keyOfCell(row, index);
  if (plain === '' || /^0+$/.test(plain) || plain === 'N/A' || plain === '-') return;
  const length = intoScratch(plain);
  if (length === 12 && packRrn(scratch, 0, into)) return;
  into.high = oddKey;
  into.low = shared.oddRrns.idOfText(plain.slice(0, 64));
  into.damaged = isDamagedRrn(plain);
}

/** Packs twelve bytes; false where they are no RRN. Twelve zeros are a placeholder: read, and none. */
export function packRrn(bytes: Uint8Array, start: number, into: ReadRrn): boolean {
  const high = packSix(bytes, start);
  const low = packSix(bytes, start + 6);
  if (high === absentKey || low === absentKey) return false;
  if (high === 0 && low === 0) return true;
  into.high = high;
  into.low = low;
  return true;
}

export function stanOfCell(row: Row, index: number): number {
  if (isEmptyCell(row, index)) return -1;
  const stan = stanFromBytes(row.bytes, row.bounds[2 * index] as number, row.bounds[2 * index + 1] as number);
  return stan >= 0 ? stan : stanFromBytes(scratch, 0, intoScratch(keyOfCell(row, index)));
}

export function authOfCell(row: Row, index: number): number {
  if (isEmptyCell(row, index)) return absentKey;
  const auth = authFromBytes(row.bytes, row.bounds[2 * index] as number, row.bounds[2 * index + 1] as number);
  return auth !== absentKey ? auth : authFromBytes(scratch, 0, intoScratch(keyOfCell(row, index)));
}

const digitsAt = (bytes: Uint8Array, start: number, count: number): number => {
  let value = 0;
  for (let at = start; at < start + count; at++) {
    const digit = (bytes[at] as number) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
};

/** First six and last four digits of a card cell; the sixteen-sign masked form is read without making a text. */
export function cardOfCell(row: Row, index: number, into: CardEnds): void {
  into.first6 = -1;
  into.last4 = -1;
  if (isEmptyCell(row, index)) return;
  const start = row.bounds[2 * index] as number;
  const end = row.bounds[2 * index + 1] as number;
  if (end - start === 16) {
    into.first6 = digitsAt(row.bytes, start, 6);
    into.last4 = digitsAt(row.bytes, end - 4, 4);
    if (into.first6 >= 0 && into.last4 >= 0) return;
  }
  const ends = cardEnds(cellText(row, index));
  into.first6 = ends.first6;
  into.last4 = ends.last4;
}

/** A function that classifies each distinct text of a column once and then answers from memory. */
export function classified(
  dictionary: ByteDictionary,
  classify: (text: string) => number,
): (row: Row, index: number) => number {
  const known: number[] = [];
  return (row, index) => {
    const id = dictionary.idOf(
      row.bytes,
      row.bounds[2 * index] as number,
      row.bounds[2 * index + 1] as number,
    );
    return (known[id] ??= classify(cellText(row, index)));
  };
}
