import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import {
  type StatementField,
  type StatementTable,
  statementColumnsMax,
} from '@mizan/contract/statement-table.ts';
import { withoutCurrencyWords } from '../read/currency-words.ts';
import { comparableHeader } from '../read/header-text.ts';

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
const seams =
  /[/|\n–-]|(?<=\p{Script=Latin}\)?)\s+(?=\p{Script=Arabic})|(?<=\p{Script=Arabic}\)?)\s+(?=\p{Script=Latin})/u;

/** The field that a column's name stands for, or null; each part of a name in two languages has to say the same. */
export function statementFieldOf(title: string): StatementField | null {
  const whole = fieldOfPlain(title);
  if (whole) return whole;
  const found = title.split(seams).flatMap((part) => fieldOfPlain(part) ?? []);
  return found.length > 0 && found.every((field) => field === found[0]) ? (found[0] ?? null) : null;
}

export interface TableRow {
  /** Of the file, from 1. */
  line: number;
  cells: readonly string[];
}

export interface FoundColumns {
  /** Place of the row of names among the rows. */
  at: number;
  line: number;
  titles: readonly string[];
  fields: (StatementField | null)[];
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
function guessed(rows: readonly TableRow[]): FoundColumns | null {
  let best: FoundColumns | null = null;
  for (const [at, row] of rows.entries()) {
    const width = widthOf(row);
    const words = row.cells.filter((cell) => /\p{L}/u.test(cell) && !/\d{3}/.test(cell)).length;
    if (words < namesMin || words < width * 0.8 || width <= (best?.titles.length ?? 0)) continue;
    best = {
      at,
      line: row.line,
      titles: row.cells.slice(0, width),
      fields: fieldsOf(row.cells.slice(0, width)),
    };
  }
  return best;
}

/** The row of column names among the first rows, and what each column holds by its name; null where none looks like one. */
export function findColumns(rows: readonly TableRow[]): FoundColumns | null {
  const above = rows.slice(0, bankFileLimits.headerSearchRowsMax);
  let best: FoundColumns | null = null;
  let bestCount = namesMin - 1;
  for (const [at, row] of above.entries()) {
    const titles = row.cells.slice(0, widthOf(row));
    const fields = fieldsOf(titles);
    const count = fields.filter((field) => field !== null).length;
    if (count <= bestCount) continue;
    [best, bestCount] = [{ at, line: row.line, titles, fields }, count];
  }
  return best ?? guessed(above);
}

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

/** By which a bank's next statement is known: its names in their order. */
export const statementSignature = (titles: readonly string[]): string =>
  titles.map((title) => comparableHeader(title)).join('\n');
