import type { Reason } from '@mizan/contract/entry-reasons.ts';
import { currencies } from '@mizan/contract/money.ts';
import {
  bankFileLimits,
  type ComparedField,
  type MatchKey,
  matchKeys,
  type Outcome,
  outcomes,
} from '@mizan/contract/reconciliation-terms.ts';
import { rowLinesMax } from '../match/batch-rows.ts';
import { lastFile } from '../match/brought-before.ts';
import { compare, hasKeys, rrnOrNull } from '../match/compare.ts';
import { broughtBefore, recordState } from '../match/matches.ts';
import { lineFlag } from '../normalise/bank-lines.ts';
import { isoDayOf } from '../normalise/date-text.ts';
import type { FoundElsewhere } from '../normalise/paid-elsewhere.ts';
import { noDueDay } from '../normalise/portal-records.ts';
import { explainFee, explainUnread } from './explain-charges.ts';
import type { Candidate, Explained, Explanation, ReasonParams } from './explanation.ts';
import { isPaid } from './judge.ts';
import type { Suggestion } from './suggest.ts';

const outcomeOf = (code: number): Outcome => outcomes[code] ?? 'matched';
const nothing: Explanation = { reason: null, params: {}, candidates: [] };

const lineNumber = ({ both }: Explained, line: number): number => both.lines.columns.line[line] as number;
const transactionId = ({ both }: Explained, record: number): string =>
  String(both.records.columns.id[record]);

/** The payment of a pair beside its line, with what agrees and differs. */
const asPayment = (work: Explained, line: number, record: number): Candidate => ({
  transactionId: transactionId(work, record),
  line: null,
  ...compare(work.both, line, record, 'record'),
});

const asLine = (work: Explained, line: number, record: number): Candidate => ({
  transactionId: null,
  line: lineNumber(work, line),
  ...compare(work.both, line, record, 'line'),
});

const reasonsOfDoubt = {
  refunds: 'severalRefunds',
  payments: 'severalPayments',
  order: 'shortOrder',
} as const;

/** Several sets of payments make up a sum, or there is more to try than is tried. */
function explainUndecided(work: Explained, line: number): Explanation {
  const { matches, judged } = work;
  if (judged.mayBeTotals.has(line)) return { reason: 'mayBeTotal', params: {}, candidates: [] };
  const near = judged.near.recordOf.get(line);
  if (near !== undefined) return explainNear(work, line, near);
  const { bound, lineCount, of, records = [] } = matches.undecidedSums.get(line) ?? {};
  if (of !== undefined)
    return { reason: reasonsOfDoubt[of], params: {}, candidates: shownOf(work, line, records) };
  if (bound === undefined) return { reason: 'sums', params: {}, candidates: [] };
  const isOfDay = bound === 'lines' && lineCount !== undefined;
  const params: ReasonParams = isOfDay ? { lineCount, linesMax: rowLinesMax } : {};
  return { reason: 'manySums', params, candidates: [] };
}

/** The payment whose line it may be comes first, behind it what else comes near. */
function explainNear(work: Explained, line: number, record: number): Explanation {
  const others = (work.suggestions.byLine.get(line) ?? []).filter((one) => one.record !== record);
  const near = [record, ...others.map((one) => one.record)].slice(0, bankFileLimits.candidatesMax);
  return { reason: 'nearLine', params: {}, candidates: near.map((one) => asPayment(work, line, one)) };
}

