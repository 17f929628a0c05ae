import { outcomes } from '@mizan/contract/reconciliation-terms.ts';
import type { Matches } from '../match/matches.ts';
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

/** Lines and payments of one terminal, currency and amount. */
interface Group {
  /** By the day that the lines bear. */
  linesOf: Map<number, number[]>;
  records: number[];
}

const missingInBank = outcomes.indexOf('missingInBank');
const missingInPortal = outcomes.indexOf('missingInPortal');
const waits = outcomes.indexOf('waits');
const undecided = outcomes.indexOf('undecidedSum');

/** So many steps a file may take to find whose line may be whose; behind these any line of the place may be any payment's. */
const stepsMax = 5_000_000;

/**
 * Joins nothing, but says which line without a payment may be which payment's: of the same terminal, day, sign and amount,
 * where no key says that it is another one's. The payment waits then and is not claimed, and what the line is stays
 * undecided. As many payments as can be have a line each, whatever the order of the lines. Changes both outcomes.
 */
export function pairNearLines(
  sides: Sides,
  judged: { lineOutcome: Uint8Array; recordOutcome: Uint8Array },
): NearLines {
  const near: NearLines = { lineOf: new Map(), recordOf: new Map() };
  let stepsLeft = stepsMax;
  for (const group of groupsOf(sides, judged)) stepsLeft = pairGroup(sides, group, near, stepsLeft);
  for (const [record, line] of near.lineOf) {
    judged.recordOutcome[record] = waits;
    judged.lineOutcome[line] = undecided;
  }
  return near;
}

/** What is open on both sides, place by place: what is missing before what is not due yet, then what agrees to the minute. */
function groupsOf(
  { lines, records, matches }: Sides,
  { lineOutcome, recordOutcome }: { lineOutcome: Uint8Array; recordOutcome: Uint8Array },
): Group[] {
  const groups = new Map<string, Group>();
  const { terminal, currency, grossMinor, flags } = lines.columns;
  for (let line = 0; line < lines.count; line++) {
    if (lineOutcome[line] !== missingInPortal || (terminal[line] as number) < 0) continue;
    // What the bank lists without paying it pays nobody.
    if (((flags[line] as number) & lineFlag.unpaid) !== 0) continue;
    const name = `${terminal[line]}|${currency[line]}|${grossMinor[line]}`;
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
    const outcome = recordOutcome[record] as number;
    if (outcome !== missingInBank && outcome !== waits) continue;
    const group = groups.get(`${own.terminal[record]}|${own.currency[record]}|${own.amountMinor[record]}`);
    group?.records.push(record);
  }
  const found = [...groups.values()].filter((group) => group.records.length > 0);
  for (const group of found) {
    for (const ofDay of group.linesOf.values()) ofDay.sort(matches.compareLines);
    const place = (record: number): number =>
      Number(recordOutcome[record] !== missingInBank) * 2 +
      Number(!isOfMinute(lines, records, group, record));
    const places = new Map(group.records.map((record) => [record, place(record)]));
    group.records.sort(
      (a, b) =>
        (places.get(a) as number) - (places.get(b) as number) ||
        (own.id[a] as number) - (own.id[b] as number),
    );
  }
  return found;
}

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
    if (stepsLeft > 0 && find(record, new Set())) continue;
    if (stepsLeft > 0) continue;
    const open = linesOfDays(sides, group, record).find((line) => !near.recordOf.has(line));
    if (open !== undefined) take(record, open);
  }
  return stepsLeft;
}

/** The lines of a payment's calendar and business day. */
function linesOfDays({ records }: Sides, { linesOf }: Group, record: number): number[] {
  const { epochDay, businessDay } = records.columns;
  const days = new Set([epochDay[record] as number, businessDay[record] as number]);
  return [...days].flatMap((day) => linesOf.get(day) ?? []);
}

/** The lines that may be a payment's, those nearest to its minute first. */
function nearestFirst(
  { lines, records, matches }: Sides,
  among: readonly number[],
  record: number,
): number[] {
  const apart = (line: number): number => {
    const minute = lines.columns.minute[line] as number;
    return minute < 0 ? 0 : Math.abs(minute - (records.columns.minute[record] as number));
  };
  return among
    .filter((line) => !isAnother(lines, records, matches, line, record))
    .sort((a, b) => apart(a) - apart(b));
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
