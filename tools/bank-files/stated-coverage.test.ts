/**
 * What a BALANCED verdict states is so, from a file's bytes to its summary: every payment of the stated coverage has a
 * line that says what was sold. The books are random, the files have a random part of their lines, of which a few say
 * another amount. COVERAGE_FROM and COVERAGE_SEEDS play others.
 */
import { isEven } from '@mizan/contract/verdicts.ts';
import { expect, test } from 'vitest';
import {
  at,
  fileText,
  lineOf,
  sold,
  type TrialPayment,
  tryBankFile,
} from '../../server/reconciliation/bank-file-trial.ts';
import { unconfirmedPart } from '../../server/reconciliation/judge/coverage-job.ts';
import { type Random, seededRandom } from './random.ts';

const isLong = process.env['MIZAN_LONG'] !== undefined;
const seeds = Number(process.env['COVERAGE_SEEDS'] ?? (isLong ? 6_000 : 80));
const firstSeed = Number(process.env['COVERAGE_FROM'] ?? 1);

/** Random books of three days, of which earlier files confirmed some, and a file with some of their lines. */
function randomTrial(random: Random) {
  const payments: TrialPayment[] = Array.from({ length: random.whole(3, 25) }, (_, index) => {
    const hour = String(random.whole(8, 23)).padStart(2, '0');
    const day = random.whole(20, 22);
    return sold(index + 1, `${day} ${hour}:${random.whole(10, 59)}`, {
      tid: random.pick(['88501158', '88505544', '88507733']),
      scheme: random.pick(['Mada', 'Mada', 'Visa', 'MasterCard']),
      dueDay: `2026-11-${day + random.whole(1, 3)}`,
    });
  });
  const hasEarlier = random.oneIn(2);
  const lines: TrialPayment[] = [];
  for (const payment of payments) {
    if (hasEarlier && Number(payment.createdAtMs) < at('21 00:00') && !random.oneIn(4)) payment.claimedBy = 7;
    else if (!random.oneIn(random.pick([3, 20]))) lines.push(payment);
  }
  const claimed = payments.filter(({ claimedBy }) => claimedBy === 7);
  const newest = Math.max(...claimed.map(({ createdAtMs }) => Number(createdAtMs)));
  const files =
    claimed.length > 0
      ? [{ bankFileId: '7', newestLineMs: newest, settlement: null, batches: [], stretches: [] }]
      : [];
  const isWrongIn = random.oneIn(4);
  const wrong = new Set(lines.filter(() => isWrongIn && random.oneIn(5)));
  const file = fileText(...lines.map((line) => lineOf(line, wrong.has(line) ? { amount: '107.00' } : {})));
  return {
    payments,
    lines: lines.filter((line) => !wrong.has(line)),
    file,
    parts: [{ ...unconfirmedPart, id: '1', files, openingMs: random.pick([at('20 00:00'), null]) }],
  };
}

test(`BALANCED says that every payment of the stated coverage has a line of its amount, over ${seeds} books`, {
  timeout: 1_200_000,
}, async () => {
  let balanced = 0;
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    const { payments, lines, file, parts } = randomTrial(seededRandom(seed));
    if (lines.length === 0) continue;
    const { summary } = await tryBankFile(file, payments, { parts });
    const { coverage, verdict } = summary;
    if (!isEven(verdict) || !coverage) continue;
    balanced++;
    const isStatedOpen = ({ tid, scheme, createdAtMs }: TrialPayment): boolean => {
      const own = coverage.exceptions.find((one) => one.tid === tid && one.scheme === scheme);
      return (
        Number(createdAtMs) >= (coverage.openingMs ?? 0) &&
        Number(createdAtMs) <= (own ? (own.toMs ?? 0) : coverage.toMs)
      );
    };
    const unseen = payments.filter(
      (payment) => !lines.includes(payment) && payment.claimedBy !== 7 && isStatedOpen(payment),
    );
    expect({ seed, unseen }).toEqual({ seed, unseen: [] });
  }
  expect(balanced).toBeGreaterThan(seeds / 20);
});
