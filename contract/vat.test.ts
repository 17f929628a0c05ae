import { expect, test } from 'vitest';
import { ownVat, vatOn } from './vat.ts';

const vat = [
  { validFrom: '2018-01-01', vatBps: 500 },
  { validFrom: '2020-07-01', vatBps: 1500 },
];

test.each([
  ['a rate holds from its first day on', '2020-07-01', 1500],
  ['and until the day before the next one', '2020-06-30', 500],
  ['days before the first have the first', '2017-12-31', 500],
  ['the last holds on', '2026-11-29', 1500],
])('%s', (_, day, bps) => {
  expect(vatOn(vat, day)).toBe(bps);
});

test('what is said to be the law’s follows the law, another one stays', () => {
  expect(ownVat(vat, '2020-07-01', 1500)).toBeNull();
  expect(ownVat(vat, '2020-06-30', 1500)).toBe(1500);
  expect(ownVat(vat, '2020-07-01', null)).toBeNull();
});
