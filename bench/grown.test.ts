import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { heldAgainst, ratiosIn } from './grown.ts';
import { sectionIn } from './report.ts';

const before = [
  { bankLines: 99_967, timesDuckDb: 9.6 },
  { bankLines: 998_906, timesDuckDb: 10.8 },
];
const missed = (now: { bankLines: number; timesDuckDb: number }[]): string[] =>
  heldAgainst(before, now).flatMap(({ what, isWithin }) => (isWithin ? [] : [what]));

test('a file that takes more than half as long again as on record, measured by DuckDB, is missed by its name', () => {
  expect(
    missed([
      { bankLines: 99_962, timesDuckDb: 14.3 },
      { bankLines: 998_898, timesDuckDb: 16.3 },
    ]),
  ).toEqual(['998898 lines, against the last record']);
  expect(missed([{ bankLines: 998_898, timesDuckDb: 9 }])).toEqual([]);
});

test('a file of a size that is not on record is held against nothing', () => {
  expect(heldAgainst(before, [{ bankLines: 300_000, timesDuckDb: 99 }])).toEqual([]);
  expect(heldAgainst([], before)).toEqual([]);
});

test('the section on record is read: three files, each with its ratio', () => {
  const report = readFileSync(new URL('../docs/benchmarks.md', import.meta.url), 'utf8');
  const ratios = ratiosIn(sectionIn(report, 'reconcile'));
  expect(ratios.map(({ bankLines }) => Math.round(bankLines / 10_000))).toEqual([10, 30, 100]);
  expect(ratios.every(({ timesDuckDb }) => timesDuckDb > 0)).toBe(true);
  expect(sectionIn(report, 'nothing')).toBe('');
});
