import { buffer } from 'node:stream/consumers';
import { type SlipSubject, whyNoSlip } from '@mizan/contract/receipts.ts';
import { expect, test } from 'vitest';
import { drawnTexts } from '../../platform/exports/pdf-trial.ts';
import type { SlipRow } from './receipts.queries.ts';
import { slipOf } from './slip.ts';
import { slipPaper } from './slip-paper.ts';
import { type SlipPaper, slipPdf } from './slip-pdf.ts';

/** What a terminal prints for an approved purchase (docs/terminal-link.md), as far as a slip shows it. */
const printed = {
  startDate: '24/11/2026',
  startTime: '14:22:41',
  endDate: '24/11/2026',
  endTime: '14:22:44',
  bankId: 'INMA',
  mid: '000000000000001',
  mcc: '5814',
  softwareVersion: '1.4.2',
  expiry: '28/09',
  verification: 'CARDHOLDER PIN VERIFIED',
  entryMode: 'CHIP',
  responseCode: '000',
  aid: 'A0000000041010',
  tvr: '0000000000',
  tsi: '0000',
};

const payment: SlipRow = {
  id: '904128',
  type: 'PURCHASE',
  status: 'APPROVED',
  amountMinor: 124_000,
  cashMinor: 0,
  currency: 'SAR',
  scheme: 'MasterCard',
  firstSix: '535521',
  lastFour: '7041',
  rrn: '632814415551',
  stan: '004712',
  approvalCode: '446478',
  providerCode: '00',
  actionCode: '000',
  refusal: null,
  tid: '88504871',
  createdAt: new Date('2026-11-24T11:22:40Z'),
  receipt: printed,
  underReview: false,
  resultSeq: 1,
  queryCount: 0,
  merchantNameEn: 'Diyar Coffee',
  merchantNameAr: 'قهوة ديار',
  merchantAddressEn: 'King Fahd Rd, Riyadh',
  merchantAddressAr: 'طريق الملك فهد، الرياض',
  branchNameEn: 'Tahlia',
  branchNameAr: 'التحلية',
  branchAddressEn: 'Tahlia St, Riyadh',
  branchAddressAr: 'شارع التحلية، الرياض',
  phone: null,
  email: null,
  aboveAr: null,
  aboveEn: null,
  belowAr: null,
  belowEn: null,
  logoVersion: null,
};

const plain = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '');
const textsOf = (row: SlipRow): string[][] =>
  slipOf(row).map((block) =>
    block.map(({ left, right }) =>
      [left, right]
        .filter((text) => text !== null)
        .map(plain)
        .join(' | '),
    ),
  );

test('every field of a mada slip stands on it, in its order and in both languages', () => {
  expect(textsOf(payment)).toEqual([
    ['قهوة ديار · Diyar Coffee', 'التحلية · Tahlia', 'شارع التحلية، الرياض', 'Tahlia St, Riyadh'],
    [
      '24/11/2026 | 14:22:41',
      'INMA MID 000000000000001 | TID 88504871',
      'MCC 5814 | STAN 004712',
      '1.4.2 | RRN 632814415551',
    ],
    ['Mastercard | ماستركارد', 'PURCHASE | شراء', '5355 21** **** 7041 | 28/09'],
    ['SAR 1,240.00 | ١٬٢٤٠٫٠٠ ر.س'],
    [
      'APPROVED | مقبولة',
      'تم التحقق من الرقم السري للعميل',
      'CARDHOLDER PIN VERIFIED',
      'APPROVAL CODE | رمز الموافقة',
      '446478',
      '24/11/2026 | 14:22:44',
    ],
    [
      'شكرًا لاستخدامكم بطاقتكم',
      'THANK YOU FOR USING YOUR CARD',
      'احتفظ بالإيصال',
      'PLEASE RETAIN RECEIPT',
      'CUSTOMER COPY | نسخة العميل',
    ],
    ['CHIP 000 A0000000041010 0000000000 0000'],
    ['هذا الإيصال ليس فاتورة ضريبية', 'THIS IS NOT A TAX INVOICE'],
  ]);
});

test('what a chip card wrote is printed in its order: CVR, cryptogram and kernel', () => {
  const chip = {
    ...printed,
    cvr: '1F0302',
    cryptogramInfo: '40',
    cryptogram: 'AB12CD34EF56AB78',
    kernelId: '2D',
  };
  expect(textsOf({ ...payment, receipt: chip }).at(-2)).toEqual([
    'CHIP 000 A0000000041010 0000000000 0000 1F0302 40 AB12CD34EF56AB78 2D',
  ]);
});

