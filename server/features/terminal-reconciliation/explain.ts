/**
 * Which transactions make a difference between totals: sets of as many as the counts differ by, whose amounts add up to
 * what the amounts differ by. Pure; nothing is said that a search which had to stop could not know.
 */
export interface Candidate {
  readonly id: string;
  readonly amountMinor: number;
}
export interface Explanation {
  readonly found: 'ONE' | 'SEVERAL' | 'NONE';
  /** Those of the one set; empty otherwise. */
  readonly ids: readonly string[];
}

const limits = { setSize: 6, steps: 200_000 } as const;
const none: Explanation = { found: 'NONE', ids: [] };

/** `count` and `minor` without a sign. */
function search(count: number, minor: number, candidates: readonly Candidate[]): Explanation | null {
  const ordered = candidates.toSorted((a, b) => a.amountMinor - b.amountMinor);
  let stepsLeft: number = limits.steps;
  let first: readonly string[] | null = null;
  let many = false;
  const walk = (from: number, chosen: readonly string[], left: number): void => {
    if (many || stepsLeft <= 0) return;
    const open = count - chosen.length;
    if (open === 0) {
      if (left !== 0) return;
      if (first) many = true;
      else first = chosen;
      return;
    }
    for (let at = from; at + open <= ordered.length; at += 1) {
      stepsLeft -= 1;
      const { id, amountMinor } = ordered[at] as Candidate;
      // Those that follow are as large or larger: all of them together would be too much.
      if (stepsLeft <= 0 || many || amountMinor * open > left) return;
      walk(at + 1, [...chosen, id], left - amountMinor);
    }
  };
  walk(0, [], minor);
  if (many) return { found: 'SEVERAL', ids: [] };
  // A search that had to stop may have missed another set: then nothing is said.
  if (stepsLeft <= 0) return null;
  return first ? { found: 'ONE', ids: first } : none;
}

/**
 * The set that explains a difference of `count` payments and `minor` halalas, both of one sign. `groups` are the
 * transactions that could, those first that do so without contradicting what a side said of itself: the first group in which
 * a set is found decides, then all of them together. What is merely likelier is no group of its own, because a set beside it
 * would make the one that is named a guess.
 */
export function explain(
  difference: { count: number; minor: number },
  groups: readonly (readonly Candidate[])[],
): Explanation {
  const { count, minor } = difference;
  const size = Math.abs(count);
  const isOneSided = count !== 0 && Math.sign(count) === Math.sign(minor);
  if (!isOneSided || size > limits.setSize) return none;
  // One that stands in two groups is still one: it never makes a difference of two.
  const all = [...new Map(groups.flat().map((each) => [each.id, each])).values()];
  for (const group of [...groups, all]) {
    const found = search(size, Math.abs(minor), group);
    if (found === null) return none;
    if (found.found !== 'NONE') return found;
  }
  return none;
}
