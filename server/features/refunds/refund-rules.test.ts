import { noReversal } from '@mizan/contract/refund-reversal.ts';
import { holdsAmount, isUndecided, refundStates } from '@mizan/contract/refunds.ts';
import { expect, test } from 'vitest';
import { type Refundable, remainderOf, whyNoReversal, whyNotRefundable } from './refund-rules.ts';

const now = new Date('2026-11-23T12:00:00Z');
const purchase: Refundable = {
  type: 'PURCHASE',
  status: 'APPROVED',
  currency: 'SAR',
  amountMinor: 40_000,
  cashMinor: 0,
  terminalId: '7',
  createdAt: new Date('2026-11-23T09:00:00Z'),
  rrn: '632609000123',
  firstSix: '588845',
  lastFour: '3421',
};
const nothing = { refundedMinor: 0, heldMinor: 0 };
const held = { isReconciled: false, isFollowed: false };
const whole = { amountMinor: 40_000, terminalId: '7', now };

test('a whole purchase of today that its terminal still holds is reversed', () => {
  expect(whyNoReversal(purchase, nothing, held, whole)).toBeNull();
});

const inTheWay = [
  ['REFUNDED_BEFORE', whyNoReversal(purchase, { ...nothing, refundedMinor: 1 }, held, whole)],
  ['REFUNDED_BEFORE', whyNoReversal(purchase, { ...nothing, heldMinor: 1 }, held, whole)],
  ['NOT_WHOLE', whyNoReversal(purchase, nothing, held, { ...whole, amountMinor: 39_999 })],
  ['OTHER_TERMINAL', whyNoReversal(purchase, nothing, held, { ...whole, terminalId: '8' })],
  // 21:00 in UTC is midnight in Riyadh.
  [
    'ANOTHER_DAY',
    whyNoReversal(purchase, nothing, held, { ...whole, now: new Date('2026-11-23T21:00:00Z') }),
  ],
  ['RECONCILED', whyNoReversal(purchase, nothing, { ...held, isReconciled: true }, whole)],
  ['FOLLOWED', whyNoReversal(purchase, nothing, { ...held, isFollowed: true }, whole)],
] as const;
test.each(inTheWay)('no reversal: %s', (why, said) => {
  expect(said).toBe(why);
});
test('every reason against a reversal has a case here', () => {
  expect(new Set(inTheWay.map(([why]) => why))).toEqual(new Set(noReversal));
});

test('the last second of the day in Riyadh is still that day', () => {
  const last = new Date('2026-11-23T20:59:59Z');
  expect(whyNoReversal(purchase, nothing, held, { ...whole, now: last })).toBeNull();
});

test.each([
  ['REFUND', 0, 0, 40_000],
  ['REFUND', 5_000, 0, 35_000],
  ['REVERSAL', 5_000, 0, 40_000],
  ['REFUND', 5_000, 35_000, 0],
  // A late approval beyond what was paid leaves nothing, and never less.
  ['REFUND', 0, 40_001, 0],
] as const)('%s with %d of cash after %d: %d are left', (type, cashMinor, refundedMinor, left) => {
  expect(remainderOf(type, { ...purchase, cashMinor }, { ...nothing, refundedMinor })).toBe(left);
});

test('what waits or is under way is not there to be given back once more', () => {
  const underWay = { refundedMinor: 10_000, heldMinor: 25_000 };
  expect(remainderOf('REFUND', { ...purchase, cashMinor: 0 }, underWay)).toBe(5_000);
  expect(remainderOf('REVERSAL', purchase, { ...underWay, heldMinor: 40_000 })).toBe(0);
});

test.each([
  ['NOT_REFUNDABLE', { status: 'DECLINED' }],
  ['NOT_REFUNDABLE', { status: 'INITIALIZED' }],
  ['NOT_REFUNDABLE', { type: 'REFUND' }],
  ['NOT_REFUNDABLE', { currency: 'USD' }],
  ['NO_REFERENCE', { rrn: null }],
  ['NO_REFERENCE', { firstSix: null }],
  ['NO_REFERENCE', { lastFour: null }],
  [null, {}],
] as const)('%s where a purchase has %o', (why, other) => {
  expect(whyNotRefundable({ ...purchase, ...other })).toBe(why);
});

test('what nobody knows the end of holds its amount; what was approved is decided, whoever still looks at it', () => {
  for (const state of refundStates) {
    if (isUndecided({ state, underReview: true })) {
      expect(holdsAmount({ state, underReview: true })).toBe(true);
    }
    expect(isUndecided({ state, underReview: false })).toBe(false);
  }
  expect(isUndecided({ state: 'APPROVED', underReview: true })).toBe(false);
  expect(isUndecided({ state: 'TIMEOUT', underReview: true })).toBe(true);
});
