import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import {
  type StatementField,
  type StatementTable,
  statementColumnsMax,
} from '@mizan/contract/statement-table.ts';
import { type TableForm } from '@mizan/contract/table-form.ts';
import { hasKeys, numberedKeys } from '../read/columns.ts';
import { withoutCurrencyWords } from '../read/currency-words.ts';
import { comparableHeader } from '../read/header-text.ts';
import { headlessColumns } from '../read/headless.ts';
import type { SampleRow as TableRow } from '../read/layout.ts';

export type { SampleRow as TableRow } from '../read/layout.ts';

/**
 * The names under which banks print the columns of an account's statement, in English and Arabic: what the exports of Saudi
 * banks, and of the banks whose forms accounting programs publish, have. Compared through `comparableHeader`.
 */
const namesOf: Record<StatementField, readonly string[]> = {
  date: [
    'transaction date',
    'posting date',
    'post date',
    'booking date',
    'entry date',
    'trans date',
    'txn date',
    'date',
    'process date',
    'date time',
    'تاريخ العملية',
    'تاريخ القيد',
    'تاريخ الحركة',
    'تاريخ المعاملة',
    'تاريخ التنفيذ',
    'التاريخ',
    'تاريخ',
    'التاريخ الميلادي',
    'التاريخ الهجري',
  ],
  valueDate: ['value date', 'val date', 'effective date', 'تاريخ القيمة', 'تاريخ الحق', 'تاريخ الاستحقاق'],
  description: [
    'description',
    'transaction description',
    'transaction details',
    'details',
    'narrative',
    'narration',
    'particulars',
    'remarks',
    'transaction type',
    'transaction',
    'memo',
    'notes',
    'payment details',
    'additional information',
    'الوصف',
    'وصف العملية',
    'تفاصيل العملية',
    'تفاصيل',
    'التفاصيل',
    'تفاصيل الحركة',
    'البيان',
    'البيانات',
    'الشرح',
    'نوع العملية',
    'ملاحظات',
  ],
  reference: [
    'reference',
    'reference number',
    'reference no',
    'ref no',
    'ref',
    'transaction reference',
    'transaction id',
    'transaction number',
    'transaction no',
    'bank reference',
    'customer reference',
    'cheque no',
    'المرجع',
    'رقم المرجع',
    'الرقم المرجعي',
    'رقم العملية',
    'رقم الحركة',
    'مرجع العملية',
  ],
  credit: [
    'credit',
    'credit amount',
    'credits',
    'cr',
    'cr amount',
    'deposit',
    'deposits',
    'deposit amount',
    'money in',
    'paid in',
    'دائن',
    'الدائن',
    'مبلغ دائن',
    'المبلغ الدائن',
    'ايداع',
    'الايداع',
    'الايداعات',
    'له',
    'وارد',
  ],
  debit: [
    'debit',
    'debit amount',
    'debits',
    'dr',
    'dr amount',
    'withdrawal',
    'withdrawals',
    'withdrawal amount',
    'money out',
    'paid out',
    'مدين',
    'المدين',
    'مبلغ مدين',
    'المبلغ المدين',
    'سحب',
    'السحب',
    'السحوبات',
    'منه',
    'عليه',
    'صادر',
  ],
  amount: ['amount', 'transaction amount', 'txn amount', 'المبلغ', 'مبلغ العملية', 'مبلغ الحركة', 'القيمة'],
  direction: [
    'cr dr',
    'dr cr',
    'c d',
    'd c',
    'debit credit',
    'credit debit',
    'debit credit indicator',
    'credit debit indicator',
    'indicator',
    'sign',
    'مدين دائن',
    'دائن مدين',
    'نوع القيد',
  ],
  balance: [
    'balance',
    'running balance',
    'closing balance',
    'available balance',
    'account balance',
    'balance after transaction',
    'الرصيد',
    'رصيد',
    'الرصيد بعد العملية',
    'الرصيد المتاح',
    'رصيد الحساب',
  ],
  currency: ['currency', 'ccy', 'account currency', 'transaction currency', 'العملة', 'عملة الحساب'],
  account: [
    'account',
    'account number',
    'account no',
    'iban',
    'account iban',
    'رقم الحساب',
    'الحساب',
    'الايبان',
  ],
};

const fieldByName: ReadonlyMap<string, StatementField> = new Map(
  (Object.entries(namesOf) as [StatementField, readonly string[]][]).flatMap(([field, names]) =>
    names.map((name): [string, StatementField] => [comparableHeader(name), field]),
  ),
);

const fieldOfPlain = (title: string): StatementField | undefined => {
  const plain = comparableHeader(title);
  return fieldByName.get(plain) ?? fieldByName.get(withoutCurrencyWords(plain));
};

/** Where a name in two languages parts, 'Debit / مدين', 'Debit\nمدين' or 'مدين Debit'. */
export const seams =
  /[/|\n–-]|(?<=\p{Script=Latin}\)?)\s+(?=\p{Script=Arabic})|(?<=\p{Script=Arabic}\)?)\s+(?=\p{Script=Latin})/u;

/** The field that a column's name stands for, or null; each part of a name in two languages has to say the same. */
export function statementFieldOf(title: string): StatementField | null {
  const whole = fieldOfPlain(title);
  if (whole) return whole;
  const found = title.split(seams).flatMap((part) => fieldOfPlain(part) ?? []);
  return found.length > 0 && found.every((field) => field === found[0]) ? (found[0] ?? null) : null;
}

