import { utils, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { anotherMerchant, bankWorld, reconcile, type Sold, sell } from './testing/bank-world.ts';

/** Bank files as workbooks that another program wrote, from the upload to the verdict. */
const world = await bankWorld();

const names = [
  'رقم الجهاز',
  'الرقم المرجعي',
  'رمز الموافقة',
  'تاريخ العملية',
  'رقم البطاقة',
  'المبلغ',
  'الرسوم',
  'الضريبة',
  'الصافي',
];
/** 20 November 2026, 14:05, as a workbook counts days. */
const serial = 46_346 + (14 * 60 + 5) / 1_440;

function rowOf(
  { tid, rrn, approvalCode, lastFour, amountMinor, feeMinor, vatMinor }: Sold,
  isNumbers: boolean,
) {
  const minors = [amountMinor, feeMinor, vatMinor, amountMinor - feeMinor - vatMinor];
  const card = `484783******${lastFour}`;
  return isNumbers
    ? [
        tid,
        rrn,
        approvalCode,
        { t: 'n', v: serial, z: 'dd/mm/yyyy hh:mm' },
        card,
        ...minors.map((minor) => ({ t: 'n', v: minor / 100, z: '#,##0.00' })),
        null,
        '',
      ]
    : [
        `="${tid}"`,
        `="${rrn}"`,
        `="${approvalCode}"`,
        '2026-11-20 14:05:00',
        card,
        ...minors.map((minor) => (minor / 100).toFixed(2)),
      ];
}

test.each(['xlsx', 'biff8'] as const)(
  'a workbook (%s) of another program is read to its verdict: serials and texts, numbers and guarded texts',
  async (bookType) => {
    const own = await anotherMerchant(world);
    const sold = await sell(own, [{ amountMinor: 123_456 }, { amountMinor: 6_000 }]);
    const sheet = utils.aoa_to_sheet([names, ...sold.map((sale, at) => rowOf(sale, at === 0))]);
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'العمليات');
    const bytes = write(book, { type: 'buffer', bookType, bookSST: true }) as Buffer;
    const detail = await reconcile(own, bytes, bookType === 'xlsx' ? 'najd.xlsx' : 'najd.xls');
    expect(detail).toMatchObject({
      state: 'DONE',
      verdict: 'BALANCED',
      linesRead: 2,
      linesRejected: 0,
      result: { matchedCount: 2 },
    });
  },
);
