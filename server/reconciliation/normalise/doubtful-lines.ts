import type { BankLines } from './bank-lines.ts';

/** A line that was taken back: its number and its flags. */
export interface TakenBack {
  line: number;
  flags: number;
}

/**
 * Takes back the lines whose flags have a bit of `mask`: what they were read by holds no longer, now that the whole file
 * is known. The others keep their order.
 */
export function takeBack(lines: BankLines, mask: number): TakenBack[] {
  if (mask === 0) return [];
  const { flags, line } = lines.columns;
  const taken: TakenBack[] = [];
  const columns = Object.values(lines.columns);
  let kept = 0;
  for (let index = 0; index < lines.count; index++) {
    const flag = flags[index] as number;
    if ((flag & mask) !== 0) {
      taken.push({ line: line[index] as number, flags: flag });
      continue;
    }
    if (kept < index) for (const column of columns) column[kept] = column[index] as number;
    kept++;
  }
  lines.count = kept;
  return taken;
}
