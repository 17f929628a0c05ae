import { currencies } from '@mizan/contract/money.ts';
import { bankFileLimits, lineTypes } from '@mizan/contract/reconciliation-terms.ts';
import type { AgreedCharges } from './agreed-charges.ts';
import { type BankLines, lineFlag, noDay } from './bank-lines.ts';
import { isoDayOf } from './date-text.ts';
import { batchText } from './key-text.ts';
import { closedRows, type Stretches, type StretchesLeft } from './line-stretches.ts';
import { addLine, type LineSums } from './line-sums.ts';
import {
  type AskedPayout,
  type FoundElsewhere,
  findElsewhere,
  findParts,
  type OtherFile,
  type PaidElsewhere,
} from './paid-elsewhere.ts';
import type { TotalCheck } from './total-checks.ts';

const payout = lineTypes.indexOf('PAYOUT');

/** Payouts of one batch or settlement date and one currency, with the lines that they pay. */
interface Payment extends LineSums {
  line: number;
  /** All of its deposits, and what other files have for them. */
  deposits: number[];
  elsewhere: FoundElsewhere | null;
  paidMinor: number;
  /** Its lines are those that no payout names. */
  isRest: boolean;
  /** Whether its lines are told by their batch. */
  isOfBatch: boolean;
  /** All of these and all of its deposits name a batch or a day, and no two the same one. */
  isApart: boolean;
  /** It names a batch or a day, and so do the lines that no payout pays: then these are not its own for certain. */
  isOfOther: boolean;
  /** How many of its deposits there are, and how many more of them stand without a minus than with one. */
  payouts: number;
  direction: number;
  /** Other deposits of the file have their sign otherwise. */
  isOfOtherSign: boolean;
}

/** What is known of a file's deposits beside their checks. */
export interface PaidOfFile {
  /** Lines that have a deposit of their own file, those of which it is not known, and those that have one that is less. */
  closed: Stretches[];
  unsure: Stretches[];
  inPart: Stretches[];
  /** Deposits of which lines of other files were asked for, and by its line what they have. */
  asked: PaidElsewhere[];
  elsewhere: Map<number, FoundElsewhere>;
}
export const nothingPaid = (): PaidOfFile => ({
  closed: [],
  unsure: [],
  inPart: [],
  asked: [],
  elsewhere: new Map(),
});

interface Groups {
  byBatch: Map<number, Payment>;
  byDay: Map<number, Payment>;
}

/**
 * Holds what the bank says it paid out against the net of the lines that it pays: those of the same batch, or else of the
 * same settlement date, or else those that no other payout pays. Several payouts of one batch, or of the rest, are taken
 * together. A payout of another batch or date than any line's is held against lines of `others`, and compared with nothing where
 * they have none, unless it comes to the same. `seen` takes the
 * lines of those that agree: they say what was kept of them together. Payouts beyond those that are compared are counted.
 */
export function checkPayouts(
  lines: BankLines,
  kept: StretchesLeft,
  agreed: AgreedCharges | null,
  seen: Stretches[],
  others: readonly OtherFile[],
): { checks: TotalCheck[]; beyondCount: number; paid: PaidOfFile } {
  const payouts: number[] = [];
  let beyondCount = 0;
  for (let line = 0; line < lines.count; line++) {
    if (!isPaid(lines, line) || lines.columns.type[line] !== payout) continue;
    if (payouts.length < bankFileLimits.totalsKeptMax) payouts.push(line);
    else beyondCount++;
  }
  if (payouts.length === 0) return { checks: [], beyondCount, paid: nothingPaid() };
  const batches = new Set<number>();
  for (let line = 0; line < lines.count; line++)
    if (lines.columns.type[line] !== payout) batches.add(batchName(lines, line));
  const byName: Groups = { byBatch: new Map(), byDay: new Map() };
  const alone = payouts.flatMap((line) => addPayout(lines, byName, batches, line));
  const rest: number[] = [];
  for (let line = 0; line < lines.count; line++) if (!addPaid(lines, byName, line)) rest.push(line);
  const named = [...byName.byBatch.values(), ...byName.byDay.values()];
  const lone = [...named.filter(({ count }) => count === 0), ...alone];
  const own = payTheRest(lines, lone, rest, { agreed, others });
  const groups = [...named.filter(({ count }) => count > 0), ...own];
  for (const group of groups)
    if (group.count > 0 && !group.isRest) shareWithOthers(lines, group, agreed, others);
  for (const group of groupsOfOtherSign(lines, groups)) group.isOfOtherSign = true;
  const paid = nothingPaid();
  const checks = groups
    .sort((a, b) => a.line - b.line)
    .map((group) => {
      const check = checkOf(lines, group, kept, agreed);
      if (check.agrees === true) seen.push(group.stretches);
      notePaid(lines, paid, group, check, agreed);
      return check;
    });
  return { checks, beyondCount, paid };
}

/**
 * Gives the lines of each currency that no payout pays to those payouts that have none. What another file has lines of by the
 * day or batch that it names, or, where these lines do not come to the rest, by its amount alone, pays those.
 */
