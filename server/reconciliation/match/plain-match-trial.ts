import { compareSpots, isOtherById, plainSums, type Spot } from './plain-lines-trial.ts';

/** What makes a pair. */
interface PlainKey {
  agrees: (line: Spot, payment: Spot) => boolean;
  /** A line whose payment is taken is a duplicate and takes no other. */
  isNaming?: true;
  /** Where approval code, card and minute are another payment's, it gives way. */
  givesWay?: true;
}

/** The rules of the exact passes in the plainest words: every line against every payment, the strongest pair first. */
export function plainMatching(printed: readonly Spot[], given: readonly Spot[]): Map<number, number> {
  const lines = plainSums(printed, given);
  const payments = given.map((one) => ({ ...one, saleRrn: given[one.sale ?? -1]?.rrn ?? null }));
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  const undecided = new Map<number, Set<number>>();
  /** Lines that an earlier key has given a payment. */
  const before = new Set<number>();
  const hasOwnStans = plainOwnStans(lines, payments);
  const state: Plain = { lines, payments, hasOwnStans, pairs, taken, undecided };
  const keys = plainKeys(lines, payments, hasOwnStans);
  const pair = (agrees: PlainKey['agrees'], among: readonly number[]): void =>
    pairStrongest(state, agrees, among);
  const possibleOf = (l: number, agrees: PlainKey['agrees']) => possibleIn(state, l, agrees);
  const strongestFirst = strongestOf(lines, payments);
  const all = lines.map((_, l) => l);
  for (const { agrees, isNaming, givesWay } of keys) {
    const open = all.filter((l) => !pairs.has(l));
    pair(agrees, all);
    while (takeFromRepeated(state, agrees, open).length > 0) pair(agrees, all);
    const joined = open.filter((l) => (pairs.get(l) ?? -1) >= 0);
    partDoubtful(state, agrees, joined);
    const duplicates = new Map<number, number>();
    const nameDuplicates = (among: readonly number[]): void => {
      for (const l of isNaming ? among : []) {
        const [first] = possibleOf(l, agrees)
          .filter(({ p }) => !pairs.has(l) && taken.has(p))
          .sort(strongestFirst);
        if (first) duplicates.set(l, first.p);
      }
      for (const l of duplicates.keys()) pairs.set(l, -1);
    };
    nameDuplicates(all);
    if (!givesWay) {
      for (const l of pairs.keys()) before.add(l);
      continue;
    }
    // Where approval code, card and minute are another payment's, the number gives way.
    const contradicted = new Set(
      all.filter((l) => {
        const p = duplicates.get(l) ?? pairs.get(l) ?? -1;
        const isByThis = duplicates.has(l) || possibleOf(l, agrees).some((one) => one.p === p);
        return p >= 0 && isByThis && !before.has(l) && isContradicted(lines[l] as Spot, payments[p] as Spot);
      }),
    );
    const isOpen = (p: number): boolean => !taken.has(p) || [...contradicted].some((l) => pairs.get(l) === p);
    const areItsOwn: PlainKey['agrees'] = (line, payment) =>
      hasOwnKeys(line, payment) && !isOtherById(payments, line, payment);
    const better = [...contradicted].filter((l) => possibleOf(l, areItsOwn).some(({ p }) => isOpen(p)));
    for (const l of better) {
      taken.delete(pairs.get(l) as number);
      pairs.delete(l);
      duplicates.delete(l);
    }
    pair(areItsOwn, better);
    pair(agrees, better);
    nameDuplicates(better);
    for (const l of pairs.keys()) before.add(l);
  }
  giveWhatIsLeft(pairs, taken, undecided);
  return pairs;
}

/** The state of a plain matching. */
interface Plain {
  lines: readonly Spot[];
  payments: readonly Spot[];
  hasOwnStans: boolean;
  pairs: Map<number, number>;
  taken: Set<number>;
  /** Lines that several payments fit alike, and which. */
  undecided: Map<number, Set<number>>;
}

