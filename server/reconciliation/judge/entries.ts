import type { Reason } from '@mizan/contract/entry-reasons.ts';
import { type Currency, currencies } from '@mizan/contract/money.ts';
import {
  type MatchKey,
  matchKeys,
  type Outcome,
  outcomes,
  type SchemeName,
} from '@mizan/contract/reconciliation-terms.ts';
import { type Compared, rrnOrNull, schemeName } from '../match/compare.ts';
import { broughtBefore, keyCode, recordState } from '../match/matches.ts';
import { lineFlag, noDay } from '../normalise/bank-lines.ts';
import { isoDayOf } from '../normalise/date-text.ts';
import { absentKey, unpackSix } from '../normalise/key-text.ts';
import { type EntryOrder, entryRanks, itemRank, rankAfter, recordRank } from './entry-groups.ts';
import { explainLine, explainRecord } from './explain.ts';
import type { Candidate, Explained, Explanation, ReasonParams } from './explanation.ts';
import { earlierGross, isOutsideBridge, isPaid, noOutcome } from './judge.ts';
import { isOwnEntry, sumRest } from './sum-lines.ts';

/** What an entry keeps beside its columns. */
interface EntryDetail {
  params?: ReasonParams;
  candidates?: Candidate[];
  /** Of a line without a payment what it says beside its columns: the approval code, by which candidates are compared. */
  own?: { authCode: string };
  /** Of a fee that differs, as the line says them apart; minor units. Absent where it says one figure alone. */
  charged?: { feeMinor: number; vatMinor: number };
}

/**
 * A judged pair, a line without a payment, or a payment without a line. Amounts are signed minor units;
 * `bankMinor` is what the bank paid before its fees.
 */
export interface Entry {
  outcome: Outcome;
  /** The cause of the bridge that counts this entry; null where it does not differ. */
  step: Outcome | null;
  currency: Currency;
  transactionId: number | null;
  line: number | null;
  /** Whether this entry takes the payment for itself, in this bank file and in all others. */
  claims: boolean;
  matchedBy: MatchKey | null;
  reason: Reason | null;
  portalMinor: number | null;
  bankMinor: number | null;
  differenceMinor: number;
  /**
   * What a line kept back, fee and VAT together; null where it does not say. Of one that claims, what the next file's line
   * of the same payment is held against (docs/decisions/0048); so are its settlement day (ISO) and batch. Every line that is
   * paid keeps these two: by them lines without a payment are told apart from their copies in other files.
   */
  chargeMinor: number | null;
  /** Whether no rate is agreed by which what it kept back could be judged. */
  notJudged: boolean;
  settlementDay: string | null;
  batch: string | null;
  tid: string | null;
  rrn: string | null;
  lastFour: string | null;
  scheme: SchemeName | null;
  day: string | null;
  detail: EntryDetail | null;
}

/**
 * Puts every line and every payment without a line into its order: by group and outcome; what waits by its hole; and
 * within these lines by line, payments by id.
 */
export function orderEntries(work: Explained, holeOf: Int32Array | null): EntryOrder {
  const { both, matches, judged } = work;
  const batchCode = keyCode('batch');
  const counts = new Int32Array(entryRanks + 1);
  const rankOf = (item: number): number => {
    if (item >= 0) return itemRank(work, item);
    const outcome = judged.recordOutcome[-1 - item] as number;
    return recordRank(work, -1 - item, outcome === noOutcome ? 0 : outcome);
  };
  const eachItem = (take: (item: number, rank: number) => void): void => {
    for (let line = 0; line < both.lines.count; line++) {
      if (isOwnEntry(matches, judged, line)) take(line, rankOf(line));
    }
    for (let record = 0; record < both.records.count; record++) {
      if (judged.expected[record] !== 1) continue;
      const lineOf = matches.lineOf[record] as number;
      const isOwn = judged.recordOutcome[record] !== noOutcome;
      if (isOwn || (lineOf >= 0 && matches.matchedBy[lineOf] === batchCode))
        take(-1 - record, rankOf(-1 - record));
    }
  };
  eachItem((_, rank) => {
    counts[rank + 1] = (counts[rank + 1] as number) + 1;
  });
  for (let rank = 1; rank <= entryRanks; rank++)
    counts[rank] = (counts[rank] as number) + (counts[rank - 1] as number);
  const exceptionCount = counts[rankAfter('exceptions')] as number;
  const items = new Int32Array(counts[entryRanks] as number);
  const next = counts.slice();
  eachItem((item, rank) => {
    items[next[rank] as number] = item;
    next[rank] = (next[rank] as number) + 1;
  });
  if (holeOf) {
    const place = (item: number): number => holeOf[-1 - item] as number;
    items.subarray(exceptionCount, counts[rankAfter('waits')]).sort((a, b) => place(a) - place(b) || b - a);
  }
  return { items, exceptionCount, rankOf };
}

