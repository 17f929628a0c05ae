import type { BankLines } from './bank-lines.ts';
import type { RowKeys } from './row-keys.ts';

/** A line that was taken back: its number, its flags and the keys by which its payment may still be found. */
export interface TakenBack {
  line: number;
  flags: number;
  keys: RowKeys;
}

/**
 * Takes back the lines whose flags have a bit of `mask`: what they were read by holds no longer, now that the whole file
 * is known. The others keep their order.
 */
export function takeBack(lines: BankLines, mask: number): TakenBack[] {
  if (mask === 0) return [];
  const { flags, line, terminal, rrnHigh, rrnLow, auth } = lines.columns;
  const taken: TakenBack[] = [];
  const columns = Object.values(lines.columns);
  let kept = 0;
  for (let index = 0; index < lines.count; index++) {
    const flag = flags[index] as number;
    if ((flag & mask) !== 0) {
      const keys = {
        terminal: terminal[index] as number,
        rrnHigh: rrnHigh[index] as number,
        rrnLow: rrnLow[index] as number,
        auth: auth[index] as number,
      };
      taken.push({ line: line[index] as number, flags: flag, keys });
      continue;
    }
    if (kept < index) for (const column of columns) column[kept] = column[index] as number;
    kept++;
  }
  lines.count = kept;
  return taken;
}
