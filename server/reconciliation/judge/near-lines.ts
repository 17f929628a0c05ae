import { outcomes } from '@mizan/contract/reconciliation-terms.ts';
import { keyCode, type Matches, recordState } from '../match/matches.ts';
import { type BankLines, lineFlag } from '../normalise/bank-lines.ts';
import { absentKey } from '../normalise/key-text.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';

/** Payments and the lines that may be theirs: each has one at most (docs/decisions/0281). */
export interface NearLines {
  lineOf: Map<number, number>;
  recordOf: Map<number, number>;
}

interface Sides {
  lines: BankLines;
  records: PortalRecords;
  matches: Matches;
}

/** What the judging changes where a line may be a payment's. */
interface JudgedSides {
  lineOutcome: Uint8Array;
  recordOutcome: Uint8Array;
  recordDifference: Float64Array;
  expected: Uint8Array;
}

/** Lines and payments of one currency and amount, and of one terminal where the lines name any. */
interface Group {
  /** By the day that the lines bear. */
  linesOf: Map<number, number[]>;
  records: number[];
}

const noTerminal = -1;
const missingInBank = outcomes.indexOf('missingInBank');
const missingInPortal = outcomes.indexOf('missingInPortal');
const waits = outcomes.indexOf('waits');
const openOutcomes = [missingInBank, waits, outcomes.indexOf('timing')];
const undecided = outcomes.indexOf('undecidedSum');

/** So many steps a file may take to find whose line may be whose; behind these any line of the place may be any payment's. */
const stepsMax = 5_000_000;

/**
 * Joins nothing, but says which line without a payment may be which payment's: of the same day, sign and amount, and of the
 * same terminal where the line names any, where no key says that it is another one's. The payment waits then and is not claimed,
 * and what the line is stays undecided; also where the payment lies beside what the file covers
 * (docs/decisions/0465-near-wherever-it-lies.md). As many payments as can be have a line each, whatever the order of the
 * lines. Changes what was judged of both.
 *
 * @param counts 1 for each payment of the file's part; null where nothing is covered
 */
export function pairNearLines(sides: Sides, judged: JudgedSides, counts: Uint8Array | null): NearLines {
  const near: NearLines = { lineOf: new Map(), recordOf: new Map() };
  let stepsLeft = stepsMax;
  for (const group of groupsOf(sides, judged, counts)) stepsLeft = pairGroup(sides, group, near, stepsLeft);
  partHalves(near, sides.matches);
  for (const [record, line] of near.lineOf) {
    judged.expected[record] = 1;
    judged.recordOutcome[record] = waits;
    judged.recordDifference[record] = -(sides.records.columns.amountMinor[record] as number);
    judged.lineOutcome[line] = undecided;
  }
  return near;
}

/**
 * A sale and its whole reversal, which cancel out while neither has a line, do no longer where lines may be of both. Where one may
 * be of either alone, what was paid without the other is known, whosever line it is.
 */
function partHalves(near: NearLines, { netted, lineOf }: Matches): void {
  for (const pair of netted) {
    const lines = pair.flatMap((record) => near.lineOf.get(record) ?? []);
    if (lines.length === pair.length) for (const record of pair) lineOf[record] = recordState.free;
    else {
      for (const record of pair) near.lineOf.delete(record);
      for (const line of lines) near.recordOf.delete(line);
    }
  }
}

/**
 * How soon a payment without a line is given one: what is missing, what waits, what the file does not cover, what cancels out;
 * null for any other.
 */
function placeOf(
  { records, matches }: Sides,
  { expected, recordOutcome }: JudgedSides,
  counts: Uint8Array | null,
  record: number,
): number | null {
  const place = openOutcomes.indexOf(recordOutcome[record] as number);
  if (place >= 0) return place;
  const lineOf = matches.lineOf[record];
  if (lineOf === recordState.netted && (!counts || counts[record] === 1)) return openOutcomes.length + 1;
  const isOpen = lineOf === recordState.free && records.columns.approved[record] === 1;
  return isOpen && expected[record] !== 1 && counts?.[record] === 1 ? openOutcomes.length : null;
}

