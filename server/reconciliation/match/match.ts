import { lineTypes } from '@mizan/contract/reconciliation-terms.ts';
import { type BankLines, isPlainRrn, type SharedTexts } from '../normalise/bank-lines.ts';
import { paymentTypes } from '../normalise/line-sums.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import type { ColumnMapping } from '../read/columns.ts';
import { giveToOwnKeys } from './another-payments-number.ts';
import { matchBatches } from './batches.ts';
import { type LineAnswer, markBroughtBefore } from './brought-before.ts';
import { lookUp, markDuplicates, nothingFound, type PassFound, runPass } from './claim-pass.ts';
import { compareLines } from './evidence.ts';
import { type HandMatch, matchByHand } from './hand-matches.ts';
import { broughtBefore, type Matches, type PartLine, partCountsOf, recordState } from './matches.ts';
import { otherByItsId } from './named-payment.ts';
import { rrnKindOf } from './own-rrns.ts';
import { ownStansOf } from './own-stans.ts';
import type { Pass } from './pass.ts';
import { authPass, matchPasses, minutePass, rrnPass, stanPass } from './passes.ts';
import { leavePlacelessUndecided } from './placeless-orders.ts';
import { refundsUnderOneRrn } from './refunds-by-sale.ts';
import { takeFromRepeated } from './repeated-lines.ts';
import { rrnContradicts, type Sides } from './sides.ts';
import { decideWhatIsLeft, leaveCrowdsUndecided, partUndecided } from './undecided-lines.ts';

const chargebackType = lineTypes.indexOf('CHARGEBACK');

export interface MatchOptions {
  /** The file has RRN, STAN, approval code or reference columns; otherwise its lines are sums of payments. */
  hasKeyColumns: boolean;
  shared: SharedTexts;
  answers?: readonly LineAnswer[] | undefined;
  handMatches?: readonly HandMatch[] | undefined;
  /** Lines that are counted with another one of their payment. */
  parts?: ReadonlyMap<number, PartLine>;
}

const keyFields = ['paymentReference', 'orderReference', 'rrn', 'stan', 'authCode'] as const;

/** Whether a file has columns that name single payments. */
export const hasKeyColumns = ({ fields }: ColumnMapping): boolean =>
  keyFields.some((field) => fields.includes(field));

/**
 * Joins lines and records: the strongest key first, each record and line claimed once, and within a key the pairs in
 * the order of their evidence (evidence.ts): the same lines give the same result in whatever order they stand.
 * Suggestions are not made here.
 */
export function matchRecords(lines: BankLines, records: PortalRecords, options: MatchOptions): Matches {
  const sides = sidesOf(lines, records, options.shared);
  const matches = nothingMatched(sides, options.parts ?? new Map());
  // What a person says comes first: the keys had their turn when it was asked.
  matchByHand(sides, matches, options.handMatches ?? []);
  let pending: Int32Array = linesOfType(lines, (type) => paymentTypes.includes(type)).filter(
    (line) => !matches.byHand.has(line) && !matches.parts.has(line),
  );
  const passes = matchPasses(sides);
  const crowded = new Map<number, Pass>();
  const firstOfAnyAmount = passes.find((pass) => pass.isOfAnyAmount);
  for (const pass of passes) {
    if (pass === firstOfAnyAmount) {
      pending = added(pending, decideWhatIsLeft(matches));
      // Refunds under their sale's RRN have had their turn by now.
      pending = markDuplicates(sides, matches, [rrnPass(sides, 'rrn')], pending);
    }
    const found = nothingFound();
    pending = runToTheEnd(sides, matches, pass, pending, found);
    partUndecided(sides, matches, pass, found.several, pending);
    if (!pass.isOfAnyAmount)
      for (const line of found.crowded) if (!crowded.has(line)) crowded.set(line, pass);
    if (pass.isNaming) pending = markDuplicates(sides, matches, [pass], pending);
    if (pass.key !== 'rrn' && pass.key !== 'stan') continue;
    const without = giveToOwnKeys(sides, matches, pass);
    const left = pass.isNaming ? markDuplicates(sides, matches, [pass], without) : without;
    pending = added(pending, left);
  }
  pending = leaveCrowdsUndecided(sides, matches, crowded, pending);
  pending = matchBatches(sides, matches, pending, options.hasKeyColumns);
  // An order's reference may stand on several payments: only with the same amount does it name one twice.
  pending = markDuplicates(
    sides,
    matches,
    passes.filter((pass) => !pass.isShared),
    pending,
  );
  pending = leavePlacelessUndecided(sides, matches, pending);
  markBroughtBefore(sides, matches, options.answers ?? []);
  markRepeats(sides, matches, pending);
  markDisputed(
    sides,
    matches,
    passes,
    linesOfType(lines, (type) => type === chargebackType),
  );
  netReversals(sides, matches);
  return matches;
}

