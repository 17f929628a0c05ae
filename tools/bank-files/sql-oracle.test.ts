/**
 * How lines find payments, as plain SQL over planted files: the same rules in another language, by code that shares
 * nothing with the engine, have to come to the same pairs. ORACLE_FROM and ORACLE_SEEDS repeat a seed that failed.
 */
import { matchKeys } from '@mizan/contract/reconciliation-terms.ts';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, inPlatform, openDatabase } from '../../server/platform/database/database.ts';
import { testDatabase } from '../../server/platform/testing/database.ts';
import { type OracleFile, plantOracleFile } from './oracle/planted-file.ts';
import { plantFees, plantSums } from './oracle/planted-sums.ts';
import type { Told } from './oracle/told.ts';
import { toldBySql } from './oracle/told-by-sql.ts';
import { type Random, seededRandom } from './random.ts';
import { toldByEngine } from './testing/told-by-engine.ts';

const database = await testDatabase();
const db = openDatabase(database.roles);
afterAll(() => closeDatabase(db));

const seeds = Number(process.env['ORACLE_SEEDS'] ?? (process.env['MIZAN_LONG'] ? 400 : 16));
const firstSeed = Number(process.env['ORACLE_FROM'] ?? 1);

interface Seen {
  keys: Set<string>;
  outcomes: Set<string>;
}

/** Compares what both say of the files of all seeds; the keys and outcomes that there were. */
async function compareAll(plant: (random: Random) => OracleFile): Promise<Seen> {
  const seen: Seen = { keys: new Set(), outcomes: new Set() };
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    const file = plant(seededRandom(seed));
    const bySql = await inPlatform(db, (tx) => toldBySql(tx, file));
    const byEngine = await toldByEngine(file.bytes, file.payments);
    expectSame(seed, byEngine, bySql, file.isCovered);
    for (const { key } of bySql.pairs) seen.keys.add(key);
    if (byEngine.cancelled.length > 0) seen.keys.add('reversal');
    for (const told of bySql.outcomes) seen.outcomes.add(told.split(' ').at(-1) ?? '');
  }
  return seen;
}

const isOfPayment = (told: string): boolean => told.startsWith('payment');

/** Payments that lie outside of what a file covers the engine does not name: there it names no other than SQL. */
function expectSame(seed: number, byEngine: Told, bySql: Told, isCovered: boolean): void {
  const told = ({ pairs, outcomes }: Told): Omit<Told, 'cancelled'> => ({
    pairs,
    outcomes: outcomes.filter((one) => isCovered || !isOfPayment(one)),
  });
  expect({ seed, ...told(byEngine) }).toEqual({ seed, ...told(bySql) });
  expect(bySql.outcomes, `seed ${seed}`).toEqual(
    expect.arrayContaining(byEngine.outcomes.filter(isOfPayment)),
  );
  expect(bySql.cancelled, `seed ${seed}`).toEqual(expect.arrayContaining(byEngine.cancelled));
}

test(`a plain SQL join of the keys finds the pairs and outcomes that the engine finds, over ${seeds} files`, {
  timeout: 300_000,
}, async () => {
  const { keys, outcomes } = await compareAll(plantOracleFile);
  // Every one of the keys has had its work.
  const others = ['batch', 'feeTotal', 'hand'];
  expect(matchKeys.filter((key) => !keys.has(key))).toEqual(others);
  expect([...outcomes].toSorted()).toEqual([
    'amountDiffers',
    'confirmedBefore',
    'corrected',
    'duplicate',
    'open',
    'paid',
    'sameAsBefore',
    'severalPayments',
    'severalRefunds',
    'shortOrder',
    'statusConflict',
    'unknown',
  ]);
});

test(`all ways of cutting a terminal's payments into batches are what the engine decides by, over ${seeds} files`, {
  timeout: 300_000,
}, async () => {
  const { keys, outcomes } = await compareAll(plantSums);
  expect([...keys].toSorted()).toEqual(['batch', 'rrn']);
  expect([...outcomes].toSorted()).toEqual(['open', 'paid', 'sums', 'unknown']);
});

test(`lines of fees against the fees of all payments, over ${seeds} files`, {
  timeout: 300_000,
}, async () => {
  const { keys, outcomes } = await compareAll(plantFees);
  expect([...keys].toSorted()).toEqual(['feeTotal', 'rrn']);
  expect([...outcomes].toSorted()).toEqual(['bankFee', 'feeAbove', 'feeTotal', 'notJudged', 'paid']);
});
