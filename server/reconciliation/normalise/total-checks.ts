import { type Currency, currencies } from '@mizan/contract/money.ts';
import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { noCurrency } from '../read/currency-words.ts';
import type { AgreedCharges, UnsaidCharge } from './agreed-charges.ts';
import type { BankLines } from './bank-lines.ts';
import { type ClosedRows, closedRows, type Stretches, type StretchesLeft } from './line-stretches.ts';
import type { TotalLabel, TotalMeasure } from './total-labels.ts';
import type { TotalRow } from './total-rows.ts';
import { addLine, newSums, newSumsByCurrency, type Sums } from './total-sums.ts';

/** What a total or a payout says, beside the lines that it closes. Amounts in minor units of `currency`. */
export interface TotalCheck extends ClosedRows {
  line: number;
  kind: 'total' | 'payout';
  /** null where the row names none and its lines are of several, or none. */
  currency: Currency | null;
  /** What is compared: the first figure that differs, else the first that is stated; null where nothing is. */
  measure: StatedMeasure | null;
  /** Minor units, or a number of lines where `measure` is 'count'. */
  stated: number | null;
  sum: number | null;
  /** How many lines it closes. */
  lineCount: number;
  /** null where nothing can be compared: no figure, several currencies, lines without charges, or too many totals. */
  agrees: boolean | null;
}

type StatedMeasure = TotalMeasure | 'charge';

/** What the check needs to know of the file beside its lines. */
export interface TotalFacts {
  /** Amounts as printed have other signs than ours. */
  turnsSigns: boolean;
  /** The lines, ascending, that were read and taken back again at the end. */
  takenBack: readonly number[];
  kept: StretchesLeft;
  /** What was agreed to be kept of lines that do not say it; null as long as they have no payments. */
  agreed: AgreedCharges | null;
  /** Takes the lines whose charges a figure that agrees holds, together. */
  seen: Stretches[];
}

/**
 * Holds every total against the lines that it closes. What it closes, its words and its place say: a total of a level
 * closes what came since the last one of its level or of a higher one, and higher is what follows another total without
 * a line between them. Only where 'Total' alone leaves open whether a part or the whole is meant, either will do.
 */
export function checkTotals(lines: BankLines, totals: readonly TotalRow[], facts: TotalFacts): TotalCheck[] {
  const placed = placeTotals(lines, totals);
  const above = newSumsByCurrency();
  let aboveTo = 0;
  let stepsLeft = bankFileLimits.totalStepsMax;
  return placed.map((place) => {
    for (; aboveTo < place.end; aboveTo++) addLine(above, lines, aboveTo);
    stepsLeft -= place.end - place.start;
    if (stepsLeft < 0)
      return checkOf(lines, place.total, noSums, {
        currency: null,
        outcome: uncompared(place.total),
        kept: facts.kept,
      });
    const part = place.start === 0 && !isFiltered(place.total) ? above : sumsOf(lines, place);
    const first = compare(lines, place, part, facts);
    if (first.agrees !== false || place.start === 0 || !mayBeWhole(place.total)) return first;
    const whole = compare(lines, { ...place, start: 0, rejected: place.total.rejectedAbove }, above, facts);
    return whole.agrees === true ? whole : first;
  });
}

const noSums = newSums();

/** A total with the lines above it that it closes: from index `start` up to, and without, `end`. */
interface Place {
  total: TotalRow;
  start: number;
  end: number;
  /** Rows rejected among them. */
  rejected: number;
}

interface Boundary {
  end: number;
  rejectedAbove: number;
  /** The one of its kind before it, with lines between the two. */
  before: Boundary | undefined;
}