/** Before any key is asked: payments that an earlier file has are claimed, and nothing else is. */
function nothingMatched(sides: Sides, parts: ReadonlyMap<number, PartLine>): Matches {
  const { lines, records } = sides;
  const matches: Matches = {
    recordOf: new Int32Array(lines.count).fill(-1),
    lineOf: new Int32Array(records.count).fill(recordState.free),
    matchedBy: new Int8Array(lines.count).fill(-1),
    duplicateOf: new Int32Array(lines.count).fill(-1),
    againBy: new Map(),
    repeats: new Int32Array(lines.count).fill(-1),
    disputed: new Int32Array(lines.count).fill(-1),
    before: new Uint8Array(lines.count).fill(broughtBefore.no),
    answered: new Set(),
    inNewBatch: new Set(),
    netted: [],
    sumCandidates: new Map(),
    undecidedSums: new Map(),
    countsDiffer: new Map(),
    byHand: new Map(),
    joined: new Map(),
    parts,
    partCounts: partCountsOf(parts),
    handRecords: new Set(),
    compareLines: (one, other) => compareLines(sides, one, other),
    rrnContradicts: (line, record) => rrnContradicts(sides, line, record),
    rrnKind: sides.rrnKind,
    hasOwnStans: sides.hasOwnStans,
  };
  for (let record = 0; record < records.count; record++) {
    if ((records.columns.claimant[record] as number) >= 0) matches.lineOf[record] = recordState.claimedBefore;
  }
  return matches;
}

/** Runs a pass until no line has a payment by it that repeats the line of another one. */
function runToTheEnd(
  sides: Sides,
  matches: Matches,
  pass: Pass,
  pending: Int32Array,
  found: PassFound,
): Int32Array {
  for (let asked = pending; ; ) {
    const left = runPass(sides, matches, pass, asked, found);
    const repeated = takeFromRepeated(sides, matches, pass, pending);
    if (repeated.length === 0) return left;
    asked = added(left, markDuplicates(sides, matches, [pass], repeated));
  }
}

const added = (pending: Int32Array, lines: ArrayLike<number>): Int32Array =>
  lines.length === 0 ? pending : Int32Array.from([...pending, ...Array.from(lines)]).sort();

/** Both sides, and whose numbers the file's are, which is asked when it is needed. */
function sidesOf(lines: BankLines, records: PortalRecords, shared: SharedTexts): Sides {
  const originalOf = findOriginals(records);
  const sides: Sides = {
    lines,
    records,
    shared,
    originalOf,
    underOneRrn: refundsUnderOneRrn(records, originalOf),
    isOtherById: otherByItsId({ lines, records }),
    rrnKind: rrnKindOf(() => {
      const plain = whereNothingIsKnown(sides);
      const others = [stanPass(plain, 'stan'), authPass(plain), minutePass(plain)];
      return { lines, records, rrn: rrnPass(plain, 'rrnAnyAmount'), others };
    }),
    hasOwnStans: ownStansOf(() => {
      const plain = whereNothingIsKnown(sides);
      const others = [rrnPass(plain, 'rrn'), authPass(plain), minutePass(plain)];
      return { lines, records, stan: stanPass(plain, 'stan'), others };
    }),
  };
  return sides;
}

