import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FreePayment, runsOf, type SumLine } from './batch-runs.ts';

const paid = (...amounts: readonly number[]): FreePayment[] =>
  amounts.map((amountMinor, record) => ({
    record,
    amountMinor,
    fromDay: 10,
    toDay: 10,
    isCut: record === 0,
  }));
const line = (index: number, grossMinor: number, change: Partial<SumLine> = {}): SumLine => ({
  line: index,
  grossMinor,
  count: -1,
  day: 10,
  place: 0,
  ...change,
});
const membersOf = (lines: readonly SumLine[], payments: readonly FreePayment[]) =>
  Object.fromEntries(runsOf(lines, payments).members);

describe('batches that a terminal closed one after the other', () => {
  test('are cut where their sums end, in whichever order the lines stand', () => {
    const payments = paid(100, 50, 80);
    expect(membersOf([line(0, 150), line(1, 80)], payments)).toEqual({ 0: [0, 1], 1: [2] });
    expect(membersOf([line(0, 80), line(1, 150)], payments)).toEqual({ 0: [2], 1: [0, 1] });
  });

  test('stay undecided where two ways of cutting fit', () => {
    // 30 + 70 and 70 + 30: the cut may lie after the first or after the second.
    const { members, undecided } = runsOf([line(0, 100), line(1, 100)], paid(30, 70, 30, 70, 30));
    expect(members.size).toBe(0);
    expect([...undecided]).toEqual([
      [0, { ways: 2, records: [0, 1, 2], longest: 2 }],
      [1, { ways: 2, records: expect.arrayContaining([2, 3, 4]), longest: 2 }],
    ]);
  });

  test('are decided by how many they say they add up', () => {
    const payments = paid(100, 50, -50, 20);
    expect(membersOf([line(0, 100, { count: 3 })], payments)).toEqual({ 0: [0, 1, 2] });
    expect(membersOf([line(0, 100, { count: 1 })], payments)).toEqual({ 0: [0] });
    expect(membersOf([line(0, 100, { count: 2 })], payments)).toEqual({});
    expect(runsOf([line(0, 100)], payments).undecided.get(0)).toEqual({
      ways: 2,
      records: [0, 1, 2],
      longest: 3,
    });
  });

  test('leave no gap between them', () => {
    expect(membersOf([line(0, 100), line(1, 80)], paid(100, 7, 80))).toEqual({});
  });

  test('are of their own day or the one beside it', () => {
    const far = paid(100, 50).map((one) => ({ ...one, fromDay: 12, toDay: 12 }));
    expect(membersOf([line(0, 150)], far)).toEqual({});
    expect(membersOf([line(0, 150, { day: 11 })], far)).toEqual({ 0: [0, 1] });
  });
});

test('what has more ways than are followed is decided by none of them', () => {
  const many = Array.from({ length: 24 }, () => 10);
  const { members, undecided } = runsOf([line(0, 10), line(1, 20)], paid(...many));
  expect([members.size, undecided.size]).toEqual([0, 2]);
});

test('one sum alone has to begin or end where something else says so', () => {
  expect(membersOf([line(0, 80)], paid(7, 50, 30, 9))).toEqual({});
  expect(membersOf([line(0, 57)], paid(7, 50, 30, 9))).toEqual({ 0: [0, 1] });
  expect(membersOf([line(0, 39)], paid(7, 50, 30, 9))).toEqual({ 0: [2, 3] });
});

/** Every way of cutting, tried one by one. */
function allWays(lines: readonly SumLine[], payments: readonly FreePayment[]): number[][][] {
  const ways: number[][][] = [];
  const go = (at: number, left: readonly SumLine[], told: ReadonlyMap<number, number[]>): void => {
    if (left.length === 0) ways.push(lines.map((each) => told.get(each.line) as number[]));
    for (const each of left) {
      for (let end = at + 1; end <= payments.length; end++) {
        const run = payments.slice(at, end);
        const sum = run.reduce((all, { amountMinor }) => all + amountMinor, 0);
        if (sum !== each.grossMinor) continue;
        const rest = left.filter((other) => other !== each);
        go(end, rest, new Map([...told, [each.line, run.map(({ record }) => record)]]));
      }
    }
  };
  for (let at = 0; at < payments.length; at++) go(at, lines, new Map());
  return ways;
}

test('what is decided is so in every way that fits, and what has two ways is not decided', () => {
  const amounts = fc.array(fc.constantFrom(10, 20, 30, 50, -10), { minLength: 2, maxLength: 7 });
  fc.assert(
    fc.property(
      amounts,
      fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 3 }),
      (all, sizes) => {
        const payments = paid(...all);
        let at = 0;
        const lines = sizes.flatMap((size, index) => {
          const part = all.slice(at, at + size);
          at += size;
          return part.length === 0
            ? []
            : [
                line(
                  index,
                  part.reduce((sum, one) => sum + one, 0),
                ),
              ];
        });
        if (lines.length < 2 || new Set(lines.map(({ grossMinor }) => grossMinor)).size < lines.length)
          return;
        const found = allWays(lines, payments);
        const ways = found.some((way) => way.some((run) => run.length > 1)) ? found : [];
        const { members, undecided } = runsOf(lines, payments);
        lines.forEach((each, index) => {
          const sets = new Set(ways.map((way) => String(way[index])));
          const decided = members.get(each.line);
          if (sets.size === 0) expect([decided, undecided.has(each.line)]).toEqual([undefined, false]);
          else if (decided) expect([...sets]).toEqual([String(decided)]);
          else expect([sets.size > 1, undecided.has(each.line)]).toEqual([true, true]);
        });
      },
    ),
    { numRuns: 300 },
  );
});
