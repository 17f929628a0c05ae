/** One payment that a bank pays in several lines of its RRN. */
import { expect, test } from 'vitest';
import { fileText, lineText, sold, type TrialPayment, tryBankFile } from '../bank-file-trial.ts';
import type { ReconcileJob } from '../reconcile-job.ts';

type Cells = Parameters<typeof lineText>[0];
const part = (amount: string, fee: string, vat: string, cells: Cells = {}): string =>
  lineText({ amount, fee, vat, net: '', ...cells });
const sixty = (cells: Cells = {}): string => part('60.00', '0.48', '0.07', cells);
const forty = (cells: Cells = {}): string => part('40.00', '0.32', '0.05', cells);

const judged = async (
  lines: readonly string[],
  payments: readonly TrialPayment[] = [{}],
  job: Partial<ReconcileJob> = {},
  late: readonly TrialPayment[] = [],
) => {
  const { entries, summary } = await tryBankFile(fileText(...lines), payments, job, late);
  const told = entries.map(({ outcome, line, transaction_id: id, reason }) =>
    [outcome, line ?? '-', id ?? '-', reason ?? '-'].join(' '),
  );
  return { verdict: summary.verdict, told: told.toSorted(), entries, summary };
};

test('two lines of one RRN that come to the sale pay it, in whatever order they stand', async () => {
  for (const lines of [
    [sixty(), forty()],
    [forty(), sixty()],
  ]) {
    const { verdict, told, entries, summary } = await judged(lines);
    expect(verdict).toBe('BALANCED');
    expect(told.map((one) => one.split(' ').filter((word) => /^[a-z]/i.test(word)))).toEqual([
      ['matched', expect.any(String)],
      ['matched', expect.any(String)],
    ]);
    const first = entries.find(({ reason }) => reason === 'severalLines');
    const other = entries.find(({ reason }) => reason === 'withLine');
    expect(first).toMatchObject({ transaction_id: '1', bank_minor: '10000', matched_by: 'rrn' });
    expect(JSON.parse(first?.detail ?? '{}').params).toEqual({ count: 2 });
    const ownMinor = lines.findIndex((line) => line === forty()) === Number(other?.line) - 2 ? 4_000 : 6_000;
    expect(JSON.parse(other?.detail ?? '{}').params).toEqual({
      line: Number(first?.line),
      amountMinor: ownMinor,
    });
    expect(summary.bridges[0]).toMatchObject({ portalMinor: 10_000, bankMinor: 10_000 - 92 });
  }
});

test('their fees are judged together', async () => {
  const { verdict, told } = await judged([sixty(), part('40.00', '1.32', '0.05')]);
  expect(verdict).toBe('UNBALANCED');
  expect(told).toEqual([expect.stringMatching(/^feeDiffers \d 1 fee$/), expect.stringMatching(/withLine$/)]);
});

test.each<[string, readonly string[], readonly TrialPayment[]]>([
  ['they come to more', [sixty(), forty(), forty()], [{}]],
  ['they come to less', [sixty(), part('39.99', '0.32', '0.05')], [{}]],
  ['one alone is the sale', [lineText(), forty(), part('-40.00', '0', '0', { type: 'Refund' })], [{}]],
  ['they are of two days', [sixty(), forty({ date: '23/11/2026 12:00' })], [{}]],
  ['the other one has another code', [sixty(), forty({ auth: '999999' })], [{}]],
  ['the other one has another card', [sixty(), forty({ card: '484783******9999' })], [{}]],
  ['one is of another terminal', [sixty(), forty({ tid: '88505544' })], [{}]],
  ['a payment of that RRN has the amount of one', [sixty(), forty()], [{}, { id: 2, amountMinor: 4_000 }]],
  ['the sale was declined', [sixty(), forty()], [{ status: 'DECLINED' }]],
])('they are held apart where %s', async (_, lines, payments) => {
  const { told } = await judged(lines, payments);
  expect(told.filter((one) => /severalLines|withLine/.test(one))).toEqual([]);
});

test.each([
  ['are settled on two days', ['2026-11-23', '2026-11-24'], ['', ''], 0],
  ['name another payment by its id', ['', ''], ['0193a1b2-0000-7000-8000-000000000002', ''], 0],
  ['are settled on one, with references of their own', ['2026-11-23', '2026-11-23'], ['CAP-1', 'CAP-2'], 2],
])('two that %s', async (_, [one, other], [first, second], joined) => {
  const text = `Terminal ID,RRN,Transaction Date,Amount,Settlement Date,Payment Reference
88501158,632609120001,22/11/2026 12:00,60.00,${one},${first}
88501158,632609120001,22/11/2026 12:00,40.00,${other},${second}
`;
  const second40 = sold(2, '22 13:00', { uuid: '0193a1b2-0000-7000-8000-000000000002', amountMinor: 6_000 });
  const { entries } = await tryBankFile(text, [{}, second40]);
  expect(entries.filter(({ reason }) => /severalLines|withLine/.test(reason ?? ''))).toHaveLength(joined);
});

test('a later file that brings both again confirms nothing new', async () => {
  const held = { claimedBy: 7, claimedLine: 2, claimedGrossMinor: 10_000, claimedChargeMinor: 92 };
  const { verdict, told } = await judged([sixty(), forty()], [{ ...held, claimedDay: null }]);
  expect(told.map((one) => one.split(' ')[0])).toEqual(['matched', 'sameAsBefore']);
  expect(verdict).toBe('INCOMPLETE');
});

test('so are those of a sale of weeks before', async () => {
  const old = { businessDay: '2026-10-01', createdAtMs: Date.parse('2026-10-01T12:00:00+03:00') };
  const { told } = await judged([sixty(), forty()], [], {}, [old]);
  expect(told).toEqual([
    expect.stringMatching(/^matched \d (1 severalLines|- withLine)$/),
    expect.stringMatching(/^matched/),
  ]);
});

test('what a person says of one of them goes before it', async () => {
  const handMatches = [{ id: 'by hand', lines: [3], transactionIds: [2] }];
  const payments = [{}, sold(2, '22 13:00', { amountMinor: 4_000 })];
  const { told } = await judged([sixty(), forty()], payments, { handMatches });
  expect(told).toEqual(['amountDiffers 2 1 amount', 'matched 3 2 -']);
});