function payTheRest(
  lines: BankLines,
  lone: readonly Payment[],
  rest: readonly number[],
  { agreed, others }: { agreed: AgreedCharges | null; others: readonly OtherFile[] },
): Payment[] {
  const { currency } = lines.columns;
  return [...new Set(lone.map(({ line }) => currency[line] as number))].flatMap((each) => {
    const own = lone.filter(({ line }) => currency[line] === each);
    const paid = rest.filter((line) => currency[line] === each && lines.columns.type[line] !== payout);
    const ask = (group: Payment): void => {
      group.elsewhere = findElsewhere(others, askedOf(lines, group));
      group.netMinor = group.elsewhere?.netMinor ?? 0;
    };
    for (const group of own) if (isNamedAt(lines, group.line)) ask(group);
    // What agrees with the lines that it names in another file is theirs, before the rest is tried.
    const [before, left] = apart(own, ({ elsewhere }) => elsewhere?.state === 'agrees');
    if (left.length === 0) return before;
    const together = restOf(lines, left, paid);
    if (comesTo(together, agreed)) return [...before, together];
    for (const group of left) if (!isNamedAt(lines, group.line)) ask(group);
    const [found, unknown] = apart(left, ({ elsewhere }) => elsewhere !== null);
    return [...before, ...found, ...(unknown.length > 0 ? [restOf(lines, unknown, paid)] : [])];
  });
}

function apart<T>(all: readonly T[], is: (one: T) => boolean): [T[], T[]] {
  return [all.filter(is), all.filter((one) => !is(one))];
}

/** These payouts together with the lines that no other one pays. */
function restOf(lines: BankLines, own: readonly Payment[], paid: readonly number[]): Payment {
  const group = newPayment(own.reduce((first, { line }) => Math.min(first, line), Number.POSITIVE_INFINITY));
  for (const { paidMinor, payouts, direction, deposits } of own) {
    group.paidMinor += paidMinor;
    group.payouts += payouts;
    group.direction += direction;
    group.deposits.push(...deposits);
  }
  for (const line of paid) addLine(group, lines, line);
  group.isRest = true;
  group.isApart = [...own.map(({ line }) => line), ...paid].every((line) => isNamedAt(lines, line));
  group.isOfOther =
    own.some(({ line }) => isNamedAt(lines, line)) && paid.some((line) => isNamedAt(lines, line));
  return group;
}

const isNamedAt = (lines: BankLines, line: number): boolean =>
  batchName(lines, line) >= 0 || dayName(lines, line) >= 0;

function askedOf(lines: BankLines, { line, paidMinor }: Payment): AskedPayout {
  const { batch, settlementDay, currency, epochDay } = lines.columns;
  return {
    day: settlementDay[line] === noDay ? null : isoDayOf(settlementDay[line] as number),
    batch: (batch[line] as number) < 0 ? null : batchText(lines.batches.text(batch[line] as number)),
    currency: currencies[currency[line] as number] ?? 'SAR',
    paidMinor: Math.abs(paidMinor),
    byDay: isoDayOf(epochDay[line] as number),
  };
}

/** Lines of one batch or day may stand in several files, as of branches, and their deposit in one of them. */
function shareWithOthers(
  lines: BankLines,
  group: Payment,
  agreed: AgreedCharges | null,
  others: readonly OtherFile[],
): void {
  if (others.length === 0 || comesTo(group, agreed)) return;
  const asked = { ...askedOf(lines, group), besides: sumsOf(group, agreed).nets };
  const found = findElsewhere(others, asked);
  if (found?.state === 'agrees') group.elsewhere = found;
  else if (!found && isShort(group, agreed))
    group.elsewhere = findParts(others, asked, ownName(lines, group));
}

/** Whether it is less than its lines: a deposit in another file may pay the rest. */
function isShort(group: Payment, agreed: AgreedCharges | null): boolean {
  if (group.isRest || group.count === 0 || isTurned(group)) return false;
  const { sums, isPart } = sumsOf(group, agreed);
  return !isPart && sums.every((sum) => Math.abs(group.paidMinor) < sum);
}

/** The batch or else the day by which its lines are told. */
function ownName(lines: BankLines, group: Payment): Pick<AskedPayout, 'day' | 'batch'> {
  const { day, batch } = askedOf(lines, group);
  return group.isOfBatch ? { day: null, batch } : { day, batch: null };
}