/** Why a line has its outcome. */
export function explainLine(work: Explained, line: number): Explanation {
  const { both, matches, judged } = work;
  const record = matches.recordOf[line] as number;
  const outcome = outcomeOf(judged.lineOutcome[line] as number);
  const part = matches.parts.get(line);
  if (part) {
    const params = { line: lineNumber(work, part.first), amountMinor: Math.abs(part.grossMinor) };
    return { reason: 'withLine', params, candidates: [] };
  }
  const elsewhere = work.elsewhere?.get(line);
  if (elsewhere) return explainPayout(elsewhere);
  if (outcome === 'undecidedCharge') return explainUnread(work, line);
  if (outcome === 'missingInPortal') return explainUnmatched(work, line);
  if (outcome === 'duplicate') return explainDuplicate(work, line);
  if (outcome === 'undecidedSum') return explainUndecided(work, line);
  if (outcome === 'countDiffers') {
    const lineCount = both.lines.columns.count[line] as number;
    return {
      reason: 'count',
      params: { ownCount: matches.countsDiffer.get(line) ?? 0, lineCount },
      candidates: [],
    };
  }
  if (outcome === 'chargeback') {
    const disputed = matches.disputed[line] as number;
    return { ...nothing, candidates: disputed < 0 ? [] : [asPayment(work, line, disputed)] };
  }
  if (matches.before[line] !== broughtBefore.no) return explainBroughtBefore(work, line, outcome);
  if (outcome === 'feeDiffers' || outcome === 'rounding') return explainFee(work, line);
  if (outcome === 'otherTerminal') return explainOtherTerminal(work, line, record);
  const isSum = matchKeys[matches.matchedBy[line] as number] === ('batch' satisfies MatchKey);
  if (isSum && outcome === 'amountDiffers')
    return explainSum(work, line, matches.sumCandidates.get(line) ?? []);
  const count = matches.partCounts.get(line);
  if (outcome === 'matched' && count !== undefined)
    return { reason: 'severalLines', params: { count }, candidates: [] };
  if (record < 0 || outcome === 'matched') return nothing;
  // The line stands in the entry itself; its candidate shows the fields, told from the bank's side.
  const candidates = [asLine(work, line, record)];
  if (outcome === 'amountDiffers') {
    return {
      reason: 'amount',
      params: { amountMinor: both.records.columns.amountMinor[record] as number },
      candidates,
    };
  }
  if (outcome === 'statusConflict') {
    const status = both.records.statuses.text(both.records.columns.status[record] as number);
    const amountMinor = both.records.columns.amountMinor[record] as number;
    return {
      reason: isPaid(both.lines, line) ? 'status' : 'unpaid',
      params: { status, amountMinor },
      candidates,
    };
  }
  return nothing;
}

/**
 * Whose lines a deposit pays, of which day, and what they come to; of one of several deposits for the same lines, where the others
 * are. Of several files their number stands in the reason.
 */
function explainPayout({ state, day, files, netMinor, parts }: FoundElsewhere): Explanation {
  const isPart = parts.files.length > 0 && (state === 'agrees' || state === 'differs');
  const named = isPart ? parts.files : files;
  const params: ReasonParams = {
    ...(named.length === 1 && named[0] ? { bankFileId: named[0], line: null } : { files: named.length }),
    ...(day !== null && { date: day }),
    ...(state === 'differs' && netMinor !== null && { netMinor: Math.abs(netMinor) }),
  };
  const reason = isPart ? partReasons[state] : payoutReasons[state];
  return { reason, params, candidates: [] };
}

const partReasons = { agrees: 'paysInParts', differs: 'paysInPartsOtherwise' } as const;
const payoutReasons: Readonly<Record<FoundElsewhere['state'], Reason>> = {
  agrees: 'paysEarlier',
  differs: 'paysEarlierOtherwise',
  paid: 'paidByAnother',
  unknown: 'paysEarlierPerhaps',
};

/** The line of the earlier file that has the payment, and what it said where this one says otherwise. */
function explainBroughtBefore(work: Explained, line: number, outcome: Outcome): Explanation {
  const { columns } = work.both.records;
  const record = work.matches.duplicateOf[line] as number;
  const where = earlierLine(work, line);
  if (outcome === 'confirmedBefore') return { reason: outcome, params: where, candidates: [] };
  if (outcome === 'sameAsBefore') {
    const others = work.matches.undecidedSums.get(line)?.records ?? [];
    if (others.length > 0)
      return {
        reason: outcome,
        params: { ...where, fitsAnother: true },
        candidates: shownOf(work, line, others),
      };
    const params = work.matches.inNewBatch.has(line) ? { ...where, inNewBatch: true } : where;
    return { reason: outcome, params, candidates: [] };
  }
  const charge = columns.claimedChargeMinor[record] as number;
  const said = {
    amountMinor: columns.claimedGrossMinor[record] as number,
    chargeMinor: Number.isNaN(charge) ? null : charge,
  };
  return { reason: 'corrected', params: { ...where, ...said }, candidates: [] };
}

