/** The table of a file before its verdict: what it says is what the file is then judged by. */
import type { CoveredRow } from '@mizan/contract/bank-file-part.ts';
import { schemeNames } from '@mizan/contract/reconciliation-terms.ts';
import type { Verdict } from '@mizan/contract/verdicts.ts';
import { expect, test } from 'vitest';
import {
  copyTextOfPayment,
  fileOf,
  sold,
  type TrialPayment,
  trialDefaults,
} from '../../server/reconciliation/bank-file-trial.ts';
import { type InspectedFile, inspectBankFile } from '../../server/reconciliation/inspect-bank-file.ts';
import { type JobPart, unconfirmedPart } from '../../server/reconciliation/judge/coverage-job.ts';
import { withFile } from '../../server/reconciliation/read/file-trial.ts';
import { reconcileBankFile } from '../../server/reconciliation/reconcile-bank-file.ts';
import type { ReconcileJob } from '../../server/reconciliation/reconcile-job.ts';
import { seededRandom } from './random.ts';

const paymentsOf = (payments: readonly TrialPayment[]) =>
  async function* () {
    yield Buffer.from(payments.map(copyTextOfPayment).join(''));
  };

/** Both ends of a file: what is announced of it, and what it is then judged by. */
async function both(
  lines: readonly TrialPayment[],
  payments: readonly TrialPayment[],
  part: Partial<JobPart> = {},
  of: Partial<ReconcileJob> = {},
): Promise<{ whole: InspectedFile; verdict: Verdict }> {
  const job = { ...trialDefaults, ...of };
  return withFile(fileOf(lines), async (filePath) => {
    const found = await inspectBankFile(
      { ...job, filePath, parts: [{ ...unconfirmedPart, ...part }] },
      { layoutFor: () => Promise.resolve(null), payments: paymentsOf(payments) },
    );
    if (!found.whole) throw new Error('the file was not looked at whole');
    const opened = { openingMs: found.whole.openingMs, isSaid: true };
    const summary = await reconcileBankFile(
      { ...job, filePath, layout: found.layout, parts: [{ ...unconfirmedPart, ...part, ...opened }] },
      { payments: paymentsOf(payments), entries: () => {}, progress: () => {} },
    );
    return { whole: found.whole, verdict: summary.verdict };
  });
}

const rowOf = ({ sides }: InspectedFile, kind: CoveredRow['kind'], value = ''): CoveredRow | undefined =>
  sides.find((row) => row.kind === kind && row.value === value);

const visa = { scheme: 'Visa', feeMinor: 0, vatMinor: 0, mdrBps: null };
const [early, noon, evening, late] = [
  sold(1, '19 10:00'),
  sold(2, '19 14:45'),
  sold(3, '19 18:03'),
  sold(4, '19 22:00'),
];
const next = sold(5, '20 12:00');

test('a cut first day names the hours that it lacks, and its lines alone are judged where a person says so', async () => {
  const { whole } = await both([noon, evening, next], [early, noon, evening, late, next]);
  expect(rowOf(whole, 'day', '2026-11-19')).toMatchObject({
    lines: 2,
    payments: 4,
    notInFile: 2,
    awaited: 2,
    judgedAs: 'whole',
    which: [
      { kind: 'before', count: 1, at: '2026-11-19T11:45:00.000Z' },
      { kind: 'after', count: 1, at: '2026-11-19T15:03:00.000Z' },
    ],
    choice: 'whole',
    opens: { whole: '2026-11-18T21:00:00.000Z', linesOnly: '2026-11-19T21:00:00.000Z' },
  });
  expect(whole.atBest).toMatchObject({ verdict: 'UNBALANCED', days: [{ day: '2026-11-19', count: 2 }] });

  const openingMs = Date.parse('2026-11-19T21:00:00Z');
  const narrowed = await both([noon, evening, next], [early, noon, evening, late, next], {
    isSaid: true,
    openingMs,
  });
  expect(rowOf(narrowed.whole, 'day', '2026-11-19')).toMatchObject({ judgedAs: 'linesOnly', awaited: 0 });
  expect(narrowed).toMatchObject({ verdict: 'BALANCED', whole: { atBest: { verdict: 'BALANCED' } } });
});

