/**
 * Files without a key of any payment: a line for each terminal and day. Where a sum lacks a purchase, or a refund of the
 * group was not deducted, the line says by how much, and names every payment that alone would explain it.
 */
import { expect, test } from 'vitest';
import { type TrialPayment, tryBankFile } from '../../server/reconciliation/bank-file-trial.ts';
import { type Random, seededRandom } from './random.ts';

const seeds = Number(process.env['SUMS_SEEDS'] ?? (process.env['MIZAN_LONG'] ? 2_000 : 60));
const happenings = ['asAgreed', 'purchaseMissing', 'refundNotTaken', 'strangeSum'] as const;
type Happening = (typeof happenings)[number];

const signed = ({ type, amountMinor }: TrialPayment): number =>
  type === 'REFUND' ? -Number(amountMinor) : Number(amountMinor);
const sumOf = (payments: readonly TrialPayment[]): number =>
  payments.reduce((sum, payment) => sum + signed(payment), 0);

/**
 * The payments of a terminal's day: amounts that no others of them add up to, nor those of the other day. Ids alone would cancel
 * out: 132.01 less 164.02 is 132.11 less 164.12, and such a sum is undecided.
 */
function groupOf(random: Random, tid: string, day: number, from: number): TrialPayment[] {
  const count = random.whole(2, 6);
  return Array.from({ length: count }, (_, index) => {
    const id = from + index;
    const minute = String(10 + index * 3).padStart(2, '0');
    return {
      id,
      tid,
      rrn: `63260912${String(id).padStart(4, '0')}`,
      type: index > 0 && random.oneIn(4) ? 'REFUND' : 'PURCHASE',
      amountMinor: 1_000_000 + 2 ** index * 1_000_000 + id ** 3,
      mdrBps: null,
      feeMinor: null,
      vatMinor: null,
      businessDay: `2026-11-${day}`,
      createdAtMs: Date.parse(`2026-11-${day}T15:${minute}:00+03:00`),
      dueDay: `2026-11-${day + 1}`,
    };
  });
}

interface Group {
  tid: string;
  day: number;
  payments: TrialPayment[];
  happening: Happening;
  grossMinor: number;
  /** The payments each of which alone explains the sum, by id; null where it is right. */
  explains: number[] | null;
}

function plant(random: Random, tid: string, day: number, from: number): Group {
  const payments = groupOf(random, tid, day, from);
  const whole = sumOf(payments);
  const purchases = payments.filter(({ type }) => type === 'PURCHASE');
  const refunds = payments.filter(({ type }) => type === 'REFUND');
  const happening = random.pick(happenings);
  const told = { tid, day, payments, happening };
  const lacking = random.pick(purchases);
  // All refunds left undeducted is a sum of the purchases alone: it fits as it stands.
  if (happening === 'refundNotTaken' && refunds.length > 1) {
    const [refund] = refunds as [TrialPayment];
    return { ...told, grossMinor: whole - signed(refund), explains: [Number(refund.id)] };
  }
  if (happening === 'purchaseMissing' && purchases.length > 1)
    return { ...told, grossMinor: whole - signed(lacking), explains: [Number(lacking.id)] };
  if (happening === 'strangeSum') return { ...told, grossMinor: whole + 3, explains: [] };
  return { ...told, happening: 'asAgreed', grossMinor: whole, explains: null };
}

test(`sums of terminals and days, over ${seeds} files`, { timeout: 300_000 }, async () => {
  const seen = new Set<Happening>();
  for (let seed = 1; seed <= seeds; seed++) {
    const random = seededRandom(seed);
    const groups = ['88501158', '88505544', '88507733'].flatMap((tid, terminal) =>
      [18, 19].map((day, at) => plant(random, tid, day, 1 + terminal * 20 + at * 10)),
    );
    for (const { happening } of groups) seen.add(happening);
    const lines = random.shuffled(groups);
    const rows = lines.map(
      ({ tid, day, grossMinor }) => `${tid},${day}/11/2026,${(grossMinor / 100).toFixed(2)}`,
    );
    const { summary, entries } = await tryBankFile(
      ['Terminal ID,Transaction Date,Amount', ...rows, ''].join('\n'),
      random.shuffled(groups.flatMap(({ payments }) => payments)),
    );
    const differing = lines.flatMap(({ explains, payments, grossMinor }, at) =>
      explains === null ? [] : [{ line: at + 2, explains, differenceMinor: grossMinor - sumOf(payments) }],
    );
    const found = entries
      .filter(({ outcome }) => outcome !== 'matched')
      .map(({ outcome, line, reason, detail, difference_minor: difference }) => {
        const { candidates = [] } = JSON.parse(detail ?? '{}') as {
          candidates?: { transactionId: string }[];
        };
        const explains = candidates.map(({ transactionId }) => Number(transactionId));
        return { outcome, reason, line: Number(line), explains, differenceMinor: Number(difference) };
      })
      .sort((a, b) => a.line - b.line);
    expect({ seed, found }).toEqual({
      seed,
      found: differing.map((one) => ({
        outcome: 'amountDiffers',
        reason: 'sum',
        ...one,
      })),
    });
    expect({ seed, verdict: summary.verdict }).toEqual({
      seed,
      verdict: differing.length > 0 ? 'UNBALANCED' : 'GROSS_AGREED',
    });
  }
  expect([...seen].toSorted()).toEqual([...happenings].toSorted());
});
