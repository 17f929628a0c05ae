import { type Currency, currencies } from '@mizan/contract/money.ts';
import type { StatementField, StatementWays } from '@mizan/contract/statement-table.ts';
import type { refusedLineReasons } from '@mizan/contract/statements.ts';
import { newReadAmount, readAmountText } from '../normalise/amount-text.ts';
import { momentFromText } from '../normalise/date-text.ts';
import { currencyOfHeading, currencyOfWord, noCurrency } from '../read/currency-words.ts';
import type { FoundColumns, TableRow } from './statement-columns.ts';

/** One row of a statement's table, read by its columns. Amounts in minor units, signed as the account sees them. */
export interface RowRead {
  line: number;
  epochDay: number;
  amountMinor: number;
  currency: Currency;
  /** null where the row has none. */
  balanceMinor: number | null;
  reference: string;
  text: string;
}
export type RowRefusal = (typeof refusedLineReasons)[number];

/** Columns and ways by which rows are read. */
export interface RowRules {
  fields: readonly (StatementField | null)[];
  titles: readonly string[];
  ways: StatementWays;
  /** Debits are written with a minus: all of those that are not 0. */
  debitsAreSigned: boolean;
}

const textCharsMax = 500;
const cellCharsMax = 300;

/** The cells that a field has, from left to right. */
export const cellsOf = (
  { fields }: Pick<RowRules, 'fields'>,
  row: TableRow,
  field: StatementField,
): string[] => fields.flatMap((each, at) => (each === field ? [row.cells[at] ?? ''] : []));
const cellOf = (rules: Pick<RowRules, 'fields'>, row: TableRow, field: StatementField): string =>
  cellsOf(rules, row, field)[0] ?? '';

/** What stands for 'nothing' in a column of amounts. */
const isNothing = (text: string): boolean => text === '' || /^[-–—]+$/.test(text);

const amount = newReadAmount();
/** Signed minor units of a cell: null where there is nothing in it, NaN where it is malformed. */
export function minorOfCell(text: string, ways: StatementWays): { minor: number | null; currency: number } {
  if (isNothing(text)) return { minor: null, currency: noCurrency };
  readAmountText(text, ways.decimals === 'comma', amount);
  return { minor: amount.minor, currency: amount.currency };
}

const inWords: ReadonlySet<string> = new Set([
  'c',
  'cr',
  'credit',
  'crdt',
  '+',
  'in',
  'دائن',
  'ايداع',
  'إيداع',
  'له',
]);
const outWords: ReadonlySet<string> = new Set([
  'd',
  'dr',
  'debit',
  'dbit',
  '-',
  'out',
  'مدين',
  'سحب',
  'منه',
  'عليه',
]);
function signOf(word: string): 1 | -1 | null {
  const plain = word.trim().toLowerCase().replace(/\.$/, '');
  if (inWords.has(plain)) return 1;
  return outWords.has(plain) ? -1 : null;
}

interface Signed {
  minor: number;
  currency: number;
}

function twoColumns(rules: RowRules, row: TableRow): Signed | RowRefusal {
  const credit = minorOfCell(cellOf(rules, row, 'credit'), rules.ways);
  const debit = minorOfCell(cellOf(rules, row, 'debit'), rules.ways);
  const [came, went] = [credit.minor ?? 0, debit.minor ?? 0];
  if (Number.isNaN(came) || Number.isNaN(went)) return 'amount';
  if (came !== 0 && went !== 0) return 'twoAmounts';
  if (came === 0 && went === 0) return 'noAmount';
  if (came !== 0) return { minor: came, currency: credit.currency };
  if (went < 0 && !rules.debitsAreSigned) return 'sign';
  return { minor: -Math.abs(went), currency: debit.currency };
}