/** The terminal that the bank names, and the one on which the payment was taken. */
function explainOtherTerminal({ both }: Explained, line: number, record: number): Explanation {
  const nameOf = (terminal: number): string => both.shared.terminalNames[terminal] ?? '';
  const params = {
    tid: nameOf(both.records.columns.terminal[record] as number),
    lineTid: nameOf(both.lines.columns.terminal[line] as number),
  };
  return { reason: 'otherTerminal', params, candidates: [] };
}

/** The payments each of which alone would explain what a sum lacks, if any: as many as are shown, the smaller id first. */
function explainSum(work: Explained, line: number, records: readonly number[]): Explanation {
  return { reason: 'sum', params: { count: records.length }, candidates: shownOf(work, line, records) };
}

function shownOf(work: Explained, line: number, records: readonly number[]): Candidate[] {
  const { id } = work.both.records.columns;
  return records
    .toSorted((a, b) => (id[a] as number) - (id[b] as number))
    .slice(0, bankFileLimits.candidatesMax)
    .map((record) => asPayment(work, line, record));
}

function explainDuplicate(work: Explained, line: number): Explanation {
  const { matches } = work;
  const repeated = matches.repeats[line] as number;
  if (repeated >= 0)
    return { reason: 'claimed', params: { line: lineNumber(work, repeated) }, candidates: [] };
  const record = matches.duplicateOf[line] as number;
  const holder = matches.lineOf[record] as number;
  const candidates = [asPayment(work, line, record)];
  if (holder >= 0) return { reason: 'claimed', params: { line: lineNumber(work, holder) }, candidates };
  return { reason: 'claimed', params: earlierLine(work, line), candidates };
}

/**
 * The line by which an earlier file has the payment of a line, null where its judgement kept none, and whether a person
 * said what it is to it.
 */
function earlierLine({ both, matches }: Explained, line: number): ReasonParams {
  const { columns } = both.records;
  const record = matches.duplicateOf[line] as number;
  return {
    bankFileId: lastFile(both.records, record),
    line: (columns.claimedLine[record] as number) || null,
    ...(matches.answered.has(line) && { isAnswered: true }),
  };
}

function explainUnmatched(work: Explained, line: number): Explanation {
  const found = work.suggestions.byLine.get(line) ?? [];
  const candidates = found.map(({ record }) => asPayment(work, line, record));
  const [first] = candidates;
  const rrn = rrnOrNull(work.both, 'line', line);
  const isDamaged = ((work.both.lines.columns.flags[line] as number) & lineFlag.rrnDamaged) !== 0;
  if (isDamaged && rrn !== null) return { reason: 'damaged', params: { rrn }, candidates };
  if (!first || !found[0]) {
    if (!hasKeys(work.both, line)) return { reason: 'noKey', params: {}, candidates };
    return rrn === null
      ? { reason: 'nothingNear', params: {}, candidates }
      : { reason: 'noRrn', params: { rrn }, candidates };
  }
  // Two that differ in their amounts fit neither: a person may still join both of them by hand.
  if (first.agrees.includes('amount') && isTie(work, found))
    return { reason: 'several', params: {}, candidates };
  const inOther = otherCurrency(work, line, found[0].record, 'record');
  if (inOther) return { ...inOther, candidates };
  const holder = work.matches.lineOf[found[0].record] as number;
  if (holder >= 0) return { reason: 'claimed', params: { line: lineNumber(work, holder) }, candidates };
  if (rrn !== null && !first.agrees.includes('rrn')) return { reason: 'noRrn', params: { rrn }, candidates };
  return { ...reasonOf(first), candidates };
}

/** Two figures of two currencies are never the same amount, nor another one: the other side's stands in the reason. */
function otherCurrency(
  { both }: Explained,
  line: number,
  record: number,
  told: 'line' | 'record',
): Pick<Explanation, 'reason' | 'params'> | null {
  const [theirs, ours] = [both.lines.columns, both.records.columns];
  if (theirs.currency[line] === ours.currency[record]) return null;
  const [currency, amountMinor] =
    told === 'line'
      ? [theirs.currency[line], theirs.grossMinor[line]]
      : [ours.currency[record], ours.amountMinor[record]];
  return {
    reason: 'currency',
    params: { currency: currencies[currency as number] ?? '', amountMinor: amountMinor as number },
  };
}

