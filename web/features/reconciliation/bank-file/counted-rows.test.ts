import { describe, expect, test } from 'vitest';
import { type CountedAsked, countedShape, readCounted, writeCounted } from './counted-rows.ts';

const reading = '6f1c2f0e-5c1e-4b52-9a52-8d9c6c3f1a10';

describe('a number of the table in the address', () => {
  test.each<CountedAsked>([
    { reading, of: 'lines', currency: 'SAR', kind: 'day', value: '2026-11-15' },
    { reading, of: 'notInFile', currency: 'USD', kind: 'terminal', value: 'T.1 2' },
    { reading, of: 'lines', currency: 'SAR', kind: 'whole', value: '' },
  ])('is read as it was written: $of of $kind', (asked) => {
    const text = writeCounted(asked);
    expect(countedShape.test(text)).toBe(true);
    expect(readCounted(text)).toEqual(asked);
  });

  test('names none where one of its parts is unknown', () => {
    expect(readCounted(`${reading}.rows.SAR.day.2026-11-15`)).toBeNull();
    expect(readCounted(`${reading}.lines.XXX.day.2026-11-15`)).toBeNull();
    expect(readCounted('x')).toBeNull();
  });
});
