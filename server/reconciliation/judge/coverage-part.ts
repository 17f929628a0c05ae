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

/** The only part that holds all terminals and schemes of a file; null where none or several do, and a person is asked. */
export function onlyPartOf<T extends PartHolds>(
  parts: readonly T[],
  terminals: Iterable<string>,
  schemes: Iterable<string>,
): T | null {
  const [ownTerminals, ownSchemes] = [[...terminals], [...schemes]];
  const holding = parts.filter(
    (part) =>
      ownTerminals.every((terminal) => part.terminals?.has(terminal) ?? true) &&
      ownSchemes.every((scheme) => part.schemes?.has(scheme) ?? true),
  );
  return holding.length === 1 ? (holding[0] ?? null) : null;
}

/**
 * Where the first file of a part may begin: the start of the business day of its oldest line, but after every whole
 * business day with open payments of which it has no line, so that one late line claims nothing of what lies between.
 * A proposal for a person; -Infinity where the file has no line.
 */
export function proposedOpening(
  payments: CoveragePayments,
  { cutoffMinute }: Pick<CoverageQuestion, 'cutoffMinute'>,
): number {
  const { hostAtMs, counts, state } = payments;
  const withLine = new Set<number>();
  const withOpen = new Set<number>();
  for (let at = 0; at < payments.count; at++) {
    if (counts[at] !== 1) continue;
    const isLine = state[at] === paymentState.line;
    if (isLine || state[at] === paymentState.open)
      (isLine ? withLine : withOpen).add(dayOfInstant(hostAtMs[at] as number, cutoffMinute));
  }
  if (withLine.size === 0) return Number.NEGATIVE_INFINITY;
  let day = Math.max(...withLine);
  const oldest = Math.min(...withLine);
  let opening = day;
  for (; day >= oldest; day--) {
    if (withLine.has(day)) opening = day;
    else if (withOpen.has(day)) break;
  }
  return startOfDay(opening, cutoffMinute);
}
