import { outcomeWaitMs } from '@mizan/contract/integrator-calls.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { expect, test } from 'vitest';
import { receiptFor } from './integrator-receipt.ts';

/** What a caller's till prints: every field from its own place, no two of them alike. */
const shop = {
  merchantNameEn: 'Diyar Coffee',
  merchantNameAr: 'قهوة ديار',
  addressEn: 'King Fahd Rd, Riyadh',
  addressAr: 'طريق الملك فهد، الرياض',
};
const printed = {
  mid: '000000000000001',
  mcc: '5814',
  startDate: '24/11/2026',
  startTime: '23:59:58',
  endDate: '25/11/2026',
  endTime: '00:00:03',
  softwareVersion: '1.4.2',
  expiry: '31/09',
  verification: 'CARDHOLDER PIN VERIFIED',
  entryMode: 'CHIP',
};
const payment = (more: Partial<TransactionDetail> = {}) =>
  ({
    id: '904128',
    uuid: '4f9f3c1e-6f7b-4d8e-9a55-3f0d7f8f1c11',
    type: 'PURCHASE',
    status: 'APPROVED',
    amountMinor: 124_050,
    currency: 'SAR',
    scheme: 'MasterCard',
    firstSix: '535521',
    lastFour: '7041',
    rrn: '632814415551',
    stan: '004712',
    approvalCode: '446478',
    acquirerCode: '588847',
    providerCode: '00',
    actionCode: '001',
    refusal: null,
    tid: '88504871',
    receipt: printed,
    underReview: false,
    resultSeq: 1,
    queryCount: 0,
    ...more,
  }) as TransactionDetail;

test('every field is the one that the slip has, in both languages', () => {
  expect(receiptFor(payment(), shop)).toEqual({
    id: '4f9f3c1e-6f7b-4d8e-9a55-3f0d7f8f1c11',
    ...shop,
    acquirerCode: '588847',
    merchantId: '000000000000001',
    terminalId: '88504871',
    merchantCategoryCode: '5814',
    startDate: '24/11/2026',
    startTime: '23:59:58',
    stan: '004712',
    appVersion: '1.4.2',
    rrn: '632814415551',
    cardSchemeId: 'MC',
    cardSchemeEn: 'Mastercard',
    cardSchemeAr: 'ماستركارد',
    pan: '535521******7041',
    cardExpiration: '31/09',
    transactionTypeEn: 'PURCHASE',
    transactionTypeAr: 'شراء',
    amountAuthorized: '124050',
    amountAuthorizedEn: 'SAR 1,240.50',
    amountAuthorizedAr: '١٬٢٤٠٫٥٠ ر.س',
    statusMessageEn: 'APPROVED',
    statusMessageAr: 'مقبولة',
    verificationMethodEn: 'CARDHOLDER PIN VERIFIED',
    verificationMethodAr: expect.stringMatching(/\p{Script=Arabic}/u),
    approvalCode: '446478',
    entryMode: 'CHIP',
    switchResponseCode: '001',
    endDate: '25/11/2026',
    endTime: '00:00:03',
  });
});

test.each([
  ['Mada', 'P1', 'Mada', 'مدى'],
  ['Visa', null, 'Visa', 'فيزا'],
  ['Maestro', 'DM', 'Maestro', 'مايسترو'],
  ['Jcb', 'JC', 'JCB', 'جي سي بي'],
  ['None', null, null, null],
] as const)(
  'a card of %s has the id of mada’s receipts and its name in both languages',
  (scheme, ...said) => {
    const receipt = receiptFor(payment({ scheme: scheme satisfies Scheme }), shop);
    expect([receipt?.cardSchemeId, receipt?.cardSchemeEn, receipt?.cardSchemeAr]).toEqual(said);
  },
);

test.each([
  ['CONTACTLESS', 'CONTACTLESS'],
  ['MAGSTRIPE', 'MAGSTRIPE'],
  ['MANUAL', null],
])('entry by %s is %s', (entryMode, said) => {
  expect(receiptFor(payment({ receipt: { ...printed, entryMode } }), shop)?.entryMode).toBe(said);
});

test('an outcome is waited for 130 s', () => {
  expect(outcomeWaitMs).toBe(130_000);
});