test('what is not on record is left out, and the portal’s own moment stands for the terminal’s', () => {
  const bare: SlipRow = {
    ...payment,
    receipt: null,
    stan: null,
    rrn: null,
    firstSix: null,
    lastFour: null,
    approvalCode: null,
    scheme: 'None',
    branchAddressEn: '',
    branchAddressAr: '',
    branchNameAr: 'Tahlia',
  };
  const blocks = textsOf(bare);
  expect(blocks[0]).toEqual([
    'قهوة ديار · Diyar Coffee',
    'Tahlia',
    'طريق الملك فهد، الرياض',
    'King Fahd Rd, Riyadh',
  ]);
  expect(blocks[1]).toEqual(['24/11/2026 | 14:22:40', 'TID 88504871']);
  expect(blocks[2]).toEqual(['PURCHASE | شراء']);
  expect(blocks[4]).toEqual(['APPROVED | مقبولة']);
  expect(blocks).toHaveLength(7);
});

test('no middle dot stands beside an Arabic digit of a name, where it would read as a zero', () => {
  const [names] = textsOf({ ...payment, branchNameAr: 'فرع ٣', branchNameEn: 'Branch 3' });
  expect(names?.slice(0, 2)).toEqual(['قهوة ديار · Diyar Coffee', 'فرع ٣، Branch 3']);
});

test('a declined one says why, and no approval code, whatever is on record', () => {
  const declined: SlipRow = { ...payment, status: 'DECLINED', providerCode: '01', actionCode: '116' };
  expect(textsOf(declined)[4]).toEqual([
    'DECLINED | مرفوضة',
    'الرصيد غير كاف',
    'INSUFFICIENT FUNDS',
    '24/11/2026 | 14:22:44',
  ]);
  const byCard: SlipRow = { ...declined, providerCode: '98', actionCode: '999' };
  expect(textsOf(byCard)[4]).toContain('DECLINED BY CARD');
});

test('a cancelled one is called so, and not approved by an approving action code', () => {
  const voided: SlipRow = { ...payment, status: 'CANCELED', providerCode: '12', actionCode: '400' };
  expect(textsOf(voided)[4]?.slice(0, 3)).toEqual(['CANCELED | ملغاة', 'تم إبطال العملية', 'VOID']);
  const before: SlipRow = { ...voided, providerCode: null, actionCode: null, receipt: null };
  expect(textsOf(before)[4]).toEqual(['CANCELED | ملغاة']);
});

test('an outcome that a person or a bank’s file decided is not said to be the terminal’s', () => {
  const mark = 'OUTCOME ON RECORD WITH THE MERCHANT, NOT FROM THE TERMINAL';
  const byHand: SlipRow = { ...payment, providerCode: null, actionCode: null, receipt: null };
  expect(textsOf(byHand)[4]).toContain(mark);
  expect(textsOf({ ...payment, status: 'DECLINED', actionCode: '116' })[4]).toContain(mark);
  expect(textsOf(payment)[4]).not.toContain(mark);
});

test('cash that was paid out stands apart, and both add up to the total', () => {
  expect(textsOf({ ...payment, amountMinor: 30_000, cashMinor: 20_000 })[3]).toEqual([
    'PURCHASE AMOUNT | مبلغ الشراء',
    'SAR 100.00 | ١٠٠٫٠٠ ر.س',
    'CASH AMOUNT | مبلغ النقد',
    'SAR 200.00 | ٢٠٠٫٠٠ ر.س',
    'TOTAL | الإجمالي',
    'SAR 300.00 | ٣٠٠٫٠٠ ر.س',
  ]);
});

test('a terminal’s words turn nothing around and push nothing off the paper', () => {
  const receipt = { ...printed, verification: `\u202e${'9'.repeat(200)}`, bankId: 'A\nB' };
  const slip = slipOf({ ...payment, receipt }).flat();
  for (const { left, right } of slip) {
    expect(`${left}${right}`).not.toMatch(/[\u202a-\u202e\n]/);
    expect(left.length).toBeLessThan(130);
  }
});

test('a signature is asked for where the terminal says so', () => {
  const slip = textsOf({ ...payment, receipt: { ...printed, verification: 'SIGNATURE' } }).flat();
  expect(slip).toContain('SIGNATURE | التوقيع');
});