test('a scheme without a line is absent until a person says that these files do not hold it', async () => {
  const other = sold(6, '19 16:00', visa);
  const payments = [noon, other, evening];
  const { whole, verdict } = await both([noon, evening], payments);
  expect(rowOf(whole, 'scheme', 'Visa')).toMatchObject({
    lines: 0,
    notInFile: 1,
    judgedAs: 'absent',
    choice: 'held',
    which: [{ kind: 'noLine', count: 1 }],
  });
  expect(rowOf(whole, 'day', '2026-11-19')).toMatchObject({
    which: [{ kind: 'scheme', value: 'Visa', count: 1 }],
    without: ['Visa'],
  });
  expect([whole.atBest.verdict, verdict]).not.toContain('BALANCED');
  const schemes = schemeNames.filter((name) => name !== 'Visa');
  const alone = await both([noon, evening], payments, { isSaid: true, schemes });
  expect(rowOf(alone.whole, 'scheme', 'Visa')).toMatchObject({ judgedAs: 'leftOut', choice: 'leftOut' });
  expect(alone).toMatchObject({ verdict: 'BALANCED', whole: { atBest: { verdict: 'BALANCED', days: [] } } });
});

test('the payments of another bank are none of the file', async () => {
  const { whole, verdict } = await both([noon, evening], [noon, evening, { ...late, bankId: 2 }]);
  expect(rowOf(whole, 'whole')).toMatchObject({ payments: 2, notInFile: 0 });
  expect(verdict).toBe('BALANCED');
});

test('days are the bank’s own: nights of Ramadan belong to the evening before', async () => {
  const night = sold(7, '20 02:30', { dueDay: '2026-11-21' });
  const cutoffs = [
    { bankId: 1, validFrom: '2000-01-01', cutoff: '00:00' },
    { bankId: 1, validFrom: '2026-11-20', cutoff: '04:00' },
  ];
  const { whole } = await both([noon, night], [noon, night, next], {}, { cutoffs });
  expect(rowOf(whole, 'day', '2026-11-19')).toMatchObject({ lines: 2, payments: 2 });
  expect(rowOf(whole, 'day', '2026-11-20')).toBeUndefined();
});

test('over random files the verdict is what was announced, and each row names all that it lacks', async () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = seededRandom(seed);
    const payments = Array.from({ length: 4 + random.whole(0, 20) }, (_, id) =>
      sold(id + 1, `${17 + random.whole(0, 4)} ${10 + random.whole(0, 12)}:${10 + random.whole(0, 49)}`, {
        tid: random.pick(['88501158', '88501159', '88501160']),
        ...(random.oneIn(3) ? visa : {}),
        ...(random.oneIn(10) ? { bankId: 2 } : {}),
        ...(random.oneIn(10) ? { claimedBy: 9 } : {}),
      }),
    );
    const lines = payments.filter(() => !random.oneIn(3));
    if (lines.length === 0) continue;
    const part: Partial<JobPart> = {
      ...(random.oneIn(3) && { isSaid: true, tids: ['88501158', '88501159'] }),
      ...(random.oneIn(3) && { isSaid: true, schemes: ['Mada'] }),
      ...(random.oneIn(3) && { closingMinute: 60 * random.whole(0, 23) }),
    };
    const { whole, verdict } = await both(lines, payments, part);
    const order: Verdict[] = ['UNBALANCED', 'INCOMPLETE', 'BALANCED'];
    expect(order.indexOf(verdict), `seed ${seed}: ${whole.atBest.verdict} was announced`).toBeLessThanOrEqual(
      order.indexOf(whole.atBest.verdict),
    );
    for (const row of whole.sides.filter(({ kind }) => kind !== 'whole')) {
      const named = row.which.reduce((sum, { count }) => sum + count, 0);
      expect(named, `seed ${seed}: ${row.kind} ${row.value}`).toBe(row.notInFile);
    }
  }
});
