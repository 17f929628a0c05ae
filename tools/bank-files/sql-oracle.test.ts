/**
 * How lines find payments, as plain SQL over planted files: the same rules in another language, by code that shares
 * nothing with the engine, have to come to the same pairs. ORACLE_FROM and ORACLE_SEEDS repeat a seed that failed.
 */
import { matchKeys } from '@mizan/contract/reconciliation-terms.ts';
import { afterAll, expect, test } from 'vitest';
import { closeDatabase, inPlatform, openDatabase } from '../../server/platform/database/database.ts';
import { testDatabase } from '../../server/platform/testing/database.ts';
import { type OracleFile, plantOracleFile } from './oracle/planted-file.ts';
import type { Told } from './oracle/told.ts';
import { toldByEngine } from './oracle/told-by-engine.ts';
import { toldBySql } from './oracle/told-by-sql.ts';
import { type Random, seededRandom } from './random.ts';

const database = await testDatabase();
const db = openDatabase(database.roles);
afterAll(() => closeDatabase(db));

const seeds = Number(process.env['ORACLE_SEEDS'] ?? (process.env['MIZAN_LONG'] ? 400 : 16));
const firstSeed = Number(process.env['ORACLE_FROM'] ?? 1);

/** Compares what both say of the files of all seeds; the keys and outcomes that there were. */
async function compareAll(plant: (random: Random) => OracleFile) {
  const keys = new Set<string>();
  const outcomes = new Set<string>();
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    const file = plant(seededRandom(seed));
    const bySql = await inPlatform(db, (tx) => toldBySql(tx, file.bank, file.rows));
    const byEngine = await toldByEngine(file.bytes, file.payments);
    expectSame(seed, byEngine, bySql);
    for (const { key } of bySql.pairs) keys.add(key);
    if (byEngine.cancelled.length > 0) keys.add('reversal');
    for (const told of bySql.outcomes) outcomes.add(told.split(' ').at(-1) ?? '');
  }
  return { keys, outcomes };
}

function expectSame(seed: number, byEngine: Told, bySql: Told): void {
  const { cancelled, ...told } = byEngine;
  expect({ seed, ...told }).toEqual({ seed, pairs: bySql.pairs, outcomes: bySql.outcomes });
  expect(bySql.cancelled, `seed ${seed}`).toEqual(expect.arrayContaining(cancelled));
}

test(`a plain SQL join of the keys finds the pairs and outcomes that the engine finds, over ${seeds} files`, {
  timeout: 300_000,
}, async () => {
  const { keys, outcomes } = await compareAll(plantOracleFile);
  // Every one of the keys has had its work.
  expect(matchKeys.filter((key) => !keys.has(key))).toEqual(['batch', 'feeTotal', 'hand']);
  expect([...outcomes].toSorted()).toEqual([
    'amountDiffers',
    'duplicate',
    'open',
    'paid',
    'severalRefunds',
    'shortOrder',
    'statusConflict',
    'unknown',
  ]);
});
