/** Where the entries of a filter stand: a group and a hole are one span of numbers each, as entries are numbered. */
import type { BankFileResult } from '@mizan/contract/reconciliation.ts';
import { entryGroups } from '@mizan/contract/verdict-parts.ts';
import { describe, expect, test } from 'vitest';
import { fileText, lineOf, lineText, sold, tryBankFile } from '../../reconciliation/bank-file-trial.ts';
import { unconfirmedPart } from '../../reconciliation/judge/coverage-job.ts';
import { bankFileResultOf } from './bank-file-result.ts';
import { entrySpanOf } from './entry-span.ts';
import { expectToAddUp } from './result-adds-up.ts';

const due = { dueDay: '2026-11-25' };
const payments = [
  sold(1, '19 09:00', due),
  sold(2, '19 10:00', due),
  sold(3, '20 10:00', due),
  sold(4, '20 11:00', due),
  sold(5, '20 12:00', due),
];
const payout = lineText({
  rrn: '',
  stan: '',
  auth: '',
  card: '',
  type: 'MerchantPayout',
  amount: '-99.08',
  net: '-99.08',
});
const fee = lineText({
  rrn: '',
  stan: '',
  auth: '',
  card: '',
  type: 'Adjustment',
  amount: '-5.00',
  net: '-5.00',
});

async function judged() {
  const text = fileText(lineOf(payments[0] ?? {}), lineOf(payments[4] ?? {}), payout, fee);
  const { summary, entries } = await tryBankFile(text, payments);
  return { result: bankFileResultOf(summary), entries };
}
const seqs = (span: ReturnType<typeof entrySpanOf>, all: number): number[] =>
  Array.from({ length: all }, (_, index) => index + 1).filter((seq) => seq > span.after && seq <= span.upTo);

describe('a file that was judged with its groups', () => {
  test('has every entry in exactly one group, and says how many each has', async () => {
    const { result, entries } = await judged();
    const spans = entryGroups.map((group) => entrySpanOf(result, group));
    expect(spans.flatMap((span) => seqs(span, entries.length))).toEqual(
      entries.map(({ seq }) => Number(seq)),
    );
    for (const span of spans) expect(seqs(span, entries.length)).toHaveLength(span.count ?? -1);
  });

  test('has what waits hole by hole: one hole, or a span of them', async () => {
    const { result, entries } = await judged();
    const counts =
      result.holes?.filter(({ waitsCount }) => waitsCount > 0).map(({ waitsCount }) => waitsCount) ?? [];
    expect(counts.length).toBeGreaterThan(1);
    const waits = entrySpanOf(result, 'waits');
    const one = counts.map((_, index) => entrySpanOf(result, 'waits', { holes: String(index + 1) }));
    expect(one.map(({ count }) => count)).toEqual(counts);
    expect(one.flatMap((span) => seqs(span, entries.length))).toEqual(seqs(waits, entries.length));
    expect(entrySpanOf(result, 'waits', { holes: `1-${counts.length}` })).toEqual(waits);
    expect(entrySpanOf(result, 'waits', { holes: '900' }).count).toBe(0);
  });

  test('keeps payouts out of its adjustments', async () => {
    const { result, entries } = await judged();
    const span = entrySpanOf(result, 'adjustment');
    const found = entries.filter(({ outcome, seq }) => outcome === 'adjustment' && Number(seq) <= span.upTo);
    expect([found.length, span.count, entrySpanOf(result, 'payouts').count]).toEqual([1, 1, 1]);
  });
});

test('a file that was judged before groups were kept is read by outcomes', async () => {
  const { result } = await judged();
  const { groups: _groups, holes: _holes, ...old } = result;
  const before: BankFileResult = { ...old, exceptionCount: 4 };
  expect(entrySpanOf(before, 'exceptions')).toEqual({ after: 0, upTo: 4, count: 4 });
  expect(entrySpanOf(before, 'already')).toMatchObject({ outcome: 'confirmedBefore', count: 0 });
  expect(entrySpanOf(before, 'confirmed')).toMatchObject({ after: 4, count: 2 });
  expect(entrySpanOf(before, 'payouts').count).toBe(0);
  expect(entrySpanOf(null, 'all').count).toBe(0);
});

test('forty holes stand one by one, each with what is missing, waits and is confirmed in it alone', async () => {
  const terminals = Array.from({ length: 40 }, (_, index) => String(88_600_000 + index));
  const payments = [
    sold(1, '20 09:00', due),
    ...terminals.flatMap((tid, index) => [
      sold(10 * index + 10, '20 10:00', { ...due, tid, amountMinor: 10_000 + index }),
      sold(10 * index + 11, '20 11:00', { ...due, tid, claimedBy: 7 }),
      sold(10 * index + 12, '20 12:00', { ...due, tid, amountMinor: 20_000 + index }),
      sold(10 * index + 13, '20 13:00', { tid, dueDay: '2026-11-20' }),
    ]),
    sold(9000, '20 21:00', due),
  ];
  const lines = [payments[0] ?? {}, payments.at(-1) ?? {}];
  const trial = await tryBankFile(fileText(...lines.map((line) => lineOf(line))), payments, {
    parts: [{ ...unconfirmedPart, closingMinute: 0 }],
  });
  expectToAddUp(trial);
  expect(
    trial.summary.holes.map(({ kind, value, earlierCount, waitsCount, waitsMinor, missingCount }) => ({
      kind,
      value,
      earlierCount,
      waitsCount,
      waitsMinor,
      missingCount,
    })),
  ).toEqual(
    [...terminals.keys()].reverse().map((index) => ({
      kind: 'terminal',
      value: terminals[index],
      earlierCount: 1,
      waitsCount: 2,
      waitsMinor: -30_000 - 2 * index,
      missingCount: 1,
    })),
  );
});