function oneColumn(rules: RowRules, row: TableRow): Signed | RowRefusal {
  const { minor, currency } = minorOfCell(cellOf(rules, row, 'amount'), rules.ways);
  if (minor === null || minor === 0) return 'noAmount';
  if (Number.isNaN(minor)) return 'amount';
  if (!rules.fields.includes('direction')) return { minor, currency };
  const sign = signOf(cellOf(rules, row, 'direction'));
  // '-100 credit' says two things.
  if (sign === null || (sign > 0 && minor < 0)) return 'direction';
  return { minor: sign * Math.abs(minor), currency };
}

export const hasTwoColumns = ({ fields }: Pick<RowRules, 'fields'>): boolean => fields.includes('credit');

/** The currency that the heading of the columns of amounts names; null where none does or two differ. */
function currencyOfTitles({ fields, titles }: Pick<RowRules, 'fields' | 'titles'>): Currency | null {
  const named = titles.flatMap((title, at) =>
    ['credit', 'debit', 'amount'].includes(fields[at] ?? '') ? [currencyOfHeading(title)] : [],
  );
  const known = new Set(named.filter((index) => index !== noCurrency));
  const [only] = known;
  return known.size === 1 && only !== undefined ? (currencies[only] ?? null) : null;
}

/** The currency that a row itself names, or null; undefined where it names one that is not kept, or lacks its own. */
function currencyOf(rules: RowRules, row: TableRow, ofAmount: number): Currency | null | undefined {
  if (ofAmount !== noCurrency) return currencies[ofAmount];
  if (rules.fields.includes('currency')) return currencies[currencyOfWord(cellOf(rules, row, 'currency'))];
  return currencyOfTitles(rules);
}

/** The day of a row's own date, or of its value date where that is wanted and there; null where it is none. */
export function dayOfRow(
  rules: Pick<RowRules, 'fields' | 'ways'>,
  row: TableRow,
  isOwn = false,
): number | null {
  const [value, date] = [cellOf(rules, row, 'valueDate'), cellOf(rules, row, 'date')];
  const text = isOwn ? date || value : value || date;
  const rules_ = { dateOrder: rules.ways.dateOrder ?? 'dayFirst', utc: false };
  return momentFromText(text, rules_)?.epochDay ?? null;
}

const joined = (texts: readonly string[]): string =>
  [...new Set(texts.filter((text) => text !== ''))].join(' ');

/** Reads a row, or says why it cannot be. */
export function readRow(rules: RowRules, row: TableRow): RowRead | RowRefusal {
  if (row.isBroken === true) return 'quote';
  const epochDay = dayOfRow(rules, row);
  if (epochDay === null) return 'date';
  const signed = hasTwoColumns(rules) ? twoColumns(rules, row) : oneColumn(rules, row);
  if (typeof signed === 'string') return signed;
  const named = currencyOf(rules, row, signed.currency);
  const currency = named === null ? rules.ways.currency : named;
  if (currency === undefined) return 'currency';
  const balance = minorOfCell(cellOf(rules, row, 'balance'), rules.ways).minor;
  return {
    line: row.line,
    epochDay,
    amountMinor: signed.minor,
    currency,
    balanceMinor: balance !== null && Number.isNaN(balance) ? null : balance,
    reference: (cellsOf(rules, row, 'reference').find((text) => text !== '') ?? '').slice(0, cellCharsMax),
    text: joined(cellsOf(rules, row, 'description'))
      .replaceAll(/\s+/g, ' ')
      .slice(0, textCharsMax),
  };
}

/** Whether a row names its own currency in a cell, so that nobody has to say one for it. */
export const namesCurrency = (rules: RowRules, row: TableRow): boolean =>
  rules.fields.includes('currency') ||
  currencyOfTitles(rules) !== null ||
  (['credit', 'debit', 'amount'] as const).some(
    (field) => minorOfCell(cellOf(rules, row, field), rules.ways).currency !== noCurrency,
  );

/** Rows below the names that have anything in them and are not the names again, as a new page has them. */
export const rowsBelow = ({ below, titles }: FoundColumns): TableRow[] =>
  below.filter(
    ({ cells }) =>
      cells.some((cell) => cell !== '') && titles.some((title, at) => title !== (cells[at] ?? '')),
  );
