import { type Trial, type TrialPayment } from './bank-file-trial.ts';

/** Files of sums of one terminal, for tests. */

/** Sales of one terminal by id, Riyadh time in November 2026 and amount; without an agreed rate, so that no fee is judged. */
export const at = (
  id: number,
  time: string,
  amountMinor: number,
  change: TrialPayment = {},
): TrialPayment => ({
  id,
  rrn: `63260912${String(id).padStart(4, '0')}`,
  stan: String(id).padStart(6, '0'),
  authCode: String(440_000 + id),
  amountMinor: Math.abs(amountMinor),
  type: amountMinor < 0 ? 'REFUND' : 'PURCHASE',
  businessDay: `2026-11-${time.slice(0, 2)}`,
  createdAtMs: Date.parse(`2026-11-${time.slice(0, 2)}T${time.slice(3)}:00+03:00`),
  mdrBps: null,
  feeMinor: null,
  vatMinor: null,
  ...change,
});

export const sums = (...rows: readonly string[]): string =>
  ['Terminal ID,Transaction Date,Amount', ...rows.map((row) => `88501158,${row}`), ''].join('\n');
export const counted = (...rows: readonly string[]): string =>
  [
    'Terminal ID,Transaction Date,Amount,Number of Transactions',
    ...rows.map((row) => `88501158,${row}`),
    '',
  ].join('\n');
export const mixed = (...rows: readonly string[]): string =>
  ['Terminal ID,Transaction Date,RRN,Amount', ...rows, ''].join('\n');

/** Which line has which payments, and what is said of everything else. */
export const told = ({ entries, summary }: Trial) => ({
  verdict: summary.verdict,
  has: Object.fromEntries(
    Map.groupBy(
      entries.filter(({ claims }) => claims === 't'),
      ({ line }) => Number(line),
    )
      .entries()
      .map(([line, own]) => [line, own.map(({ transaction_id: id }) => Number(id))]),
  ),
  said: entries
    .filter(({ outcome }) => outcome !== 'matched')
    .map(({ outcome, line, transaction_id: id, reason }) => [
      outcome,
      line ? Number(line) : `payment ${id}`,
      reason,
    ]),
});
