import { proofCauses, proofLevels } from '@mizan/contract/proof.ts';
import { expect, test } from 'vitest';
import { bankWorld } from '../reconciliation/testing/bank-world.ts';
import { plantedCauses, plantedElsewhere, plantedMonth, writePlantedMonth } from './testing/planted-month.ts';
import { causesOf, expectToClose } from './testing/proof-world.ts';

/** One shop's month with each kind of difference once, from what hosts and terminals counted to what arrived. */
const world = await writePlantedMonth(await bankWorld());

test('each kind of difference stands at its level with what was written down for it, and every level closes', async () => {
  const { total } = await expectToClose(world, { month: plantedMonth });
  const found = {
    host: causesOf(total.gaps.host),
    terminals: causesOf(total.gaps.terminals),
    lines: causesOf(total.gaps.lines),
    deposit: causesOf(total.gaps.deposit),
  };
  expect(found).toEqual(plantedCauses);
}, 60_000);

test.each(proofLevels)(
  'level %s: every cause that the proof knows is planted, or named with why it cannot be',
  (level) => {
    const planted = Object.keys(plantedCauses[level]);
    const elsewhere = proofCauses[level].filter((cause) => plantedElsewhere[cause] !== undefined);
    expect([...planted, ...elsewhere].toSorted()).toEqual([...proofCauses[level]].toSorted());
  },
);
