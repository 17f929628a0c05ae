/**
 * Files in which a line adds up what a terminal sold between two closings of its batch, at whatever hour: alone or beside lines
 * of single payments, with or without their number. What each line has is written down first; it is found so, or said to be
 * undecided, and nothing else is ever confirmed.
 */
import { expect, test } from 'vitest';
import { expectToAddUp } from '../../server/features/reconciliation/result-adds-up.ts';
import { tryBankFile } from '../../server/reconciliation/bank-file-trial.ts';
import { answersTo, plantBatches } from './batch-plants.ts';
import { seededRandom } from './random.ts';

const seeds = Number(process.env['BATCH_SEEDS'] ?? (process.env['MIZAN_LONG'] ? 4_000 : 80));
const firstSeed = Number(process.env['BATCH_FROM'] ?? 1);

async function play(seed: number): Promise<string[]> {
  const random = seededRandom(seed);
  const planted = plantBatches(random, ['88501158', '88505544']);
  const text = [planted.header, ...planted.rows, ''].join('\n');
  const trial = await tryBankFile(text, random.shuffled(planted.payments));
  expectToAddUp(trial);
  const claiming = trial.entries.filter(({ claims }) => claims === 't');
  const claimed = Map.groupBy(claiming, ({ line }) => Number(line));
  return answersTo(planted, {
    claimed: new Map(
      [...claimed].map(([line, own]) => [line, own.map((each) => Number(each.transaction_id))]),
    ),
    outcomes: new Map(trial.entries.flatMap(({ line, outcome }) => (line ? [[Number(line), outcome]] : []))),
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
