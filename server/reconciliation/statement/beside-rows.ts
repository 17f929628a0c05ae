import type { RowBeside } from '@mizan/contract/statements.ts';
import { comparableHeader } from '../read/header-text.ts';
import { seams, type TableRow } from './statement-columns.ts';

/** Rows of a statement's table that are no entries, and that banks write among them: balances and totals. */

/** As `comparableHeader` has them, in English and Arabic. */
const wordsOf: Readonly<Record<RowBeside['kind'], readonly string[]>> = {
  balance: [
    'opening balance',
    'closing balance',
    'beginning balance',
    'ending balance',
    'previous balance',
    'balance brought forward',
    'balance carried forward',
    'balance forward',
    'balance b f',
    'balance c f',
    'brought forward',
    'carried forward',
    'الرصيد الافتتاحي',
    'رصيد افتتاحي',
    'رصيد اول المده',
    'رصيد بدايه المده',
    'الرصيد السابق',
    'رصيد سابق',
    'رصيد مدور',
    'رصيد مرحل',
    'رصيد منقول',
    'الرصيد الختامي',
    'رصيد ختامي',
    'رصيد الاقفال',
    'رصيد اخر المده',
    'رصيد نهايه المده',
  ],
  total: [
    'total',
    'totals',
    'grand total',
    'sub total',
    'subtotal',
    'total amount',
    'total transactions',
    'الاجمالي',
    'اجمالي',
    'المجموع',
    'مجموع',
    'المجموع الكلي',
    'الاجمالي الكلي',
    'اجمالي الحركات',
  ],
};
const kindOf = new Map(
  Object.entries(wordsOf).flatMap(([kind, words]) => words.map((word) => [word, kind as RowBeside['kind']])),
);

/** The day that a balance is of, behind its name. */
const dayBehind = / (?:(?:as )?(?:of|at|on) |في |بتاريخ |حتي )?\d[\d ]*$/;

/** What a cell names, in either language or in both. */
function namedBy(cell: string): RowBeside['kind'] | undefined {
  const kinds = [cell, ...cell.split(seams)].map((part) => {
    const plain = comparableHeader(part);
    return kindOf.get(plain) ?? kindOf.get(plain.replace(dayBehind, ''));
  });
  const [whole, ...parts] = kinds;
  return whole ?? (parts.length > 1 && parts.every((kind) => kind === parts[0]) ? parts[0] : undefined);
}

/**
 * What a row is beside the entries, where one of its cells is the name of a balance, or that of a total in a row without a day:
 * `dates` are the cells of its days. null for every other row, whatever else its text says.
 */
export function besideOf(
  { cells }: Pick<TableRow, 'cells'>,
  dates: readonly string[],
): RowBeside['kind'] | null {
  const kinds = new Set(cells.map(namedBy));
  if (kinds.has('balance')) return 'balance';
  const hasDay = dates.some((text) => /\p{N}/u.test(text));
  return kinds.has('total') && !hasDay ? 'total' : null;
}
