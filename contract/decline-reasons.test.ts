import { expect, test } from 'vitest';
import { declineAdviceOf, refundAdviceOf } from './decline-advice.ts';
import { declineReasonOf, tellingActionCodes, tellingProviderCodes } from './decline-reasons.ts';
import { declineReasonPattern } from './transactions.ts';

test('the bank says why where the provider only says that it was declined', () => {
  expect(declineReasonOf('01', '116')).toBe('A116');
  expect(declineReasonOf(null, '116')).toBe('A116');
  expect(declineReasonOf('14', '120')).toBe('A120');
});

test("the provider's own reason stands where it has one, or where the bank's code says nothing", () => {
  expect(declineReasonOf('86', '197')).toBe('P86');
  expect(declineReasonOf('14', '999')).toBe('P14');
  expect(declineReasonOf('15', null)).toBe('P15');
});

test('an approval code, an unknown code and no code are no reason', () => {
  expect(declineReasonOf('01', '000')).toBe('NONE');
  expect(declineReasonOf('01', '999')).toBe('NONE');
  expect(declineReasonOf('77', '116')).toBe('NONE');
  expect(declineReasonOf(null, null)).toBe('NONE');
});

test('every reason is one that the list may be asked for', () => {
  const reasons = [
    ...tellingActionCodes.map((code) => `A${code}`),
    ...tellingProviderCodes.map((code) => `P${code}`),
    'NONE',
  ];
  expect(reasons.filter((reason) => !declineReasonPattern.test(reason))).toEqual([]);
});

test('what the bank refuses a payment for has advice; answers about reconciliation have none', () => {
  const without = tellingActionCodes.filter((code) => declineAdviceOf(`A${code}`) === null);
  expect(without).toEqual(['501', '915', '942']);
  expect(declineAdviceOf('NONE')).toBeNull();
});

test('what a refund is refused for says what to do next; a purchase’s reasons say nothing of refunds', () => {
  const refund = (provider: string, action: string) => refundAdviceOf(declineReasonOf(provider, action));
  // The terminal's own refusal of the card, and the bank's.
  expect([refund('86', '197'), refund('01', '197')]).toEqual(['sameCard', 'sameCard']);
  expect(['187', '198', '199'].map((action) => refund('01', action))).toEqual([
    'original',
    'amount',
    'tooLate',
  ]);
  expect(['480', '481'].map((action) => refund('01', action))).toEqual(['refundInstead', 'notPaid']);
  expect([refund('01', '116'), refund('13', '116'), refund('01', '999')]).toEqual([null, null, null]);
  const known = [
    ...tellingActionCodes.map((code) => `A${code}`),
    ...tellingProviderCodes.map((code) => `P${code}`),
  ];
  // Whatever the dashboard says to open the first payment for, a refund's own screen says more of.
  const sentBack = known.filter((reason) => declineAdviceOf(reason) === 'refund');
  expect(sentBack.filter((reason) => refundAdviceOf(reason) === null)).toEqual([]);
});
