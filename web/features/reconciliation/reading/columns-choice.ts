import type { BankField } from '@mizan/contract/reconciliation-terms.ts';

/** Columns whose values are added up may be several; every other field stands on one column alone. */
const summed: ReadonlySet<BankField> = new Set(['fee']);

/** The fields after one column was given another: a field that stood elsewhere moves here. */
export function assignField(
  fields: readonly (BankField | null)[],
  index: number,
  field: BankField | null,
): (BankField | null)[] {
  return fields.map((each, at) => {
    if (at === index) return field;
    return field !== null && each === field && !summed.has(field) ? null : each;
  });
}

const amounts: readonly BankField[] = ['amount', 'debit', 'credit', 'net', 'netDebit', 'netCredit'];

/** What must still be chosen: a file is read when it says how much and when. */
export function missingFields(fields: readonly (BankField | null)[]): BankField[] {
  const missing: BankField[] = [];
  if (!amounts.some((field) => fields.includes(field))) missing.push('amount');
  if (!fields.includes('date') && !fields.includes('postingDate')) missing.push('date');
  return missing;
}
