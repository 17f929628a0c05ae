import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchKeys } from './transaction-search.ts';

test('four digits may be a transaction number, a card or an order reference', () => {
  expect(searchKeys('3421')).toEqual([
    { column: 'id', value: '3421' },
    { column: 'last_four', value: '3421' },
    { column: 'order_ref', value: '3421' },
  ]);
});

test('a card with leading zeros is no transaction number', () => {
  expect(searchKeys('•••• 0042')).toEqual([
    { column: 'last_four', value: '0042' },
    { column: 'order_ref', value: '•••• 0042' },
  ]);
});

test('an RRN is read with the spaces of the page and in Arabic digits', () => {
  const rrn = { column: 'rrn', value: '632814415551' };
  expect(searchKeys('6328 1441 5551')).toContainEqual(rrn);
  expect(searchKeys('\u2067٦٣٢٨١٤٤١٥٥٥١\u2069')).toContainEqual(rrn);
});

test('a number is read with its mark, an amount with its halalas', () => {
  expect(searchKeys('#904128')).toContainEqual({ column: 'id', value: '904128' });
  expect(searchKeys('1,249.00')).toContainEqual({ column: 'amount_minor', value: 124_900 });
  expect(searchKeys('٢٤٩٫٥٠')).toContainEqual({ column: 'amount_minor', value: 24_950 });
  expect(searchKeys('249').some(({ column }) => column === 'amount_minor')).toBe(false);
});

test('an order reference is looked for as it was typed', () => {
  expect(searchKeys('Ord-٧ a')).toEqual([
    { column: 'order_ref', value: 'Ord-٧ a' },
    { column: 'order_ref', value: 'Ord-7 a' },
  ]);
});

test('a number that no bigint holds is not asked for, and no text throws', () => {
  expect(searchKeys('9223372036854775808').some(({ column }) => column === 'id')).toBe(false);
  fc.assert(
    fc.property(fc.string({ maxLength: 64, unit: 'grapheme' }), (text) => searchKeys(text).length <= 7),
  );
});
