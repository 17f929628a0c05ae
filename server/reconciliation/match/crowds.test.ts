/** Payments of one reference and amount by the dozen: a shop that gives all its payments the same order reference. */
import { expect, test } from 'vitest';
import { sold, type TrialPayment, tryBankFile } from '../bank-file-trial.ts';

const timeOf = (at: number): string =>
  `${String(9 + Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
const ofDay = (day: number, count: number, more: (at: number) => TrialPayment = () => ({})): TrialPayment[] =>
  Array.from({ length: count }, (_, at) =>
    sold(day * 1_000 + at, `${day} ${timeOf(at)}`, { orderRef: 'POS', ...more(at) }),
  );
const inFile = (at: number): TrialPayment => ({
  claimedBy: 7,
  claimedLine: at + 2,
  claimedGrossMinor: 10_000,
  claimedChargeMinor: 92,
});
const header = 'Terminal ID,Order ID,RRN,Transaction Date,Amount,Commission,VAT,Net\n';
const linesOf = (
  day: number,
  count: number,
  more: (at: number) => { rrn?: string; amount?: string } = () => ({}),
) =>
  Array.from({ length: count }, (_, at) => {
    const { rrn = '', amount = '100.00' } = more(at);
    return `88501158,POS,${rrn},${day}/11/2026,${amount},0.80,0.12,${(Number(amount) - 0.92).toFixed(2)}\n`;
  }).join('');

/** How many entries of each outcome a file gives, with their reason. */
async function judged(lines: string, payments: readonly TrialPayment[]) {
  const { entries, summary } = await tryBankFile(header + lines, payments);
  const told = Map.groupBy(entries, ({ outcome, reason }) => (reason ? `${outcome}: ${reason}` : outcome));
  return {
    verdict: summary.verdict,
    ...Object.fromEntries(told.entries().map(([outcome, { length }]) => [outcome, length])),
  };
}

test('a line for each of a hundred alike confirms all of them', async () => {
  expect(await judged(linesOf(22, 100), ofDay(22, 100))).toEqual({ verdict: 'BALANCED', matched: 100 });
});

test('a line less, and which of them is not there nobody knows', async () => {
  expect(await judged(linesOf(22, 99), ofDay(22, 100))).toEqual({
    verdict: 'INCOMPLETE',
    'undecidedSum: severalPayments': 99,
    'waits: severalPayments': 100,
  });
});

test('lines that may be an earlier file’s again confirm nothing', async () => {
  const payments = [...ofDay(22, 80, inFile), ...ofDay(22, 80).map((one) => ({ ...one, id: `9${one.id}` }))];
  expect(await judged(linesOf(22, 80), payments)).toEqual({
    verdict: 'INCOMPLETE',
    'undecidedSum: severalPayments': 80,
    'waits: severalPayments': 80,
  });
});

test('the lines of the next day are not the day’s before', async () => {
  expect(await judged(linesOf(23, 100), [...ofDay(22, 100, inFile), ...ofDay(23, 100)])).toEqual({
    verdict: 'BALANCED',
    matched: 100,
  });
});

test('of more than are told apart none is confirmed, missing or paid twice', async () => {
  expect(await judged(linesOf(23, 600), [...ofDay(22, 600, inFile), ...ofDay(23, 600)])).toEqual({
    verdict: 'INCOMPLETE',
    'undecidedSum: severalPayments': 600,
    'waits: severalPayments': 600,
  });
});

test('more than are told apart, all of an earlier file, are not paid twice', async () => {
  expect(await judged(linesOf(22, 600), ofDay(22, 600, inFile))).toEqual({
    verdict: 'INCOMPLETE',
    'undecidedSum: severalPayments': 600,
  });
});

test('the RRN or the amount tells each of them', async () => {
  const rrnOf = (at: number): string => String(632_609_200_000 + at);
  const byRrn = ofDay(22, 600, (at) => ({ rrn: rrnOf(at) }));
  expect(
    await judged(
      linesOf(22, 600, (at) => ({ rrn: rrnOf(at) })),
      byRrn,
    ),
  ).toEqual({
    verdict: 'BALANCED',
    matched: 600,
  });
  const byAmount = ofDay(22, 600, (at) => ({
    amountMinor: 10_000 + 100 * at,
    feeMinor: 80,
    vatMinor: 12,
    mdrBps: null,
  }));
  const told = await judged(
    linesOf(22, 600, (at) => ({ amount: (100 + at).toFixed(2) })),
    byAmount,
  );
  expect(told).toEqual({ verdict: 'BALANCED', matched: 600 });
});