/**
 * What is open on both sides, place by place: what is missing before what is not due yet, then what agrees in a key, in scheme and
 * minute. Lines that name a terminal come first: the others may be of any.
 */
function groupsOf(sides: Sides, judged: JudgedSides, counts: Uint8Array | null): Group[] {
  const { lines, records, matches } = sides;
  const groups = new Map<string, Group>();
  const { terminal, currency, grossMinor, flags } = lines.columns;
  const hasFlag = (line: number, flag: number): boolean => ((flags[line] as number) & flag) !== 0;
  const areOurs = matches.matchedBy.includes(keyCode('reference'));
  for (let line = 0; line < lines.count; line++) {
    if (judged.lineOutcome[line] !== missingInPortal) continue;
    // What the bank lists without paying it pays nobody.
    if (hasFlag(line, lineFlag.unpaid)) continue;
    // Where references are the portal's, one that no payment has is another's; a terminal speaks for a payment all the same.
    if ((terminal[line] as number) < 0 && areOurs && hasFlag(line, lineFlag.hasReference)) continue;
    const name = `${Math.max(terminal[line] as number, noTerminal)}|${currency[line]}|${grossMinor[line]}`;
    const group = groups.get(name) ?? { linesOf: new Map(), records: [] };
    groups.set(name, group);
    const day = lines.columns.epochDay[line] as number;
    const ofDay = group.linesOf.get(day);
    if (ofDay) ofDay.push(line);
    else group.linesOf.set(day, [line]);
  }
  if (groups.size === 0) return [];
  const own = records.columns;
  for (let record = 0; record < records.count; record++) {
    if (placeOf(sides, judged, counts, record) === null) continue;
    const money = `${own.currency[record]}|${own.amountMinor[record]}`;
    groups.get(`${own.terminal[record]}|${money}`)?.records.push(record);
    groups.get(`${noTerminal}|${money}`)?.records.push(record);
  }
  const found = [...groups]
    .filter(([, group]) => group.records.length > 0)
    .sort(([a], [b]) => Number(isOfNone(a)) - Number(isOfNone(b)))
    .map(([, group]) => group);
  for (const group of found) {
    for (const ofDay of group.linesOf.values()) ofDay.sort(matches.compareLines);
    const said = saidByDay(sides, group);
    const keys = speakingKeys(matches);
    const place = (record: number): number => {
      const saidOfIt = daysOf(records, record).flatMap((day) => said.get(day) ?? []);
      const isSaid = (column: Said, value: number): boolean =>
        saidOfIt.some((ofDay) => ofDay[column].has(value));
      return (
        (placeOf(sides, judged, counts, record) as number) * 8 +
        4 * Number(!keys.some((key) => isKnown(own[key][record]) && isSaid(key, Number(own[key][record])))) +
        2 *
          Number(
            (own.scheme[record] as number) > 0 &&
              !isSaid('scheme', 0) &&
              !isSaid('scheme', own.scheme[record] as number),
          ) +
        Number(!isOfMinute(lines, records, group, record))
      );
    };
    const places = new Map(group.records.map((record) => [record, place(record)]));
    group.records.sort(
      (a, b) =>
        (places.get(a) as number) - (places.get(b) as number) ||
        (own.id[a] as number) - (own.id[b] as number),
    );
  }
  return found;
}

/** Keys that alone join no line to a payment, but speak for it; STANs not where the file's are other numbers. */
const speakingKeys = ({ hasOwnStans }: Matches) =>
  (['auth', 'last4', 'stan'] as const).slice(0, hasOwnStans() ? 2 : 3);
type Said = ReturnType<typeof speakingKeys>[number] | 'scheme';

const isKnown = (key: number | undefined): boolean => key !== undefined && key !== absentKey && key >= 0;

/** What the lines of each day say of key and scheme. */
function saidByDay({ lines }: Sides, { linesOf }: Group): Map<number, Record<Said, ReadonlySet<number>>> {
  const { columns } = lines;
  const told = (of: readonly number[], column: Said): ReadonlySet<number> =>
    new Set(of.map((line) => Number(columns[column][line])));
  return new Map(
    [...linesOf].map(([day, of]) => [
      day,
      {
        auth: told(of, 'auth'),
        stan: told(of, 'stan'),
        last4: told(of, 'last4'),
        scheme: told(of, 'scheme'),
      },
    ]),
  );
}

