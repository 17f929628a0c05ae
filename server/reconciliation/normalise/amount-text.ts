import { latinDigits, maxAmountMinor } from '@mizan/contract/money.ts';
import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { unwrap } from '../read/row.ts';

/**
 * Amounts as banks write them. The quick way reads the plain form ('-1240.50') from bytes; whatever is not plain
 * goes through the patient one. NaN means malformed: never 0, because a 0 would balance quietly.
 */
export function amountFromBytes(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  const negative = bytes[at] === 0x2d;
  if (negative) at++;
  const first = at;
  let value = 0;
  let digit = 0;
  while (at < end && (digit = (bytes[at] as number) - 0x30) >= 0 && digit <= 9) {
    value = value * 10 + digit;
    at++;
  }
  if (at === first || at - first > 10) return Number.NaN;
  let decimals = 0;
  if (at < end) {
    if (bytes[at++] !== 0x2e) return Number.NaN;
    decimals = end - at;
    if (decimals < 1 || decimals > 2) return Number.NaN;
    for (; at < end; at++) {
      digit = (bytes[at] as number) - 0x30;
      if (digit < 0 || digit > 9) return Number.NaN;
      value = value * 10 + digit;
    }
  }
  if (decimals === 0) value *= 100;
  else if (decimals === 1) value *= 10;
  return negative ? 0 - value : value;
}

/** A currency before or behind the figure; in the middle of one it would join two figures into a third. */
const currencyAround =
  /^(?:sar|usd|eur|gbp|s\.?r\.?|ر\.?\s?س\.?|ريال(?: سعودي)?|﷼|\$|€|£)\s*|\s*(?:sar|usd|eur|gbp|s\.?r\.?|ر\.?\s?س\.?|ريال(?: سعودي)?|﷼|\$|€|£)$/giu;
const directionWord = /(?<=^|[\s\d.])(?:(dr|debit|مدين)|cr|credit|دائن)\.?$/iu;

/**
 * Minor units of an amount in any form banks use: Arabic digits and separators, thousands, currency words,
 * a sign before or behind, brackets, DR and CR. NaN where it is malformed: groups that are not of three,
 * a third decimal that is not zero, scientific notation.
 */
export function amountFromText(raw: string, decimalComma: boolean): number {
  if (raw.length > bankFileLimits.valueCharsMax) return Number.NaN;
  let text = latinDigits(unwrap(raw))
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u0640]/g, '')
    .replace(/[−–]/g, '-')
    .replace(/٫/g, '.')
    .replace(/٬/g, "'");
  const debit = directionWord.exec(text)?.[1] !== undefined;
  // A space between digits parts thousands, as an apostrophe does; elsewhere it is air.
  text = text
    .replace(directionWord, '')
    .replace(currencyAround, '')
    .replace(/(?<=\d)[\s\u00a0\u202f](?=\d)/g, "'")
    .replace(/[\s\u00a0\u202f]/g, '');
  const sign = /^\((.*)\)$/.exec(text) ?? /^-(.*)$/.exec(text) ?? /^(.*)-$/.exec(text);
  const magnitude = sign ? (sign[1] ?? '') : text.replace(/^\+/, '');
  const minor = magnitudeMinor(magnitude, decimalComma);
  // Adding 0 turns a negative zero into the plain one.
  return (sign || debit ? -minor : minor) + 0;
}

function magnitudeMinor(text: string, decimalComma: boolean): number {
  const plain = decimalComma ? swapSeparators(text) : text;
  const parts = /^(\d{1,3}(?:[,'](?:\d{3}))+|\d+)(?:\.(\d*))?$|^\.(\d+)$/.exec(plain);
  if (!parts) return Number.NaN;
  const whole = (parts[1] ?? '0').replace(/[,']/g, '');
  const decimals = (parts[2] ?? parts[3] ?? '').replace(/0+$/, '');
  if (decimals.length > 2 || whole.length > 12) return Number.NaN;
  const minor = Number(`${whole}${decimals.padEnd(2, '0')}`);
  return minor > maxAmountMinor ? Number.NaN : minor;
}

const swapSeparators = (text: string): string => text.replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ','));
