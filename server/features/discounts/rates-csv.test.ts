import { importColumns } from '@mizan/contract/discounts.ts';
import { expect, test } from 'vitest';
import { readRates } from './rates-csv.ts';

const banks = [{ id: '7', nameEn: 'Najd Bank', nameAr: 'بنك نجد', firstDay: '2026-11-23' }];
const heading = importColumns.join(',');
const read = (...rows: string[]) =>
  readRates([heading, ...rows].join('\n'), {
    banks,
    isTaken: ({ scheme, validFrom }) => scheme === 'Visa' && validFrom === '2027-01-01',
  });
const problemOf = (row: string) => read(row).rows[0]?.problem;

test('a row as the template has it; no cap where the cell is empty', () => {
  const [row, second] = read(
    'Mada,0.70,15,40.00,0,Najd Bank,2027-01-01,1 working',
    '"MasterCard","2.10%","15.00%","","0.25","بنك نجد",2026-11-23,"3 calendar days"',
  ).rows;
  expect(row).toMatchObject({
    line: 2,
    problem: null,
    rate: {
      bankId: '7',
      scheme: 'Mada',
      mdrBps: 70,
      vatBps: 1_500,
      capLimitMinor: 4_000,
      processingFeeMinor: 0,
      validFrom: '2027-01-01',
      paidWithin: { days: 1, kind: 'WORKING' },
    },
  });
  expect(second).toMatchObject({
    rate: {
      mdrBps: 210,
      capLimitMinor: null,
      processingFeeMinor: 25,
      paidWithin: { days: 3, kind: 'CALENDAR' },
    },
  });
});

test('Arabic digits, semicolons, a mark at the beginning, CRLF and empty rows', () => {
  const text = `\uFEFF${heading.replaceAll(',', ';')}\r\n\r\nmada;٠٫٧٠٪;١٥;٤٠٫٠٠;٠;بنك نجد;٢٠٢٧-٠١-٠١;١ working\r\n`;
  const { rows } = readRates(text, { banks, isTaken: () => false });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    line: 3,
    rate: { scheme: 'Mada', mdrBps: 70, capLimitMinor: 4_000, validFrom: '2027-01-01' },
  });
});

test.each([
  ['Amex,0.70,15,40,0,Najd Bank,2027-01-01,1 working', 'cardName', 'unknownCard'],
  // 0.8 of a hundred or 80 of a hundred: a comma may mean either.
  ['Mada,"0,80",15,40,0,Najd Bank,2027-01-01,1 working', 'mdr', 'percent'],
  ['Mada,0.805,15,40,0,Najd Bank,2027-01-01,1 working', 'mdr', 'percent'],
  ['Mada,101,15,40,0,Najd Bank,2027-01-01,1 working', 'mdr', 'percent'],
  ['Mada,,15,40,0,Najd Bank,2027-01-01,1 working', 'mdr', 'missing'],
  ['Mada,0.70,15,-40,0,Najd Bank,2027-01-01,1 working', 'capLimit', 'amount'],
  ['Mada,0.70,15,40,none,Najd Bank,2027-01-01,1 working', 'processingFee', 'amount'],
  ['Mada,0.70,15,40,0,Tihama,2027-01-01,1 working', 'bank', 'unknownBank'],
  ['Mada,0.70,15,40,0,Najd Bank,01/02/2027,1 working', 'validFrom', 'day'],
  ['Mada,0.70,15,40,0,Najd Bank,2027-02-30,1 working', 'validFrom', 'day'],
  ['Mada,0.70,15,40,0,Najd Bank,2026-11-22,1 working', 'validFrom', 'dayBegun'],
  // Of working days or of calendar days: a number alone says neither.
  ['Mada,0.70,15,40,0,Najd Bank,2027-01-01,2', 'paidWithin', 'paidWithin'],
  ['Mada,0.70,15,40,0,Najd Bank,2027-01-01,61 working', 'paidWithin', 'paidWithin'],
  ['Visa,0.70,15,40,0,Najd Bank,2027-01-01,1 working', 'validFrom', 'taken'],
  ['Mada,0.70,15,40,0,Najd Bank,2027-01-01', 'cardName', 'cells'],
  ['Mada,0.70,15,40,0,Najd Bank,2027-01-01,1 working,x', 'cardName', 'cells'],
  ['"Mada,0.70,15,40,0,Najd Bank,2027-01-01,1 working', 'cardName', 'cells'],
])('no rate: %s', (row, column, code) => {
  expect(problemOf(row)).toEqual({ column, code });
});

test('the same day twice in one file is no second rate', () => {
  const row = 'Mada,0.70,15,40,0,Najd Bank,2027-01-01,1 working';
  expect(read(row, row).rows.map(({ problem }) => problem?.code ?? null)).toEqual([null, 'twice']);
});

test('other columns, another order, nothing at all', () => {
  const known = { banks, isTaken: () => false };
  expect(readRates('', known).refusal).toBe('columns');
  expect(readRates('mdr,cardName\n1,Mada\n', known).refusal).toBe('columns');
  expect(readRates(`${heading}\n\n`, known).refusal).toBe('empty');
  expect(read(...Array<string>(201).fill('x')).refusal).toBe('tooMany');
});
