/** How many letters may differ: one slip, or two in a long name. */
const distanceMax = (text: string): number => (text.length < 4 ? 1 : 2);
/** More names than a person could have meant are not searched. */
const candidatesMax = 500;

/** How many letters are to be changed, added or left out to make one text the other; more than `most` is `most + 1`. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const now = [row];
    let least = row;
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      const steps = Math.min(
        (before[at] ?? 0) + 1,
        (now[at - 1] ?? 0) + 1,
        (before[at - 1] ?? 0) + Number(!isSame),
      );
      now.push(steps);
      least = Math.min(least, steps);
    }
    if (least > most) return most + 1;
    before = now;
  }
  return before[other.length] ?? most + 1;
}

/**
 * The candidate that is nearest to a text: to be offered to a person, and never taken. Null where none is near, or where two are
 * equally near, as then nothing says which.
 */
export function nearestOf(text: string, candidates: Iterable<string>): string | null {
  const plain = text.toLowerCase();
  const most = distanceMax(plain);
  let [best, bestSteps, isDoubtful, seen] = [null as string | null, most + 1, false, 0];
  for (const candidate of candidates) {
    if (++seen > candidatesMax) break;
    const steps = distance(plain, candidate.toLowerCase(), most);
    if (steps > most || steps > bestSteps) continue;
    isDoubtful = steps === bestSteps && candidate !== best;
    [best, bestSteps] = [candidate, steps];
  }
  return isDoubtful ? null : best;
}

/** Several lists as one, without making it: a merchant may have many thousands of names. */
export function* oneAfterAnother(...lists: readonly Iterable<string>[]): Generator<string> {
  for (const list of lists) yield* list;
}
