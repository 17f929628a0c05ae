import { latinDigits, parseAmount } from '@mizan/contract/money.ts';
import type { SearchKey } from './transaction-filter.queries.ts';

const largestId = 9_223_372_036_854_775_807n;
/** Marks of direction and spaces come along when people copy a number from a page or a slip. */
const invisible = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\u00a0\u202f]/g;

/**
 * What a typed text may name, each thing found by its own index: a transaction number ('1042', '#1042'), an
 * RRN ('6328 1441 5551'), a card's last four ('3421', '•••• 3421'), an amount with its halalas ('249.00'), or
 * an order reference just as it was given. Arabic digits are read as Latin ones.
 */
export function searchKeys(typed: string): SearchKey[] {
  const text = typed.replace(invisible, '').trim();
  const latin = latinDigits(text);
  const compact = latin.replaceAll(' ', '').toUpperCase();
  const keys: SearchKey[] = [];
  const id = /^#?([1-9]\d{0,18})$/.exec(compact)?.[1];
  if (id && BigInt(id) <= largestId) keys.push({ column: 'id', value: id });
  if (/^[0-9A-Z]{12}$/.test(compact)) keys.push({ column: 'rrn', value: compact });
  const lastFour = /^[•*]*(\d{4})$/.exec(compact)?.[1];
  if (lastFour) keys.push({ column: 'last_four', value: lastFour });
  const amount = /[.٫]\d/.test(latin) ? parseAmount(latin) : null;
  if (amount?.ok) keys.push({ column: 'amount_minor', value: amount.amountMinor });
  for (const orderRef of new Set([text, latin])) {
    if (orderRef !== '') keys.push({ column: 'order_ref', value: orderRef });
  }
  return keys;
}
