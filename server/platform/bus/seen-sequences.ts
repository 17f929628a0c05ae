/**
 * Which messages a process has delivered. Sequences are drawn when a row is written, but transactions commit
 * in any order, so 8 may become visible after 9: every number that was passed over is a gap, looked for until
 * it shows or until no transaction can be that old. Numbers of rolled-back transactions never show.
 */
export interface SeenSequences {
  /** True the first time a sequence is taken, false ever after: each message is delivered once. */
  take(seq: number, nowMs: number): boolean;
  readonly highest: number;
  /** The numbers that may still show. */
  gaps(nowMs: number): number[];
}

/** Longer than any transaction that announces; statements end after half a minute. */
export const gapLifeMs = 120_000;
/** A leap beyond this (a restored database, say) is no set of transactions on their way. */
export const gapLimit = 5_000;

export function seenSequences(highest: number, missing: readonly number[], nowMs: number): SeenSequences {
  const gaps = new Map<number, number>(missing.map((seq) => [seq, nowMs]));

  function passOver(from: number, to: number, at: number): void {
    for (let seq = Math.max(from, to - gapLimit); seq < to; seq += 1) gaps.set(seq, at);
    for (const oldest of gaps.keys()) {
      if (gaps.size <= gapLimit) break;
      gaps.delete(oldest);
    }
  }

  return {
    get highest() {
      return highest;
    },
    take(seq, at) {
      if (seq <= highest) return gaps.delete(seq);
      passOver(highest + 1, seq, at);
      highest = seq;
      return true;
    },
    gaps(at) {
      for (const [seq, since] of gaps) {
        if (at - since <= gapLifeMs) break;
        gaps.delete(seq);
      }
      return [...gaps.keys()];
    },
  };
}

/** The numbers between the oldest and the newest that are not there. `newestFirst` is in falling order. */
export function missingAmong(newestFirst: readonly number[]): number[] {
  const missing: number[] = [];
  for (let at = newestFirst.length - 1; at > 0; at -= 1) {
    const from = newestFirst[at] ?? 0;
    const to = newestFirst[at - 1] ?? 0;
    for (let seq = Math.max(from + 1, to - gapLimit); seq < to; seq += 1) missing.push(seq);
  }
  return missing;
}
