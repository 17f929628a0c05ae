import { expect, test } from 'vitest';
import { auditedRents, type ChargedRent, type RentBook } from './rents-book.ts';

const book: RentBook = {
  vat: [{ validFrom: '2000-01-01', vatBps: 1_500 }],
  agreed: [
    { bankId: '1', kind: 'rent', amountMinor: 10_000, ownVatBps: null, validFrom: '2026-10' },
    { bankId: '1', kind: 'rent', amountMinor: 12_000, ownVatBps: null, validFrom: '2026-11' },
  ],
  terminals: [
    { id: '1', tid: '61000001', sinceDay: '2026-01-01', retiredDay: null },
    { id: '2', tid: '61000002', sinceDay: '2026-01-01', retiredDay: '2026-10-20' },
    { id: '3', tid: '61000003', sinceDay: '2026-11-02', retiredDay: null },
    { id: '4', tid: '61000004', sinceDay: '2026-01-01', retiredDay: null },
  ],
  bankOn: (id) => (id === '4' ? '2' : '1'),
};
const of = (part: Partial<ChargedRent>): ChargedRent => ({
  bankId: '1',
  day: '2026-11-05',
  currency: 'SAR',
  kind: 'rent',
  tid: '61000001',
  chargedMinor: 13_800,
  times: 1,
  files: [{ id: '7', name: 'november.csv', lines: [4] }],
  ...part,
});
const said = (...lines: Partial<ChargedRent>[]) =>
  auditedRents(lines.map(of), book).map(({ finding, differenceMinor, isClaimable }) => [
    finding,
    differenceMinor,
    isClaimable,
  ]);

test.each([
  ['with VAT as agreed since November', {}, 'asAgreed', 0, false],
  ['without VAT in the line', { chargedMinor: 12_000 }, 'withoutVat', 0, false],
  ['one halala more', { chargedMinor: 13_801 }, 'tooMuch', 1, true],
  ['less than agreed', { chargedMinor: 11_500 }, 'tooLittle', -2_300, false],
  ['as agreed in October', { day: '2026-10-05', chargedMinor: 11_500 }, 'asAgreed', 0, false],
  ['before anything was agreed', { day: '2026-09-05' }, 'notAgreed', 0, false],
  ['of another kind', { kind: 'bankFee' as const }, 'notAgreed', 0, false],
  ['in dollars', { currency: 'USD' as const }, 'otherCurrency', 0, false],
  ['twice in one month', { times: 2 }, 'twice', 13_800, true],
  ['twice, and each without VAT', { times: 2, chargedMinor: 12_000 }, 'twice', 10_200, true],
  ['of a terminal retired in October', { tid: '61000002' }, 'retired', 13_800, true],
  [
    'in the month in which it was retired',
    { tid: '61000002', day: '2026-10-25', chargedMinor: 11_500 },
    'asAgreed',
    0,
    false,
  ],
  ['of a number that is no terminal', { tid: '99999999' }, 'unknownTerminal', 0, false],
] as const)('a charge %s', (_, line, finding, differenceMinor, isClaimable) => {
  expect(said(line)).toEqual([[finding, differenceMinor, isClaimable]]);
});

test('charged twice and given back once is as agreed', () => {
  expect(said({ times: 2 }, { day: '2026-11-20', chargedMinor: -13_800 })).toEqual([['asAgreed', 0, false]]);
});

test('a line that names no terminal is of all that the bank had in the month, and is never claimed', () => {
  // The first and the third: the second is retired, the fourth is with another bank.
  const [row] = auditedRents([of({ tid: null, chargedMinor: 2 * 13_800 })], book);
  expect(row).toMatchObject({ finding: 'asAgreed', terminalCount: 2, agreedMinor: 27_600 });
  expect(said({ tid: null, chargedMinor: 30_000 })).toEqual([['tooMuch', 2_400, false]]);
});

test('months and terminals stand apart, the newest month first', () => {
  const rows = auditedRents(
    [of({ day: '2026-10-31', chargedMinor: 11_500 }), of({}), of({ tid: '61000003' })],
    book,
  );
  expect(rows.map(({ month, tid }) => [month, tid])).toEqual([
    ['2026-11', '61000001'],
    ['2026-11', '61000003'],
    ['2026-10', '61000001'],
  ]);
});