/** Finds what each total closes. */
function placeTotals(lines: BankLines, totals: readonly TotalRow[]): Place[] {
  const ends = totals.map(({ line }) => linesAbove(lines, line));
  const nodes = nodesOf(totals, ends);
  const higher = higherNodes(totals, nodes, ends);
  const last = new Map<string, Boundary>();
  const keep = (name: string, end: number, rejectedAbove: number): void => {
    const known = last.get(name);
    const before = known && known.end < end ? { ...known, before: undefined } : known?.before;
    last.set(name, { end, rejectedAbove, before });
  };
  return totals.map((total, index) => {
    const node = nodes[index] as string;
    const end = ends[index] as number;
    const chain = (currency: number | string): string => chainOf({ ...total, currency }, node);
    let start = { end: 0, rejectedAbove: 0 };
    // A total that names no currency closes lines of any.
    const like = total.currency === noCurrency ? [chain('any')] : [chain(total.currency), chain(noCurrency)];
    const begins = total.label.level === 'running' ? [] : [...like, ...(higher.get(node) ?? [])];
    for (const name of begins) {
      const known = last.get(name);
      // What stands right above, without a line between, closes the same lines and begins none; but for an empty group.
      const boundary = known && (known.end < end || statesNothing(total)) ? known : known?.before;
      if (boundary && boundary.end >= start.end && boundary.rejectedAbove >= start.rejectedAbove)
        start = boundary;
    }
    keep(chain(total.currency), end, total.rejectedAbove);
    keep(chain('any'), end, total.rejectedAbove);
    keep(node, end, total.rejectedAbove);
    return { total, start: start.end, end, rejected: total.rejectedAbove - start.rejectedAbove };
  });
}

const statesNothing = ({ stated }: TotalRow): boolean =>
  Object.values(stated).every((figure) => figure === 0);

