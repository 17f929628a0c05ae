import type { NewLines } from './coverage-edges.ts';
import {
  type AbsentPart,
  type CoveragePayments,
  cellOf,
  paymentState,
  schemeCount,
  standing,
} from './coverage-model.ts';

/** Terminals and schemes without a new line, and the open payments that say so: 1 by payment. */
export interface AbsentParts {
  parts: AbsentPart[];
  payments: Uint8Array;
}

/**
 * The terminals and schemes without a new line that have an open payment where the file has others: between its oldest
 * new line and the newest of its group (of a scheme: on that terminal), or due by the file's day and not after the
 * newest line. A payment of an absent terminal does not say besides that its scheme is absent.
 */
export function absentOf(
  payments: CoveragePayments,
  groupOf: Uint8Array,
  lines: NewLines,
  fileDay: number,
  standings: Uint8Array,
): AbsentParts {
  const { hostAtMs, terminal, scheme, dueDay, counts, state } = payments;
  const ofTerminal = new Uint32Array(lines.terminals.length);
  const ofScheme = new Uint32Array(schemeCount);
  const marked = new Uint8Array(payments.count);
  for (let at = 0; at < payments.count; at++) {
    if (state[at] !== paymentState.open || counts[at] !== 1) continue;
    const standsAt = standings[at];
    if (standsAt !== standing.covered && standsAt !== standing.after) continue;
    const place = (terminal[at] as number) + 1;
    const own = scheme[at] as number;
    const hasTerminal = lines.terminals[place] === 1;
    if (hasTerminal && lines.schemes[own] === 1) continue;
    const atMs = hostAtMs[at] as number;
    const group = groupOf[own] as number;
    const newestMs = hasTerminal
      ? (lines.newestOfGroup[cellOf(terminal[at] as number, group)] as number)
      : (lines.newestInGroup[group] as number);
    const isAmongOthers = atMs > (lines.oldestInGroup[group] as number) && atMs < newestMs;
    const isDue = (dueDay[at] as number) <= fileDay && atMs <= lines.newestMs;
    if (!isAmongOthers && !isDue) continue;
    marked[at] = 1;
    if (hasTerminal) ofScheme[own] = (ofScheme[own] as number) + 1;
    else ofTerminal[place] = (ofTerminal[place] as number) + 1;
  }
  const parts = [
    ...partsOf('terminal', ofTerminal).map((part) => ({ ...part, id: part.id - 1 })),
    ...partsOf('scheme', ofScheme),
  ];
  return { parts, payments: marked };
}

const partsOf = (kind: AbsentPart['kind'], counts: Uint32Array): AbsentPart[] =>
  [...counts].flatMap((count, id) => (count > 0 ? [{ kind, id, count }] : []));