const possibleIn = ({ lines, payments }: Plain, l: number, agrees: PlainKey['agrees']): Possible[] =>
  payments.flatMap((payment, p) => {
    const line = lines[l] as Spot;
    const fits = line.amount === payment.amount && agrees(line, payment);
    return fits ? [{ l, p, speaks: speaksFor(line, payment) }] : [];
  });

function pairStrongest(state: Plain, agrees: PlainKey['agrees'], among: readonly number[]): void {
  const { lines, payments, pairs, taken } = state;
  const possible = among.flatMap((l) =>
    possibleIn(state, l, agrees).filter(({ p }) => !pairs.has(l) && !taken.has(p)),
  );
  for (const { l, p } of possible.sort(strongestOf(lines, payments))) {
    if (pairs.has(l) || taken.has(p)) continue;
    pairs.set(l, p);
    taken.add(p);
  }
}

/** Takes their payment from lines whose STAN, code or card is another one's, which the key fits as well and which has its line. */
function takeFromRepeated(state: Plain, agrees: PlainKey['agrees'], among: readonly number[]): number[] {
  const { lines, payments, pairs, taken } = state;
  const holders = new Map(
    among.map((l) => {
      const held = payments[pairs.get(l) ?? -1];
      const others = possibleIn(state, l, agrees).filter(
        ({ p }) =>
          held !== undefined &&
          payments[p] !== held &&
          isNamedRather(state, lines[l] as Spot, payments[p] as Spot, held),
      );
      return [l, lines.flatMap((_, o) => (others.some(({ p }) => pairs.get(o) === p) ? [o] : []))];
    }),
  );
  const repeated = among.filter((l) => holders.get(l)?.some((o) => (holders.get(o) ?? []).length === 0));
  for (const l of repeated) {
    taken.delete(pairs.get(l) as number);
    pairs.set(l, -1);
  }
  return repeated;
}

/** Undecided lines of whose payments others have all but one. */
function giveWhatIsLeft(
  pairs: Map<number, number>,
  taken: Set<number>,
  undecided: ReadonlyMap<number, ReadonlySet<number>>,
): void {
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const [l, among] of undecided) {
      const left = [...among].filter((p) => !taken.has(p));
      if (left.length !== 1 || pairs.get(l) !== -1) continue;
      pairs.set(l, left[0] as number);
      taken.add(left[0] as number);
      isNew = true;
    }
  }
}

/** Lines that another payment without a line fits as well are parted from theirs. */
function partDoubtful(
  { lines, payments, pairs, taken, undecided }: Plain,
  agrees: PlainKey['agrees'],
  joined: readonly number[],
): void {
  const held = new Map(joined.map((l) => [l, pairs.get(l) as number]));
  const twinsOf = (l: number): number[] => {
    const line = lines[l] as Spot;
    return payments.flatMap((payment, p) =>
      !taken.has(p) &&
      line.amount === payment.amount &&
      agrees(line, payment) &&
      isNoWorse(line, payment, payments[held.get(l) as number])
        ? [p]
        : [],
    );
  };
  const isDoubtful = (l: number): boolean => (pairs.get(l) as number) >= 0 && twinsOf(l).length > 0;
  for (let doubtful = joined.filter(isDoubtful); doubtful.length > 0; doubtful = joined.filter(isDoubtful))
    for (const l of doubtful) {
      taken.delete(held.get(l) as number);
      pairs.set(l, -1);
    }
  for (const l of joined.filter((one) => pairs.get(one) === -1))
    undecided.set(l, new Set([held.get(l) as number, ...twinsOf(l)]));
}

