import { bankFileLimits, lineTypes } from '@mizan/contract/reconciliation-terms.ts';
import type { BankLines } from '../normalise/bank-lines.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';
import { matchBatches } from './batches.ts';
import { buildIndex, type KeyIndex, mixed, noHash, settled, wantedBits } from './key-index.ts';
import { keyCode, type Matches, paymentTypes, recordState } from './matches.ts';
import { dayDistance, matchPasses, minuteDistance, type Pass, type Sides } from './passes.ts';

const chargebackType = lineTypes.indexOf('CHARGEBACK');

export interface MatchOptions {
  /** The file has RRN, STAN, approval code or reference columns; otherwise its lines are sums of payments. */
  hasKeyColumns: boolean;
}

/**
 * Joins lines and records: the strongest key first, each record and line claimed once, in file order and, among
 * records that fit a line equally, approved before others, nearest day and time, smallest id. The same input gives the
 * same result. Suggestions are not made here.
 */
export function matchRecords(lines: BankLines, records: PortalRecords, options: MatchOptions): Matches {
  const sides: Sides = { lines, records, originalOf: findOriginals(records) };
  const matches: Matches = {
    recordOf: new Int32Array(lines.count).fill(-1),
    lineOf: new Int32Array(records.count).fill(recordState.free),
    matchedBy: new Int8Array(lines.count).fill(-1),
    duplicateOf: new Int32Array(lines.count).fill(-1),
    repeats: new Int32Array(lines.count).fill(-1),
    disputed: new Int32Array(lines.count).fill(-1),
  };
  for (let record = 0; record < records.count; record++) {
    if ((records.columns.claimant[record] as number) >= 0) matches.lineOf[record] = recordState.claimedBefore;
  }
  let pending = linesOfType(lines, (type) => paymentTypes.includes(type));
  const passes = matchPasses(sides);
  for (const pass of passes) {
    pending = runPass(sides, matches, pass, pending);
    if (pass.isNaming) pending = markDuplicates(matches, [pass], pending);
  }
  pending = matchBatches(sides, matches, pending, options.hasKeyColumns);
  // A reference may stand on several payments of one order: only with the same amount does it name one twice.
  pending = markDuplicates(
    matches,
    passes.filter((pass) => pass.key !== 'referenceAnyAmount'),
    pending,
  );
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

function lineHashes(pass: Pass, pending: Int32Array): Int32Array {
  const hashes = new Int32Array(pending.length * pass.lineKeys);
  for (let at = 0; at < pending.length; at++) {
    for (let key = 0; key < pass.lineKeys; key++)
      hashes[at * pass.lineKeys + key] = pass.lineHash(pending[at] as number, key);
  }
  return hashes;
}

function indexFor(
  pass: Pass,
  matches: Matches,
  hashes: Int32Array,
  usable: (lineOf: number) => boolean,
): KeyIndex {
  const hashOf = (record: number): number =>
    usable(matches.lineOf[record] as number) ? pass.recordHash(record) : noHash;
  return buildIndex(matches.lineOf.length, hashOf, wantedBits(hashes));
}

/** Runs one pass over the lines that are still without a record; returns those that stay so. */
function runPass(sides: Sides, matches: Matches, pass: Pass, pending: Int32Array): Int32Array {
  const hashes = lineHashes(pass, pending);
  if (!hashes.some((hash) => hash !== noHash)) return pending;
  const index = indexFor(pass, matches, hashes, (lineOf) => lineOf === recordState.free);
  const code = keyCode(pass.key);
  const left = new Int32Array(pending.length);
  let leftCount = 0;
  for (let at = 0; at < pending.length; at++) {
    const line = pending[at] as number;
    let best = -1;
    for (let key = 0; key < pass.lineKeys; key++) {
      const hash = hashes[at * pass.lineKeys + key] as number;
      if (hash !== noHash) best = bestOfChain(sides, matches, pass, index, hash, line, best);
    }
    if (best < 0) left[leftCount++] = line;
    else {
      matches.recordOf[line] = best;
      matches.lineOf[best] = line;
      matches.matchedBy[line] = code;
    }
  }
  return left.subarray(0, leftCount);
}

/** The best free record of a chain; claimed ones are taken out of it on the way, so that equal keys stay cheap. */
function bestOfChain(
  sides: Sides,
  matches: Matches,
  pass: Pass,
  index: KeyIndex,
  hash: number,
  line: number,
  known: number,
): number {
  const slot = hash & index.mask;
  let best = known;
  let previous = -1;
  let seen = 0;
  for (let entry = index.heads[slot] as number; entry >= 0 && seen < bankFileLimits.sameKeyMax; ) {
    const next = index.next[entry] as number;
    const record = index.owners[entry] as number;
    if (matches.lineOf[record] !== recordState.free) {
      if (previous < 0) index.heads[slot] = next;
      else index.next[previous] = next;
    } else {
      previous = entry;
      if (pass.fits(line, record)) {
        seen++;
        if (best < 0 || isBetter(sides, line, record, best)) best = record;
      }
    }
    entry = next;
  }
  return best;
}

/** Approved before others, then the nearer amount, the nearer day and time, the smaller id. */
function isBetter(sides: Sides, line: number, record: number, than: number): boolean {
  const { columns } = sides.records;
  const approved = (columns.approved[record] as number) - (columns.approved[than] as number);
  if (approved !== 0) return approved > 0;
  const gross = sides.lines.columns.grossMinor[line] as number;
  const amount =
    Math.abs(gross - (columns.amountMinor[record] as number)) -
    Math.abs(gross - (columns.amountMinor[than] as number));
  if (amount !== 0) return amount < 0;
  const days = dayDistance(sides, line, record) - dayDistance(sides, line, than);
  if (days !== 0) return days < 0;
  const minutes = minuteDistance(sides, line, record) - minuteDistance(sides, line, than);
  if (minutes !== 0) return minutes < 0;
  return (columns.id[record] as number) < (columns.id[than] as number);
}

/** The first record that any pass joins to a line, among those that `usable` admits; nothing is claimed. */
function lookUp(
  matches: Matches,
  passes: readonly Pass[],
  pending: Int32Array,
  usable: (lineOf: number) => boolean,
  take: (line: number, record: number) => void,
): Int32Array {
  let left = pending;
  for (const pass of passes) {
    const hashes = lineHashes(pass, left);
    if (!hashes.some((hash) => hash !== noHash)) continue;
    const index = indexFor(pass, matches, hashes, usable);
    left = left.filter((line, at) => {
      for (let key = 0; key < pass.lineKeys; key++) {
        const hash = hashes[at * pass.lineKeys + key] as number;
        if (hash === noHash) continue;
        for (
          let entry = index.heads[hash & index.mask] as number;
          entry >= 0;
          entry = index.next[entry] as number
        ) {
          const record = index.owners[entry] as number;
          if (!pass.fits(line, record)) continue;
          take(line, record);
          return false;
        }
      }
      return true;
    });
  }
  return left;
}

/** Marks lines whose payment is taken by another line of this file or by an earlier bank file; returns the others. */
function markDuplicates(matches: Matches, passes: readonly Pass[], pending: Int32Array): Int32Array {
  const isTaken = (lineOf: number): boolean => lineOf >= 0 || lineOf === recordState.claimedBefore;
  return lookUp(matches, passes, pending, isTaken, (line, record) => {
    matches.duplicateOf[line] = record;
  });
}

/** A line without a payment that stands in the file a second time, with the same RRN, terminal and amount. */
function markRepeats({ lines }: Sides, matches: Matches, pending: Int32Array): void {
  const { columns } = lines;
  const first = new Map<string, number>();
  for (const line of pending) {
    const [high, low] = [columns.rrnHigh[line] as number, columns.rrnLow[line] as number];
    if (settledRrn(high, low) === noHash) continue;
    const key = `${high}|${low}|${columns.terminal[line]}|${columns.grossMinor[line]}|${columns.currency[line]}`;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, line);
    else matches.repeats[line] = earlier;
  }
}

const settledRrn = (high: number, low: number): number =>
  high >= 0xffff_fffe ? noHash : settled(mixed(high, low));

/** The payment a chargeback is about: by its keys, with the sign turned round. It stays claimed by its own line. */
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
  // The passes compare signed amounts; for this look-up a chargeback stands where its purchase would.
  for (const line of chargebacks) grossMinor[line] = -(grossMinor[line] as number);
  lookUp(
    matches,
    naming,
    chargebacks,
    () => true,
    (line, record) => {
      matches.disputed[line] = record;
    },
  );
  for (const line of chargebacks) grossMinor[line] = -(grossMinor[line] as number);
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
  }
}
