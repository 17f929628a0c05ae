/** The layouts that banks and payment companies publish, against the payments that they tell of. */
import type { LineType } from '@mizan/contract/reconciliation-terms.ts';
import { expect, test } from 'vitest';
import { sold, tryBankFile } from './bank-file-trial.ts';
import { isChargebackReturned, typeOfWhole } from './normalise/line-words.ts';
import {
  publishedLayouts,
  publishedRefundUuid,
  publishedUuid,
  publishedText as text,
} from './published-layouts.ts';
import { toldOf } from './published-told.ts';
import { zipOf } from './read/zip-trial.ts';

const sale = sold(1, '20 12:00', { orderRef: 'INV-1001', uuid: publishedUuid });
const refund = sold(2, '20 13:00', {
  type: 'REFUND',
  amountMinor: 4_000,
  feeMinor: 0,
  vatMinor: 0,
  uuid: publishedRefundUuid,
});

const alone = { rejected: [], totals: [] };

test.each(publishedLayouts)('%s', async (_, file, expected) => {
  expect(toldOf(await tryBankFile(file, [sale, refund]))).toEqual(expected);
});

/** The words that each of them publishes for its lines, by the kind that they must come to. */
const publishedWords: Readonly<Record<string, Partial<Record<LineType, readonly string[]>>>> = {
  Moyasar: {
    PURCHASE: ['pay', 'installment'],
    REFUND: ['refund'],
    REVERSAL: ['void'],
    CHARGEBACK: ['chargeback'],
    FEE: ['fee'],
    ADJUSTMENT: ['platform_duties', 'other_duties'],
    CHARGEBACK_FEE: ['chargeback_penalty'],
  },
  Mashreq: { PURCHASE: ['Purchase'], REFUND: ['Refund'], REVERSAL: ['Void'] },
  Adyen: {
    PURCHASE: ['Settled'],
    REFUND: ['Refunded'],
    CHARGEBACK: ['Chargeback', 'ChargebackReversed'],
    FEE: ['Fee'],
    ADJUSTMENT: ['DepositCorrection'],
    PAYOUT: ['MerchantPayout'],
    CARRIED_OVER: ['Balancetransfer'],
  },
  Stripe: {
    PURCHASE: ['charge'],
    REFUND: ['refund'],
    CHARGEBACK: ['dispute'],
    FEE: ['fee'],
    PAYOUT: ['payout'],
  },
};
test.each(
  Object.entries(publishedWords).flatMap(([company, kinds]) =>
    Object.entries(kinds).flatMap(([kind, words]) => words.map((word) => [company, word, kind] as const)),
  ),
)('%s: %s is a line of the kind %s', (_, word, kind) => {
  expect(typeOfWhole(word)).toBe(kind);
});

test('of the words that name a chargeback, the one that gives its money back is told apart', () => {
  const words = ['Chargeback', 'ChargebackReversed', 'SecondChargeback', 'chargeback', 'dispute'];
  expect(words.filter(isChargebackReturned)).toEqual(['ChargebackReversed']);
  // What Mastercard and Visa call an acquirer's answer to one: the sale is presented again, and paid again.
  const presentedAgain = [
    'Representment',
    'Re-presentment',
    'REPRESENTMENT',
    'Second Presentment',
    'Chargeback Representment',
    'عكس الاعتراض',
  ];
  expect(presentedAgain.filter(isChargebackReturned)).toEqual(presentedAgain);
  expect(presentedAgain.map(typeOfWhole)).toEqual(presentedAgain.map(() => 'CHARGEBACK'));
});

const names = 'paidTime|transactionType|totalAmount|currency|fee|orderNo|terminalId|rrn';
const period = (count: number): string => `20261120|2026-11-20 00:00:00|2026-11-20 23:59:59|${count}`;

test('files that were split by their number of lines are one set: read in order, each with its own titles', async () => {
  const set = zipOf([
    {
      name: 'day/20261120_10.csv',
      content: text(
        period(1),
        names,
        '2026-11-20 13:00:00|REFUND|40.00|SAR|0||88501158|632609120002',
      ).trimEnd(),
    },
    {
      name: 'day/20261120_2.csv',
      content: `\uFEFF${text(period(1), names, '2026-11-20 12:30:00|PAY|10.00|SAR|0|X|88501158|632609120077')}`,
    },
    { name: 'day/', content: '' },
    {
      name: 'day/20261120_1.csv',
      content: text(
        period(1),
        names,
        '2026-11-20 12:00:00|PAY|100.00|SAR|0.92|INV-1001|88501158|632609120001',
      ),
    },
  ]);
  const trial = await tryBankFile(set, [sale, refund]);
  const one = ['total', 'count', 1, 1, true];
  expect(toldOf(trial)).toEqual({
    ...alone,
    lines: ['matched', 'missingInPortal', 'matched'],
    totals: [one, one, one],
  });
  expect(trial.summary.notCounted.rows.map(({ line, kind }) => [line, kind])).toEqual([
    [1, 'title'],
    [4, 'title'],
    [5, 'headings'],
    [7, 'title'],
    [8, 'headings'],
  ]);
});

test('a broken line above repeated headings stays rejected, also where the file has titles of other widths', async () => {
  const line = '2026-11-20 12:00:00|PAY|100.00|SAR|0.92|INV-1001|88501158|632609120001';
  const file = text(
    period(1),
    names,
    line,
    '2026-11-20 12:31:00|PAY|10.00',
    names,
    line.replace('0001', '0002'),
  );
  expect(toldOf(await tryBankFile(file, [sale])).rejected).toEqual([[4, 'columns']]);
});

test('a zip that holds anything that would not be read is refused', async () => {
  const content = text(names, '2026-11-20 12:00:00|PAY|100.00|SAR|0.92|INV-1001|88501158|632609120001');
  const parts = [
    { name: '1.csv', content },
    { name: 'letter.pdf', content: '%PDF-1.7' },
  ];
  await expect(tryBankFile(zipOf(parts), [sale])).rejects.toThrow('notTable');
});

test('a batch row that differs in shape from its lines alone is a line like any other', async () => {
  const header = 'Terminal,Batch,Transaction Date,RRN,Transaction Type,Gross,Funding Date';
  const line = '88501158,123,2026-11-20,632609120001,Purchase,100.00,2026-11-21';
  const adjusted = '88501158,123,,,Adjustment,-5.00,2026-11-21';
  expect(toldOf(await tryBankFile(text(header, line, adjusted), [sale])).lines).toEqual([
    'matched',
    'adjustment',
  ]);
});
