import {
  type CoveragePayments,
  type CoverageQuestion,
  dayOfInstant,
  paymentState,
  startOfDay,
} from './coverage-model.ts';

/** What the files of a layout hold, as far as it tells one part from another; null stands for all. */
export interface PartHolds {
  terminals: ReadonlySet<string> | null;
  schemes: ReadonlySet<string> | null;
}

/** The parts that hold all terminals and schemes of a file. */
export function partsHolding<T extends PartHolds>(
  parts: readonly T[],
  terminals: Iterable<string>,
  schemes: Iterable<string>,
): T[] {
  const [ownTerminals, ownSchemes] = [[...terminals], [...schemes]];
  return parts.filter(
    (part) =>
      ownTerminals.every((terminal) => part.terminals?.has(terminal) ?? true) &&
      ownSchemes.every((scheme) => part.schemes?.has(scheme) ?? true),
  );
}

/** The only part that holds all terminals and schemes of a file; null where none or several do, and a person is asked. */
export function onlyPartOf<T extends PartHolds>(
  parts: readonly T[],
  terminals: Iterable<string>,
  schemes: Iterable<string>,
): T | null {
  const holding = partsHolding(parts, terminals, schemes);
  return holding.length === 1 ? (holding[0] ?? null) : null;
}

/**
 * Where the first file of a part may begin: the start of the business day of its oldest line. Across a whole business
 * day with open payments and without a line, an older day counts only where most of its payments have one, so that a
 * late line claims nothing of what lies between. A proposal for a person; -Infinity where the file has no line.
 */
export function proposedOpening(
  payments: CoveragePayments,
  { dayEnd }: Pick<CoverageQuestion, 'dayEnd'>,
): number {
  const { hostAtMs, counts, state } = payments;
  const withLine = new Map<number, number>();
  const withOpen = new Map<number, number>();
  for (let at = 0; at < payments.count; at++) {
    if (counts[at] !== 1) continue;
    const isLine = state[at] === paymentState.line;
    if (!isLine && state[at] !== paymentState.open) continue;
    const days = isLine ? withLine : withOpen;
    const day = dayOfInstant(hostAtMs[at] as number, dayEnd);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  if (withLine.size === 0) return Number.NEGATIVE_INFINITY;
  const newest = Math.max(...withLine.keys());
  const oldest = Math.min(...withLine.keys());
  let opening = newest;
  let isBroken = false;
  for (let day = newest; day >= oldest; day--) {
    const lines = withLine.get(day) ?? 0;
    const open = withOpen.get(day) ?? 0;
    if (lines > 0 && (!isBroken || lines >= open)) opening = day;
    else if (open > 0) isBroken = true;
  }
  return startOfDay(opening, dayEnd);
}