/** The keys, the strongest first: reference, RRN, STAN, approval code, then the reference and the RRN of a refund's sale. */
function plainKeys(lines: readonly Spot[], payments: readonly Spot[], hasOwnStans: boolean): PlainKey[] {
  const kind = plainRrnKind(lines, payments);
  const isByChance = (line: Spot, payment: Spot): boolean =>
    kind === 'bank' && !stansAgree(line, payment) && !sameMinute(line, payment);
  /** A refund's RRN is its sale's, and names another one of that sale and amount as well. */
  const isUnderOneRrn = (payment: Spot): boolean =>
    payment.rrn !== null &&
    payment.rrn === payment.saleRrn &&
    payments.some(
      (other) => other !== payment && other.sale === payment.sale && other.amount === payment.amount,
    );
  const ofSale = (line: Spot, { sale }: Spot, key: 'reference' | 'rrn'): boolean =>
    line.amount < 0 && line[key] !== null && sale !== null && line[key] === payments[sale]?.[key];
  const others: PlainKey[] = [
    {
      agrees: (line, payment) =>
        sameRrn(line, payment) && !isByChance(line, payment) && !isUnderOneRrn(payment),
      isNaming: true,
      givesWay: true,
    },
    {
      agrees: (line, payment) =>
        line.stan !== null &&
        line.stan === payment.stan &&
        line.tid === payment.tid &&
        (!hasOwnStans || sameMinute(line, payment)) &&
        !(kind === 'portal' && line.rrn !== null && payment.rrn !== null && line.rrn !== payment.rrn),
      givesWay: true,
    },
    {
      agrees: (line, payment) =>
        line.auth !== null && line.auth === payment.auth && line.last4 === payment.last4,
    },
    { agrees: (line, payment) => ofSale(line, payment, 'reference') },
    {
      agrees: (line, payment) => ofSale(line, payment, 'rrn') && !isByChance(line, payment),
    },
  ];
  return [
    {
      agrees: (line, payment) => line.reference !== null && line.reference === payment.reference,
      isNaming: true,
    },
    // Whatever else they share: a line that names another payment is not this one's.
    ...others.map((key) => ({
      ...key,
      agrees: (line: Spot, payment: Spot) =>
        key.agrees(line, payment) && !isOtherById(payments, line, payment),
    })),
  ];
}

/** Whether STAN, approval code or card of a line is one payment's and not the other's, and none is the other one's alone. */
function isNamedRather({ hasOwnStans }: Plain, line: Spot, one: Spot, other: Spot): boolean {
  const says = (key: 'stan' | 'auth' | 'last4'): number => {
    if (line[key] === null || one[key] === other[key]) return 0;
    if (line[key] === other[key]) return -1;
    return Number(line[key] === one[key] && other[key] !== null);
  };
  const said = [hasOwnStans ? 0 : says('stan'), says('auth'), says('last4')];
  return said.includes(1) && !said.includes(-1);
}

/** Whether keys and minute of a line speak for one payment no less than for another. */
const isNoWorse = (line: Spot | undefined, one: Spot | undefined, other: Spot | undefined): boolean => {
  if (!line || !one || !other) return false;
  const minutes = Number(line.hour === one.hour) - Number(line.hour === other.hour);
  return (speaksFor(line, one) - speaksFor(line, other) || minutes) >= 0;
};

interface Possible {
  l: number;
  p: number;
  speaks: number;
}

const strongestOf =
  (lines: readonly Spot[], payments: readonly Spot[]) =>
  (a: Possible, b: Possible): number =>
    b.speaks - a.speaks ||
    apart(lines[a.l], payments[a.p]) - apart(lines[b.l], payments[b.p]) ||
    a.p - b.p ||
    compareSpots(lines[a.l] as Spot, lines[b.l] as Spot) ||
    a.l - b.l;

const hasOwnKeys = (line: Spot, payment: Spot): boolean =>
  line.auth !== null &&
  line.auth === payment.auth &&
  line.last4 === payment.last4 &&
  (sameMinute(line, payment) || (line.rrn !== null && line.rrn === payment.saleRrn));
