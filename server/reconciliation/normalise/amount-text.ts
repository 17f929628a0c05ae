import { latinDigits, maxAmountMinor } from '@mizan/contract/money.ts';
import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { currencyOfWord, isCurrencyWord, noCurrency, sameCurrency } from '../read/currency-words.ts';
import { unwrap } from '../read/row.ts';

const comma = 0x2c;
const point = 0x2e;

/**
 * Amounts as banks write them. The quick way reads the plain form ('-1240.50', '1,240.50') from bytes; whatever is
 * not plain goes through the patient one. NaN means malformed: never 0, because a 0 would balance quietly.
 */
export function amountFromBytes(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const negative = bytes[at] === 0x2d;
  if (negative) at++;
  const first = at;
  let value = 0;
  let digits = 0;
  let groupAt = -1;
  for (; at < end; at++) {
    const byte = bytes[at] as number;
    const digit = byte - 0x30;
    if (digit >= 0 && digit <= 9) {
      value = value * 10 + digit;
      digits++;
    } else if (byte === comma && beginsGroup(bytes, first, at, groupAt)) groupAt = at;
    else break;
  }
  if (digits === 0 || digits > 10) return Number.NaN;
  // '1,240' alone may have a comma before its decimals: the patient reader says so.
  if (groupAt >= 0 && (at - groupAt !== 4 || at === end)) return Number.NaN;
  if (at === end) return negative ? 0 - value * 100 : value * 100;
  if (bytes[at++] !== point) return Number.NaN;
  const decimals = end - at;
  if (decimals < 1 || decimals > 2) return Number.NaN;
  for (; at < end; at++) {
    const digit = (bytes[at] as number) - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  if (decimals === 1) value *= 10;
  return negative ? 0 - value : value;
}

/** A comma parts thousands behind one to three digits, of which the first is no zero, and three digits later. */
const beginsGroup = (bytes: Uint8Array, first: number, at: number, groupAt: number): boolean =>
  groupAt >= 0 ? at - groupAt === 4 : at > first && at - first <= 3 && bytes[first] !== 0x30;

/** What an amount cell says. */
export interface ReadAmount {
  /** Signed minor units, NaN where it is malformed. */
  minor: number;
  /** Index into `currencies`, `noCurrency`, or `otherCurrency` for one that is not kept. */
  currency: number;
  /** It could be read with the other decimal mark, too, and would be another amount. */
  isAmbiguous: boolean;
  /** It can be read with the other decimal mark alone. */
  contradicts: boolean;
}

export const newReadAmount = (): ReadAmount => ({
  minor: Number.NaN,
  currency: noCurrency,
  isAmbiguous: false,
  contradicts: false,
});

/** A currency before or behind the figure; in the middle of one it would join two figures into a third. */
const leadingWord =
  /^([-+(]?)\s?(us\$|(?:saudi )?riyals?|euros?|[a-z]{3}|s\.?r\.?|ر\.?\s?س\.?|ريال(?: سعود[يى])?|دولار(?: [أا]مريك[يى])?|يورو|جنيه [إا]سترليني|[$€£﷼\u20c1])(?=[-+(\s\d.,~])\s?/iu;
const trailingWord =
  /(?<=[-+)\s\d.,~])\s?(us\$|(?:saudi )?riyals?|euros?|[a-z]{3}|s\.?r\.?|ر\.?\s?س\.?|ريال(?: سعود[يى])?|دولار(?: [أا]مريك[يى])?|يورو|جنيه [إا]سترليني|[$€£﷼\u20c1])([-+)]?)$/iu;
const directionWord = /(?<=^|[\s\d.])(?:(dr|debit|مدين)|cr|credit|دائن)\.?$/iu;
/** Stands for the Arabic decimal mark, which is one whatever the file's own is. */
const arabicMark = '~';

/**
 * Reads an amount in any form banks use: Arabic digits and separators, thousands, currency words, a sign before or
 * behind, brackets, DR and CR. Malformed are groups that are not of three, a third decimal that is not zero, and
 * scientific notation.
 */
export function readAmountText(raw: string, decimalComma: boolean, into: ReadAmount): void {
  into.minor = Number.NaN;
  into.currency = noCurrency;
  into.isAmbiguous = false;
  into.contradicts = false;
  if (raw.length > bankFileLimits.valueCharsMax) return;
  let text = latinDigits(unwrap(raw))
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u0640]/g, '')
    .replace(/[−–]/g, '-')
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .replace(/٫/g, arabicMark)
    .replace(/٬/g, "'");
  const debit = directionWord.exec(text)?.[1] !== undefined;
  text = withoutCurrency(text.replace(directionWord, '').trim(), into)
    // A space between digits parts thousands, as an apostrophe does; elsewhere it is air.
    .replace(/(?<=\d) (?=\d)/g, "'")
    .replace(/ /g, '');
  const sign = /^\((.*)\)$/.exec(text) ?? /^-(.*)$/.exec(text) ?? /^(.*)-$/.exec(text);
  const magnitude = sign ? (sign[1] ?? '') : text.replace(/^\+/, '');
  const minor = magnitudeMinor(magnitude, decimalComma);
  const other = magnitudeMinor(magnitude, !decimalComma);
  into.isAmbiguous = !Number.isNaN(minor) && !Number.isNaN(other) && minor !== other;
  into.contradicts = Number.isNaN(minor) && !Number.isNaN(other);
  // Adding 0 turns a negative zero into the plain one.
  into.minor = (sign || debit ? -minor : minor) + 0;
}

/** The text without its currency words, which are told by `into`. */
function withoutCurrency(text: string, into: ReadAmount): string {
  let plain = text;
  const before = leadingWord.exec(plain);
  if (before && isCurrencyWord(before[2] ?? '')) {
    into.currency = currencyOfWord(before[2] ?? '');
    plain = `${before[1]}${plain.slice(before[0].length)}`;
  }
  const behind = trailingWord.exec(plain);
  if (behind && isCurrencyWord(behind[1] ?? '')) {
    into.currency = sameCurrency(into.currency, currencyOfWord(behind[1] ?? ''));
    plain = `${plain.slice(0, behind.index)}${behind[2]}`;
  }
  return plain.trim();
}

const alone = newReadAmount();

/** Signed minor units of an amount without regard to its currency; NaN where it is malformed. */
export function amountFromText(raw: string, decimalComma: boolean): number {
  readAmountText(raw, decimalComma, alone);
  return alone.minor;
}

function magnitudeMinor(text: string, decimalComma: boolean): number {
  const marked = text.includes(arabicMark);
  const plain = marked
    ? text.replace(/[.,]/g, "'").replace(arabicMark, '.')
    : decimalComma
      ? swapSeparators(text)
      : text;
  const parts = /^(\d{1,3}(?:[,'](?:\d{3}))+|\d+)(?:\.(\d*))?$|^\.(\d+)$/.exec(plain);
  if (!parts) return Number.NaN;
  // Thousands begin with no zero: '0.500' and '0,500' are halves.
  if (/^0+[,']/.test(parts[1] ?? '')) return Number.NaN;
  const whole = (parts[1] ?? '0').replace(/[,']/g, '');
  const decimals = (parts[2] ?? parts[3] ?? '').replace(/0+$/, '');
  if (decimals.length > 2 || whole.length > 12) return Number.NaN;
  const minor = Number(`${whole}${decimals.padEnd(2, '0')}`);
  return minor > maxAmountMinor ? Number.NaN : minor;
}

const swapSeparators = (text: string): string => text.replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ','));
