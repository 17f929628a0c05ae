import { currencies } from '@mizan/contract/money.ts';
import type {
  BankField,
  LineType,
  ReadingQuestion,
  ReadingWay,
} from '@mizan/contract/reconciliation-terms.ts';
import { momentFromText, namedZone } from '../normalise/date-text.ts';
import { ownCharges, typeOfWord } from '../normalise/line-words.ts';
import { zoneOf } from '../normalise/zones.ts';
import { utcLayoutNames } from '../read/column-names.ts';
import { amountFields } from '../read/columns.ts';
import { comparableHeader } from '../read/header-text.ts';
import { cellText, type Row } from '../read/row.ts';
import type { TrialFile } from './trial-file.ts';

/** What a file says in words of how it is read, and the words. */
export interface Said {
  way: ReadingWay;
  /** The heading, title or cell that says it, as it stands in the file. */
  by: string;
  /** The zone that `named` is. */
  zone?: string;
}

const titlesOf = ({ mapping }: TrialFile, wanted: (field: BankField) => boolean): string[] =>
  mapping.titles.filter((_, index) => {
    const field = mapping.fields[index];
    return field !== null && field !== undefined && wanted(field);
  });

/** What each question's words are, where the file has any. */
export function saidBy(file: TrialFile): Partial<Record<ReadingQuestion, Said>> {
  const said: [ReadingQuestion, Said | null][] = [
    ['dateOrder', dateOrderSaid(file)],
    ['clock', clockSaid(file)],
    ['day', daySaid(file)],
    ['amounts', amountsSaid(file)],
    ['refunds', refundsSaid(file)],
    ['charges', chargesSaid(file)],
    ['currency', currencySaid(file)],
    ['fees', feesSaid(file)],
  ];
  return Object.fromEntries(said.filter((each): each is [ReadingQuestion, Said] => each[1] !== null));
}

const dateTitles = (file: TrialFile): string[] =>
  titlesOf(file, (field) => field === 'date' || field === 'time' || field === 'postingDate');

function dateOrderSaid(file: TrialFile): Said | null {
  for (const title of dateTitles(file)) {
    const order = /\b(d{1,2}|m{1,3})[-/. ]?(d{1,2}|m{1,3})[-/. ]?y{2,4}\b/i.exec(title);
    if (order) return { way: /^d/i.test(order[1] ?? '') ? 'dayFirst' : 'monthFirst', by: title };
  }
  return null;
}

/** Whether a cell above the headings speaks of a zone at all: other capitals there are names. */
const speaksOfZone = /time ?zone|timezone|all times|times? (?:are|in)\b|توقيت|المنطقة الزمنية/i;

function clockSaid(file: TrialFile): Said | null {
  const zoned = file.rows.map((row) => zoneInRow(file, row)).find((zone) => zone !== null);
  if (zoned) return { way: 'named', by: zoned, zone: zoned };
  const key = file.mapping.keys.findIndex((each) => utcLayoutNames.includes(each));
  const titles = dateTitles(file);
  const above = file.above.flatMap(({ cells }) => cells).filter((cell) => speaksOfZone.test(cell));
  for (const text of [...titles, ...above]) {
    if (/riyadh|\bksa\b|saudi|الرياض|السعودي/i.test(text)) return { way: 'riyadh', by: text };
    const zone = zoneInWords(text);
    if (zone === null) continue;
    return zone === 'UTC' || zone === 'GMT' ? { way: 'utc', by: text } : { way: 'named', by: text, zone };
  }
  return key < 0 ? null : { way: 'utc', by: file.mapping.titles[key] ?? '' };
}

/** The zone of a row by its own column or behind its time, where it is one that is known. */
function zoneInRow({ mapping, at }: TrialFile, row: Row): string | null {
  for (const field of ['timeZone', 'time', 'date'] as const) {
    const text = cellText(row, at[field]);
    const name = field === 'timeZone' ? text : namedZone(text);
    if (mapping.fields.includes(field) && name && zoneOf(name)) return name;
  }
  return null;
}

function zoneInWords(text: string): string | null {
  for (const word of text.split(/[\s()[\],;=_]+/)) {
    // One letter, or a plain number, is no zone in a sentence.
    if (
      /^(?:[A-Z]{3,4}|(?:UTC|GMT)[+-]\d{1,2}(?::?\d{2})?|[+-]\d{2}:\d{2}|[A-Za-z]+\/[A-Za-z_/]+)$/i.test(word)
    ) {
      if (zoneOf(word)) return word.toUpperCase();
    }
  }
  return null;
}

/** Names that say whose day it is; a plain 'Date' does not. */
const transactionDay =
  /\b(?:transaction|txn|tran|trans|purchase|sale|creation|created|paidtime)\b|عمليه|معامله|حركه/;