const isOfNone = (name: string): boolean => name.startsWith(`${noTerminal}|`);

const isOfMinute = (lines: BankLines, records: PortalRecords, group: Group, record: number): boolean =>
  (group.linesOf.get(records.columns.epochDay[record] as number) ?? []).some(
    (line) => lines.columns.minute[line] === records.columns.minute[record],
  );

/** Gives every payment that can have one a line; a payment that has one may take another so that both do. */
function pairGroup(sides: Sides, group: Group, near: NearLines, budget: number): number {
  let stepsLeft = budget;
  const take = (record: number, line: number): void => {
    near.lineOf.set(record, line);
    near.recordOf.set(line, record);
  };
  const find = (record: number, seen: Set<number>): boolean => {
    const ofDays = linesOfDays(sides, group, record);
    stepsLeft -= ofDays.length;
    const fitting = nearestFirst(sides, ofDays, record);
    const open = fitting.find((line) => !near.recordOf.has(line));
    if (open !== undefined) {
      take(record, open);
      return true;
    }
    for (const line of fitting) {
      if (stepsLeft < 0) return false;
      if (seen.has(line)) continue;
      seen.add(line);
      const holder = near.recordOf.get(line);
      if (holder !== undefined && !find(holder, seen)) continue;
      take(record, line);
      return true;
    }
    return false;
  };
  for (const record of group.records) {
    if (near.lineOf.has(record)) continue;
    if (stepsLeft > 0 && find(record, new Set())) continue;
    if (stepsLeft > 0) continue;
    const open = linesOfDays(sides, group, record).find((line) => !near.recordOf.has(line));
    if (open !== undefined) take(record, open);
  }
  return stepsLeft;
}

/** A payment's calendar and business day. */
const daysOf = ({ columns }: PortalRecords, record: number): number[] => [
  ...new Set([columns.epochDay[record] as number, columns.businessDay[record] as number]),
];

const linesOfDays = ({ records }: Sides, { linesOf }: Group, record: number): number[] =>
  daysOf(records, record).flatMap((day) => linesOf.get(day) ?? []);

/** The lines that may be a payment's: first those with a key of it, then those of its scheme, of these the nearest to its minute. */
function nearestFirst(
  { lines, records, matches }: Sides,
  among: readonly number[],
  record: number,
): number[] {
  const apart = (line: number): number => {
    const minute = lines.columns.minute[line] as number;
    return minute < 0 ? 0 : Math.abs(minute - (records.columns.minute[record] as number));
  };
  const withoutKey = (line: number): number =>
    Number(
      !speakingKeys(matches).some(
        (key) =>
          isKnown(lines.columns[key][line]) && lines.columns[key][line] === records.columns[key][record],
      ),
    );
  const ofOther = (line: number): number => Number(isOfOtherScheme({ lines, records }, line, record));
  return among
    .filter((line) => !isAnother(lines, records, matches, line, record))
    .sort((a, b) => withoutKey(a) - withoutKey(b) || ofOther(a) - ofOther(b) || apart(a) - apart(b));
}

function isOfOtherScheme(
  { lines, records }: Pick<Sides, 'lines' | 'records'>,
  line: number,
  record: number,
): boolean {
  const [theirs, ours] = [lines.columns.scheme[line] as number, records.columns.scheme[record] as number];
  return theirs > 0 && ours > 0 && theirs !== ours;
}

/** Whether a key of both says that the line is another payment's. */
function isAnother(
  lines: BankLines,
  records: PortalRecords,
  matches: Matches,
  line: number,
  record: number,
): boolean {
  const [theirs, ours] = [lines.columns, records.columns];
  const differ = (one: number, other: number): boolean => one >= 0 && other >= 0 && one !== other;
  return (
    matches.rrnContradicts(line, record) ||
    (differ(theirs.stan[line] as number, ours.stan[record] as number) && !matches.hasOwnStans()) ||
    differ(theirs.last4[line] as number, ours.last4[record] as number) ||
    (theirs.auth[line] !== absentKey &&
      ours.auth[record] !== absentKey &&
      theirs.auth[line] !== ours.auth[record])
  );
}
