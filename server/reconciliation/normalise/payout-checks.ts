import { currencies } from '@mizan/contract/money.ts';
import { bankFileLimits, lineTypes } from '@mizan/contract/reconciliation-terms.ts';
import type { AgreedCharges } from './agreed-charges.ts';
import { type BankLines, lineFlag, noDay } from './bank-lines.ts';
import { addToStretches, closedRows, type Stretches, type StretchesLeft } from './line-stretches.ts';
import type { TotalCheck } from './total-checks.ts';

const payout = lineTypes.indexOf('PAYOUT');
const isPaymentType = (type: number): boolean =>
  ['PURCHASE', 'REFUND', 'REVERSAL'].includes(lineTypes[type] ?? '');

/** Payouts of one batch or settlement date and one currency, with the lines that they pay. */
interface Payment {
  line: number;
  paidMinor: number;
  netMinor: number;
  count: number;
  stretches: Stretches;
  /** A payment among them does not say what was taken for it. */
  isNetUnknown: boolean;
  /** It names a batch or a day, and so do the lines that no payout pays: then these are not its own for certain. */
  isOfOther: boolean;
  /** How many of its deposits there are, and how many more of them stand without a minus than with one. */
  payouts: number;
  direction: number;
  /** Other deposits of the file have their sign otherwise. */
  isOfOtherSign: boolean;
}

interface Groups {
  byBatch: Map<number, Payment>;
  byDay: Map<number, Payment>;
}

/**
 * Holds what the bank says it paid out against the net of the lines that it pays: those of the same batch, or else of the
 * same settlement date, or else those that no other payout pays. Several payouts of one batch, or of the rest, are taken
 * together. A payout of another batch or date than any line's is not compared, unless it comes to the same. `seen` takes the
 * lines of those that agree: they say what was kept of them together. Payouts beyond those that are compared are counted.
 */
export function checkPayouts(
  lines: BankLines,
  kept: StretchesLeft,
  agreed: AgreedCharges | null,
  seen: Stretches[],
): { checks: TotalCheck[]; beyondCount: number } {
  const payouts: number[] = [];
  let beyondCount = 0;
  for (let line = 0; line < lines.count; line++) {
    if (!isPaid(lines, line) || lines.columns.type[line] !== payout) continue;
    if (payouts.length < bankFileLimits.totalsKeptMax) payouts.push(line);
    else beyondCount++;
  }
  if (payouts.length === 0) return { checks: [], beyondCount };
  const batches = new Set<number>();
  for (let line = 0; line < lines.count; line++)
    if (lines.columns.type[line] !== payout) batches.add(batchName(lines, line));
  const byName: Groups = { byBatch: new Map(), byDay: new Map() };
  const alone = payouts.flatMap((line) => addPayout(lines, byName, batches, line));
  const rest: number[] = [];
  for (let line = 0; line < lines.count; line++) if (!addPaid(lines, byName, line)) rest.push(line);
  const named = [...byName.byBatch.values(), ...byName.byDay.values()];
  const lone = [...named.filter(({ count }) => count === 0), ...alone];
  const groups = [...named.filter(({ count }) => count > 0), ...payTheRest(lines, lone, rest)];
  for (const group of groupsOfOtherSign(lines, groups)) group.isOfOtherSign = true;
  const checks = groups
    .sort((a, b) => a.line - b.line)
    .map((group) => {
      const check = checkOf(lines, group, kept, agreed);
      if (check.agrees === true) seen.push(group.stretches);
      return check;
    });
  return { checks, beyondCount };
}

/** Gives the lines of each currency that no payout pays to those payouts that have none. */
function payTheRest(lines: BankLines, lone: readonly Payment[], rest: readonly number[]): Payment[] {
  const { currency } = lines.columns;
  const left: Payment[] = [];
  for (const each of new Set(lone.map(({ line }) => currency[line] as number))) {
    const own = lone.filter(({ line }) => currency[line] === each);
    const paid = rest.filter((line) => currency[line] === each && lines.columns.type[line] !== payout);
    const group = newPayment(
      own.reduce((first, { line }) => Math.min(first, line), Number.POSITIVE_INFINITY),
    );
    for (const { paidMinor, payouts, direction } of own) {
      group.paidMinor += paidMinor;
      group.payouts += payouts;
      group.direction += direction;
    }
    for (const line of paid) addToPayment(lines, group, line);
    const isNamed = (line: number): boolean => batchName(lines, line) >= 0 || dayName(lines, line) >= 0;
    group.isOfOther = own.some(({ line }) => isNamed(line)) && paid.some(isNamed);
    left.push(group);
  }
  return left;
}

const isPaid = ({ columns }: BankLines, line: number): boolean =>
  ((columns.flags[line] as number) & lineFlag.unpaid) === 0;

/**
 * Deposits with another sign beside that of their lines than most in the file have: a bank writes what it pays with one of the two, and
 * what stands with the other was taken. Where as many have either, of none of them it is known; where all deposits have one sign, it may
 * be that the bank writes none.
 */