const settlementDay =
  /\b(?:settle\w*|posting|posted|value|booking|funding|payment|payout)\b|تسويه|قيد|ايداع|قيمه/;

function daySaid(file: TrialFile): Said | null {
  const [title] = titlesOf(file, (field) => field === 'date');
  if (title === undefined) {
    const [posting] = titlesOf(file, (field) => field === 'postingDate');
    return posting === undefined ? null : { way: 'settlement', by: posting };
  }
  const name = comparableHeader(title);
  if (transactionDay.test(name)) return { way: 'date', by: title };
  return settlementDay.test(name) ? { way: 'settlement', by: title } : null;
}

function amountsSaid(file: TrialFile): Said | null {
  const title = titlesOf(file, (field) => amountFields.includes(field)).find((each) =>
    /halala|minor unit|هلل/i.test(each),
  );
  return title === undefined ? null : { way: 'minor', by: title };
}

function refundsSaid({ rows, at }: TrialFile): Said | null {
  for (const row of rows) {
    const word = cellText(row, at.type);
    const type = word === '' ? null : typeOfWord(word);
    if (type === 'REFUND' || type === 'REVERSAL') return { way: 'word', by: word };
  }
  return null;
}

const isOwnCharge = (type: LineType | null): boolean =>
  (ownCharges as readonly (LineType | null)[]).includes(type);
const hasMinus = (text: string): boolean => /^[^\d٠-٩]*[-−(]|-\s*$/.test(text);
const hasPlus = (text: string): boolean => /^[^\d٠-٩]*\+/.test(text);

/**
 * Whether charges of the bank follow their sign: one of them has a minus, or a plus where not every amount has one. They are taken
 * without a minus where refunds are. A file that says both says nothing.
 */
function chargesSaid({ rows, at }: TrialFile): Said | null {
  const amounts = rows.map((row) => ({
    text: cellText(row, at.amount).trim(),
    word: cellText(row, at.type).trim(),
  }));
  const kinds = amounts
    .filter(({ text }) => text !== '')
    .map((each) => ({ ...each, type: each.word === '' ? null : typeOfWord(each.word) }));
  const isPlusTelling = kinds.some(({ text }) => !hasPlus(text) && !hasMinus(text));
  const signed = kinds.find(
    ({ type, text }) => isOwnCharge(type) && (hasMinus(text) || (isPlusTelling && hasPlus(text))),
  );
  const unsigned = kinds.find(
    ({ type, text }) => (type === 'REFUND' || type === 'REVERSAL') && !hasMinus(text),
  );
  if (signed && unsigned && hasPlus(signed.text))
    return { way: 'signed', by: `${signed.word} ${signed.text}` };
  if (signed && unsigned) return null;
  if (signed) return { way: 'signed', by: `${signed.word} ${signed.text}` };
  return unsigned ? { way: 'taken', by: `${unsigned.word} ${unsigned.text}` } : null;
}

function currencySaid({ mapping, rows, at }: TrialFile): Said | null {
  const cells = new Set(
    rows.map((row) => cellText(row, at.currency)).filter((cell) => /^[A-Z]{3}$/.test(cell)),
  );
  const known = currencies.filter((currency) => cells.has(currency));
  const column = mapping.titles[mapping.fields.indexOf('currency')] ?? '';
  if (known.length > 1) return { way: 'several', by: column };
  if (known[0]) return { way: known[0], by: column };
  for (const title of titlesOf({ mapping } as TrialFile, (field) => amountFields.includes(field))) {
    const words = title.split(/[^A-Za-z]+/);
    const named = currencies.find((currency) => words.includes(currency));
    if (named) return { way: named, by: title };
    if (/ر\.?\s?س|ريال/.test(title)) return { way: 'SAR', by: title };
  }
  return null;
}

function feesSaid(file: TrialFile): Said | null {
  const title = titlesOf(file, (field) => field === 'totalFee').find((each) =>
    /\bincl|شامل|with vat|والضريبة/i.test(each),
  );
  return title === undefined ? null : { way: 'vatWithin', by: title };
}

/** The first date that can be read in one order alone, or the first one; '' where there is none. */
export function dateExample({ rows, at }: TrialFile): string {
  const cells = rows.map((row) => cellText(row, at.date >= 0 ? at.date : at.postingDate));
  const read = (text: string, dateOrder: 'dayFirst' | 'monthFirst'): boolean =>
    momentFromText(text, { dateOrder, utc: false }) !== null;
  const telling = cells.find((text) => read(text, 'dayFirst') !== read(text, 'monthFirst'));
  return telling ?? cells.find((text) => text !== '') ?? '';
}
