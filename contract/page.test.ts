import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { cursor, pageLimit, pageQuery, readCursor, rowId, writeCursor } from './page.ts';

const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const ids = fc.bigInt({ min: 1n, max: 9_223_372_036_854_775_807n }).map(String);

test('a cursor that was written is accepted and read back', () => {
  fc.assert(
    fc.property(instants, ids, (createdAt, id) => {
      const text = writeCursor(createdAt, id);
      expect(cursor.parse(text)).toBe(text);
      expect(readCursor(text)).toEqual({ createdAt, id });
    }),
  );
});

test('a cursor that nobody wrote is refused', () => {
  for (const text of [
    '',
    '_',
    '2026-11-22_5',
    'x_5',
    '2026-11-22T10:00:00.000Z_',
    "2026-11-22T10:00:00.000Z_5'--",
    '2026-99-22T10:00:00.000Z_5',
    '2026-11-22T10:00:00.000Z_9223372036854775808',
  ]) {
    expect(cursor.safeParse(text).success).toBe(false);
  }
});

test('ids are positive bigints as text', () => {
  fc.assert(fc.property(ids, (id) => rowId.safeParse(id).success));
  for (const id of ['0', '-1', '01', '1.0', '', '1 ', '12345678901234567890', '9223372036854775808']) {
    expect(rowId.safeParse(id).success).toBe(false);
  }
});

test('a page has a limit: the default unasked, never more than the largest', () => {
  const query = z.object(pageQuery);
  expect(query.parse({}).limit).toBe(pageLimit.default);
  expect(query.parse({ limit: '7' }).limit).toBe(7);
  for (const limit of ['0', String(pageLimit.max + 1), 'many', '1.5']) {
    expect(query.safeParse({ limit }).success).toBe(false);
  }
});
