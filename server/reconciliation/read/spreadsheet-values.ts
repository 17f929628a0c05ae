/**
 * Values of workbook cells as the texts a person sees in them, so that one reader of amounts, dates and keys serves
 * text files and workbooks alike.
 */

import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';

/** How the number format of a cell shows its number. */
export type NumberForm = 'plain' | 'date' | { zeros: number };

/** Formats that Excel numbers instead of spelling: dates and times (ECMA-376, 18.8.30). */
const builtInDates: ReadonlySet<number> = new Set([
  14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 46, 47, 50, 51, 52, 53, 54,
  55, 56, 57, 58,
]);

/** The form of a number format, by its id and, where it is a custom one, its code. */
export function numberForm(formatId: number, code: string | undefined): NumberForm {
  if (code === undefined) return builtInDates.has(formatId) ? 'date' : 'plain';
  if (code.length > bankFileLimits.formatCharsMax) return 'plain';
  // A format of zeros alone keeps leading zeros: the cell shows an RRN whole although it holds a number.
  if (/^0+$/.test(code)) return code.length > 1 ? { zeros: code.length } : 'plain';
  const shown = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '');
  return /[dmyhs]/i.test(shown) && !/general/i.test(shown) ? 'date' : 'plain';
}

/** Excel shows fifteen digits; the sixteenth is noise of binary fractions. */
const shownDigits = 15;

/** A number as the cell shows it: whole numbers whole (never 6.3E+11), fractions without their binary noise. */
export function numberText(raw: string, form: NumberForm, uses1904: boolean): string {
  const isPlain = /^-?\d{1,15}$/.test(raw) || /^-?\d{1,11}\.\d{1,3}$/.test(raw);
  if (form === 'plain' && isPlain) return raw;
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  if (form === 'date') return serialText(uses1904 ? value + days1904 : value) ?? raw;
  if (typeof form === 'object')
    return Number.isInteger(value) ? value.toFixed(0).padStart(form.zeros, '0') : raw;
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return value.toFixed(0);
  return plainDecimal(value);
}

/** Up to fifteen digits without an exponent. */
function plainDecimal(value: number): string {
  const rounded = Number(value.toPrecision(shownDigits));
  const text = String(rounded);
  return text.includes('e') ? rounded.toFixed(12).replace(/\.?0+$/, '') : text;
}

const days1904 = 1462;
const serialOf1970 = 25_569;
const dayMs = 86_400_000;

/** 'YYYY-MM-DD', with the time where there is one; a part of a day alone is a time. null for what is no date. */
function serialText(serial: number): string | null {
  if (serial < 0 || serial > 2_958_465) return null;
  // Excel's times are fractions of a day; they are meant to the second.
  const ms = Math.round(((serial - serialOf1970) * dayMs) / 1000) * 1000;
  const iso = new Date(ms).toISOString();
  if (serial < 1) return iso.slice(11, 19);
  return ms % dayMs === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;
}
