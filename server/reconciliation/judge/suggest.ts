import { bankFileLimits, type ComparedField, outcomes } from '@mizan/contract/reconciliation-terms.ts';
import { type Compared, compare } from '../match/compare.ts';
import { buildIndex, mixed, noHash, settled, wantedBits } from '../match/key-index.ts';
import { type Matches, recordState } from '../match/matches.ts';
import { isPlainRrn, lineFlag } from '../normalise/bank-lines.ts';
import { epochDayOf } from '../normalise/date-text.ts';
import { absentKey, oddKey, packSix } from '../normalise/key-text.ts';
import type { Judged } from './judge.ts';

/** A line and a payment that come near without being joined. The higher the score the nearer. */
export interface Suggestion {
  line: number;
  record: number;
  score: number;
}

export interface Suggestions {
  byLine: Map<number, Suggestion[]>;
  byRecord: Map<number, Suggestion[]>;
}

/** What an agreeing field is worth: keys that few payments share say more than an amount or a terminal. */
const weights: Readonly<Record<ComparedField, number>> = {
  rrn: 8,
  authCode: 5,
  stan: 4,
  amount: 4,
  card: 3,
  terminal: 2,
  date: 2,
  type: 0,
  status: 0,
};
/** Less than an amount with a card, or an amount with terminal and day, is a coincidence. */
const scoreMin = 7;
const daysApartMax = 7;
/** How many payments of one key are compared with a line; more are too many to choose from anyway. */
const nearMax = 16;
const missingInPortal = outcomes.indexOf('missingInPortal');
const firstDay = epochDayOf(2000, 1, 1);

/** Ways in which a line and a payment may come near; hashes only, the score decides. */
interface NearKey {
  lineHash: (line: number) => number;
  recordHash: (record: number) => number;
}

/** For the lines without a payment: the nearest payments, and the same pairs seen from the payments. */
export function suggest(both: Compared, matches: Matches, judged: Judged): Suggestions {
  const open: number[] = [];
  for (let line = 0; line < both.lines.count && open.length < bankFileLimits.suggestedEntriesMax; line++) {
    if (judged.lineOutcome[line] === missingInPortal || judged.near.recordOf.has(line)) open.push(line);
  }
  const pairs = new Map<number, Map<number, number>>();
  if (open.length > 0) for (const near of nearKeys(both)) collect(both, matches, near, open, pairs);
  const suggestions: Suggestions = { byLine: new Map(), byRecord: new Map() };
  for (const [line, records] of pairs) {
    for (const [record, score] of records) {
      add(suggestions.byLine, line, { line, record, score });
      add(suggestions.byRecord, record, { line, record, score });
    }
  }
  const { id } = both.records.columns;
  const isTaken = ({ record }: Suggestion): number => Number(matches.lineOf[record] !== recordState.free);
  for (const list of suggestions.byLine.values())
    best(list, (a, b) => isTaken(a) - isTaken(b) || (id[a.record] as number) - (id[b.record] as number));
  for (const list of suggestions.byRecord.values())
    best(list, (a, b) => matches.compareLines(a.line, b.line));
  return suggestions;
}

function add(map: Map<number, Suggestion[]>, key: number, suggestion: Suggestion): void {
  const list = map.get(key);
  if (list) list.push(suggestion);
  else map.set(key, [suggestion]);
}

function best(list: Suggestion[], tie: (a: Suggestion, b: Suggestion) => number): void {
  list.sort((a, b) => b.score - a.score || tie(a, b));
  list.length = Math.min(list.length, bankFileLimits.candidatesMax);
}

function collect(
  both: Compared,
  matches: Matches,
  near: NearKey,
  open: readonly number[],
  pairs: Map<number, Map<number, number>>,
): void {
  const hashes = Int32Array.from(open, near.lineHash);
  const index = buildIndex(both.records.count, near.recordHash, wantedBits(hashes));
  open.forEach((line, at) => {
    const hash = hashes[at] as number;
    if (hash === noHash) return;
    const found = pairs.get(line) ?? new Map<number, number>();
    let seen = 0;
    for (
      let entry = index.heads[hash & index.mask] as number;
      entry >= 0;
      entry = index.next[entry] as number
    ) {
      if (++seen > nearMax) break;
      const record = index.owners[entry] as number;
      if (found.has(record)) continue;
      const score = scoreOf(both, matches, line, record);
      if (score >= scoreMin) found.set(record, score);
    }
    if (found.size > 0) pairs.set(line, found);
  });
}

