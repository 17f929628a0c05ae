import { expect, test } from 'vitest';
import { printReceipt } from './receipt.ts';

const card = { expiry: '28/04', aid: 'A0000002282010' };
const body = {
  paymentId: '4f9f3c1e-6f7b-4d8e-9a55-3f0d7f8f1c11',
  resultSeq: 1,
  kind: 'PURCHASE',
  providerCode: '00',
  actionCode: '001',
  rrn: '632814415551',
  stan: '004712',
  authCode: '446478',
  maskedPan: '588845******3421',
  scheme: 'Mada',
  acquirerCode: '588847',
  amountMinor: 12_000,
  currency: 'SAR',
  startAt: '2026-11-24T20:59:58.000Z',
  endAt: '2026-11-24T21:00:03.000Z',
  receipt: null,
} as const;

test('each field stands in its own place; days are dd/MM/yyyy and hours those of Riyadh', () => {
  expect(printReceipt('88501158', body, card)).toMatchObject({
    startDate: '24/11/2026',
    startTime: '23:59:58',
    endDate: '25/11/2026',
    endTime: '00:00:03',
    tid: '88501158',
    stan: '004712',
    rrn: '632814415551',
    approvalCode: '446478',
    responseCode: '001',
    expiry: '28/04',
    amount: '120.00',
    entryMode: 'CONTACTLESS',
    verification: 'NO VERIFICATION REQUIRED',
  });
  expect(printReceipt('88501158', { ...body, amountMinor: 30_000 }, card)).toMatchObject({
    entryMode: 'CHIP',
    verification: 'CARDHOLDER PIN VERIFIED',
  });
});