/** How many lines stand above a row. */
export function linesAbove({ columns, count }: BankLines, row: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((columns.line[middle] as number) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What alone a total adds up: of a terminal, a batch, a scheme or a type. */
const filterOf = ({ terminal, batch, label }: Pick<TotalRow, 'terminal' | 'batch' | 'label'>): string =>
  `${terminal}|${batch}|${label.scheme}|${label.type}`;
const isFiltered = (total: TotalRow): boolean => filterOf(total) !== '-1|-1|-1|-1';
const measureOf = ({ label, stated }: Pick<TotalRow, 'label' | 'stated'>): string =>
  label.measure ?? Object.keys(stated)[0] ?? '';
const chainOf = (total: Omit<TotalRow, 'currency'> & { currency: number | string }, node: string): string =>
  `${node}|${filterOf(total)}|${measureOf(total)}|${total.currency}`;

/** The same words twice without a line between them are a level more: the second closes all of the first's kind. */
function nodesOf(totals: readonly TotalRow[], ends: readonly number[]): string[] {
  let seen = new Set<string>();
  return totals.map((total, index) => {
    if (index === 0 || ends[index] !== ends[index - 1]) seen = new Set();
    const { level } = total.label;
    const node = `${level}${total.terminal >= 0 ? ' terminal' : ''}${total.batch >= 0 ? ' batch' : ''}`;
    const chain = chainOf(total, node);
    if (seen.has(chain) && !statesNothing(total)) return `${node} again`;
    seen.add(chain);
    return node;
  });
}

const standsAside = (level: TotalLabel['level']): boolean => level === 'page' || level === 'running';

/** By each node those that stand higher: they followed it, once at least, without a line between. */
function higherNodes(
  totals: readonly TotalRow[],
  nodes: readonly string[],
  ends: readonly number[],
): Map<string, Set<string>> {
  const higher = new Map<string, Set<string>>();
  let run = new Set<string>();
  totals.forEach(({ label }, index) => {
    if (standsAside(label.level)) return;
    if (index === 0 || ends[index] !== ends[index - 1]) run = new Set();
    const node = nodes[index] as string;
    for (const lower of run) {
      if (lower === node) continue;
      const known = higher.get(lower) ?? new Set();
      higher.set(lower, known.add(node));
    }
    run.add(node);
  });
  return higher;
}

/** 'Total' by itself, and a grand one of a file that was put together of several, may be of a part or of everything. */
const mayBeWhole = (total: TotalRow): boolean =>
  (total.label.level === 'plain' || total.label.level === 'grand') && !isFiltered(total);

function sumsOf(lines: BankLines, { total, start, end }: Place): Sums[] {
  const { scheme, type, terminal, batch } = lines.columns;
  const sums = newSumsByCurrency();
  const fits = (wanted: number, value: number | undefined): boolean => wanted < 0 || wanted === value;
  for (let line = start; line < end; line++) {
    if (!fits(total.terminal, terminal[line]) || !fits(total.batch, batch[line])) continue;
    if (!fits(total.label.scheme, scheme[line]) || !fits(total.label.type, type[line])) continue;
    addLine(sums, lines, line);
  }
  return sums;
}

interface Outcome {
  measure: StatedMeasure | null;
  stated: number | null;
  sum: number | null;
  agrees: boolean | null;
}
const noOutcome: Outcome = { measure: null, stated: null, sum: null, agrees: null };

function compare(lines: BankLines, place: Place, sums: readonly Sums[], facts: TotalFacts): TotalCheck {
  const { total } = place;
  const used = currencies.flatMap((_, index) => ((sums[index] as Sums).count > 0 ? [index] : []));
  const only = used.length <= 1 ? (used[0] ?? -1) : -1;
  const currency = total.currency === noCurrency ? only : total.currency;
  const isMixed = currency < 0 && used.length > 0;
  const rejected = place.rejected + takenBackIn(lines, place, facts.takenBack);
  // A sum over several currencies says nothing, whatever it comes to; lines are counted in any.
  if (isMixed && total.stated.count === undefined)
    return checkOf(lines, total, noSums, {
      currency: null,
      outcome: uncompared(total),
      kept: facts.kept,
    });
  const closed = isMixed ? countsOf(sums) : (sums[currency] ?? noSums);
  const outcomes = (Object.entries(total.stated) as [StatedMeasure, number][]).map(([measure, stated]) =>
    isMixed && measure !== 'count'
      ? { measure, stated, sum: null, agrees: null }
      : outcomeOf(total, measure, stated, closed, { ...facts, rejected }),
  );
  const outcome =
    outcomes.find(({ agrees }) => agrees === false) ??
    outcomes.find(({ agrees }) => agrees === null) ??
    outcomes[0];
  // A copy: sums of all lines go on.
  if (outcome?.agrees === true && outcomes.some(saysCharges)) facts.seen.push([...closed.stretches]);
  return checkOf(lines, total, closed, {
    currency: currencies[currency] ?? null,
    outcome: outcome ?? noOutcome,
    kept: facts.kept,
  });
}

/** Whether a figure says what was kept of its lines together; a column without anything in it adds up to 0.00, too. */
const saysCharges = ({ measure, stated }: Outcome): boolean =>
  stated !== 0 && (measure === 'net' || measure === 'fee' || measure === 'charge');

/** The first figure that a total states, compared with nothing. */
function uncompared({ stated }: TotalRow): Outcome {
  const [first] = Object.entries(stated) as [StatedMeasure, number][];
  return first ? { measure: first[0], stated: first[1], sum: null, agrees: null } : noOutcome;
}

/** How many lines there are in all currencies together. */
function countsOf(sums: readonly Sums[]): Sums {
  const all = newSums();
  for (const { count, paidCount } of sums) {
    all.count += count;
    all.paidCount += paidCount;
  }
  return all;
}

function takenBackIn({ columns }: BankLines, { total, start }: Place, takenBack: readonly number[]): number {
  if (takenBack.length === 0) return 0;
  const after = start === 0 ? 0 : (columns.line[start - 1] as number);
  return takenBack.filter((line) => line > after && line < total.line).length;
}

const checkOf = (
  lines: BankLines,
  total: TotalRow,
  closed: Sums,
  { currency, outcome, kept }: { currency: Currency | null; outcome: Outcome; kept: StretchesLeft },
): TotalCheck => ({
  line: total.line,
  kind: 'total',
  currency,
  ...outcome,
  lineCount: closed.count,
  ...closedRows(lines, closed.stretches, kept),
});

/** One figure of a total beside the sums in which a bank may have come to it. Signs are not compared: banks leave them out. */
function outcomeOf(
  total: TotalRow,
  measure: StatedMeasure,
  stated: number,
  sums: Sums,
  facts: Pick<TotalFacts, 'turnsSigns' | 'agreed'> & { rejected: number },
): Outcome {
  const unsaid = sums.withoutCharge === 0 ? [noCharge] : (facts.agreed?.of(sums.stretches) ?? []);
  const ways = waysOf(total, measure, sums, { ...facts, unsaid });
  // What lines leave empty is nothing where it is added up, too.
  if (stated === 0 && ofCharges.includes(measure) && saysNoFee(sums) && sums.charge === 0) ways.push(0);
  const [usual] = ways;
  if (usual === undefined) return { measure, stated, sum: null, agrees: null };
  const fits = ways.find((sum) => Math.abs(sum) === Math.abs(stated));
  if (fits === undefined && ofNets.includes(measure) && unsaid.some(({ isPart }) => isPart))
    return { measure, stated, sum: null, agrees: null };
  return { measure, stated, sum: fits ?? usual, agrees: fits !== undefined };
}

function waysOf(
  total: TotalRow,
  measure: StatedMeasure,
  sums: Sums,
  {
    turnsSigns,
    rejected,
    unsaid,
  }: Pick<TotalFacts, 'turnsSigns'> & { rejected: number; unsaid: UnsaidCharge[] },
): number[] {
  const unsigned = (sum: number): number[] => (turnsSigns ? [sum] : []);
  const nets = unsaid.flatMap(({ netMinor }) =>
    [sums.net, sums.paidNet, ...unsigned(sums.unsignedNet)].map((sum) => sum - netMinor),
  );
  const charges = unsaid.flatMap(({ chargeMinor }) => [
    sums.charge + chargeMinor,
    sums.unsignedCharge + chargeMinor,
  ]);
  switch (measure) {
    case 'gross': {
      const grosses = [sums.gross, sums.paidGross, ...unsigned(sums.unsignedGross)];
      return total.isUnplaced ? [...grosses, ...nets] : grosses;
    }
    case 'net':
      return nets;
    case 'fee':
      return [
        ...(saysNoFee(sums) ? [] : [sums.fee]),
        ...known(unsaid, ({ feeMinor }) => sums.fee + feeMinor),
        ...(saysNoFee(sums) || total.label.measure === 'fee' ? charges : []),
      ];
    case 'vat':
      return [
        ...(saysNoFee(sums) && sums.vat === 0 ? [] : [sums.vat]),
        ...known(unsaid, ({ vatMinor }) => sums.vat + vatMinor),
      ];
    case 'charge':
      return charges;
    case 'count':
      return [sums.count + rejected, sums.paidCount + rejected, ...(isFiltered(total) ? [sums.count] : [])];
  }
}

const ofCharges: readonly StatedMeasure[] = ['fee', 'vat', 'charge'];
const ofNets: readonly StatedMeasure[] = ['net', ...ofCharges];
const saysNoFee = ({ count, withoutFee }: Sums): boolean => count > 0 && withoutFee === count;
const noCharge: UnsaidCharge = { netMinor: 0, feeMinor: Number.NaN, vatMinor: Number.NaN, chargeMinor: 0 };
const known = (unsaid: readonly UnsaidCharge[], of: (charge: UnsaidCharge) => number): number[] =>
  unsaid.map(of).filter((minor) => !Number.isNaN(minor));
