/** Which payments a refused row may be of: none of them is claimed. */
import { expect, test } from 'vitest';
import { sold, type TrialPayment, tryBankFile } from '../bank-file-trial.ts';
import { workbookOf } from '../workbook-trial.ts';

const payments = [1, 2, 3, 4].map((id) => sold(id, `22 1${id}:00`, { mdrBps: 0, feeMinor: 0, vatMinor: 0 }));
const header = 'Shop,Merchant ID,RRN,Auth Code,Terminal ID,Transaction Date,Transaction Amount';
const line = ({ rrn, authCode, id }: TrialPayment, shop: string): string =>
  `${shop},800150400566,${rrn},${authCode},88501158,22/11/2026 1${id}:00,100.00`;

const judged = async (shop: string) => {
  const rows = payments.map((each, at) => line(each, at === 1 ? shop : 'Cafe'));
  const { summary, entries } = await tryBankFile([header, ...rows, ''].join('\n'), payments);
  return {
    rejected: summary.rejections.map((each) => `${each.line} ${each.code}`),
    verdict: summary.verdict,
    others: entries.flatMap(({ outcome, transaction_id }) =>
      outcome === 'matched' ? [] : [`${outcome} ${transaction_id}`],
    ),
  };
};

test('a merchant number that a comma in a name moved under the RRNs names no other payment: its own waits', async () => {
  expect(await judged('Cafe, North')).toEqual({
    rejected: ['3 columns'],
    verdict: 'INCOMPLETE',
    others: ['waits 2'],
  });
});

test('nor does the number of a purchase that moved under the RRNs of its refund', async () => {
  const [first, second] = payments as [TrialPayment, TrialPayment];
  const refund = sold(9, '22 15:00', {
    type: 'REFUND',
    originalId: 1,
    mdrBps: 0,
    feeMinor: 0,
    vatMinor: 0,
  });
  const columns = 'Shop,Original RRN,RRN,Auth Code,Terminal ID,Transaction Date,Transaction Amount';
  const rowOf = (each: TrialPayment, shop: string, [original, amount]: [string, string], hour: string) =>
    `${shop},${original},${each.rrn},${each.authCode},88501158,22/11/2026 ${hour}:00,${amount}`;
  const text = [
    columns,
    rowOf(first, 'Cafe', ['', '100.00'], '11'),
    rowOf(refund, 'Cafe, North', [String(first.rrn), '-100.00'], '15'),
    rowOf(second, 'Cafe', ['', '100.00'], '16'),
    '',
  ].join('\n');
  const later = { ...second, createdAtMs: Date.parse('2026-11-22T16:00:00+03:00') };
  const { summary, entries } = await tryBankFile(text, [first, refund, later]);
  expect(summary.rejections.map((each) => `${each.line} ${each.code}`)).toEqual(['3 columns']);
  expect(entries.map(({ outcome, transaction_id }) => `${outcome} ${transaction_id}`).toSorted()).toEqual([
    'matched 1',
    'matched 2',
    'waits 9',
  ]);
});

test('a row of as many cells as lines have names what its RRN says: no other payment waits for it', async () => {
  const stranger = { ...(payments[1] as TrialPayment), rrn: '632609129999', authCode: '' };
  const rows = payments.map((each, at) =>
    at === 1 ? line(stranger, 'Cafe').replace('100.00', '#####') : line(each, 'Cafe'),
  );
  const { summary, entries } = await tryBankFile([header, ...rows, ''].join('\n'), payments);
  expect(summary.rejections.map((each) => `${each.line} ${each.code}`)).toEqual(['3 amount']);
  expect(
    entries.flatMap(({ outcome, transaction_id }) =>
      outcome === 'matched' ? [] : [`${outcome} ${transaction_id}`],
    ),
  ).toEqual(['missingInBank 2']);
});

test('a first line with a cell too many moves no other line: the marker of lines has its place in the names', async () => {
  const rows = payments.map((each, at) => `DT,${line(each, at === 0 ? 'Cafe, North' : 'Cafe')}`);
  const { summary } = await tryBankFile([`H,${header}`, ...rows, ''].join('\n'), payments);
  expect(summary.rejections.map((each) => `${each.line} ${each.code}`)).toEqual(['2 columns']);
  expect(summary.linesRead).toBe(3);
  const unnamed = await tryBankFile([header, ...rows.slice(1), ''].join('\n'), payments);
  expect(unnamed.summary.linesRead).toBe(3);
  // In a workbook its row makes all behind it as long.
  const sheet = [`H,${header}`, ...rows].join('\n');
  const { summary: inSheet } = await tryBankFile(workbookOf([['Sales', sheet]]), payments);
  expect([inSheet.linesRead, inSheet.linesRejected]).toEqual([3, 1]);
});
