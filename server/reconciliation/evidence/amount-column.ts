import { isPaymentLine } from '../match/matches.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { fieldOfName } from '../read/column-names.ts';
import type { ColumnMapping } from '../read/columns.ts';
import { currencyOfHeading } from '../read/currency-words.ts';
import { createFinder, found } from './finds.ts';
import type { Reading } from './reading.ts';
import { readRows, type TrialFile } from './trial-file.ts';

/** So many columns are tried as the amount. */
const choicesMax = 4;

/**
 * The columns of a file with another one of those that banks call an amount as its amount: 'Settlement Amount' beside the amount in a
 * card's own currency. Its currency is that of the settlement where a column names one, and its heading's where that does; else it stays
 * that of the row: nothing says that another amount of a line in dollars is in riyals.
 */
export function otherAmounts({ fields, titles, ...mapping }: ColumnMapping): ColumnMapping[] {
  const own = fields.indexOf('amount');
  if (own < 0 || fields.indexOf('amount', own + 1) >= 0) return [];
  const isAmount = (title: string, at: number): boolean => {
    const named = fields[at] === null ? fieldOfName(title)?.field : null;
    return named === 'amount' || (named === 'net' && fields.includes('net'));
  };
  const choices = titles.flatMap((title, at) => (isAmount(title, at) ? [at] : [])).slice(0, choicesMax);
  if (choices.length === 0) return [];
  const hasOwnCurrency = (at: number): boolean =>
    fields.includes('netCurrency') || currencyOfHeading(titles[at] ?? '') >= 0;
  const withAmount = (at: number): ColumnMapping['fields'][] => {
    const swapped = fields.map((field, index) => (index === at ? 'amount' : index === own ? null : field));
    const apart = swapped.map((field) =>
      field === 'currency' ? null : field === 'netCurrency' ? 'currency' : field,
    );
    return [
      ...(at === own ? [] : [swapped]),
      ...(fields.includes('currency') && hasOwnCurrency(at) ? [apart] : []),
    ];
  };
  return [...choices, own].flatMap(withAmount).map((changed) => ({ ...mapping, titles, fields: changed }));
}

/** How many lines of a file find their payment by an exact key with the same amount. */
export function findsOf(file: TrialFile, payments: PortalRecords, reading: Reading): number {
  const finder = createFinder(payments);
  const { lines, lineOf } = readRows(file, reading);
  return lineOf.reduce((count, line) => {
    if (line < 0 || !isPaymentLine(lines, line)) return count;
    return count + ((finder.look(lines, line) & found.key) === 0 ? 0 : 1);
  }, 0);
}
