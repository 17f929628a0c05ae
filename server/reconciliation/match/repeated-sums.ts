import { noDay } from '../normalise/bank-lines.ts';
import { groupOfLine, groupRecords } from './batch-groups.ts';
import { broughtBefore, type Matches, recordState } from './matches.ts';
import type { Sides } from './sides.ts';

/** What an earlier file has of the payments that a line speaks of. */
interface HeldSum {
  first: number;
  minor: number;
  count: number;
}

/**
 * Sums whose payments earlier files have, all of them and to the halala: likely a line that comes again, or the sum of lines
 * that came by themselves. What it kept back of them together is not known of its payments, so it is asked and never taken
 * for granted. Where earlier files have a part of them only, it is not known what the line is for.
 */
export function markRepeatedSums(sides: Sides, matches: Matches, open: Int32Array): void {
  if (open.length === 0) return;
  const { claimant, claimedLine, claimedDay, amountMinor } = sides.records.columns;
  const { grossMinor, settlementDay } = sides.lines.columns;
  const isHeld = (record: number): boolean =>
    matches.lineOf[record] === recordState.claimedBefore && (claimedLine[record] as number) > 0;
  const held = groupRecords(sides, open, isHeld, 1);
  const whole = groupRecords(
    sides,
    open,
    (record) => isHeld(record) || matches.lineOf[record] === recordState.free,
  );
  for (const line of open) {
    const name = groupOfLine(sides, line);
    const sums = new Map<string, HeldSum>();
    for (const record of held.get(name) ?? []) {
      const [earlier, later] = [claimedDay[record] as number, settlementDay[line] as number];
      if (earlier !== noDay && later !== noDay && earlier !== later) continue;
      addHeld(sums, `${claimant[record]}|${claimedLine[record]}`, record, amountMinor[record] as number);
    }
    for (const record of (whole.get(name) ?? []).filter(isHeld))
      addHeld(sums, 'all', record, amountMinor[record] as number);
    const same = [...sums.values()].find(({ minor, count }) => count > 1 && minor === grossMinor[line]);
    if (same) {
      matches.duplicateOf[line] = same.first;
      matches.before[line] = broughtBefore.asked;
      continue;
    }
    const group = whole.get(name) ?? [];
    const left = group.filter((record) => !isHeld(record));
    const minor = group.reduce((sum, record) => sum + (amountMinor[record] as number), 0);
    if (minor === grossMinor[line] && left.length < group.length && left.length > 0)
      matches.undecidedSums.set(line, { ways: 2, records: left });
  }
}

function addHeld(sums: Map<string, HeldSum>, name: string, record: number, minor: number): void {
  const sum = sums.get(name) ?? { first: record, minor: 0, count: 0 };
  sums.set(name, { ...sum, minor: sum.minor + minor, count: sum.count + 1 });
}
