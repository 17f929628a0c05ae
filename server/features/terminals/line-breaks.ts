import { breaksMax, type TerminalHistory } from '@mizan/contract/terminal-history.ts';
import type { LineChange } from './terminal-history.queries.ts';

/**
 * When a terminal was not connected between `from` and `to`, of its connections and losses since `from` (newest first) and the
 * one before them. Of the time before the first that is known nothing is said. Pure.
 */
export function lineOf(
  { changes, before }: { changes: readonly LineChange[]; before: LineChange | null },
  from: Date,
): TerminalHistory['line'] {
  const inOrder = changes.toReversed();
  // More than are read: what came before the oldest of them is not known.
  const isCut = changes.length >= 2 * breaksMax;
  const first = isCut || !before ? inOrder[0] : { ...before, at: from };
  if (!first) return { knownFrom: null, breaks: [] };
  const breaks: { from: string; to: string | null }[] = [];
  let lostAt = first.event === 'LOST' ? first.at : null;
  for (const { at, event } of inOrder) {
    if (event === 'LOST') lostAt ??= at;
    else if (lostAt) {
      breaks.push({ from: lostAt.toISOString(), to: at.toISOString() });
      lostAt = null;
    }
  }
  if (lostAt) breaks.push({ from: lostAt.toISOString(), to: null });
  return { knownFrom: first.at.toISOString(), breaks: breaks.slice(-breaksMax) };
}
