import { latinDigits } from '@mizan/contract/money.ts';
import type { BankField } from '@mizan/contract/reconciliation-terms.ts';
import { amountFields, type ColumnMapping, recordMarker } from '../read/columns.ts';
import { comparableHeader } from '../read/header-text.ts';
import type { Row } from '../read/row.ts';
import { type BankLines, isPlainRrn } from './bank-lines.ts';
import { plainKey } from './key-text.ts';
import { type FieldColumns, isEmptyCell } from './line-fields.ts';
import { directionOfWord, schemeOfWord, typeOfWord } from './line-words.ts';
import { type TotalLabel, totalLabel } from './total-labels.ts';

/**
 * What a row is by its label and its shape, where it is no line. A sum that happens to fit makes no total, and a shop's
 * name makes none: 'Total Station 12' on a row that has a key of a payment is that shop's line.
 */

/** The columns that every line so far has filled, by index; told by the first lines of a file. */
export interface LineShape {
  always: boolean[] | null;
  seen: number;
}

export const newLineShape = (): LineShape => ({ always: null, seen: 0 });

const shapeLines = 64;

/** Learns the shape of the lines from one more of them; after the first few it is known. */
export function learnShape(shape: LineShape, row: Row): void {
  if (shape.seen >= shapeLines) return;
  shape.seen++;
  const filled = Array.from({ length: row.cellCount }, (_, index) => !isEmptyCell(row, index));
  shape.always = shape.always?.map((always, index) => always && filled[index] === true) ?? filled;
}

/** Whether a row has what only a card's payment has: an RRN, an approval code or a card. */
function hasCardKey(texts: readonly string[], at: FieldColumns): boolean {
  const rrn = plainKey(texts[at.rrn] ?? '');
  if (/^[0-9A-Z]{10,}$/.test(rrn) && /\d{4}/.test(rrn)) return true;
  const auth = plainKey(texts[at.authCode] ?? '');
  if (/^[0-9A-Z]{6}$/.test(auth) && /\d/.test(auth)) return true;
  return /[\dXx*•]{6,}\d{4}$/.test(plainKey(texts[at.card] ?? ''));
}

/** Whether a row has what could only be a payment's: an RRN, an approval code, a card or a reference. */
export function hasPaymentKey(texts: readonly string[], at: FieldColumns): boolean {
  if (hasCardKey(texts, at)) return true;
  return [at.paymentReference, at.orderReference].some((index) => {
    const reference = texts[index] ?? '';
    return reference.length >= 8 && /\d/.test(reference) && totalLabel(reference) === null;
  });
}

/** Whether a line of a payment begins with something else than a marker of lines: then what rows begin with marks nothing. */
export function isMarkedOtherwise(texts: readonly string[], at: FieldColumns): boolean {
  const [first = ''] = texts;
  if (first === '' || recordMarker(first) === 'line' || !hasCardKey(texts, at)) return false;
  return [at.date, at.postingDate].some((index) => (texts[index] ?? '') !== '');
}

/** Whether a row says of itself what kind of line it is, and of which day: a fee or a payout has no key of a payment. */
export const namesItsKind = (texts: readonly string[], at: FieldColumns): boolean =>
  at.types.some((index) => typeOfWord(texts[index] ?? '') !== null) &&
  [at.date, at.postingDate].some((index) => (texts[index] ?? '') !== '') &&
  !texts.some((text) => totalLabel(text)?.isCertain);

/** The label of a total and the cell it stands in. */
export interface FoundLabel {
  label: TotalLabel;
  cell: number;
}

/**
 * The label that makes a row without a payment's key a total. Words that may be a shop's name make none in a column of
 * names, nor on a row that fills all that lines fill.
 */
export function totalOf(texts: readonly string[], shape: LineShape, fields: ColumnFields): FoundLabel | null {
  let found: FoundLabel | null = null;
  for (const [cell, text] of texts.entries()) {
    const label = text === '' ? null : totalLabel(text);
    if (!label || (found && !label.isCertain)) continue;
    found = { label, cell };
    if (label.isCertain) break;
  }
  if (!found || found.label.isCertain) return found;
  if (shape.always === null) return null;
  const field = fields(found.cell);
  const holdsNames = (field === null || field === 'merchantId') && shape.always[found.cell] === true;
  return holdsNames || fillsAll(texts, shape) ? null : found;
}

/** Whether a row fills every column that lines always fill. */
export const fillsAll = (texts: readonly string[], { always }: LineShape): boolean =>
  always?.every((isAlways, index) => !isAlways || (texts[index] ?? '') !== '') ?? false;

/**
 * Whether a row is the bank's own sum of a batch, without a word that says so (Worldpay): it names the batch as every
 * line does, and has neither the day nor the key nor the kind that every line has.
 */
export function closesBatch(texts: readonly string[], at: FieldColumns, { always }: LineShape): boolean {
  if (!always || !(texts[at.batch] ?? '') || namesItsKind(texts, at)) return false;
  const lacks = (index: number): boolean => always[index] === true && (texts[index] ?? '') === '';
  const keys = [at.rrn, at.stan, at.authCode, at.card, at.paymentReference, at.orderReference];
  const known = keys.filter((index) => always[index] === true);
  return always[at.batch] === true && lacks(at.date) && known.length > 0 && known.every(lacks);
}

