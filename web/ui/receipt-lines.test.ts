import { expect, test } from 'vitest';
import { type SlipSource, slipOf } from './receipt-lines.ts';

const merchant = { nameEn: 'Diyar Coffee', nameAr: 'قهوة ديار' };

/** What a terminal prints for an approved purchase (docs/terminal-link.md), as far as the slip shows it. */
const printed = {
  startDate: '24/11/2026',
  startTime: '14:22:41',
  mid: '000000000000001',
  mcc: '5814',
  expiry: '28/09',
  verification: 'CARDHOLDER PIN VERIFIED',
  entryMode: 'CHIP',
  responseCode: '000',
  aid: 'A0000000041010',
};

const payment: SlipSource = {
  tid: '88504871',
  type: 'PURCHASE',
  status: 'APPROVED',
  amountMinor: 124_000,
  currency: 'SAR',
  scheme: 'MasterCard',
  firstSix: '535521',
  lastFour: '7041',
  stan: '004712',
  rrn: '632814415551',
  approvalCode: '446478',
  actionCode: '000',
  branchNameEn: 'Tahlia',
  branchNameAr: 'التحلية',
  receipt: printed,
};

const texts = (detail: SlipSource, by: typeof merchant | null = merchant): string[][] =>
  slipOf(detail, by).map((block) =>
    block.map(({ left, right }) => [left, right].filter(Boolean).join(' | ')),
  );

test('a slip says who, when, what and how it ended, in both languages, from what a terminal prints', () => {
  expect(texts(payment)).toEqual([
    ['Diyar Coffee · قهوة ديار', 'Tahlia · التحلية'],
    [
      '24/11/2026 14:22:41 | TID 88504871',
      'MID 000000000000001 | MCC 5814',
      'STAN 004712 | RRN 632814415551',
    ],
    ['Mastercard | ماستركارد', 'PURCHASE | شراء', '5355 21** **** 7041 | 28/09'],
    [
      'SAR 1,240.00 | ١٬٢٤٠٫٠٠ ر.س',
      'APPROVED | مقبولة',
      'تم التحقق من الرقم السري للعميل',
      'CARDHOLDER PIN VERIFIED',
      '446478 Approval code · رمز الموافقة',
    ],
    ['CHIP 000 A0000000041010'],
  ]);
});

test('without a printed slip the portal’s own record still makes one; what is missing leaves no gap', () => {
  const bare = { ...payment, receipt: null, stan: null, rrn: null, firstSix: null, approvalCode: null };
  expect(texts(bare, null)).toEqual([
    ['Tahlia · التحلية'],
    ['TID 88504871'],
    ['Mastercard | ماستركارد', 'PURCHASE | شراء'],
    ['SAR 1,240.00 | ١٬٢٤٠٫٠٠ ر.س', 'APPROVED | مقبولة'],
  ]);
});

test('a declined one says why, in the bank’s own words in both languages', () => {
  const declined = { ...payment, status: 'DECLINED', approvalCode: null, actionCode: '116' };
  expect(texts(declined)[3]).toEqual([
    'SAR 1,240.00 | ١٬٢٤٠٫٠٠ ر.س',
    'DECLINED | مرفوضة',
    'الرصيد غير كاف',
    'INSUFFICIENT FUNDS',
  ]);
});

test('words that the portal does not know stay as the terminal printed them', () => {
  const slip = texts({ ...payment, receipt: { ...printed, verification: 'SIGNATURE' } }).flat();
  expect(slip).toContain('SIGNATURE');
});