/** The entry of an item of the order. */
export function entryOf(work: Explained, item: number): Entry {
  return item >= 0 ? lineEntry(work, item) : recordEntry(work, -1 - item);
}

function lineEntry(work: Explained, line: number): Entry {
  const { both, matches, judged } = work;
  const { columns } = both.lines;
  const record = matches.recordOf[line] as number;
  const outcome = outcomes[judged.lineOutcome[line] as number] ?? 'matched';
  const difference = judged.lineDifference[line] as number;
  const isBatch = matches.matchedBy[line] === keyCode('batch');
  const single = record >= 0 && !isBatch;
  const isAgain = matches.before[line] !== broughtBefore.no;
  const named = isAgain ? (matches.duplicateOf[line] as number) : single ? record : -1;
  const expected = single && judged.expected[record] === 1;
  const paid = isPaid(both.lines, line) && !isOutsideBridge(both.lines, line);
  const gross = columns.grossMinor[line] as number;
  return {
    outcome,
    step: difference === 0 ? null : outcome,
    currency: currencies[columns.currency[line] as number] ?? 'SAR',
    transactionId: named >= 0 ? (both.records.columns.id[named] as number) : null,
    line: columns.line[line] as number,
    // What the bank lists without paying may still be paid by a later file.
    claims: single && paid,
    matchedBy: matches.byHand.has(line) ? 'hand' : (matchKeys[matches.matchedBy[line] as number] ?? null),
    portalMinor: isAgain
      ? earlierGross(both.lines, both.records, matches, line)
      : expected
        ? (both.records.columns.amountMinor[record] as number)
        : null,
    // The payments of a batch carry its amount; the line itself carries what is more or less, and what it kept back.
    bankMinor: isBatch ? sumRest(columns, judged, line) : paid ? gross : null,
    differenceMinor: difference,
    ...keptOfLine(both, line, paid),
    chargeMinor: paid ? chargeOf(both, line) : null,
    notJudged: judged.notJudged[line] === 1,
    tid: both.shared.terminalNames[columns.terminal[line] as number] ?? tidOfRecord(both, record),
    rrn: rrnOrNull(both, 'line', line) ?? (single ? rrnOrNull(both, 'record', record) : null),
    lastFour:
      lastFourOf(columns.last4[line] as number) ??
      (single ? lastFourOf(both.records.columns.last4[record] as number) : null),
    scheme: schemeName(
      (columns.scheme[line] as number) || (single ? (both.records.columns.scheme[record] as number) : 0),
    ),
    day: isoDayOf(columns.epochDay[line] as number),
    ...explained(
      explainLine(work, line),
      moreOfLine(work, line),
      ownOfLine(work, line),
      isBatch ? undefined : chargedOfLine(work, line, outcome),
    ),
  };
}

/** Fee and VAT of a line whose fee is not the agreed one, where the file says both and they are what it kept back. */
function chargedOfLine({ both }: Explained, line: number, outcome: Outcome): EntryDetail['charged'] {
  if (outcome !== 'feeDiffers' && outcome !== 'rounding') return;
  const { feeMinor, vatMinor, chargeMinor, grossMinor } = both.lines.columns;
  const [fee, vat, charge] = [feeMinor[line], vatMinor[line], chargeMinor[line]] as [number, number, number];
  // Banks write what they kept with a minus or without; of a refund its sign tells who had it, so there it is left.
  if ((grossMinor[line] as number) < 0 || Math.abs(fee) + Math.abs(vat) !== charge) return;
  return { feeMinor: Math.abs(fee), vatMinor: Math.abs(vat) };
}

