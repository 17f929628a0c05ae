import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeResult } from './bank.ts';
import type { Started } from './journal.ts';

const resultOf = (amountMinor: number, kind: Started['kind'] = 'PURCHASE') =>
  makeResult({
    tid: '88501158',
    started: {
      entry: 'started',
      paymentId: randomUUID(),
      kind,
      amountMinor,
      currency: 'SAR',
      origin: 'portal',
      at: '2026-11-22T09:00:00.000Z',
    },
    resultSeq: 1,
    stan: 1,
    codes: ['00', '000'],
    cardShown: true,
    bankAsked: true,
    amountMinor,
    at: new Date('2026-11-22T09:00:05Z'),
  });

test('an amount that ends in .60 pays out 50.00 in cash by a mada card, where it is a larger purchase', () => {
  for (let n = 0; n < 20; n++) expect(resultOf(12_560)).toMatchObject({ cashMinor: 5_000, scheme: 'Mada' });
  expect(resultOf(4_960).cashMinor).toBeUndefined();
  expect(resultOf(12_560, 'REFUND').cashMinor).toBeUndefined();
  expect(resultOf(12_500).cashMinor).toBeUndefined();
});

test('a card ends in a month of a year to come, printed YY/MM', () => {
  for (let n = 0; n < 20; n++) {
    expect(resultOf(12_500).receipt?.['expiry']).toMatch(/^2[7-9]\/(?:0[1-9]|1[0-2])$/);
  }
});
