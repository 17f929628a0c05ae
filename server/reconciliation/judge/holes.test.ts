/** What of a file is not whole: which hole a payment waits in, and what is said of it. */
import { describe, expect, test } from 'vitest';
import {
  at,
  fileOf,
  fileText,
  lineOf,
  lineText,
  sold,
  type TrialPayment,
  tryBankFile,
} from '../bank-file-trial.ts';
import { unconfirmedPart } from './coverage-job.ts';

/** Until the close of the 20th is covered, and nothing of it is past its due day. */
const parts = [{ ...unconfirmedPart, closingMinute: 0 }];
const open = (id: number, time: string, more: TrialPayment = {}): TrialPayment =>
  sold(id, time, { dueDay: '2026-11-25', ...more });
const holesAfter = async (lines: readonly TrialPayment[], payments: readonly TrialPayment[], text?: string) =>
  (await tryBankFile(text ?? fileOf(lines), payments, { parts })).summary.holes;

describe('a day that is only partly here', () => {
  test('ended early: everything after its newest confirmed payment is asked for', async () => {
    const payments = [
      open(1, '20 09:00', { claimedBy: 7 }),
      open(2, '20 18:03'),
      open(3, '20 18:10', { tid: '88505544' }),
      open(4, '20 21:00'),
    ];
    const lines = [payments[1] ?? {}, open(9, '20 08:00', { tid: '88505544' })];
    expect(await holesAfter(lines, [...payments, lines[1] ?? {}])).toMatchObject([
      {
        kind: 'day',
        value: '2026-11-20',
        currency: 'SAR',
        earlierCount: 1,
        hereCount: 2,
        waitsCount: 2,
        waitsMinor: -20_000,
        fromMs: at('20 18:10'),
        toMs: at('20 21:00'),
        edge: 'after',
        edgeMs: at('20 18:03'),
        terminals: [
          { tid: '88501158', count: 1 },
          { tid: '88505544', count: 1 },
        ],
      },
    ]);
  });

  test('with what waits among what is here, no edge is said', async () => {
    const payments = [open(1, '20 09:00'), open(2, '20 10:00'), open(3, '20 11:00')];
    const holes = await holesAfter([payments[0] ?? {}, payments[2] ?? {}], payments);
    expect(holes).toMatchObject([{ kind: 'day', edge: null, edgeMs: null, waitsCount: 1, hereCount: 2 }]);
  });

  test('a refund that waits lowers what waits, and a day whose sum is nil stays a hole', async () => {
    const payments = [
      open(1, '20 09:00'),
      open(2, '20 10:00'),
      open(3, '20 11:00', { type: 'REFUND' }),
      open(4, '20 12:00'),
    ];
    const { summary } = await tryBankFile(fileOf([payments[0] ?? {}, payments[3] ?? {}]), payments, {
      parts,
    });
    expect(summary.holes).toMatchObject([{ kind: 'day', waitsCount: 2, waitsMinor: 0 }]);
    expect(summary.verdict).toBe('INCOMPLETE');
  });

  test('what is past its due day makes no day a hole: it is missing, and to claim', async () => {
    const payments = [
      open(1, '20 09:00'),
      open(2, '20 10:00', { dueDay: '2026-11-21' }),
      open(3, '20 11:00'),
    ];
    const { summary } = await tryBankFile(fileOf([payments[0] ?? {}, payments[2] ?? {}]), payments, {
      parts,
    });
    expect([summary.verdict, summary.holes]).toEqual(['UNBALANCED', []]);
  });
});

test('an absent scheme is one hole over its days, and its payments wait in no other', async () => {
  const payments = [
    open(1, '19 09:00'),
    open(2, '20 21:00'),
    open(3, '19 10:00', { scheme: 'Maestro' }),
    open(4, '20 11:00', { scheme: 'Maestro' }),
  ];
  expect(await holesAfter(payments.slice(0, 2), payments)).toMatchObject([
    { kind: 'scheme', value: 'Maestro', earlierCount: 0, hereCount: 0, waitsCount: 2, count: 2, edge: null },
  ]);
});

test('an absent terminal of which everything is past its due day has its hole, and nothing waits in it', async () => {
  const late = { tid: '88505544', dueDay: '2026-11-21' };
  const payments = [open(1, '20 09:00'), open(2, '20 10:00', late), open(3, '20 21:00')];
  expect(await holesAfter([payments[0] ?? {}, payments[2] ?? {}], payments)).toMatchObject([
    { kind: 'terminal', value: '88505544', waitsCount: 0, missingCount: 1, waitsMinor: 0 },
  ]);
});

test('what a row that could not be read names waits there, and not in its day', async () => {
  const payments = [open(1, '20 09:00'), open(2, '20 10:00'), open(3, '20 21:00')];
  const text = fileText(
    lineOf(payments[0] ?? {}),
    lineOf(payments[1] ?? {}, { amount: '1x' }),
    lineOf(payments[2] ?? {}),
  );
  expect(await holesAfter([], payments, text)).toMatchObject([
    { kind: 'rejectedLines', count: 1, waitsCount: 1, waitsMinor: -10_000 },
  ]);
});

test('each hole has its entries one after the other, the largest hole first', async () => {
  const payments = [
    open(1, '19 09:00'),
    open(2, '19 10:00'),
    open(3, '20 09:00'),
    open(4, '20 10:00'),
    open(5, '20 11:00'),
    open(6, '20 21:00'),
    open(7, '19 21:00'),
  ];
  const lines = [1, 3, 6, 7].map((id) => payments[id - 1] ?? {});
  const { summary, entries } = await tryBankFile(fileOf(lines), payments, { parts });
  expect(summary.holes.map(({ value, waitsCount }) => [value, waitsCount])).toEqual([
    ['2026-11-20', 2],
    ['2026-11-19', 1],
  ]);
  expect(entries.slice(0, 3).map(({ transaction_id }) => transaction_id)).toEqual(['4', '5', '2']);
});

test('the smallest of very many holes are one together, and nothing is lost', async () => {
  const terminals = Array.from({ length: 1_010 }, (_, index) => String(88_600_000 + index));
  const payments = [
    open(1, '20 09:00'),
    ...terminals.map((tid, index) => open(index + 2, '20 10:00', { tid, amountMinor: 10_000 + index })),
    open(9000, '20 21:00'),
  ];
  const { summary } = await tryBankFile(fileOf([payments[0] ?? {}, payments.at(-1) ?? {}]), payments, {
    parts,
  });
  expect(summary.holes).toHaveLength(1_000);
  expect(summary.holes.at(-1)).toMatchObject({ kind: 'more', value: '11', waitsCount: 11 });
  expect(summary.holes.reduce((sum, { waitsCount }) => sum + waitsCount, 0)).toBe(1_010);
});

test('a payout is no exception: a balanced file with one has none', async () => {
  const payout = lineText({
    rrn: '',
    stan: '',
    auth: '',
    card: '',
    type: 'MerchantPayout',
    amount: '-99.08',
    fee: '',
    vat: '',
    net: '-99.08',
  });
  const { summary } = await tryBankFile(fileText(lineText(), payout), [{}]);
  expect([summary.verdict, summary.exceptionCount]).toEqual(['BALANCED', 0]);
  expect(summary.groups.map(({ group, count, lines }) => [group, count, lines])).toEqual([
    ['payouts', 1, 1],
    ['confirmed', 1, 1],
  ]);
});