const isContradicted = (line: Spot, payment: Spot): boolean =>
  line.auth !== null &&
  payment.auth !== null &&
  line.auth !== payment.auth &&
  line.last4 !== payment.last4 &&
  !sameMinute(line, payment);
const sameRrn = (line: Spot, payment: Spot): boolean =>
  line.rrn !== null &&
  line.rrn === payment.rrn &&
  line.tid === payment.tid &&
  line.amount < 0 === payment.amount < 0;
const stansAgree = (line: Spot, payment: Spot): boolean => line.stan !== null && line.stan === payment.stan;
const sameMinute = (line: Spot, payment: Spot): boolean =>
  line.hour === payment.hour && line.tid === payment.tid && line.amount === payment.amount;
const apart = (line: Spot | undefined, payment: Spot | undefined): number =>
  Math.abs(Number(line?.hour) - Number(payment?.hour));

/**
 * Whose numbers the RRNs are: the portal's where a STAN agrees besides or most lines have one, else what finds more lines
 * (decisions 0365 and 0394).
 */
function plainRrnKind(lines: readonly Spot[], payments: readonly Spot[]): 'portal' | 'bank' | 'unknown' {
  const has = (fits: (line: Spot, payment: Spot) => boolean): Spot[] =>
    lines.filter((line) => payments.some((payment) => fits(line, payment)));
  const byRrn = has(sameRrn);
  if (has((line, payment) => sameRrn(line, payment) && stansAgree(line, payment)).length > 0) return 'portal';
  if (byRrn.length * 2 > lines.length) return 'portal';
  const byOthers = has(
    (line, payment) =>
      line.rrn !== null &&
      payment.rrn !== null &&
      line.rrn !== payment.rrn &&
      line.amount === payment.amount &&
      ((stansAgree(line, payment) && line.tid === payment.tid) ||
        (line.auth !== null && line.auth === payment.auth && line.last4 === payment.last4) ||
        sameMinute(line, payment)),
  );
  const areAlone = byRrn.some((line) => !byOthers.includes(line));
  if (areAlone && byRrn.length >= byOthers.length) return 'portal';
  return byOthers.length > 0 ? 'bank' : 'unknown';
}

/** Whether the STANs are other numbers: other keys say so of more lines than of which they, or the STANs alone, say that they are (0424). */
function plainOwnStans(lines: readonly Spot[], payments: readonly Spot[]): boolean {
  const byOthers = (line: Spot): Spot[] =>
    payments.filter(
      (payment) =>
        line.stan !== null &&
        payment.stan !== null &&
        line.amount === payment.amount &&
        (sameRrn(line, payment) ||
          (line.auth !== null && line.auth === payment.auth && line.last4 === payment.last4) ||
          sameMinute(line, payment)),
    );
  const agreeing = lines.filter((line) => byOthers(line).some((payment) => stansAgree(line, payment)));
  const against = lines.filter((line) => !agreeing.includes(line) && byOthers(line).length > 0);
  const alone = lines.filter(
    (line) =>
      !agreeing.includes(line) &&
      payments.some(
        (payment) => stansAgree(line, payment) && line.tid === payment.tid && line.amount === payment.amount,
      ),
  );
  return against.length > Math.max(1, agreeing.length, alone.length);
}

/** What agreeing keys speak for a pair, and contradicting ones against it. */
const speaksFor = (line: Spot, payment: Spot): number =>
  (
    [
      ['rrn', 8],
      ['auth', 5],
      ['stan', 4],
      ['last4', 3],
      ['tid', 2],
    ] as const
  ).reduce((sum, [key, weight]) => {
    if (key === 'rrn' && line.rrn !== null && line.rrn === payment.saleRrn) return sum + weight;
    if (line[key] === null || payment[key] === null) return sum;
    return sum + (line[key] === payment[key] ? weight : -weight);
  }, 0);
