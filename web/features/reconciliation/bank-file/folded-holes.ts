import type { Hole } from '@mizan/contract/verdict-parts.ts';

/** So many holes of one currency with what waits stand by themselves, and so many of the others. */
const shownMax = 30;

/** The smaller holes of one currency as one, with each of them. */
export interface FoldedHole<H extends Hole> extends Hole {
  kind: 'more';
  inside: readonly H[];
}

export const isFolded = <H extends Hole>(hole: H | FoldedHole<H>): hole is FoldedHole<H> => 'inside' in hole;

/** Holes as a list is read: the smaller ones of each currency together, and apart those without anything that waits beyond the first. */
export function foldHoles<H extends Hole>(
  holes: readonly H[],
): { rows: (H | FoldedHole<H>)[]; beyond: readonly H[] } {
  const waiting = holes.filter(({ waitsCount }) => waitsCount > 0);
  const others = holes.filter(({ waitsCount }) => waitsCount === 0);
  const rows = [...new Set(waiting.map(({ currency }) => currency))].flatMap(
    (currency): (H | FoldedHole<H>)[] => {
      const own = waiting.filter((hole) => hole.currency === currency);
      if (own.length <= shownMax) return own;
      return [...own.slice(0, shownMax - 1), folded(own.slice(shownMax - 1))];
    },
  );
  return { rows: [...rows, ...others.slice(0, shownMax)], beyond: others.slice(shownMax) };
}

/** The numbers of the smaller holes, which follow one another: '30-45'. */
export const numbersOf = ({ inside }: FoldedHole<Hole & { number: number }>): string =>
  `${inside[0]?.number}-${inside.at(-1)?.number}`;

/** How many holes one of the list stands for. */
export const holesIn = ({ kind, value }: Pick<Hole, 'kind' | 'value'>): number =>
  kind === 'more' ? Number(value) : 1;

type Named = 'schemes' | 'terminals';

function folded<H extends Hole>(inside: readonly H[]): FoldedHole<H> {
  const sum = (of: (hole: H) => number): number => inside.reduce((all, hole) => all + of(hole), 0);
  const instants = (of: 'from' | 'to'): string[] => inside.flatMap((hole) => hole[of] ?? []).sort();
  return {
    kind: 'more',
    value: String(sum(holesIn)),
    currency: inside[0]?.currency ?? null,
    count: 0,
    earlierCount: sum(({ earlierCount }) => earlierCount),
    hereCount: sum(({ hereCount }) => hereCount),
    waitsCount: sum(({ waitsCount }) => waitsCount),
    missingCount: sum(({ missingCount }) => missingCount),
    waitsMinor: sum(({ waitsMinor }) => waitsMinor),
    outsideMinor: 0,
    from: instants('from')[0] ?? null,
    to: instants('to').at(-1) ?? null,
    edge: null,
    edgeAt: null,
    schemes: together(inside, 'schemes', ({ scheme }) => scheme),
    terminals: together(inside, 'terminals', ({ tid }) => tid),
    inside,
  };
}

/** What waits by a name over several holes, the most first. */
function together<N extends Named>(
  holes: readonly Hole[],
  named: N,
  nameOf: (each: Hole[N][number]) => string,
): Hole[N] {
  const found = new Map<string, Hole[N][number]>();
  for (const each of holes.flatMap((hole) => hole[named] as Hole[N][number][])) {
    const known = found.get(nameOf(each));
    found.set(nameOf(each), { ...each, count: each.count + (known?.count ?? 0) });
  }
  return [...found.values()].sort((a, b) => b.count - a.count).slice(0, namesMax) as Hole[N];
}
const namesMax = 20;