/** The field that a cell of a row holds, null for none. */
export type ColumnFields = (cell: number) => BankField | null;
export const columnFields =
  (mapping: ColumnMapping): ColumnFields =>
  (cell) =>
    mapping.fields[cell - mapping.shift] ?? null;

/** Whether a row repeats the headings: at least two of its cells, and half of those filled, say their own column's name. */
export function repeatsHeadings(texts: readonly string[], titles: readonly string[], shift: number): boolean {
  const filled = texts.filter((text) => text !== '').length;
  const own = texts.filter(
    (text, cell) =>
      text !== '' && text.length <= headingCharsMax && comparableHeader(text) === titles[cell - shift],
  ).length;
  return own >= Math.min(2, titles.filter((title) => title !== '').length) && own * 2 >= filled;
}

const headingCharsMax = 500;

const pageWords =
  /^(?:page|صفحه|printed|generated|end of|report|run date|print date|نهايه|طبع|تاريخ الطباعه|اعد في|تقرير)(?:\s|$)/;

/** Whether a row is what stands between and below lines: a page number, a remark, a rule; never one with a value in it. */
export function isFootOfPage(texts: readonly string[], fields: ColumnFields): boolean {
  const cells = texts.flatMap((text, cell) => (text === '' ? [] : [{ text, field: fields(cell) }]));
  const [first] = cells;
  if (first && pageWords.test(comparableHeader(first.text)) && cells.length <= footCellsMax) return true;
  return cells.length <= 2 && cells.every(({ text, field }) => isRemark(text, field));
}

const footCellsMax = 4;

/** Words rather than a value: 'Page 2 of 2' and '*** End ***', but no date, no figure and no spoilt amount. */
function isRemark(text: string, field: BankField | null): boolean {
  if (field === 'type' && typeOfWord(text) !== null) return false;
  if (field === 'scheme' && schemeOfWord(text) > 0) return false;
  if (field === 'direction' && directionOfWord(text) !== 0) return false;
  const hasFigure = /[\d٠-٩]/.test(text);
  if (hasFigure && field !== null && valueFields.has(field)) return false;
  return !hasFigure || /\p{L}{3}/u.test(text) || /^-?\s*\d+\s*(?:\/|of)\s*\d+\s*-?$/.test(text);
}

/** The plainest first. An amount has two decimals, or stands beside a word for money; a sentence may end with it. */
const amountsInWords = [
  /(?<![\d.:/]|\d-)(\d[\d,]*\.\d{2})(?!\d|[./:-]\d|\s*[%٪])/iu,
  /(?:SAR|SR|riyals?|USD|EUR|GBP|ريالات|ريال|ر\.?\s?س|[﷼\u20c1$€£])[.:]?\s*[-−(]?\s*(\d[\d,]*(?:\.\d+)?)(?!\d|\.\d)/iu,
  /(?<![\d.])(\d[\d,]*(?:\.\d+)?)\s*(?:SAR|SR|riyals?|USD|EUR|GBP|ريالات|ريال|ر\.?\s?س|[﷼\u20c1$€£])(?!\p{L})/iu,
];

/** The amount that words below lines name, minor units without its sign; null for none: a date, a share and a page are no amounts. */
export function amountInRemark(texts: readonly string[]): number | null {
  const text = latinDigits(texts.filter((each) => each !== '').join(' '));
  const plain = text.replaceAll('٫', '.').replaceAll('٬', ',');
  const found = amountsInWords.map((form) => form.exec(plain)?.[1]).find((each) => each !== undefined);
  return found === undefined ? null : Math.round(Number(found.replaceAll(',', '')) * 100);
}

/**
 * The label of words beside lines of which all are a total's: 'Net settlement: 297.24'. One fee may be taken by itself: 'Service
 * charges: 5.00' is a total only where it says so. Words with several amounts are none.
 */
export function totalInRemark(texts: readonly string[]): FoundLabel | null {
  const filled = texts.filter((text) => text !== '');
  if ((latinDigits(filled.join(' ')).match(everyDecimal) ?? []).length > 1) return null;
  const cell = texts.findIndex((text) => text !== '');
  const text = texts[cell] ?? '';
  const own = totalLabel(text);
  const label = own ?? totalLabel(`Total ${text}`);
  if (!label?.isCertain) return null;
  if (own === null && (label.measure === null || label.measure === 'fee' || label.measure === 'vat'))
    return null;
  return { label, cell };
}

const everyDecimal = /\d[.,٫]\d{2}(?!\d)/g;

/** In these columns a figure with words is a spoilt value, not a remark. */
const valueFields: ReadonlySet<BankField> = new Set([
  ...amountFields,
  'fee',
  'vat',
  'totalFee',
  'date',
  'time',
  'postingDate',
]);

/** A line with a whole RRN, a card or a reference with a figure in it is no total, whatever its shop is called. */
export function isCertainLine({ columns, references }: BankLines, index: number): boolean {
  if (isPlainRrn(columns.rrnHigh[index] as number)) return true;
  if ((columns.first6[index] as number) >= 0 && (columns.last4[index] as number) >= 0) return true;
  const start = columns.paymentRefAt[index] as number;
  const length = columns.paymentRefLength[index] as number;
  if (length < 8) return false;
  for (let at = start; at < start + length; at++) {
    const byte = references.bytes[at] as number;
    if (byte >= 0x30 && byte <= 0x39) return true;
  }
  return false;
}
