/**
 * Files in which a line adds up what a terminal sold between two closings of its batch, at whatever hour: alone or beside lines
 * of single payments, with or without their number. What each line has is written down first; it is found so, or said to be
 * undecided, and nothing else is ever confirmed.
 */
import { expect, test } from 'vitest';
import { expectToAddUp } from '../../server/features/reconciliation/result-adds-up.ts';
import { type TrialPayment, tryBankFile } from '../../server/reconciliation/bank-file-trial.ts';
import { type Random, seededRandom } from './random.ts';

const seeds = Number(process.env['BATCH_SEEDS'] ?? (process.env['MIZAN_LONG'] ? 4_000 : 80));
const firstSeed = Number(process.env['BATCH_FROM'] ?? 1);
const tids = ['88501158', '88505544'];

interface Planted {
  tid: string;
  /** In riyals and halalas of the file, signed. */
  grossMinor: number;
  day: number;
  ids: number[];
  /** The RRN of a line of one payment. */
  rrn: string;
}

const two = (value: number): string => String(value).padStart(2, '0');
const signed = ({ type, amountMinor }: TrialPayment): number =>
  type === 'REFUND' ? -Number(amountMinor) : Number(amountMinor);

/** What a terminal sells from the 18th to the 20th; of plain amounts no two sets are alike. */
function sold(random: Random, tid: string, from: number, isPlain: boolean): TrialPayment[] {
  const payments: TrialPayment[] = [];
  for (const day of [18, 19, 20]) {
    let minute = random.whole(0, 60);
    for (let left = random.whole(1, 5); left > 0 && minute < 1_430; left--) {
      const id = from + payments.length;
      const amountMinor = isPlain
        ? 10_000 + 2 ** payments.length * 100 + id
        : random.pick([1_000, 2_000, 3_000]);
      payments.push({
        id,
        tid,
        rrn: `63260912${String(id).padStart(4, '0')}`,
        stan: String(id).padStart(6, '0'),
        authCode: String(440_000 + id),
        type: random.oneIn(8) ? 'REFUND' : 'PURCHASE',
        amountMinor,
        mdrBps: null,
        feeMinor: null,
        vatMinor: null,
        businessDay: `2026-11-${day}`,
        createdAtMs: Date.parse(
          `2026-11-${day}T${two(Math.floor(minute / 60))}:${two(minute % 60)}:00+03:00`,
        ),
        dueDay: `2026-11-${day + 1}`,
      });
      minute += random.whole(10, 400);
    }
  }
  return payments;
}

const dayOf = ({ businessDay }: TrialPayment): number => Number(String(businessDay).slice(-2));

/** Batches that are closed now and then, but never of two days and a third. */
function batchesOf(random: Random, tid: string, payments: readonly TrialPayment[]): Planted[] {
  const batches: Planted[] = [];
  for (let at = 0; at < payments.length; ) {
    const first = dayOf(payments[at] as TrialPayment);
    let end = at + 1;
    while (end < payments.length && !random.oneIn(3) && dayOf(payments[end] as TrialPayment) <= first + 1)
      end++;
    const own = payments.slice(at, end);
    const grossMinor = own.reduce((sum, payment) => sum + signed(payment), 0);
    const day = random.pick([first, dayOf(own.at(-1) as TrialPayment)]);
    batches.push({ tid, grossMinor, day, ids: own.map(({ id }) => Number(id)), rrn: '' });
    at = end;
  }
  return batches;
}

/** One payment in so many has a line of its own, which names it; batches are of what is left. */
function linesOf(
  random: Random,
  payments: readonly TrialPayment[],
  tid: string,
  singleOneIn: number,
): Planted[] {
  const isSingle = new Map(
    payments.map((payment) => [payment, singleOneIn > 0 && random.oneIn(singleOneIn)]),
  );
  const singles = payments.filter((payment) => isSingle.get(payment));
  return [
    ...singles.map((payment) => ({
      tid,
      grossMinor: signed(payment),
      day: dayOf(payment),
      ids: [Number(payment.id)],
      rrn: String(payment.rrn),
    })),
    ...batchesOf(
      random,
      tid,
      payments.filter((payment) => !isSingle.get(payment)),
    ),
  ];
}

const money = (minor: number): string => (minor / 100).toFixed(2);

async function play(seed: number): Promise<string[]> {
  const random = seededRandom(seed);
  const isPlain = random.oneIn(2);
  const singleOneIn = random.pick([0, 0, 3]);
  const hasCounts = random.oneIn(2);
  const payments = tids.map((tid, at) => sold(random, tid, 1 + at * 40, isPlain));
  const lines = random.shuffled(
    tids.flatMap((tid, at) => linesOf(random, payments[at] as TrialPayment[], tid, singleOneIn)),
  );
  const rows = lines.map(({ tid, day, rrn, grossMinor, ids }) =>
    [
      tid,
      `${day}/11/2026`,
      ...(singleOneIn > 0 ? [rrn] : []),
      money(grossMinor),
      ...(hasCounts ? [ids.length] : []),
    ].join(),
  );
  const header = [
    'Terminal ID,Transaction Date',
    ...(singleOneIn > 0 ? ['RRN'] : []),
    'Amount',
    ...(hasCounts ? ['Transaction Count'] : []),
  ];
  const trial = await tryBankFile([header.join(), ...rows, ''].join('\n'), random.shuffled(payments.flat()));
  expectToAddUp(trial);
  const claimed = Map.groupBy(
    trial.entries.filter(({ claims }) => claims === 't'),
    ({ line }) => Number(line),
  );
  const said = new Map(trial.entries.flatMap(({ line, outcome }) => (line ? [[Number(line), outcome]] : [])));
  return lines.map(({ ids }, at) => {
    const own = claimed.get(at + 2)?.map(({ transaction_id: id }) => Number(id)) ?? [];
    const found = String(own.toSorted((a, b) => a - b));
    // Of lines that say the same it is the same which has which.
    const isSame = lines.some((other, place) => rows[place] === rows[at] && String(other.ids) === found);
    if (isSame && said.get(at + 2) === 'matched') return 'found';
    if (own.length === 0 && said.get(at + 2) === 'undecidedSum') return 'undecided';
    // A batch of one payment that says no number is a payment whose keys were left out.
    const isOne =
      !hasCounts && lines.some((other, place) => rows[place] === rows[at] && other.ids.length === 1);
    if (isOne && own.length === 0 && said.get(at + 2) === 'missingInPortal') return 'single';
    return `line ${at + 2} of ${money(lines[at]?.grossMinor ?? 0)}: ${said.get(at + 2)} has ${found}, planted ${ids.join()}${isPlain ? '' : ', amounts alike'}`;
  });
}

const answers = ['found', 'single', 'undecided'];

test(`batches closed at any hour, over ${seeds} files`, { timeout: 900_000 }, async () => {
  const counts = new Map<string, number>();
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    const told = await play(seed);
    expect({ seed, told: told.filter((one) => !answers.includes(one)) }).toEqual({
      seed,
      told: [],
    });
    for (const one of told) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  expect([...counts.keys()].toSorted()).toEqual(answers);
  expect(counts.get('found')).toBeGreaterThan(counts.get('undecided') ?? 0);
});