/** What the texts of an entry need beside its reason: of a payout its amount, of a line joined by hand the one it went to. */
function moreOfLine({ both, matches }: Explained, line: number): ReasonParams | null {
  if (isOutsideBridge(both.lines, line))
    return { amountMinor: both.lines.columns.grossMinor[line] as number };
  const first = matches.joined.get(line);
  return first === undefined ? null : { joinedTo: both.lines.columns.line[first] as number };
}

const missingInPortal = outcomes.indexOf('missingInPortal');

function ownOfLine({ both, judged }: Explained, line: number): EntryDetail['own'] {
  const auth = both.lines.columns.auth[line] as number;
  if (judged.lineOutcome[line] !== missingInPortal || auth === absentKey) return undefined;
  return { authCode: unpackSix(auth) };
}

function keptOfLine(
  { lines }: Compared,
  line: number,
  isKept: boolean,
): Pick<Entry, 'settlementDay' | 'batch'> {
  if (!isKept) return { settlementDay: null, batch: null };
  const { settlementDay, batch } = lines.columns;
  return {
    settlementDay: settlementDay[line] === noDay ? null : isoDayOf(settlementDay[line] as number),
    batch: (batch[line] as number) < 0 ? null : lines.batches.text(batch[line] as number),
  };
}

function chargeOf({ lines }: Compared, line: number): number | null {
  const { chargeMinor, flags } = lines.columns;
  return ((flags[line] as number) & lineFlag.chargeKnown) !== 0 ? (chargeMinor[line] as number) : null;
}

function recordEntry(work: Explained, record: number): Entry {
  const { both, matches, judged } = work;
  const { columns } = both.records;
  const line = matches.lineOf[record] as number;
  const isMember = line >= 0;
  const code = judged.recordOutcome[record] as number;
  const outcome = isMember ? 'matched' : (outcomes[code] ?? 'matched');
  const difference = judged.recordDifference[record] as number;
  const amount = columns.amountMinor[record] as number;
  return {
    outcome,
    step: difference === 0 ? null : outcome,
    currency: currencies[columns.currency[record] as number] ?? 'SAR',
    transactionId: columns.id[record] as number,
    line: isMember ? (both.lines.columns.line[line] as number) : null,
    claims: isMember,
    matchedBy: matches.byHand.has(line)
      ? 'hand'
      : isMember
        ? 'batch'
        : line === recordState.netted
          ? 'reversal'
          : null,
    portalMinor: amount,
    bankMinor: isMember ? amount : null,
    differenceMinor: difference,
    // What a sum kept back of its payments is not known of any one of them.
    ...keptOfLine(both, line, isMember),
    chargeMinor: null,
    notJudged: false,
    tid: tidOfRecord(both, record),
    rrn: rrnOrNull(both, 'record', record),
    lastFour: lastFourOf(columns.last4[record] as number),
    scheme: schemeName(columns.scheme[record] as number),
    day: isoDayOf(columns.businessDay[record] as number),
    ...explained(explainRecord(work, record), null),
  };
}

const tidOfRecord = ({ records, shared }: Compared, record: number): string | null =>
  record < 0 ? null : (shared.terminalNames[records.columns.terminal[record] as number] ?? null);

const lastFourOf = (last4: number): string | null => (last4 < 0 ? null : String(last4).padStart(4, '0'));

function explained(
  { reason, params, candidates }: Explanation,
  more: ReasonParams | null,
  own?: EntryDetail['own'],
  charged?: EntryDetail['charged'],
): { reason: Reason | null; detail: EntryDetail | null } {
  const facts = { ...params, ...more };
  const detail: EntryDetail = {};
  if (Object.keys(facts).length > 0) detail.params = facts;
  if (candidates.length > 0) detail.candidates = candidates;
  if (own) detail.own = own;
  if (charged) detail.charged = charged;
  return { reason, detail: Object.keys(detail).length > 0 ? detail : null };
}
