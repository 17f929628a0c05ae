/**
 * Every number of a verdict is the sum of the rows that it opens, over random books: days cut short, schemes and
 * terminals that are absent, refunds, rows that cannot be read, payouts, due days on either side.
 */
import { expect, test } from 'vitest';
import { expectToAddUp } from '../../server/features/reconciliation/result-adds-up.ts';
import {
  fileText,
  lineOf,
  lineText,
  sold,
  type TrialPayment,
  tryBankFile,
} from '../../server/reconciliation/bank-file-trial.ts';
import { unconfirmedPart } from '../../server/reconciliation/judge/coverage-job.ts';
import { type Random, seededRandom } from './random.ts';

const seeds = Number(process.env['ADDS_UP_SEEDS'] ?? 150);

function randomBook(random: Random): TrialPayment[] {
  return Array.from({ length: random.whole(1, 40) }, (_, index) => {
    const day = random.whole(18, 23);
    const at = `${day} ${random.whole(10, 23)}:${random.whole(10, 59)}`;
    return sold(index + 1, at, {
      ...(random.oneIn(60) ? { amountMinor: 9_000 } : {}),
      tid: random.pick(['88501158', '88505544', '88507733']),
      scheme: random.pick(['Mada', 'Mada', 'Visa', 'Maestro']),
      type: random.oneIn(8) ? 'REFUND' : 'PURCHASE',
      dueDay: `2026-11-${day + random.whole(1, 9)}`,
    });
  });
}

/** Lines of most of the payments: some days end early, a scheme or terminal may be absent, a few lines are wrong. */
function randomLines(random: Random, payments: readonly TrialPayment[]): string[] {
  const isCut = random.oneIn(2)
    ? (time: number) => new Date(time).getUTCHours() > random.whole(12, 20)
    : () => false;
  const absent = random.pick([null, null, '88505544', 'Maestro']);
  const lines = payments.flatMap((payment) => {
    if (payment.claimedBy || isCut(Number(payment.createdAtMs)) || random.oneIn(30)) return [];
    if (payment.tid === absent || payment.scheme === absent) return [];
    const sign = payment.type === 'REFUND' ? '-' : '';
    const isWrong = random.oneIn(60);
    const line = lineOf(payment, {
      type: payment.type === 'REFUND' ? 'Refund' : 'Purchase',
      amount: isWrong ? '1x0.00' : `${sign}${random.oneIn(100) ? '90.00' : '100.00'}`,
      fee: sign ? '0.00' : random.oneIn(100) ? '0.83' : '0.80',
      vat: sign ? '0.00' : '0.12',
      net: sign ? '-100.00' : '99.08',
    });
    return random.oneIn(150) ? [line, line] : [line];
  });
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
  return random.oneIn(6) ? [...lines, payout] : lines;
}

test(`every number of a verdict is the sum of its rows, over ${seeds} books`, async () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= seeds; seed++) {
    const random = seededRandom(seed);
    const payments = randomBook(random);
    if (random.oneIn(3))
      for (const payment of payments) if (String(payment.businessDay) < '2026-11-20') payment.claimedBy = 7;
    const lines = randomLines(random, payments);
    if (lines.length === 0) continue;
    const parts = random.oneIn(2) ? [{ ...unconfirmedPart, closingMinute: 0 }] : [];
    const trial = await tryBankFile(fileText(...lines), payments, { parts });
    try {
      expectToAddUp(trial);
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error });
    }
    seen.add(trial.summary.verdict);
    for (const { kind, waitsCount } of trial.summary.holes) seen.add(waitsCount > 0 ? `${kind} waits` : kind);
    for (const { group } of trial.summary.groups) seen.add(group);
  }
  // What was never made was not held.
  for (const each of [
    'BALANCED',
    'INCOMPLETE',
    'UNBALANCED',
    'day waits',
    'terminal waits',
    'scheme waits',
    'rejectedLines waits',
    'payouts',
    'notDue',
    'confirmed',
    'exceptions',
    'waits',
  ])
    expect([...seen]).toContain(each);
});

test('a number that is not the sum of its rows is found, wherever it stands', async () => {
  const payments = [
    sold(1, '20 09:00', { dueDay: '2026-11-25' }),
    sold(2, '20 10:00', { dueDay: '2026-11-25' }),
    sold(3, '20 11:00', { dueDay: '2026-11-25' }),
  ];
  const text = fileText(lineOf(payments[0] ?? {}), lineOf(payments[2] ?? {}));
  const { summary, entries } = await tryBankFile(text, payments);
  expectToAddUp({ summary, entries });
  const [group, hole, bridge] = [summary.groups[0], summary.holes[0], summary.bridges[0]];
  if (!group || !hole || !bridge) throw new Error('nothing waits');
  const breaches = [
    { groups: [{ ...group, lines: group.lines + 1 }, ...summary.groups.slice(1)] },
    { groups: [{ ...group, differenceMinor: group.differenceMinor + 1 }, ...summary.groups.slice(1)] },
    { holes: [{ ...hole, waitsCount: 0 }] },
    { holes: [{ ...hole, waitsMinor: hole.waitsMinor - 1 }] },
    { bridges: [{ ...bridge, bankMinor: bridge.bankMinor + 1 }] },
    { verdict: 'BALANCED' as const },
  ];
  for (const breach of breaches)
    expect(() => expectToAddUp({ summary: { ...summary, ...breach }, entries })).toThrow(
      /strictly deep-equal/,
    );
  expect(() => expectToAddUp({ summary, entries: entries.slice(1) })).toThrow(/strictly deep-equal/);
});