const undecided: SlipSubject = {
  status: 'INITIALIZED',
  unknownOutcome: false,
  providerCode: null,
  refusal: null,
};
test.each<[string, Partial<SlipSubject>, ReturnType<typeof whyNoSlip>]>([
  ['under way', {}, 'OUTCOME_UNKNOWN'],
  ['asked for', { unknownOutcome: true }, 'OUTCOME_UNKNOWN'],
  ['a timeout under review', { status: 'TIMEOUT', unknownOutcome: true }, 'OUTCOME_UNKNOWN'],
  ['a timeout without a word of the terminal', { status: 'TIMEOUT' }, 'OUTCOME_UNKNOWN'],
  ['a timeout that the terminal says', { status: 'TIMEOUT', providerCode: '93' }, null],
  ['approved', { status: 'APPROVED', providerCode: '00' }, null],
  ['approved by hand', { status: 'APPROVED' }, null],
  ['declined', { status: 'DECLINED', providerCode: '01' }, null],
  ['declined by hand', { status: 'DECLINED' }, null],
  ['declined, its terminal busy', { status: 'DECLINED', refusal: 'BUSY' }, 'NEVER_STARTED'],
  ['cancelled', { status: 'CANCELED' }, null],
  ['never sent', { status: 'TERMINAL NOT CONNECTED' }, 'NEVER_STARTED'],
  ['a terminal that is not set up', { status: 'TERMINAL_MISCONF', refusal: 'MISCONF' }, 'NEVER_STARTED'],
  ['a merchant that the bank does not know', { status: 'TERMINAL_MISCONF', providerCode: '01' }, null],
])('whether there is a slip: %s', (_what, more, expected) => {
  expect(whyNoSlip({ ...undecided, ...more })).toBe(expected);
});

test('the merchant’s copy says so in both languages, and is the customer’s in every other line', () => {
  const of = (copy: 'customer' | 'merchant') =>
    slipOf(payment, copy)
      .flat()
      .map(({ left, right }) => [left, right]);
  const line = (en: string, ar: string) => [en, ar];
  const mine = line('MERCHANT COPY', 'نسخة التاجر');
  const theirs = line('CUSTOMER COPY', 'نسخة العميل');
  expect(of('merchant')).toContainEqual(mine);
  expect(of('merchant').map((each) => (each[0] === mine[0] ? theirs : each))).toEqual(of('customer'));
});

test('the PDF is one page of 80 mm with Arabic letters joined, figures in order, and a code where there is an address', async () => {
  const address = 'https://portal.example.sa/neopaas/portal/receipt?code=x';
  const bytes = await buffer(slipPdf({ slip: slipOf(payment), title: 'Receipt', address }));
  const without = await buffer(slipPdf({ slip: slipOf(payment), title: 'Receipt', address: null }));
  const pages = drawnTexts(bytes);
  expect(pages).toHaveLength(1);
  expect(bytes.toString('latin1')).toContain('/MediaBox [0 0 226.77');
  const drawn = (pages[0] ?? []).map(({ text }) => text.replaceAll('|', ''));
  expect(drawn).toContain('١٬٢٤٠٫٠٠');
  expect(drawn).toContain('1,240.00');
  const heightOf = (pdf: Buffer) =>
    Number(/MediaBox \[0 0 226\.77 ([\d.]+)\]/.exec(pdf.toString('latin1'))?.[1]);
  expect(heightOf(bytes)).toBeGreaterThan(heightOf(without) + 90);
});

test('the thread of papers draws the same slip, and goes on after one that cannot be drawn', async () => {
  const slip = slipOf(payment);
  const drawn = async (paper: SlipPaper) => drawnTexts(await buffer((await slipPaper(paper)).content));
  const broken = { slip: [[null]], title: 'Receipt', address: null } as unknown as SlipPaper;
  await expect(drawn(broken)).rejects.toThrow(TypeError);
  expect(await drawn({ slip, title: 'Receipt', address: null })).toEqual(
    drawnTexts(await buffer(slipPdf({ slip, title: 'Receipt', address: null }))),
  );
});

test('what the merchant has receipts say stands under the name and before the last line, and an empty text nowhere', () => {
  const bare = textsOf(payment);
  const said = textsOf({
    ...payment,
    phone: '920012345',
    aboveAr: 'أهلًا بكم',
    aboveEn: ' ',
    belowEn: 'Exchange within 7 days',
  });
  expect(said[0]).toEqual([...(bare[0] ?? []), '920012345']);
  expect(said[1]).toEqual(['أهلًا بكم']);
  expect(said.at(-2)).toEqual(['Exchange within 7 days']);
  expect(said.at(-1)).toEqual(bare.at(-1));
  expect(said).toHaveLength(bare.length + 2);
});

test('a text of the merchant cannot turn the line around or hide in it', () => {
  const [, above] = textsOf({ ...payment, aboveEn: 'PAID\u202e 00.001' });
  expect(above).toEqual(['PAID  00.001']);
});
