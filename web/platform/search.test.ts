import { describe, expect, it } from 'vitest';
import {
  amountMinor,
  day,
  listOf,
  oneOf,
  parseAddress,
  readFields,
  rowId,
  text,
  writeAddress,
} from './search.ts';

const readers = {
  from: day,
  status: listOf(oneOf(['APPROVED', 'DECLINED'])),
  open: rowId,
  minAmountMinor: amountMinor,
  search: text(/^.{1,10}$/),
};

describe('what an address says of a screen', () => {
  it('keeps what fits and leaves out what does not', () => {
    const read = readFields<Record<string, unknown>>(
      {
        from: '2026-13-40',
        status: ['APPROVED', 'LOST'],
        open: 17,
        minAmountMinor: '-5',
        search: '٣٤٢١',
        else: 1,
      },
      readers,
    );
    expect(read).toEqual({ status: ['APPROVED'], open: '17', search: '٣٤٢١' });
  });

  it('reads a single value where a list may stand', () => {
    expect(readFields<Record<string, unknown>>({ status: 'DECLINED', minAmountMinor: 500 }, readers)).toEqual(
      {
        status: ['DECLINED'],
        minAmountMinor: 500,
      },
    );
  });
});

describe('an address', () => {
  it('holds numbers and lists as people would write them', () => {
    const address = writeAddress({
      open: '28129',
      status: ['APPROVED', 'DECLINED'],
      search: '٣٤ ٢١',
      from: undefined,
    });
    expect(address).toBe('?open=28129&status=APPROVED&status=DECLINED&search=%D9%A3%D9%A4+%D9%A2%D9%A1');
    expect(parseAddress(address)).toEqual({
      open: '28129',
      status: ['APPROVED', 'DECLINED'],
      search: '٣٤ ٢١',
    });
  });

  it('is empty where nothing is set', () => {
    expect(writeAddress({ open: null })).toBe('');
    expect(parseAddress('')).toEqual({});
  });
});
