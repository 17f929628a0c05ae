import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findsFew, readSearch } from './transaction-search.ts';

const said = (text: string): string[] =>
  readSearch(text).map(({ as, value, tid }) => `${as} ${value}${tid ? ` of ${tid}` : ''}`);
/** Without the order reference, as which everything is looked for. */
const read = (text: string): string[] => said(text).filter((each) => !each.startsWith('orderRef'));

test.each([
  ['RRN: 632814415551', ['rrn 632814415551']],
  ['rrn ٦٣٢٨١٤٤١٥٥٥١', ['rrn 632814415551']],
  ['1.4.2 | RRN 632814415551', ['rrn 632814415551']],
  ['الرقم المرجعي (RRN): ٦٣٢٨ ١٤٤١ ٥٥٥١', ['rrn 632814415551']],
  ['APPROVAL CODE 446478', ['approvalCode 446478']],
  ['رمز الموافقة: ٤٤٦٤٧٨', ['approvalCode 446478']],
  ['446478 Approval code · رمز الموافقة', ['approvalCode 446478']],
  ['auth code a1b2c3', ['approvalCode A1B2C3']],
  ['5355 21** **** 7041', ['lastFour 7041']],
  ['•••• 0042', ['lastFour 0042']],
  ['SAR 1,240.00', ['amount 124000']],
  ['١٬٢٤٠٫٠٠ ر.س', ['amount 124000']],
  ['249 ريال', ['amount 24900']],
  ['#904128', ['number 904128']],
  ['العملية رقم ٩٠٤١٢٨', ['number 904128']],
  ['SAR 1,240.00 | 5355 21** **** 7041', ['lastFour 7041', 'amount 124000']],
  ['RRN 632814415551 | 5355 21** **** 7041 | SAR 31.00', ['rrn 632814415551']],
  ['رمز الموافقة ٤٤٦٤٧٨ ٣١٫٠٠ ريال', ['approvalCode 446478']],
  ['#904128 SAR 31.00', ['number 904128']],
  ['TID 88504871', ['terminal 88504871']],
  ['MID 000000000000001 | TID 88504871', ['terminal 88504871']],
  ['رقم الجهاز (TID): ٨٨٥٠٤٨٧١', ['terminal 88504871']],
  ['STAN 004712', ['stan 004712']],
  ['MCC 5814 | STAN 004712', ['stan 004712']],
  ['رقم التتبع (STAN): ٠٠٤٧١٢', ['stan 004712']],
  ['TID 88504871 | STAN 004712', ['stanAtTerminal 004712 of 88504871']],
  ['الجهاز ٨٨٥٠٤٨٧١ رقم التتبع ٠٠٤٧١٢', ['stanAtTerminal 004712 of 88504871']],
  ['STAN 004712 TID 88504871 SAR 31.00 **** 7041', ['stanAtTerminal 004712 of 88504871']],
  ['TID 88504871 | STAN 004712 | RRN 632814415551', ['rrn 632814415551']],
  ['TID 88504871 | SAR 31.00', ['amount 3100']],
])('a line of a slip is read by its label alone: %s', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

test.each([
  ['3421', ['number 3421', 'lastFour 3421']],
  ['446478', ['number 446478', 'approvalCode 446478']],
  ['0042', ['lastFour 0042']],
  ['097619', ['approvalCode 097619']],
  ['632814415551', ['number 632814415551', 'rrn 632814415551']],
  ['6328 1441 5551', ['number 632814415551', 'rrn 632814415551']],
  ['\u2067٦٣٢٨١٤٤١٥٥٥١\u2069', ['number 632814415551', 'rrn 632814415551']],
  ['1,249', ['amount 124900']],
  ['1,249.00', ['amount 124900']],
  ['249,50', ['amount 24950']],
  ['٢٤٩٫٥٠', ['amount 24950']],
  ['249', ['number 249']],
  ['ABCDEF', []],
  ['24/11/2026 14:22:41', []],
  // Lines of a slip that name no payment: each is said to be looked for as an order reference alone.
  ['TID 8850487', []],
  ['STAN 4712', []],
  ['MID 000000000000001', []],
  ['MCC 5814', []],
  ['AID A0000002282010', []],
  ['9223372036854775808', []],
])('without a label every way is said: %s', (text, expected) => {
  expect(read(text)).toEqual(expected);
});

test('all time is searched for what few payments have, and for what a terminal took where that was not chosen', () => {
  for (const text of ['632814415551', 'STAN 004712', 'TID 88504871 | STAN 004712', 'no such thing']) {
    expect([text, findsFew(text)]).toEqual([text, true]);
  }
  expect(findsFew('TID 88504871')).toBe(false);
  expect(findsFew('TID 88504871', 'terminal')).toBe(false);
  expect(findsFew('TID 88504871', 'orderRef')).toBe(true);
});

test('everything may be an order reference, as it was given and in Latin digits', () => {
  expect(said('Ord-٧ a')).toEqual(['orderRef Ord-٧ a', 'orderRef Ord-7 a']);
  expect(said('  ')).toEqual([]);
});

test('no text throws, is read more than seven ways, or twice the same one', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 64, unit: 'grapheme' }), (text) => {
      const ways = said(text);
      return ways.length <= 7 && new Set(ways).size === ways.length;
    }),
  );
});
