import type { BankField, ReadingQuestion, ReadingWay } from '@mizan/contract/reconciliation-terms.ts';
import type { ValueFormats } from '../normalise/value-formats.ts';
import type { ColumnMapping, Layout } from '../read/columns.ts';

/** One whole way of reading a file: which column holds what, and how their values are written. */
export interface Reading {
  fields: (BankField | null)[];
  formats: ValueFormats;
}

const swapped = (
  fields: readonly (BankField | null)[],
  change: Partial<Record<BankField, BankField | null>>,
): (BankField | null)[] =>
  fields.map((field) => (field !== null && field in change ? (change[field] ?? null) : field));

type Change = (reading: Reading, zone: string | undefined) => Partial<Reading>;
const formatsWith = (change: Partial<ValueFormats>): Change => {
  return ({ formats }) => ({ formats: { ...formats, ...change } });
};
const settledOnly: Change = ({ fields }) => ({
  // The date of the transaction is gone; what stood in its column is the day of the settlement.
  fields: fields.includes('date') ? swapped(fields, { date: 'postingDate', postingDate: null }) : fields,
});

/**
 * How each way changes a reading. The columns of a reading are those that were found or chosen: which of two dates is the
 * transaction's, and whether a fee holds its VAT, is said by the field that a column is taken for.
 */
const changes: { [Q in ReadingQuestion]: Record<ReadingWay<Q>, Change> } = {
  dateOrder: {
    dayFirst: formatsWith({ dateOrder: 'dayFirst' }),
    monthFirst: formatsWith({ dateOrder: 'monthFirst' }),
  },
  clock: {
    riyadh: formatsWith({ utc: false, zone: undefined }),
    utc: formatsWith({ utc: true, zone: undefined }),
    named: ({ formats }, zone) => ({ formats: { ...formats, utc: false, zone } }),
    arabia: formatsWith({ utc: false, zone: undefined, ast: 'riyadh' }),
    atlantic: formatsWith({ utc: false, zone: undefined, ast: 'atlantic' }),
  },
  day: {
    date: ({ fields }) => ({
      fields: fields.includes('date') ? [...fields] : swapped(fields, { postingDate: 'date' }),
    }),
    postingDate: ({ fields }) => ({ fields: swapped(fields, { date: 'postingDate', postingDate: 'date' }) }),
    settlement: settledOnly,
  },
  amounts: {
    point: formatsWith({ decimalComma: false, minorUnits: undefined }),
    comma: formatsWith({ decimalComma: true, minorUnits: undefined }),
    minor: formatsWith({ decimalComma: false, minorUnits: true }),
  },
  refunds: {
    word: formatsWith({ refunds: 'word' }),
    minus: formatsWith({ refunds: 'minus' }),
    direction: formatsWith({ refunds: 'direction' }),
  },
  charges: {
    taken: formatsWith({ charges: undefined }),
    signed: formatsWith({ charges: 'signed' }),
  },
  currency: { SAR: () => ({}), USD: () => ({}), EUR: () => ({}), GBP: () => ({}), several: () => ({}) },
  fees: {
    vatApart: ({ fields }) => ({ fields: swapped(fields, { totalFee: 'fee' }) }),
    vatWithin: ({ fields }) => ({ fields: swapped(fields, { fee: 'totalFee' }) }),
    none: () => ({}),
  },
};

/** The reading with one question answered; `zone` is what 'named' stands for. */
export function readSo(reading: Reading, question: ReadingQuestion, way: ReadingWay, zone?: string): Reading {
  const change = (changes[question] as Record<string, Change | undefined>)[way];
  if (!change) throw new RangeError(`${question} has no way ${way}`);
  return { ...reading, ...change(reading, zone) };
}

/** The layout of a reading, to be kept with a file and remembered for the files after it. */
export function layoutOf(
  mapping: ColumnMapping,
  reading: Reading,
  { sheet, table }: Pick<Layout, 'sheet' | 'table'> = {},
): Layout {
  const fields = Object.fromEntries(mapping.keys.map((key, index) => [key, reading.fields[index] ?? null]));
  return { fields, ...reading.formats, sheet, table };
}