function groupsOfOtherSign({ columns }: BankLines, groups: readonly Payment[]): Payment[] {
  return [...currencies.keys()].flatMap((currency) => {
    const own = groups.filter(({ line }) => columns.currency[line] === currency);
    if (new Set(own.map(({ paidMinor }) => Math.sign(paidMinor)).filter((sign) => sign !== 0)).size < 2)
      return [];
    const withSame = own.filter(({ paidMinor, netMinor }) => paidMinor * netMinor > 0);
    const withOther = own.filter(({ paidMinor, netMinor }) => paidMinor * netMinor < 0);
    if (withSame.length === withOther.length) return [...withSame, ...withOther];
    return withSame.length > withOther.length ? withOther : withSame;
  });
}

const netOf = ({ columns }: BankLines, line: number): number =>
  (columns.grossMinor[line] as number) - (columns.chargeMinor[line] as number);

/** Batch and currency, day and currency, as one number each; -1 for none. */
const batchName = ({ columns }: BankLines, line: number): number =>
  (columns.batch[line] as number) < 0
    ? -1
    : (columns.batch[line] as number) * currencies.length + (columns.currency[line] as number);
const dayName = ({ columns }: BankLines, line: number): number =>
  columns.settlementDay[line] === noDay
    ? -1
    : (columns.settlementDay[line] as number) * currencies.length + (columns.currency[line] as number);

/** Adds a payout to its group; one that names neither a batch of lines nor a day stays by itself, and is answered. */
function addPayout(
  lines: BankLines,
  { byBatch, byDay }: Groups,
  batches: ReadonlySet<number>,
  line: number,
): Payment[] {
  const batch = batchName(lines, line);
  const hasBatch = batch >= 0 && batches.has(batch);
  const [groups, name] = hasBatch ? [byBatch, batch] : [byDay, dayName(lines, line)];
  const known = name === -1 ? undefined : groups.get(name);
  const group = known ?? newPayment(line);
  group.paidMinor += netOf(lines, line);
  group.payouts++;
  group.direction += Math.sign(netOf(lines, line));
  if (name === -1) return [group];
  groups.set(name, group);
  return [];
}

const newPayment = (line: number): Payment => ({
  line,
  paidMinor: 0,
  netMinor: 0,
  count: 0,
  stretches: [],
  isNetUnknown: false,
  isOfOther: false,
  payouts: 0,
  direction: 0,
  isOfOtherSign: false,
});

/** Whether a payout names its batch or day, or the line is none that is paid. */
function addPaid(lines: BankLines, { byBatch, byDay }: Groups, line: number): boolean {
  if (lines.columns.type[line] === payout || !isPaid(lines, line)) return true;
  const group = byBatch.get(batchName(lines, line)) ?? byDay.get(dayName(lines, line));
  if (group) addToPayment(lines, group, line);
  return group !== undefined;
}

function addToPayment(lines: BankLines, group: Payment, line: number): void {
  const { type, flags } = lines.columns;
  group.netMinor += netOf(lines, line);
  group.count++;
  addToStretches(group.stretches, line);
  const isKnown = ((flags[line] as number) & lineFlag.chargeKnown) !== 0;
  if (!isKnown && isPaymentType(type[line] as number)) group.isNetUnknown = true;
}

/**
 * Whether more was taken back than paid, or nobody can tell which of the two signs pays: banks write what they pay with either
 * one, and of deposits with both only the more frequent one pays.
 */
const isTurned = ({ payouts, direction, paidMinor, isOfOtherSign }: Payment): boolean =>
  isOfOtherSign || (Math.abs(direction) < payouts && Math.sign(direction) !== Math.sign(paidMinor));

function checkOf(
  lines: BankLines,
  group: Payment,
  kept: StretchesLeft,
  agreed: AgreedCharges | null,
): TotalCheck {
  const { columns } = lines;
  const stated = Math.abs(group.paidMinor);
  const unsaid = group.isNetUnknown ? (agreed?.of(group.stretches) ?? null) : [];
  // What came to the amounts before fees was paid without any.
  const sums = [
    ...(unsaid ?? []).map(({ netMinor }) => Math.abs(group.netMinor - netMinor)),
    Math.abs(group.netMinor),
  ];
  const sum = sums.find((each) => each === stated) ?? (sums[0] as number);
  const isPart = unsaid === null || unsaid.some((each) => each.isPart);
  const isEqual = group.count > 0 && sum === stated && !isTurned(group);
  const isOpen = group.count === 0 || group.isOfOther || isTurned(group) || isPart;
  const agrees = isEqual ? true : isOpen ? null : false;
  // The lines of another day are not shown as what a payout should have come to.
  const isOfThese = agrees !== null || (group.count > 0 && !group.isOfOther && !isTurned(group));
  return {
    line: columns.line[group.line] as number,
    kind: 'payout',
    currency: currencies[columns.currency[group.line] as number] ?? null,
    measure: 'net',
    stated,
    sum: isOfThese ? sum : null,
    lineCount: isOfThese ? group.count : 0,
    ...closedRows(lines, isOfThese ? group.stretches : [], kept),
    agrees,
  };
}