/** Both sides with the file's numbers taken for what they say they are. */
const whereNothingIsKnown = (sides: Sides): Sides => ({
  ...sides,
  isOtherById: () => false,
  rrnKind: () => 'unknown',
  hasOwnStans: () => false,
});

function linesOfType(lines: BankLines, wanted: (type: number) => boolean): Int32Array {
  const found = new Int32Array(lines.count);
  let count = 0;
  for (let line = 0; line < lines.count; line++)
    if (wanted(lines.columns.type[line] as number)) found[count++] = line;
  return found.subarray(0, count);
}

/** For each refund and reversal the record it takes back, found by id. */
function findOriginals(records: PortalRecords): Int32Array {
  const originalOf = new Int32Array(records.count).fill(-1);
  const wanted = new Map<number, number>();
  for (let record = 0; record < records.count; record++) {
    const original = records.columns.originalId[record] as number;
    if (!Number.isNaN(original)) wanted.set(original, -1);
  }
  if (wanted.size === 0) return originalOf;
  for (let record = 0; record < records.count; record++) {
    const id = records.columns.id[record] as number;
    if (wanted.has(id)) wanted.set(id, record);
  }
  for (let record = 0; record < records.count; record++) {
    const original = records.columns.originalId[record] as number;
    if (!Number.isNaN(original)) originalOf[record] = wanted.get(original) ?? -1;
  }
  return originalOf;
}

/** Lines without a payment that stand in the file several times, with the same RRN, terminal and amount: all but one. */
function markRepeats(sides: Sides, matches: Matches, pending: Int32Array): void {
  const { columns } = sides.lines;
  const alike = new Map<string, number[]>();
  for (const line of pending) {
    const [high, low] = [columns.rrnHigh[line] as number, columns.rrnLow[line] as number];
    if (!isPlainRrn(high)) continue;
    const key = `${high}|${low}|${columns.terminal[line]}|${columns.grossMinor[line]}|${columns.currency[line]}`;
    const known = alike.get(key);
    if (known) known.push(line);
    else alike.set(key, [line]);
  }
  for (const lines of alike.values()) {
    const [first = -1, ...others] = lines.sort((a, b) => compareLines(sides, a, b));
    for (const line of others) matches.repeats[line] = first;
  }
}

/**
 * The payment a chargeback is about, and the one whose chargeback a line gives back: by its keys, as a purchase. It stays
 * claimed by its own line.
 */
function markDisputed(
  sides: Sides,
  matches: Matches,
  passes: readonly Pass[],
  chargebacks: Int32Array,
): void {
  if (chargebacks.length === 0) return;
  const naming = passes.filter(
    (pass) => pass.key === 'reference' || pass.key === 'rrn' || pass.key === 'authCode',
  );
  const { grossMinor } = sides.lines.columns;
  // The passes compare signed amounts; for this look-up a chargeback stands where its purchase would, taken or given back.
  const signed = Array.from(chargebacks, (line) => grossMinor[line] as number);
  for (const line of chargebacks) grossMinor[line] = Math.abs(grossMinor[line] as number);
  lookUp(
    sides,
    matches,
    naming,
    chargebacks,
    () => true,
    (line, record) => {
      matches.disputed[line] = record;
    },
  );
  for (const [at, line] of chargebacks.entries()) grossMinor[line] = signed[at] as number;
}

/** A purchase and its reversal that both never reached the file cancel out: banks leave such pairs away. */
function netReversals({ records, originalOf }: Sides, matches: Matches): void {
  const { approved, kind, amountMinor } = records.columns;
  for (let record = 0; record < records.count; record++) {
    const original = originalOf[record] as number;
    if (kind[record] !== 2 || original < 0 || approved[record] !== 1 || approved[original] !== 1) continue;
    const bothFree =
      matches.lineOf[record] === recordState.free && matches.lineOf[original] === recordState.free;
    if (!bothFree || amountMinor[record] !== -(amountMinor[original] as number)) continue;
    matches.lineOf[record] = recordState.netted;
    matches.lineOf[original] = recordState.netted;
    matches.netted.push([original, record]);
  }
}
