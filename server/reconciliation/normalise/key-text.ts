import { latinDigits } from '@mizan/contract/money.ts';
import { unwrap } from '../read/row.ts';

/**
 * Keys as numbers. Six signs of 0-9A-Z fit one unsigned 32-bit number (36^6 < 2^32), so an approval code is one
 * number and an RRN two; comparing and hashing them costs a step each. Two values are left over:
 */
export const absentKey = 0xffff_ffff;
/** The RRN is no twelve signs; its second half is then an id in the dictionary of odd texts. */
export const oddKey = 0xffff_fffe;

/** Six bytes of 0-9A-Za-z as a number, or `absentKey` where another sign stands among them. */
export function packSix(bytes: Uint8Array, start: number): number {
  let value = 0;
  for (let at = start; at < start + 6; at++) {
    const byte = bytes[at] as number;
    let digit = 0;
    if (byte >= 0x30 && byte <= 0x39) digit = byte - 0x30;
    else if (byte >= 0x41 && byte <= 0x5a) digit = byte - 0x37;
    else if (byte >= 0x61 && byte <= 0x7a) digit = byte - 0x57;
    else return absentKey;
    value = value * 36 + digit;
  }
  return value;
}

/** The six signs of a packed key, in capitals. */
export function unpackSix(value: number): string {
  return value.toString(36).toUpperCase().padStart(6, '0');
}

/** A key as it is compared: Latin digits, no spaces or wrapping, capitals. No key holds a quotation mark: one that stands there is stray. */
export function plainKey(text: string): string {
  return latinDigits(unwrap(text))
    .replace(/[\s"“”\u00a0\u200e\u200f\u061c]/g, '')
    .toUpperCase();
}

/**
 * Whether a spreadsheet program has spoilt this RRN: scientific notation, or digits whose leading zeros are gone.
 * It is flagged and not used for matching; padding it would make up a key (reference practice: 'flag, never pad').
 */
export function isDamagedRrn(plain: string): boolean {
  return isRounded(plain) || /^\d{6,11}(?:\.0+)?$/.test(plain);
}

/**
 * Whether a spreadsheet program kept a key as a number and wrote it rounded ('6.32609E+11'). Only with a point or a
 * sign, or as long as no code is: '1234E5' is an approval code.
 */
export function isRounded(plain: string): boolean {
  return plain.length > 6 ? /^\d+(?:[.,]\d+)?E[+-]?\d+$/.test(plain) : /^\d+[.,]?\d*E[+-]\d+$/.test(plain);
}

/** A key of digits that a spreadsheet program kept as a whole number with decimals ('632609120001.0'): its digits. */
export const withoutDecimals = (plain: string): string => plain.replace(/^(\d+)[.,]0+$/, '$1');

/** The name of a batch as it is compared: the same number, whatever digits, zeros or decimals it is written with. */
export const batchText = (text: string): string =>
  withoutDecimals(latinDigits(unwrap(text))).replace(/^0+(?=\d+$)/, '');

/** STAN as a number; files that drop leading zeros mean the same one. -1 where there is none. */
export function stanFromBytes(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < 1 || end - start > 6) return -1;
  let value = 0;
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] as number) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

const padded = new Uint8Array(6);

/** Approval code as a number; codes of digits get their leading zeros back, and '000000' is no code. */
export function authFromBytes(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length === 6) return packSix(bytes, start) || absentKey;
  if (length < 1 || length > 6) return absentKey;
  padded.fill(0x30);
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x30 || byte > 0x39) return absentKey;
    padded[6 - (end - at)] = byte;
  }
  return packSix(padded, 0) || absentKey;
}

/** What is kept of a card: the first six and last four digits, -1 where they are not given. */
export interface CardEnds {
  first6: number;
  last4: number;
}

/** Reads a masked or, against all rules, whole card number; the digits between are gone from here on. */
export function cardEnds(text: string): CardEnds {
  const plain = plainKey(text).replace(/-/g, '');
  const last = /(\d{4})$/.exec(plain);
  const first = /^(\d{6})[\dX*•]{6,}$/.exec(plain);
  return { first6: first ? Number(first[1]) : -1, last4: last ? Number(last[1]) : -1 };
}

/** Masks whatever looks like a whole card number (13 to 19 digits with a right check digit) in a text to be shown. */
export function withoutCardNumbers(text: string): string {
  return text.replace(/(?<!\d)[2-6](?:[ -]?\d){12,18}(?!\d)/g, (run) => {
    const digits = run.replace(/\D/g, '');
    return passesLuhn(digits) ? `${digits.slice(0, 6)}******${digits.slice(-4)}` : run;
  });
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at]);
    sum += at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}