/** Two payments that fit equally well and are both free. */
function isTie({ matches }: Explained, found: readonly Suggestion[]): boolean {
  const [first, second] = found;
  const isFree = (one: Suggestion): boolean => matches.lineOf[one.record] === recordState.free;
  return (
    first !== undefined &&
    second !== undefined &&
    first.score === second.score &&
    isFree(first) &&
    isFree(second)
  );
}

const reasonByField: Readonly<Record<ComparedField, Reason>> = {
  rrn: 'rrn',
  amount: 'amount',
  terminal: 'terminal',
  date: 'date',
  card: 'card',
  status: 'status',
  type: 'nothingNear',
  stan: 'nothingNear',
  authCode: 'nothingNear',
};
const tellingOrder: readonly ComparedField[] = ['rrn', 'amount', 'terminal', 'date', 'card', 'status'];

/** The first telling field that differs, as a reason with its value. */
function reasonOf(candidate: Candidate): { reason: Reason; params: ReasonParams } {
  for (const field of tellingOrder) {
    const difference = candidate.differs.find((one) => one.field === field);
    if (!difference) continue;
    const { value } = difference;
    if (field === 'amount') return { reason: 'amount', params: { amountMinor: Number(value) } };
    const name = field === 'terminal' ? 'tid' : field === 'card' ? 'lastFour' : field;
    return { reason: reasonByField[field], params: { [name]: value } };
  }
  return { reason: 'noKey', params: {} };
}

/** Why a payment without a line has its outcome. */
export function explainRecord(work: Explained, record: number): Explanation {
  const { both, judged, unread } = work;
  const outcome = outcomeOf(judged.recordOutcome[record] as number);
  const row = unread?.rowOf.get(record);
  if (outcome === 'waits' && row !== undefined)
    return { reason: 'rejectedLine', params: { line: row }, candidates: [] };
  const near = outcome === 'waits' ? work.judged.near.lineOf.get(record) : undefined;
  if (near !== undefined)
    return {
      reason: 'nearLine',
      params: { line: lineNumber(work, near) },
      candidates: [asLine(work, near, record)],
    };
  const sum = outcome === 'waits' ? judged.undecidedLineOf.get(record) : undefined;
  if (sum !== undefined) {
    const { bound, of } = work.matches.undecidedSums.get(sum) ?? {};
    const params = { line: lineNumber(work, sum) };
    if (of !== undefined)
      return { reason: reasonsOfDoubt[of], params, candidates: [asLine(work, sum, record)] };
    const isTried = bound === undefined;
    return { reason: isTried ? 'sums' : 'manySums', params, candidates: [] };
  }
  const unreadCount = unread?.namelessCount ?? 0;
  const isOpen = outcome === 'waits' || outcome === 'missingInBank';
  const isPerhapsUnread = unreadCount > 0 && isOpen;
  if (isPerhapsUnread) {
    const missingCount = judged.perhapsUnread;
    const params: ReasonParams = { count: unreadCount, ...(missingCount > unreadCount && { missingCount }) };
    return { reason: 'unreadLines', params, candidates: [] };
  }
  if (unread?.lacking && isOpen) return { reason: 'notWhole', params: {}, candidates: [] };
  if (outcome === 'timing' || outcome === 'waits') {
    const dueDay = both.records.columns.dueDay[record] as number;
    return dueDay === noDueDay
      ? nothing
      : { reason: 'notDue', params: { date: isoDayOf(dueDay) }, candidates: [] };
  }
  if (outcome !== 'missingInBank') return nothing;
  const found = work.suggestions.byRecord.get(record) ?? [];
  const candidates = found.map(({ line }) => asLine(work, line, record));
  const [first] = candidates;
  const inOther = found[0] && otherCurrency(work, found[0].line, record, 'line');
  if (inOther) return { ...inOther, candidates };
  return first ? { ...reasonOf(first), candidates } : { reason: 'nothingNear', params: {}, candidates };
}