/** What other files have to know of a payout, and whose lines it pays. `agreed`: null where the charges are not known yet. */
function notePaid(
  lines: BankLines,
  { closed, unsure, inPart, asked, elsewhere }: PaidOfFile,
  group: Payment,
  { agrees }: TotalCheck,
  agreed: AgreedCharges | null,
): void {
  const found = group.elsewhere;
  const isOwnPart = isShort(group, agreed);
  if (isOwnPart) inPart.push(group.stretches);
  else if (!group.isRest || agrees === true) closed.push(group.stretches);
  else if (!group.isApart) unsure.push(group.stretches);
  // One that comes to lines of another day than it names is another file's as soon as that one is there.
  if (!found && agrees === true && !group.isOfOther) return;
  const { currency, byDay, paidMinor } = askedOf(lines, group);
  const isNamed = isNamedAt(lines, group.line);
  const paid = isTurned(group) ? {} : { paidMinor };
  if (found) {
    const state = agrees === null && found.state === 'agrees' ? 'unknown' : found.state;
    for (const line of group.deposits) elsewhere.set(line, { ...found, state });
    const { day, batch, files, parts } = found;
    const isPart = parts.files.length > 0;
    asked.push({ day, batch, currency, agrees, files, isNamed, byDay, ...paid, ...(isPart && { isPart }) });
    return;
  }
  if (isOwnPart) {
    asked.push({ ...ownName(lines, group), currency, agrees: null, files: [], isNamed, byDay, ...paid });
    return;
  }
  for (const line of group.deposits) {
    const { day, batch } = askedOf(lines, { ...group, line });
    asked.push({ day, batch, currency, agrees: null, files: [], isNamed: isNamedAt(lines, line), byDay });
  }
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
  group.isOfBatch = hasBatch;
  group.deposits.push(line);
  group.paidMinor += netOf(lines, line);
  group.payouts++;
  group.direction += Math.sign(netOf(lines, line));
  if (name === -1) return [group];
  groups.set(name, group);
  return [];
}

const newPayment = (line: number): Payment => ({
  line,
  deposits: [],
  elsewhere: null,
  paidMinor: 0,
  netMinor: 0,
  count: 0,
  stretches: [],
  isNetUnknown: false,
  isRest: false,
  isOfBatch: false,
  isApart: false,
  isOfOther: false,
  payouts: 0,
  direction: 0,
  isOfOtherSign: false,
});

/** Whether a payout names its batch or day, or the line is none that is paid. */
function addPaid(lines: BankLines, { byBatch, byDay }: Groups, line: number): boolean {
  if (lines.columns.type[line] === payout || !isPaid(lines, line)) return true;
  const group = byBatch.get(batchName(lines, line)) ?? byDay.get(dayName(lines, line));
  if (group) addLine(group, lines, line);
  return group !== undefined;
}

/**
 * Whether more was taken back than paid, or nobody can tell which of the two signs pays: banks write what they pay with either
 * one, and of deposits with both only the more frequent one pays.
 */
const isTurned = ({ payouts, direction, paidMinor, isOfOtherSign }: Payment): boolean =>
  isOfOtherSign || (Math.abs(direction) < payouts && Math.sign(direction) !== Math.sign(paidMinor));

/** What the lines of a group may come to: as they say, or less what was agreed to be kept of them. */
function sumsOf({ isNetUnknown, stretches, netMinor }: Payment, agreed: AgreedCharges | null) {
  const unsaid = isNetUnknown ? (agreed?.of(stretches) ?? null) : [];
  // What came to the amounts before fees was paid without any.
  const nets = [...(unsaid ?? []).map((charge) => netMinor - charge.netMinor), netMinor];
  return {
    nets,
    sums: nets.map((net) => Math.abs(net)),
    isPart: unsaid === null || unsaid.some((each) => each.isPart),
  };
}

const comesTo = (group: Payment, agreed: AgreedCharges | null): boolean =>
  group.count > 0 && !isTurned(group) && sumsOf(group, agreed).sums.includes(Math.abs(group.paidMinor));

function checkOf(
  lines: BankLines,
  group: Payment,
  kept: StretchesLeft,
  agreed: AgreedCharges | null,
): TotalCheck {
  const { columns } = lines;
  const { elsewhere } = group;
  const stated = Math.abs(group.paidMinor);
  const common = {
    line: columns.line[group.line] as number,
    kind: 'payout' as const,
    currency: currencies[columns.currency[group.line] as number] ?? null,
    measure: 'net' as const,
    stated,
  };
  if (elsewhere) {
    const { state, netMinor } = elsewhere;
    const isCompared = !isTurned(group) && (state === 'agrees' || state === 'differs');
    const net = isCompared && netMinor !== null ? Math.abs(netMinor) - elsewhere.parts.paidMinor : null;
    const sum = isCompared && state === 'agrees' ? stated : net;
    const agrees = isCompared ? state === 'agrees' : null;
    return { ...common, sum, lineCount: group.count, ...closedRows(lines, group.stretches, kept), agrees };
  }
  const { sums, isPart } = sumsOf(group, agreed);
  const sum = sums.find((each) => each === stated) ?? (sums[0] as number);
  const isEqual = group.count > 0 && sum === stated && !isTurned(group);
  const isOpen = group.count === 0 || group.isOfOther || isTurned(group) || isPart;
  const agrees = isEqual ? true : isOpen ? null : false;
  // The lines of another day are not shown as what a payout should have come to.
  const isOfThese = agrees !== null || (group.count > 0 && !group.isOfOther && !isTurned(group));
  return {
    ...common,
    sum: isOfThese ? sum : null,
    lineCount: isOfThese ? group.count : 0,
    ...closedRows(lines, isOfThese ? group.stretches : [], kept),
    agrees,
  };
}