export interface FoundColumns {
  /** Rows above the names, and those below them; of a file without names those above its first values. */
  above: readonly TableRow[];
  below: readonly TableRow[];
  /** The line with the names; 0 where no line names them. */
  line: number;
  /** Empty ones where no line names them. */
  titles: readonly string[];
  /** Comparable names, or the places and what their values look like: by which the next file is known. */
  keys: readonly string[];
  fields: (StatementField | null)[];
}

/** How the table is told: as a person said, with the keys of the columns where that was of an earlier file. */
export interface ToldTable {
  table: TableForm;
  keys: readonly string[];
}

/** A row of names says at least this much; less is a line of the preamble that has a label in it. */
const namesMin = 3;
/** Several columns may hold them: their texts are joined, or the first one that is filled counts. */
const sharedFields: ReadonlySet<StatementField> = new Set(['description', 'reference']);

function fieldsOf(titles: readonly string[]): (StatementField | null)[] {
  const taken = new Set<StatementField>();
  return titles.map((title) => {
    const field = statementFieldOf(title);
    if (field === null || (taken.has(field) && !sharedFields.has(field))) return null;
    taken.add(field);
    return field;
  });
}

const widthOf = ({ cells }: TableRow): number =>
  Math.min(cells.findLastIndex((cell) => cell !== '') + 1, statementColumnsMax);

/** The row that most looks like names, all words and no figures, for a person who says what its columns are. */
function guessed(rows: readonly TableRow[]): TableRow | null {
  let best: TableRow | null = null;
  for (const row of rows) {
    const width = widthOf(row);
    const words = row.cells.filter((cell) => /\p{L}/u.test(cell) && !/\d{3}/.test(cell)).length;
    if (words < namesMin || words < width * 0.8 || width <= (best ? widthOf(best) : 0)) continue;
    best = row;
  }
  return best;
}

/** The row of column names among the first rows; null where none looks like one. */
function rowOfNames(rows: readonly TableRow[]): TableRow | null {
  const first = rows.slice(0, bankFileLimits.headerSearchRowsMax);
  let best: TableRow | null = null;
  let bestCount = namesMin - 1;
  for (const row of first) {
    const count = fieldsOf(row.cells.slice(0, widthOf(row))).filter((field) => field !== null).length;
    if (count > bestCount) [best, bestCount] = [row, count];
  }
  return best ?? guessed(first);
}

/** The columns as the row names them, and what each holds by its name; null where there is no such row. */
function namedBy(rows: readonly TableRow[], row: TableRow | null | undefined): FoundColumns | null {
  if (!row) return null;
  const at = rows.indexOf(row);
  const titles = row.cells.slice(0, widthOf(row));
  return {
    above: rows.slice(0, at),
    below: rows.slice(at + 1),
    line: row.line,
    titles,
    keys: numberedKeys(row.cells),
    fields: fieldsOf(titles),
  };
}

/** The columns by their places, for a person to say what each holds (docs/decisions/0180-files-without-names.md). */
function byPlaces(rows: readonly TableRow[], isSaid: boolean): FoundColumns | null {
  const found = headlessColumns(rows, isSaid);
  if (!found) return null;
  const keys = found.keys.slice(0, statementColumnsMax);
  const first = rows.findIndex(({ line }) => line > found.headerLine);
  return {
    above: rows.slice(0, first),
    below: rows.slice(first),
    line: 0,
    titles: keys.map(() => ''),
    keys,
    fields: keys.map(() => null),
  };
}

/**
 * What each column of a table holds: by the line of names that a person said, else by the row that looks like names, else by
 * their places. null where the rows are no table, or have no such line.
 */
export function columnsOf(rows: readonly TableRow[], told: ToldTable | null): FoundColumns | null {
  const namesLine = told?.table.namesLine;
  if (namesLine === 0) return byPlaces(rows, true);
  if (namesLine === undefined) return namedBy(rows, rowOfNames(rows)) ?? byPlaces(rows, told !== null);
  // In a later file they may stand on another line: the row with just these names goes first.
  const known = told && rows.find(({ cells }) => hasKeys(cells, told.keys));
  return namedBy(rows, known ?? rows.find(({ line }) => line === namesLine));
}

/** Whether rows name all that a statement needs. */
export const namesWholeStatement = (rows: readonly TableRow[]): boolean => {
  const found = namedBy(rows, rowOfNames(rows));
  return found !== null && missingOf(found.fields).length === 0;
};

/** Whether rows have the names of a statement's columns: which sheet of a workbook, and which delimiter. */
export const namesStatement = (cells: readonly string[]): boolean =>
  fieldsOf(cells).filter((field) => field !== null).length >= namesMin;

/** What has to be said before a table can be read. */
export function missingOf(fields: readonly (StatementField | null)[]): StatementTable['missing'] {
  const has = (...any: StatementField[]): boolean => any.some((field) => fields.includes(field));
  return [
    ...(has('date', 'valueDate') ? [] : ['date' as const]),
    ...(has('amount', 'credit') ? [] : ['amount' as const]),
  ];
}

/** By which a bank's next statement is known: its names in their order; without names, what its columns look like. */
export const statementSignature = ({ line, titles, keys }: FoundColumns): string =>
  (line === 0 ? keys : titles.map((title) => comparableHeader(title))).join('\n');