function scoreOf(both: Compared, matches: Matches, line: number, record: number): number {
  const apart = Math.abs(
    (both.lines.columns.epochDay[line] as number) - (both.records.columns.epochDay[record] as number),
  );
  if (apart > daysApartMax) return 0;
  const { agrees, differs } = compare(both, line, record, 'record');
  // A payment that has its own line is near only where nothing says that it is another one.
  const isTaken = (matches.lineOf[record] as number) !== recordState.free;
  if (isTaken && differs.some(({ field }) => field === 'rrn' || field === 'stan' || field === 'authCode'))
    return 0;
  const damaged = ((both.lines.columns.flags[line] as number) & lineFlag.rrnDamaged) !== 0;
  const tail = damaged && damagedTail(both, line) === both.records.columns.rrnLow[record] ? weights.stan : 0;
  return agrees.reduce((sum, field) => sum + weights[field], tail);
}

/** The last six digits that a damaged RRN still has, packed; absent where scientific notation ate them. */
function damagedTail({ lines, shared }: Compared, line: number): number {
  const { rrnHigh, rrnLow } = lines.columns;
  if (rrnHigh[line] !== oddKey) return absentKey;
  const digits = /^\d{6,11}$/.exec(shared.oddRrns.text(rrnLow[line] as number))?.[0];
  return digits ? packSix(Buffer.from(digits.slice(-6)), 0) : absentKey;
}

function nearKeys(both: Compared): NearKey[] {
  const line = both.lines.columns;
  const record = both.records.columns;
  const of = (seed: number, values: readonly number[]): number => settled(values.reduce(mixed, seed));
  const absent = (value: number): boolean => value < 0 || value === absentKey;
  const pair = (seed: number, a: number, b: number): number =>
    absent(a) || absent(b) ? noHash : of(seed, [a, b]);
  const rrn = (high: number, low: number): number => (isPlainRrn(high) ? of(3, [high, low]) : noHash);
  const spot = (terminal: number, amount: number, day: number): number =>
    terminal < 0 ? noHash : of(5, [terminal, Math.abs(amount), day - firstDay]);
  const visit = (terminal: number, last4: number, day: number): number =>
    terminal < 0 || last4 < 0 ? noHash : of(19, [terminal, last4, day - firstDay]);
  return [
    {
      lineHash: (l) => rrn(line.rrnHigh[l] as number, line.rrnLow[l] as number),
      recordHash: (r) => rrn(record.rrnHigh[r] as number, record.rrnLow[r] as number),
    },
    {
      lineHash: (l) => pair(7, damagedTail(both, l), line.terminal[l] as number),
      recordHash: (r) => pair(7, record.rrnLow[r] as number, record.terminal[r] as number),
    },
    {
      lineHash: (l) => pair(11, line.auth[l] as number, 0),
      recordHash: (r) => pair(11, record.auth[r] as number, 0),
    },
    {
      lineHash: (l) => pair(13, line.stan[l] as number, line.terminal[l] as number),
      recordHash: (r) => pair(13, record.stan[r] as number, record.terminal[r] as number),
    },
    {
      lineHash: (l) => pair(17, line.last4[l] as number, Math.abs(line.grossMinor[l] as number)),
      recordHash: (r) => pair(17, record.last4[r] as number, Math.abs(record.amountMinor[r] as number)),
    },
    {
      lineHash: (l) =>
        spot(line.terminal[l] as number, line.grossMinor[l] as number, line.epochDay[l] as number),
      recordHash: (r) =>
        spot(record.terminal[r] as number, record.amountMinor[r] as number, record.epochDay[r] as number),
    },
    // The same card at the same till on the same day: one sale in two parts, or two in one line.
    {
      lineHash: (l) => visit(line.terminal[l] as number, line.last4[l] as number, line.epochDay[l] as number),
      recordHash: (r) =>
        visit(record.terminal[r] as number, record.last4[r] as number, record.epochDay[r] as number),
    },
  ];
}
